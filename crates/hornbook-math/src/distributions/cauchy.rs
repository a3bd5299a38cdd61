//! Cauchy's distribution.

use super::checks::{finite, positive};
use super::student::Student;
use super::univariate::{Tail, Univariate};
use hornbook_core::Result;
use std::f64::consts::PI;

/// The distribution whose tails are so heavy that it has no mean: $p(x) = 1 / (\pi s (1 + ((x-\mu)/s)^2))$.
///
/// ```
/// use hornbook_math::distributions::{Cauchy, Univariate};
/// let ratio = Cauchy::new(0.0, 1.0)?;
/// assert_eq!(ratio.cdf(1.0), 0.75);
/// assert!(ratio.mean().is_nan());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cauchy {
    location: f64,
    scale: f64,
}

impl Cauchy {
    /// From the location, which is the median, and the scale, which is above 0.
    pub fn new(location: f64, scale: f64) -> Result<Cauchy> {
        Ok(Cauchy {
            location: finite("Cauchy", "location", location)?,
            scale: positive("Cauchy", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate: that of [`Student`] with one degree of freedom.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Cauchy> {
        let student = Student::fit(1.0, values, weights)?;
        Cauchy::new(student.location(), student.scale())
    }

    /// The location.
    pub fn location(&self) -> f64 {
        self.location
    }

    /// The scale.
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

impl Univariate for Cauchy {
    fn support(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        // The hypotenuse does not overflow.
        -2.0 * ((x - self.location) / self.scale).hypot(1.0).ln() - (PI * self.scale).ln()
    }

    fn density(&self, x: f64) -> f64 {
        let z = (x - self.location) / self.scale;
        (PI * self.scale * (1.0 + z * z)).recip()
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let z = (x - self.location) / self.scale;
        (1f64.atan2(-z) / PI, 1f64.atan2(z) / PI)
    }

    fn point(&self, tail: Tail) -> f64 {
        // The tangent of what lies between the tail and ½, or the reciprocal of that of the tail.
        let beyond = |p: f64| if p > 0.25 { (PI * (0.5 - p)).tan() } else { (PI * p).tan().recip() };
        match tail {
            Tail::Lower(p) => self.location - self.scale * beyond(p),
            Tail::Upper(p) => self.location + self.scale * beyond(p),
        }
    }

    fn mean(&self) -> f64 {
        f64::NAN
    }

    fn variance(&self) -> f64 {
        f64::NAN
    }

    fn skewness(&self) -> f64 {
        f64::NAN
    }

    fn kurtosis(&self) -> f64 {
        f64::NAN
    }

    fn entropy(&self) -> f64 {
        (4.0 * PI * self.scale).ln()
    }

    fn mode(&self) -> f64 {
        self.location
    }
}
