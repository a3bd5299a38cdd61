//! Scores that never stand alone: each with its interval, and the baseline's beside it.
//!
//! [`CrossValidation`] and [`HoldOut`] train a learner on part of the rows and judge it on the rest; the
//! [`Evaluation`] they give holds a [`Score`] for each [`Measure`]. Training parts are views of the table, folds
//! run in parallel, and the result is the same on any number of threads.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_evaluation::CrossValidation;
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
pub mod decisions;
pub mod intervals;
pub mod measures;

mod bootstrap;
mod checks;
mod confusion;
mod deal;
mod evaluate;
mod evaluation;
mod measure;
mod resampling;
mod score;
mod text;

pub use confusion::ConfusionMatrix;
pub use evaluation::{Evaluation, Fold};
pub use intervals::{Interval, IntervalMethod};
pub use measure::Measure;
pub use resampling::{CrossValidation, HoldOut, Split};
pub use score::Score;
