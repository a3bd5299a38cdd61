//! The ROC curve: true positives against false positives as the threshold falls.

use super::class_counts::{Average, mean};
use super::rows::{RowWeights, codes_below, full_matrix};
use super::sorted_scores::SortedScores;
use crate::resampling::wrong;
use hornbook_core::Result;
use rayon::prelude::*;

/// The points of a ROC curve, from the threshold that takes no row to the one that takes all.
///
/// ```
/// use hornbook_evaluation::measures::{SortedScores, RocCurve};
/// let ranked = SortedScores::new(&[true, false, true, false], &[0.9, 0.6, 0.5, 0.2], None)?;
/// let curve = RocCurve::of(&ranked, false);
/// assert_eq!(curve.true_positive_rates, [0.0, 0.5, 0.5, 1.0, 1.0]);
/// assert_eq!(curve.false_positive_rates, [0.0, 0.0, 0.5, 0.5, 1.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RocCurve {
    /// Fraction of the negative rows at the threshold or above; NaN without negative rows.
    pub false_positive_rates: Vec<f64>,
    /// Fraction of the positive rows at the threshold or above; NaN without positive rows.
    pub true_positive_rates: Vec<f64>,
    /// The thresholds, falling; the first is infinite.
    pub thresholds: Vec<f64>,
}

impl RocCurve {
    /// The curve of ranked rows. `drop_collinear` leaves out points where neither count bends, as scikit-learn
    /// does: the curve stays the same line.
    pub fn of(ranked: &SortedScores, drop_collinear: bool) -> RocCurve {
        let steps: Vec<_> = ranked.threshold_points().collect();
        let bends = |at: usize| {
            let bend = |of: fn(&super::ThresholdPoint) -> f64| {
                (of(&steps[at + 1]) - of(&steps[at])) - (of(&steps[at]) - of(&steps[at - 1])) != 0.0
            };
            bend(|step| step.false_positives) || bend(|step| step.true_positives)
        };
        let last = steps.len() - 1;
        let kept = |&at: &usize| !drop_collinear || at == 0 || at == last || bends(at);
        let mut curve = RocCurve {
            false_positive_rates: vec![0.0],
            true_positive_rates: vec![0.0],
            thresholds: vec![f64::INFINITY],
        };
        for step in (0..=last).filter(kept).map(|at| &steps[at]) {
            curve.false_positive_rates.push(step.false_positives);
            curve.true_positive_rates.push(step.true_positives);
            curve.thresholds.push(step.score);
        }
        // The last step has all rows; without any of a kind, 0/0 makes every rate NaN.
        let (positives, negatives) = (steps[last].true_positives, steps[last].false_positives);
        curve.true_positive_rates.iter_mut().for_each(|rate| *rate /= positives);
        curve.false_positive_rates.iter_mut().for_each(|rate| *rate /= negatives);
        curve
    }

    /// The area under the curve by trapezoids; that of [`SortedScores::area`] but for rounding.
    pub fn area(&self) -> f64 {
        trapezoids(&self.false_positive_rates, &self.true_positive_rates)
    }

    /// The area up to a false positive rate, standardized so that guessing is 0.5 and perfection 1 (McClish).
    pub fn partial_area(&self, most: f64) -> Result<f64> {
        if !(most > 0.0 && most <= 1.0) {
            return Err(wrong("ROC AUC", "most", most, "a rate above 0, at most 1"));
        }
        if most == 1.0 {
            return Ok(self.area());
        }
        let (x, y) = (&self.false_positive_rates, &self.true_positive_rates);
        let stop = x.iter().position(|&rate| rate > most || rate.is_nan());
        let Some(stop) = stop.filter(|&stop| stop > 0) else { return Ok(f64::NAN) };
        let slope = (y[stop] - y[stop - 1]) / (x[stop] - x[stop - 1]);
        let (mut x, mut y) = (x[..stop].to_vec(), y[..stop].to_vec());
        y.push(y[stop - 1] + slope * (most - x[stop - 1]));
        x.push(most);
        let least = 0.5 * most * most;
        Ok(0.5 * (1.0 + (trapezoids(&x, &y) - least) / (most - least)))
    }
}

/// The area under straight lines between points.
pub(crate) fn trapezoids(x: &[f64], y: &[f64]) -> f64 {
    x.windows(2).zip(y.windows(2)).map(|(x, y)| (x[1] - x[0]) * 0.5 * (y[0] + y[1])).sum()
}

