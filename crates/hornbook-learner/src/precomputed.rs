//! Learning again and again from the same rows.

use crate::check::vanishes_beside;
use crate::fit::Learner;
use crate::model::Model;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;

/// Most rows that are made of rows of whole weights: their numbers take a few hundred megabytes.
const MOST_COPIES: f64 = 1e8;

/// A learner that has looked at its rows once and can now learn from them with any weights, without starting anew.
pub trait PrecomputedFit: Send + Sync {
    /// Learns with these weights, one a row of the view; rows of weight zero are absent.
    fn fit(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>>;
}

/// Trains a learner again and again on the same rows, each time with other weights.
///
/// What need be done once only, such as putting numbers into bins, is done once if the learner knows how
/// ([`Learner::precomputed`]). A learner that takes no weights gets each row as often as it weighs.
pub struct ReweightedTrainer<'a> {
    learner: &'a dyn Learner,
    data: Dataset,
    precomputed: Option<Box<dyn PrecomputedFit + 'a>>,
}

impl<'a> ReweightedTrainer<'a> {
    /// A learner and its rows. The weights of the dataset do not matter.
    pub fn new(learner: &'a dyn Learner, data: &Dataset) -> Result<ReweightedTrainer<'a>> {
        Ok(ReweightedTrainer { learner, data: data.clone(), precomputed: learner.precomputed(data)? })
    }

    /// Learns with these weights, one a row of the view.
    pub fn fit(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>> {
        if weights.len() != self.data.rows().len() {
            return Err(Error::data(
                format!("there are {} weights for {} rows", weights.len(), self.data.rows().len()),
                "give one weight a row",
            ));
        }
        if weights.iter().all(|&w| w == 0.0) {
            return Err(Error::data(
                "every row has the weight zero",
                "give at least one row a weight above zero",
            ));
        }
        // As before every fit: rows that change no sum are absent.
        let largest = weights.iter().copied().fold(0.0, f64::max);
        let counted: Vec<f64>;
        let weights = match weights.iter().any(|&w| vanishes_beside(w, largest)) {
            false => weights,
            true => {
                let kept = |&w: &f64| if vanishes_beside(w, largest) { 0.0 } else { w };
                counted = weights.iter().map(kept).collect();
                &counted
            }
        };
        match &self.precomputed {
            Some(precomputed) => precomputed.fit(weights, run),
            None if self.learner.capabilities().sample_weights => {
                self.learner.fit_with(&self.data.with_row_weights(weights)?, run)
            }
            None => self.learner.fit_with(&self.repeated(weights)?, run),
        }
    }

    /// The rows, each as often as it weighs.
    fn repeated(&self, weights: &[f64]) -> Result<Dataset> {
        if weights.iter().any(|w| w.fract() != 0.0 || *w < 0.0) {
            return Err(Error::data(
                format!("the learner '{}' takes no sample weights", self.learner.declaration().name),
                "choose one that does, or whole weights",
            ));
        }
        let total: f64 = weights.iter().sum();
        if total > MOST_COPIES {
            return Err(Error::data(
                format!(
                    "the weights sum to {total:e}, and the learner '{}', which takes none, would need that many copies of rows",
                    self.learner.declaration().name
                ),
                format!("choose one that takes weights, or weights that sum to at most {MOST_COPIES:e}"),
            ));
        }
        let rows = weights.iter().zip(0u32..).flat_map(|(&w, row)| std::iter::repeat_n(row, w as usize));
        Ok(self.data.without_weights().select(rows.collect()))
    }
}
