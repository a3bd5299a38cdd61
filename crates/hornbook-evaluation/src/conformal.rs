//! Prediction intervals from rows that the models behind them did not see.

use crate::checks::check_one_target;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use crate::{AutoCrossValidation, EvaluationOptions, Resampling};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Learner, PredictionIntervals};

/// What evaluated rows say about the errors of predictions: of rows that were evaluated by models that did not see them, such as
/// those of cross-validation.
pub fn conformal_intervals(test_predictions: &TestPredictions) -> Result<PredictionIntervals> {
    test_predictions.check()?;
    match &test_predictions.values {
        TargetsAndPredictions::Numbers { truth, predicted } => {
            let residuals: Vec<f64> =
                truth.iter().zip(predicted).map(|(truth, found)| truth - found).collect();
            PredictionIntervals::of_numbers(&residuals, &test_predictions.weights)
        }
        TargetsAndPredictions::Classes { truth, probabilities, .. } => {
            let of_truth =
                truth.iter().enumerate().map(|(row, &class)| probabilities.at(row, class as usize));
            PredictionIntervals::of_classes(&of_truth.collect::<Vec<_>>(), &test_predictions.weights)
        }
        TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => Err(Error::data(
            "prediction intervals are about the errors of predictions, and there is no target",
            "fit a learner that predicts one",
        )),
    }
}

/// Cross-validates a learner to find out how far its predictions are off. The intervals are for the model of all rows.
///
/// ```
/// use hornbook_core::{Run, Seed};
/// use hornbook_data::Table;
/// use hornbook_evaluation::cross_conformal_intervals;
/// use hornbook_learner::Baseline;
/// let mut rng = Seed(7).rng();
/// let table = Table::builder().number("y", (0..200).map(|_| rng.unit()).collect()).build()?;
/// let data = table.dataset().target("y")?;
/// let intervals = cross_conformal_intervals(&Baseline::default(), &data, 5, &Run::default())?;
/// // Of numbers from 0 to 1, ninety of a hundred are within 0.45 of the mean.
/// assert!((intervals.error(0.9)? - 0.45).abs() < 0.03);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn cross_conformal_intervals(
    learner: &dyn Learner,
    data: &Dataset,
    folds: usize,
    run: &Run,
) -> Result<PredictionIntervals> {
    check_one_target(data.additional_targets().len())?;
    let design = AutoCrossValidation::new(folds).seed(run.root_seed().0);
    conformal_intervals(
        &design.folds_with(learner, data, &EvaluationOptions::default(), run)?.test_predictions,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use hornbook_data::Table;
    use hornbook_learner::{Fit, Model, Predictions};
    use hornbook_trees::DecisionTree;

    /// Numbers of uneven noise, and classes that overlap.
    fn table(rows: usize, seed: u64) -> Table {
        let mut rng = Seed(seed).rng();
        let (mut x, mut y, mut kind) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rows {
            let at = rng.unit() * 4.0;
            x.push(at);
            y.push(at.sin() + (rng.unit() - 0.3) * (0.2 + at));
            kind.push(Some(["a", "b", "c"][((at / 1.4) as usize + usize::from(rng.unit() < 0.3)).min(2)]));
        }
        Table::builder().number("x", x).number("y", y).category("kind", &kind).build().unwrap()
    }

    #[test]
    fn new_numbers_lie_in_their_intervals() {
        let learner = DecisionTree::default().max_depth(4).min_samples_leaf(5.0);
        for level in [0.5, 0.9, 0.95] {
            let mut shares = Vec::new();
            for seed in 0..40 {
                let table_here = table(200, seed);
                let data = table_here.dataset().target("y").unwrap().only(&["x"]).unwrap();
                let half = cross_conformal_intervals(&learner, &data, 5, &Run::default()).unwrap();
                let (model, half) = (learner.fit(&data).unwrap(), half.error(level).unwrap());
                let new = table(300, 1000 + seed);
                let Predictions::Numbers(found) = model.predict(&new).unwrap().values else {
                    panic!("numbers")
                };
                let truth = new.column("y").unwrap();
                let is_inside = |(row, found): (usize, &f64)| {
                    let truth: f64 = truth.label(row).unwrap().parse().unwrap();
                    (truth - found).abs() <= half
                };
                let inside = found.iter().enumerate().filter(|&pair| is_inside(pair)).count();
                shares.push(inside as f64 / 300.0);
            }
            // Rows of one training set stand or fall together, so that the error is that of the mean over training sets.
            let (n, share, variance) = crate::intervals::moments(&shares);
            let error = (variance / n).sqrt();
            assert!((share - level).abs() < 3.0 * error, "{share} ± {error} of the rows at {level}");
        }
    }

    #[test]
    fn true_classes_are_in_their_sets() {
        let learner = DecisionTree::default().max_depth(3).min_samples_leaf(10.0);
        for level in [0.8, 0.95] {
            let (mut shares, mut all, mut sizes) = (Vec::new(), 0.0, 0.0);
            for seed in 0..40 {
                let table_here = table(200, seed);
                let data = table_here.dataset().target("kind").unwrap().only(&["x"]).unwrap();
                let found = cross_conformal_intervals(&learner, &data, 5, &Run::default()).unwrap();
                let (model, least) = (learner.fit(&data).unwrap(), 1.0 - found.error(level).unwrap());
                let new = table(300, 1000 + seed);
                let probabilities = model.probabilities(&new).unwrap();
                let kinds = new.column("kind").unwrap();
                let mut inside = 0.0;
                for row in 0..300 {
                    let classes = &model.info().schema.target.classes;
                    let truth =
                        classes.iter().position(|class| Some(class) == kinds.label(row).as_ref()).unwrap();
                    inside += f64::from(u8::from(probabilities.at(row, truth) >= least));
                    sizes += probabilities.row(row).iter().filter(|p| **p >= least).count() as f64;
                    all += 1.0;
                }
                shares.push(inside / 300.0);
            }
            let (n, share, variance) = crate::intervals::moments(&shares);
            let error = (variance / n).sqrt();
            // Probabilities of a tree are few numbers, so that many classes sit exactly at the limit and are kept: sets hold
            // the truth at least as often as promised, and that is no more than one step of those numbers too often.
            assert!(
                share > level - 3.0 * error && share < level + 0.08,
                "{share} ± {error} of the rows at {level}"
            );
            assert!(sizes / all < 2.5, "sets of {} classes exclude nothing", sizes / all);
        }
    }

    #[test]
    fn judged_rows_of_classes() {
        let probabilities = hornbook_data::Matrix::new(2, 2, vec![0.75, 0.25, 0.5, 0.5]).unwrap();
        let levels = ["a".to_string(), "b".to_string()].into();
        let test_predictions =
            TestPredictions::of_probabilities(levels, vec![0, 1], probabilities, None).unwrap();
        let found = conformal_intervals(&test_predictions).unwrap();
        assert_eq!(found, PredictionIntervals::of_classes(&[0.75, 0.5], &[1.0; 2]).unwrap());
    }
}