/// The ROC AUC of each class against the rest, from a row-major matrix of scores, a column a class. NaN for a
/// class that never occurs.
pub fn one_vs_rest_areas(
    classes: usize,
    truth: &[u32],
    scores: &[f64],
    weights: Option<&[f64]>,
) -> Result<Vec<f64>> {
    ranked_classes(classes, truth, scores, weights)?.into_iter().map(|ranked| Ok(ranked.area())).collect()
}

/// The ROC AUCs of the classes against the rest as one number. [`Average::Micro`] ranks all cells of the matrix
/// together; [`Average::Weighted`] weighs a class by its rows. NaN if a class that counts has no area.
pub fn one_vs_rest_area(
    classes: usize,
    truth: &[u32],
    scores: &[f64],
    weights: Option<&[f64]>,
    average: Average,
) -> Result<f64> {
    if average == Average::Micro {
        full_matrix("scores", scores.len(), truth.len(), classes)?;
        codes_below("true", truth, classes)?;
        RowWeights::of(truth.len(), weights)?;
        let cells = || truth.iter().flat_map(|&code| (0..classes).map(move |class| class == code as usize));
        let positive: Vec<bool> = cells().collect();
        let weights: Option<Vec<f64>> =
            weights.map(|w| w.iter().flat_map(|&w| std::iter::repeat_n(w, classes)).collect());
        return Ok(SortedScores::new(&positive, scores, weights.as_deref())?.area());
    }
    let ranked = ranked_classes(classes, truth, scores, weights)?;
    let weighted = average == Average::Weighted;
    Ok(plain_mean(ranked.iter().map(|r| (r.area(), if weighted { r.totals().0 } else { 1.0 }))))
}

/// The mean over all pairs of classes of the ROC AUC between the two (Hand and Till): for each pair the mean
/// of both directions, by the score of either class. [`Average::Weighted`] weighs a pair by its rows.
/// Classes that never occur are left out.
pub fn one_vs_one_area(
    classes: usize,
    truth: &[u32],
    scores: &[f64],
    weights: Option<&[f64]>,
    average: Average,
) -> Result<f64> {
    if average == Average::Micro {
        return Err(wrong("one-vs-one ROC AUC", "average", "micro", "macro or weighted"));
    }
    full_matrix("scores", scores.len(), truth.len(), classes)?;
    codes_below("true", truth, classes)?;
    let weights = RowWeights::of(truth.len(), weights)?;
    let mut rows_of = vec![Vec::new(); classes];
    weights.present().for_each(|(row, _)| rows_of[truth[row] as usize].push(row));
    let occurring: Vec<usize> = (0..classes).filter(|&class| !rows_of[class].is_empty()).collect();
    let pairs: Vec<(usize, usize)> = occurring
        .iter()
        .flat_map(|&a| occurring.iter().filter(move |&&b| b > a).map(move |&b| (a, b)))
        .collect();
    let areas: Vec<(f64, f64)> = pairs
        .par_iter()
        .map(|&(a, b)| {
            let rows: Vec<usize> = [&rows_of[a][..], &rows_of[b][..]].concat();
            let weight: Vec<f64> = rows.iter().map(|&row| weights.at(row)).collect();
            let direction = |class: usize| {
                let positive: Vec<bool> = rows.iter().map(|&row| truth[row] as usize == class).collect();
                let scores: Vec<f64> = rows.iter().map(|&row| scores[row * classes + class]).collect();
                Ok(SortedScores::new(&positive, &scores, Some(&weight))?.area())
            };
            let of_pair = if average == Average::Weighted { weight.iter().sum() } else { 1.0 };
            Ok((0.5 * (direction(a)? + direction(b)?), of_pair))
        })
        .collect::<Result<_>>()?;
    Ok(mean(areas.into_iter()))
}

/// Each class against the rest, ranked by its column of the scores.
pub(crate) fn ranked_classes(
    classes: usize,
    truth: &[u32],
    scores: &[f64],
    weights: Option<&[f64]>,
) -> Result<Vec<SortedScores>> {
    full_matrix("scores", scores.len(), truth.len(), classes)?;
    codes_below("true", truth, classes)?;
    (0..classes)
        .into_par_iter()
        .map(|class| {
            let column: Vec<f64> = scores.iter().skip(class).step_by(classes).copied().collect();
            SortedScores::of_class(class as u32, truth, &column, weights)
        })
        .collect()
}

