//! The difference of two error rates: of two hypotheses, each evaluated once.

use crate::intervals::{Interval, IntervalMethod};
use crate::significance::check::share;
use crate::significance::{Alternative, TestResult};
use hornbook_core::{Error, Result};
use hornbook_math::distributions::normal_quantile;

/// Fewer rows than this, and the normal approximation of an error rate is doubtful.
const ENOUGH_ROWS: u64 = 30;
/// So it is where n e (1 − e) is less than this.
const ENOUGH_SPREAD: f64 = 5.0;

/// The difference of the error rates of two hypotheses on independent samples:
/// $\hat d \pm z \sqrt{e_1(1-e_1)/n_1 + e_2(1-e_2)/n_2}$.
///
/// `errors[i]` of `rows[i]` are wrong. Rates that are both 0 or 1 have no spread: p = 1 if they are equal, and an
/// infinite statistic if not.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, error_rates};
/// let test = error_rates([30, 20], [100, 100], Alternative::TwoSided, 0.95)?;
/// assert!((test.statistic - 1.643990).abs() < 1e-6);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn error_rates(
    errors: [u64; 2],
    rows: [u64; 2],
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    let mut variance = 0.0;
    let mut notes = Vec::new();
    let mut rates = [0.0; 2];
    for (which, (wrong, n)) in ["first", "second"].into_iter().zip(errors.into_iter().zip(rows)) {
        let rate = rate(wrong, n)?;
        variance += rate * (1.0 - rate) / n as f64;
        if n < ENOUGH_ROWS || n as f64 * rate * (1.0 - rate) < ENOUGH_SPREAD {
            notes.push(format!(
                "the normal approximation is doubtful for the {which}: {wrong} errors in {n} rows"
            ));
        }
        rates[usize::from(which == "second")] = rate;
    }
    let name = "difference of error rates, independent samples";
    normal_test(name, rates[0] - rates[1], variance.sqrt(), notes, alternative, level)
}

/// The difference of the error rates of two hypotheses on the same rows, when only the two counts of errors are
/// known. It treats the samples as independent, which is usually conservative: errors tend to fall on the same
/// rows. With the rows themselves, use [`error_rates_paired`].
pub fn error_rates_same_rows(
    errors: [u64; 2],
    rows: u64,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    let mut test = error_rates(errors, [rows, rows], alternative, level)?;
    test.name = "difference of error rates, same rows";
    test.notes.push(
        "both were evaluated on the same rows, so this confidence interval is usually too wide; \
         the rows on which only one of them errs would give a narrower one"
            .to_string(),
    );
    Ok(test)
}

/// The difference of the error rates of two hypotheses on the same rows, from the rows on which only one of them
/// errs: $\hat d = (b - c)/n$ with the variance $(b + c - (b - c)^2/n)/n^2$.
///
/// `only_first` rows are wrong for the first alone, `only_second` for the second alone. For few such rows,
/// [`mcnemar`](super::mcnemar()) is exact.
pub fn error_rates_paired(
    only_first: u64,
    only_second: u64,
    rows: u64,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    let discordant = only_first.saturating_add(only_second);
    rate(discordant, rows)?;
    let mut notes = Vec::new();
    if discordant < 2 * ENOUGH_SPREAD as u64 {
        notes.push(format!(
            "only {discordant} discordant rows, for which the normal approximation is doubtful; \
             McNemar's exact test is better"
        ));
    }
    let (difference, error) = paired_difference(only_first, only_second, rows);
    normal_test("difference of error rates, paired rows", difference, error, notes, alternative, level)
}

/// The difference of two error rates on the same rows, and its standard error.
pub(super) fn paired_difference(only_first: u64, only_second: u64, rows: u64) -> (f64, f64) {
    let (b, c, n) = (only_first as f64, only_second as f64, rows as f64);
    (((b - c) / n), (b + c - (b - c) * (b - c) / n).max(0.0).sqrt() / n)
}

