use crate::index::Algorithm;
use crate::scale::FeatureScaling;
use crate::training_index::MetricName;
use crate::voting::VoteWeights;
use hornbook_core::{Choice, Learner};

/// k-nearest neighbors (k-NN): majority vote or mean of the k nearest training rows.
///
/// Instance-based (lazy) learning: there is nothing to fit, the training set is the model. Results depend on
/// the distance metric and so on feature scaling: see `scale`. Exact search by brute force, kd-tree or ball
/// tree, or approximate nearest neighbors by an HNSW graph.
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
    python_mixins("neighbors.Neighbors")
)]
pub struct KNeighbors {
    /// Number of neighbors (k) that vote.
    #[param(default = 5, range = "1..", search = "1..50 log")]
    pub n_neighbors: u32,
    /// Weighting of neighbors: `uniform`, `distance` (inverse distance) or `squared_distance`.
    #[param(default = VoteWeights::Uniform, search = "every")]
    pub weights: VoteWeights,
    /// Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// Leaf size of the kd-tree or ball tree, in rows.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Distance metric.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.
    #[param(default = FeatureScaling::None)]
    pub scale: FeatureScaling,
    /// Range that `min_max` scaling maps features to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// Prototype selection: which training rows are kept, for classification.
    #[param(default = Prototypes::None)]
    pub prototypes: Prototypes,
    /// HNSW: links per row of the graph (M); more give higher recall, and take more memory.
    #[param(default = 16, range = "2..=1024")]
    pub m: u32,
    /// HNSW: candidate list size while building the graph; more give higher recall, and a longer build.
    #[param(default = 200, range = "1..")]
    pub ef_construction: u32,
    /// HNSW: candidate list size of a search; more give higher recall, and slower queries.
    #[param(default = 64, range = "1..")]
    pub ef_search: u32,
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
