//! How the variance of a target grows with its mean, and the deviance that follows from it.

use crate::special::ln_gamma;

/// Distributions whose variance is a power of the mean, times the dispersion (Tweedie's families).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VarianceFunction {
    /// The power.
    pub power: f64,
}

impl VarianceFunction {
    /// Whether there is a distribution of this power.
    pub fn exists(self) -> bool {
        self.power.is_finite() && (self.power <= 0.0 || self.power >= 1.0)
    }

    /// Which targets there are, in words.
    pub fn targets(self) -> &'static str {
        match self.power {
            p if p >= 2.0 => "above zero",
            p if p >= 1.0 => "zero or above",
            _ => "numbers",
        }
    }

    /// Whether a target can be.
    pub fn takes(self, y: f64) -> bool {
        match self.power {
            p if p >= 2.0 => y > 0.0,
            p if p >= 1.0 => y >= 0.0,
            _ => true,
        }
    }

    /// Whether a mean can be.
    pub fn takes_mean(self, mean: f64) -> bool {
        mean.is_finite() && (self.power == 0.0 || mean > 0.0)
    }

    /// The variance of a target with this mean, in units of the dispersion.
    pub fn of(self, mean: f64) -> f64 {
        match self.power {
            0.0 => 1.0,
            1.0 => mean,
            2.0 => mean * mean,
            power => mean.powf(power),
        }
    }

    /// Half of the deviance of a target from a mean.
    pub fn half_deviance(self, y: f64, mean: f64) -> f64 {
        match self.power {
            0.0 => 0.5 * (y - mean) * (y - mean),
            1.0 if y == 0.0 => mean,
            1.0 => y * above_log((mean - y) / y),
            2.0 => above_log((y - mean) / mean),
            3.0 => 0.5 * (y - mean) * (y - mean) / (y * mean * mean),
            p => {
                let own = if y > 0.0 { y.powf(2.0 - p) } else { 0.0 };
                own / ((1.0 - p) * (2.0 - p)) - y * mean.powf(1.0 - p) / (1.0 - p)
                    + mean.powf(2.0 - p) / (2.0 - p)
            }
        }
    }

    /// What the log likelihood of a target needs beside its deviance.
    pub fn likelihood_term(self, y: f64) -> f64 {
        match self.power {
            1.0 if y > 0.0 => y * y.ln() - y - ln_gamma(y + 1.0),
            2.0 | 3.0 => y.ln(),
            _ => 0.0,
        }
    }

    /// Twice the largest log likelihood, less 2 if it has a dispersion: from the deviance, the weight of the rows and the
    /// sum of the terms of the targets. None for families whose likelihood has no closed form.
    pub fn likelihood(self, deviance: f64, weight: f64, terms: f64) -> Option<f64> {
        // R estimates the dispersion by the mean deviance here, whatever it prints beside the table.
        let mean = deviance / weight;
        let twice = match self.power {
            1.0 => 2.0 * terms - deviance,
            0.0 => -weight * ((std::f64::consts::TAU * mean).ln() + 1.0) - 2.0,
            2.0 => {
                let shape = 1.0 / mean;
                let of_row = shape * shape.ln() - shape - ln_gamma(shape);
                2.0 * (weight * of_row - shape * deviance / 2.0 - terms) - 2.0
            }
            3.0 => -weight * ((std::f64::consts::TAU * mean).ln() + 1.0) - 3.0 * terms - 2.0,
            _ => return None,
        };
        twice.is_finite().then_some(twice)
    }
}

/// $t - \ln(1 + t)$, which is small with the square of $t$.
fn above_log(t: f64) -> f64 {
    if t.abs() < 1e-3 {
        // Where the difference would lose its digits, the first terms of its series have them all.
        let terms = [1.0 / 2.0, -1.0 / 3.0, 1.0 / 4.0, -1.0 / 5.0, 1.0 / 6.0];
        return t * t * terms.iter().rev().fold(0.0, |sum, term| sum * t + term);
    }
    t - t.ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviance_is_zero_at_the_target_and_falls_toward_it_at_the_rate_of_the_variance() {
        for power in [-1.0, 0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0] {
            let family = VarianceFunction { power };
            for (y, mean) in [(1.0, 2.0), (3.0, 0.5), (2.0, 2.001), (2.0, 1.9)] {
                assert!(family.half_deviance(y, y).abs() < 1e-15, "{power}");
                let step = 1e-6 * mean;
                let rise = family.half_deviance(y, mean + step) - family.half_deviance(y, mean - step);
                let expected = (mean - y) / family.of(mean);
                assert!((rise / (2.0 * step) - expected).abs() < 1e-8, "{power}: {y}, {mean}");
            }
        }
        assert_eq!(VarianceFunction { power: 1.0 }.half_deviance(0.0, 3.0), 3.0);
        assert!((VarianceFunction { power: 1.5 }.half_deviance(0.0, 4.0) - 4.0).abs() < 1e-15);
    }
}
