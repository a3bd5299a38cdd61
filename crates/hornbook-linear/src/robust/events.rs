//! What the traces of robust regressions say: a line per iteration.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum RobustEvent {
    /// A step of Newton's method for the Huber loss.
    #[event(name = "step")]
    #[event("iteration {step}: loss {}, scale {}", significant(*loss), significant(*scale))]
    #[event(if *step > 0, ", largest change {}", significant(*largest_change))]
    Huber {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the penalty.
        loss: f64,
        /// The residual scale.
        scale: f64,
        /// The largest change of a coefficient, for standardized features, or of the scale.
        largest_change: f64,
    },
    /// A step of the interior-point method for the linear program of a quantile.
    #[event(name = "step")]
    #[event("iteration {step}: loss {}, duality gap {}", significant(*loss), significant(*gap))]
    Quantile {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the penalty.
        loss: f64,
        /// The duality gap: how far that is above the minimum at most.
        gap: f64,
    },
}
