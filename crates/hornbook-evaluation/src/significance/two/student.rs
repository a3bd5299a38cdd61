//! Student's t on one list of numbers, on pairs, and on pairs from training sets that overlap.

use crate::intervals::{IntervalMethod, moments, student};
use crate::significance::check::{differences, share, size, usable, without_rounding};
use crate::significance::{Alternative, TestResult};
use hornbook_core::Result;

/// Fewer values than this make the normality that t assumes matter.
const FEW: usize = 5;

/// Whether the mean of some values is `expected`: $t = (\bar x - \mu_0) / \sqrt{s^2 / n}$ with $n - 1$ degrees of
/// freedom. The difference, and its interval, are those of the mean from `expected`.
///
/// Values that are all as expected give p = 1; values that are all the same and not as expected an infinite
/// statistic and p = 0, or 1 on the other side.
pub fn one_sample_t(
    values: &[f64],
    expected: f64,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    usable(values, 2)?;
    let expected_everywhere = vec![expected; values.len()];
    let shifted = differences(values, &expected_everywhere, 2)?;
    t_test("one-sample t test", &shifted, size(values).max(expected.abs()), 0.0, alternative, level)
}

/// Whether two learners differ, from their scores on the same folds or data sets: [`one_sample_t`] of the
/// differences.
///
/// It assumes that the differences are independent. Folds of a cross-validation share most of their training rows
/// and are not, so that it finds differences too often; [`corrected_resampled_t`] allows for that.
pub fn paired_t(first: &[f64], second: &[f64], alternative: Alternative, level: f64) -> Result<TestResult> {
    let scale = size(first).max(size(second));
    let mut test = t_test("paired t test", &differences(first, second, 2)?, scale, 0.0, alternative, level)?;
    test.notes.push(
        "scores of folds that share training rows are not independent, and p is then too small; \
         the corrected resampled t test allows for it"
            .to_string(),
    );
    Ok(test)
}

/// Whether two learners differ, from their scores on resampled folds whose training sets overlap (Nadeau and
/// Bengio, 2003): $t = \bar d / \sqrt{s^2 (1/n + n_\text{test}/n_\text{train})}$.
///
/// It serves cross-validation, repeated cross-validation and random subsampling. `test_share` is the fraction of the
/// rows that a fold is tested on: 0.1 for ten folds.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, corrected_resampled_t};
/// let a = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
/// let b = [0.78, 0.80, 0.80, 0.79, 0.80, 0.77, 0.79, 0.83, 0.78, 0.81];
/// let test = corrected_resampled_t(&a, &b, 0.1, Alternative::TwoSided, 0.95)?;
/// assert!((test.statistic - 3.077935).abs() < 1e-6);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn corrected_resampled_t(
    first: &[f64],
    second: &[f64],
    test_share: f64,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    share("test_share", test_share)?;
    let overlap = test_share / (1.0 - test_share);
    let scale = size(first).max(size(second));
    let differences = differences(first, second, 2)?;
    t_test("corrected resampled t test", &differences, scale, overlap, alternative, level)
}

