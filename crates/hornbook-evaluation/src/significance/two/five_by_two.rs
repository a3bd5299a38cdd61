//! Five repetitions of two-fold cross-validation: Dietterich's t and Alpaydin's F.

use crate::significance::check::usable;
use crate::significance::{Alternative, TestResult};
use hornbook_core::Result;
use hornbook_math::distributions::fisher_upper;

/// Dietterich's 5×2cv t test (1998): the first of the ten differences over the root of the mean variance of the
/// five repetitions, with five degrees of freedom.
///
/// `differences[i]` holds the first learner's score minus the second's on the two folds of repetition `i`.
/// Training sets of one repetition do not overlap, which keeps it honest, but it looks at one difference only;
/// [`five_by_two_f`] looks at all ten and is more powerful. All differences zero give p = 1.
pub fn five_by_two_t(differences: &[[f64; 2]; 5], alternative: Alternative) -> Result<TestResult> {
    let FiveByTwoStatistics { mean, variances, .. } = five_by_two_statistics(differences)?;
    let first = differences[0][0];
    let statistic = if first == 0.0 { 0.0 } else { first / (variances / 5.0).sqrt() };
    Ok(TestResult {
        name: "5x2cv t test",
        statistic,
        degrees: vec![5.0],
        p_value: if first == 0.0 && variances == 0.0 { 1.0 } else { alternative.p_student(statistic, 5.0) },
        alternative,
        difference: Some(mean),
        interval: None,
        notes: no_spread(variances),
    })
}

/// Alpaydin's combined 5×2cv F test (1999): the ten squared differences over twice the five variances, with ten and
/// five degrees of freedom. It is two-sided by nature. All differences zero give p = 1.
///
/// ```
/// use hornbook_evaluation::significance::five_by_two_f;
/// let differences = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.03], [0.00, 0.02], [0.02, 0.05]];
/// let test = five_by_two_f(&differences)?;
/// assert!((test.statistic - 81.0 / 23.0).abs() < 1e-12 && test.degrees == [10.0, 5.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn five_by_two_f(differences: &[[f64; 2]; 5]) -> Result<TestResult> {
    let FiveByTwoStatistics { mean, squares, variances } = five_by_two_statistics(differences)?;
    let statistic = if squares == 0.0 { 0.0 } else { squares / (2.0 * variances) };
    Ok(TestResult {
        name: "5x2cv F test",
        statistic,
        degrees: vec![10.0, 5.0],
        p_value: fisher_upper(statistic, 10.0, 5.0),
        alternative: Alternative::TwoSided,
        difference: Some(mean),
        interval: None,
        notes: no_spread(variances),
    })
}

/// The mean of the ten differences, the sum of their squares, and that of the five variances.
struct FiveByTwoStatistics {
    mean: f64,
    squares: f64,
    variances: f64,
}

fn five_by_two_statistics(differences: &[[f64; 2]; 5]) -> Result<FiveByTwoStatistics> {
    let all = differences.as_flattened();
    usable(all, 10)?;
    // The variance of two numbers is half the square of their distance.
    let variances = differences.iter().map(|[a, b]| 0.5 * (a - b) * (a - b)).sum();
    let squares = all.iter().map(|d| d * d).sum();
    Ok(FiveByTwoStatistics { mean: all.iter().sum::<f64>() / 10.0, squares, variances })
}

fn no_spread(variances: f64) -> Vec<String> {
    let note = "both folds of every repetition differ by the same, so the variance is zero";
    if variances == 0.0 { vec![note.to_string()] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_and_nonsense() {
        let none = [[0.0; 2]; 5];
        assert_eq!(five_by_two_t(&none, Alternative::TwoSided).unwrap().p_value, 1.0);
        assert_eq!(five_by_two_f(&none).unwrap().p_value, 1.0);
        let same = five_by_two_f(&[[0.1; 2]; 5]).unwrap();
        assert_eq!((same.statistic, same.p_value, same.notes.len()), (f64::INFINITY, 0.0, 1));
        let mut missing = none;
        missing[3][1] = f64::NAN;
        assert!(five_by_two_t(&missing, Alternative::TwoSided).is_err());
        assert!(five_by_two_f(&missing).unwrap_err().to_string().starts_with("value 8 is NaN"));
    }
}
