//! Judging split by split, and no more.

use crate::evaluate::{Tried, fit_and_judge};
use crate::evaluation::Fold;
use crate::judged::Judged;
use crate::judging::Judging;
use crate::resampling::Plan;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;

/// What a learner made of each split, without intervals and without the baseline: for programs that want the numbers
/// of the splits. An [`Evaluation`](crate::Evaluation) says what they mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Folds {
    /// How the rows were divided, in words.
    pub design: String,
    /// The measures split by split.
    pub folds: Vec<Fold>,
    /// The judged rows with their predictions.
    pub judged: Judged,
    /// The mean size of the models, if all can say: see [`Model::size`](hornbook_learner::Model::size).
    pub size: Option<f64>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

pub(crate) fn judge_folds(
    learner: &dyn Learner,
    data: &Dataset,
    plan: Plan,
    judging: &Judging,
    run: &Run,
) -> Result<Folds> {
    // The rows that a bootstrap trained on say nothing about its splits.
    let plan = Plan { out_of_bag: None, ..plan };
    run.install(|| {
        let measures = judging.measures_for(data.task()?)?;
        let splits = fit_and_judge(&[learner], data, &plan, judging, run)?.pop().unwrap_or_default();
        let mut tried = Tried::of(splits.into_iter().collect::<Result<_>>()?, false);
        let values = tried.values(&measures, judging)?;
        if values.is_empty() {
            return Err(Error::data("the design makes no splits", "choose another"));
        }
        let fold = |(split, values): (_, &Vec<f64>)| Fold::of(split, &measures, values, None);
        let mut notes = data.notes().to_vec();
        notes.extend(plan.notes.iter().cloned());
        notes.append(&mut tried.warnings);
        Ok(Folds {
            folds: plan.splits.iter().zip(&values).map(fold).collect(),
            judged: Judged::joined(tried.splits)?,
            size: tried.size,
            design: plan.design,
            notes,
        })
    })
}
