//! Penalties with corners, by their proximal maps.

use super::Bounds;
use crate::{algebra::vectors::norm, matrix::check_length};
use hornbook_core::{Error, Result};

/// A penalty $h$ that need not be smooth, whose proximal map
/// $\mathrm{prox}_{\eta h}(z) = \arg\min_x h(x) + \frac{1}{2\eta}\|x - z\|^2$ is known.
///
/// ```
/// use hornbook_math::optimize::proximal::{L1Prox, ProxPenalty};
///
/// let mut z = [3.0, -0.5, -2.0];
/// L1Prox(1.0).shrink(&mut z, 1.0);
/// assert_eq!(z, [2.0, 0.0, -1.0], "each value moves toward 0, and stops there");
/// ```
pub trait ProxPenalty {
    /// $h(x)$; infinite where $x$ is not allowed.
    fn value(&self, x: &[f64]) -> f64;

    /// Applies the proximal map with rate $\eta$.
    fn shrink(&self, x: &mut [f64], rate: f64);

    /// Refuses a penalty that makes no sense or does not fit the number of variables.
    fn check(&self, dimension: usize) -> Result<()>;
}

/// No penalty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoPenalty;

impl ProxPenalty for NoPenalty {
    fn value(&self, _: &[f64]) -> f64 {
        0.0
    }

    fn shrink(&self, _: &mut [f64], _: f64) {}

    fn check(&self, _: usize) -> Result<()> {
        Ok(())
    }
}

/// $\lambda\|x\|_1$.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct L1Prox(pub f64);

impl ProxPenalty for L1Prox {
    fn value(&self, x: &[f64]) -> f64 {
        self.0 * x.iter().map(|x| x.abs()).sum::<f64>()
    }

    fn shrink(&self, x: &mut [f64], rate: f64) {
        x.iter_mut().for_each(|x| *x = soft_threshold(*x, rate * self.0));
    }

    fn check(&self, _: usize) -> Result<()> {
        check_weight(self.0)
    }
}

/// $\lambda_1\|x\|_1 + \frac{\lambda_2}{2}\|x\|_2^2$.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticNetProx {
    /// $\lambda_1$.
    pub l1: f64,
    /// $\lambda_2$.
    pub l2: f64,
}

impl ProxPenalty for ElasticNetProx {
    fn value(&self, x: &[f64]) -> f64 {
        L1Prox(self.l1).value(x) + 0.5 * self.l2 * x.iter().map(|x| x * x).sum::<f64>()
    }

    fn shrink(&self, x: &mut [f64], rate: f64) {
        L1Prox(self.l1).shrink(x, rate);
        x.iter_mut().for_each(|x| *x /= 1.0 + rate * self.l2);
    }

    fn check(&self, _: usize) -> Result<()> {
        check_weight(self.l1)?;
        check_weight(self.l2)
    }
}

/// $\lambda\sum_g \sqrt{|g|}\,\|x_g\|_2$ over groups of variables: a group is used as a whole or not at all. Variables in no
/// group are free.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupLassoProx {
    /// $\lambda$.
    pub weight: f64,
    /// The variables of each group; no variable is in two.
    pub groups: Vec<Vec<usize>>,
}

impl ProxPenalty for GroupLassoProx {
    fn value(&self, x: &[f64]) -> f64 {
        let of_group = |group: &Vec<usize>| (group.len() as f64).sqrt() * norm(&members(x, group));
        self.weight * self.groups.iter().map(of_group).sum::<f64>()
    }

    fn shrink(&self, x: &mut [f64], rate: f64) {
        for group in &self.groups {
            let length = norm(&members(x, group));
            let shorter = soft_threshold(length, rate * self.weight * (group.len() as f64).sqrt());
            let factor = if length > 0.0 { shorter / length } else { 0.0 };
            group.iter().for_each(|&i| x[i] *= factor);
        }
    }

    fn check(&self, dimension: usize) -> Result<()> {
        check_weight(self.weight)?;
        let mut seen = vec![false; dimension];
        for &variable in self.groups.iter().flatten() {
            let taken = seen.get_mut(variable).is_none_or(|seen| std::mem::replace(seen, true));
            if taken {
                return Err(Error::data(
                    format!("variable {variable} (from 0) of a group is in another one or is not there"),
                    "put each variable into at most one group",
                ));
            }
        }
        Ok(())
    }
}

fn members(x: &[f64], group: &[usize]) -> Vec<f64> {
    group.iter().map(|&i| x[i]).collect()
}

/// 0 inside the bounds, infinite outside: the proximal map is the way back.
impl ProxPenalty for Bounds {
    fn value(&self, x: &[f64]) -> f64 {
        let inside = x.iter().zip(self.lower().iter().zip(self.upper())).all(|(x, (l, u))| l <= x && x <= u);
        if inside { 0.0 } else { f64::INFINITY }
    }

    fn shrink(&self, x: &mut [f64], _: f64) {
        self.clamp(x);
    }

    fn check(&self, dimension: usize) -> Result<()> {
        check_length("the list of bounds", self.lower().len(), dimension)
    }
}

/// A number moved toward 0 by a threshold, and no further: $\mathrm{sign}(z)\max(|z| - t, 0)$.
pub fn soft_threshold(z: f64, threshold: f64) -> f64 {
    z.signum() * (z.abs() - threshold).max(0.0)
}

fn check_weight(weight: f64) -> Result<()> {
    if weight >= 0.0 && weight.is_finite() {
        return Ok(());
    }
    Err(Error::data(format!("a penalty cannot have the weight {weight}"), "give a number of at least 0"))
}
