use crate::intervals::moments;
use serde::Serialize;

/// A mean over splits, and how far chance may have moved it.
///
/// The standard error is $\sqrt{\frac{1}{k(k-1)} \sum_i (x_i - \bar x)^2}$. Splits of one table overlap, so it says how
/// the mean would move on other splits of these rows, and a little less than how it would move on other rows.
///
/// ```
/// use hornbook_evaluation::model_selection::FoldMean;
/// let folds = FoldMean::of(&[0.8, 0.7, 0.9, 0.8]);
/// assert!((folds.mean - 0.8).abs() < 1e-12 && (folds.standard_error - 0.04082).abs() < 1e-5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FoldMean {
    /// The mean; NaN if there is no value.
    pub mean: f64,
    /// Its standard error; NaN for fewer than two values.
    pub standard_error: f64,
}

impl FoldMean {
    /// The mean of the values that are defined: NaN is left out.
    pub fn of(values: &[f64]) -> FoldMean {
        let defined: Vec<f64> = values.iter().copied().filter(|x| !x.is_nan()).collect();
        let (n, mean, variance) = moments(&defined);
        FoldMean { mean, standard_error: (variance / n).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_of_a_mean_over_folds() {
        let folds = [0.7, 0.9, 0.8, 0.6, 0.75];
        let mean = 0.75;
        let by_hand = folds.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (5.0 * 4.0);
        let estimate = FoldMean::of(&folds);
        assert!((estimate.mean - mean).abs() < 1e-12);
        assert!((estimate.standard_error.powi(2) - by_hand).abs() < 1e-15);
        assert_eq!(FoldMean::of(&[f64::NAN, 0.5, 0.5]), FoldMean { mean: 0.5, standard_error: 0.0 });
        assert!(FoldMean::of(&[0.5]).standard_error.is_nan() && FoldMean::of(&[]).mean.is_nan());
    }
}
