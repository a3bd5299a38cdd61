//! What distributions of integers share.

use super::numerics::ENOUGH;
use super::univariate::{Tail, Univariate};

/// Probabilities that differ by less are the same: rounding must not move a quantile by one.
pub(super) const TIE: f64 = 64.0 * f64::EPSILON;

/// The integer `x` is, if it is one within the support.
pub(super) fn whole(x: f64, (low, high): (f64, f64)) -> Option<u64> {
    (x >= low && x <= high && x.fract() == 0.0 && x < u64::MAX as f64).then_some(x as u64)
}

/// The least integer with the tail or less above it, by doubling steps from the mean and halving between.
pub(super) fn whole_point(distribution: &(impl Univariate + ?Sized), tail: Tail) -> f64 {
    let (low, high) = distribution.support();
    let reached = |k: f64| {
        let (below, above) = distribution.tails(k);
        match tail {
            Tail::Lower(p) => below >= p * (1.0 - TIE),
            Tail::Upper(p) => above <= p * (1.0 + TIE),
        }
    };
    let mut step = distribution.deviation().ceil().clamp(1.0, 1e300);
    let mut right = distribution.mean().floor().clamp(low, high);
    let mut left = right;
    if reached(right) {
        while left > low && reached(left) {
            (right, left) = (left, (left - step).max(low));
            step *= 2.0;
        }
        if reached(left) {
            return left;
        }
    } else {
        while right < high && !reached(right) {
            (left, right) = (right, (right + step).min(high));
            step *= 2.0;
        }
    }
    // Not reached at `left`, reached at `right`.
    while right - left > 1.0 {
        let middle = (0.5 * (left + right)).floor();
        if middle <= left || middle >= right {
            break;
        }
        if reached(middle) {
            right = middle;
        } else {
            left = middle;
        }
    }
    right
}

/// Both tails by adding up the smaller one, in which each probability is a multiple of the one before: `ratio(k, upwards)`
/// is that of the neighbor of `k` to that of `k`. Of a hill the far end can be left out.
pub(super) fn summed_tails(
    distribution: &(impl Univariate + ?Sized),
    k: f64,
    hill: bool,
    ratio: impl Fn(f64, bool) -> f64,
) -> (f64, f64) {
    let (low, high) = distribution.support();
    let upwards = k >= distribution.mean();
    let (mut at, step) = if upwards { (k + 1.0, 1.0) } else { (k, -1.0) };
    let first = distribution.ln_density(at).exp();
    let (mut term, mut sum) = (1.0, 0.0);
    while at >= low && at <= high && !(hill && term <= 1e-2 * ENOUGH * sum) {
        sum += term;
        term *= ratio(at, upwards);
        at += step;
    }
    let tail = (first * sum).min(1.0);
    if upwards { (1.0 - tail, tail) } else { (tail, 1.0 - tail) }
}

/// The entropy by adding up from the mode to both sides until nothing is left to add.
///
/// A wide hill is so smooth that some numbers tell all others: the sum over every n-th, times n, is the
/// same to rounding as long as many of them lie within a standard deviation. Where the hill leans on an end
/// of the support, every number counts.
pub(super) fn whole_entropy(distribution: &(impl Univariate + ?Sized)) -> f64 {
    let (low, high) = distribution.support();
    let (mode, deviation) = (distribution.mode(), distribution.deviation());
    let free = (mode - low).min(high - mode) > 12.0 * deviation;
    let stride = if free { (deviation / 64.0).floor().max(1.0) } else { 1.0 };
    let term = |k: f64| {
        let ln = distribution.ln_density(k);
        if ln == f64::NEG_INFINITY { 0.0 } else { -ln * ln.exp() }
    };
    let mut sum = term(mode);
    for direction in [-stride, stride] {
        let mut k = mode + direction;
        while k >= low && k <= high {
            let more = term(k);
            sum += more;
            // Terms fall at least like those of a geometric series here, but may rise near the mode.
            if more <= 1e-3 * ENOUGH * sum {
                break;
            }
            k += direction;
        }
    }
    stride * sum
}
