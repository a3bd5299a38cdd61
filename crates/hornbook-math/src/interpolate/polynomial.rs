//! The polynomial through points.

use super::sorted;
use crate::double_double::DoubleDouble;
use hornbook_core::Result;

/// The one polynomial of degree $N - 1$ through $N$ points.
///
/// Its values come from Lagrange's form with barycentric weights, which loses no digits for many points:
///
/// $$p(x) = \frac{\sum_i \frac{w_i}{x - x_i} y_i}{\sum_i \frac{w_i}{x - x_i}}, \quad w_i = \prod_{j \ne i} \frac{1}{x_i - x_j}.$$
///
/// ```
/// use hornbook_math::interpolate::InterpolatingPolynomial;
/// let cubic = InterpolatingPolynomial::through(&[0.0, 1.0, 2.0, 3.0], &[1.0, 3.0, 11.0, 31.0])?;
/// assert_eq!(cubic.coefficients(), [1.0, 1.0, 0.0, 1.0]); // x³ + x + 1
/// assert!((cubic.value(4.0) - 69.0).abs() < 1e-12 && !cubic.is_inside(4.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct InterpolatingPolynomial {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Barycentric, times a factor that all share.
    weights: Vec<f64>,
}

impl InterpolatingPolynomial {
    /// The polynomial through points at different x.
    pub fn through(x: &[f64], y: &[f64]) -> Result<InterpolatingPolynomial> {
        let (x, y) = sorted(x, y, 1)?;
        // Products of many distances leave the range of numbers: their logarithms do not.
        let logs: Vec<f64> = (0..x.len())
            .map(|i| (0..x.len()).filter(|&j| j != i).map(|j| -(x[i] - x[j]).abs().ln()).sum())
            .collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Of the points above one, each turns the sign.
        let sign = |i: usize| if (x.len() - 1 - i).is_multiple_of(2) { 1.0 } else { -1.0 };
        let weights = logs.iter().enumerate().map(|(i, log)| sign(i) * (log - largest).exp()).collect();
        Ok(InterpolatingPolynomial { x, y, weights })
    }

    /// Its value at a point.
    pub fn value(&self, at: f64) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for ((x, y), weight) in self.x.iter().zip(&self.y).zip(&self.weights) {
            if at == *x {
                return *y;
            }
            let share = weight / (at - x);
            above += share * y;
            below += share;
        }
        above / below
    }

    /// Whether a point lies between the points, so that the value there is interpolated and not extrapolated.
    pub fn is_inside(&self, at: f64) -> bool {
        matches!(self.x[..], [first, ..] if first <= at) && self.x.last().is_some_and(|&last| at <= last)
    }

    /// Newton's divided differences $c_k$ in ascending order of x:
    /// $p(x) = c_0 + (x - x_0)(c_1 + (x - x_1)(c_2 + …))$.
    pub fn divided_differences(&self) -> Vec<f64> {
        let mut differences = self.y.clone();
        for order in 1..self.x.len() {
            for at in (order..self.x.len()).rev() {
                differences[at] = (differences[at] - differences[at - 1]) / (self.x[at] - self.x[at - order]);
            }
        }
        differences
    }

    /// The factors of 1, x, x², … These lose digits with the degree, which the values do not.
    pub fn coefficients(&self) -> Vec<f64> {
        let mut factors = vec![DoubleDouble::default(); self.x.len()];
        for (&place, &difference) in self.x.iter().zip(&self.divided_differences()).rev() {
            // What there is, times x less the point, and the next difference.
            for power in (0..factors.len()).rev() {
                let lower = if power == 0 { DoubleDouble::from(difference) } else { factors[power - 1] };
                factors[power] = lower - DoubleDouble::from(place) * factors[power];
            }
        }
        factors.into_iter().map(DoubleDouble::value).collect()
    }
}
