//! Proximal maps of penalties with corners.

/// A number moved toward 0 by a threshold, and no further: $\mathrm{sign}(z)\max(|z| - t, 0)$, the proximal map of the $L_1$
/// penalty.
pub fn soft_threshold(z: f64, threshold: f64) -> f64 {
    z.signum() * (z.abs() - threshold).max(0.0)
}
