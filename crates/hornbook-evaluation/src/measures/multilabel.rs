//! Multilabel metrics.

use super::class_counts::{Average, ClassCounts, ClassMeasure, average, mean};
use super::rows::{RowWeights, full_matrix};
use hornbook_core::{Error, Result};

/// Which labels rows have and which were predicted: two row-major matrices, a row a row, a column a label.
///
/// ```
/// use hornbook_evaluation::measures::Multilabel;
/// let (truth, predicted) = ([true, false, true, true], [true, true, true, true]);
/// let labels = Multilabel::new(2, &truth, &predicted, None)?;
/// assert_eq!(labels.accuracy(), 0.5);
/// assert_eq!(labels.hamming_loss(), 0.25);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub struct Multilabel<'a> {
    labels: usize,
    truth: &'a [bool],
    predicted: &'a [bool],
    weights: RowWeights<'a>,
}

impl<'a> Multilabel<'a> {
    /// Rows of so many labels; a weight a row.
    pub fn new(
        labels: usize,
        truth: &'a [bool],
        predicted: &'a [bool],
        weights: Option<&'a [f64]>,
    ) -> Result<Multilabel<'a>> {
        if labels == 0 {
            return Err(Error::data("there are no labels to evaluate", "give at least one label"));
        }
        let rows = truth.len() / labels;
        full_matrix("true labels", truth.len(), rows, labels)?;
        full_matrix("predicted labels", predicted.len(), rows, labels)?;
        Ok(Multilabel { labels, truth, predicted, weights: RowWeights::of(rows, weights)? })
    }

    /// Each label against its absence, over all rows.
    pub fn label_counts(&self) -> Vec<ClassCounts> {
        let mut counts = vec![ClassCounts::default(); self.labels];
        for (row, weight) in self.weights.present() {
            for (label, counts) in counts.iter_mut().enumerate() {
                self.add(counts, row * self.labels + label, weight);
            }
        }
        counts
    }

    /// Each row over all its labels, by the weight of the row.
    pub fn row_counts(&self) -> Vec<ClassCounts> {
        (0..self.truth.len() / self.labels).map(|row| self.counts_of_row(row, self.weights.at(row))).collect()
    }

    /// Fraction of the rows whose labels are all right.
    pub fn accuracy(&self) -> f64 {
        let right = |row: usize| {
            let cells = row * self.labels..(row + 1) * self.labels;
            self.truth[cells.clone()] == self.predicted[cells]
        };
        self.weights.mean(|row| f64::from(u8::from(right(row))))
    }

    /// Fraction of the labels that are wrong.
    pub fn hamming_loss(&self) -> f64 {
        self.weights.mean(|row| {
            let counts = self.counts_of_row(row, 1.0);
            (counts.false_positives + counts.false_negatives) / self.labels as f64
        })
    }

    /// A metric averaged over the labels; see [`average`] for `undefined`.
    pub fn average(&self, measure: ClassMeasure, how: Average, undefined: f64) -> f64 {
        average(&self.label_counts(), measure, how, undefined)
    }

    /// A metric of each row's labels, averaged over the rows. A row whose denominator is zero gets the value
    /// `undefined`; NaN leaves it out.
    pub fn average_over_rows(&self, measure: ClassMeasure, undefined: f64) -> f64 {
        mean(self.weights.present().map(|(row, weight)| {
            let value = self.counts_of_row(row, 1.0).measure(measure);
            (if value.is_nan() { undefined } else { value }, weight)
        }))
    }

    fn counts_of_row(&self, row: usize, weight: f64) -> ClassCounts {
        let mut counts = ClassCounts::default();
        (row * self.labels..(row + 1) * self.labels).for_each(|cell| self.add(&mut counts, cell, weight));
        counts
    }

    fn add(&self, counts: &mut ClassCounts, cell: usize, weight: f64) {
        *match (self.truth[cell], self.predicted[cell]) {
            (true, true) => &mut counts.true_positives,
            (false, true) => &mut counts.false_positives,
            (true, false) => &mut counts.false_negatives,
            (false, false) => &mut counts.true_negatives,
        } += weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused() {
        assert!(Multilabel::new(0, &[], &[], None).is_err());
        assert!(Multilabel::new(2, &[], &[], None).is_err());
        assert!(Multilabel::new(2, &[true; 3], &[true; 3], None).is_err());
        assert!(Multilabel::new(2, &[true; 4], &[true; 2], None).is_err());
        assert!(Multilabel::new(2, &[true; 4], &[true; 4], Some(&[1.0; 4])).is_err());
    }

    #[test]
    fn weight_two_is_the_row_twice() {
        let (truth, predicted) = ([true, false, false, true], [true, true, false, false]);
        let twice = Multilabel::new(
            2,
            &[true, false, true, false, false, true],
            &[true, true, true, true, false, false],
            None,
        )
        .unwrap();
        let weighted = Multilabel::new(2, &truth, &predicted, Some(&[2.0, 1.0])).unwrap();
        assert_eq!(twice.label_counts(), weighted.label_counts());
        assert_eq!(twice.hamming_loss(), weighted.hamming_loss());
        let jaccard = |rows: &Multilabel<'_>| rows.average_over_rows(ClassMeasure::Jaccard, 0.0);
        assert_eq!(jaccard(&twice), jaccard(&weighted));
        assert_eq!(weighted.row_counts()[0].true_positives, 2.0);
    }
}
