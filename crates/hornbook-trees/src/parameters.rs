//! Hyperparameters that several tree learners share.

use hornbook_core::parameter_group;

/// How deep a tree grows.
#[parameter_group]
pub(crate) struct DepthParameters {
    /// Maximum depth: the longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
}

/// How many rows the nodes of a tree hold.
#[parameter_group]
pub(crate) struct NodeSizeParameters {
    /// Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Minimum total sample weight in a leaf.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
}

/// Where rows go whose value is missing.
#[parameter_group]
pub(crate) struct SurrogateParameters {
    /// Maximum number of surrogate splits that a node keeps for rows whose value is missing.
    #[param(default = 5, range = "0..")]
    pub max_surrogates: u32,
}

/// How many trees there are.
#[parameter_group]
pub(crate) struct TreeCountParameters {
    /// Number of trees.
    #[param(default = 100, range = "1..=100000")]
    pub n_estimators: u32,
}

/// Which class is the default where several are as frequent.
#[parameter_group]
pub(crate) struct TieParameters {
    /// How a tie between the most frequent classes is broken, where one of them becomes the default class.
    #[param(default = TieBreak::First)]
    pub ties: TieBreak,
}
