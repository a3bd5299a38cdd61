//! What the trace of Bayesian ridge regression says: a line per iteration.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An iteration of evidence maximization.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum BayesianEvent {
    /// The score of given precisions.
    #[event("iteration {round}: noise precision {}", significant(*noise_precision))]
    #[event(", coefficient precision {}, score {}", significant(*prior_precision), significant(*score))]
    #[event(if *round > 0, ", largest change {}", significant(*largest_change))]
    Round {
        /// Which iteration, counted from 0, the start.
        round: usize,
        /// The noise precision.
        noise_precision: f64,
        /// The prior precision of each coefficient.
        prior_precision: f64,
        /// The log evidence (log marginal likelihood) with the log prior of the precisions, up to a constant.
        score: f64,
        /// The larger relative change of the two precisions.
        largest_change: f64,
    },
}
