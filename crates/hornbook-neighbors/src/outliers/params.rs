use crate::index::Algorithm;
use crate::scale::FeatureScaling;
use crate::training_index::MetricName;
use hornbook_core::{Learner, flatten_parameters};
use hornbook_learner::outliers::Contamination;

/// k-NN distance outlier detection: outliers (anomalies) are rows whose nearest neighbors are far.
///
/// Unsupervised: needs no target. The outlier score compares the mean distance to the k nearest neighbors
/// with that of a typical row. Depends on the distance metric and so on feature scaling: see `scale`.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors-outliers",
    aliases("knn outliers"),
    r = "dbscan::kNNdist",
    family = "neighbors",
    python = "KNeighborsOutliers",
    tasks(outliers),
    missing,
    categories,
    sample_weights,
    scale_sensitive,
    python_mixins("neighbors.Distances")
)]
pub struct KNeighborsOutliers {
    /// Number of neighbors (k).
    #[param(default = 5, range = "1..")]
    pub n_neighbors: u32,
    #[group]
    index: crate::training_index::IndexParameters,
    /// Distance metric.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Expected fraction of outliers; sets the decision threshold. `auto`: three times the typical distance.
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    #[group]
    scaling: crate::training_index::ScalingParameters,
    #[group]
    graph: crate::training_index::GraphParameters,
}

/// Local outlier factor (LOF): density-based outlier detection (anomaly detection) by the local density of
/// neighbors.
///
/// Unsupervised: needs no target. LOF compares the density around a row with that around its neighbors: about
/// 1 for an inlier, however dense its surroundings, and larger for an outlier. With `novelty` it does novelty
/// detection on unseen data. Depends on the distance metric and so on feature scaling: see `scale`.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "local-outlier-factor",
    aliases("lof", "novelty detection"),
    sklearn = "LocalOutlierFactor",
    r = "dbscan::lof",
    weka = "LOF",
    family = "neighbors",
    python = "LocalOutlierFactor",
    tasks(outliers),
    missing,
    categories,
    sample_weights,
    scale_sensitive,
    attributes(super::model::LOCAL_FACTORS),
    python_mixins("neighbors.LocalFactors")
)]
pub struct LocalOutlierFactor {
    /// Number of neighbors (k).
    #[param(default = 20, range = "1..")]
    pub n_neighbors: u32,
    #[group]
    index: crate::training_index::IndexParameters,
    /// Distance metric.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Expected fraction of outliers; sets the decision threshold. `auto`: a LOF above 1.5.
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    /// Novelty detection: all rows to predict are unseen data. If not set (outlier detection), a row
    /// identical to a training row is taken for it, and is not its own neighbor.
    #[param(default = false)]
    pub novelty: bool,
    #[group]
    scaling: crate::training_index::ScalingParameters,
    #[group]
    graph: crate::training_index::GraphParameters,
}
