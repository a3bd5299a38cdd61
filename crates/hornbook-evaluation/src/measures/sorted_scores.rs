//! Rows in the order of their scores: sorted once, the base of every curve.

use super::rows::{RowWeights, no_nan, same_length};
use hornbook_core::{Error, Result};
use hornbook_math::sort::{from_ordered_bits, ordered_bits, radix_sort};

/// Rows of which some are positive, from the highest score to the lowest. Equal scores are one step.
///
/// Rows of weight zero are left out. Sorting is linear in the rows; what is asked afterwards is one pass.
///
/// ```
/// use hornbook_evaluation::measures::SortedScores;
/// let ranked = SortedScores::new(&[true, true, false, true, false], &[0.9, 0.8, 0.7, 0.4, 0.4], None)?;
/// assert_eq!(ranked.area(), 4.5 / 6.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SortedScores {
    rows: usize,
    /// The rows by falling score.
    order: Vec<u32>,
    positive: Vec<bool>,
    weights: Option<Vec<f64>>,
    /// Where each run of equal scores ends in `order`, and its score.
    ends: Vec<u32>,
    scores: Vec<f64>,
}

/// A row and its label share 32 bits.
const MOST_ROWS: usize = 1 << 31;

/// What lies at a score or above it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThresholdPoint {
    /// The score.
    pub score: f64,
    /// The weight of the positive rows.
    pub true_positives: f64,
    /// The weight of the negative rows.
    pub false_positives: f64,
}

impl SortedScores {
    /// Sorts rows by their scores. Infinite scores are in order, missing ones are refused.
    pub fn new(positive: &[bool], scores: &[f64], weights: Option<&[f64]>) -> Result<SortedScores> {
        let rows = positive.len();
        same_length("scores", scores.len(), rows)?;
        no_nan("score", scores)?;
        let weights = RowWeights::of(rows, weights)?;
        if rows > MOST_ROWS {
            return Err(Error::data(
                format!("{rows} rows are too many to rank"),
                "give a sample of the rows",
            ));
        }
        // Adding zero makes −0 the 0 that it equals; flipping all bits sorts from the highest. The label travels
        // with the row: fetching it afterwards would be a jump through memory for each.
        let keyed =
            |row: usize| (!ordered_bits(scores[row] + 0.0), (row as u32) << 1 | u32::from(positive[row]));
        let mut sorted: Vec<(u64, u32)> = match weights.given() {
            None => (0..rows).map(keyed).collect(),
            Some(_) => weights.present().map(|(row, _)| keyed(row)).collect(),
        };
        radix_sort(&mut sorted, |&(key, _)| key);
        let order: Vec<u32> = sorted.iter().map(|&(_, row)| row >> 1).collect();
        let mut ends = Vec::with_capacity(sorted.len());
        ends.extend((1..sorted.len()).filter(|&at| sorted[at - 1].0 != sorted[at].0).map(|at| at as u32));
        ends.push(sorted.len() as u32);
        Ok(SortedScores {
            rows,
            positive: sorted.iter().map(|&(_, row)| row & 1 == 1).collect(),
            weights: weights.given().map(|w| order.iter().map(|&row| w[row as usize]).collect()),
            scores: ends.iter().map(|&end| from_ordered_bits(!sorted[end as usize - 1].0)).collect(),
            ends,
            order,
        })
    }

