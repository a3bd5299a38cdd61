//! Student's t confidence intervals for a mean.

use super::{Interval, IntervalMethod};
use hornbook_math::estimates;
pub(crate) use hornbook_math::estimates::moments;

/// Where the mean score of a learner lies, from its scores on resampled folds whose training sets overlap (Nadeau
/// and Bengio, 2003): $\bar x \pm t_{n-1} \sqrt{s^2 (1/n + n_\text{test}/n_\text{train})}$.
///
/// `test_share` is the fraction of the rows that a fold is tested on: 0.1 for ten folds. `None` with fewer than two
/// values, with one that is not finite, or with a fraction or a level outside 0 to 1.
///
/// ```
/// let scores = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
/// let interval = hornbook_evaluation::intervals::corrected_student(&scores, 0.1, 0.95).unwrap();
/// assert!((interval.low - 0.791374).abs() < 1e-6 && (interval.high - 0.838626).abs() < 1e-6);
/// ```
pub fn corrected_student(values: &[f64], test_share: f64, level: f64) -> Option<Interval> {
    let inside = |share: f64| share > 0.0 && share < 1.0;
    if values.len() < 2 || !values.iter().all(|x| x.is_finite()) || !inside(test_share) || !inside(level) {
        return None;
    }
    let (n, mean, variance) = moments(values);
    let error = (variance * (1.0 / n + test_share / (1.0 - test_share))).sqrt();
    Some(student(mean, error, n - 1.0, level, IntervalMethod::CorrectedStudent))
}

/// Student's interval for the mean of independent values: $\bar x \pm t_{n-1} s/\sqrt n$. `None` for fewer than two
/// values, or if one is not finite.
pub fn student_mean(values: &[f64], level: f64) -> Option<Interval> {
    if values.len() < 2 || !values.iter().all(|x| x.is_finite()) || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let (n, mean, variance) = moments(values);
    Some(student(mean, (variance / n).sqrt(), n - 1.0, level, IntervalMethod::Student))
}

/// `estimate` ± t standard errors.
pub(crate) fn student(
    estimate: f64,
    error: f64,
    degrees: f64,
    level: f64,
    method: IntervalMethod,
) -> Interval {
    let (low, high) = estimates::student(estimate, error, degrees, level);
    Interval { low, high, level, method }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_has_no_interval() {
        assert!(corrected_student(&[0.5], 0.1, 0.95).is_none());
        assert!(corrected_student(&[0.5, f64::NAN], 0.1, 0.95).is_none());
        assert!(corrected_student(&[0.5, 0.6], 0.0, 0.95).is_none());
        assert!(corrected_student(&[0.5, 0.6], 0.1, 1.0).is_none());
    }

    // proves: 000a:J17, 001:70, 001:92
    #[test]
    fn a_mean() {
        // scipy.stats.t.interval(0.95, 9, mean, sem)
        let values = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
        let interval = student_mean(&values, 0.95).unwrap();
        let half = 2.262157162798205 * (5.166666666666667e-5_f64).sqrt();
        assert!(
            (interval.low - (0.815 - half)).abs() < 1e-12 && (interval.high - (0.815 + half)).abs() < 1e-12
        );
        assert!(student_mean(&[1.0], 0.95).is_none() && student_mean(&[1.0, f64::NAN], 0.95).is_none());
    }

    #[test]
    fn it_is_the_interval_of_the_test() {
        use crate::significance::{Alternative, corrected_resampled_t};
        let scores = [0.7, 0.9, 0.8, 0.85, 0.75];
        let test = corrected_resampled_t(&scores, &[0.0; 5], 0.2, Alternative::TwoSided, 0.9).unwrap();
        assert_eq!(test.interval, corrected_student(&scores, 0.2, 0.9));
    }
}
