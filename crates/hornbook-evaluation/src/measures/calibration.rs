//! Calibration: reliability diagram, expected calibration error (ECE).

use super::rows::{RowWeights, probabilities as check_probabilities, same_length};
use crate::resampling::wrong;
use hornbook_core::Result;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use hornbook_math::sort::{ordered_bits, radix_sort};

/// How probabilities are put together to be compared with what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalibrationBinning {
    /// So many bins of equal width.
    Uniform(usize),
    /// So many bins of as equal a weight as can be.
    Quantile(usize),
    /// Every distinct probability by itself: for forecasts that take few values.
    Distinct,
}

/// Rows of about the same probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CalibrationBin {
    /// Their weight.
    pub weight: f64,
    /// Their mean probability.
    pub predicted: f64,
    /// The fraction of them that is positive.
    pub observed: f64,
}

/// What was predicted against what happened, from the lowest probabilities to the highest; empty bins are left
/// out.
///
/// ```
/// use hornbook_evaluation::measures::{CalibrationBinning, CalibrationCurve};
/// let happened = [true, true, false, true, false, false];
/// let curve = CalibrationCurve::of(&happened, &[0.9, 0.9, 0.9, 0.2, 0.2, 0.2], None, CalibrationBinning::Uniform(2))?;
/// assert!((curve.bins[0].predicted - 0.2).abs() < 1e-15);
/// assert_eq!(curve.bins[0].observed, 1.0 / 3.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationCurve {
    /// The bins that hold rows.
    pub bins: Vec<CalibrationBin>,
}

impl CalibrationCurve {
    /// Puts the rows into bins by the probability of the positive class. A bin holds its upper edge; edges of
    /// [`CalibrationBinning::Quantile`] lie between neighbors in proportion, with weights counted as repeated rows.
    pub fn of(
        positive: &[bool],
        probabilities: &[f64],
        weights: Option<&[f64]>,
        bins: CalibrationBinning,
    ) -> Result<CalibrationCurve> {
        same_length("probabilities", probabilities.len(), positive.len())?;
        check_probabilities(probabilities)?;
        let weights = RowWeights::of(positive.len(), weights)?;
        if let CalibrationBinning::Uniform(0) | CalibrationBinning::Quantile(0) = bins {
            return Err(wrong("calibration", "bins", 0, "an integer at least 1"));
        }
        let edges = match bins {
            CalibrationBinning::Uniform(bins) => {
                (1..bins).map(|bin| bin as f64 * (1.0 / bins as f64)).collect()
            }
            CalibrationBinning::Quantile(bins) => quantile_edges(probabilities, &weights, bins),
            CalibrationBinning::Distinct => {
                sorted(probabilities, &weights).into_iter().map(|(value, _)| value).collect()
            }
        };
        let mut sums = vec![(0.0, 0.0, 0.0); edges.len() + 1];
        for (row, weight) in weights.present() {
            let p = probabilities[row];
            let (total, predicted, observed) = &mut sums[edges.partition_point(|&edge| edge < p)];
            *total += weight;
            *predicted += weight * p;
            *observed += if positive[row] { weight } else { 0.0 };
        }
        let bin = |(weight, predicted, observed): (f64, f64, f64)| CalibrationBin {
            weight,
            predicted: predicted / weight,
            observed: observed / weight,
        };
        Ok(CalibrationCurve { bins: sums.into_iter().filter(|sums| sums.0 > 0.0).map(bin).collect() })
    }

    /// Mean distance between what was predicted and what happened, over the rows (ECE).
    pub fn expected_error(&self) -> f64 {
        self.mean(|bin| (bin.predicted - bin.observed).abs())
    }

    /// The largest distance of any bin (MCE).
    pub fn maximum_error(&self) -> f64 {
        self.bins.iter().fold(0.0, |most, bin| (bin.predicted - bin.observed).abs().max(most))
    }

    /// Mean squared distance between what was predicted and what happened: what better calibration could win.
    ///
    /// With [`CalibrationBinning::Distinct`] the Brier score is reliability − resolution + uncertainty (Murphy).
    pub fn reliability(&self) -> f64 {
        self.mean(|bin| (bin.predicted - bin.observed).powi(2))
    }

    /// Mean squared distance between what happened in a bin and overall: what the forecasts tell apart.
    pub fn resolution(&self) -> f64 {
        let overall = self.mean(|bin| bin.observed);
        self.mean(|bin| (bin.observed - overall).powi(2))
    }

    /// The variance of what happened: the Brier score of always giving the overall fraction.
    pub fn uncertainty(&self) -> f64 {
        let overall = self.mean(|bin| bin.observed);
        overall * (1.0 - overall)
    }

