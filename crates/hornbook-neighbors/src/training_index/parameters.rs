//! The parameters that all learners by neighbors share.

use hornbook_core::parameter_group;

/// How neighbors are searched for.
#[parameter_group]
pub(crate) struct IndexParameters {
    /// Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// Leaf size of the kd-tree or ball tree, in rows.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
}

/// The units that distances are measured in.
#[parameter_group]
pub(crate) struct ScalingParameters {
    /// Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.
    #[param(default = FeatureScaling::None)]
    pub scale: FeatureScaling,
    /// Range that `min_max` scaling maps features to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
}

/// The graph of an approximate search.
#[parameter_group]
pub(crate) struct GraphParameters {
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
