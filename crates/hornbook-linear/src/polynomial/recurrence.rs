//! Polynomials of one column that are orthogonal to each other on the rows.

use hornbook_math::double_double::{DoubleDouble, DoubleDoubleSum};
use serde::{Deserialize, Serialize};

/// What is left of a column beside its spread, if its polynomials of lower degree say all.
const ROUNDING: f64 = 1e-13;

/// Polynomials of one column, each of one degree more than the last, which on the rows are orthogonal to each other and
/// have the mean square 1. With $z = x - m$,
///
/// $$Q_0 = 1, \quad Q_{k+1}(x) = ((z - a_k) \, Q_k(x) - b_k \, Q_{k-1}(x)) \cdot g_k.$$
///
/// Without an intercept, $Q_1, Q_2, …$ are multiples of $x$, and orthogonal to each other but not to
/// $Q_0$.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ThreeTermRecurrence {
    center: f64,
    /// $a_k$, $b_k$ and $g_k$ of each step.
    steps: Vec<[f64; 3]>,
}

impl ThreeTermRecurrence {
    /// The polynomials of a column up to a degree, or up to the last that is not zero on all rows.
    pub fn of(values: &[f64], weights: &[f64], degree: u32, intercept: bool) -> ThreeTermRecurrence {
        let total: f64 = weights.iter().sum();
        let center = if intercept { mean(values, weights, total) } else { 0.0 };
        let z: Vec<f64> = values.iter().map(|x| x - center).collect();
        let spread = z.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
        // A polynomial with a constant can go through as many values as it has powers, and one more.
        let most = different(values, degree as usize + 1, !intercept).saturating_sub(usize::from(intercept));
        let inner = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(weights).map(|((a, b), w)| a * b * w).sum::<f64>() / total
        };
        let mut steps = Vec::new();
        let (mut before, mut last) = (vec![0.0; z.len()], vec![1.0; z.len()]);
        while steps.len() < most.min(degree as usize) {
            let is_start = !intercept && steps.is_empty();
            let moved: Vec<f64> = z.iter().zip(&last).map(|(z, q)| z * q).collect();
            let a = if is_start { 0.0 } else { inner(&moved, &last) };
            // The first polynomial of a fit through the origin need not be orthogonal to the constant.
            let b = if steps.len() > usize::from(!intercept) { inner(&moved, &before) } else { 0.0 };
            let next: Vec<f64> = (0..z.len()).map(|row| (z[row] - a) * last[row] - b * before[row]).collect();
            let length = inner(&next, &next).sqrt();
            if !length.is_finite() || length <= ROUNDING * spread {
                break;
            }
            let g = 1.0 / length;
            steps.push([a, b, g]);
            before = last;
            last = next.into_iter().map(|q| q * g).collect();
        }
        ThreeTermRecurrence { center, steps }
    }

    /// The highest degree.
    pub fn degree(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.center.is_finite() && self.steps.iter().flatten().all(|x| x.is_finite())
    }

    /// The value of each polynomial at a number, from degree 0.
    pub fn values(&self, x: f64) -> Vec<f64> {
        let z = x - self.center;
        let mut all = vec![1.0];
        let (mut before, mut last) = (0.0, 1.0);
        for &[a, b, g] in &self.steps {
            (before, last) = (last, ((z - a) * last - b * before) * g);
            all.push(last);
        }
        all
    }

    /// The same in double-double arithmetic.
    pub fn exact_values(&self, x: f64) -> Vec<DoubleDouble> {
        let z = DoubleDouble::from(x) - DoubleDouble::from(self.center);
        let mut all = vec![DoubleDouble::ONE];
        let (mut before, mut last) = (DoubleDouble::default(), DoubleDouble::ONE);
        for step in &self.steps {
            let [a, b, g] = step.map(DoubleDouble::from);
            (before, last) = (last, ((z - a) * last - b * before) * g);
            all.push(last);
        }
        all
    }

    /// The polynomials in powers of the column: for each the factors of 1, x, x², …
    pub fn powers(&self) -> Vec<Vec<DoubleDouble>> {
        let mut all = vec![vec![DoubleDouble::ONE]];
        for (k, step) in self.steps.iter().enumerate() {
            let [a, b, g] = step.map(DoubleDouble::from);
            let shift = DoubleDouble::from(self.center) + a;
            let mut next = vec![DoubleDouble::default(); k + 2];
            for (power, &factor) in all[k].iter().enumerate() {
                next[power + 1] = next[power + 1] + factor;
                next[power] = next[power] - shift * factor;
            }
            if k > 0 {
                for (power, &factor) in all[k - 1].iter().enumerate() {
                    next[power] = next[power] - b * factor;
                }
            }
            all.push(next.into_iter().map(|factor| factor * g).collect());
        }
        all
    }
}

fn mean(values: &[f64], weights: &[f64], total: f64) -> f64 {
    let mut sum = DoubleDoubleSum::default();
    values.iter().zip(weights).for_each(|(x, w)| sum.add_product(*x, *w));
    sum.value() / total
}

/// How many different numbers there are, counted up to a limit; without zero, if that does not count.
fn different(values: &[f64], most: usize, without_zero: bool) -> usize {
    let mut seen: Vec<f64> = Vec::new();
    for &x in values {
        if seen.len() == most {
            break;
        }
        if !(seen.contains(&x) || without_zero && x == 0.0) {
            seen.push(x);
        }
    }
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Orthogonal, of mean square 1, and the same in powers.
        #[test]
        fn at_right_angles(values in prop::collection::vec(-3.0f64..50.0, 12..60), intercept: bool) {
            let weights: Vec<f64> = (0..values.len()).map(|i| (1 + i % 3) as f64).collect();
            let total: f64 = weights.iter().sum();
            let found = ThreeTermRecurrence::of(&values, &weights, 6, intercept);
            let rows: Vec<Vec<f64>> = values.iter().map(|&x| found.values(x)).collect();
            for i in usize::from(!intercept)..rows[0].len() {
                for j in usize::from(!intercept)..=i {
                    let inner = rows.iter().zip(&weights).map(|(q, w)| q[i] * q[j] * w).sum::<f64>() / total;
                    prop_assert!((inner - f64::from(u8::from(i == j))).abs() < 1e-8, "{} {}: {}", i, j, inner);
                }
            }
            let powers = found.powers();
            for &x in &values {
                for (k, exact) in found.exact_values(x).into_iter().enumerate() {
                    let sum = powers[k].iter().rev().fold(DoubleDouble::default(), |sum, &factor| sum * DoubleDouble::from(x) + factor);
                    prop_assert!((sum - exact).value().abs() < 1e-15 * exact.value().abs().max(1.0));
                    prop_assert!(intercept || k == 0 || powers[k][0].value() == 0.0);
                }
            }
        }
    }

    #[test]
    fn no_more_than_the_values_say() {
        let of = |values: &[f64], intercept| {
            ThreeTermRecurrence::of(values, &vec![1.0; values.len()], 5, intercept).degree()
        };
        assert_eq!(of(&[1.0, 2.0, 2.0, 4.0, 1.0], true), 2);
        assert_eq!(of(&[1.0, 2.0, 2.0, 4.0, 0.0], false), 3);
        assert_eq!(of(&[7.0; 4], true), 0);
        assert_eq!(of(&[0.0; 4], false), 0);
        assert_eq!(of(&[0.1 + 0.2, 0.3, 0.3, 0.3], true), 1);
    }
}
