//! The precision-recall curve and its area.

use super::roc::trapezoids;
use super::sorted_scores::SortedScores;

/// The points of a precision-recall curve, from the threshold that takes no row to the one that takes all.
///
/// ```
/// use hornbook_evaluation::measures::{PrecisionRecallCurve, SortedScores};
/// let ranked = SortedScores::new(&[true, false, true], &[0.9, 0.6, 0.5], None)?;
/// let curve = PrecisionRecallCurve::of(&ranked, false);
/// assert_eq!(curve.precisions, [1.0, 1.0, 0.5, 2.0 / 3.0]);
/// assert_eq!(curve.recalls, [0.0, 0.5, 0.5, 1.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PrecisionRecallCurve {
    /// Fraction of the rows at the threshold or above that are positive; 1 where there are none.
    pub precisions: Vec<f64>,
    /// Fraction of the positive rows at the threshold or above; NaN without positive rows.
    pub recalls: Vec<f64>,
    /// The thresholds, falling; the first is infinite.
    pub thresholds: Vec<f64>,
}

impl PrecisionRecallCurve {
    /// The curve of ranked rows. `ends_only` keeps the first and the last point of each recall.
    pub fn of(ranked: &SortedScores, ends_only: bool) -> PrecisionRecallCurve {
        let steps: Vec<_> = ranked.threshold_points().collect();
        let found = |at: usize| steps[at].true_positives;
        let last = steps.len() - 1;
        let kept = |&at: &usize| {
            !ends_only || at == 0 || at == last || found(at) != found(at - 1) || found(at) != found(at + 1)
        };
        let mut curve = PrecisionRecallCurve {
            precisions: vec![1.0],
            recalls: vec![0.0 / found(last)],
            thresholds: vec![f64::INFINITY],
        };
        for step in (0..=last).filter(kept).map(|at| &steps[at]) {
            curve.precisions.push(step.true_positives / (step.true_positives + step.false_positives));
            curve.recalls.push(step.true_positives / found(last));
            curve.thresholds.push(step.score);
        }
        curve
    }

    /// The area under straight lines between the points, from recall 0 at precision 1. Lines between the points
    /// are too hopeful; prefer [`average_precision`].
    pub fn area(&self) -> f64 {
        trapezoids(&self.recalls, &self.precisions)
    }
}

/// The mean of the precision over the positive rows, each at its own score: the area under the curve in steps.
/// NaN if no row is positive.
pub fn average_precision(ranked: &SortedScores) -> f64 {
    let mut found = 0.0;
    let mut sum = 0.0;
    for step in ranked.threshold_points() {
        let precision = step.true_positives / (step.true_positives + step.false_positives);
        sum += (step.true_positives - found) * precision;
        found = step.true_positives;
    }
    sum / found
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 001:85
    #[test]
    fn textbook_curve() {
        // Curriculum 001 G7.
        let scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.5, 0.4, 0.3];
        let positive = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0].map(|label| label == 1);
        let ranked = SortedScores::new(&positive, &scores, None).unwrap();
        let curve = PrecisionRecallCurve::of(&ranked, false);
        let precisions = [1.0, 1.0, 2.0 / 3.0, 0.75, 0.8, 2.0 / 3.0, 4.0 / 7.0, 0.625, 5.0 / 9.0, 0.5];
        assert_eq!(curve.precisions[1..], precisions);
        assert_eq!(curve.recalls[1..], [0.2, 0.4, 0.4, 0.6, 0.8, 0.8, 0.8, 1.0, 1.0, 1.0]);
        assert!((average_precision(&ranked) - 0.835).abs() < 1e-15);
        assert!((curve.area() - 0.8163095238095237).abs() < 1e-15);
    }

    #[test]
    fn without_positive_rows() {
        let ranked = SortedScores::new(&[false, false], &[0.5, 0.6], None).unwrap();
        let curve = PrecisionRecallCurve::of(&ranked, false);
        assert_eq!(curve.precisions, [1.0, 0.0, 0.0]);
        assert!(curve.recalls.iter().all(|recall| recall.is_nan()));
        assert!(average_precision(&ranked).is_nan() && curve.area().is_nan());
    }
}
