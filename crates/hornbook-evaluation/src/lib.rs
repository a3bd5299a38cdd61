//! Scores that never stand alone: each with its interval, and the baseline's beside it.
//!
//! - [`resampling`]: a way to divide the rows ([`CrossValidation`], [`HoldOut`], …) trains a learner on part of them,
//!   judges it on the rest, and gives an [`Evaluation`] with a [`Score`] for each [`Measure`];
//! - [`measures`]: the plain functions behind the measures, and more of them;
//! - [`intervals`]: where a score would lie on other rows;
//! - [`contest`] and [`comparing`]: whether one learner is better than another;
//! - [`choosing`]: which parameters, which model, how much data;
//! - [`decisions`] and [`calibration`]: from probabilities to actions;
//! - [`intervals_of`]: how far the predictions of a model are off for rows it did not see;
//! - [`reading`]: what columns do in any model.
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
//! assert_eq!(result.scores[0].to_string(), "accuracy 0.700, 95 % interval 0.546 to 0.819 (Wilson)");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

pub mod calibration;
pub mod choosing;
pub mod comparing;
pub mod contest;
pub mod decisions;
pub mod intervals;
pub mod measures;
pub mod reading;
pub mod resampling;
pub mod text;

mod checks;
mod conformal;
mod curves;
mod direct;
mod evaluate;
mod evaluation;
mod folds;
mod importance;
mod judged;
mod judging;
mod measure;
mod optimism;
mod panel;
mod score;
mod sums;

pub use conformal::{cross_validated_intervals, intervals_of};
pub use curves::Curves;
pub use evaluate::check_scorable;
pub use evaluation::{Evaluation, Fold};
pub use folds::Folds;
pub use importance::{ColumnImportance, PermutationImportance, permutation_importance};
pub use intervals::{Interval, IntervalMethod};
pub use judged::{Answers, Judged};
pub use judging::Judging;
pub use measure::Measure;
pub use measures::ConfusionMatrix;
pub use resampling::{
    Bootstrap632, CrossValidation, GivenSplits, HoldOut, LeaveOut, LockedTest, OutOfBag, Parts, Plan,
    Resampling, Split, Subsampling, ThreeParts, TimeOrdered,
};
pub use score::{OverFolds, Score};
