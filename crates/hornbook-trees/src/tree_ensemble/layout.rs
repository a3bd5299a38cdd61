//! The form of a tree ensemble that predicts many rows fastest.

use super::TreeEnsemble;
use super::quantized::QuantizedTrees;
use super::quick_scorer::QuickScorer;
use super::threshold_ranks::ThresholdRanks;
use hornbook_data::Features;
use std::ops::Range;

/// A tree ensemble that splits on few thresholds of each column, in another form. Other ensembles are walked as they are.
#[derive(Debug, Clone)]
pub(super) enum InferenceLayout {
    /// All splits of small trees at once.
    QuickScorer(QuickScorer),
    /// A walk over bytes.
    Quantized(QuantizedTrees),
}

impl InferenceLayout {
    /// The form for rows of so many columns, if there is one.
    pub fn of(ensemble: &TreeEnsemble, columns: usize) -> Option<InferenceLayout> {
        let ranks = ThresholdRanks::of(ensemble, columns)?;
        match QuickScorer::of(ensemble, &ranks) {
            Some(masks) => Some(InferenceLayout::QuickScorer(masks)),
            None => QuantizedTrees::of(ensemble, ranks).map(InferenceLayout::Quantized),
        }
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        match self {
            InferenceLayout::QuickScorer(masks) => masks.width(),
            InferenceLayout::Quantized(bytes) => bytes.width(),
        }
    }

    /// Adds to `out`, which has a number for each output of each row, what some trees of the ensemble say.
    pub fn predict_into(
        &self,
        ensemble: &TreeEnsemble,
        rows: &Features<'_>,
        trees: Range<usize>,
        out: &mut [f64],
    ) {
        match self {
            InferenceLayout::QuickScorer(masks) => masks.predict_into(ensemble, rows, trees, out),
            InferenceLayout::Quantized(bytes) => bytes.predict_into(ensemble, rows, trees, out),
        }
    }
}
