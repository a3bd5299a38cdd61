//! How many rows it takes to tell two error rates apart.

use crate::significance::check::share;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{normal_cdf, normal_quantile};

/// How many rows each of two hypotheses needs, on samples of its own, for a two-sided test at `significance` to
/// notice the difference of their true error rates with probability `power`:
/// $n = \left(z_{\alpha/2} \sqrt{2 \bar e (1 - \bar e)} + z_\beta \sqrt{e_1(1-e_1) + e_2(1-e_2)}\right)^2 / (e_1 - e_2)^2$.
///
/// ```
/// use hornbook_evaluation::significance::required_sample_size;
/// assert_eq!(required_sample_size([0.30, 0.20], 0.05, 0.8)?, 294);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn required_sample_size(rates: [f64; 2], significance: f64, power: f64) -> Result<u64> {
    let ErrorRateDifference { distance, pooled, apart } = error_rate_difference(rates, significance)?;
    share("power", power)?;
    let outside = -normal_quantile(0.5 * significance);
    let root = (outside * pooled + normal_quantile(power) * apart).max(0.0) / distance;
    // A difference below rounding needs more rows than there are.
    Ok((root * root).ceil().max(1.0) as u64)
}

/// How probably a two-sided test at `significance` notices the difference of two true error rates on samples of
/// `rows` rows each.
pub fn power(rates: [f64; 2], rows: u64, significance: f64) -> Result<f64> {
    let ErrorRateDifference { distance, pooled, apart } = error_rate_difference(rates, significance)?;
    let outside = -normal_quantile(0.5 * significance);
    let found = distance * (rows as f64).sqrt();
    Ok(normal_cdf((found - outside * pooled) / apart) + normal_cdf((-found - outside * pooled) / apart))
}

/// The distance of two rates, and $\sqrt n$ times the standard error of their difference if they are equal, and if
/// they are not.
struct ErrorRateDifference {
    distance: f64,
    pooled: f64,
    apart: f64,
}

fn error_rate_difference(rates: [f64; 2], significance: f64) -> Result<ErrorRateDifference> {
    share("significance", significance)?;
    let [a, b] = rates;
    share("rates", a)?;
    share("rates", b)?;
    if a == b {
        return Err(Error::data(
            format!("both error rates are {a}"),
            "no number of rows tells equal rates apart; give the smallest difference that matters",
        ));
    }
    let mean = 0.5 * (a + b);
    Ok(ErrorRateDifference {
        distance: (a - b).abs(),
        pooled: (2.0 * mean * (1.0 - mean)).sqrt(),
        apart: (a * (1.0 - a) + b * (1.0 - b)).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_reached_and_not_before() {
        for rates in [[0.3, 0.2], [0.05, 0.06], [0.9, 0.4]] {
            let rows = required_sample_size(rates, 0.05, 0.9).unwrap();
            assert!(power(rates, rows, 0.05).unwrap() >= 0.9);
            assert!(power(rates, rows - 1, 0.05).unwrap() < 0.9 + 1e-6);
        }
    }

    #[test]
    fn nonsense() {
        assert!(required_sample_size([0.2, 0.2], 0.05, 0.8).is_err());
        assert!(required_sample_size([0.0, 0.2], 0.05, 0.8).is_err());
        assert!(required_sample_size([0.1, 0.2], 1.0, 0.8).is_err());
        assert!(required_sample_size([0.1, 0.2], 0.05, f64::NAN).is_err());
        assert!(power([0.1, 0.2], 0, 0.05).unwrap() < 0.1);
    }
}