    /// Sorts rows by the scores they got for one class.
    pub fn of_class(
        class: u32,
        truth: &[u32],
        scores: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<SortedScores> {
        let positive: Vec<bool> = truth.iter().map(|&code| code == class).collect();
        SortedScores::new(&positive, scores, weights)
    }

    /// The curve from the highest score to the lowest, one step a distinct score.
    pub fn threshold_points(&self) -> impl Iterator<Item = ThresholdPoint> {
        let (mut true_positives, mut false_positives) = (0.0, 0.0);
        self.runs().zip(&self.scores).map(move |(run, &score)| {
            let (positive, negative) = self.weights_of(run);
            true_positives += positive;
            false_positives += negative;
            ThresholdPoint { score, true_positives, false_positives }
        })
    }

    /// The weight of the positive rows and of the negative ones.
    pub fn totals(&self) -> (f64, f64) {
        self.weights_of(0..self.order.len())
    }

    /// The area under the ROC curve: how often a positive row scores above a negative one, ties counted as half.
    /// NaN if all rows are positive or all negative: there is no pair to compare.
    pub fn area(&self) -> f64 {
        match &self.weights {
            None => self.area_by(|_| 1.0),
            Some(weights) => self.area_by(|at| weights[at]),
        }
    }

    /// [`SortedScores::area`] for other weights, one for each of the rows that were given, in one pass and without
    /// memory of its own: what resampling calls again and again. Rows that were left out stay so.
    pub fn area_with(&self, weights: &[f64]) -> Result<f64> {
        same_length("weights", weights.len(), self.rows)?;
        let area = self.area_of_good(weights);
        // A sum with a negative or missing weight could pass for an area; only a look at each weight tells.
        if weights.iter().all(|w| (0.0..f64::INFINITY).contains(w)) {
            return Ok(area);
        }
        Err(Error::data("a weight is negative, missing or infinite", "weights are finite numbers, 0 or more"))
    }

    /// The same rows with other weights, one for each of the rows that were given; nothing is sorted again.
    pub fn reweighted(&self, weights: &[f64]) -> Result<SortedScores> {
        same_length("weights", weights.len(), self.rows)?;
        RowWeights::of(self.rows, Some(weights))?;
        Ok(SortedScores {
            weights: Some(self.order.iter().map(|&row| weights[row as usize]).collect()),
            ..self.clone()
        })
    }

    /// [`SortedScores::area_with`] for weights that are known to be good.
    pub(crate) fn area_of_good(&self, weights: &[f64]) -> f64 {
        self.area_by(|at| weights[self.order[at] as usize])
    }

    fn area_by(&self, weight: impl Fn(usize) -> f64) -> f64 {
        let (mut above, mut below, mut pairs) = (0.0, 0.0, 0.0);
        if self.ends.len() == self.order.len() {
            // No scores are equal: without runs it is one short loop.
            for (at, &is_positive) in self.positive.iter().enumerate() {
                let weight = weight(at);
                let positive = weight * f64::from(u8::from(is_positive));
                pairs += (weight - positive) * above;
                above += positive;
                below += weight - positive;
            }
            return pairs / (above * below);
        }
        for run in self.runs() {
            let (mut positive, mut negative) = (0.0, 0.0);
            for at in run {
                let weight = weight(at);
                // Both sums without a branch: the labels are as good as random here.
                let is_positive = f64::from(u8::from(self.positive[at]));
                positive += weight * is_positive;
                negative += weight * (1.0 - is_positive);
            }
            pairs += negative * (above + 0.5 * positive);
            above += positive;
            below += negative;
        }
        pairs / (above * below)
    }

    /// The positions of each run of equal scores, from the highest.
    pub(crate) fn runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start as usize..end as usize)
    }

    /// How many rows were given.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The row at a position, whether it is positive, and its weight.
    pub(crate) fn at(&self, position: usize) -> (usize, bool, f64) {
        let weight = self.weights.as_ref().map_or(1.0, |weights| weights[position]);
        (self.order[position] as usize, self.positive[position], weight)
    }

    fn weights_of(&self, run: std::ops::Range<usize>) -> (f64, f64) {
        match &self.weights {
            None => {
                let positive = self.positive[run.clone()].iter().filter(|&&positive| positive).count();
                (positive as f64, (run.len() - positive) as f64)
            }
            Some(weights) => run.fold((0.0, 0.0), |(positive, negative), at| {
                if self.positive[at] {
                    (positive + weights[at], negative)
                } else {
                    (positive, negative + weights[at])
                }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn odd_inputs() {
        assert!(SortedScores::new(&[], &[], None).is_err());
        assert!(SortedScores::new(&[true], &[], None).is_err());
        assert!(SortedScores::new(&[true], &[f64::NAN], None).is_err());
        assert!(SortedScores::new(&[true, false], &[0.1, 0.2], Some(&[0.0, 0.0])).is_err());
        assert!(SortedScores::new(&[true, true], &[0.1, 0.2], None).unwrap().area().is_nan());
        assert!(SortedScores::new(&[false], &[0.1], None).unwrap().area().is_nan());
        assert_eq!(SortedScores::new(&[true, false, true], &[0.3; 3], None).unwrap().area(), 0.5);
        assert_eq!(SortedScores::new(&[true, false], &[0.0, -0.0], None).unwrap().area(), 0.5);
        let infinite = SortedScores::new(&[true, false], &[f64::INFINITY, f64::NEG_INFINITY], None).unwrap();
        assert_eq!(infinite.area(), 1.0);
    }

    #[test]
    fn other_weights_are_checked() {
        let ranked = SortedScores::new(&[true, false], &[0.2, 0.1], None).unwrap();
        assert_eq!(ranked.area_with(&[2.0, 3.0]).unwrap(), 1.0);
        assert!(ranked.area_with(&[1.0]).is_err());
        assert!(ranked.area_with(&[1.0, -1.0]).is_err());
        assert!(ranked.area_with(&[1.0, f64::NAN]).is_err());
        assert!(ranked.area_with(&[1.0, 0.0]).unwrap().is_nan());
    }

    proptest! {
        #[test]
        fn weights_repeat_rows(rows in prop::collection::vec((any::<bool>(), 0u8..6, 0u8..4), 1..40)) {
            let positive: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.1)).collect();
            let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2)).collect();
            let many = || rows.iter().flat_map(|&row| std::iter::repeat_n(row, row.2 as usize));
            let (copies, copied_scores): (Vec<bool>, Vec<f64>) =
                many().map(|row| (row.0, f64::from(row.1))).unzip();
            prop_assume!(!copies.is_empty());
            let weighted = SortedScores::new(&positive, &scores, Some(&weights)).unwrap();
            let repeated = SortedScores::new(&copies, &copied_scores, None).unwrap();
            prop_assert_eq!(weighted.threshold_points().collect::<Vec<_>>(), repeated.threshold_points().collect::<Vec<_>>());
            let again = SortedScores::new(&positive, &scores, None).unwrap().area_with(&weights).unwrap();
            prop_assert!(again == repeated.area() || (again.is_nan() && repeated.area().is_nan()));
            prop_assert!(again == weighted.area() || (again.is_nan() && weighted.area().is_nan()));
        }
    }
}