/// t of the mean of some differences, whose variance is $s^2 (1/n + \text{overlap})$.
fn t_test(
    name: &'static str,
    differences: &[f64],
    scale: f64,
    overlap: f64,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    share("level", level)?;
    let (n, mean, variance) = moments(differences);
    let variance = without_rounding(variance, scale);
    let error = (variance * (1.0 / n + overlap)).sqrt();
    let degrees = n - 1.0;
    let mut notes = Vec::new();
    let statistic = if mean == 0.0 { 0.0 } else { mean / error };
    if variance == 0.0 {
        notes.push(if mean == 0.0 {
            "all differences are zero".to_string()
        } else {
            "all differences are the same, so the variance is zero".to_string()
        });
    }
    if differences.len() < FEW {
        notes.push(format!("{} values are few: the t-test then relies on normality", differences.len()));
    }
    let method = if overlap > 0.0 { IntervalMethod::CorrectedStudent } else { IntervalMethod::Student };
    Ok(TestResult {
        name,
        statistic,
        degrees: vec![degrees],
        p_value: if variance == 0.0 && mean == 0.0 { 1.0 } else { alternative.p_student(statistic, degrees) },
        alternative,
        difference: Some(mean),
        interval: Some(student(mean, error, degrees, level, method)),
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 10] = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
    const B: [f64; 10] = [0.78, 0.80, 0.80, 0.79, 0.80, 0.77, 0.79, 0.83, 0.78, 0.81];

    // proves: 001:94
    #[test]
    fn accuracies_of_ten_folds() {
        let test = paired_t(&A, &B, Alternative::TwoSided, 0.95).unwrap();
        assert!((test.difference.unwrap() - 0.02).abs() < 1e-15);
        assert!((test.statistic - 4.47213595499958).abs() < 1e-12, "{}", test.statistic);
        assert!((test.p_value - 0.0015498859117018).abs() < 1e-13, "{}", test.p_value);
        let one_sided = paired_t(&A, &B, Alternative::Greater, 0.95).unwrap();
        assert!((one_sided.p_value - 0.0007749429558509).abs() < 1e-13);
        let other_side = paired_t(&A, &B, Alternative::Less, 0.95).unwrap();
        assert!((one_sided.p_value + other_side.p_value - 1.0).abs() < 1e-15);
        let mean = one_sample_t(&A, 0.815, Alternative::TwoSided, 0.95).unwrap();
        assert!(mean.p_value > 1.0 - 1e-9, "{mean:?}");
        let half = 2.262157162798205 * 5.1666666666666667e-05f64.sqrt();
        assert!((mean.interval.unwrap().high - half).abs() < 1e-12);
    }

    // proves: 000a:J23, 001:95
    #[test]
    fn errors_of_ten_folds() {
        let a = [0.20, 0.25, 0.15, 0.30, 0.22, 0.18, 0.24, 0.21, 0.27, 0.19];
        let b = [0.18, 0.22, 0.16, 0.24, 0.20, 0.17, 0.20, 0.22, 0.23, 0.18];
        let test = paired_t(&a, &b, Alternative::TwoSided, 0.95).unwrap();
        assert!((test.difference.unwrap() - 0.021).abs() < 1e-15);
        assert!((test.statistic - 2.9731538).abs() < 1e-7);
        let interval = test.interval.unwrap();
        assert!((interval.high - 0.021 - 0.0159780836).abs() < 1e-10);
    }

    #[test]
    fn no_spread() {
        let same = paired_t(&A, &A, Alternative::TwoSided, 0.95).unwrap();
        assert_eq!((same.statistic, same.p_value, same.difference), (0.0, 1.0, Some(0.0)));
        assert!(same.notes[0].contains("zero"));
        // 0.3 − 0.2 and 0.8 − 0.7 differ in their last bits.
        let shifted = paired_t(&[0.3, 0.8], &[0.2, 0.7], Alternative::TwoSided, 0.95).unwrap();
        assert_eq!((shifted.statistic, shifted.p_value), (f64::INFINITY, 0.0));
        let less = paired_t(&[0.3, 0.8], &[0.2, 0.7], Alternative::Less, 0.95).unwrap();
        assert_eq!(less.p_value, 1.0);
        assert!(less.notes[0].contains("variance is zero"));
    }

    #[test]
    fn bad_input() {
        let message = |test: Result<TestResult>| test.unwrap_err().to_string();
        let two = Alternative::TwoSided;
        assert!(message(paired_t(&[0.5], &[0.6], two, 0.95)).starts_with("there are 1 values"));
        assert!(
            message(paired_t(&A, &B[1..], two, 0.95)).starts_with("the first has 10 values and the second 9")
        );
        assert!(message(paired_t(&[0.5, f64::NAN], &[0.5, 0.6], two, 0.95)).starts_with("value 2 is NaN"));
        assert!(message(one_sample_t(&[0.5, 0.6], f64::NAN, two, 0.95)).contains("NaN"));
        assert!(message(one_sample_t(&[], 0.0, two, 0.95)).starts_with("there are 0 values"));
        assert!(message(paired_t(&A, &B, two, 1.0)).contains("parameter 'level' is 1"));
        assert!(message(corrected_resampled_t(&A, &B, 1.5, two, 0.95)).contains("'test_share'"));
    }
}
