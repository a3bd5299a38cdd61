//! Learning again and again from the same rows.

use crate::fit::Learner;
use crate::model::Model;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;

/// A learner that has looked at its rows once and can now learn from them with any weights, without starting anew.
pub trait Prepared: Send + Sync {
    /// Learns with these weights, one a row of the view; rows of weight zero are absent.
    fn train(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>>;
}

/// Trains a learner again and again on the same rows, each time with other weights.
///
/// What need be done once only, such as putting numbers into bins, is done once if the learner knows how
/// ([`Learner::prepared`]). A learner that takes no weights gets each row as often as it weighs.
pub struct Retrainer<'a> {
    learner: &'a dyn Learner,
    data: Dataset,
    prepared: Option<Box<dyn Prepared + 'a>>,
}

impl<'a> Retrainer<'a> {
    /// A learner and its rows. The weights of the dataset do not matter.
    pub fn new(learner: &'a dyn Learner, data: &Dataset) -> Result<Retrainer<'a>> {
        Ok(Retrainer { learner, data: data.clone(), prepared: learner.prepared(data)? })
    }

    /// Learns with these weights, one a row of the view.
    pub fn train(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>> {
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
        match &self.prepared {
            Some(prepared) => prepared.train(weights, run),
            None if self.learner.declaration().abilities.weights => {
                self.learner.train(&self.data.with_row_weights(weights)?, run)
            }
            None => self.learner.train(&self.repeated(weights)?, run),
        }
    }

    /// The rows, each as often as it weighs.
    fn repeated(&self, weights: &[f64]) -> Result<Dataset> {
        if weights.iter().any(|w| w.fract() != 0.0 || *w < 0.0) {
            return Err(Error::data(
                format!("the learner '{}' takes no row weights", self.learner.declaration().name),
                "choose one that does, or whole weights",
            ));
        }
        let rows = weights.iter().zip(0u32..).flat_map(|(&w, row)| std::iter::repeat_n(row, w as usize));
        Ok(self.data.without_weights().select(rows.collect()))
    }
}
