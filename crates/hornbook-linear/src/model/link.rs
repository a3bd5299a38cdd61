//! How the mean of a target follows from a weighted sum.

use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};

/// The function $g$ of a mean that is a linear predictor: $g(\mu) = w_0 + w^\top x$.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// The mean itself.
    Identity,
    /// Its logarithm, so that columns multiply the mean.
    Log,
    /// One over the mean.
    Inverse,
    /// Its square root.
    Sqrt,
    /// One over its square.
    InverseSquare,
}

impl Link {
    /// The sum that belongs to a mean.
    pub fn sum(self, mean: f64) -> f64 {
        match self {
            Link::Identity => mean,
            Link::Log => mean.ln(),
            Link::Inverse => 1.0 / mean,
            Link::Sqrt => mean.sqrt(),
            Link::InverseSquare => 1.0 / (mean * mean),
        }
    }

    /// The mean that belongs to a sum; NaN if none does.
    pub fn mean(self, sum: f64) -> f64 {
        match self {
            Link::Identity => sum,
            Link::Log => sum.exp(),
            _ if sum <= 0.0 => f64::NAN,
            Link::Inverse => 1.0 / sum,
            Link::Sqrt => sum * sum,
            Link::InverseSquare => 1.0 / sum.sqrt(),
        }
    }

    /// How fast the mean changes with the sum.
    pub fn derivative(self, sum: f64, mean: f64) -> f64 {
        match self {
            Link::Identity => 1.0,
            Link::Log => mean,
            Link::Inverse => -mean * mean,
            Link::Sqrt => 2.0 * sum,
            Link::InverseSquare => -0.5 * mean / sum,
        }
    }

    /// What the sum is, in words.
    pub(super) fn words(self, target: &str) -> String {
        match self {
            Link::Identity => format!("mean of '{target}'"),
            Link::Log => format!("log of the mean of '{target}'"),
            Link::Inverse => format!("one over the mean of '{target}'"),
            Link::Sqrt => format!("square root of the mean of '{target}'"),
            Link::InverseSquare => format!("one over the square of the mean of '{target}'"),
        }
    }

    /// The means of sums, in their places.
    pub(super) fn means(self, mut sums: Vec<f64>) -> Result<Vec<f64>> {
        for (row, value) in sums.iter_mut().enumerate() {
            let mean = self.mean(*value);
            if !mean.is_finite() {
                return Err(Error::data(
                    format!(
                        "the linear predictor of row {} is {value}, and the link has no mean for it",
                        row + 1
                    ),
                    "look for values far beyond those of training, or choose another link",
                ));
            }
            *value = mean;
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_with_the_slope_between() {
        for link in [Link::Identity, Link::Log, Link::Inverse, Link::Sqrt, Link::InverseSquare] {
            for mean in [0.3, 1.0, 7.5] {
                let sum = link.sum(mean);
                assert!((link.mean(sum) - mean).abs() < 1e-14 * mean, "{link:?}");
                let step = 1e-6 * sum.abs().max(1.0);
                let derivative = (link.mean(sum + step) - link.mean(sum - step)) / (2.0 * step);
                assert!(
                    (link.derivative(sum, mean) - derivative).abs() < 1e-7 * derivative.abs().max(1.0),
                    "{link:?}"
                );
            }
        }
        for link in [Link::Inverse, Link::Sqrt, Link::InverseSquare] {
            assert!(link.mean(-1.0).is_nan() && link.mean(0.0).is_nan());
        }
        assert!(Link::Log.means(vec![1.0, 800.0]).unwrap_err().to_string().contains("row 2 is 800"));
    }
}
