//! The shapes of windows.

use hornbook_core::{Choice, Rng};
use hornbook_math::distributions::{Gamma, Normal, Univariate as _};
use hornbook_math::probability::integrate;
use hornbook_math::special::ln_gamma;
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, LN_2, PI, TAU};

/// Kernel: the shape of the window around each row, at the distance $u$ in bandwidths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum Kernel {
    /// Gaussian kernel: $e^{-u^2/2}$; unbounded support.
    Gaussian,
    /// Top-hat (uniform) kernel, Parzen's window: 1 up to one bandwidth.
    Tophat,
    /// Epanechnikov kernel: $1 - u^2$ up to one bandwidth.
    Epanechnikov,
    /// Exponential kernel: $e^{-u}$; unbounded support.
    Exponential,
    /// Linear (triangular) kernel: $1 - u$ up to one bandwidth.
    Linear,
    /// Cosine kernel: $\cos(\pi u / 2)$ up to one bandwidth.
    Cosine,
}

impl Kernel {
    /// Whether it is zero from one bandwidth on.
    pub(super) fn ends(self) -> bool {
        !matches!(self, Kernel::Gaussian | Kernel::Exponential)
    }

    /// Turns squared distances into the logarithms of what the window is there, for windows that reach everywhere.
    #[inline(always)]
    pub(super) fn exponents(self, squares: &mut [f64]) {
        match self {
            Kernel::Exponential => squares.iter_mut().for_each(|value| *value = -value.sqrt()),
            _ => squares.iter_mut().for_each(|value| *value *= -0.5),
        }
    }

    /// The distance at which the window has fallen by the factor $e^{-\text{fall}}$ from what it is at a distance.
    pub(super) fn reach(self, squared: f64, fall: f64) -> f64 {
        match self {
            Kernel::Gaussian => (squared + 2.0 * fall).sqrt(),
            Kernel::Exponential => squared.sqrt() + fall,
            _ => 1.0,
        }
    }

    /// Turns squared distances into what the window is there, for windows that end.
    #[inline(always)]
    pub(super) fn heights(self, squares: &mut [f64]) {
        match self {
            Kernel::Epanechnikov => squares.iter_mut().for_each(|value| *value = (1.0 - *value).max(0.0)),
            Kernel::Linear => squares.iter_mut().for_each(|value| *value = (1.0 - value.sqrt()).max(0.0)),
            // The cosine of a quarter turn is not quite zero in numbers of finitely many digits.
            Kernel::Cosine => squares.iter_mut().for_each(|value| {
                *value = if *value < 1.0 { (FRAC_PI_2 * value.sqrt()).cos() } else { 0.0 };
            }),
            _ => squares.iter_mut().for_each(|value| *value = f64::from(u8::from(*value < 1.0))),
        }
    }

    /// The logarithm of the volume under a window of bandwidth 1 in so many dimensions.
    pub(super) fn ln_volume(self, dimensions: usize) -> f64 {
        let d = dimensions as f64;
        if dimensions == 0 {
            return 0.0;
        }
        let ln_ball = 0.5 * d * PI.ln() - ln_gamma(0.5 * d + 1.0);
        let ln_sphere = LN_2 + 0.5 * d * PI.ln() - ln_gamma(0.5 * d);
        match self {
            Kernel::Gaussian => 0.5 * d * TAU.ln(),
            Kernel::Tophat => ln_ball,
            Kernel::Epanechnikov => ln_ball + (2.0 / (d + 2.0)).ln(),
            Kernel::Exponential => ln_sphere + ln_gamma(d),
            Kernel::Linear => ln_ball - (d + 1.0).ln(),
            Kernel::Cosine => {
                ln_sphere
                    + integrate(|r| (FRAC_PI_2 * r).cos() * r.powi(dimensions as i32 - 1), 0.0, 1.0).ln()
            }
        }
    }

    /// A step from the middle of a window, in bandwidths.
    pub(super) fn step(self, dimensions: usize, rng: &mut Rng) -> Vec<f64> {
        let Ok(normal) = Normal::new(0.0, 1.0) else { return vec![0.0; dimensions] };
        let direction: Vec<f64> = (0..dimensions).map(|_| normal.sample(rng)).collect();
        if self == Kernel::Gaussian {
            return direction;
        }
        let d = dimensions as f64;
        let radius = match self {
            Kernel::Exponential => Gamma::new(d, 1.0).map_or(0.0, |gamma| gamma.sample(rng)),
            // Even in the ball, and kept with the height of the window there.
            _ => loop {
                let radius = rng.unit().powf(1.0 / d);
                let mut height = [radius * radius];
                self.heights(&mut height);
                if rng.unit() < height[0] {
                    break radius;
                }
            },
        };
        let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        direction.iter().map(|x| x / length * radius).collect()
    }
}
