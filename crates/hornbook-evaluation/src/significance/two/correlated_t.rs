//! The Bayesian correlated t test: how probable it is that one learner beats another on one data set.

use crate::intervals::{IntervalMethod, moments, student};
use crate::significance::check::{differences, share, size, without_rounding};
use crate::significance::posterior::{ComparisonPosterior, check_rope};
use hornbook_core::Result;
use hornbook_math::distributions::student_cdf;

/// How probable it is that one learner beats another, from their scores on resampled folds whose training sets
/// overlap (Corani and Benavoli, 2015).
///
/// The mean difference has a Student posterior with $n - 1$ degrees of freedom, the mean of the differences as its
/// center and $s \sqrt{1/n + \rho/(1-\rho)}$ as its scale. The correlation $\rho$ of the folds is the fraction of
/// the rows that a fold is tested on, `test_share`: 0.1 for ten folds, repeated or not. Differences of at most
/// `rope` are taken for none. Differences without spread put all probability on their mean.
///
/// ```
/// use hornbook_evaluation::significance::correlated_t;
/// let a = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
/// let b = [0.78, 0.80, 0.80, 0.79, 0.80, 0.77, 0.79, 0.83, 0.78, 0.81];
/// let posterior = correlated_t(&a, &b, 0.01, 0.1, 0.95)?;
/// assert_eq!(
///     posterior.to_string(),
///     "Bayesian correlated t test: difference 0.020, 95 % CI 0.005 to 0.035; P(first greater) = 0.921, \
///      P(equivalent within ROPE ± 0.010) = 0.078, P(second greater) = 0.001"
/// );
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn correlated_t(
    first: &[f64],
    second: &[f64],
    rope: f64,
    test_share: f64,
    level: f64,
) -> Result<ComparisonPosterior> {
    share("level", level)?;
    share("test_share", test_share)?;
    check_rope(rope)?;
    let scale = size(first).max(size(second));
    let (n, mean, variance) = moments(&differences(first, second, 2)?);
    let mut notes = Vec::new();
    let (first_greater, second_greater, error) = if without_rounding(variance, scale) == 0.0 {
        notes.push("all differences are the same, so the variance is zero".to_string());
        // Without a rope a difference of zero is on neither side, or on both.
        let tie = if mean == 0.0 && rope == 0.0 { 0.5 } else { 0.0 };
        (f64::from(mean > rope) + tie, f64::from(mean < -rope) + tie, 0.0)
    } else {
        let error = (variance * (1.0 / n + test_share / (1.0 - test_share))).sqrt();
        let beyond = |mean: f64| student_cdf((mean - rope) / error, n - 1.0);
        (beyond(mean), beyond(-mean), error)
    };
    Ok(ComparisonPosterior {
        name: "Bayesian correlated t test",
        first_greater,
        equivalent: if rope > 0.0 { (1.0 - first_greater - second_greater).max(0.0) } else { 0.0 },
        second_greater,
        rope,
        difference: mean,
        interval: Some(student(mean, error, n - 1.0, level, IntervalMethod::Posterior)),
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spread_and_nonsense() {
        let probabilities = |a: &[f64], b: &[f64], rope| {
            let p = correlated_t(a, b, rope, 0.1, 0.95).unwrap();
            (p.first_greater, p.equivalent, p.second_greater)
        };
        assert_eq!(probabilities(&[0.5, 0.6], &[0.5, 0.6], 0.01), (0.0, 1.0, 0.0));
        assert_eq!(probabilities(&[0.5, 0.6], &[0.5, 0.6], 0.0), (0.5, 0.0, 0.5));
        assert_eq!(probabilities(&[0.3, 0.8], &[0.2, 0.7], 0.01), (1.0, 0.0, 0.0));
        assert_eq!(probabilities(&[0.2, 0.7], &[0.3, 0.8], 0.01), (0.0, 0.0, 1.0));
        assert!(correlated_t(&[0.5], &[0.5], 0.01, 0.1, 0.95).is_err());
        assert!(correlated_t(&[0.5, 0.6], &[0.5, 0.7], -0.01, 0.1, 0.95).is_err());
        assert!(correlated_t(&[0.5, 0.6], &[0.5, 0.7], 0.01, 0.0, 0.95).is_err());
        assert!(correlated_t(&[0.5, 0.6], &[0.5, f64::NAN], 0.01, 0.1, 0.95).is_err());
    }
}
