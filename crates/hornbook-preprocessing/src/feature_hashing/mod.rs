//! Feature hashing (the hashing trick).
//!
//! Each level of each categorical feature, as `color=red`, has a column by its hash: no list of levels is kept, new levels
//! have columns, too, and the number of columns is fixed. Levels may share a column; with signs, such levels cancel out on average.
//! The hash is MurmurHash3 as in scikit-learn, so that columns are the same. Nothing is fitted.
//!
//! Rows to predict from a file have the levels of training only: levels that training did not see are read as missing, and
//! missing values have no column.
//!
//! References: Weinberger, Dasgupta, Langford, Smola and Attenberg, *Feature hashing for large scale multitask learning* (2009).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::FeatureHashing;
//!
//! let table = Table::builder().category("color", &[Some("red"), Some("blue")]).build()?;
//! let model = FeatureHashing::default().n_features(8).fit(&table.dataset())?;
//! assert_eq!(model.transformer()?.outputs().len(), 8);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
#[cfg(test)]
mod tests;

pub use fitted::{FeatureHashing, HashedLevels};

use hornbook_learner::TransformerModel;

/// Feature hashing as a model.
pub type FeatureHashingModel = TransformerModel<HashedLevels>;
