//! The form of a grove that predicts many rows fastest.

use super::Grove;
use super::bytes::ByteGrove;
use super::masks::MaskGrove;
use super::places::Places;
use hornbook_data::Features;
use std::ops::Range;

/// A grove that asks about few thresholds of each column, in another form. Other groves are walked as they are.
#[derive(Debug, Clone)]
pub(super) enum Layout {
    /// All questions of small trees at once.
    Masks(MaskGrove),
    /// A walk over bytes.
    Bytes(ByteGrove),
}

impl Layout {
    /// The form for rows of so many columns, if there is one.
    pub fn of(grove: &Grove, columns: usize) -> Option<Layout> {
        let places = Places::of(grove, columns)?;
        match MaskGrove::of(grove, &places) {
            Some(masks) => Some(Layout::Masks(masks)),
            None => ByteGrove::of(grove, places).map(Layout::Bytes),
        }
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        match self {
            Layout::Masks(masks) => masks.width(),
            Layout::Bytes(bytes) => bytes.width(),
        }
    }

    /// Adds to `out`, which has a number for each output of each row, what some trees of the grove say.
    pub fn add_up(&self, grove: &Grove, rows: &Features<'_>, trees: Range<usize>, out: &mut [f64]) {
        match self {
            Layout::Masks(masks) => masks.add_up(grove, rows, trees, out),
            Layout::Bytes(bytes) => bytes.add_up(grove, rows, trees, out),
        }
    }
}
