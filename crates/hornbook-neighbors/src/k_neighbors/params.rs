use crate::index::Algorithm;
use crate::scale::FeatureScaling;
use crate::training_index::MetricName;
use crate::voting::VoteWeights;
use hornbook_core::{Choice, Learner, flatten_parameters};

/// k-nearest neighbors (k-NN): majority vote or mean of the k nearest training rows.
///
/// Instance-based (lazy) learning: there is nothing to fit, the training set is the model. Results depend on
/// the distance metric and so on feature scaling: see `scale`. Exact search by brute force, kd-tree or ball
/// tree, or approximate nearest neighbors by an HNSW graph.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors",
    aliases("knn", "k-nn", "k-nearest neighbors", "nearest neighbor"),
    sklearn = "KNeighborsClassifier, KNeighborsRegressor",
    r = "class::knn, kknn::kknn",
    weka = "IBk",
    family = "neighbors",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    scale_sensitive,
    attributes(crate::voting::TRAINING_ROWS),
    python_mixins("neighbors.Neighbors"),
    work = "rows * columns * log(rows + 1) * 10",
    study("n_neighbors=15, weights=distance", "n_neighbors=1")
)]
pub struct KNeighbors {
    /// Number of neighbors (k) that vote.
    #[param(default = 5, range = "1..", search = "1..50 log")]
    pub n_neighbors: u32,
    /// Weighting of neighbors: `uniform`, `distance` (inverse distance) or `squared_distance`.
    #[param(default = VoteWeights::Uniform, search = "every")]
    pub weights: VoteWeights,
    #[group]
    index: crate::training_index::IndexParameters,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Distance metric.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    #[group]
    scaling: crate::training_index::ScalingParameters,
    /// Prototype selection: which training rows are kept, for classification.
    #[param(default = Prototypes::None)]
    pub prototypes: Prototypes,
    #[group]
    graph: crate::training_index::GraphParameters,
}

/// Prototype selection: which training rows are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Prototypes {
    /// All.
    None,
    /// Condensed nearest neighbor (Hart): a small subset that classifies every training row correctly by
    /// 1-NN; each counts once.
    Condensed,
    /// Edited nearest neighbor (Wilson): drops rows that their `n_neighbors` neighbors misclassify.
    Edited,
}
