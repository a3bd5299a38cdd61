//! In which units columns are.

use super::params::ScaleRule;
use hornbook_core::Task;
use hornbook_data::{Dataset, Feature, Input, InputKind, Levels, Schema, TargetSchema};
use hornbook_math::exact::Sum;
use hornbook_math::quantiles::quantiles;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What is taken off a column of numbers, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// What is taken off; nothing of rows without their zeros.
    pub centre: f64,
    /// What the rest is divided by.
    pub spread: f64,
}

impl Scale {
    /// A number in the new unit.
    pub fn apply(self, x: f64) -> f64 {
        (x - self.centre) / self.spread
    }

    pub(super) fn is_sound(self) -> bool {
        self.centre.is_finite() && self.spread.is_finite() && self.spread > 0.0
    }
}

/// In which unit each input is, as some rows settled it.
#[derive(Debug, Clone, PartialEq)]
pub struct Scales {
    pub(super) inputs: Vec<Input>,
    /// None for what is not a number.
    pub(super) scales: Vec<Option<Scale>>,
}

impl Scales {
    /// The units that the rows of a view settle.
    pub fn of(rule: ScaleRule, data: &Dataset) -> Scales {
        let data = data.counting_rows();
        // Only the inputs are wanted, whatever is predicted from them.
        let nothing =
            TargetSchema { name: String::new(), task: Task::Regression, classes: Levels::default() };
        let inputs = Schema::predicting(nothing, &data).inputs;
        let (rows, weights) = (data.row_features(), data.row_weights());
        let is_sparse = matches!(rows, hornbook_data::Features::Sparse(_));
        let scale = |(place, input): (usize, &Input)| match (&input.kind, rows.column(place)) {
            (InputKind::Number | InputKind::Date, Feature::Number(values)) => {
                let scale = scale_of(rule, &values, &weights);
                Some(if is_sparse { Scale { centre: 0.0, ..scale } } else { scale })
            }
            _ => None,
        };
        let scales = inputs.par_iter().enumerate().map(scale).collect();
        Scales { inputs, scales }
    }

    /// The unit of each input; none for what is not a number.
    pub fn scales(&self) -> &[Option<Scale>] {
        &self.scales
    }
}

/// The unit of a column; a column that does not vary, or whose spread is beyond all numbers, keeps its own.
fn scale_of(rule: ScaleRule, values: &[f64], weights: &[f64]) -> Scale {
    let known = || values.iter().copied().zip(weights.iter().copied()).filter(|(value, _)| !value.is_nan());
    let (low, high) =
        known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (x, _)| (x.min(low), x.max(high)));
    if low > high {
        return Scale { centre: 0.0, spread: 1.0 };
    }
    let scale = match rule {
        ScaleRule::MinMax => Scale { centre: low, spread: high - low },
        ScaleRule::Standard => {
            let (mut sum, mut total) = (Sum::default(), Sum::default());
            known().for_each(|(x, weight)| {
                sum.add_product(x, weight);
                total.add(weight);
            });
            let mean = sum.value() / total.value();
            let mut squares = Sum::default();
            known().for_each(|(x, weight)| squares.add_product((x - mean) * (x - mean), weight));
            Scale { centre: mean, spread: (squares.value() / total.value()).sqrt() }
        }
        ScaleRule::Robust => {
            let [first, middle, third] = quantiles(known().collect(), &[0.25, 0.5, 0.75])[..] else {
                return Scale { centre: 0.0, spread: 1.0 };
            };
            Scale { centre: middle, spread: third - first }
        }
    };
    // Rounding alone must not become a spread.
    match scale.is_sound() && low < high {
        true => scale,
        false => Scale { centre: if scale.centre.is_finite() { scale.centre } else { 0.0 }, spread: 1.0 },
    }
}
