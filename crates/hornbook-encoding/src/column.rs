//! A column that an encoder makes.

use crate::scale::FeatureScale;
use serde::{Deserialize, Serialize};

/// A column that an encoder makes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EncodedColumn {
    /// The input that it is made of.
    pub input: usize,
    /// What of it.
    pub source: EncodedSource,
    /// What the column holds where the input is missing, or of a level that training never saw. NaN keeps numbers missing.
    pub missing: f64,
}

/// What a column holds of its input.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum EncodedSource {
    /// The number, in this unit.
    Number(FeatureScale),
    /// Whether it is this level: 1, else 0.
    Level(u32),
    /// The code of its level.
    Code,
    /// Whether it is missing: 1, else 0 (missing indicator).
    MissingIndicator,
}

impl EncodedColumn {
    /// A number as it is, which may be missing.
    pub(crate) fn plain(input: usize) -> EncodedColumn {
        EncodedColumn { input, source: EncodedSource::Number(FeatureScale::PLAIN), missing: f64::NAN }
    }

    /// The level that it stands for, if it stands for one.
    pub fn level(&self) -> Option<u32> {
        match self.source {
            EncodedSource::Level(level) => Some(level),
            _ => None,
        }
    }

    /// The unit of its numbers; none if it is no number.
    pub fn scale(&self) -> Option<FeatureScale> {
        match self.source {
            EncodedSource::Number(scale) => Some(scale),
            _ => None,
        }
    }

    /// Whether its numbers are those of the input.
    pub(crate) fn is_plain(&self) -> bool {
        self.scale() == Some(FeatureScale::PLAIN) && self.missing.is_nan()
    }

    /// What a number becomes.
    #[inline]
    pub(crate) fn of_number(&self, x: f64) -> f64 {
        match self.source {
            EncodedSource::Number(_) if x.is_nan() => self.missing,
            EncodedSource::Number(scale) => scale.apply(x),
            EncodedSource::MissingIndicator => f64::from(u8::from(x.is_nan())),
            // Rows of codes are never given as numbers: the schema refuses it.
            EncodedSource::Level(level) => f64::from(u8::from(x == f64::from(level))),
            EncodedSource::Code => x,
        }
    }

    /// What a code becomes, of an input of so many levels.
    #[inline]
    pub(crate) fn of_code(&self, code: u32, levels: u32) -> f64 {
        match self.source {
            EncodedSource::MissingIndicator => f64::from(u8::from(code >= levels)),
            _ if code >= levels => self.missing,
            EncodedSource::Level(level) => f64::from(u8::from(code == level)),
            EncodedSource::Code | EncodedSource::Number(_) => f64::from(code),
        }
    }
}
