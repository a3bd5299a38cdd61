//! The logistic distribution.

use super::checks::{finite, positive};
use super::fitting::{WeightedSample, no_maximum};
use super::univariate::{Tail, Univariate};
use hornbook_core::Result;
use std::f64::consts::PI;

/// The distribution whose cdf is the logistic curve $1/(1 + e^{-(x-\mu)/s})$.
///
/// ```
/// use hornbook_math::distributions::{Logistic, Univariate};
/// let growth = Logistic::new(0.0, 1.0)?;
/// assert_eq!(growth.density(0.0), 0.25);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    location: f64,
    scale: f64,
}

impl Logistic {
    /// From the location and the scale, which is above 0.
    pub fn new(location: f64, scale: f64) -> Result<Logistic> {
        Ok(Logistic {
            location: finite("logistic", "location", location)?,
            scale: positive("logistic", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate, by Newton's method.
    ///
    /// In $a = 1/s$ and $b = \mu/s$ the log-likelihood is concave, so halving a step that goes too far is enough.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Logistic> {
        let sample = WeightedSample::numbers(values, weights)?.spread()?;
        let center = sample.mean();
        let unit = sample.variance(center).sqrt();
        // Standardized, so that the numbers of the iteration have the size of one.
        let standard = |x: f64| (x - center) / unit;
        let likelihood = |a: f64, b: f64| {
            sample.mean_of(|x| {
                let z = (a * standard(x) - b).abs();
                a.ln() - z - 2.0 * (-z).exp().ln_1p()
            })
        };
        let (mut a, mut b) = (PI / 3f64.sqrt(), 0.0);
        for _ in 0..100 {
            let derivative = |z: f64| (0.5 * z).tanh();
            let second_derivative = |z: f64| 0.5 / (0.5 * z).cosh().powi(2);
            let z = |x: f64| a * standard(x) - b;
            let gradient = (
                1.0 / a - sample.mean_of(|x| standard(x) * derivative(z(x))),
                sample.mean_of(|x| derivative(z(x))),
            );
            // Minus the second derivatives.
            let aa = 1.0 / (a * a) + sample.mean_of(|x| standard(x).powi(2) * second_derivative(z(x)));
            let ab = -sample.mean_of(|x| standard(x) * second_derivative(z(x)));
            let bb = sample.mean_of(|x| second_derivative(z(x)));
            let determinant = aa * bb - ab * ab;
            let mut step = (
                (bb * gradient.0 - ab * gradient.1) / determinant,
                (aa * gradient.1 - ab * gradient.0) / determinant,
            );
            if !(step.0.is_finite() && step.1.is_finite()) {
                break;
            }
            // Beside the maximum the likelihood is all rounding.
            let before = likelihood(a, b);
            let least = before - 1e-12 * before.abs();
            let mut halvings = 0;
            while (a + step.0 <= 0.0 || likelihood(a + step.0, b + step.1) < least) && halvings < 60 {
                step = (0.5 * step.0, 0.5 * step.1);
                halvings += 1;
            }
            (a, b) = (a + step.0, b + step.1);
            if step.0.abs() + step.1.abs() <= 1e-14 * (a + b.abs()) {
                return Logistic::new(center + unit * b / a, unit / a);
            }
        }
        Err(no_maximum("logistic"))
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

impl Univariate for Logistic {
    fn support(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        let z = ((x - self.location) / self.scale).abs();
        -z - 2.0 * (-z).exp().ln_1p() - self.scale.ln()
    }

    fn density(&self, x: f64) -> f64 {
        let power = (-((x - self.location) / self.scale).abs()).exp();
        power / (self.scale * (1.0 + power) * (1.0 + power))
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let z = (x - self.location) / self.scale;
        ((1.0 + (-z).exp()).recip(), (1.0 + z.exp()).recip())
    }

    fn ln_cdf(&self, x: f64) -> f64 {
        let z = (x - self.location) / self.scale;
        z.min(0.0) - (-z.abs()).exp().ln_1p()
    }

    fn ln_upper(&self, x: f64) -> f64 {
        let z = (x - self.location) / self.scale;
        -z.max(0.0) - (-z.abs()).exp().ln_1p()
    }

    fn point(&self, tail: Tail) -> f64 {
        // ln(p/(1−p)), near p = ½ from the distance to it.
        let logit =
            |p: f64| if p < 0.25 { p.ln() - (-p).ln_1p() } else { ((2.0 * p - 1.0) / (1.0 - p)).ln_1p() };
        match tail {
            Tail::Lower(p) => self.location + self.scale * logit(p),
            Tail::Upper(p) => self.location - self.scale * logit(p),
        }
    }

    fn mean(&self) -> f64 {
        self.location
    }

    fn variance(&self) -> f64 {
        (PI * self.scale).powi(2) / 3.0
    }

    fn skewness(&self) -> f64 {
        0.0
    }

    fn kurtosis(&self) -> f64 {
        1.2
    }

    fn entropy(&self) -> f64 {
        2.0 + self.scale.ln()
    }

    fn mode(&self) -> f64 {
        self.location
    }
}
