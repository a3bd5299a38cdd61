//! How densely rows lie, from the distance to the $k$-th neighbour.
//!
//! # The model
//!
//! The ball around $x$ that reaches its $k$-th nearest training row holds $k$ of $n$ rows, so the density there is about
//!
//! $$\hat p(x) = \frac{k}{n\, V(r_k(x))}$$
//!
//! where $V(r)$ is the volume of a ball of radius $r$ in the metric: $\pi^{d/2} r^d / \Gamma(d/2 + 1)$ for Euclid's distance, and for
//! Minkowski's $(2\,\Gamma(1 + 1/p))^d r^d / \Gamma(1 + d/p)$. Predictions are logarithms. Where $k$ training rows are at the very
//! place, the density is infinite. It does not sum to 1 over all places: its tails are too heavy.
//!
//! Mahalanobis' balls are ellipsoids, whose volume the covariance stretches; scaled columns count in their own units again.
//! Metrics whose balls have no volume (cosine, Hamming, Gower, haversine) and categories are refused.
//!
//! A row of weight 2 is the row twice. If all rows weigh less than $k$ together, all of them count, with a warning.
//!
//! # Cost
//!
//! As for the nearest neighbours; see [`index`](crate::index).
//!
//! # When to use something else
//!
//! The estimate has kinks and is rough for small $k$. Kernel densities are smooth, but have one width everywhere.
//!
//! # References
//!
//! Loftsgaarden and Quesenberry, *A nonparametric estimate of a multivariate density function* (1965).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model, Predictions};
//! use hornbook_neighbors::KNeighborsDensity;
//!
//! let table = Table::builder().number("x", (0..100).map(f64::from).collect::<Vec<_>>()).build()?;
//! let model = KNeighborsDensity::default().n_neighbors(10).fit(&table.dataset())?;
//! let middle = Table::builder().number("x", vec![50.5]).build()?;
//! let Predictions::Numbers(logs) = model.predict(&middle)?.values else { panic!("numbers") };
//! // Ten of a hundred rows lie within 4.5.
//! assert!((logs[0] - (10f64 / 100.0 / 9.0).ln()).abs() < 1e-12);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod file;
mod model;

#[cfg(test)]
mod tests;

pub use model::DensityModel;

use crate::index::Algorithm;
use crate::places::{MetricName, Places};
use crate::scale::Scale;
use hornbook_core::{Learner, Result, Run};
use hornbook_data::{Dataset, TargetSchema};
use hornbook_learner::Fit;
use model::{Learned, log_volume_of_unit_ball};

/// Estimates how densely rows lie from the distance to the nearest of them.
///
/// The logarithm of the density at a place, from the ball that holds `n_neighbors` rows. Needs no target. Only numbers.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors-density",
    family = "neighbors",
    python = "KNeighborsDensity",
    tasks(density),
    weights,
    minds_scale
)]
pub struct KNeighborsDensity {
    /// How many rows the ball holds.
    #[param(default = 5, range = "1..", search = "1..50 log")]
    pub n_neighbors: u32,
    /// How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// How far rows are from each other: `euclidean`, `manhattan`, `minkowski`, `chebyshev` or `mahalanobis`.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// The power of Minkowski's distance.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// What is done to columns of numbers first.
    #[param(default = Scale::None)]
    pub scale: Scale,
    /// The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
    #[param(default = 16, range = "2..=1024")]
    pub m: u32,
    /// How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
    #[param(default = 200, range = "1..")]
    pub ef_construction: u32,
    /// How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
    #[param(default = 64, range = "1..")]
    pub ef_search: u32,
}

impl Fit for KNeighborsDensity {
    type Model = DensityModel;

    fn takes_missing(&self) -> bool {
        self.settings().takes_missing()
    }

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DensityModel> {
        let (places, mut summary) = Places::fit(&self.settings(), data, run)?;
        log_volume_of_unit_ball(&places)?;
        let total = places.total_weight();
        if f64::from(self.n_neighbors) > total {
            summary.warnings.push(format!(
                "{} neighbours are asked for and the rows weigh {total} together: all of them count",
                self.n_neighbors
            ));
        }
        let k = f64::from(self.n_neighbors).min(total);
        let info = self.model_info_predicting(TargetSchema::log_density(), data, summary);
        DensityModel::new(info, Learned { places, k })
    }
}
