//! Friedman's test, and Iman and Davenport's: whether any learner differs from the others.

use super::score_table::ScoreTable;
use crate::significance::check::is_tie;
use crate::significance::ranking::tie_loss;
use crate::significance::{Alternative, TestResult};
use hornbook_math::distributions::{chi_square_upper, fisher_upper};

/// Friedman's test: whether all learners have the same mean rank, with the correction for ties. Chi-square with
/// $k - 1$ degrees of freedom,
/// $\chi^2 = \frac{12 N}{k (k + 1)} \left(\sum_j \bar R_j^2 - \frac{k (k + 1)^2}{4}\right)$ over the fraction of the
/// spread that ties leave.
///
/// If the learners tie on every data set, p = 1. [`iman_davenport`] is less conservative.
pub fn friedman(results: &ScoreTable) -> TestResult {
    let (k, n) = (results.learners().len() as f64, results.data_sets() as f64);
    let statistic = chi_square(results);
    TestResult {
        name: "Friedman's test",
        statistic,
        degrees: vec![k - 1.0],
        p_value: chi_square_upper(statistic, k - 1.0),
        alternative: Alternative::TwoSided,
        difference: None,
        interval: None,
        notes: notes(results, n <= 10.0 && k < 6.0),
    }
}

/// Iman and Davenport's test: Friedman's statistic as an F,
/// $F = \frac{(N - 1) \chi^2}{N (k - 1) - \chi^2}$ with $k - 1$ and $(k - 1)(N - 1)$ degrees of freedom.
///
/// If the learners tie on every data set, p = 1; if they have the same ranks on every one, F is infinite and p = 0.
///
/// ```
/// use hornbook_evaluation::significance::{ScoreDirection, ScoreTable, iman_davenport};
/// let rows = [vec![1.0, 2.0, 3.0], vec![1.0, 3.0, 2.0], vec![1.0, 2.0, 3.0], vec![2.0, 1.0, 3.0]];
/// let test = iman_davenport(&ScoreTable::new(&["a", "b", "c"], &rows, ScoreDirection::Lower)?);
/// assert!((test.statistic - 13.5 / 3.5).abs() < 1e-12 && test.degrees == [2.0, 6.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn iman_davenport(results: &ScoreTable) -> TestResult {
    let (k, n) = (results.learners().len() as f64, results.data_sets() as f64);
    let chi = chi_square(results);
    let most = n * (k - 1.0);
    // Chi-square is at most this; what rounding leaves of the distance is none.
    let rest = if is_tie(most, chi, most) { 0.0 } else { most - chi };
    let statistic = (n - 1.0) * chi / rest;
    let degrees = [k - 1.0, (k - 1.0) * (n - 1.0)];
    TestResult {
        name: "Iman and Davenport's test",
        statistic,
        degrees: degrees.to_vec(),
        p_value: fisher_upper(statistic, degrees[0], degrees[1]),
        alternative: Alternative::TwoSided,
        difference: None,
        interval: None,
        notes: notes(results, false),
    }
}

fn chi_square(results: &ScoreTable) -> f64 {
    let (k, n) = (results.learners().len() as f64, results.data_sets() as f64);
    let left_by_ties = n * k * (k * k - 1.0) - ties(results);
    let middle = 0.5 * (k + 1.0);
    let spread: f64 = results.mean_ranks().iter().map(|rank| (rank - middle) * (rank - middle)).sum();
    if left_by_ties == 0.0 { 0.0 } else { 12.0 * n * n * (k - 1.0) * spread / left_by_ties }
}

fn ties(results: &ScoreTable) -> f64 {
    results.ranks().iter().map(|row| tie_loss(row)).sum()
}

fn notes(results: &ScoreTable, few: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if results.learners().len() == 2 {
        notes.push("of two learners it sees the signs only; Wilcoxon's test sees more".to_string());
    }
    if few {
        notes.push(format!(
            "chi-square is rough for {} learners on {} data sets",
            results.learners().len(),
            results.data_sets()
        ));
    }
    if ties(results) > 0.0 {
        notes.push("some learners tie and share their ranks".to_string());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::score_table::ScoreDirection;
    use super::*;

    #[test]
    fn rounding_first_base() {
        // Hollander and Wolfe's RoundingTimes, as R's friedman.test gives it.
        let rows = [
            [5.40, 5.50, 5.55],
            [5.85, 5.70, 5.75],
            [5.20, 5.60, 5.50],
            [5.55, 5.50, 5.40],
            [5.90, 5.85, 5.70],
            [5.45, 5.55, 5.60],
            [5.40, 5.40, 5.35],
            [5.45, 5.50, 5.35],
            [5.25, 5.15, 5.00],
            [5.85, 5.80, 5.70],
            [5.25, 5.20, 5.10],
            [5.65, 5.55, 5.45],
            [5.60, 5.35, 5.45],
            [5.05, 5.00, 4.95],
            [5.50, 5.50, 5.40],
            [5.45, 5.55, 5.50],
            [5.55, 5.55, 5.35],
            [5.45, 5.50, 5.55],
            [5.50, 5.45, 5.25],
            [5.65, 5.60, 5.40],
            [5.70, 5.65, 5.55],
            [6.30, 6.30, 6.25],
        ]
        .map(|row| row.to_vec());
        let learners = ["round out", "narrow angle", "wide angle"];
        let test = friedman(&ScoreTable::new(&learners, &rows, ScoreDirection::Lower).unwrap());
        assert!((test.statistic - 11.142857142857).abs() < 1e-12);
        assert!((test.p_value - 0.003805040776).abs() < 1e-12);
    }

    #[test]
    fn constant_results() {
        let constant =
            ScoreTable::new(&["a", "b", "c"], &[vec![0.5; 3], vec![0.7; 3]], ScoreDirection::Higher).unwrap();
        for test in [friedman(&constant), iman_davenport(&constant)] {
            assert_eq!((test.statistic, test.p_value), (0.0, 1.0));
        }
        let same = [vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]];
        let same = ScoreTable::new(&["a", "b", "c"], &same, ScoreDirection::Higher).unwrap();
        let test = iman_davenport(&same);
        assert_eq!((test.statistic, test.p_value), (f64::INFINITY, 0.0));
    }
}
