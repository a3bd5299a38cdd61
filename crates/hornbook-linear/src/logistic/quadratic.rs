//! The quadratic model of a loss, with penalties on the sizes of the variables.

use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::HessianFactor;
use hornbook_math::optimize::proximal::soft_threshold;

/// Most iterations over all variables.
const ROUNDS: usize = 1000;
/// Iterations over the variables that are not zero, before these are solved for together.
const SHORT_ROUNDS: usize = 10;

/// $g^\top d + \frac12 d^\top H d + \sum_j \mu_j |x_j + d_j|$ as a function of the step $d$.
pub(super) struct QuadraticModel<'a> {
    pub hessian: &'a Matrix,
    pub gradient: &'a [f64],
    pub point: &'a [f64],
    pub penalties: &'a [f64],
}

impl QuadraticModel<'_> {
    /// The best step, until no condition of the minimum is broken by more than a tolerance.
    ///
    /// One variable is moved after the other. Where they depend on each other, that would crawl: so those that are not zero
    /// are now and then moved together to where they would be best if none changed its sign.
    pub fn step(&self, tolerance: f64) -> Result<Vec<f64>> {
        let mut x = self.point.to_vec();
        let mut gradients = self.gradient.to_vec();
        for _ in 0..ROUNDS {
            if self.round(&mut x, &mut gradients, |_| true) <= tolerance {
                break;
            }
            let is_level = |_| self.round(&mut x, &mut gradients, |x| x != 0.0) <= tolerance;
            if !(0..SHORT_ROUNDS).any(is_level) {
                while self.move_together(&mut x, &mut gradients, tolerance)? {}
            }
        }
        Ok(x.iter().zip(self.point).map(|(new, old)| new - old).collect())
    }

    /// Moves each of some variables to where it is best, and says how far the conditions of a minimum were broken.
    fn round(&self, x: &mut [f64], gradients: &mut [f64], takes: impl Fn(f64) -> bool) -> f64 {
        let mut broken = 0.0f64;
        for i in 0..x.len() {
            let (curvature, old) = (self.hessian.at(i, i), x[i]);
            if !takes(old) || curvature <= 0.0 {
                continue;
            }
            let new = soft_threshold(old - gradients[i] / curvature, self.penalties[i] / curvature);
            if new != old {
                broken = broken.max(curvature * (new - old).abs());
                self.set(i, new, x, gradients);
            }
        }
        broken
    }

    fn set(&self, variable: usize, new: f64, x: &mut [f64], gradients: &mut [f64]) {
        let step = new - x[variable];
        x[variable] = new;
        gradients
            .iter_mut()
            .zip(self.hessian.row(variable))
            .for_each(|(derivative, h)| *derivative += step * h);
    }

    /// Moves the variables that are not zero to where they are best together, or as far as the first that becomes zero; says
    /// whether one did.
    fn move_together(&self, x: &mut [f64], gradients: &mut [f64], tolerance: f64) -> Result<bool> {
        let moving: Vec<usize> = (0..x.len()).filter(|&i| x[i] != 0.0).collect();
        let curvatures =
            Matrix::from_fn(moving.len(), moving.len(), |i, j| self.hessian.at(moving[i], moving[j]));
        let down: Vec<f64> =
            moving.iter().map(|&i| -(gradients[i] + self.penalties[i].copysign(x[i]))).collect();
        let hessian_factor = HessianFactor::new(&curvatures)?;
        let (mut steps, mut most) = (hessian_factor.solve(&down)?, 1.0);
        if hessian_factor.free_directions() > 0 {
            // What is left, but for rounding, lies where there is next to no curvature: often only a change of sign ends
            // the way down.
            let reached = curvatures.times(&steps)?;
            let rest: Vec<f64> = down.iter().zip(&reached).map(|(down, reached)| down - reached).collect();
            let rounding = 1e-6 * down.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            if rest.iter().any(|rest| rest.abs() > tolerance.max(rounding)) {
                let curvature = inner(&rest, &curvatures.times(&rest)?);
                most = if curvature > 0.0 { inner(&rest, &down) / curvature } else { f64::INFINITY };
                steps = rest;
            }
        }
        let mut first = None;
        for (place, (&i, step)) in moving.iter().zip(&steps).enumerate() {
            let to_zero = -x[i] / step;
            if self.penalties[i] > 0.0 && to_zero >= 0.0 && to_zero < most {
                (first, most) = (Some(place), to_zero);
            }
        }
        if !most.is_finite() {
            return Ok(false);
        }
        for (place, (&i, step)) in moving.iter().zip(&steps).enumerate() {
            let new = if first == Some(place) { 0.0 } else { x[i] + most * step };
            self.set(i, new, x, gradients);
        }
        Ok(first.is_some())
    }
}

fn inner(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
