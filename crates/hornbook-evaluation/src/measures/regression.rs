//! Regression metrics.
//!
//! All functions take the true numbers, the predicted ones, and weights; numbers must be finite.

use super::rows::{RowWeights, finite, same_length};
use crate::resampling::wrong;
use hornbook_core::{Error, Result};
use hornbook_math::loss::{PinballLoss, PointLoss};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

/// Mean of the squared errors.
///
/// ```
/// use hornbook_evaluation::measures::regression::mean_squared_error;
/// assert_eq!(mean_squared_error(&[1.0, 2.0], &[1.0, 4.0], None)?, 2.0);
/// // A weight of 3 is the row three times.
/// assert_eq!(mean_squared_error(&[1.0, 2.0], &[1.0, 4.0], Some(&[1.0, 3.0]))?, 3.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn mean_squared_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    Ok(check(truth, predicted, weights)?.mean(|row| (truth[row] - predicted[row]).powi(2)))
}

/// Root of the mean squared error, in the unit of the target.
pub fn root_mean_squared_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    mean_squared_error(truth, predicted, weights).map(f64::sqrt)
}

/// Mean of the absolute errors.
pub fn mean_absolute_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    Ok(check(truth, predicted, weights)?.mean(|row| (truth[row] - predicted[row]).abs()))
}

/// Median of the absolute errors, which a few wild predictions cannot move.
pub fn median_absolute_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    Ok(distribution(&weights, |row| (truth[row] - predicted[row]).abs()).median())
}

/// The largest absolute error.
pub fn max_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    Ok(weights.present().map(|(row, _)| (truth[row] - predicted[row]).abs()).fold(0.0, f64::max))
}

/// Mean pinball loss, the error of a predicted quantile: α times what is missing, 1 − α times what is too much.
pub fn quantile_loss(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>, alpha: f64) -> Result<f64> {
    check_alpha(alpha)?;
    let weights = check(truth, predicted, weights)?;
    Ok(weights.mean(|row| PinballLoss { level: alpha }.loss(truth[row], predicted[row])))
}

/// Mean of the absolute errors, each as a fraction of the true number's size, which is taken as at least 2⁻⁵²:
/// a true zero makes the mean enormous.
pub fn mean_absolute_percentage_error(
    truth: &[f64],
    predicted: &[f64],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    Ok(weights.mean(|row| (truth[row] - predicted[row]).abs() / truth[row].abs().max(f64::EPSILON)))
}

/// Mean squared error of ln(1 + y), for targets that grow by factors. Numbers of −1 or less are refused.
pub fn mean_squared_log_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    if let Some(x) = truth.iter().chain(predicted).find(|&&x| x <= -1.0) {
        return Err(Error::data(
            format!("the logarithmic error of {x} does not exist"),
            "give numbers above -1, or measure the plain error",
        ));
    }
    Ok(weights.mean(|row| (truth[row].ln_1p() - predicted[row].ln_1p()).powi(2)))
}

/// Root of the mean squared logarithmic error.
pub fn root_mean_squared_log_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    mean_squared_log_error(truth, predicted, weights).map(f64::sqrt)
}

/// R², the fraction of the target's variance that is predicted: 1 is perfect, 0 no better than the mean, below 0
/// worse. NaN for a target that is the same in every row.
pub fn r_squared(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    Ok(1.0 - weights.mean(|row| (truth[row] - predicted[row]).powi(2)) / variance(&weights, |row| truth[row]))
}

/// R² less what `parameters` free parameters win by chance: $1 - (1 - R^2)\frac{n - 1}{n - p - 1}$, with n the
/// weight of the rows. NaN unless there are at least two rows more than parameters.
pub fn adjusted_r_squared(
    truth: &[f64],
    predicted: &[f64],
    weights: Option<&[f64]>,
    parameters: usize,
) -> Result<f64> {
    let r_squared = r_squared(truth, predicted, weights)?;
    let n = RowWeights::of(truth.len(), weights)?.total();
    let left = n - parameters as f64 - 1.0;
    Ok(if left > 0.0 { 1.0 - (1.0 - r_squared) * (n - 1.0) / left } else { f64::NAN })
}

/// R² of predictions that are shifted to be right on average. NaN for a target that is the same in every row.
pub fn explained_variance(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    let left = variance(&weights, |row| truth[row] - predicted[row]);
    let all = variance(&weights, |row| truth[row]);
    // Errors that are all the same are explained entirely, though their variance is marked as undefined.
    Ok(if left.is_nan() && !all.is_nan() { 1.0 } else { 1.0 - left / all })
}

/// How much less the pinball loss is than that of the target's own α-quantile: 1 is perfect, 0 no better. At
/// α = 0.5 this is the fraction of the absolute error that is explained. NaN for a target that is the same in every
/// row.
pub fn d2_quantile(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>, alpha: f64) -> Result<f64> {
    let found = quantile_loss(truth, predicted, weights, alpha)?;
    let weights = check(truth, predicted, weights)?;
    let own = distribution(&weights, |row| truth[row]).quantile(alpha, QuantileMethod::AveragedInvertedCdf);
    let of_own = weights.mean(|row| PinballLoss { level: alpha }.loss(truth[row], own));
    Ok(if of_own == 0.0 { f64::NAN } else { 1.0 - found / of_own })
}

