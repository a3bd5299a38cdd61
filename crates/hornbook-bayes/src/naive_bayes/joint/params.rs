use hornbook_core::Learner;

/// Full joint Bayes classifier: the most frequent class among training rows with the same feature values,
/// smoothed by an m-estimate.
///
/// Makes no independence assumption, so it needs very many rows and few values: for comparison with naive
/// Bayes, and for small contingency tables. Numeric features are discretized (equal-frequency bins).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "joint-bayes",
    aliases("full joint", "joint distribution classifier"),
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    generative
)]
pub struct JointBayes {
    /// m-estimate smoothing: the equivalent sample size of the prior, for each combination of values.
    #[param(default = 1.0, range = "0..", search = "1e-2..10 log")]
    pub m: f64,
    /// Maximum number of bins of a numeric feature (equal-frequency discretization).
    #[param(default = 5, range = "2..=1000")]
    pub bins: u32,
}
