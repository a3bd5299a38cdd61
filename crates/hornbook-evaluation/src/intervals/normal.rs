//! The textbook's confidence intervals from the normal approximation, with the checks that it may be used.

use super::{Interval, IntervalMethod};
use hornbook_math::distributions::normal_quantile;

/// An interval from a normal approximation, and whether the approximation may be trusted.
#[derive(Debug, Clone, PartialEq)]
pub struct NormalApproximation {
    /// The interval: the estimate ± z standard errors.
    pub interval: Interval,
    /// The standard error.
    pub standard_error: f64,
    /// Sentences about rules of thumb that are broken; empty if the approximation is sound.
    pub doubts: Vec<String>,
}

/// The normal approximation for a proportion: $e \pm z_N \sqrt{e(1-e)/n}$.
///
/// It is doubtful below 30 rows, or if $n\,e(1-e) < 5$. The rows must be drawn independently of each other and of the
/// hypothesis they evaluate, which no formula can check. `None` without any rows.
///
/// ```
/// let result = hornbook_evaluation::intervals::normal_share(12.0, 40.0, 0.95).unwrap();
/// assert!((result.interval.low - 0.158).abs() < 1e-3 && (result.interval.high - 0.442).abs() < 1e-3);
/// assert!(result.doubts.is_empty());
/// ```
pub fn normal_share(successes: f64, n: f64, level: f64) -> Option<NormalApproximation> {
    super::proportion::check(successes, n, level)?;
    let share = successes / n;
    let standard_error = (share * (1.0 - share) / n).sqrt();
    let mut doubts = Vec::new();
    if n < 30.0 {
        doubts.push(format!("there are {n} rows, and the normal approximation wants 30"));
    }
    let spread = n * share * (1.0 - share);
    if spread < 5.0 {
        doubts.push(format!("n·e(1−e) is {spread:.2}, and the normal approximation wants 5"));
    }
    let half = normal_quantile(0.5 + 0.5 * level) * standard_error;
    let interval = Interval { low: share - half, high: share + half, level, method: IntervalMethod::Normal };
    Some(NormalApproximation { interval, standard_error, doubts })
}

/// Which ends an interval has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntervalSides {
    /// Both.
    Both,
    /// Only a lower one: the upper is infinite.
    Lower,
    /// Only an upper one: the lower is infinite.
    Upper,
}

/// The general recipe: an estimator whose error (estimate − truth) has known quantiles gives the interval of the values
/// that would not make the estimate a surprise.
pub fn from_quantiles(
    estimate: f64,
    error_quantile: impl Fn(f64) -> f64,
    level: f64,
    sides: IntervalSides,
    method: IntervalMethod,
) -> Interval {
    let outside = 1.0 - level;
    let (low, high) = match sides {
        IntervalSides::Both => {
            (estimate - error_quantile(1.0 - 0.5 * outside), estimate - error_quantile(0.5 * outside))
        }
        IntervalSides::Lower => (estimate - error_quantile(level), f64::INFINITY),
        IntervalSides::Upper => (f64::NEG_INFINITY, estimate - error_quantile(outside)),
    };
    Interval { low, high, level, method }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_math::distributions::normal_quantile;

    // proves: 000a:J7, 000a:J13
    #[test]
    fn twelve_of_forty() {
        let result = normal_share(12.0, 40.0, 0.95).unwrap();
        assert!((result.standard_error - 0.07245688373094719).abs() < 1e-15);
        let half = 0.5 * (result.interval.high - result.interval.low);
        // The textbook rounds z to 1.96.
        assert!((half / 1.959963984540054 * 1.96 - 0.1420154921126565).abs() < 1e-12);
        assert!(result.doubts.is_empty());
    }

    // proves: 000a:J3, 000a:J4
    #[test]
    fn the_table_of_z() {
        // Level, z as the book rounds it, z, and the half-width of 12 of 40 with the book's z.
        let table = [
            (0.50, 0.67, 0.674490, 0.048546),
            (0.68, 1.00, 0.994458, 0.072457),
            (0.80, 1.28, 1.281552, 0.092745),
            (0.90, 1.64, 1.644854, 0.118829),
            (0.95, 1.96, 1.959964, 0.142015),
            (0.98, 2.33, 2.326348, 0.168825),
            (0.99, 2.58, 2.575829, 0.186939),
        ];
        for (level, rounded, z, half_width) in table {
            assert!((normal_quantile(0.5 + 0.5 * level) - z).abs() < 1e-6);
            let interval = normal_share(12.0, 40.0, level).unwrap().interval;
            let exact = 0.5 * (interval.high - interval.low);
            assert!((exact * rounded / z - half_width).abs() < 1e-6, "{level}: {exact}");
        }
    }

    // proves: 000a:J5, 000a:J8
    #[test]
    fn doubts() {
        let few = normal_share(1.0, 10.0, 0.95).unwrap().doubts;
        assert_eq!(few.len(), 2, "{few:?}");
        assert!(few[0].contains("10 rows") && few[1].contains("0.90"));
        assert!(normal_share(1.0, 0.0, 0.95).is_none());
    }

    // proves: 000a:J16
    #[test]
    fn one_side() {
        let z = |p: f64| 0.5 * normal_quantile(p);
        let both = from_quantiles(1.0, z, 0.95, IntervalSides::Both, IntervalMethod::Normal);
        assert!((both.low - (1.0 - 0.5 * 1.959963984540054)).abs() < 1e-12);
        let lower = from_quantiles(1.0, z, 0.95, IntervalSides::Lower, IntervalMethod::Normal);
        assert!((lower.low - (1.0 - 0.5 * 1.6448536269514722)).abs() < 1e-12 && lower.high.is_infinite());
        let upper = from_quantiles(1.0, z, 0.95, IntervalSides::Upper, IntervalMethod::Normal);
        assert!((upper.high - (1.0 + 0.5 * 1.6448536269514722)).abs() < 1e-12);
    }
}
