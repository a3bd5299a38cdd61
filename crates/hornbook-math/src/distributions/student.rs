//! Student's t distribution.

use super::beta::{beta_density, beta_point, beta_tails};
use super::checks::{finite, positive, wrong};
use super::fitting::{WeightedSample, no_maximum};
use super::normal::{normal_cdf, normal_quantile};
use super::numerics::AS_GOOD_AS_INFINITE;
use super::sampling::{standard_gamma, standard_normal};
use super::univariate::{Tail, Univariate};
use crate::special::{ln_beta, ln_less_digamma};
use hornbook_core::{Result, Rng};

/// The least fraction of degrees/(degrees + x²) that is looked at as itself, before it underflows.
const FAR: f64 = 1e-290;

/// The probability that a variable with Student's t distribution is at most `x`.
///
/// With infinitely many degrees of freedom it is the normal distribution, and with 10¹⁵ it is taken to be.
pub fn student_cdf(x: f64, degrees: f64) -> f64 {
    if x.is_nan() || degrees.is_nan() || degrees <= 0.0 {
        return f64::NAN;
    }
    if degrees >= AS_GOOD_AS_INFINITE {
        return normal_cdf(x);
    }
    let (inner, outer) = student_shares(x, degrees);
    let (within, beyond) = if outer > FAR {
        beta_tails(0.5, 0.5 * degrees, inner, outer)
    } else {
        // So far out the tail is a power of the distance.
        let beyond = (-ln_far(degrees) - degrees * x.abs().ln()).exp();
        (1.0 - beyond, beyond)
    };
    if x > 0.0 { 0.5 + 0.5 * within } else { 0.5 * beyond }
}

/// The number a variable with Student's t distribution stays below with probability `p`.
///
/// ```
/// use hornbook_math::distributions::student_quantile;
/// assert!((student_quantile(0.975, 9.0) - 2.262157162798205).abs() < 1e-12);
/// ```
pub fn student_quantile(p: f64, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || degrees.is_nan() || degrees <= 0.0 {
        return f64::NAN;
    }
    if degrees >= AS_GOOD_AS_INFINITE {
        return normal_quantile(p);
    }
    if p > 0.5 {
        return -student_quantile(1.0 - p, degrees);
    }
    if p == 0.5 {
        return 0.0;
    }
    // A fraction near 1 has few digits of what is left to 1; ask for that instead.
    let beyond = Tail::below(2.0 * p);
    let outer = beta_point(beyond, 0.5 * degrees, 0.5);
    let x = if outer <= FAR {
        return -((-ln_far(degrees) - (2.0 * p).ln()) / degrees).exp();
    } else if outer < 0.5 {
        -(degrees * (1.0 - outer) / outer).sqrt()
    } else {
        let inner = beta_point(beyond.mirrored(), 0.5, 0.5 * degrees);
        -(degrees * inner / (1.0 - inner)).sqrt()
    };
    // With many degrees of freedom a fraction near 1 lost digits; a step of Newton's method brings them
    // back.
    let (inner, outer) = student_shares(x, degrees);
    let step = (student_cdf(x, degrees) - p) / beta_density(0.5, 0.5 * degrees, inner, outer) * -x;
    if step.is_finite() { x - step } else { x }
}

/// The logarithm of what a power of a far distance is divided by for both tails together.
fn ln_far(degrees: f64) -> f64 {
    (0.5 * degrees).ln() + ln_beta(0.5 * degrees, 0.5) - 0.5 * degrees * degrees.ln()
}

/// x²/(degrees + x²) and the rest to 1. A square that overflows leaves nothing outside.
fn student_shares(x: f64, degrees: f64) -> (f64, f64) {
    let ratio = x * x / degrees;
    if ratio.is_infinite() { (1.0, 0.0) } else { (ratio / (1.0 + ratio), 1.0 / (1.0 + ratio)) }
}

/// Student's t distribution by its degrees of freedom, location and scale: the predictive distribution of a normal
/// variable of unknown variance.
///
/// ```
/// use hornbook_math::distributions::{Student, Univariate};
/// let t = Student::new(9.0, 0.0, 1.0)?;
/// assert!((t.quantile(0.975) - 2.262157162798205).abs() < 1e-13);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Student {
    degrees: f64,
    location: f64,
    scale: f64,
}

