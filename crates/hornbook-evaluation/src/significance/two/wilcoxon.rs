//! Wilcoxon's signed rank test.

use crate::significance::check::{differences, size};
use crate::significance::ranking::{ranks, tie_loss};
use crate::significance::{Alternative, TestResult};
use hornbook_core::Result;
use hornbook_math::distributions::{normal_cdf, signed_rank_tails};
use hornbook_math::quantiles::median;

/// Up to so many pairs the p-value is exact by default.
const EXACT: usize = 50;
/// Counting more than this many pairs exactly takes too long.
const MOST_EXACT: usize = 1000;

/// What happens to pairs that are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ZeroMethod {
    /// They are left out before the ranking (Wilcoxon).
    #[default]
    Drop,
    /// They are ranked with the others, and then left out (Pratt).
    Pratt,
    /// They are ranked with the others, and each side gets half of their ranks.
    Split,
}

/// Where Wilcoxon's p-value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WilcoxonMethod {
    /// Exact up to 50 pairs, normal for more.
    #[default]
    Auto,
    /// By counting all signs that the ranks could have had, ties included. At most 1,000 pairs; more are treated
    /// as normal.
    Exact,
    /// The normal approximation, with corrections for ties and continuity.
    Normal,
}

/// Whether two learners differ, from their scores on the same data sets: the ranks of the absolute differences,
/// summed where the first is greater and where the second is.
///
/// It assumes that pairs are independent and differences symmetric about their median. It is the test for two
/// learners on many data sets (Demšar, 2006), whose scores are hardly normal. The statistic is the smaller sum of
/// ranks for the two-sided alternative, the sum of the positive ones for the others; the difference is the median
/// of the differences. Differences that are equal within rounding are ties. If all are zero, p = 1.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, WilcoxonMethod, ZeroMethod, wilcoxon};
/// let a = [125.0, 115.0, 130.0, 140.0, 140.0, 115.0, 140.0, 125.0, 140.0, 135.0];
/// let b = [110.0, 122.0, 125.0, 120.0, 140.0, 124.0, 123.0, 137.0, 135.0, 145.0];
/// let test = wilcoxon(&a, &b, ZeroMethod::Drop, WilcoxonMethod::Auto, Alternative::TwoSided)?;
/// assert_eq!((test.statistic, test.p_value), (18.0, 0.6328125));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn wilcoxon(
    first: &[f64],
    second: &[f64],
    zeros: ZeroMethod,
    method: WilcoxonMethod,
    alternative: Alternative,
) -> Result<TestResult> {
    let differences = differences(first, second, 1)?;
    let signs = SignedRanks::of(&differences, size(first).max(size(second)), zeros);
    let pairs = signs.signed.len();
    let exact = match method {
        WilcoxonMethod::Auto => pairs <= EXACT,
        WilcoxonMethod::Exact => pairs <= MOST_EXACT,
        WilcoxonMethod::Normal => false,
    };
    let mut notes = Vec::new();
    if signs.zeros > 0 {
        notes.push(format!("{} pairs are equal", signs.zeros));
    }
    if tie_loss(&signs.signed) > 0.0 {
        notes.push("some differences are of the same size and share their ranks".to_string());
    }
    if !exact && pairs < 10 {
        notes.push(format!("the normal approximation is doubtful for {pairs} pairs"));
    }
    let p_value = if pairs == 0 {
        1.0
    } else if exact {
        let (at_most, at_least) = signed_rank_tails(signs.positive, &signs.signed);
        alternative.p_value(at_most, at_least)
    } else {
        signs.normal_p(alternative)
    };
    let (positive, negative) = (signs.positive + signs.shared, signs.negative() + signs.shared);
    Ok(TestResult {
        name: "Wilcoxon's signed rank test",
        statistic: if alternative == Alternative::TwoSided { positive.min(negative) } else { positive },
        degrees: Vec::new(),
        p_value,
        alternative,
        difference: Some(median(&differences)),
        interval: None,
        notes,
    })
}

/// The ranks of the absolute differences.
struct SignedRanks {
    /// Ranks of the differences that have a sign.
    signed: Vec<f64>,
    /// The sum of those with a positive one.
    positive: f64,
    /// What each side gets of the ranks of zeros.
    shared: f64,
    /// The variance of the sum of positive ranks.
    variance: f64,
    zeros: usize,
}

