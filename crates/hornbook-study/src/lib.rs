//! AutoML: from a table to a tested model and a report.
//!
//! A [`Study`] checks the data ([`data_checks`]), searches among learners of every family and their hyperparameters by cross-validation,
//! keeps the ensemble of the best expected score (or a simple or a fast model), corrects its score for the bias of selection or tests it
//! on a held-out test set, and trains it on all rows. The result is a [`StudyRecord`]: plain data, of which the report is made.

mod advice;
mod answer;
mod baseline_test;
mod bias_correction;
mod calibration;
mod checkpoint;
pub mod data_checks;
mod decision;
mod events;
mod final_model;
mod folder;
mod interpretation;
mod leaderboard;
mod metric_policy;
mod model_record;
mod out_of_fold_checks;
mod predictability;
mod preference;
pub mod record;
mod search;
mod study;
mod test_evaluation;
mod test_rows;
#[cfg(test)]
mod textbook;

pub use advice::{DistributionKnowledge, LearningAdvice, advise};
pub use events::StudyEvent;
pub use folder::StudyFolder;
pub use preference::Preference;
pub use record::StudyRecord;
pub use search::{WorkSize, declared_work, display_name};
pub use study::{FinishedStudy, Study};
