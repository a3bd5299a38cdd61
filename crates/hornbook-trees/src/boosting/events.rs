//! What a boosting's trace says: a line an iteration.

use hornbook_core::TraceEvent;

/// A step of boosting.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum BoostingEvent {
    /// Where it starts.
    #[event("initial scores {scores:.6?}, training loss {loss:.6}")]
    Start {
        /// The constant scores.
        scores: Vec<f64>,
        /// Their mean loss.
        loss: f64,
    },
    /// An iteration is done.
    #[event("iteration {round}: {rows} rows, {leaves} leaves, training loss {loss:.6}")]
    #[event(if let Some(loss) = validation_loss, ", validation loss {loss:.6}")]
    #[event(if let (Some(column), Some(gain)) = (first_column, first_gain), "; first split on {column}, gain {gain:.6}")]
    #[event(if first_column.is_none(), "; no split improves the loss")]
    Round {
        /// Which, from 1.
        round: usize,
        /// How many rows it learned from.
        rows: usize,
        /// The leaves of its trees.
        leaves: usize,
        /// The column that the first split of its first tree is on.
        first_column: Option<String>,
        /// What that split gained.
        first_gain: Option<f64>,
        /// The mean loss of the training rows.
        loss: f64,
        /// The mean loss of the rows held out.
        validation_loss: Option<f64>,
    },
}
