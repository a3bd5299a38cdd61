//! Spiegelhalter's test of calibration.

use super::probability::multiclass;
use super::rows::probabilities as check_probabilities;
use crate::policy::SIGNIFICANCE_LEVEL;
use hornbook_core::format::p_statement;
use hornbook_core::{Result, ToJson, Value};
use hornbook_math::distributions::normal_cdf;
use serde_json::json;
use std::fmt;

/// Spiegelhalter's test, for any number of classes.
///
/// Whoever says that a class has the probability $p$ says how large the Brier score will be: $\sum_k p_k(1-p_k)$ for a
/// row, give or take a variance of $\sum_k p_k(1-2p_k)^2 - (\sum_k p_k(1-2p_k))^2$. If the score is further off than
/// chance explains, the probabilities are not what they say. Weights count as repeated rows.
///
/// ```
/// use hornbook_evaluation::measures::CalibrationTest;
/// // Ten rows that are said to be of the second class nine times in ten, and are so half of the time.
/// let test = CalibrationTest::of(2, &[0, 1, 0, 1, 0, 1, 0, 1, 0, 1], &[0.1, 0.9].repeat(10), None)?;
/// assert!(test.z > 4.0 && test.p_value < 1e-4);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CalibrationTest {
    /// How many standard deviations the Brier score is above what the probabilities promise. Above zero they are too
    /// sure of themselves, below zero not sure enough.
    pub z: f64,
    /// The probability of a score at least as far off if they mean what they say.
    pub p_value: f64,
}

impl CalibrationTest {
    /// Tests the probabilities of the classes, from a row-major matrix, against the true classes.
    pub fn of(
        classes: usize,
        truth: &[u32],
        probabilities: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<CalibrationTest> {
        let weights = multiclass(classes, truth, probabilities, weights)?;
        check_probabilities(probabilities)?;
        let (mut excess, mut variance) = (0.0, 0.0);
        for (row, weight) in weights.present() {
            let (mut score, mut promised, mut mean, mut square) = (0.0, 0.0, 0.0, 0.0);
            for (class, &p) in probabilities[row * classes..][..classes].iter().enumerate() {
                let happened = f64::from(u8::from(truth[row] as usize == class));
                score += (happened - p).powi(2);
                promised += p * (1.0 - p);
                mean += p * (1.0 - 2.0 * p);
                square += p * (1.0 - 2.0 * p).powi(2);
            }
            excess += weight * (score - promised);
            variance += weight * (square - mean * mean).max(0.0);
        }
        // Without variance nothing was left to chance: any excess is proof, and none is what was said.
        let z = if excess.abs() <= 1e-12 * weights.total() { 0.0 } else { excess / variance.sqrt() };
        Ok(CalibrationTest { z, p_value: 2.0 * normal_cdf(-z.abs()) })
    }
}

impl ToJson for CalibrationTest {
    fn to_json(&self) -> Value {
        json!({ "test": "Spiegelhalter", "z": self.z, "p_value": self.p_value })
    }
}

impl fmt::Display for CalibrationTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conclusion = match self.p_value < SIGNIFICANCE_LEVEL {
            true if self.z > 0.0 => "overconfident",
            true => "underconfident",
            false => "no evidence of miscalibration",
        };
        let z = if self.z.is_finite() { format!("{:.2}", self.z) } else { "infinite".to_string() };
        write!(f, "calibration: {conclusion} (Spiegelhalter's z = {z}, {})", p_statement(self.p_value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_classes_are_the_textbook_formula() {
        let truth = [1, 0, 1, 1, 0, 0, 1, 0];
        let p: [f64; 8] = [0.8, 0.3, 0.6, 0.9, 0.4, 0.1, 0.3, 0.7];
        let cells: Vec<f64> = p.iter().flat_map(|&p| [1.0 - p, p]).collect();
        let test = CalibrationTest::of(2, &truth, &cells, None).unwrap();
        let up: f64 = truth.iter().zip(p).map(|(&y, p)| (f64::from(y) - p) * (1.0 - 2.0 * p)).sum();
        let down: f64 = p.iter().map(|p| (1.0 - 2.0 * p).powi(2) * p * (1.0 - p)).sum();
        assert!((test.z - up / down.sqrt()).abs() < 1e-12, "{test:?}");
        let twice = CalibrationTest::of(2, &truth, &cells, Some(&[2.0; 8])).unwrap();
        assert!((twice.z - test.z * 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn certainty_is_right_or_proved_wrong() {
        let certain = [1.0, 0.0, 0.0, 1.0];
        let right = CalibrationTest::of(2, &[0, 1], &certain, None).unwrap();
        assert_eq!((right.z, right.p_value), (0.0, 1.0));
        let wrong = CalibrationTest::of(2, &[0, 0], &certain, None).unwrap();
        assert_eq!((wrong.z, wrong.p_value), (f64::INFINITY, 0.0));
        assert!(wrong.to_string().contains("overconfident (Spiegelhalter's z = infinite"));
        assert!(CalibrationTest::of(2, &[0], &certain, None).is_err());
        assert!(CalibrationTest::of(2, &[0, 2], &certain, None).is_err());
        assert!(CalibrationTest::of(2, &[0, 1], &[1.5, -0.5, 0.0, 1.0], None).is_err());
    }

    #[test]
    fn honest_probabilities_are_rarely_rejected() {
        let mut rejected = 0;
        for round in 0..400u64 {
            let mut rng = hornbook_core::Seed(round).rng();
            let (mut truth, mut cells) = (Vec::new(), Vec::new());
            for _ in 0..200 {
                let draws: [f64; 3] = std::array::from_fn(|_| rng.unit() + 0.02);
                let total: f64 = draws.iter().sum();
                let u = rng.unit() * total;
                truth.push(u32::from(u > draws[0]) + u32::from(u > draws[0] + draws[1]));
                cells.extend(draws.map(|x| x / total));
            }
            let test = CalibrationTest::of(3, &truth, &cells, None).unwrap();
            rejected += usize::from(test.p_value < 0.05);
        }
        assert!((8..=34).contains(&rejected), "{rejected} of 400, and 20 are expected");
    }
}
