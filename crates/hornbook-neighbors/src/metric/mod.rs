//! Distance metrics.
//!
//! | metric | distance of $x$ and $y$ |
//! |---|---|
//! | Euclidean | $\sqrt{\sum_j (x_j - y_j)^2}$ |
//! | Manhattan | $\sum_j \lvert x_j - y_j \rvert$ |
//! | Minkowski | $(\sum_j \lvert x_j - y_j \rvert^p)^{1/p}$, with $p \ge 1$ |
//! | Chebyshev | $\max_j \lvert x_j - y_j \rvert$ |
//! | Mahalanobis | $\sqrt{(x - y)^\top S^{-1} (x - y)}$ with a covariance $S$ |
//! | cosine | $1 - x^\top y / (\lVert x \rVert \lVert y \rVert)$ |
//! | Hamming | the fraction of columns that differ |
//! | Gower | the mean over the columns of differences from 0 to 1; see [`Gower`] |
//! | haversine | the angle between two places on a sphere, from latitude and longitude in radians |
//! | the user's | any function of two rows; see [`CustomMetric`] |
//!
//! A metric is never negative, zero between a row and itself, the same both ways, and no way round is shorter than the way
//! itself. [`check_axioms`] looks for rows that break one of these. The cosine distance breaks the last one, and so may
//! Gower's with missing values.
//!
//! ```
//! use hornbook_neighbors::Metric;
//!
//! assert_eq!(Metric::Manhattan.distance(&[0.0, 1.0], &[3.0, 5.0])?, 7.0);
//! let own = Metric::custom(std::sync::Arc::new(|x: &[f64], y: &[f64]| 2.0 * (x[0] - y[0]).abs()));
//! assert_eq!(own.distance(&[1.0], &[4.0])?, 6.0);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod axioms;
mod gower;
pub(crate) mod kernel;
mod whitening;

#[cfg(test)]
mod tests;

pub use axioms::{Axiom, Violation, check_axioms};
pub use gower::Gower;
pub use whitening::Whitening;

use hornbook_core::{Error, Result};
use kernel::{
    ChebyshevKernel, DistanceKernel, EuclideanKernel, ManhattanKernel, MinkowskiKernel, PairwiseKernel,
};
use std::fmt;
use std::sync::Arc;

/// A custom metric: a function of two rows.
pub type CustomMetric = Arc<dyn Fn(&[f64], &[f64]) -> f64 + Send + Sync>;

/// A distance metric between two rows of numbers.
#[derive(Clone)]
#[non_exhaustive]
pub enum Metric {
    /// L2 distance.
    Euclidean,
    /// L1 (city-block) distance.
    Manhattan,
    /// With the power of the differences that is given: 1 is Manhattan's distance, 2 Euclid's.
    Minkowski(f64),
    /// L∞ distance: the largest difference.
    Chebyshev,
    /// Euclidean distance after whitening (uncorrelated features of unit variance).
    Mahalanobis(Whitening),
    /// One minus the cosine of the angle between the rows.
    Cosine,
    /// The fraction of columns that differ.
    Hamming,
    /// The mean difference over columns of numbers and of categories that are known in both rows.
    Gower(Gower),
    /// The angle between two places on a sphere, given as latitude and longitude in radians.
    Haversine,
    /// A custom metric.
    Custom(CustomMetric),
}

