//! Evaluating split by split, and no more.

use crate::evaluate::{SplitResults, fit_and_score};
use crate::evaluation::Fold;
use crate::options::EvaluationOptions;
use crate::resampling::SplitPlan;
use crate::test_predictions::TestPredictions;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;

/// What a learner made of each split, without intervals and without the baseline: for programs that want the numbers
/// of the splits. An [`Evaluation`](crate::Evaluation) says what they mean.
#[derive(Debug, Clone, PartialEq)]
pub struct FoldResults {
    /// How the rows were divided, in words.
    pub design: String,
    /// The metrics split by split.
    pub folds: Vec<Fold>,
    /// The evaluated rows with their predictions.
    pub test_predictions: TestPredictions,
    /// The mean size of the models, if all can say: see [`Model::size`](hornbook_learner::Model::size).
    pub size: Option<f64>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

pub(crate) fn evaluate_folds(
    learner: &dyn Learner,
    data: &Dataset,
    plan: SplitPlan,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<FoldResults> {
    // The rows that a bootstrap trained on say nothing about its splits.
    let plan = SplitPlan { out_of_bag: None, ..plan };
    run.install(|| {
        let measures = scoring.measures_of(learner, data)?;
        let splits = fit_and_score(&[learner], data, &plan, scoring, run)?.pop().unwrap_or_default();
        let mut tried = SplitResults::of(splits.into_iter().collect::<Result<_>>()?, false);
        let values = tried.values(&measures, scoring)?;
        if values.is_empty() {
            return Err(Error::data("the design makes no splits", "choose another"));
        }
        let fold = |(split, values): (_, &Vec<f64>)| Fold::of(split, &measures, values, None);
        let mut notes = data.notes().to_vec();
        notes.extend(plan.notes.iter().cloned());
        notes.append(&mut tried.warnings);
        Ok(FoldResults {
            folds: plan.splits.iter().zip(&values).map(fold).collect(),
            test_predictions: TestPredictions::joined(tried.splits)?,
            size: tried.size,
            design: plan.design,
            notes,
        })
    })
}
