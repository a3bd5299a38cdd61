//! The permutation test of paired differences.

use crate::significance::check::{ROUNDING, differences};
use crate::significance::{Alternative, TestResult};
use hornbook_core::{Error, Result, Seed};
use rayon::prelude::*;

/// Up to so many pairs all signs are tried: about a million.
const EXACT: usize = 20;

/// Whether two learners differ, from their scores on the same folds or data sets: how often the mean difference
/// would be as large if the two names were swapped at random in each pair.
///
/// It assumes that pairs are independent and the differences symmetric about zero when there is no difference, and
/// nothing about their shape. Up to 20 unequal pairs every swap is tried and the p-value is exact. For more,
/// `resamples` random swaps are drawn, and p is (b + 1)/(m + 1): of m draws b are as large, and so is what was
/// found. Draw `i` takes its random numbers from `seed.derive(i)`, so that the result does not depend on the number
/// of threads. If all differences are zero, p = 1.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_evaluation::significance::{Alternative, permutation_test};
/// let test = permutation_test(&[3.0, 4.0, 5.0], &[1.0, 1.0, 1.0], Alternative::Greater, 9999, Seed(1))?;
/// assert_eq!(test.p_value, 1.0 / 8.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn permutation_test(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
    resamples: u64,
    seed: Seed,
) -> Result<TestResult> {
    let all = differences(first, second, 1)?;
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let unequal: Vec<f64> = all.into_iter().filter(|&d| d != 0.0).collect();
    let swaps = SignFlips::of(&unequal, alternative);
    let (p_value, note) = if unequal.is_empty() {
        (1.0, "all differences are zero".to_string())
    } else if unequal.len() <= EXACT {
        let count = 1u64 << unequal.len();
        let far = (0..count).into_par_iter().filter(|&signs| swaps.is_far(|i| signs >> i & 1 == 1)).count();
        (far as f64 / count as f64, "exact, by trying all swaps".to_string())
    } else if resamples == 0 {
        return Err(Error::Parameter {
            learner: "permutation test".to_string(),
            parameter: "resamples".to_string(),
            found: "0".to_string(),
            expected: "at least 1".to_string(),
        });
    } else {
        let far = (0..resamples)
            .into_par_iter()
            .filter(|&index| {
                let mut rng = seed.derive(index).rng();
                let bits: Vec<u64> = (0..unequal.len().div_ceil(64)).map(|_| rng.bits()).collect();
                swaps.is_far(|i| bits[i / 64] >> (i % 64) & 1 == 1)
            })
            .count();
        let p = (far as f64 + 1.0) / (resamples as f64 + 1.0);
        (p, format!("from {resamples} random swaps"))
    };
    Ok(TestResult {
        name: "permutation test",
        statistic: mean,
        degrees: Vec::new(),
        p_value,
        alternative,
        difference: Some(mean),
        interval: None,
        notes: vec![note],
    })
}

/// The differences, to be given other signs.
struct SignFlips<'a> {
    differences: &'a [f64],
    alternative: Alternative,
    found: f64,
    /// Sums that differ by no more than this are equal.
    rounding: f64,
}

impl<'a> SignFlips<'a> {
    fn of(differences: &'a [f64], alternative: Alternative) -> SignFlips<'a> {
        let rounding = ROUNDING * differences.iter().map(|d| d.abs()).sum::<f64>();
        SignFlips { differences, alternative, found: differences.iter().sum(), rounding }
    }

    /// Whether the sum with these swaps is at least as far out as the one found.
    fn is_far(&self, swapped: impl Fn(usize) -> bool) -> bool {
        let sum: f64 =
            self.differences.iter().enumerate().map(|(i, d)| if swapped(i) { -d } else { *d }).sum();
        match self.alternative {
            Alternative::TwoSided => sum.abs() >= self.found.abs() - self.rounding,
            Alternative::Less => sum <= self.found + self.rounding,
            Alternative::Greater => sum >= self.found - self.rounding,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_come_near_the_exact_value_on_any_number_of_threads() {
        let first: Vec<f64> = (0..40).map(|i| f64::from(i * i % 11)).collect();
        let second: Vec<f64> = (0..40).map(|i| f64::from(i * 7 % 9)).collect();
        let drawn = || permutation_test(&first, &second, Alternative::Greater, 20_000, Seed(3)).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(drawn);
        let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(drawn);
        assert_eq!(one, three);
        // By counting: whole differences have whole sums.
        let differences: Vec<f64> = first.iter().zip(&second).map(|(a, b)| a - b).collect();
        let mut chances = std::collections::BTreeMap::from([(0i64, 1.0)]);
        for d in &differences {
            let mut next = std::collections::BTreeMap::new();
            for (sum, chance) in chances {
                *next.entry(sum + *d as i64).or_insert(0.0) += 0.5 * chance;
                *next.entry(sum - *d as i64).or_insert(0.0) += 0.5 * chance;
            }
            chances = next;
        }
        let found = differences.iter().sum::<f64>() as i64;
        let exact: f64 = chances.range(found..).map(|(_, chance)| chance).sum();
        let error = (exact * (1.0 - exact) / 20_000.0).sqrt();
        assert!((one.p_value - exact).abs() < 4.0 * error, "{} for {exact}", one.p_value);
    }

    #[test]
    fn all_equal_and_nonsense() {
        let test = |a: &[f64], b: &[f64]| permutation_test(a, b, Alternative::TwoSided, 0, Seed(0));
        assert_eq!(test(&[0.1 + 0.2], &[0.3]).unwrap().p_value, 1.0);
        assert!(test(&[], &[]).is_err() && test(&[1.0], &[]).is_err() && test(&[f64::NAN], &[0.0]).is_err());
        let many: Vec<f64> = (1..30).map(f64::from).collect();
        assert!(test(&many, &vec![0.0; 29]).unwrap_err().to_string().contains("'resamples' is 0"));
    }
}
