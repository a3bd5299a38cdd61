//! All neighbors within a radius vote.
//!
//! # The model
//!
//! As [`k_neighbors`](crate::k_neighbors), but a row is predicted from all training rows at most `radius` away, however many
//! they are: many where rows lie densely, few where they are rare. Votes, weights, distances and ties are the same.
//!
//! # Nobody there
//!
//! A row without neighbors gets the class that most training rows have, with a probability of 1, or the mean of all numbers.
//! Without an `outlier_label` it is an error that names the row, since nothing is known there.
//!
//! # Cost
//!
//! As for the nearest neighbors; a radius that reaches most rows makes every search a look at all of them.
//!
//! # When to use something else
//!
//! One radius rarely suits all positions; [`KNeighbors`](crate::KNeighbors) adapts it.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model, TrainingInput};
//! use hornbook_neighbors::RadiusNeighbors;
//!
//! let table = Table::builder().number("x", vec![0.0, 1.0, 5.0]).number("y", vec![2.0, 4.0, 9.0]).build()?;
//! let model = RadiusNeighbors::default().radius(1.0).fit(&table.dataset().target("y")?)?;
//! let near = Table::builder().number("x", vec![0.5]).build()?;
//! assert_eq!(model.predict(&near)?.values.label(0), "3");
//! let far = Table::builder().number("x", vec![3.0]).build()?;
//! assert_eq!(model.predict(&far)?.values.label(0), "5", "nobody is there: the mean of all");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

use crate::index::Algorithm;
use crate::scale::FeatureScaling;
use crate::training_index::{MetricName, TrainingIndex, positive_weight_rows};
use crate::voting::{KNeighborsModel, KnnState, NeighborQuery, NeighborTargets, OutlierLabel, VoteWeights};
use hornbook_core::{Capabilities, Declared, Learner, Result, Run, flatten_parameters};
use hornbook_learner::{Fit, TrainingInput};

#[cfg(test)]
mod tests;

/// Radius neighbors: majority vote or mean of all training rows within a fixed radius (instance-based
/// learning).
///
/// Where no training row is within the radius, `outlier_label` says what to predict. Depends on the distance
/// metric and so on feature scaling: see `scale`.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "radius-neighbors",
    aliases("radius neighbors", "fixed-radius neighbors"),
    sklearn = "RadiusNeighborsClassifier, RadiusNeighborsRegressor",
    family = "neighbors",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    explicit_only,
    scale_sensitive,
    attributes(crate::voting::TRAINING_ROWS),
    python_mixins("neighbors.Neighbors")
)]
pub struct RadiusNeighbors {
    /// Radius within which training rows are neighbors.
    #[param(default = 1.0, range = "0..", search = "1e-2..1e2 log")]
    pub radius: f64,
    /// Weighting of neighbors: `uniform`, `distance` (inverse distance) or `squared_distance`.
    #[param(default = VoteWeights::Uniform, search = "every")]
    pub weights: VoteWeights,
    /// Nearest-neighbor search; all are exact. `hnsw` is of no use within a radius.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// Leaf size of the kd-tree or ball tree, in rows.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// Distance metric.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    #[group]
    scaling: crate::training_index::ScalingParameters,
    /// Prediction for a row without neighbors; an error if unset.
    #[param(default = Some(OutlierLabel::MostFrequent))]
    pub outlier_label: Option<OutlierLabel>,
}

impl Fit for RadiusNeighbors {
    type Model = KNeighborsModel;

    fn capabilities(&self) -> Capabilities {
        self.settings().capabilities(Self::declaration())
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<KNeighborsModel> {
        let data = input.dataset()?;
        let (training_index, summary) = TrainingIndex::fit(&self.settings(), data, run)?;
        let targets = NeighborTargets::of(&positive_weight_rows(data).0)?;
        let info = self.model_info(data, summary)?;
        let query = NeighborQuery::Within(self.radius, self.outlier_label);
        Ok(KNeighborsModel::new(info, KnnState { training_index, targets, query, votes: self.weights }))
    }
}
