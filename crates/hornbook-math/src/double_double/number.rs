//! Double-double numbers.

use super::{two_product, two_sum};
use std::ops::{Add, Mul, Neg, Sub};

/// A number of about 31 digits: the sum of two that do not overlap. For numbers far from overflow and underflow.
///
/// ```
/// use hornbook_math::double_double::DoubleDouble;
/// let x = DoubleDouble::from(1.0) + DoubleDouble::from(1e-20);
/// assert_eq!((x * x - DoubleDouble::from(1.0)).value(), 2e-20);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// One.
    pub const ONE: DoubleDouble = DoubleDouble { high: 1.0, low: 0.0 };

    /// The nearest number of usual precision.
    pub fn value(self) -> f64 {
        self.high
    }

    fn of((high, low): (f64, f64)) -> DoubleDouble {
        let (high, low) = two_sum(high, low);
        DoubleDouble { high, low }
    }
}

impl From<f64> for DoubleDouble {
    fn from(x: f64) -> DoubleDouble {
        DoubleDouble { high: x, low: 0.0 }
    }
}

impl Add for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn add(self, other: DoubleDouble) -> DoubleDouble {
        let (high, lost) = two_sum(self.high, other.high);
        let (low, lost_below) = two_sum(self.low, other.low);
        let DoubleDouble { high, low } = DoubleDouble::of((high, lost + low));
        DoubleDouble::of((high, low + lost_below))
    }
}

impl Neg for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn neg(self) -> DoubleDouble {
        DoubleDouble { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn sub(self, other: DoubleDouble) -> DoubleDouble {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn mul(self, other: DoubleDouble) -> DoubleDouble {
        let (product, lost) = two_product(self.high, other.high);
        DoubleDouble::of((product, lost + (self.high * other.low + self.low * other.high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// (a + b)(a - b) is a² - b², with a and b that have more digits than usual numbers: all in integers.
        #[test]
        fn products_and_differences(a in 1i64..1 << 50, b in 1i64..1 << 50, c in 1i64..1 << 50) {
            let of = |x: i64| DoubleDouble::from(x as f64);
            // Up to 2^101, which a DoubleDouble holds without loss.
            let (x, exact_x) = (of(a) * of(b) + of(c), i128::from(a) * i128::from(b) + i128::from(c));
            let back = x - of(a) * of(b);
            prop_assert_eq!(back.value(), c as f64);
            prop_assert_eq!(x.value(), exact_x as f64);
            let square = (x + of(1)) * (x - of(1)) - x * x;
            let error = (square.value() + 1.0).abs();
            prop_assert!(error <= (exact_x as f64).powi(2) * 1e-31 + 1e-12, "{}", square.value());
        }
    }
}
