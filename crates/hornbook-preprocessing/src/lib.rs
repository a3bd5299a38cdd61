//! Preprocessing: transformers of columns, to stand before any learner in a pipeline.
//!
//! | item | what it is |
//! |---|---|
//! | [`FillMissing`] | imputation of missing values |
//! | [`fill_missing::ImputationValues`] | what the missing values of each column are imputed with, fitted on some rows |
//! | [`ScaleColumns`] | feature scaling |
//! | [`scale_columns::FittedScaler`] | center and scale of each column, fitted on some rows |

pub mod fill_missing;
pub mod scale_columns;

pub use fill_missing::{FillMissing, FillMissingModel};
pub use scale_columns::{ScaleColumns, ScaleColumnsModel};

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::{FittedPart, RegistryEntry, load_earlier_pipeline};
    vec![
        RegistryEntry::of::<FillMissing>().with_earlier_files(|info, bytes| {
            load_earlier_pipeline::<fill_missing::ImputationValues>(FittedPart::Inline, info, bytes)
        }),
        RegistryEntry::of::<ScaleColumns>().with_earlier_files(|info, bytes| {
            load_earlier_pipeline::<scale_columns::FittedScaler>(FittedPart::Inline, info, bytes)
        }),
    ]
}
