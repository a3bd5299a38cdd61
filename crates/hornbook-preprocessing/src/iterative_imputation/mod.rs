//! Iterative imputation (chained equations, MICE).
//!
//! A value that is missing is predicted from the other features: a learner is trained on the rows where it is there, with that
//! feature as its target, and fills the rest. Since the other features have missing values themselves, all are first filled with
//! medians and most frequent levels, and then one feature after the other is predicted anew, those with the fewest missing values
//! first, for some rounds or until nothing changes by much. Any learner will do; a learner for classes fills categories, a
//! learner for numbers only leaves them at their most frequent level.
//!
//! Rows to transform go through the same chain of models, which are all kept: as many as there are rounds and features with missing
//! values in training. A feature without missing values in training that has one later gets its median or most frequent level.
//! Text is passed through. The seed is that of the learners.
//!
//! With `sample_posterior` missing values are not the predictions but draws from the predictive distribution of the models, if these have
//! one, such as those of Bayesian ridge: imputations by several seeds vary as much as is not known (multiple imputation). One seed
//! gives one imputation, of rows to transform, too; a row draws by its place among them.
//!
//! References: Rubin, *Multiple imputation for nonresponse in surveys* (1987); van Buuren and Groothuis-Oudshoorn, *mice: multivariate imputation by chained equations in R* (2011); Stekhoven and
//! Bühlmann, *MissForest* (2012).
//!
//! ```no_run
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::IterativeImputation;
//!
//! // After hornbook::registry(), which makes the learners known by name.
//! let table = Table::builder().number("a", vec![1.0, 2.0, 3.0, 4.0]).number("b", vec![2.0, f64::NAN, 6.0, 8.0]).build()?;
//! let model = IterativeImputation::default().fit(&table.dataset())?;
//! println!("{}", model.explain());
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod chain;
mod fit;
mod params;
mod posterior;
#[cfg(test)]
mod tests;

pub use chain::ChainedImputer;
pub use params::{ImputationOrder, IterativeImputation};

use hornbook_learner::TransformerModel;

/// Fitted iterative imputation.
pub type IterativeImputationModel = TransformerModel<ChainedImputer>;
