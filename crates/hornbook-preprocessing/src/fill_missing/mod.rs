//! Imputation of missing values before any learner.
//!
//! A missing value in a numeric feature is imputed with the median of the training rows (or their mean, or a
//! constant); in a categorical feature it becomes a level of its own, or the most frequent one. Missingness may
//! be informative, so each numeric feature with missing values in training gets a missing indicator, 1 where it
//! was missing and 0 elsewhere: a linear model then has a coefficient for it, $w_j x_j + v_j m_j$, and the
//! imputed value does not matter to it.
//!
//! Imputation values are fitted on the training data alone and reused in prediction, so that there is no data
//! leakage. Data without missing values gives the model that the learner within would give by itself. Medians
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
//! use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
//! use hornbook_linear::Ridge;
//! use hornbook_preprocessing::FillMissing;
//!
//! Registry::fill(|| vec![RegistryEntry::of::<Ridge>()]); // or hornbook::registry()
//! let table = Table::builder()
//!     .number("x", vec![1.0, f64::NAN, 3.0, 4.0, 8.0])
//!     .number("y", vec![1.0, 9.0, 3.0, 4.0, 8.0])
//!     .build()?;
//! let model = FillMissing::default().estimator(Ridge::default()).fit(&table.dataset().target("y")?)?;
//! assert_eq!(model.within().info().schema.inputs[1].name, "x missing");
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

use crate::pipeline::PipelineModel;

/// Imputation values, and the model fitted on the imputed data.
pub type FillMissingModel = PipelineModel<ImputationValues>;
