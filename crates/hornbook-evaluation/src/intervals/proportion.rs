//! Confidence intervals for proportions.

use super::{Interval, IntervalMethod};
use hornbook_math::distributions::beta_inverse;
use hornbook_math::estimates;

pub use hornbook_math::estimates::effective_size;

/// Wilson's interval for a proportion: `successes` of `n`, which need not be whole. `None` without any rows.
///
/// ```
/// let interval = hornbook_evaluation::intervals::wilson(12.0, 40.0, 0.95).unwrap();
/// assert!((interval.low - 0.180748).abs() < 1e-6 && (interval.high - 0.454300).abs() < 1e-6);
/// ```
pub fn wilson(successes: f64, n: f64, level: f64) -> Option<Interval> {
    check(successes, n, level)?;
    let (low, high) = estimates::wilson(successes, n, level);
    Some(Interval { low, high, level, method: IntervalMethod::Wilson })
}

/// Clopper and Pearson's interval for a proportion: `successes` of `n`, which need not be whole. `None` without any
/// rows.
pub fn clopper_pearson(successes: f64, n: f64, level: f64) -> Option<Interval> {
    check(successes, n, level)?;
    let (outside, failures) = (0.5 - 0.5 * level, n - successes);
    let low = if successes == 0.0 { 0.0 } else { beta_inverse(outside, successes, failures + 1.0) };
    let high = if failures == 0.0 { 1.0 } else { beta_inverse(1.0 - outside, successes + 1.0, failures) };
    Some(Interval { low, high, level, method: IntervalMethod::ClopperPearson })
}

pub(super) fn check(successes: f64, n: f64, level: f64) -> Option<()> {
    (n > 0.0 && n.is_finite() && (0.0..=n).contains(&successes) && level > 0.0 && level < 1.0).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // proves: 000a:J15
    #[test]
    fn goldens() {
        let exact = clopper_pearson(12.0, 40.0, 0.95).unwrap();
        assert!((exact.low - 0.165627).abs() < 1e-6 && (exact.high - 0.465316).abs() < 1e-6, "{exact:?}");
        let none = clopper_pearson(0.0, 10.0, 0.95).unwrap();
        assert!(none.low == 0.0 && (none.high - (1.0 - 0.025f64.powf(0.1))).abs() < 1e-12);
        assert!(wilson(0.0, 0.0, 0.95).is_none() && clopper_pearson(3.0, 2.0, 0.95).is_none());
        assert_eq!(effective_size([2.0, 2.0, 0.0].into_iter()), 2.0);
    }

    proptest! {
        #[test]
        fn shares_lie_inside(n in 1u32..2000, share in 0.0f64..=1.0, level in 0.5f64..0.999) {
            let n = f64::from(n);
            let successes = (share * n).floor();
            for interval in [wilson(successes, n, level).unwrap(), clopper_pearson(successes, n, level).unwrap()] {
                prop_assert!(0.0 <= interval.low && interval.high <= 1.0, "{:?}", interval);
                prop_assert!(interval.contains(successes / n), "{:?}", interval);
            }
        }
    }
}
