//! McNemar's test: two hypotheses on the same rows, from the rows on which only one of them is right.

use super::error_rates::{normal_interval, paired_difference};
use crate::significance::check::share;
use crate::significance::{Alternative, TestResult};
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{binomial_cdf, binomial_probability, binomial_upper};

/// Fewer rows than this that tell the two apart, and chi-square is doubtful.
const ENOUGH: u64 = 25;

/// How often two hypotheses were right, together and alone, on the same rows.
///
/// Rows have no weights here: a weight is not a count, and the binomial distribution behind the test is one of
/// counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedOutcomes {
    /// Rows on which both are right.
    pub both_right: u64,
    /// Rows on which the first alone is right.
    pub only_first_right: u64,
    /// Rows on which the second alone is right.
    pub only_second_right: u64,
    /// Rows on which both are wrong.
    pub both_wrong: u64,
}

impl PairedOutcomes {
    /// Counts rows, of which each hypothesis got some right.
    pub fn of(first_right: &[bool], second_right: &[bool]) -> Result<PairedOutcomes> {
        if first_right.len() != second_right.len() {
            return Err(Error::data(
                format!("the first has {} rows and the second {}", first_right.len(), second_right.len()),
                "evaluate both on the same rows, in the same order",
            ));
        }
        let count = |first: bool, second: bool| {
            first_right.iter().zip(second_right).filter(|&(&a, &b)| a == first && b == second).count() as u64
        };
        Ok(PairedOutcomes {
            both_right: count(true, true),
            only_first_right: count(true, false),
            only_second_right: count(false, true),
            both_wrong: count(false, false),
        })
    }

    /// All rows; an error if there are none, or more than can be counted.
    fn rows(&self) -> Result<u64> {
        [self.both_right, self.only_first_right, self.only_second_right, self.both_wrong]
            .into_iter()
            .try_fold(0u64, u64::checked_add)
            .filter(|&rows| rows > 0)
            .ok_or_else(|| {
                Error::data("the table has no rows, or too many to count", "evaluate at least one row")
            })
    }
}

/// Where McNemar's p-value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum McNemar {
    /// The binomial distribution: never too small, for any number of rows.
    #[default]
    Exact,
    /// The binomial distribution, with half the weight of what was found: less conservative, and nearly always
    /// still right.
    MidP,
    /// Chi-square, $(b - c)^2 / (b + c)$, for many rows.
    ChiSquare,
    /// Chi-square with Edwards's continuity correction, $(|b - c| - 1)^2 / (b + c)$.
    Corrected,
}

/// Whether two hypotheses are right equally often on the same rows. The difference is that of their accuracies.
///
/// Without any row that tells the two apart, p = 1. For a one-sided alternative chi-square is taken as the square
/// of a normal variable.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, McNemar, PairedOutcomes, mcnemar};
/// let rows = PairedOutcomes { both_right: 70, only_first_right: 12, only_second_right: 2, both_wrong: 16 };
/// let test = mcnemar(&rows, McNemar::Exact, Alternative::TwoSided, 0.95)?;
/// assert!((test.p_value - 0.012939453125).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn mcnemar(
    outcomes: &PairedOutcomes,
    method: McNemar,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    share("level", level)?;
    let rows = outcomes.rows()?;
    let (b, c) = (outcomes.only_first_right, outcomes.only_second_right);
    let discordant = b + c;
    let (difference, error) = paired_difference(b, c, rows);
    let chi_square = |correction: f64| {
        let distance = (b.abs_diff(c) as f64 - correction).max(0.0);
        if discordant == 0 { 0.0 } else { distance * distance / discordant as f64 }
    };
    let signed_root = |chi: f64| if b < c { -chi.sqrt() } else { chi.sqrt() };
    let (statistic, p_value, name) = match method {
        McNemar::Exact | McNemar::MidP => {
            let at_most = binomial_cdf(b, discordant, 0.5);
            let at_least = if b == 0 { 1.0 } else { binomial_upper(b - 1, discordant, 0.5) };
            let exact = method == McNemar::Exact;
            let half = if exact { 0.0 } else { 0.5 * binomial_probability(b, discordant, 0.5) };
            let name = if exact { "McNemar's exact test" } else { "McNemar's mid-p test" };
            (b as f64, alternative.p_value(at_most - half, at_least - half), name)
        }
        McNemar::ChiSquare => {
            let chi = chi_square(0.0);
            (chi, alternative.p_normal(signed_root(chi)), "McNemar's test")
        }
        McNemar::Corrected => {
            let chi = chi_square(1.0);
            (chi, alternative.p_normal(signed_root(chi)), "McNemar's test with continuity correction")
        }
    };
    let by_chi_square = matches!(method, McNemar::ChiSquare | McNemar::Corrected);
    let mut notes = Vec::new();
    if discordant == 0 {
        notes.push("there are no discordant rows".to_string());
    } else if by_chi_square && discordant < ENOUGH {
        notes.push(format!(
            "only {discordant} discordant rows, for which the chi-square approximation is doubtful"
        ));
    }
    Ok(TestResult {
        name,
        statistic,
        degrees: if by_chi_square { vec![1.0] } else { Vec::new() },
        p_value: if discordant == 0 { 1.0 } else { p_value },
        alternative,
        difference: Some(difference),
        interval: Some(normal_interval(difference, error, level)),
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approval_ratings() {
        // Agresti's two surveys, as R's mcnemar.test gives them.
        let rows =
            PairedOutcomes { both_right: 794, only_first_right: 150, only_second_right: 86, both_wrong: 570 };
        let test = mcnemar(&rows, McNemar::Corrected, Alternative::TwoSided, 0.95).unwrap();
        assert!((test.statistic - 16.81779661).abs() < 1e-8);
        assert!((test.p_value / 4.114562281e-05 - 1.0).abs() < 1e-9);
        assert!((test.difference.unwrap() - 0.04).abs() < 1e-15);
    }

    #[test]
    fn rows_are_counted() {
        let first = [true, true, false, false, true];
        let second = [true, false, true, false, false];
        let counted = PairedOutcomes::of(&first, &second).unwrap();
        let expected =
            PairedOutcomes { both_right: 1, only_first_right: 2, only_second_right: 1, both_wrong: 1 };
        assert_eq!(counted, expected);
        assert!(PairedOutcomes::of(&first, &second[1..]).is_err());
        let none = PairedOutcomes::of(&[], &[]).unwrap();
        assert!(mcnemar(&none, McNemar::Exact, Alternative::TwoSided, 0.95).is_err());
    }

    #[test]
    fn no_difference() {
        let methods = [McNemar::Exact, McNemar::MidP, McNemar::ChiSquare, McNemar::Corrected];
        for (method, each) in methods.into_iter().flat_map(|method| [(method, 0), (method, 7)]) {
            let rows = PairedOutcomes {
                both_right: 5,
                only_first_right: each,
                only_second_right: each,
                both_wrong: 0,
            };
            let test = mcnemar(&rows, method, Alternative::TwoSided, 0.95).unwrap();
            assert!((test.p_value - 1.0).abs() < 1e-14, "{method:?} {each}: {test}");
        }
        let huge =
            PairedOutcomes { both_right: u64::MAX, only_first_right: 1, only_second_right: 0, both_wrong: 0 };
        assert!(mcnemar(&huge, McNemar::Exact, Alternative::TwoSided, 0.95).is_err());
    }
}
