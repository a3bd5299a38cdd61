//! The exponent of the greatest likelihood.

use super::fitted::PowerMethod;

/// Largest exponent of $e$ in a transformed number: beyond, squares are no numbers.
const LARGEST: f64 = 300.0;
/// Halvings of an interval, until nothing of it is left.
const HALVINGS: usize = 200;

/// $(e^{\lambda l} - 1) / \lambda$, which is $l$ for $\lambda = 0$: Box-Cox of a number whose logarithm is $l$.
pub(super) fn box_cox(log: f64, lambda: f64) -> f64 {
    let u = lambda * log;
    if u.abs() < 1e-8 { log * (1.0 + u / 2.0) } else { log * (u.exp_m1() / u) }
}

/// The derivative of the same with respect to $\lambda$.
fn box_cox_slope(log: f64, lambda: f64) -> f64 {
    let u = lambda * log;
    let factor = if u.abs() < 0.5 {
        // The sum of u^k / (k! (k + 2)): the closed form loses digits here.
        let (mut sum, mut power) = (0.0, 1.0);
        for k in 0..20 {
            sum += power / f64::from(k + 2);
            power *= u / f64::from(k + 1);
        }
        sum
    } else {
        (u.exp() * (u - 1.0) + 1.0) / (u * u)
    };
    log * log * factor
}

/// A number as the logarithm that its branch of the transform takes, and whether it is below zero there.
pub(super) fn branch(method: PowerMethod, x: f64) -> (f64, bool) {
    match method {
        PowerMethod::BoxCox => (x.ln(), false),
        PowerMethod::YeoJohnson if x >= 0.0 => (x.ln_1p(), false),
        PowerMethod::YeoJohnson => ((-x).ln_1p(), true),
    }
}

/// The exponent of the greatest likelihood for numbers that vary, with their weights.
pub(super) fn best_lambda(method: PowerMethod, values: &[(f64, f64)]) -> f64 {
    let mut rows: Vec<(f64, bool, f64)> = Vec::with_capacity(values.len());
    for &(x, weight) in values {
        let (log, is_below) = branch(method, x);
        rows.push((log, is_below, weight));
    }
    // The order of the rows must not decide about the last digits.
    rows.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2)));
    let farthest = rows.iter().map(|row| row.0.abs()).fold(0.0, f64::max);
    let limit = LARGEST / farthest.max(1e-300);
    let (mut low, mut high) = (-2f64, 2f64);
    while slope(&rows, low) < 0.0 && low > -limit {
        (low, high) = (2.0 * low, low);
    }
    while slope(&rows, high) > 0.0 && high < limit {
        (low, high) = (high, 2.0 * high);
    }
    (low, high) = (low.max(-limit), high.min(limit));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if slope(&rows, middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The derivative of the log-likelihood divided by the weight, up to rounding: above zero below the best exponent.
fn slope(rows: &[(f64, bool, f64)], lambda: f64) -> f64 {
    let (mut weight, mut logs, mut mean, mut mean_slope) = (0.0, 0.0, 0.0, 0.0);
    let made = |&(log, is_below, _): &(f64, bool, f64)| match is_below {
        false => (box_cox(log, lambda), box_cox_slope(log, lambda)),
        true => (-box_cox(log, 2.0 - lambda), box_cox_slope(log, 2.0 - lambda)),
    };
    for row in rows {
        let (y, slope) = made(row);
        weight += row.2;
        logs += row.2 * if row.1 { -row.0 } else { row.0 };
        mean += row.2 * y;
        mean_slope += row.2 * slope;
    }
    (mean, mean_slope) = (mean / weight, mean_slope / weight);
    let (mut variance, mut covariance) = (0.0, 0.0);
    for row in rows {
        let (y, slope) = made(row);
        variance += row.2 * (y - mean) * (y - mean);
        covariance += row.2 * (y - mean) * (slope - mean_slope);
    }
    logs / weight - covariance / variance
}
