//! What is done to columns before any learner.
//!
//! | item | what it is |
//! |---|---|
//! | [`FillMissing`] | any learner on rows with missing values |
//! | [`fill_missing::ImputationValues`] | what the missing values of each column are imputed with, fitted on some rows |
//! | [`ScaleColumns`] | any learner on columns in comparable units |
//! | [`scale_columns::FittedScaler`] | center and scale of each column, fitted on some rows |

pub mod fill_missing;
mod pipeline;
pub mod scale_columns;
mod within;

pub use fill_missing::{FillMissing, FillMissingModel};
pub use pipeline::{PipelineModel, Transformer};
pub use scale_columns::{ScaleColumns, ScaleColumnsModel};

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::RegistryEntry;
    vec![RegistryEntry::of::<FillMissing>(), RegistryEntry::of::<ScaleColumns>()]
}