/// The mean in which what weighs nothing is not looked at, and NaN is not left out.
fn plain_mean(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (sum, total) = values
        .filter(|&(_, weight)| weight > 0.0)
        .fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + weight * value, total + weight));
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Curriculum 002 Y14.
    fn textbook() -> SortedScores {
        let scores = [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25];
        let positive = [true, true, false, false, false, true, false, true, false, true];
        SortedScores::new(&positive, &scores, None).unwrap()
    }

    // proves: 002:F07
    #[test]
    fn textbook_curve_with_ties() {
        let curve = RocCurve::of(&textbook(), false);
        let points: Vec<(f64, f64)> = curve
            .false_positive_rates
            .iter()
            .copied()
            .zip(curve.true_positive_rates.iter().copied())
            .collect();
        let wanted = [
            (0.0, 0.0),
            (0.0, 0.2),
            (0.0, 0.4),
            (0.2, 0.4),
            (0.6, 0.6),
            (0.8, 0.6),
            (0.8, 0.8),
            (1.0, 0.8),
            (1.0, 1.0),
        ];
        assert_eq!(points, wanted);
        assert!((textbook().area() - 0.56).abs() < 1e-15 && (curve.area() - 0.56).abs() < 1e-15);
        assert!((RocCurve::of(&textbook(), true).area() - 0.56).abs() < 1e-15);
        let straight = SortedScores::new(&[true, true, true, false], &[4.0, 3.0, 2.0, 1.0], None).unwrap();
        assert_eq!(RocCurve::of(&straight, true).thresholds, [f64::INFINITY, 4.0, 2.0, 1.0]);
    }

    #[test]
    fn the_anchors() {
        // Curriculum 002 X23: guessing is 0.5, the ideal 1, the reverse 0; the curve starts at (0,0), ends at (1,1).
        let area =
            |scores: &[f64; 4]| SortedScores::new(&[true, true, false, false], scores, None).unwrap().area();
        assert_eq!(area(&[4.0, 3.0, 2.0, 1.0]), 1.0);
        assert_eq!(area(&[1.0, 2.0, 3.0, 4.0]), 0.0);
        assert_eq!(area(&[1.0; 4]), 0.5);
        let constant = RocCurve::of(&SortedScores::new(&[true, false], &[0.5; 2], None).unwrap(), true);
        assert_eq!(constant.false_positive_rates, [0.0, 1.0]);
        assert_eq!(constant.true_positive_rates, [0.0, 1.0]);
        assert_eq!(constant.thresholds, [f64::INFINITY, 0.5]);
    }

    #[test]
    fn one_class_has_no_area() {
        let curve = RocCurve::of(&SortedScores::new(&[true, true], &[0.5, 0.6], None).unwrap(), false);
        assert!(curve.false_positive_rates.iter().all(|x| x.is_nan()));
        assert_eq!(curve.true_positive_rates, [0.0, 0.5, 1.0]);
        assert!(curve.area().is_nan() && curve.partial_area(0.5).unwrap().is_nan());
        assert!(curve.partial_area(0.0).is_err() && curve.partial_area(f64::NAN).is_err());
        let none = RocCurve::of(&SortedScores::new(&[false, false], &[0.5, 0.6], None).unwrap(), false);
        assert!(none.true_positive_rates.iter().all(|x| x.is_nan()) && none.area().is_nan());
        let areas = one_vs_rest_areas(2, &[0, 0], &[0.9, 0.1, 0.8, 0.2], None).unwrap();
        assert!(areas.iter().all(|area| area.is_nan()));
        assert!(one_vs_one_area(2, &[0, 0], &[0.9, 0.1, 0.8, 0.2], None, Average::Macro).unwrap().is_nan());
    }

    #[test]
    fn two_classes_agree_with_one() {
        let truth = [1, 0, 1, 0, 0];
        let p = [0.8, 0.3, 0.3, 0.6, 0.1];
        let matrix: Vec<f64> = p.iter().flat_map(|p| [1.0 - p, *p]).collect();
        let one = SortedScores::of_class(1, &truth, &p, None).unwrap().area();
        for average in [Average::Macro, Average::Weighted] {
            assert!((one_vs_rest_area(2, &truth, &matrix, None, average).unwrap() - one).abs() < 1e-15);
            assert!((one_vs_one_area(2, &truth, &matrix, None, average).unwrap() - one).abs() < 1e-15);
        }
        assert!(one_vs_one_area(2, &truth, &matrix, None, Average::Micro).is_err());
        assert!(one_vs_rest_area(2, &truth, &p, None, Average::Macro).is_err());
    }
}
