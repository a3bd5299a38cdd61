use crate::index::Algorithm;
use crate::places::MetricName;
use crate::scale::Scale;
use crate::voting::VoteWeights;
use hornbook_core::{Choice, Learner};

/// Predicts from the rows that are most like the one asked about.
///
/// The nearest rows vote on the class, or their numbers are averaged. There is nothing to fit: the training rows are the model.
/// What counts is the distance, and so the units of the columns: see `scale`.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors",
    family = "neighbors",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    minds_scale
)]
pub struct KNeighbors {
    /// How many rows vote.
    #[param(default = 5, range = "1..", search = "1..50 log")]
    pub n_neighbors: u32,
    /// What the vote of a neighbour counts.
    #[param(default = VoteWeights::Uniform, search = "every")]
    pub weights: VoteWeights,
    /// How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// The power of Minkowski's distance.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// How far rows are from each other.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// What is done to columns of numbers first.
    #[param(default = Scale::None)]
    pub scale: Scale,
    /// The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// Which rows are kept, for classes.
    #[param(default = Prototypes::None)]
    pub prototypes: Prototypes,
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

/// Which rows are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Prototypes {
    /// All.
    None,
    /// As few as give every row its class by the nearest of them (Hart); each counts once.
    Condensed,
    /// All that their `n_neighbors` neighbours agree with (Wilson).
    Edited,
}