/// Lengths that agree, finite numbers, good weights.
pub(crate) fn check<'a>(
    truth: &[f64],
    predicted: &[f64],
    weights: Option<&'a [f64]>,
) -> Result<RowWeights<'a>> {
    same_length("predictions", predicted.len(), truth.len())?;
    finite("true number", truth)?;
    finite("prediction", predicted)?;
    RowWeights::of(truth.len(), weights)
}

/// The mean squared distance from the mean. NaN if all values are the same, whatever rounding makes of them.
fn variance(weights: &RowWeights<'_>, value: impl Fn(usize) -> f64) -> f64 {
    let mut values = weights.present().map(|(row, _)| value(row));
    let first = values.next();
    if values.all(|value| Some(value) == first) {
        return f64::NAN;
    }
    let mean = weights.mean(&value);
    weights.mean(|row| (value(row) - mean).powi(2))
}

fn check_alpha(alpha: f64) -> Result<()> {
    if (0.0..=1.0).contains(&alpha) {
        return Ok(());
    }
    Err(wrong("quantile loss", "alpha", alpha, "a number from 0 to 1"))
}

/// The distribution of a number over the rows.
fn distribution(weights: &RowWeights<'_>, value: impl Fn(usize) -> f64) -> EmpiricalDistribution {
    EmpiricalDistribution::of(weights.present().map(|(row, weight)| (value(row), weight)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 000a:F2, 000a:F3, 001:88, 002:F10
    #[test]
    fn textbook_errors() {
        // Curriculum 001 G7 and 002 Y09.
        let (f, y) = ([1.0, 2.0, 3.0, 4.0, 5.0], [1.1, 1.9, 3.2, 3.7, 5.3]);
        assert!((root_mean_squared_error(&y, &f, None).unwrap() - 0.21908902300206642).abs() < 1e-15);
        let (y, line) = ([2.0, 3.0, 5.0, 6.0], [1.9, 3.3, 4.7, 6.1]);
        assert!((root_mean_squared_error(&y, &line, None).unwrap() - 0.05f64.sqrt()).abs() < 1e-15);
        assert!((mean_absolute_error(&y, &line, None).unwrap() - 0.2).abs() < 1e-15);
        assert!((max_error(&y, &line, None).unwrap() - 0.3).abs() < 1e-15);
    }

    #[test]
    fn a_constant_target_has_no_variance_to_explain() {
        let same = [0.1; 3];
        assert!(r_squared(&same, &[0.1, 0.2, 0.3], None).unwrap().is_nan());
        assert!(explained_variance(&same, &[0.1, 0.2, 0.3], None).unwrap().is_nan());
        assert!(d2_quantile(&same, &[0.1, 0.2, 0.3], None, 0.5).unwrap().is_nan());
        assert_eq!(explained_variance(&[1.0, 2.0, 4.0], &[2.0, 3.0, 5.0], None), Ok(1.0));
        let (y, f) = ([1.0, 2.0, 4.0], [1.5, 2.0, 3.5]);
        let r = r_squared(&y, &f, None).unwrap();
        assert_eq!(adjusted_r_squared(&y, &f, None, 1).unwrap(), 1.0 - (1.0 - r) * 2.0);
        assert!(adjusted_r_squared(&y, &f, None, 2).unwrap().is_nan());
    }

    #[test]
    fn weighted_medians() {
        let error =
            |weights: Option<&[f64]>| median_absolute_error(&[0.0; 4], &[1.0, 2.0, 3.0, 10.0], weights);
        assert_eq!(error(None), Ok(2.5));
        assert_eq!(error(Some(&[1.0, 1.0, 1.0, 0.0])), Ok(2.0));
        assert_eq!(error(Some(&[1.0, 0.0, 1.0, 0.0])), Ok(2.0));
        assert_eq!(error(Some(&[1.0, 5.0, 1.0, 1.0])), Ok(2.0));
        assert_eq!(max_error(&[0.0; 2], &[1.0, 9.0], Some(&[1.0, 0.0])), Ok(1.0));
    }

    #[test]
    fn what_is_refused() {
        assert!(mean_squared_error(&[], &[], None).is_err());
        assert!(mean_squared_error(&[1.0], &[1.0, 2.0], None).is_err());
        assert!(mean_squared_error(&[f64::NAN], &[1.0], None).is_err());
        assert!(mean_squared_error(&[1.0], &[f64::INFINITY], None).is_err());
        assert!(mean_squared_log_error(&[-1.0], &[1.0], None).is_err());
        assert!(quantile_loss(&[1.0], &[1.0], None, 1.5).is_err());
        assert!(mean_absolute_error(&[1.0], &[1.0], Some(&[0.0])).is_err());
    }
}
