//! Training and test score of a learner on a split.

use crate::evaluate::{SplitFit, fit_and_score};
use crate::measure::Measure;
use crate::metric_set::MetricSet;
use crate::options::EvaluationOptions;
use crate::resampling::{Split, SplitPlan};
use crate::test_predictions::TestPredictions;
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;

/// What a learner made of one split.
pub(super) struct TrainTestScores {
    /// The metric on the rows it was trained on.
    pub training: f64,
    /// The metric on the others.
    pub test: f64,
    /// The size of the model, if it can say.
    pub size: Option<f64>,
}

/// Trains every learner on every split and measures it on both sides. What a learner made of each split stands in its
/// list, in their order.
pub(super) fn train_test_scores(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: &SplitPlan,
    scoring: &EvaluationOptions,
    measure: Measure,
    run: &Run,
) -> Result<Vec<Vec<Result<TrainTestScores>>>> {
    // One model evaluates the training rows and then the test rows, which are told apart afterwards.
    let together = |split: &Split| Split { test: [&split.train[..], &split.test].concat(), ..split.clone() };
    let joint =
        SplitPlan { splits: plan.splits.iter().map(together).collect(), out_of_bag: None, ..plan.clone() };
    let value = |test_predictions: &TestPredictions| -> Result<f64> {
        let rules = scoring.metric_options(test_predictions)?;
        Ok(MetricSet::new(test_predictions, &[measure], &rules)?
            .values()
            .first()
            .copied()
            .unwrap_or(f64::NAN))
    };
    let sides = |(fitted, split): (Result<SplitFit>, &Split)| -> Result<TrainTestScores> {
        let fitted = fitted?;
        let (training, test) = fitted.test_predictions.cut(split.train.len())?;
        Ok(TrainTestScores { training: value(&training)?, test: value(&test)?, size: fitted.size })
    };
    let fitted = fit_and_score(learners, data, &joint, scoring, run)?;
    Ok(fitted.into_iter().map(|splits| splits.into_iter().zip(&plan.splits).map(sides).collect()).collect())
}
