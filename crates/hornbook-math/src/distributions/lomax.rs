//! Lomax' distribution.

use super::checks::positive;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use hornbook_core::Result;

/// The distribution of a waiting time whose rate is not known but has a gamma distribution: a power far out. It is also
/// called Pareto's of the second kind.
///
/// $$p(x) = \frac{a}{b} \left(1 + \frac{x}{b}\right)^{-a-1}$$
///
/// ```
/// use hornbook_math::distributions::{Lomax, Univariate};
/// let wait = Lomax::new(3.0, 4.0)?;
/// assert!(wait.mean() == 2.0 && (wait.upper(4.0) - 0.125).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Lomax {
    shape: f64,
    scale: f64,
}

impl Lomax {
    /// From the shape $a$ and the scale $b$, both above 0: those of the gamma distribution of the rate.
    pub fn new(shape: f64, scale: f64) -> Result<Lomax> {
        Ok(Lomax { shape: positive("Lomax", "shape", shape)?, scale: positive("Lomax", "scale", scale)? })
    }

    /// The shape.
    pub fn shape(&self) -> f64 {
        self.shape
    }

    /// The scale.
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

impl Univariate for Lomax {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        ln_density_outside(x, self.support())
            .unwrap_or_else(|| (self.shape / self.scale).ln() - (self.shape + 1.0) * (x / self.scale).ln_1p())
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let ln = self.ln_upper(x);
            (-ln.exp_m1(), ln.exp())
        })
    }

    fn ln_upper(&self, x: f64) -> f64 {
        if x < 0.0 { 0.0 } else { -self.shape * (x / self.scale).ln_1p() }
    }

    fn point(&self, tail: Tail) -> f64 {
        let ln = match tail {
            Tail::Lower(p) => (-p).ln_1p(),
            Tail::Upper(p) => p.ln(),
        };
        self.scale * (-ln / self.shape).exp_m1()
    }

    fn mean(&self) -> f64 {
        if self.shape > 1.0 { self.scale / (self.shape - 1.0) } else { f64::INFINITY }
    }

    /// The variance; NaN for a shape of at most 1.
    fn variance(&self) -> f64 {
        match self.shape {
            a if a > 2.0 => self.mean().powi(2) * a / (a - 2.0),
            a if a > 1.0 => f64::INFINITY,
            _ => f64::NAN,
        }
    }

    fn skewness(&self) -> f64 {
        let a = self.shape;
        if a > 3.0 { 2.0 * (1.0 + a) / (a - 3.0) * ((a - 2.0) / a).sqrt() } else { f64::NAN }
    }

    fn kurtosis(&self) -> f64 {
        let a = self.shape;
        if a > 4.0 {
            6.0 * (a * a * a + a * a - 6.0 * a - 2.0) / (a * (a - 3.0) * (a - 4.0))
        } else {
            f64::NAN
        }
    }

    fn entropy(&self) -> f64 {
        1.0 + self.shape.recip() + (self.scale / self.shape).ln()
    }

    fn mode(&self) -> f64 {
        0.0
    }
}