impl SignedRanks {
    fn of(differences: &[f64], size: f64, zeros: ZeroMethod) -> SignedRanks {
        let ranked: Vec<f64> =
            differences.iter().copied().filter(|&d| zeros != ZeroMethod::Drop || d != 0.0).collect();
        let absolute: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
        let ranks = ranks(&absolute, size);
        let of_sign = |keep: fn(f64) -> bool| -> Vec<f64> {
            ranked.iter().zip(&ranks).filter(|&(&d, _)| keep(d)).map(|(_, &rank)| rank).collect()
        };
        let signed = of_sign(|d| d != 0.0);
        let without_sign: f64 = of_sign(|d| d == 0.0).iter().sum();
        // A rank with a fair sign varies by a quarter of its square. Zeros that are split are taken, as elsewhere,
        // for signs that were tossed.
        let tossed = if zeros == ZeroMethod::Split { &ranks } else { &signed };
        SignedRanks {
            positive: of_sign(|d| d > 0.0).iter().sum(),
            shared: if zeros == ZeroMethod::Split { 0.5 * without_sign } else { 0.0 },
            variance: 0.25 * tossed.iter().map(|rank| rank * rank).sum::<f64>(),
            zeros: differences.iter().filter(|&&d| d == 0.0).count(),
            signed,
        }
    }

    fn negative(&self) -> f64 {
        self.signed.iter().sum::<f64>() - self.positive
    }

    fn normal_p(&self, alternative: Alternative) -> f64 {
        let distance = 0.5 * (self.positive - self.negative());
        let error = self.variance.sqrt();
        // The correction moves the sum half a rank toward what the alternative does not claim.
        let at_least = |distance: f64| normal_cdf(-(distance - 0.5) / error);
        match alternative {
            Alternative::TwoSided if distance == 0.0 => 1.0,
            Alternative::TwoSided => (2.0 * at_least(distance.abs())).min(1.0),
            Alternative::Greater => at_least(distance),
            Alternative::Less => at_least(-distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sleep_of_ten_patients() {
        // Student's sleep data: one zero, one tie.
        let a = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let b = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let test = wilcoxon(&a, &b, ZeroMethod::Drop, WilcoxonMethod::Normal, Alternative::TwoSided).unwrap();
        // R's wilcox.test(paired = TRUE): V = 0, p-value = 0.009091.
        assert_eq!(test.statistic, 0.0);
        assert!((test.p_value - 0.009090698).abs() < 1e-9, "{}", test.p_value);
        assert_eq!(test.notes.len(), 3, "{test}");
        let exact = wilcoxon(&a, &b, ZeroMethod::Drop, WilcoxonMethod::Exact, Alternative::TwoSided).unwrap();
        assert_eq!(exact.p_value, 2.0 / 512.0);
    }

    #[test]
    fn all_equal_and_nonsense() {
        for zeros in [ZeroMethod::Drop, ZeroMethod::Pratt, ZeroMethod::Split] {
            for method in [WilcoxonMethod::Exact, WilcoxonMethod::Normal] {
                let same =
                    wilcoxon(&[0.1 + 0.2, 1.0], &[0.3, 1.0], zeros, method, Alternative::Less).unwrap();
                assert_eq!(same.p_value, 1.0);
            }
        }
        let test = |a: &[f64], b: &[f64]| {
            wilcoxon(a, b, ZeroMethod::Drop, WilcoxonMethod::Auto, Alternative::TwoSided).is_err()
        };
        assert!(test(&[], &[]) && test(&[1.0], &[1.0, 2.0]) && test(&[f64::NAN], &[1.0]));
    }

    #[test]
    fn rounding_does_not_break_ties() {
        // 0.3 − 0.2 and 0.8 − 0.7 are not the same number.
        let test =
            wilcoxon(&[0.3, 0.8], &[0.2, 0.7], ZeroMethod::Drop, WilcoxonMethod::Auto, Alternative::Greater)
                .unwrap();
        assert!(test.notes[0].contains("share their ranks") && test.p_value == 0.25);
    }

    proptest! {
        /// Swapping the two swaps the sides.
        #[test]
        fn sides(pairs in prop::collection::vec((-4i32..5, -4i32..5), 1..30), normal: bool, which in 0..3usize) {
            let zeros = [ZeroMethod::Drop, ZeroMethod::Pratt, ZeroMethod::Split][which];
            let method = if normal { WilcoxonMethod::Normal } else { WilcoxonMethod::Exact };
            let a: Vec<f64> = pairs.iter().map(|p| f64::from(p.0)).collect();
            let b: Vec<f64> = pairs.iter().map(|p| f64::from(p.1)).collect();
            let greater = wilcoxon(&a, &b, zeros, method, Alternative::Greater).unwrap();
            let less = wilcoxon(&b, &a, zeros, method, Alternative::Less).unwrap();
            prop_assert!((greater.p_value - less.p_value).abs() < 1e-12);
            let two = wilcoxon(&a, &b, zeros, method, Alternative::TwoSided).unwrap();
            prop_assert!(two.p_value >= greater.p_value.min(1.0 - greater.p_value) - 1e-12);
            prop_assert!((0.0..=1.0).contains(&two.p_value));
        }
    }
}
