//! How far estimates from a sample may be off.

use crate::distributions::{normal_quantile, student_quantile};

/// Wilson's interval for a fraction: `successes` of `n`, which need not be whole, between 0 and `n`, at a
/// level between 0 and 1. Its two ends.
///
/// ```
/// let (low, high) = hornbook_math::estimates::wilson(12.0, 40.0, 0.95);
/// assert!((low - 0.180748).abs() < 1e-6 && (high - 0.454300).abs() < 1e-6);
/// ```
pub fn wilson(successes: f64, n: f64, level: f64) -> (f64, f64) {
    let z = normal_quantile(0.5 + 0.5 * level);
    let share = successes / n;
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let (center, scale) = (share + z * z / (2.0 * n), 1.0 + z * z / n);
    // At a fraction of 0 or 1 rounding can step over the end.
    let low = if successes == 0.0 { 0.0 } else { ((center - spread) / scale).clamp(0.0, share) };
    let high = if successes == n { 1.0 } else { ((center + spread) / scale).clamp(share, 1.0) };
    (low, high)
}

/// The count, the mean and the unbiased variance of some values.
pub fn moments(values: &[f64]) -> (f64, f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (n, mean, squares / (n - 1.0))
}

/// The two ends of `estimate` ± t standard errors.
pub fn student(estimate: f64, error: f64, degrees: f64, level: f64) -> (f64, f64) {
    let half = student_quantile(0.5 + 0.5 * level, degrees) * error;
    (estimate - half, estimate + half)
}

/// How many rows of equal weight say as much as rows of these weights: (Σw)² / Σw² (Kish).
pub fn effective_size(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}
