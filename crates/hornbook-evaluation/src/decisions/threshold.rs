//! Moving the threshold between two classes.

use super::LossMatrix;
use crate::checks::{check_length, total_weight, weight_of};
use hornbook_core::{Error, Result, Value};
use hornbook_math::sort::{ordered_bits, radix_sort};
use serde_json::json;

/// What becomes of the rows when those with a score of at least the threshold are said to be positive; by weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// The threshold; infinite if no row is said to be positive.
    pub threshold: f64,
    /// Positive rows said to be positive.
    pub true_positives: f64,
    /// Negative rows said to be positive.
    pub false_positives: f64,
    /// Positive rows said to be negative.
    pub false_negatives: f64,
    /// Negative rows said to be negative.
    pub true_negatives: f64,
}

impl Cut {
    /// The share of rows said to be positive that are; NaN if there is none.
    pub fn precision(&self) -> f64 {
        self.true_positives / (self.true_positives + self.false_positives)
    }

    /// The share of positive rows that are said to be; NaN if there is none.
    pub fn recall(&self) -> f64 {
        self.true_positives / (self.true_positives + self.false_negatives)
    }

    /// The share of negative rows that are said to be; NaN if there is none.
    pub fn specificity(&self) -> f64 {
        self.true_negatives / (self.true_negatives + self.false_positives)
    }

    /// The share of rows that are judged right.
    pub fn accuracy(&self) -> f64 {
        (self.true_positives + self.true_negatives) / self.weight()
    }

    /// $F_\beta$: recall counts $\beta$ times as much as precision.
    pub fn f_beta(&self, beta: f64) -> f64 {
        let squared = beta * beta;
        let hits = (1.0 + squared) * self.true_positives;
        hits / (hits + squared * self.false_negatives + self.false_positives)
    }

    /// The mean of recall and specificity. Youden's index is twice it, less one: both are greatest together.
    pub fn balanced_accuracy(&self) -> f64 {
        0.5 * (self.recall() + self.specificity())
    }

    /// Matthews' correlation of truth and decision; NaN if either is always the same.
    pub fn matthews(&self) -> f64 {
        let Cut { true_positives: tp, false_positives: fp, false_negatives: fna, true_negatives: tn, .. } =
            *self;
        (tp * tn - fp * fna) / ((tp + fp) * (tp + fna) * (tn + fp) * (tn + fna)).sqrt()
    }

    /// The mean loss, by a matrix of two classes, the second positive, with an action for each.
    pub fn mean_loss(&self, losses: &LossMatrix) -> Result<f64> {
        if losses.classes().len() != 2 || losses.actions() != losses.classes() {
            return Err(Error::data(
                "a threshold chooses between two classes, and the losses are of another shape",
                "give losses for two classes with an action for each",
            ));
        }
        let sum = self.true_negatives * losses.at(0, 0)
            + self.false_negatives * losses.at(0, 1)
            + self.false_positives * losses.at(1, 0)
            + self.true_positives * losses.at(1, 1);
        Ok(sum / self.weight())
    }

    /// The cut for programs; an infinite threshold is null.
    pub fn to_json(&self) -> Value {
        json!({
            "threshold": self.threshold,
            "true_positives": self.true_positives,
            "false_positives": self.false_positives,
            "false_negatives": self.false_negatives,
            "true_negatives": self.true_negatives,
        })
    }

    fn weight(&self) -> f64 {
        self.true_positives + self.false_positives + self.false_negatives + self.true_negatives
    }
}

/// Every cut that makes a difference: first the one above all scores, then one at each score there is, descending.
/// Rows of equal scores are never divided, and rows of weight zero are absent.
pub fn cuts(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Result<Vec<Cut>> {
    check_length(positive.len(), "truth", scores.len(), "rows")?;
    total_weight(weights, scores.len())?;
    if let Some(row) = scores.iter().position(|score| score.is_nan()) {
        return Err(Error::data(format!("the score of row {} is NaN", row + 1), "give each row a score"));
    }
    let mut order: Vec<(u64, u32)> = (0..scores.len())
        .filter(|&row| weight_of(weights, row) > 0.0)
        // A zero with a sign is a zero.
        .map(|row| (ordered_bits(scores[row] + 0.0), row as u32))
        .collect();
    radix_sort(&mut order, |&(bits, _)| bits);
    let sum = |wanted: bool| -> f64 {
        order
            .iter()
            .filter(|(_, row)| positive[*row as usize] == wanted)
            .map(|(_, row)| weight_of(weights, *row as usize))
            .sum()
    };
    let mut cut = Cut {
        threshold: f64::INFINITY,
        true_positives: 0.0,
        false_positives: 0.0,
        false_negatives: sum(true),
        true_negatives: sum(false),
    };
    let mut cuts = vec![cut];
    for (at, &(bits, row)) in order.iter().enumerate().rev() {
        let (row, weight) = (row as usize, weight_of(weights, row as usize));
        if positive[row] {
            cut.true_positives += weight;
            cut.false_negatives -= weight;
        } else {
            cut.false_positives += weight;
            cut.true_negatives -= weight;
        }
        // The last of a run of equal scores closes it.
        if at == 0 || order[at - 1].0 != bits {
            cut.threshold = scores[row];
            cuts.push(cut);
        }
    }
    if let Some(last) = cuts.last_mut() {
        // Nothing is left below the lowest score, whatever rounding says.
        (last.false_negatives, last.true_negatives) = (0.0, 0.0);
    }
    Ok(cuts)
}

/// The cut for which a measure is greatest; of equal ones the highest threshold. Cuts where the measure is NaN are
/// passed over. For a loss, give its negative.
///
/// ```
/// use hornbook_evaluation::decisions::{Cut, best_cut, cuts};
/// let cuts = cuts(&[0.9, 0.8, 0.4, 0.3], &[true, false, true, false], None)?;
/// assert_eq!(best_cut(&cuts, Cut::balanced_accuracy)?.threshold, 0.9);
/// assert_eq!(best_cut(&cuts, |cut| cut.f_beta(2.0))?.threshold, 0.4);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn best_cut(cuts: &[Cut], measure: impl Fn(&Cut) -> f64) -> Result<Cut> {
    best_cut_reaching(cuts, |_| f64::INFINITY, 0.0, measure)
}

/// The cut for which a measure is greatest among those where another one, such as [`Cut::precision`] or
/// [`Cut::recall`], is at least `target`. It is an error if there is none.
pub fn best_cut_reaching(
    cuts: &[Cut],
    reached: impl Fn(&Cut) -> f64,
    target: f64,
    measure: impl Fn(&Cut) -> f64,
) -> Result<Cut> {
    if cuts.is_empty() {
        return Err(Error::data("there are no cuts to choose from", "give at least one row"));
    }
    let mut best: Option<(f64, Cut)> = None;
    let mut nearest = f64::NAN;
    for cut in cuts {
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
