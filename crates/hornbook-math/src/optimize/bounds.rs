//! Bounds of variables.

use super::progress::{SearchPoint, largest};
use crate::matrix::check_length;
use hornbook_core::{Error, Result};

/// The least and the greatest value that each variable may take; either may be infinite.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Bounds {
    /// Bounds from both their sides; an error if one is NaN or the lower one is above the upper one.
    pub fn new(lower: Vec<f64>, upper: Vec<f64>) -> Result<Bounds> {
        check_length("the list of upper bounds", upper.len(), lower.len())?;
        let fits = |(lower, upper): (&f64, &f64)| lower <= upper;
        match lower.iter().zip(&upper).position(|pair| !fits(pair)) {
            None => Ok(Bounds { lower, upper }),
            Some(at) => Err(Error::data(
                format!("variable {at} (from 0) must be between {} and {}", lower[at], upper[at]),
                "give a lower bound that is not above the upper one",
            )),
        }
    }

    /// No variable beneath 0.
    pub fn not_negative(dimension: usize) -> Bounds {
        Bounds { lower: vec![0.0; dimension], upper: vec![f64::INFINITY; dimension] }
    }

    /// The lower bounds.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// The upper bounds.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    /// Moves every variable that is out of its bounds to the nearer one.
    pub fn clamp(&self, x: &mut [f64]) {
        for ((x, &lower), &upper) in x.iter_mut().zip(&self.lower).zip(&self.upper) {
            *x = x.max(lower).min(upper);
        }
    }

    /// Moves every variable to its bound that a step from `from` missed by rounding.
    pub(super) fn settle(&self, from: &[f64], x: &mut [f64]) {
        self.clamp(x);
        for (i, x) in x.iter_mut().enumerate() {
            for bound in [self.lower[i], self.upper[i]].into_iter().filter(|bound| bound.is_finite()) {
                if (*x - bound).abs() <= 4.0 * f64::EPSILON * bound.abs().max(from[i].abs()) {
                    *x = bound;
                }
            }
        }
    }

    /// How far one can go from a point inside along a direction.
    pub(super) fn reach(&self, x: &[f64], direction: &[f64]) -> f64 {
        let bounds = self.lower.iter().zip(&self.upper);
        x.iter().zip(direction).zip(bounds).fold(f64::INFINITY, |reach, ((x, d), (lower, upper))| {
            let room = if *d > 0.0 { upper - x } else { lower - x };
            if *d == 0.0 { reach } else { reach.min(room / d) }
        })
    }

    /// The largest component of $P(x - g) - x$, which is 0 where no allowed step goes down.
    pub(super) fn projected_gradient(&self, point: &SearchPoint) -> f64 {
        let mut moved = point.moved(&point.gradient, -1.0);
        self.clamp(&mut moved);
        moved.iter_mut().zip(&point.x).for_each(|(moved, x)| *moved -= x);
        if point.is_finite() { largest(&moved) } else { f64::NAN }
    }
}
