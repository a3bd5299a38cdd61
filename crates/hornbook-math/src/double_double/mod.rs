//! Sums and products that keep the digits that rounding would drop.
//!
//! A double-double number is the sum of two that do not overlap. What rounding loses in a sum (Knuth) or in a
//! product (Veltkamp and Dekker) is a number itself, and can be carried along.

mod number;

pub use number::DoubleDouble;

/// A sum in double-double arithmetic.
///
/// ```
/// use hornbook_math::double_double::DoubleDoubleSum;
/// let mut sum = DoubleDoubleSum::default();
/// for x in [1e100, 1.0, -1e100] {
///     sum.add(x);
/// }
/// sum.add_product(1e8 + 1.0, 1e8 - 1.0);
/// sum.add(-1e16);
/// assert_eq!(sum.value(), 0.0, "1 from the sum and -1 from the product");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DoubleDoubleSum {
    high: f64,
    low: f64,
}

impl DoubleDoubleSum {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: f64) {
        let (high, lost) = two_sum(self.high, x);
        self.high = high;
        self.low += lost;
    }

    /// Adds a product, with all of its digits.
    #[inline]
    pub fn add_product(&mut self, a: f64, b: f64) {
        let (product, lost) = two_product(a, b);
        self.add(product);
        self.low += lost;
    }

    /// Adds another sum.
    #[inline]
    pub fn merge(&mut self, other: DoubleDoubleSum) {
        self.add(other.high);
        self.low += other.low;
    }

    /// The sum as a number.
    pub fn value(self) -> f64 {
        self.high + self.low
    }
}

/// The sum of two numbers, and what rounding took from it.
#[inline]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// The product of two numbers, and what rounding took from it; for numbers whose product is far from overflow.
#[inline]
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    (product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low))
}

/// A number as a sum of two with half of the digits each.
#[inline]
fn halves(x: f64) -> (f64, f64) {
    const SPLIT: f64 = 134_217_729.0;
    let wide = SPLIT * x;
    let high = wide - (wide - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against integers, which are exact in 128 bits.
        #[test]
        fn products_of_whole_numbers(terms in prop::collection::vec((-(1i64 << 52)..1i64 << 52, -(1i64 << 45)..1i64 << 45), 1..40)) {
            let mut sum = DoubleDoubleSum::default();
            let mut exact = 0i128;
            for &(a, b) in &terms {
                sum.add_product(a as f64, b as f64);
                exact += i128::from(a) * i128::from(b);
            }
            let error = (sum.value() - exact as f64).abs();
            prop_assert!(error <= f64::EPSILON * exact.unsigned_abs() as f64, "{} {}", sum.value(), exact);
        }
    }

    #[test]
    fn merged_sums() {
        let (mut one, mut other) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
        one.add(1e20);
        one.add(3.0);
        other.add(-1e20);
        other.add(4.0);
        one.merge(other);
        assert_eq!(one.value(), 7.0);
    }
}
