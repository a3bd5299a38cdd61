//! The learner that prepared rows are for.

use hornbook_core::{LearnerSpec, Result, Task};
use hornbook_data::Dataset;
use hornbook_learner::{Learner, Registry};

/// The learner that was asked for; else logistic regression for classes, and `for_numbers` for numbers.
pub(crate) fn learner_within(
    asked: Option<&LearnerSpec>,
    data: &Dataset,
    for_numbers: LearnerSpec,
) -> Result<Box<dyn Learner>> {
    let usual = match data.task()? {
        Task::Classification => LearnerSpec::new("logistic-regression"),
        _ => for_numbers,
    };
    Registry::filled()?.learner(asked.unwrap_or(&usual))
}
