use hornbook_core::{Choice, Learner};

/// Imputation of missing values (median, mean, constant, most frequent), with a missing
/// indicator.
///
/// A transformer for a pipeline, like scikit-learn's SimpleImputer: imputation values are fitted on the training data only,
/// inside each fold (no data leakage), and missing values are imputed again in prediction. Numeric features
/// get the median and a missing indicator column, categorical features a level of their own for missing
/// values. Text features are passed through. A feature without missing values in training that has one later
/// gets the median, or the most frequent level.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "fill-missing",
    aliases("imputer", "impute", "imputation"),
    sklearn = "SimpleImputer",
    r = "mice::mice",
    weka = "ReplaceMissingValues",
    family = "preprocessing",
    tasks(transformation),
    removes(missing),
    applied = "imputed",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct FillMissing {
    /// Imputation strategy for numeric features.
    #[param(default = NumericStrategy::Median, search = "every", aliases("numbers"))]
    pub strategy: NumericStrategy,
    /// The constant of the strategy `constant` for numeric features.
    #[param(default = 0.0)]
    pub fill_value: f64,
    /// Imputation strategy for categorical and boolean features.
    #[param(default = CategoricalStrategy::OwnLevel, search = "every")]
    pub categories: CategoricalStrategy,
    /// Add a missing indicator: a column that is 1 where the value was missing, for each numeric feature with
    /// missing values in training.
    #[param(default = true, search = "every")]
    pub add_indicator: bool,
}

/// Imputation strategy for numeric features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NumericStrategy {
    /// The median of the training rows.
    Median,
    /// The mean of the training rows.
    Mean,
    /// The most frequent number (mode) of the training rows; the smallest of those.
    MostFrequent,
    /// A constant.
    Constant,
}

/// Imputation strategy for categorical features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CategoricalStrategy {
    /// A level of its own for missing values.
    OwnLevel,
    /// The most frequent level (mode) of the training rows; the first of those.
    MostFrequent,
}
