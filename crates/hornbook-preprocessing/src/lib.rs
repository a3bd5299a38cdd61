//! Preprocessing: transformers of columns, to stand before any learner in a pipeline.
//!
//! | item | what it is |
//! |---|---|
//! | [`FillMissing`], [`KnnImputation`], [`IterativeImputation`], [`MissingIndicator`] | imputation of missing values, and indicators of them |
//! | [`ScaleColumns`], [`Power`], [`QuantileTransform`], [`Normalize`] | feature scaling, distributions of features, rows of length 1 |
//! | [`OneHot`], [`Ordinal`], [`TargetEncoding`], [`FeatureHashing`] | encoding of categories |
//! | [`Binning`], [`Binarize`] | numbers as intervals |
//! | [`PolynomialFeatures`], [`SplineFeatures`], [`DateParts`] | more columns of numbers and dates |
//! | [`Lags`], [`RollingWindows`] | columns made of the rows before |
//! | [`Function`], [`register_function`] | a formula or a function of one's own |
//! | [`class_indicators`] | one-hot targets |
//! | [`ColumnWise`] | what a transformer fits that makes columns of each input by itself |
//! | [`LevelGroups`] | which levels of a category are told apart |

pub mod binarize;
pub mod binning;
mod class_indicators;
mod column_wise;
pub mod date_parts;
pub mod feature_hashing;
pub mod fill_missing;
pub mod function;
pub mod iterative_imputation;
pub mod knn_imputation;
pub mod lags;
mod level_groups;
pub mod missing_indicator;
mod names;
pub mod normalize;
#[cfg(test)]
mod odd_rows;
pub mod one_hot;
pub mod ordinal;
#[cfg(test)]
mod parity;
pub mod polynomial_features;
pub mod power;
pub mod quantile_transform;
pub mod rolling_windows;
pub mod row_sequences;
pub mod scale_columns;
pub mod spline_features;
pub mod target_encoding;
mod tools;

pub use binarize::{Binarize, BinarizeModel};
pub use binning::{Binning, BinningModel};
pub use class_indicators::class_indicators;
pub use column_wise::{ColumnWise, FittedColumn};
pub use date_parts::{DateParts, DatePartsModel};
pub use feature_hashing::{FeatureHashing, FeatureHashingModel};
pub use fill_missing::{FillMissing, FillMissingModel};
pub use function::{Function, FunctionModel, register_function};
pub use iterative_imputation::{IterativeImputation, IterativeImputationModel};
pub use knn_imputation::{KnnImputation, KnnImputationModel};
pub use lags::{Lags, LagsModel};
pub use level_groups::{FrequencyLimits, LevelGroup, LevelGroups};
pub use missing_indicator::{MissingIndicator, MissingIndicatorModel};
pub use normalize::{Normalize, NormalizeModel};
pub use one_hot::{OneHot, OneHotModel};
pub use ordinal::{Ordinal, OrdinalModel};
pub use polynomial_features::{PolynomialFeatures, PolynomialFeaturesModel};
pub use power::{Power, PowerModel};
pub use quantile_transform::{QuantileTransform, QuantileTransformModel};
pub use rolling_windows::{RollingWindows, RollingWindowsModel};
pub use scale_columns::{ScaleColumns, ScaleColumnsModel};
pub use spline_features::{SplineFeatures, SplineFeaturesModel};
pub use target_encoding::{TargetEncoding, TargetEncodingModel};
pub use tools::tool_entries;

/// The learners of this crate, as the registry lists them: a study takes the first that removes what is to be removed.
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
        RegistryEntry::of::<KnnImputation>(),
        RegistryEntry::of::<IterativeImputation>(),
        RegistryEntry::of::<OneHot>(),
        RegistryEntry::of::<Ordinal>(),
        RegistryEntry::of::<TargetEncoding>(),
        RegistryEntry::of::<FeatureHashing>(),
        RegistryEntry::of::<MissingIndicator>(),
        RegistryEntry::of::<Binning>(),
        RegistryEntry::of::<Binarize>(),
        RegistryEntry::of::<Power>(),
        RegistryEntry::of::<QuantileTransform>(),
        RegistryEntry::of::<Normalize>(),
        RegistryEntry::of::<PolynomialFeatures>(),
        RegistryEntry::of::<SplineFeatures>(),
        RegistryEntry::of::<DateParts>(),
        RegistryEntry::of::<Lags>(),
        RegistryEntry::of::<RollingWindows>(),
        RegistryEntry::of::<Function>(),
    ]
}