impl Student {
    /// From the degrees of freedom, the location and the scale.
    pub fn new(degrees: f64, location: f64, scale: f64) -> Result<Student> {
        Ok(Student {
            degrees: positive("Student", "degrees", degrees)?,
            location: finite("Student", "location", location)?,
            scale: positive("Student", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate of location and scale for given degrees of freedom, which are at least 1: below,
    /// the likelihood may have several maxima.
    ///
    /// By expectation and maximization: a value counts the less, the further out it is. More than half of the weight
    /// on one value leaves no spread to estimate, which is an error.
    pub fn fit(degrees: f64, values: &[f64], weights: Option<&[f64]>) -> Result<Student> {
        if degrees.is_nan() || degrees < 1.0 || degrees.is_infinite() {
            return Err(wrong("Student", "degrees", degrees, "a finite number of at least 1"));
        }
        let sample = WeightedSample::numbers(values, weights)?.spread()?;
        let mut location = sample.median();
        let mut square = sample.variance(location);
        for _ in 0..100_000 {
            let weight = |x: f64| (degrees + 1.0) / (degrees + (x - location).powi(2) / square);
            let sum = sample.mean_of(weight);
            let center = sample.mean_of(|x| weight(x) * x) / sum;
            // Divided by the sum of these weights instead of the sum of the rows': the same fixed point in fewer steps.
            let next = sample.mean_of(|x| weight(x) * (x - center).powi(2)) / sum;
            let moved = (center - location).abs() / next.sqrt() + (next / square - 1.0).abs();
            (location, square) = (center, next);
            if square.is_nan() || square <= f64::MIN_POSITIVE {
                break;
            }
            if moved < 1e-14 {
                return Student::new(degrees, location, square.sqrt());
            }
        }
        Err(no_maximum("Student"))
    }

    /// The degrees of freedom.
    pub fn degrees(&self) -> f64 {
        self.degrees
    }

    /// The location: the median.
    pub fn location(&self) -> f64 {
        self.location
    }

    /// The scale; the variance is larger than its square.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// `moment` where there are more degrees than `least`, else NaN.
    fn above(&self, least: f64, moment: f64) -> f64 {
        if self.degrees > least { moment } else { f64::NAN }
    }
}

impl Univariate for Student {
    fn support(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        let v = self.degrees;
        let z = (x - self.location) / self.scale;
        ln_student_kernel(z.abs(), v, 1.0) - ln_beta(0.5, 0.5 * v) - 0.5 * v.ln() - self.scale.ln()
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let z = (x - self.location) / self.scale;
        (student_cdf(z, self.degrees), student_cdf(-z, self.degrees))
    }

    fn point(&self, tail: Tail) -> f64 {
        match tail {
            Tail::Lower(p) => self.location + self.scale * student_quantile(p, self.degrees),
            Tail::Upper(p) => self.location - self.scale * student_quantile(p, self.degrees),
        }
    }

    fn mean(&self) -> f64 {
        self.above(1.0, self.location)
    }

    fn variance(&self) -> f64 {
        let v = self.degrees;
        let finite = if v > 2.0 { self.scale * self.scale * v / (v - 2.0) } else { f64::INFINITY };
        self.above(1.0, finite)
    }

    fn skewness(&self) -> f64 {
        self.above(3.0, 0.0)
    }

    fn kurtosis(&self) -> f64 {
        self.above(2.0, if self.degrees > 4.0 { 6.0 / (self.degrees - 4.0) } else { f64::INFINITY })
    }

    fn entropy(&self) -> f64 {
        let half = 0.5 * self.degrees;
        // ψ(half + ½) − ψ(half), whose terms nearly cancel where there are many degrees.
        let step = (0.5 / half).ln_1p() - ln_less_digamma(half + 0.5) + ln_less_digamma(half);
        (half + 0.5) * step + ln_beta(0.5, half) + 0.5 * self.degrees.ln() + self.scale.ln()
    }

    fn mode(&self) -> f64 {
        self.location
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        let half = 0.5 * self.degrees;
        let z = standard_normal(rng) * (half / standard_gamma(rng, half)).sqrt();
        self.location + self.scale * z
    }
}

/// The logarithm of what decides Student's density in so many dimensions, at a distance from the location in scales.
pub(super) fn ln_student_kernel(distance: f64, degrees: f64, dimensions: f64) -> f64 {
    // A square that overflows is far out: there the one in 1 + z²/v does not count.
    let ratio = distance / degrees.sqrt();
    let ln = if ratio < 1e150 { (ratio * ratio).ln_1p() } else { 2.0 * ratio.ln() };
    -0.5 * (degrees + dimensions) * ln
}
