//! What the trace of a density says.

use hornbook_core::TraceEvent;
use hornbook_core::format::{rounded, significant};

/// A step in the learning of a density.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum DensityEvent {
    /// A bandwidth was tried: how likely the others make each row.
    #[event("{} × Scott's bandwidth: mean log density {mean_ln_density:.6}", significant(*factor))]
    Tried {
        /// The bandwidth, in those of Scott's rule.
        factor: f64,
        /// The mean log density of a row by all others.
        mean_ln_density: f64,
    },
    /// A bandwidth was decided.
    #[event("bandwidth of {column}: {}", significant(*bandwidth))]
    Bandwidth {
        /// The column.
        column: String,
        /// Its bandwidth.
        bandwidth: f64,
    },
    /// The bins of a column were decided.
    #[event("bins of {column}: {bins} from {} to {}", significant(*low), significant(*high))]
    Bins {
        /// The column.
        column: String,
        /// How many bins.
        bins: usize,
        /// The lower end of the first.
        low: f64,
        /// The upper end of the last.
        high: f64,
    },
    /// The density of a class was learned.
    #[event("density of class {class}: {} rows, prior {prior:.4}", rounded(*weight))]
    Class {
        /// The class.
        class: String,
        /// Its prior.
        prior: f64,
        /// The weight of its rows.
        weight: f64,
    },
}
