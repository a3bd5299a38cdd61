//! The unit of a column.

use crate::options::{Imputation, Scaling};
use crate::statistics::NumberStatistics;
use hornbook_math::distributions::normal_quantile;
use hornbook_math::quantiles::QuantileMethod;
use serde::{Deserialize, Serialize};

/// The unit of a column: what is taken off a number, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FeatureScale {
    /// What is taken off.
    pub center: f64,
    /// What the rest is divided by.
    pub spread: f64,
}

impl FeatureScale {
    /// The column as it is.
    pub const PLAIN: FeatureScale = FeatureScale { center: 0.0, spread: 1.0 };

    /// A number in the unit.
    #[inline]
    pub fn apply(self, x: f64) -> f64 {
        (x - self.center) / self.spread
    }

    /// The number that is this in the unit.
    #[inline]
    pub fn invert(self, x: f64) -> f64 {
        x * self.spread + self.center
    }

    /// Whether numbers can be measured in it.
    pub fn is_sound(self) -> bool {
        self.center.is_finite() && self.spread.is_finite() && self.spread > 0.0
    }
}

impl NumberStatistics {
    /// The unit that some scaling gives the column. One that does not vary, or whose spread is beyond all numbers, keeps its
    /// size, and is only centered; one of which nothing is known stays as it is.
    pub fn scale(&self, scaling: Scaling) -> FeatureScale {
        if !self.is_known() {
            return FeatureScale::PLAIN;
        }
        let size = |spread: f64| {
            // Rounding alone must not become a spread.
            let is_sound = spread.is_finite() && spread > 0.0 && !self.is_constant();
            if is_sound { spread } else { 1.0 }
        };
        // The mean of equal numbers is that number, but for rounding.
        let mean = if self.is_constant() { self.low() } else { self.mean() };
        let (center, spread) = match scaling {
            Scaling::None => return FeatureScale::PLAIN,
            Scaling::Standard { with_mean, with_std } => {
                (if with_mean { mean } else { 0.0 }, if with_std { size(self.deviation()) } else { 1.0 })
            }
            Scaling::MinMax { feature_range: (from, to) } => {
                let spread = size(self.high() - self.low()) / (to - from);
                (self.low() - from * spread, spread)
            }
            Scaling::MaxAbs => {
                let most = self.low().abs().max(self.high().abs());
                (0.0, if most > 0.0 { most } else { 1.0 })
            }
            Scaling::Robust { with_centering, with_scaling, quantile_range: (low, high), unit_variance } => {
                let sample = self.distribution();
                let quantile = |level: f64| sample.quantile(level, QuantileMethod::Linear);
                let of_normal =
                    if unit_variance { normal_quantile(high) - normal_quantile(low) } else { 1.0 };
                (
                    if with_centering { sample.median() } else { 0.0 },
                    if with_scaling { size(quantile(high) - quantile(low)) / of_normal } else { 1.0 },
                )
            }
        };
        FeatureScale { center: if center.is_finite() { center } else { self.low() }, spread }
    }

    /// What missing numbers of the column are replaced by; zero if nothing is known of it and no constant is given.
    pub fn imputation_value(&self, imputation: Imputation) -> f64 {
        match imputation {
            Imputation::Constant(value) => value,
            _ if !self.is_known() => 0.0,
            Imputation::Mean => self.mean(),
            Imputation::Median => self.distribution().median(),
            Imputation::MostFrequent => self.most_frequent(),
        }
    }
}
