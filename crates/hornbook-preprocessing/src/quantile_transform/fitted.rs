//! The quantiles of each column.

use super::QuantileTransformModel;
use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::format::{counted, significant};
use hornbook_core::{Choice, Error, Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_encoding::{FeatureStatistics, NumberStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use hornbook_math::distributions::{normal_cdf, normal_quantile};
use hornbook_math::quantiles::QuantileMethod;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How near an end a fraction may lie: beyond, its normal quantile would be infinite.
const NEAREST: f64 = 1e-7;

/// Quantile transform: features become uniformly or normally distributed, by the ranks of the training rows.
///
/// A transformer for a pipeline, like scikit-learn's QuantileTransformer: quantiles are fitted on the training data only (no
/// data leakage), on all of its rows. Dates, categorical, boolean and text features and missing values are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "quantile-transform",
    aliases("quantile normalization", "rank transform", "QuantileTransformer"),
    sklearn = "QuantileTransformer",
    r = "bestNormalize::orderNorm, ecdf",
    family = "preprocessing",
    tasks(transformation),
    removes(scale),
    applied = "quantile-transformed",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct QuantileTransform {
    /// Number of quantiles, at most as many as there are rows.
    #[param(default = 1000, range = "2..=100000")]
    pub n_quantiles: u32,
    /// The distribution that features get.
    #[param(default = OutputDistribution::Uniform, search = "every")]
    pub output_distribution: OutputDistribution,
}

/// The distribution that features get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum OutputDistribution {
    /// Uniform, from 0 to 1.
    Uniform,
    /// Standard normal.
    Normal,
}

/// The quantiles of a column, at equal distances from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuantileColumn {
    output: OutputDistribution,
    quantiles: Vec<f64>,
}

impl Fit for QuantileTransform {
    type Model = QuantileTransformModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<QuantileTransformModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let known = FeatureStatistics::gather(&inputs, true, input.rows(), run)?;
        let count = known.weight.floor().clamp(1.0, f64::from(self.n_quantiles)) as usize;
        let columns: Vec<Option<QuantileColumn>> = (inputs.par_iter().zip(&known.inputs))
            .map(|(input, known)| match known.numbers() {
                Some(numbers) if input.kind == InputKind::Number && numbers.is_known() => {
                    Some(self.column(numbers, count))
                }
                _ => None,
            })
            .collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl QuantileTransform {
    fn column(&self, known: &NumberStatistics, count: usize) -> QuantileColumn {
        let distribution = known.distribution();
        // By way of percent, as numpy does it, so that a number that lies on a quantile there lies on it here.
        let quantile =
            |at: usize| distribution.quantile(level(at, count) * 100.0 / 100.0, QuantileMethod::Linear);
        let mut quantiles: Vec<f64> = (0..count).map(quantile).collect();
        // Rounding of the interpolation must not put a quantile below the one before it.
        for at in 1..quantiles.len() {
            quantiles[at] = quantiles[at].max(quantiles[at - 1]);
        }
        QuantileColumn { output: self.output_distribution, quantiles }
    }
}

/// The fraction of the training rows below one of so many quantiles, rounded as numpy's linspace does it.
fn level(at: usize, count: usize) -> f64 {
    match count {
        0 | 1 => 0.0,
        count if at + 1 == count => 1.0,
        count => at as f64 * (1.0 / (count - 1) as f64),
    }
}

impl QuantileColumn {
    fn level(&self, at: usize) -> f64 {
        level(at, self.quantiles.len())
    }

    /// The fraction of the training rows at the quantile before or behind all that are equal to a number: between two quantiles on
    /// the straight line.
    fn fraction(&self, x: f64, is_behind: bool) -> f64 {
        let all = &self.quantiles;
        let at = match is_behind {
            true => all.partition_point(|q| *q <= x),
            false => all.partition_point(|q| *q < x),
        };
        match at {
            0 => 0.0,
            at if at == all.len() => self.level(all.len() - 1),
            at => {
                // The quantiles around x: the one before it, and the one at or behind it.
                let (low, high) = (all[at - 1], all[at]);
                let share = (x - low) / (high - low);
                self.level(at - 1) + (self.level(at) - self.level(at - 1)) * share
            }
        }
    }

    fn transformed(&self, x: f64) -> f64 {
        let ([low, ..], [.., high]) = (&self.quantiles[..], &self.quantiles[..]) else { return x };
        let (is_low, is_high) = match self.output {
            OutputDistribution::Uniform => (x == *low, x == *high),
            OutputDistribution::Normal => (x - NEAREST < *low, x + NEAREST > *high),
        };
        let fraction = match (is_low, is_high) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => 0.5 * (self.fraction(x, true) + self.fraction(x, false)),
        };
        match self.output {
            _ if x.is_nan() => x,
            OutputDistribution::Uniform => fraction,
            OutputDistribution::Normal => {
                let end = NEAREST - f64::EPSILON;
                normal_quantile(fraction.clamp(end, 1.0 - end))
            }
        }
    }

    fn original(&self, y: f64) -> f64 {
        let fraction = match self.output {
            OutputDistribution::Uniform => y,
            OutputDistribution::Normal => normal_cdf(y),
        };
        let last = self.quantiles.len() - 1;
        let is_end = |distance: f64| match self.output {
            OutputDistribution::Uniform => distance <= 0.0,
            OutputDistribution::Normal => distance < NEAREST,
        };
        match fraction {
            _ if y.is_nan() => y,
            fraction if is_end(fraction) => self.quantiles[0],
            fraction if is_end(1.0 - fraction) => self.quantiles[last],
            fraction => {
                let place = fraction * last as f64;
                let below = (place.floor() as usize).min(last.saturating_sub(1));
                let (low, high) = (self.quantiles[below], self.quantiles[(below + 1).min(last)]);
                low + (high - low) * (place - below as f64)
            }
        }
    }
}

impl FittedColumn for QuantileColumn {
    const HEADING: &'static str = "quantile transform";
    const NOTHING: &'static str = "no numeric features";

    fn fits(&self, input: &Input) -> bool {
        let is_sound = self.quantiles.iter().all(|q| q.is_finite()) && self.quantiles.is_sorted();
        input.kind == InputKind::Number && is_sound && !self.quantiles.is_empty()
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        vec![input.clone()]
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let values = numbers(input, column)?;
        Ok(vec![Feature::Number(values.iter().map(|&x| self.transformed(x)).collect())])
    }

    fn invert(&self, input: &Input, columns: &[Feature]) -> Result<Feature> {
        let Some(column) = columns.first() else { return Err(Error::internal("quantiles without a column")) };
        Ok(Feature::Number(numbers(input, column)?.iter().map(|&y| self.original(y)).collect()))
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let count = self.quantiles.len();
        let at = |fraction: f64| self.quantiles[((count - 1) as f64 * fraction) as usize];
        let shown = [0.0, 0.5, 1.0].map(|fraction| significant(at(fraction)));
        (
            format!(
                "{}, lowest {}, median {}, highest {}",
                counted(count as u64, "quantile"),
                shown[0],
                shown[1],
                shown[2]
            ),
            json!({"quantiles": self.quantiles}),
        )
    }
}
