//! All neighbours within a radius vote.
//!
//! # The model
//!
//! As [`k_neighbors`](crate::k_neighbors), but a row is predicted from all training rows at most `radius` away, however many
//! they are: many where rows lie densely, few where they are rare. Votes, weights, distances and ties are the same.
//!
//! # Nobody there
//!
//! A row without neighbours gets the class that most training rows have, with a probability of 1, or the mean of all numbers.
//! Without an `outlier_label` it is an error that names the row, since nothing is known there.
//!
//! # Cost
//!
//! As for the nearest neighbours; a radius that reaches most rows makes every search a look at all of them.
//!
//! # When to use something else
//!
//! One radius rarely suits all places; [`KNeighbors`](crate::KNeighbors) adapts it.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
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
use crate::places::{MetricName, Places, weighty};
use crate::scale::Scale;
use crate::voting::{Answers, Learned, NeighboursModel, OutlierLabel, Reach, VoteWeights};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Fit;

#[cfg(test)]
mod tests;

/// Predicts from all rows within a radius of the one asked about.
///
/// They vote on the class, or their numbers are averaged. Where no row is within the radius, `outlier_label` says what
/// to predict.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "radius-neighbors",
    family = "neighbors",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    on_request,
    minds_scale
)]
pub struct RadiusNeighbors {
    /// How far neighbours may be.
    #[param(default = 1.0, range = "0..", search = "1e-2..1e2 log")]
    pub radius: f64,
    /// What the vote of a neighbour counts.
    #[param(default = VoteWeights::Uniform, search = "every")]
    pub weights: VoteWeights,
    /// How neighbours are searched for; the answer is the same. A graph (`hnsw`) is of no use within a radius.
    #[param(default = Algorithm::Auto)]
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    #[param(default = 30, range = "1..")]
    pub leaf_size: u32,
    /// The power of Minkowski's distance.
    #[param(default = 2.0, range = "1..")]
    pub p: f64,
    /// How far rows are from each other.
    #[param(default = MetricName::Minkowski)]
    pub metric: MetricName,
    /// What is done to columns of numbers first.
    #[param(default = Scale::None)]
    pub scale: Scale,
    /// The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    pub feature_range: Option<Vec<f64>>,
    /// What is predicted for a row without neighbours; an error if unset.
    #[param(default = Some(OutlierLabel::MostFrequent))]
    pub outlier_label: Option<OutlierLabel>,
}

impl Fit for RadiusNeighbors {
    type Model = NeighboursModel;

    fn takes_missing(&self) -> bool {
        self.settings().takes_missing()
    }

    fn learn(&self, data: &Dataset, run: &Run) -> Result<NeighboursModel> {
        let (places, summary) = Places::fit(&self.settings(), data, run)?;
        let answers = Answers::of(&weighty(data).0)?;
        let info = self.model_info(data, summary)?;
        let reach = Reach::Within(self.radius, self.outlier_label);
        Ok(NeighboursModel::new(info, Learned { places, answers, reach, votes: self.weights }))
    }
}
