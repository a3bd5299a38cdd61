//! Tuning the decision threshold of binary classification.

use super::LossMatrix;
use crate::measures::{ClassCounts, SortedScores, ThresholdPoint};
use hornbook_core::{Error, Result};
use serde::Serialize;

/// What becomes of the rows when those with a score of at least the threshold are said to be positive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ThresholdCounts {
    /// The threshold; infinite if no row is said to be positive.
    pub threshold: f64,
    /// How the positive class is then told from the other, with all its measures.
    #[serde(flatten)]
    pub counts: ClassCounts,
}

impl ThresholdCounts {
    /// The mean loss, by a matrix of two classes, the second positive, with an action for each.
    pub fn mean_loss(&self, losses: &LossMatrix) -> Result<f64> {
        if losses.classes().len() != 2 || losses.actions() != losses.classes() {
            return Err(Error::data(
                "a threshold chooses between two classes, and the losses are of another shape",
                "give losses for two classes with an action for each",
            ));
        }
        let sum = self.counts.true_negatives * losses.at(0, 0)
            + self.counts.false_negatives * losses.at(0, 1)
            + self.counts.false_positives * losses.at(1, 0)
            + self.counts.true_positives * losses.at(1, 1);
        Ok(sum / self.counts.weight())
    }
}

/// Every cut that makes a difference: first the one above all scores, then one at each score there is, descending.
/// Rows of equal scores are never divided, and rows of weight zero are absent.
pub fn threshold_counts(
    scores: &[f64],
    positive: &[bool],
    weights: Option<&[f64]>,
) -> Result<Vec<ThresholdCounts>> {
    let ranked = SortedScores::new(positive, scores, weights)?;
    let nothing = ThresholdPoint { score: f64::INFINITY, true_positives: 0.0, false_positives: 0.0 };
    let steps: Vec<ThresholdPoint> = std::iter::once(nothing).chain(ranked.threshold_points()).collect();
    // The last step holds all rows, summed in the same order as those before it: nothing is left below it.
    let (positives, negatives) =
        steps.last().map_or((0.0, 0.0), |last| (last.true_positives, last.false_positives));
    let cut = |step: &ThresholdPoint| ThresholdCounts {
        threshold: step.score,
        counts: ClassCounts {
            true_positives: step.true_positives,
            false_positives: step.false_positives,
            false_negatives: positives - step.true_positives,
            true_negatives: negatives - step.false_positives,
        },
    };
    Ok(steps.iter().map(cut).collect())
}

/// The cut for which a metric is greatest; of equal ones the highest threshold. Cuts where the metric is NaN are
/// passed over. For a loss, give its negative.
///
/// ```
/// use hornbook_evaluation::decisions::{best_threshold, threshold_counts};
/// let cuts = threshold_counts(&[0.9, 0.8, 0.4, 0.3], &[true, false, true, false], None)?;
/// assert_eq!(best_threshold(&cuts, |cut| cut.counts.balanced_accuracy())?.threshold, 0.9);
/// assert_eq!(best_threshold(&cuts, |cut| cut.counts.f_beta(2.0))?.threshold, 0.4);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn best_threshold(
    threshold_counts: &[ThresholdCounts],
    measure: impl Fn(&ThresholdCounts) -> f64,
) -> Result<ThresholdCounts> {
    best_threshold_reaching(threshold_counts, |_| f64::INFINITY, 0.0, measure)
}

/// The cut for which a metric is greatest among those where another one, such as [`ClassCounts::precision`]
/// or [`ClassCounts::recall`], is at least `target`. It is an error if there is none.
pub fn best_threshold_reaching(
    threshold_counts: &[ThresholdCounts],
    reached: impl Fn(&ThresholdCounts) -> f64,
    target: f64,
    measure: impl Fn(&ThresholdCounts) -> f64,
) -> Result<ThresholdCounts> {
    if threshold_counts.is_empty() {
        return Err(Error::data("there are no cuts to choose from", "give at least one row"));
    }
    let mut best: Option<(f64, ThresholdCounts)> = None;
    let mut nearest = f64::NAN;
    for cut in threshold_counts {
        let level = reached(cut);
        nearest = nearest.max(level);
        let value = measure(cut);
        if level >= target && !value.is_nan() && best.is_none_or(|(most, _)| value > most) {
            best = Some((value, *cut));
        }
    }
    best.map(|(_, cut)| cut).ok_or_else(|| match nearest >= target {
        true => Error::data("the measure is undefined at every threshold", "give rows of both classes"),
        false => Error::data(
            format!("no threshold reaches {target}: the most there is is {nearest:.4}"),
            "ask for less, or improve the model",
        ),
    })
}
