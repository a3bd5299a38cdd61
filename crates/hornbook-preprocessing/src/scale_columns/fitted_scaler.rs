//! In which units columns are.

use super::params::ScalingMethod;
use hornbook_data::{Dataset, Feature, Input, InputKind, Schema};
use hornbook_learner::transformer_schema;
use hornbook_math::double_double::DoubleDoubleSum;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What is taken off a column of numbers, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ColumnScale {
    /// What is taken off; nothing of rows without their zeros.
    pub center: f64,
    /// What the rest is divided by.
    pub spread: f64,
}

impl ColumnScale {
    /// A number in the new unit.
    pub fn apply(self, x: f64) -> f64 {
        (x - self.center) / self.spread
    }

    /// A number in the unit it was given in.
    pub fn invert(self, x: f64) -> f64 {
        x * self.spread + self.center
    }

    pub(super) fn is_sound(self) -> bool {
        self.center.is_finite() && self.spread.is_finite() && self.spread > 0.0
    }
}

/// Center and scale of each input, fitted on some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedScaler {
    pub(super) inputs: Vec<Input>,
    /// None for what is not a number.
    pub(super) scales: Vec<Option<ColumnScale>>,
}

impl FittedScaler {
    /// The units that the rows of a view settle.
    pub fn of(rule: ScalingMethod, data: &Dataset) -> FittedScaler {
        let data = data.with_nonzero_weight();
        let inputs = Schema::predicting(transformer_schema(), &data).inputs;
        let (rows, weights) = (data.row_features(), data.row_weights());
        let is_sparse = matches!(rows, hornbook_data::Features::Sparse(_));
        let scale = |(place, input): (usize, &Input)| match (&input.kind, rows.column(place)) {
            (InputKind::Number | InputKind::Date, Feature::Number(values)) => {
                let scale = scale_of(rule, &values, &weights);
                Some(if is_sparse { ColumnScale { center: 0.0, ..scale } } else { scale })
            }
            _ => None,
        };
        let scales = inputs.par_iter().enumerate().map(scale).collect();
        FittedScaler { inputs, scales }
    }

    /// The unit of each input; none for what is not a number.
    pub fn scales(&self) -> &[Option<ColumnScale>] {
        &self.scales
    }
}

/// The unit of a column; a column that does not vary, or whose spread is beyond all numbers, keeps its own.
fn scale_of(rule: ScalingMethod, values: &[f64], weights: &[f64]) -> ColumnScale {
    let known = || values.iter().copied().zip(weights.iter().copied()).filter(|(value, _)| !value.is_nan());
    let (low, high) =
        known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (x, _)| (x.min(low), x.max(high)));
    if low > high {
        return ColumnScale { center: 0.0, spread: 1.0 };
    }
    let scale = match rule {
        ScalingMethod::MinMax => ColumnScale { center: low, spread: high - low },
        ScalingMethod::Standard => {
            let (mut sum, mut total) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
            known().for_each(|(x, weight)| {
                sum.add_product(x, weight);
                total.add(weight);
            });
            let mean = sum.value() / total.value();
            let mut squares = DoubleDoubleSum::default();
            known().for_each(|(x, weight)| squares.add_product((x - mean) * (x - mean), weight));
            ColumnScale { center: mean, spread: (squares.value() / total.value()).sqrt() }
        }
        ScalingMethod::Robust => {
            let sample = EmpiricalDistribution::of(known());
            let quartile = |level: f64| sample.quantile(level, QuantileMethod::AveragedInvertedCdf);
            ColumnScale { center: sample.median(), spread: quartile(0.75) - quartile(0.25) }
        }
    };
    // Rounding alone must not become a spread.
    match scale.is_sound() && low < high {
        true => scale,
        false => {
            ColumnScale { center: if scale.center.is_finite() { scale.center } else { 0.0 }, spread: 1.0 }
        }
    }
}