    fn mean(&self, value: impl Fn(&CalibrationBin) -> f64) -> f64 {
        let weight: f64 = self.bins.iter().map(|bin| bin.weight).sum();
        self.bins.iter().map(|bin| bin.weight * value(bin)).sum::<f64>() / weight
    }
}

/// The variance of the probabilities: how far from always saying the same, whatever happened.
pub fn sharpness(probabilities: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    check_probabilities(probabilities)?;
    let weights = RowWeights::of(probabilities.len(), weights)?;
    let mean = weights.mean(|row| probabilities[row]);
    Ok(weights.mean(|row| (probabilities[row] - mean).powi(2)))
}

/// The probabilities in order, each with the weight of the rows up to it.
fn sorted(probabilities: &[f64], weights: &RowWeights<'_>) -> Vec<(f64, f64)> {
    let mut rows: Vec<(f64, f64)> =
        weights.present().map(|(row, weight)| (probabilities[row], weight)).collect();
    radix_sort(&mut rows, |&(p, _)| ordered_bits(p + 0.0));
    let mut below = 0.0;
    for (_, weight) in &mut rows {
        below += *weight;
        *weight = below;
    }
    rows
}

fn quantile_edges(probabilities: &[f64], weights: &RowWeights<'_>, bins: usize) -> Vec<f64> {
    let sample =
        EmpiricalDistribution::of(weights.present().map(|(row, weight)| (probabilities[row] + 0.0, weight)));
    // An edge may meet a row, and rounding then decides on which side it falls. These are the steps of numpy's
    // percentile, so that the same rows share a bin as in scikit-learn.
    let level = |bin: usize| bin as f64 * (1.0 / bins as f64) * 100.0 / 100.0;
    (1..bins).map(|bin| sample.quantile(level(bin), QuantileMethod::Linear)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::binary_brier;

    #[test]
    fn brier_falls_into_three() {
        let positive = [true, false, true, true, false, false, true];
        let p = [0.8, 0.8, 0.8, 0.3, 0.3, 0.1, 0.1];
        let weights = Some(&[1.0, 2.0, 1.0, 0.5, 1.0, 3.0, 0.0][..]);
        let curve = CalibrationCurve::of(&positive, &p, weights, CalibrationBinning::Distinct).unwrap();
        assert_eq!(curve.bins.len(), 3);
        let sum = curve.reliability() - curve.resolution() + curve.uncertainty();
        assert!((sum - binary_brier(&positive, &p, weights).unwrap()).abs() < 1e-15);
    }

    #[test]
    fn weights_repeat_rows_in_quantiles() {
        let (positive, p) = ([true, false, true, false], [0.1, 0.35, 0.6, 0.8]);
        let rows = [0, 1, 1, 1, 3, 3];
        let repeated = CalibrationCurve::of(
            &rows.map(|row: usize| positive[row]),
            &rows.map(|row: usize| p[row]),
            None,
            CalibrationBinning::Quantile(3),
        );
        let weighted =
            CalibrationCurve::of(&positive, &p, Some(&[1.0, 3.0, 0.0, 2.0]), CalibrationBinning::Quantile(3))
                .unwrap();
        for (a, b) in weighted.bins.iter().zip(&repeated.unwrap().bins) {
            assert!((a.predicted - b.predicted).abs() < 1e-15 && a.weight == b.weight, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_perfect_oracle() {
        let curve =
            CalibrationCurve::of(&[true, false], &[1.0, 0.0], None, CalibrationBinning::Uniform(10)).unwrap();
        assert_eq!((curve.expected_error(), curve.maximum_error()), (0.0, 0.0));
        assert_eq!((curve.resolution(), curve.uncertainty()), (0.25, 0.25));
        assert_eq!(sharpness(&[1.0, 0.0], None), Ok(0.25));
        let off = CalibrationCurve::of(
            &[true, false, false],
            &[0.2, 0.2, 0.9],
            None,
            CalibrationBinning::Uniform(2),
        )
        .unwrap();
        assert!((off.expected_error() - (2.0 * 0.3 + 0.9) / 3.0).abs() < 1e-15);
        assert_eq!(off.maximum_error(), 0.9);
    }

    #[test]
    fn what_is_refused() {
        assert!(CalibrationCurve::of(&[true], &[0.5], None, CalibrationBinning::Uniform(0)).is_err());
        assert!(CalibrationCurve::of(&[true], &[1.5], None, CalibrationBinning::Distinct).is_err());
        assert!(CalibrationCurve::of(&[], &[], None, CalibrationBinning::Distinct).is_err());
        assert!(sharpness(&[f64::NAN], None).is_err());
        assert_eq!(
            CalibrationCurve::of(&[true], &[0.5], Some(&[0.5]), CalibrationBinning::Quantile(3))
                .unwrap()
                .bins
                .len(),
            1
        );
    }
}
