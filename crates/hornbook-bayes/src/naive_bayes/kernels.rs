//! The density of numbers as a sum of normal kernels.

use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use hornbook_math::special::log_sum_exp;

/// Kernels further away than this, in widths beyond the nearest, add less than rounding.
const REACH: f64 = 9.0;

/// Kernels of one width at ascending points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColumnKernels {
    points: Vec<f64>,
    /// The logarithm of the fraction of each point.
    shares: Vec<f64>,
    width: f64,
}

impl ColumnKernels {
    /// Kernels at these points with weights. The width is the one given, or by Silverman's rule; values that are all the
    /// same take `otherwise`, or 1. Noise of this variance widens the kernels.
    pub fn new(
        mut points: Vec<(f64, f64)>,
        width: Option<f64>,
        noise: f64,
        otherwise: Option<f64>,
    ) -> ColumnKernels {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total: f64 = points.iter().map(|(_, weight)| weight).sum();
        let width = width.unwrap_or_else(|| match silverman(&points, total) {
            width if width > 0.0 => width,
            _ => otherwise.unwrap_or(1.0),
        });
        ColumnKernels {
            shares: points.iter().map(|(_, weight)| (weight / total).ln()).collect(),
            points: points.into_iter().map(|(x, _)| x).collect(),
            width: (width * width + noise).sqrt(),
        }
    }

    pub fn width(&self) -> f64 {
        self.width
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The logarithm of the density at a point, however far away it is.
    pub fn log_density(&self, x: f64) -> f64 {
        let after = self.points.partition_point(|&point| point < x);
        let distance = |at: usize| self.points.get(at).map_or(f64::INFINITY, |point| (point - x).abs());
        let nearest = distance(after).min(if after > 0 { distance(after - 1) } else { f64::INFINITY });
        let reach = nearest + REACH * self.width;
        let first = self.points.partition_point(|&point| point < x - reach);
        let last = self.points.partition_point(|&point| point <= x + reach);
        let term = |at: usize| {
            let z = (x - self.points[at]) / self.width;
            self.shares[at] - 0.5 * z * z
        };
        let terms: Vec<f64> = (first..last).map(term).collect();
        log_sum_exp(&terms) - (self.width * std::f64::consts::TAU.sqrt()).ln()
    }
}

/// Silverman's rule of thumb: 0.9 times the smaller of the standard deviation and the interquartile range
/// over 1.34, divided by the fifth root of the weight.
fn silverman(points: &[(f64, f64)], total: f64) -> f64 {
    let mean = points.iter().map(|(x, weight)| weight / total * x).sum::<f64>();
    let variance = points.iter().map(|(x, weight)| weight / total * (x - mean) * (x - mean)).sum::<f64>();
    let sample = EmpiricalDistribution::of(points.iter().copied());
    let quartile = |level: f64| sample.quantile(level, QuantileMethod::InvertedCdf);
    let range = (quartile(0.75) - quartile(0.25)) / 1.34;
    let spread = if range > 0.0 { variance.sqrt().min(range) } else { variance.sqrt() };
    0.9 * spread * total.powf(-0.2)
}
