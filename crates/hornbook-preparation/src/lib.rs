//! What is done to columns before any learner.
//!
//! | item | what it is |
//! |---|---|
//! | [`FillMissing`] | any learner on rows with missing values |
//! | [`fill_missing::Fills`] | what the gaps of each column are filled with, as some rows settled it |
//! | [`ScaleColumns`] | any learner on columns in comparable units |
//! | [`scale_columns::Scales`] | in which unit each column is, as some rows settled it |

pub mod fill_missing;
mod preparation;
pub mod scale_columns;
mod within;

pub use fill_missing::{FillMissing, FillMissingModel};
pub use preparation::{Preparation, PreparedModel};
pub use scale_columns::{ScaleColumns, ScaleColumnsModel};
