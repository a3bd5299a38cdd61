//! Imputation of missing values.
//!
//! A missing value in a numeric feature is imputed with the median of the training rows (or their mean, or a
//! constant); in a categorical feature it becomes a level of its own, or the most frequent one. Missingness may
//! be informative, so each numeric feature with missing values in training gets a missing indicator, 1 where it
//! was missing and 0 elsewhere: a linear model then has a coefficient for it, $w_j x_j + v_j m_j$, and the
//! imputed value does not matter to it.
//!
//! Imputation values are fitted on the training data alone and reused in prediction, so that there is no data
//! leakage. Data without missing values stay as they are. Medians
//! cost a sort of each column, and imputation a copy of those columns with missing values. No random numbers are
//! drawn.
//!
//! Trees, forests, boosting and naive Bayes handle missing values natively and often better: a tree learns which
//! branch they follow. Use this for learners that do not, such as linear models and neighbors.
//!
//! References: Little and Rubin, *Statistical analysis with missing data* (2019); Josse, Prost, Scornet and Varoquaux, *On
//! the consistency of supervised learning with missing values* (2019).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::FillMissing;
//!
//! let table = Table::builder().number("x", vec![1.0, f64::NAN, 3.0, 4.0, 8.0]).build()?;
//! let model = FillMissing::default().fit(&table.dataset())?;
//! assert_eq!(model.transformer()?.outputs()[1].name, "x missing");
//! assert!(model.explain().to_string().contains("x: imputed with 3.5"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod apply;
mod fit;
mod imputation_values;
mod params;
#[cfg(test)]
mod tests;

pub use imputation_values::{ImputationValue, ImputationValues};
pub use params::{CategoricalStrategy, FillMissing, NumericStrategy};

use hornbook_learner::TransformerModel;

/// Fitted imputation values.
pub type FillMissingModel = TransformerModel<ImputationValues>;
