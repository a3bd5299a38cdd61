//! What the traces of the lasso and the elastic net say.

use hornbook_core::TraceEvent;

/// A step of coordinate descent.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum CoordinateDescentEvent {
    /// A coordinate-descent sweep over the features is done.
    #[event("alpha {alpha:.6e}, sweep {sweep}: duality gap {gap:.3e}, {weights} nonzero coefficients")]
    Sweep {
        /// The regularization strength.
        alpha: f64,
        /// Which sweep, counted from 1 at each alpha.
        sweep: u32,
        /// The duality gap: how far the objective is above its minimum at most.
        gap: f64,
        /// The number of nonzero coefficients.
        weights: usize,
    },
    /// An alpha was evaluated by cross-validation.
    #[event("alpha {alpha:.6e}: cross-validated mean squared error {error:.6e} ± {standard_error:.1e}")]
    Judged {
        /// The regularization strength.
        alpha: f64,
        /// The mean squared error.
        error: f64,
        /// Its standard error.
        standard_error: f64,
    },
}
