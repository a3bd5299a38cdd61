use hornbook_core::Learner;

/// The most likely class among training rows that are the same in all columns.
///
/// Takes nothing as independent, so it needs very many rows and few values: for comparison with naive Bayes, and for small
/// tables of causes. Numbers are put into bins.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "joint-bayes",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct JointBayes {
    /// The weight of the prior in rows, for each combination of values.
    #[param(default = 1.0, range = "0..", search = "1e-2..10 log")]
    pub m: f64,
    /// Most bins of a column of numbers, each of about the same weight.
    #[param(default = 5, range = "2..=1000")]
    pub bins: u32,
}
