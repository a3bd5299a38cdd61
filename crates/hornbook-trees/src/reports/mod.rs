//! Reports on a table before anything is learned from it: which rows contradict each other, and which columns tell most
//! of the class. And on a tree: what it shows of what its learner prefers.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_trees::reports::{inconsistent_rows, ranking};
//!
//! let table = Table::builder()
//!     .category("sky", &[Some("blue"), Some("gray"), Some("gray"), Some("blue")])
//!     .category("rain", &[Some("no"), Some("yes"), Some("no"), Some("no")])
//!     .build()?;
//! let data = table.dataset().target("rain")?;
//! // The second and the third day look the same, and only one of them was wet.
//! assert_eq!(inconsistent_rows(&data)?.groups[0].rows, [1, 2]);
//! assert_eq!(inconsistent_rows(&data)?.least_errors, 1.0);
//! assert!((ranking(&data)?[0].gain - 0.311278).abs() < 1e-6);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bias;
mod feature_ranking;
mod inconsistency;
mod ranking;

#[cfg(test)]
mod tests;

pub use bias::{ColumnUsage, InductiveBias, inductive_bias};
pub use feature_ranking::FeatureRanking;
pub use inconsistency::{InconsistencyReport, InconsistentGroup, inconsistent_rows};
pub use ranking::{RankedFeature, ranking};

use hornbook_core::{Error, Result};
use hornbook_data::{ClassLabels, Dataset, MISSING_CODE, Target};

/// The classes of the rows, or an error that says why there are none.
fn classes_of(data: &Dataset) -> Result<&ClassLabels> {
    match data.require_target()?.1 {
        Target::Classes(classes) => {
            let is_missing = |row: &u32| classes.codes[*row as usize] == MISSING_CODE;
            match data.rows().iter().find(is_missing) {
                None => Ok(classes),
                Some(row) => Err(Error::data(
                    format!("the target is missing in row {}", row + 1),
                    "leave those rows out with drop_missing_target()",
                )),
            }
        }
        Target::Numbers(_) => Err(Error::data(
            "the target is numeric, and the report is for classification",
            "give a target of classes, or call classify() on the dataset",
        )),
    }
}

/// The weight of a row of the table.
fn weight_of(data: &Dataset, row: u32) -> f64 {
    data.weights().map_or(1.0, |weights| weights[row as usize])
}
