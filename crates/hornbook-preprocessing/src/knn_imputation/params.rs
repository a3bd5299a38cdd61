use hornbook_core::{Choice, Learner};
use serde::{Deserialize, Serialize};

/// Imputation by neighbors: missing values are filled from the nearest training rows (k-nearest neighbors).
///
/// A transformer for a pipeline, like scikit-learn's KNNImputer: distances are Euclidean over the numeric features that both
/// rows have (nan-Euclidean). Numbers get the mean of the neighbors, levels the most frequent among them. Scale numeric features
/// before. Text features are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "knn-imputation",
    aliases("nearest neighbor imputation", "KNNImputer"),
    sklearn = "KNNImputer",
    r = "VIM::kNN, recipes::step_impute_knn",
    family = "preprocessing",
    tasks(transformation),
    removes(missing),
    applied = "imputed",
    missing,
    categories,
    text,
    sample_weights,
    scale_sensitive,
    explicit_only
)]
pub struct KnnImputation {
    /// Number of neighbors.
    #[param(default = 5, range = "1..=1000000", search = "1..20")]
    pub n_neighbors: u32,
    /// How much each neighbor counts.
    #[param(default = DonorWeights::Uniform, search = "every")]
    pub weights: DonorWeights,
}

/// How much each neighbor counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum DonorWeights {
    /// All the same.
    Uniform,
    /// The inverse of its distance; at distance zero, only those at distance zero count.
    Distance,
}
