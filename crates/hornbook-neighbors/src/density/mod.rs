//! k-nearest-neighbor density estimation, from the distance to the $k$-th neighbor.
//!
//! # The model
//!
//! The ball around $x$ that reaches its $k$-th nearest training row holds $k$ of $n$ rows, so the density there is about
//!
//! $$\hat p(x) = \frac{k}{n\, V(r_k(x))}$$
//!
//! where $V(r)$ is the volume of a ball of radius $r$ in the metric: $\pi^{d/2} r^d / \Gamma(d/2 + 1)$ for Euclid's
//! distance, and for Minkowski's $(2\,\Gamma(1 + 1/p))^d r^d / \Gamma(1 + d/p)$. Predictions are logarithms. Where $k$
//! training rows are at the very point, the density is infinite. It does not sum to 1 over all positions: its tails are too
//! heavy.
//!
//! Mahalanobis' balls are ellipsoids, whose volume the covariance stretches; scaled columns count in their own units again.
//! Metrics whose balls have no volume (cosine, Hamming, Gower, haversine) and categories are refused.
//!
//! A row of weight 2 is the row twice. If all rows weigh less than $k$ together, all of them count, with a warning.
//!
//! # Cost
//!
//! As for the nearest neighbors; see [`index`](crate::index).
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
//! use hornbook_learner::{Fit, Model, Predictions, TrainingInput};
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

pub use model::KnnDensityModel;

use crate::index::Algorithm;
use crate::scale::FeatureScaling;
use crate::training_index::{MetricName, TrainingIndex};
use hornbook_core::{Capabilities, Declared, Learner, Result, Run, flatten_parameters};
use hornbook_data::TargetSchema;
use hornbook_learner::{Fit, TrainingInput};
use model::{KnnDensityState, log_volume_of_unit_ball};

/// k-nearest-neighbor density estimation (nonparametric).
///
/// Predicts the log density at a point, from the volume of the ball that holds the `n_neighbors` nearest
/// training rows. Unsupervised: needs no target. Numeric features only.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "k-neighbors-density",
    aliases("knn density"),
    family = "neighbors",
    python = "KNeighborsDensity",
    tasks(density),
    sample_weights,
    scale_sensitive,
    python_mixins("neighbors.Distances")
)]
pub struct KNeighborsDensity {
    /// Number of neighbors (k) in the ball.
    #[param(default = 5, range = "1..", search = "1..50 log")]
    pub n_neighbors: u32,
    #[group]
    index: crate::training_index::IndexParameters,
    /// Distance metric: `euclidean`, `manhattan`, `minkowski`, `chebyshev` or `mahalanobis`.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    #[group]
    scaling: crate::training_index::ScalingParameters,
    #[group]
    graph: crate::training_index::GraphParameters,
}

impl Fit for KNeighborsDensity {
    type Model = KnnDensityModel;

    fn capabilities(&self) -> Capabilities {
        self.settings().capabilities(Self::declaration())
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<KnnDensityModel> {
        let data = input.dataset()?;
        let (training_index, mut summary) = TrainingIndex::fit(&self.settings(), data, run)?;
        log_volume_of_unit_ball(&training_index)?;
        let total = training_index.total_weight();
        if f64::from(self.n_neighbors) > total {
            summary.warnings.push(format!(
                "n_neighbors is {} and the total sample weight is {total}: all rows are neighbors",
                self.n_neighbors
            ));
        }
        let k = f64::from(self.n_neighbors).min(total);
        let info = self.model_info_predicting(TargetSchema::log_density(), data, summary);
        KnnDensityModel::new(info, KnnDensityState { training_index, k })
    }
}
