//! What holds for any distribution, and for means of many values.

use crate::estimates::moments;
use hornbook_core::{Error, Result};

/// Chebyshev's bound: the probability that a variable of this variance is `distance` or more away from its mean is at
/// most $\sigma^2/a^2$. At most 1; NaN for a negative variance or a distance that is not positive.
///
/// ```
/// use hornbook_math::probability::chebyshev;
/// assert_eq!(chebyshev(4.0, 4.0), 0.25);
/// ```
pub fn chebyshev(variance: f64, distance: f64) -> f64 {
    if !(variance >= 0.0 && distance > 0.0) {
        return f64::NAN;
    }
    (variance / (distance * distance)).min(1.0)
}

/// Chebyshev's bound in standard deviations: `k` or more of them away with a probability of at most $1/k^2$.
///
/// ```
/// use hornbook_math::probability::chebyshev_deviations;
/// assert_eq!(chebyshev_deviations(2.0), 0.25);
/// ```
pub fn chebyshev_deviations(k: f64) -> f64 {
    chebyshev(1.0, k)
}

/// The weak law of large numbers: the mean of `n` independent values of this variance is `distance` or more away from
/// the true mean with a probability of at most $\sigma^2/(n\varepsilon^2)$.
///
/// ```
/// use hornbook_math::probability::large_numbers_bound;
/// assert_eq!(large_numbers_bound(1.0, 256.0, 0.125), 0.25);
/// ```
pub fn large_numbers_bound(variance: f64, n: f64, distance: f64) -> f64 {
    if n > 0.0 { chebyshev(variance / n, distance) } else { f64::NAN }
}

/// How many values are enough for the [`large_numbers_bound`] to be at most `probability`.
///
/// ```
/// use hornbook_math::probability::large_numbers_size;
/// assert_eq!(large_numbers_size(1.0, 0.125, 0.25)?, 256.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn large_numbers_size(variance: f64, distance: f64, probability: f64) -> Result<f64> {
    if !(variance >= 0.0 && distance > 0.0 && probability > 0.0) {
        return Err(Error::data(
            format!(
                "no size follows from variance {variance}, distance {distance}, probability {probability}"
            ),
            "give a variance of at least 0, and a distance and a probability above 0",
        ));
    }
    Ok((variance / (distance * distance * probability)).ceil().max(1.0))
}

/// The central limit theorem's variable: how many standard errors the mean of `n` values is above the true mean,
/// $(\bar x - \mu)/(\sigma/\sqrt n)$. For many values it is nearly standard normal, whatever their distribution.
///
/// ```
/// use hornbook_math::probability::standardized_mean;
/// assert_eq!(standardized_mean(10.5, 10.0, 2.0, 16.0), 1.0);
/// ```
pub fn standardized_mean(mean: f64, true_mean: f64, deviation: f64, n: f64) -> f64 {
    (mean - true_mean) / (deviation / n.sqrt())
}

/// The mean of independent values, and the estimated variance of that mean: the unbiased variance over n. The variance is
/// NaN for fewer than two values, and both are for none.
///
/// ```
/// use hornbook_math::probability::mean_and_variance_of_mean;
/// assert_eq!(mean_and_variance_of_mean(&[1.0, 2.0, 3.0]), (2.0, 1.0 / 3.0));
/// ```
pub fn mean_and_variance_of_mean(values: &[f64]) -> (f64, f64) {
    let (n, mean, variance) = moments(values);
    (mean, variance / n)
}