/// `estimate` ± z standard errors.
pub(super) fn normal_interval(estimate: f64, error: f64, level: f64) -> Interval {
    let half = normal_quantile(0.5 + 0.5 * level) * error;
    Interval { low: estimate - half, high: estimate + half, level, method: IntervalMethod::Normal }
}

fn normal_test(
    name: &'static str,
    difference: f64,
    error: f64,
    notes: Vec<String>,
    alternative: Alternative,
    level: f64,
) -> Result<TestResult> {
    share("level", level)?;
    let statistic = if difference == 0.0 { 0.0 } else { difference / error };
    let p_value = if difference == 0.0 && error == 0.0 { 1.0 } else { alternative.p_normal(statistic) };
    let interval = Some(normal_interval(difference, error, level));
    Ok(TestResult {
        name,
        statistic,
        degrees: Vec::new(),
        p_value,
        alternative,
        difference: Some(difference),
        interval,
        notes,
    })
}

fn rate(errors: u64, rows: u64) -> Result<f64> {
    if rows == 0 || errors > rows {
        return Err(Error::data(
            format!("there are {errors} errors in {rows} rows"),
            "count errors among at least one row",
        ));
    }
    Ok(errors as f64 / rows as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 000a:J18
    #[test]
    fn thirty_and_twenty_of_a_hundred() {
        let test = error_rates([30, 20], [100, 100], Alternative::Greater, 0.95).unwrap();
        assert!((test.statistic - 1.643990).abs() < 1e-6);
        assert!((1.0 - test.p_value - 0.949911).abs() < 1e-6);
        let interval = test.interval.unwrap();
        // The golden half-width, 0.119222, is for z = 1.96.
        let half = 0.5 * (interval.high - interval.low);
        assert!((half * 1.96 / 1.959963984540054 - 0.119222).abs() < 1e-6);
        assert!((0.1 / test.statistic - 0.060827625).abs() < 1e-9);
        assert!(test.notes.is_empty());
    }

    // proves: 000a:J19
    #[test]
    fn the_same_rows() {
        let loose = error_rates_same_rows([30, 20], 100, Alternative::TwoSided, 0.95).unwrap();
        assert!((loose.statistic - 1.643990).abs() < 1e-6 && loose.notes[0].contains("too wide"));
        // Eighteen errors in common leave 12 and 2 rows: √(14 − 1) / 100.
        let paired = error_rates_paired(12, 2, 100, Alternative::TwoSided, 0.95).unwrap();
        assert!((paired.statistic - 10.0 / 13f64.sqrt()).abs() < 1e-12);
        assert!(paired.interval.unwrap().low > loose.interval.unwrap().low);
    }

    #[test]
    fn few_rows_and_bad_counts() {
        let few = error_rates([1, 0], [10, 10], Alternative::TwoSided, 0.95).unwrap();
        assert_eq!(few.notes.len(), 2);
        assert_eq!(error_rates([0, 0], [10, 10], Alternative::Less, 0.95).unwrap().p_value, 1.0);
        assert_eq!(error_rates([10, 0], [10, 10], Alternative::TwoSided, 0.95).unwrap().p_value, 0.0);
        assert!(error_rates([11, 0], [10, 10], Alternative::TwoSided, 0.95).is_err());
        assert!(error_rates([0, 0], [0, 10], Alternative::TwoSided, 0.95).is_err());
        assert!(error_rates_paired(6, 5, 10, Alternative::TwoSided, 0.95).is_err());
        assert!(error_rates_paired(u64::MAX, 5, 10, Alternative::TwoSided, 0.95).is_err());
        assert!(error_rates([1, 2], [10, 10], Alternative::TwoSided, f64::NAN).is_err());
        assert_eq!(error_rates_paired(0, 0, 10, Alternative::TwoSided, 0.95).unwrap().p_value, 1.0);
    }
}
