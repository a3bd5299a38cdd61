//! AutoML: from a table to a tested model and a report.
//!
//! A [`Study`] checks the data ([`data_checks`]), holds out a test set or uses nested cross-validation, compares learners of
//! every family on the other rows, tunes the best, selects the simplest of those that are not significantly different from
//! the best, and evaluates it on the held-out test set. The result is a [`StudyRecord`]: plain data, of which the report
//! is made.

mod advice;
mod answer;
mod candidate_evaluator;
mod candidates;
mod checkpoint;
mod choice;
pub mod data_checks;
mod events;
mod folder;
mod interpretation;
mod pipeline;
#[allow(dead_code, reason = "studies do not call it yet")]
mod predictability;
mod preprocessing;
pub mod record;
mod selection;
mod study;
mod test_evaluation;
#[cfg(test)]
mod textbook;
mod time;
mod work;

pub use advice::{DistributionKnowledge, LearningAdvice, advise};
pub use events::StudyEvent;
pub use folder::StudyFolder;
pub use preprocessing::display_name;
pub use record::StudyRecord;
pub use study::{FinishedStudy, Study};
pub use work::{WorkSize, declared_work};
