//! What the trace of the delta rule says: a line per epoch.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An epoch of the delta rule.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum DeltaRuleEvent {
    /// Where the weights are.
    #[event("epoch {round}: loss {}", significant(*loss))]
    #[event(if *round > 0, ", learning rate {}", significant(*rate))]
    Round {
        /// Which epoch has ended; 0 is the initialization.
        round: usize,
        /// The loss.
        loss: f64,
        /// The learning rate of the epoch.
        rate: f64,
        /// The weights, for each unit the intercept first.
        weights: Vec<f64>,
        /// The gradient of the loss there, in the order of the weights.
        gradient: Vec<f64>,
    },
}
