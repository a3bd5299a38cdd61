use hornbook_core::{Choice, CountOrFraction, Learner};

/// Ordinal encoding: the levels of a categorical feature become the numbers 0, 1, 2, ….
///
/// A transformer for a pipeline, like scikit-learn's OrdinalEncoder: levels are those of the training rows, in their order.
/// Numbers, dates and texts are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "ordinal",
    aliases("ordinal encoding", "label encoding", "integer encoding", "OrdinalEncoder"),
    sklearn = "OrdinalEncoder, LabelEncoder",
    r = "as.integer, recipes::step_integer",
    weka = "OrdinalToNumeric",
    family = "preprocessing",
    tasks(transformation),
    removes(categories),
    applied = "ordinal encoded",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Ordinal {
    /// What becomes of levels that training did not see.
    #[param(default = OrdinalUnknown::UseEncodedValue)]
    pub handle_unknown: OrdinalUnknown,
    /// The number of levels that training did not see; none makes them missing.
    pub unknown_value: Option<f64>,
    /// The number of missing values; none keeps them missing.
    pub encoded_missing_value: Option<f64>,
    /// Levels of fewer rows (a count, or a fraction of the rows) are infrequent, and share a number, the last.
    pub min_frequency: Option<CountOrFraction>,
    /// Most numbers of a feature, with that of its infrequent levels; the most frequent levels have their own.
    #[param(range = "1..")]
    pub max_categories: Option<u32>,
}

/// What becomes of levels that training did not see. Where training had no missing values, rows to predict do not tell them from
/// missing values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OrdinalUnknown {
    /// They are refused with a sentence.
    Error,
    /// They become a number of their own (`unknown_value`).
    UseEncodedValue,
}
