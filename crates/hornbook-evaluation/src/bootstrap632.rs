//! The .632 and .632+ estimates: the rows a bootstrap left out evaluate too harshly, the rows trained on too kindly.

use crate::intervals::{Bootstrap, Interval};
use crate::metric_set::{MetricSet, ResamplingUnits};
use crate::options::EvaluationOptions;
use crate::resampling::BootstrapKind;
use crate::score::Score;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::{Error, Result, Run, Seed};

/// Up to this many rows, every prediction is paired with every truth to see what no information gives; beyond, rows are
/// paired at random.
const ALL_PAIRS: usize = 1000;
/// How often rows are paired at random.
const SHUFFLES: u64 = 10;
/// The position of the shuffles among the seeds.
const NO_INFORMATION: u64 = u64::MAX - 3;

/// The rows left out and the rows trained on, ready to be put together.
pub(crate) struct Bootstrap632Estimate<'a> {
    left_out: &'a MetricSet<'a>,
    trained_on: MetricSet<'a>,
    /// The weight of the rows left out, a number a metric.
    weights: Vec<f64>,
}

impl<'a> Bootstrap632Estimate<'a> {
    pub fn new(
        kind: BootstrapKind,
        left_out: &'a MetricSet<'a>,
        all_rows: &'a TestPredictions,
        scoring: &EvaluationOptions,
        seed: Seed,
    ) -> Result<Bootstrap632Estimate<'a>> {
        let trained_on = left_out.of_other_rows(all_rows)?;
        let weights = match kind {
            BootstrapKind::Alone => vec![1.0; left_out.measures().len()],
            BootstrapKind::Point632 => vec![0.632; left_out.measures().len()],
            BootstrapKind::Point632Plus => {
                let ignorant = no_information(left_out, all_rows, scoring, seed)?;
                let (out, seen) = (left_out.values(), trained_on.values());
                (0..ignorant.len()).map(|m| weight(out[m], seen[m], ignorant[m])).collect()
            }
        };
        Ok(Bootstrap632Estimate { left_out, trained_on, weights })
    }

    /// The scores put together; all intervals by resampling, as no formula knows them.
    pub fn scores(&self, units: &ResamplingUnits, bootstrap: &Bootstrap, run: &Run) -> Result<Vec<Score>> {
        let (out, seen) = (self.left_out.in_units(units), self.trained_on.in_units(units));
        let together = |out: &[f64], seen: &[f64], m: usize| {
            self.weights[m] * out[m] + (1.0 - self.weights[m]) * seen[m]
        };
        let statistics = |times: &[f64], values: &mut [f64]| {
            let (out, seen) = (out.values(times), seen.values(times));
            values.iter_mut().enumerate().for_each(|(m, value)| *value = together(&out, &seen, m));
        };
        let count = self.weights.len();
        let intervals = bootstrap.intervals(units.count, count, statistics, run)?;
        let (out, seen) = (self.left_out.values(), self.trained_on.values());
        let score = |(m, interval): (usize, Option<Interval>)| {
            let value = together(&out, &seen, m);
            Score {
                measure: self.left_out.measures()[m],
                value,
                interval: interval.filter(|_| value.is_finite()).map(|i| units.label(i)),
                rows: units.rows(),
                over_folds: None,
            }
        };
        Ok(intervals.into_iter().enumerate().map(score).collect())
    }
}

/// The .632+ weight: .632 if the learner does not overfit, 1 if the rows left out look as if nothing was learned. It is
/// the same for a metric and its negative, so it does not matter whether more is better.
fn weight(left_out: f64, trained_on: f64, no_information: f64) -> f64 {
    let overfitting = (left_out - trained_on) / (no_information - trained_on);
    let overfitting = if overfitting.is_finite() { overfitting.clamp(0.0, 1.0) } else { 0.0 };
    0.632 / (1.0 - 0.368 * overfitting)
}

/// The metrics of the same predictions if they had nothing to do with the truth.
fn no_information(
    panel: &MetricSet<'_>,
    test_predictions: &TestPredictions,
    scoring: &EvaluationOptions,
    seed: Seed,
) -> Result<Vec<f64>> {
    let n = test_predictions.len();
    if n <= ALL_PAIRS {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|t| (0..n).map(move |p| (t, p))).collect();
        return Ok(panel.of_other_rows(&scoring.decided(paired(test_predictions, &pairs)?)?)?.values());
    }
    let mut sums = vec![0.0; panel.measures().len()];
    for shuffle in 0..SHUFFLES {
        let mut order: Vec<usize> = (0..n).collect();
        seed.derive(NO_INFORMATION).derive(shuffle).rng().shuffle(&mut order);
        let pairs: Vec<(usize, usize)> = (0..n).zip(order).collect();
        let values = panel.of_other_rows(&scoring.decided(paired(test_predictions, &pairs)?)?)?.values();
        sums.iter_mut().zip(values).for_each(|(sum, x)| *sum += x / SHUFFLES as f64);
    }
    Ok(sums)
}

/// The truth of one row with the prediction of another, for each pair.
fn paired(test_predictions: &TestPredictions, pairs: &[(usize, usize)]) -> Result<TestPredictions> {
    let values = match &test_predictions.values {
        TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } => {
            TargetsAndPredictions::Classes {
                levels: levels.clone(),
                truth: pairs.iter().map(|&(t, _)| truth[t]).collect(),
                predicted: pairs.iter().map(|&(_, p)| predicted[p]).collect(),
                probabilities: hornbook_data::Matrix::new(
                    pairs.len(),
                    levels.len(),
                    pairs.iter().flat_map(|&(_, p)| probabilities.row(p).iter().copied()).collect(),
                )?,
            }
        }
        TargetsAndPredictions::Numbers { truth, predicted } => TargetsAndPredictions::Numbers {
            truth: pairs.iter().map(|&(t, _)| truth[t]).collect(),
            predicted: pairs.iter().map(|&(_, p)| predicted[p]).collect(),
        },
        TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => {
            return Err(Error::data(
                "the .632 bootstrap compares predictions with a target, and there is none",
                "use cross-validation, or the out-of-bag bootstrap alone",
            ));
        }
    };
    Ok(TestPredictions {
        rows: pairs.iter().map(|&(t, _)| test_predictions.rows[t]).collect(),
        weights: pairs
            .iter()
            .map(|&(t, p)| test_predictions.weights[t] * test_predictions.weights[p])
            .collect(),
        ends: vec![pairs.len()],
        values,
        costs: pairs.iter().filter_map(|&(t, _)| test_predictions.costs.get(t).copied()).collect(),
        // A loss belongs to a truth and a decision: the pair must be decided anew.
        losses: Vec::new(),
    })
}
