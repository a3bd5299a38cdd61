//! Cumulative gain, lift, and the Kolmogorov-Smirnov distance between the classes.

use super::sorted_scores::SortedScores;

/// A point of the gain and lift curves: what taking the best rows down to a score brings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GainPoint {
    /// The score down to which rows are taken.
    pub threshold: f64,
    /// Fraction of all rows that are taken.
    pub taken: f64,
    /// Fraction of the positive rows that are among them; NaN without positive rows.
    pub gain: f64,
    /// How many times as many positive rows as a random choice of the same size would hold.
    pub lift: f64,
}

/// The gain and lift curves, one point a distinct score; the curve of gains starts at (0, 0).
///
/// ```
/// use hornbook_evaluation::measures::{SortedScores, gain_curve};
/// let points = gain_curve(&SortedScores::new(&[true, true, false, false], &[0.9, 0.7, 0.6, 0.1], None)?);
/// assert_eq!((points[1].taken, points[1].gain, points[1].lift), (0.5, 1.0, 2.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn gain_curve(ranked: &SortedScores) -> Vec<GainPoint> {
    let (positives, negatives) = ranked.totals();
    let point = |step: super::ThresholdPoint| {
        let taken = (step.true_positives + step.false_positives) / (positives + negatives);
        let gain = step.true_positives / positives;
        GainPoint { threshold: step.score, taken, gain, lift: gain / taken }
    };
    ranked.threshold_points().map(point).collect()
}

/// The largest difference between the fractions of positive and of negative rows at a score or above, and that
/// score (Kolmogorov and Smirnov). NaN if all rows are of one class.
pub fn kolmogorov_smirnov(ranked: &SortedScores) -> (f64, f64) {
    let (positives, negatives) = ranked.totals();
    if positives == 0.0 || negatives == 0.0 {
        return (f64::NAN, f64::NAN);
    }
    ranked
        .threshold_points()
        .map(|step| ((step.true_positives / positives - step.false_positives / negatives).abs(), step.score))
        .fold((0.0, f64::INFINITY), |best, found| if found.0 > best.0 { found } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_list_brings_everything() {
        let ranked = SortedScores::new(&[true, false, true, false], &[4.0, 3.0, 2.0, 1.0], None).unwrap();
        let points = gain_curve(&ranked);
        let last = points[points.len() - 1];
        assert_eq!((last.threshold, last.taken, last.gain, last.lift), (1.0, 1.0, 1.0, 1.0));
        assert_eq!((points[0].gain, points[0].lift), (0.5, 2.0));
        assert_eq!(kolmogorov_smirnov(&ranked), (0.5, 4.0));
    }

    #[test]
    fn odd_lists() {
        let none = SortedScores::new(&[false, false], &[2.0, 1.0], None).unwrap();
        assert!(gain_curve(&none).iter().all(|point| point.gain.is_nan() && point.lift.is_nan()));
        assert!(kolmogorov_smirnov(&none).0.is_nan());
        let tied = SortedScores::new(&[true, false], &[1.0, 1.0], None).unwrap();
        assert_eq!(kolmogorov_smirnov(&tied), (0.0, f64::INFINITY));
    }
}
