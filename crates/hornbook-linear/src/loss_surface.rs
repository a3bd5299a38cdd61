//! The squared errors of every line on a grid.
//!
//! The loss of a line $w_0 + w_1 x$ is a bowl over the plane of its two weights: with $\bar x$ the mean of $x$, $S$ the sum of
//! $(x_i - \bar x)^2$ and $\hat w$ the weights of least squares,
//!
//! $$L(w_0, w_1) = L(\hat w) + n\,\bigl((w_0 - \hat w_0) + (w_1 - \hat w_1)\,\bar x\bigr)^2 + S\,(w_1 - \hat w_1)^2 .$$
//!
//! So there is one lowest place, or a valley if $x$ does not vary, and every way downhill leads there.

use hornbook_core::{Error, Result};
use hornbook_math::double_double::DoubleDoubleSum;
use hornbook_math::matrix::Matrix;

/// The squared errors of lines with given intercepts and slopes.
///
/// ```
/// use hornbook_linear::LossSurface;
///
/// let (x, y) = ([1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 5.0, 6.0]);
/// let surface = LossSurface::new(&x, &y, vec![0.0, 0.5, 1.0], vec![1.0, 1.4, 1.8])?;
/// assert!((surface.loss(1, 1) - 0.2).abs() < 1e-12, "the line of least squares");
/// assert_eq!(surface.lowest(), (1, 1));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LossSurface {
    intercepts: Vec<f64>,
    slopes: Vec<f64>,
    losses: Matrix,
}

impl LossSurface {
    /// The losses of all lines with one of these intercepts and one of these slopes.
    pub fn new(x: &[f64], y: &[f64], intercepts: Vec<f64>, slopes: Vec<f64>) -> Result<LossSurface> {
        let is_finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        if x.len() != y.len()
            || x.is_empty()
            || ![x, y, &intercepts, &slopes].iter().all(|some| is_finite(some))
        {
            return Err(Error::data(
                format!("there are {} values of x and {} of y, or some are not finite", x.len(), y.len()),
                "give as many finite numbers of x as of y, at least one, and finite intercepts and slopes",
            ));
        }
        if intercepts.is_empty() || slopes.is_empty() {
            return Err(Error::data("the grid has no line", "give at least one intercept and one slope"));
        }
        let rows = x.len() as f64;
        let mean = |numbers: &[f64]| total(numbers.iter().copied()) / rows;
        let (x_mean, y_mean) = (mean(x), mean(y));
        let about = || x.iter().zip(y).map(|(x, y)| (x - x_mean, y - y_mean));
        let spread = total(about().map(|(x, _)| x * x));
        // Where x does not vary, every slope is as good.
        let slope = if spread > 0.0 { total(about().map(|(x, y)| x * y)) / spread } else { 0.0 };
        let least = total(about().map(|(x, y)| (y - slope * x).powi(2)));
        let loss = |w0: f64, w1: f64| {
            let height = w0 + w1 * x_mean - y_mean;
            least + rows * height * height + spread * (w1 - slope).powi(2)
        };
        let losses = Matrix::from_fn(intercepts.len(), slopes.len(), |i, j| loss(intercepts[i], slopes[j]));
        Ok(LossSurface { intercepts, slopes, losses })
    }

    /// The intercepts of the grid.
    pub fn intercepts(&self) -> &[f64] {
        &self.intercepts
    }

    /// The slopes of the grid.
    pub fn slopes(&self) -> &[f64] {
        &self.slopes
    }

    /// The squared errors of a line by the positions of its intercept and its slope. Panics if there is none, as indexing does.
    pub fn loss(&self, intercept: usize, slope: usize) -> f64 {
        self.losses.at(intercept, slope)
    }

    /// The positions of the intercept and the slope with the smallest loss, the first of equals.
    pub fn lowest(&self) -> (usize, usize) {
        let mut lowest = (0, 0);
        for i in 0..self.intercepts.len() {
            for j in 0..self.slopes.len() {
                if self.loss(i, j) < self.loss(lowest.0, lowest.1) {
                    lowest = (i, j);
                }
            }
        }
        lowest
    }
}

fn total(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sum = DoubleDoubleSum::default();
    numbers.for_each(|number| sum.add(number));
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        // proves: 002:H02
        #[test]
        fn the_loss_is_the_sum_of_squares_and_convex(
            points in prop::collection::vec((-50.0..50.0f64, -50.0..50.0f64), 1..20),
            one in (-9.0..9.0f64, -9.0..9.0f64),
            other in (-9.0..9.0f64, -9.0..9.0f64),
        ) {
            let (x, y): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
            let middle = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
            let loss = |(w0, w1): (f64, f64)| LossSurface::new(&x, &y, vec![w0], vec![w1]).unwrap().loss(0, 0);
            let direct: f64 = x.iter().zip(&y).map(|(x, y)| (y - one.0 - one.1 * x).powi(2)).sum();
            prop_assert!((loss(one) - direct).abs() <= 1e-9 * (1.0 + direct));
            prop_assert!(loss(middle) <= (loss(one) + loss(other)) / 2.0 + 1e-9 * (1.0 + direct));
        }
    }

    #[test]
    fn what_has_no_surface() {
        assert!(LossSurface::new(&[1.0], &[], vec![0.0], vec![0.0]).is_err());
        assert!(LossSurface::new(&[1.0], &[f64::NAN], vec![0.0], vec![0.0]).is_err());
        assert!(LossSurface::new(&[1.0], &[1.0], vec![], vec![0.0]).is_err());
        let flat = LossSurface::new(&[2.0, 2.0], &[1.0, 3.0], vec![0.0, 2.0], vec![0.0, 1.0]).unwrap();
        assert_eq!((flat.loss(0, 1), flat.loss(1, 0)), (2.0, 2.0), "a valley where x does not vary");
    }
}
