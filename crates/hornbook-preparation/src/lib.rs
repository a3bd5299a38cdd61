//! What is done to columns before any learner.
//!
//! | item | what it is |
//! |---|---|
//! | [`FillMissing`] | any learner on rows with missing values |
//! | [`fill_missing::Fills`] | what the gaps of each column are filled with, as some rows settled it |

pub mod fill_missing;

pub use fill_missing::{FillMissing, FillMissingModel};
