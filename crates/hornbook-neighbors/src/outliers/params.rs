use crate::index::Algorithm;
use crate::places::MetricName;
use crate::scale::Scale;
use hornbook_core::Learner;
use hornbook_learner::outliers::Contamination;

/// Finds rows whose nearest neighbours are far.
///
/// The score compares the mean distance to the neighbours with that of a typical row. Needs no target. What counts is the
/// distance, and so the units of the columns: see `scale`.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors-outliers",
    family = "neighbors",
    python = "KNeighborsOutliers",
    tasks(outliers),
    missing,
    categories,
    weights,
    minds_scale
)]
pub struct KNeighborsOutliers {
    /// How many neighbours are looked at.
    #[param(default = 5, range = "1..")]
    pub n_neighbors: u32,
    /// How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// How far rows are from each other.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// The power of Minkowski's distance.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Which share of the rows are outliers; if that is not known, those whose neighbours are three times as far as usual.
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    /// What is done to columns of numbers first.
    #[param(default = Scale::None)]
    pub scale: Scale,
    /// The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
    #[param(default = 16, range = "2..=1024")]
    pub m: u32,
    /// How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
    #[param(default = 200, range = "1..")]
    pub ef_construction: u32,
    /// How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
    #[param(default = 64, range = "1..")]
    pub ef_search: u32,
}

/// Finds rows around which others lie less densely than around their neighbours.
///
/// The local outlier factor is about 1 for a row in a crowd, however dense the crowd is, and larger for one beside it. Needs no
/// target. What counts is the distance, and so the units of the columns: see `scale`.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "local-outlier-factor",
    family = "neighbors",
    python = "LocalOutlierFactor",
    tasks(outliers),
    missing,
    categories,
    weights,
    minds_scale
)]
pub struct LocalOutlierFactor {
    /// How many neighbours are looked at.
    #[param(default = 20, range = "1..")]
    pub n_neighbors: u32,
    /// How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// How far rows are from each other.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// The power of Minkowski's distance.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Which share of the rows are outliers; if that is not known, those with a factor above 1.5.
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    /// Whether rows to predict are all new. If not, one that is the same as a training row is taken for it, and is not its own
    /// neighbour.
    #[param(default = false)]
    pub novelty: bool,
    /// What is done to columns of numbers first.
    #[param(default = Scale::None)]
    pub scale: Scale,
    /// The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
    #[param(default = 16, range = "2..=1024")]
    pub m: u32,
    /// How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
    #[param(default = 200, range = "1..")]
    pub ef_construction: u32,
    /// How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
    #[param(default = 64, range = "1..")]
    pub ef_search: u32,
}
