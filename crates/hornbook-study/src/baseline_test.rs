//! Whether a model is better than the baseline: a permutation test of the metric on test rows.

use hornbook_core::{Result, Run, Seed};
use hornbook_evaluation::{EvaluationOptions, Measure, TargetsAndPredictions, TestPredictions};
use rayon::prelude::*;

/// Permutations: as many as this much work allows, within limits.
const MOST_PERMUTATIONS: usize = 999;
const LEAST_PERMUTATIONS: usize = 199;
const WORK: f64 = 4e8;
/// Additions for a row and a class of a metric, more or less.
const WORK_OF_A_ROW: f64 = 60.0;

/// Whether the kept model predicts better than the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BaselineVerdict {
    pub is_better: bool,
    /// That the target has nothing to do with the features.
    pub p_value: Option<f64>,
}

/// The p-value of the hypothesis that the predictions have nothing to do with the targets of rows that the model has not seen: how often
/// shuffled targets are predicted as well. Rows of one unit keep their targets together in the order of the units, which is turned round
/// instead of shuffled where neighbors are alike.
pub(crate) fn permutation_p_value(
    test_predictions: &TestPredictions,
    scoring: &EvaluationOptions,
    measure: Measure,
    alike: Option<&[usize]>,
    run: &Run,
) -> Result<f64> {
    let scoring = scoring.clone().measures(&[measure]);
    let value = |rows: &TestPredictions| -> Result<f64> {
        Ok(scoring.values(rows)?.first().map_or(f64::NAN, |&(_, value)| value))
    };
    let observed = value(test_predictions)?;
    if !observed.is_finite() {
        return Ok(1.0);
    }
    let rows = test_predictions.len();
    let width = match &test_predictions.values {
        TargetsAndPredictions::Classes { levels, .. } => levels.len(),
        _ => 1,
    };
    let permutations = ((WORK / (WORK_OF_A_ROW * (rows * width) as f64)) as usize)
        .clamp(LEAST_PERMUTATIONS, MOST_PERMUTATIONS);
    let is_as_good = |index: usize| -> Result<bool> {
        run.check()?;
        let mut rng = Seed(run.root_seed().0).derive(index as u64).rng();
        let mut order: Vec<usize> = (0..rows).collect();
        match alike {
            None => rng.shuffle(&mut order),
            Some(neighbors) => {
                let turn = 1 + (rng.unit() * (rows.max(2) - 1) as f64) as usize;
                (0..rows).for_each(|place| order[neighbors[place]] = neighbors[(place + turn) % rows]);
            }
        }
        let shuffled = value(&with_targets_of(test_predictions, &order))?;
        Ok(match measure.higher_is_better() {
            true => shuffled >= observed,
            false => shuffled <= observed,
        })
    };
    let as_good = (0..permutations)
        .into_par_iter()
        .map(is_as_good)
        .try_fold(|| 0usize, |count, is_as_good| is_as_good.map(|yes| count + usize::from(yes)))
        .try_reduce(|| 0, |a, b| Ok(a + b))?;
    Ok((1 + as_good) as f64 / (1 + permutations) as f64)
}

/// The same predictions beside the targets, weights and costs of other rows.
fn with_targets_of(rows: &TestPredictions, order: &[usize]) -> TestPredictions {
    let pick = |values: &[f64]| order.iter().map(|&row| values[row]).collect::<Vec<f64>>();
    let mut shuffled = rows.clone();
    shuffled.weights = pick(&rows.weights);
    if !rows.costs.is_empty() {
        shuffled.costs = pick(&rows.costs);
    }
    match (&mut shuffled.values, &rows.values) {
        (TargetsAndPredictions::Classes { truth, .. }, TargetsAndPredictions::Classes { truth: own, .. }) => {
            *truth = order.iter().map(|&row| own[row]).collect()
        }
        (TargetsAndPredictions::Numbers { truth, .. }, TargetsAndPredictions::Numbers { truth: own, .. }) => {
            *truth = pick(own)
        }
        _ => (),
    }
    shuffled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p_value(truth: Vec<f64>, predicted: Vec<f64>, alike: Option<&[usize]>, seed: u64) -> f64 {
        let rows = TestPredictions::of_numbers(truth, predicted, None).unwrap();
        let run = Run::default().seed(seed);
        permutation_p_value(&rows, &EvaluationOptions::default(), Measure::Rmse, alike, &run).unwrap()
    }

    #[test]
    fn predictions_that_are_right_are_no_chance() {
        let truth: Vec<f64> = (0..60).map(|i| f64::from(i * 7 % 60)).collect();
        assert!(p_value(truth.clone(), truth.iter().map(|y| 0.9 * y + 3.0).collect(), None, 1) < 0.002);
    }

    /// The level: at most one in twenty, within three standard errors of that rate.
    #[test]
    fn chance_is_chance() {
        let studies = 300;
        let alarms = (0..studies)
            .filter(|&seed| {
                let mut rng = Seed(seed).derive(5).rng();
                let mut numbers = || (0..40).map(|_| rng.unit()).collect::<Vec<f64>>();
                p_value(numbers(), numbers(), None, seed) <= 0.05
            })
            .count() as f64;
        let expected = 0.05 * studies as f64;
        assert!((alarms - expected).abs() <= 3.0 * (expected * 0.95).sqrt(), "{alarms} of {studies}");
    }

    /// Two slow waves agree by chance more often than shuffled rows would: turned round they keep their waves.
    #[test]
    fn neighbors_that_are_alike_are_turned_round() {
        let wave = |shift: f64| (0..80).map(|i| (f64::from(i) / 13.0 + shift).sin()).collect::<Vec<f64>>();
        let order: Vec<usize> = (0..80).collect();
        let (truth, predicted) = (wave(0.0), wave(0.9));
        assert!(p_value(truth.clone(), predicted.clone(), None, 3) < 0.01);
        assert!(p_value(truth, predicted, Some(&order), 3) > 0.05);
    }
}
