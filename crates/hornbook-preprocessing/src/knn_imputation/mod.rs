//! Imputation by neighbors.
//!
//! A missing number becomes the mean of the same feature over the nearest training rows in which it is known, a missing level the
//! most frequent one among them. Distances are Euclidean over the numbers that both rows have, scaled up by the share of numbers
//! that both lack: $d^2 = \frac{p}{|K|} \sum_{j \in K} (x_j - y_j)^2$ (nan-Euclidean). They are scale-sensitive: scale before. A row that shares no number
//! with any other gets the mean or the most frequent level of all.
//!
//! All training rows are kept, and each row with missing values is compared with each of them. Of training rows at the same
//! distance those with the smaller value come first, so that the order of rows does not matter; a row of weight 2 counts as two
//! neighbors. No random numbers are drawn.
//!
//! References: Troyanskaya et al., *Missing value estimation methods for DNA microarrays* (2001).
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::KnnImputation;
//!
//! let table = Table::builder()
//!     .number("a", vec![1.0, 1.1, 9.0, 9.1])
//!     .number("b", vec![5.0, f64::NAN, 70.0, 80.0])
//!     .build()?;
//! let model = KnnImputation::default().n_neighbors(1).fit(&table.dataset())?;
//! let made = model.transformer()?.transform(&table.dataset().row_features())?;
//! assert!(matches!(made.features().column(1), Feature::Number(b) if b[1] == 5.0));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod donors;
mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use donors::{DonorColumn, DonorRows};
pub use params::{DonorWeights, KnnImputation};

use hornbook_learner::TransformerModel;

/// Fitted imputation by neighbors.
pub type KnnImputationModel = TransformerModel<DonorRows>;