impl fmt::Debug for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Metric {
    /// A distance that the user has written.
    pub fn custom(function: CustomMetric) -> Metric {
        Metric::Custom(function)
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Metric::Euclidean => "euclidean".to_string(),
            Metric::Manhattan => "manhattan".to_string(),
            Metric::Minkowski(p) => format!("minkowski (p = {p})"),
            Metric::Chebyshev => "chebyshev".to_string(),
            Metric::Mahalanobis(_) => "mahalanobis".to_string(),
            Metric::Cosine => "cosine".to_string(),
            Metric::Hamming => "hamming".to_string(),
            Metric::Gower(_) => "gower".to_string(),
            Metric::Haversine => "haversine".to_string(),
            Metric::Custom(_) => "the user's own".to_string(),
        }
    }

    /// How far two rows are from each other.
    pub fn distance(&self, one: &[f64], other: &[f64]) -> Result<f64> {
        if one.len() != other.len() {
            return Err(Error::data(
                format!("one row has {} numbers and the other {}", one.len(), other.len()),
                "give rows of the same columns",
            ));
        }
        self.check(one.len())?;
        let (mut a, mut b) = (one.to_vec(), other.to_vec());
        self.prepare(&mut a)?;
        self.prepare(&mut b)?;
        struct Distance<'a>(&'a [f64], &'a [f64]);
        impl UseDistanceKernel for Distance<'_> {
            type Output = f64;
            fn run<K: DistanceKernel>(self, kernel: &K) -> f64 {
                kernel.finish(kernel.pair(self.0, self.1))
            }
        }
        Ok(self.with_kernel(Distance(&a, &b)))
    }

    /// An error if rows of so many columns have no such distance.
    pub(crate) fn check(&self, width: usize) -> Result<()> {
        let needed = match self {
            Metric::Minkowski(p) if p.is_nan() || *p < 1.0 => {
                return Err(Error::data(
                    format!("the Minkowski distance with p = {p} is not a metric"),
                    "give a p of at least 1",
                ));
            }
            Metric::Haversine => 2,
            Metric::Mahalanobis(whitening) => whitening.width(),
            Metric::Gower(gower) => gower.width(),
            _ => return Ok(()),
        };
        if width == needed {
            return Ok(());
        }
        Err(Error::data(
            format!("the metric '{}' is for rows of {needed} columns, and there are {width}", self.name()),
            "choose another metric, or give the columns that it needs",
        ))
    }

    /// Whether a number may be missing in a row.
    pub(crate) fn takes_missing(&self) -> bool {
        matches!(self, Metric::Gower(_))
    }

    /// Moves a row to where the plain [kernel](Metric::with_kernel) measures: whitened, or at length 1.
    pub(crate) fn prepare(&self, row: &mut [f64]) -> Result<()> {
        match self {
            Metric::Mahalanobis(whitening) => whitening.apply(row),
            Metric::Cosine => {
                // Divided by the largest first, so that no square leaves the range.
                let largest = row.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
                if largest == 0.0 {
                    return Err(Error::data(
                        "a row is zero in every column, and has no direction for the cosine distance",
                        "leave the row out, or choose another metric",
                    ));
                }
                row.iter_mut().for_each(|x| *x /= largest);
                let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
                row.iter_mut().for_each(|x| *x /= length);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Works with the plain kernel that measures rows that have been [placed](Metric::place).
    pub(crate) fn with_kernel<W: UseDistanceKernel>(&self, work: W) -> W::Output {
        match self {
            Metric::Euclidean | Metric::Mahalanobis(_) => work.run(&EuclideanKernel::ROOT),
            Metric::Cosine => work.run(&EuclideanKernel::HALF),
            Metric::Manhattan => work.run(&ManhattanKernel),
            Metric::Minkowski(p) if *p == 1.0 => work.run(&ManhattanKernel),
            Metric::Minkowski(p) if *p == 2.0 => work.run(&EuclideanKernel::ROOT),
            Metric::Minkowski(p) if p.is_infinite() => work.run(&ChebyshevKernel),
            Metric::Minkowski(p) => work.run(&MinkowskiKernel(*p)),
            Metric::Chebyshev => work.run(&ChebyshevKernel),
            Metric::Hamming => work.run(&PairwiseKernel(|a: &[f64], b: &[f64]| {
                let differing = a.iter().zip(b).filter(|(x, y)| x != y).count();
                differing as f64 / a.len().max(1) as f64
            })),
            Metric::Gower(gower) => work.run(&PairwiseKernel(|a: &[f64], b: &[f64]| gower.distance(a, b))),
            Metric::Haversine => work.run(&PairwiseKernel(haversine)),
            Metric::Custom(function) => work.run(&PairwiseKernel(|a: &[f64], b: &[f64]| function(a, b))),
        }
    }

    /// What its rows are like for a search.
    pub(crate) fn geometry(&self) -> MetricGeometry {
        match self {
            Metric::Euclidean | Metric::Mahalanobis(_) | Metric::Cosine => MetricGeometry::Straight,
            Metric::Minkowski(p) if *p == 2.0 => MetricGeometry::Straight,
            Metric::Manhattan | Metric::Minkowski(_) | Metric::Chebyshev => MetricGeometry::Columns,
            Metric::Hamming | Metric::Haversine => MetricGeometry::Triangles,
            Metric::Gower(_) => MetricGeometry::Any,
            Metric::Custom(_) => MetricGeometry::Custom,
        }
    }
}

/// What a search may take for granted about a distance, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetricGeometry {
    /// Euclid's.
    Straight,
    /// Grows with the difference in each column, and obeys the triangle inequality.
    Columns,
    /// Obeys the triangle inequality.
    Triangles,
    /// Nothing.
    Any,
    /// Nothing, but the user may know better.
    Custom,
}

/// Work with the kernel of a metric.
pub(crate) trait UseDistanceKernel {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run<K: DistanceKernel>(self, kernel: &K) -> Self::Output;
}

/// The angle between two places on a sphere.
fn haversine(a: &[f64], b: &[f64]) -> f64 {
    let (&[latitude, longitude], &[other_latitude, other_longitude]) = (a, b) else { return f64::NAN };
    let rise = ((latitude - other_latitude) / 2.0).sin().powi(2);
    let along = ((longitude - other_longitude) / 2.0).sin().powi(2);
    2.0 * (rise + latitude.cos() * other_latitude.cos() * along).min(1.0).sqrt().asin()
}
