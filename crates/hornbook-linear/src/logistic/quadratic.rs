//! The quadratic model of a loss, with prices on the sizes of the variables.

use hornbook_data::Matrix;
use hornbook_math::optimise::proximal::soft_threshold;

/// Most rounds over the variables.
const ROUNDS: usize = 10_000;

/// $g^\top d + \frac12 d^\top H d + \sum_j \mu_j |x_j + d_j|$ as a function of the step $d$.
pub(super) struct Quadratic<'a> {
    pub hessian: &'a Matrix,
    pub gradient: &'a [f64],
    pub point: &'a [f64],
    pub prices: &'a [f64],
}

impl Quadratic<'_> {
    /// The best step, one variable after the other, until no condition of the minimum is broken by more than a tolerance.
    /// Most rounds look at the variables that are not zero only.
    pub fn step(&self, tolerance: f64) -> Vec<f64> {
        let mut x = self.point.to_vec();
        let mut slopes = self.gradient.to_vec();
        for _ in 0..ROUNDS {
            if self.round(&mut x, &mut slopes, |_| true) <= tolerance {
                break;
            }
            for _ in 0..ROUNDS {
                if self.round(&mut x, &mut slopes, |x| x != 0.0) <= tolerance {
                    break;
                }
            }
        }
        x.iter().zip(self.point).map(|(new, old)| new - old).collect()
    }

    /// Moves each of some variables to where it is best, and says how far the conditions of a minimum were broken.
    fn round(&self, x: &mut [f64], slopes: &mut [f64], takes: impl Fn(f64) -> bool) -> f64 {
        let mut broken = 0.0f64;
        for i in 0..x.len() {
            let (bend, old) = (self.hessian.at(i, i), x[i]);
            if !takes(old) || bend <= 0.0 {
                continue;
            }
            let new = soft_threshold(old - slopes[i] / bend, self.prices[i] / bend);
            let step = new - old;
            if step != 0.0 {
                broken = broken.max(bend * step.abs());
                x[i] = new;
                slopes.iter_mut().zip(self.hessian.row(i)).for_each(|(slope, h)| *slope += step * h);
            }
        }
        broken
    }
}
