//! A learner on both sides of a split: the rows it was trained on, and the others.

use crate::evaluate::{Fitted, fit_and_judge};
use crate::judged::Judged;
use crate::judging::Judging;
use crate::measure::Measure;
use crate::panel::Panel;
use crate::resampling::{Plan, Split};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;

/// What a learner made of one split.
pub(super) struct Sides {
    /// The measure on the rows it was trained on.
    pub training: f64,
    /// The measure on the others.
    pub test: f64,
    /// The size of the model, if it can say.
    pub size: Option<f64>,
}

/// Trains every learner on every split and measures it on both sides. What a learner made of each split stands in its
/// list, in their order.
pub(super) fn both_sides(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: &Plan,
    judging: &Judging,
    measure: Measure,
    run: &Run,
) -> Result<Vec<Vec<Result<Sides>>>> {
    // One model judges the training rows and then the test rows, which are told apart afterwards.
    let together = |split: &Split| Split { test: [&split.train[..], &split.test].concat(), ..split.clone() };
    let joint = Plan { splits: plan.splits.iter().map(together).collect(), out_of_bag: None, ..plan.clone() };
    let value = |judged: &Judged| -> Result<f64> {
        let rules = judging.rules(judged)?;
        Ok(Panel::new(judged, &[measure], &rules)?.values().first().copied().unwrap_or(f64::NAN))
    };
    let sides = |(fitted, split): (Result<Fitted>, &Split)| -> Result<Sides> {
        let fitted = fitted?;
        let (training, test) = fitted.judged.cut(split.train.len())?;
        Ok(Sides { training: value(&training)?, test: value(&test)?, size: fitted.size })
    };
    let fitted = fit_and_judge(learners, data, &joint, judging, run)?;
    Ok(fitted.into_iter().map(|splits| splits.into_iter().zip(&plan.splits).map(sides).collect()).collect())
}
