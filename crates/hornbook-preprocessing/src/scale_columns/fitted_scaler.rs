//! In which units columns are.

use hornbook_data::Input;
use hornbook_encoding::{FeatureScale, FeatureStatistics, InputStatistics, Scaling};
use serde::{Deserialize, Serialize};

/// What is done to a column. In files the first two are what an optional scale is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum ScaledColumn {
    /// Nothing: it is no number.
    Unscaled,
    /// It is measured in another unit.
    Scaled(FeatureScale),
    /// The same, and what lies beyond the ends becomes the end.
    Clipped(FeatureScale, (f64, f64)),
}

impl ScaledColumn {
    /// The unit, if there is one.
    pub fn scale(self) -> Option<FeatureScale> {
        match self {
            ScaledColumn::Unscaled => None,
            ScaledColumn::Scaled(scale) | ScaledColumn::Clipped(scale, _) => Some(scale),
        }
    }

    /// A number in the new unit.
    pub fn apply(self, x: f64) -> f64 {
        match self {
            ScaledColumn::Unscaled => x,
            ScaledColumn::Scaled(scale) => scale.apply(x),
            // What is missing stays so.
            ScaledColumn::Clipped(scale, (low, high)) => scale.apply(x).clamp(low, high),
        }
    }

    /// A number in the unit it was given in.
    pub fn invert(self, x: f64) -> f64 {
        self.scale().map_or(x, |scale| scale.invert(x))
    }

    /// The same for sparse rows, whose zeros stay zeros.
    pub(super) fn without_center(self) -> ScaledColumn {
        match self {
            ScaledColumn::Unscaled => ScaledColumn::Unscaled,
            ScaledColumn::Scaled(scale) => ScaledColumn::Scaled(FeatureScale { center: 0.0, ..scale }),
            ScaledColumn::Clipped(scale, ends) => {
                ScaledColumn::Clipped(FeatureScale { center: 0.0, ..scale }, ends)
            }
        }
    }

    pub(super) fn is_sound(self) -> bool {
        let has_ends = match self {
            ScaledColumn::Clipped(_, (low, high)) => low < high,
            _ => true,
        };
        has_ends && self.scale().is_none_or(FeatureScale::is_sound)
    }
}

/// Center and scale of each input, fitted on some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedScaler {
    pub(super) inputs: Vec<Input>,
    pub(super) columns: Vec<ScaledColumn>,
}

impl FittedScaler {
    /// The units that follow from what is known of the training rows. Zeros of sparse rows stay zeros.
    pub(super) fn of(
        inputs: Vec<Input>,
        scaling: Scaling,
        known: &FeatureStatistics,
        is_sparse: bool,
        limits: Option<(f64, f64)>,
    ) -> FittedScaler {
        let column = |known: &InputStatistics| match (known.numbers(), limits) {
            (None, _) => ScaledColumn::Unscaled,
            (Some(numbers), limits) => {
                let fitted = numbers.scale(scaling);
                let scale = if is_sparse { FeatureScale { center: 0.0, ..fitted } } else { fitted };
                limits.map_or(ScaledColumn::Scaled(scale), |ends| ScaledColumn::Clipped(scale, ends))
            }
        };
        let columns = known.inputs.iter().map(column).collect();
        FittedScaler { inputs, columns }
    }

    /// The unit of each input; none for what is not a number.
    pub fn scales(&self) -> impl Iterator<Item = Option<FeatureScale>> + '_ {
        self.columns.iter().map(|column| column.scale())
    }
}
