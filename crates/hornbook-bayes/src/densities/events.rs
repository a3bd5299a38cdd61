//! What the trace of a density says.

use hornbook_core::format::{rounded, significant};
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step in the learning of a density.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DensityEvent {
    /// A bandwidth was tried: how likely the others make each row.
    Tried {
        /// The bandwidth, in those of Scott's rule.
        factor: f64,
        /// The mean log density of a row by all others.
        mean_ln_density: f64,
    },
    /// A bandwidth was decided.
    Bandwidth {
        /// The column.
        column: String,
        /// Its bandwidth.
        bandwidth: f64,
    },
    /// The bins of a column were decided.
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
    Class {
        /// The class.
        class: String,
        /// Its prior.
        prior: f64,
        /// The weight of its rows.
        weight: f64,
    },
}

impl fmt::Display for DensityEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DensityEvent::Tried { factor, mean_ln_density } => {
                write!(
                    f,
                    "{} × Scott's bandwidth: mean log density {mean_ln_density:.6}",
                    significant(*factor)
                )
            }
            DensityEvent::Bandwidth { column, bandwidth } => {
                write!(f, "bandwidth of {column}: {}", significant(*bandwidth))
            }
            DensityEvent::Bins { column, bins, low, high } => {
                write!(f, "bins of {column}: {bins} from {} to {}", significant(*low), significant(*high))
            }
            DensityEvent::Class { class, prior, weight } => {
                write!(f, "density of class {class}: {} rows, prior {prior:.4}", rounded(*weight))
            }
        }
    }
}

impl TraceEvent for DensityEvent {
    fn to_json(&self) -> Value {
        match self {
            DensityEvent::Tried { factor, mean_ln_density } => {
                json!({"event": "tried", "factor": factor, "mean_ln_density": mean_ln_density})
            }
            DensityEvent::Bandwidth { column, bandwidth } => {
                json!({"event": "bandwidth", "column": column, "bandwidth": bandwidth})
            }
            DensityEvent::Bins { column, bins, low, high } => {
                json!({"event": "bins", "column": column, "bins": bins, "low": low, "high": high})
            }
            DensityEvent::Class { class, prior, weight } => {
                json!({"event": "class", "class": class, "prior": prior, "weight": weight})
            }
        }
    }
}
