//! What the trace of a ranking says: a line per iteration.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum RankingEvent {
    /// The state of the optimizer.
    #[event("iteration {step}: loss {}", significant(*loss))]
    Step {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss, with the penalty.
        loss: f64,
        /// The coefficients, for standardized features.
        weights: Vec<f64>,
    },
    /// The state of the cutting-plane optimizer of the hinge loss, after an iteration.
    #[event("iteration {round}: loss {}, lower bound {}", significant(*loss), significant(*bound))]
    #[event(", fraction of pairs within the margin {}", significant(*violated))]
    Round {
        /// Which iteration, counted from 0, the start.
        round: usize,
        /// The smallest mean loss so far, with the penalty.
        loss: f64,
        /// A lower bound of the minimum.
        bound: f64,
        /// The fraction of the pairs that violate the margin at the newest coefficients.
        violated: f64,
        /// The best coefficients, for standardized features.
        weights: Vec<f64>,
    },
}
