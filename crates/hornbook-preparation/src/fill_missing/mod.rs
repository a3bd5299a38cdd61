//! Any learner on rows with missing values.
//!
//! A gap in a column of numbers is filled with the median of the training rows (or their mean, or a constant); a gap in a
//! category becomes a level of its own, or the most frequent one. That a number was missing may say something by itself, so
//! each column of numbers with a gap in training gets a second column beside it, 1 where it was missing and 0 elsewhere:
//! a linear model then has a weight for the gap, $w_j x_j + v_j m_j$, and what the gap is filled with does not matter to it.
//!
//! What is filled in is settled on the training rows alone, and predicting uses it again, so that nothing of a test row is
//! known in training. Rows without gaps give the model that the learner within would give by itself. Medians cost a sort of
//! each column, and filling a copy of those columns that have gaps. No random numbers are drawn.
//!
//! Trees, forests, boosting and naive Bayes take missing values by themselves and often better: a tree learns on which side a
//! gap belongs. Use this for learners that do not, such as linear models and neighbours.
//!
//! References: Little and Rubin, *Statistical analysis with missing data* (2019); Josse, Prost, Scornet and Varoquaux, *On
//! the consistency of supervised learning with missing values* (2019).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Entry, Fit, Model, Registry};
//! use hornbook_linear::Ridge;
//! use hornbook_preparation::FillMissing;
//!
//! Registry::fill(|| vec![Entry::of::<Ridge>()]); // or hornbook::registry()
//! let table = Table::builder()
//!     .number("x", vec![1.0, f64::NAN, 3.0, 4.0, 8.0])
//!     .number("y", vec![1.0, 9.0, 3.0, 4.0, 8.0])
//!     .build()?;
//! let model = FillMissing::default().estimator(Ridge::default()).fit(&table.dataset().target("y")?)?;
//! assert_eq!(model.within().info().schema.inputs[1].name, "x missing");
//! assert!(model.explain().to_string().contains("x: filled with 3.5"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod apply;
mod fills;
mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use fills::{Fill, Fills};
pub use params::{FillMissing, LevelFill, NumberFill};

use crate::preparation::PreparedModel;

/// What gaps are filled with, and the model that learned from the filled rows.
pub type FillMissingModel = PreparedModel<Fills>;
