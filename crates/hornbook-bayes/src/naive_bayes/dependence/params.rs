use hornbook_core::Learner;

/// Tree-augmented naive Bayes (TAN): each feature may depend on one other, in the Chow–Liu tree of largest
/// conditional mutual information.
///
/// Relaxes the conditional independence of naive Bayes: a feature depends on the class and on its parent in
/// the tree. Numeric features are discretized (equal-frequency bins).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "tree-augmented-naive-bayes",
    aliases("tan"),
    r = "bnclassify::tan_cl",
    weka = "BayesNet -Q TAN",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    out_of_core,
    generative,
    work = "rows * columns^2"
)]
pub struct TreeAugmentedNaiveBayes {
    /// Additive smoothing (pseudo-counts) of every cell of a conditional probability table; 1 is Laplace
    /// smoothing.
    #[param(default = 1.0, range = ">0..", search = "1e-2..10 log")]
    pub alpha: f64,
    /// Maximum number of bins of a numeric feature (equal-frequency discretization).
    #[param(default = 10, range = "2..=1000")]
    pub bins: u32,
}

/// Averaged one-dependence estimators (AODE): the average of models in each of which all features depend on
/// the class and on one common parent feature.
///
/// Needs no structure learning, and is among the most accurate relaxations of naive Bayes. Numeric features
/// are discretized (equal-frequency bins).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "averaged-one-dependence",
    aliases("aode", "averaged one-dependence estimators"),
    r = "bnclassify::aode",
    weka = "A1DE",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    out_of_core,
    incremental,
    generative,
    work = "rows * columns^2"
)]
pub struct AveragedOneDependence {
    /// Additive smoothing (pseudo-counts) of every cell of a conditional probability table; 1 is Laplace
    /// smoothing.
    #[param(default = 1.0, range = ">0..", search = "1e-2..10 log")]
    pub alpha: f64,
    /// Maximum number of bins of a numeric feature (equal-frequency discretization).
    #[param(default = 10, range = "2..=1000")]
    pub bins: u32,
    /// Minimum weight of rows with a value for it to be used as a parent (frequency limit).
    #[param(default = 1.0, range = "0..", search = "1..100 log")]
    pub min_samples: f64,
}
