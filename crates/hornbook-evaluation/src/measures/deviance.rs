//! Deviances: errors measured by the distribution the target is thought to follow.

use super::regression::check;
use super::rows::RowWeights;
use crate::resampling::wrong;
use hornbook_core::{Error, Result};
use hornbook_math::loss::VarianceFunction;

/// Mean deviance of the Tweedie family: 0 is the squared error, 1 Poisson's, 2 that of the Gamma distribution,
/// between them compound Poisson's, 3 that of the inverse Gaussian.
///
/// The powers between 0 and 1 have no distribution and are refused. Predictions must be above zero for every
/// power but 0; true numbers must be at least zero from power 1 on, and above zero from 2 on.
///
/// ```
/// use hornbook_evaluation::measures::mean_tweedie_deviance;
/// let deviance = mean_tweedie_deviance(&[0.0, 2.0], &[1.0, 2.0], None, 1.0)?;
/// assert_eq!(deviance, 1.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn mean_tweedie_deviance(
    truth: &[f64],
    predicted: &[f64],
    weights: Option<&[f64]>,
    power: f64,
) -> Result<f64> {
    let weights = check(truth, predicted, weights)?;
    check_domain(truth, predicted, power)?;
    Ok(weights.mean(|row| deviance(truth[row], predicted[row], power)))
}

/// How much less the deviance is than that of always predicting the mean: 1 is perfect, 0 no better. NaN for a
/// target that is the same in every row.
pub fn d2_tweedie(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>, power: f64) -> Result<f64> {
    let found = mean_tweedie_deviance(truth, predicted, weights, power)?;
    let weights = RowWeights::of(truth.len(), weights)?;
    let first = weights.present().next().map(|(row, _)| truth[row]);
    if weights.present().all(|(row, _)| Some(truth[row]) == first) {
        return Ok(f64::NAN);
    }
    let mean = weights.mean(|row| truth[row]);
    Ok(1.0 - found / weights.mean(|row| deviance(truth[row], mean, power)))
}

fn check_domain(truth: &[f64], predicted: &[f64], power: f64) -> Result<()> {
    if power.is_nan() || power.is_infinite() || (power > 0.0 && power < 1.0) {
        return Err(wrong("Tweedie deviance", "power", power, "a number, at most 0 or at least 1"));
    }
    let refuse = |what: &str, x: f64, bound: &str| {
        Err(Error::data(
            format!("the Tweedie deviance of power {power} does not take the {what} {x}"),
            format!("give numbers {bound}, or another power"),
        ))
    };
    if power != 0.0
        && let Some(&x) = predicted.iter().find(|&&x| x <= 0.0)
    {
        return refuse("prediction", x, "above 0");
    }
    if power >= 2.0
        && let Some(&x) = truth.iter().find(|&&x| x <= 0.0)
    {
        return refuse("true number", x, "above 0");
    }
    if power >= 1.0
        && let Some(&x) = truth.iter().find(|&&x| x < 0.0)
    {
        return refuse("true number", x, "at least 0");
    }
    Ok(())
}

fn deviance(y: f64, mean: f64, power: f64) -> f64 {
    2.0 * VarianceFunction { power }.half_deviance(y, mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        let of = |y: f64, mean: f64, power: f64| mean_tweedie_deviance(&[y], &[mean], None, power);
        assert_eq!(of(-1.0, -3.0, 0.0), Ok(4.0));
        assert!(of(1.0, 0.0, 1.0).is_err() && of(-1.0, 1.0, 1.5).is_err() && of(0.0, 1.0, 2.0).is_err());
        assert!(of(1.0, 1.0, 0.5).is_err() && of(1.0, 1.0, f64::NAN).is_err());
        assert!(of(-1.0, 1.0, -1.0).is_ok() && of(1.0, -1.0, -1.0).is_err());
        for power in [-1.0, 0.0, 1.0, 1.5, 2.0, 3.0] {
            assert!(of(2.0, 2.0, power).unwrap().abs() < 1e-15, "{power}");
        }
        assert!(d2_tweedie(&[2.0, 2.0], &[1.0, 3.0], None, 1.0).unwrap().is_nan());
    }
}
