//! The sign test: how often the first is ahead of the second.

use crate::significance::check::differences;
use crate::significance::{Alternative, TestResult};
use hornbook_core::Result;
use hornbook_math::distributions::{binomial_cdf, binomial_upper};
use hornbook_math::quantiles::median;

/// Whether the first is ahead of the second as often as behind, from scores on the same folds or data sets. Exact;
/// it assumes nothing but that the pairs are independent.
///
/// The statistic is how often the first is greater, the difference the median of the differences. Pairs that are
/// equal within rounding are left out; if all are, p = 1.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, sign_test};
/// let test = sign_test(&[5.0, 6.0, 7.0, 8.0, 9.0], &[4.0, 4.0, 4.0, 9.0, 9.0], Alternative::TwoSided)?;
/// assert!(test.statistic == 3.0 && (test.p_value - 0.625).abs() < 1e-14);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn sign_test(first: &[f64], second: &[f64], alternative: Alternative) -> Result<TestResult> {
    let differences = differences(first, second, 1)?;
    let ahead = differences.iter().filter(|&&d| d > 0.0).count() as u64;
    let unequal = differences.iter().filter(|&&d| d != 0.0).count() as u64;
    let at_least = if ahead == 0 { 1.0 } else { binomial_upper(ahead - 1, unequal, 0.5) };
    let mut notes = Vec::new();
    if (unequal as usize) < differences.len() {
        notes.push(format!("{} equal pairs were left out", differences.len() - unequal as usize));
    }
    Ok(TestResult {
        name: "sign test",
        statistic: ahead as f64,
        degrees: Vec::new(),
        p_value: alternative.p_value(binomial_cdf(ahead, unequal, 0.5), at_least),
        alternative,
        difference: Some(median(&differences)),
        interval: None,
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_equal_and_nonsense() {
        let same = sign_test(&[0.1 + 0.2, 1.0], &[0.3, 1.0], Alternative::Greater).unwrap();
        assert_eq!((same.p_value, same.difference), (1.0, Some(0.0)));
        assert_eq!(same.notes, ["2 equal pairs were left out"]);
        assert!(sign_test(&[], &[], Alternative::TwoSided).is_err());
        assert!(sign_test(&[1.0], &[f64::INFINITY], Alternative::TwoSided).is_err());
    }
}
