use hornbook_core::Learner;

/// Naive Bayes in which each column may depend on one other: the tree that tells most about the columns.
///
/// A column depends on the class and on its parent in a tree, which is the one with the most information between neighbours
/// within classes (Chow and Liu). Numbers are put into bins.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "tree-augmented-naive-bayes",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    weights,
    batches
)]
pub struct TreeAugmentedNaiveBayes {
    /// Rows of each value that are imagined in every cell of a table.
    #[param(default = 1.0, range = ">0..", search = "1e-2..10 log")]
    pub alpha: f64,
    /// Most bins of a column of numbers, each of about the same weight.
    #[param(default = 10, range = "2..=1000")]
    pub bins: u32,
}

/// The average of models in each of which all columns depend on the class and on one of them.
///
/// Needs no choice of a tree, and is hard to beat among models that only count (AODE). Numbers are put into bins.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "averaged-one-dependence",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    weights,
    batches,
    more_rows
)]
pub struct AveragedOneDependence {
    /// Rows of each value that are imagined in every cell of a table.
    #[param(default = 1.0, range = ">0..", search = "1e-2..10 log")]
    pub alpha: f64,
    /// Most bins of a column of numbers, each of about the same weight.
    #[param(default = 10, range = "2..=1000")]
    pub bins: u32,
    /// The least weight of rows with a value for the others to depend on it.
    #[param(default = 1.0, range = "0..", search = "1..100 log")]
    pub min_samples: f64,
}
