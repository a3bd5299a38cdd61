//! One temperature for all classes.

use super::CalibrationRows;
use hornbook_learner::Calibrator;

/// The inverse temperatures that are searched: $e^{-10}$ to $e^{10}$, beyond which every row is even or certain.
const COLDEST: f64 = 22026.465794806718;
const MOST_STEPS: usize = 200;

/// Fits $q_k \propto p_k^{1/T}$ by maximum likelihood. Gives the temperature, and whether the best one lies within
/// the bounds.
///
/// The loss is convex in $\beta = 1/T$; its slope, the mean over the rows of $E_q[\ln p] - \ln p_y$, is ascending,
/// so that Newton's steps can be kept between bounds that close in on its zero.
pub(super) fn fit(rows: &CalibrationRows<'_>) -> (f64, bool) {
    let logs: Vec<f64> = rows.probabilities.values().iter().map(|&p| Calibrator::logarithms(p).0).collect();
    let classes = rows.probabilities.columns();
    let slope = |beta: f64| {
        let (mut first, mut second) = (0.0, 0.0);
        for (row, weight) in rows.weighted() {
            let logs = &logs[row * classes..(row + 1) * classes];
            let (mean, variance) = moments(logs, beta);
            first += weight * (mean - logs[rows.truth[row] as usize]);
            second += weight * variance;
        }
        (first, second)
    };
    let (mut low, mut high) = (1.0 / COLDEST, COLDEST);
    let mut beta = 1.0;
    let (mut first, mut second) = slope(beta);
    if first != 0.0 && slope(low).0 >= 0.0 {
        return (1.0 / low, false);
    }
    if first != 0.0 && slope(high).0 <= 0.0 {
        return (1.0 / high, false);
    }
    for _ in 0..MOST_STEPS {
        if first == 0.0 {
            return (1.0 / beta, true);
        }
        if first > 0.0 {
            high = beta;
        } else {
            low = beta;
        }
        let newton = beta - first / second;
        // The bounds may be far apart in size, so that their middle is the geometric one.
        let next = if newton > low && newton < high { newton } else { (low * high).sqrt() };
        let moved = (next - beta).abs();
        beta = next;
        if moved <= 1e-14 * beta {
            return (1.0 / beta, true);
        }
        (first, second) = slope(beta);
    }
    (1.0 / beta, false)
}

/// Mean and variance of the logarithms under $q \propto e^{\beta \ln p}$.
fn moments(logs: &[f64], beta: f64) -> (f64, f64) {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares = || logs.iter().map(|log| (beta * (log - largest)).exp());
    let total: f64 = shares().sum();
    let mean = shares().zip(logs).map(|(share, log)| share * log).sum::<f64>() / total;
    let variance = shares().zip(logs).map(|(share, log)| share * (log - mean).powi(2)).sum::<f64>() / total;
    (mean, variance)
}
