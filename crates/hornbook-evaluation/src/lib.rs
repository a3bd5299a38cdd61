//! Model evaluation: every score with its confidence interval, and the baseline's beside it.
//!
//! - [`resampling`]: a resampling strategy ([`CrossValidation`], [`HoldOut`], …) trains a learner on part of them,
//!   evaluates it on the rest, and gives an [`Evaluation`] with a [`Score`] for each [`Measure`];
//! - [`measures`]: the plain functions behind the metrics, and more of them;
//! - [`intervals`]: confidence intervals of scores;
//! - [`benchmark`] and [`significance`]: whether one learner is better than another;
//! - [`model_selection`]: which parameters, which model, how much data;
//! - [`decisions`] and [`calibration`]: from probabilities to actions;
//! - [`conformal_intervals`]: how far the predictions of a model are off for rows it did not see;
//! - [`inspection`]: what columns do in any model;
//! - [`policy`]: when classes are imbalanced and differences significant, the same everywhere.
//!
//! Training parts are views of the table, folds run in parallel, and the result is the same on any number of threads.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_evaluation::{CrossValidation, Resampling};
//! use hornbook_learner::Baseline;
//! let kinds: Vec<Option<&str>> = (0..40).map(|i| Some(if i < 12 { "rare" } else { "common" })).collect();
//! let table = Table::builder().category("kind", &kinds).build()?;
//! let result = CrossValidation::new(4).seed(7).evaluate(&Baseline::default(), &table.dataset().target("kind")?)?;
//! assert_eq!(result.scores[0].to_string(), "accuracy 0.700, 95 % CI 0.546 to 0.819 (Wilson)");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

pub mod benchmark;
pub mod calibration;
pub mod decisions;
pub mod inspection;
pub mod intervals;
pub mod measures;
pub mod model_selection;
pub mod policy;
pub mod resampling;
pub mod significance;

mod bootstrap632;
mod checks;
mod conformal;
mod curves;
mod evaluate;
mod evaluation;
mod folds;
mod importance;
mod measure;
mod metric_set;
mod metric_sums;
mod options;
mod rowwise_metrics;
mod score;
mod stability;
mod test_predictions;
mod tools;

pub use conformal::{conformal_intervals, cross_conformal_intervals};
pub use curves::Curves;
pub use evaluation::{Evaluation, Fold};
pub use folds::FoldResults;
pub use importance::{ColumnImportance, PermutationImportance, permutation_importance};
pub use intervals::{Interval, IntervalMethod};
pub use measure::{EVALUATED_TASKS, Measure};
pub use measures::ConfusionMatrix;
pub use options::EvaluationOptions;
pub use resampling::{
    AutoCrossValidation, Bootstrap632, BootstrapKind, CrossValidation, HoldOut, LeavePOut, LockedTest,
    PredefinedSplits, Resampling, ShuffleSplit, Split, SplitPlan, ThreeWaySplit, TimeSeriesSplit,
    TrainValidationTest,
};
pub use score::{FoldSummary, Score};
pub use test_predictions::{TargetsAndPredictions, TestPredictions};
pub use tools::tool_entries;
