//! Platt's sigmoid of the log odds.

use super::LabeledProbability;
use super::newton::{NewtonExample, minimize};
use hornbook_core::Result;
use hornbook_learner::{Calibrator, ClassCalibrator};

/// Fits $\sigma(s \cdot \ln\frac{p}{1-p} + i)$ by maximum likelihood. The targets are Platt's: with $n_1$ positive
/// and $n_0$ negative rows by weight, $\frac{n_1 + 1}{n_1 + 2}$ instead of 1 and $\frac{1}{n_0 + 2}$ instead of 0, so
/// that separable rows do not drive the slope to infinity.
pub(super) fn fit(rows: &[LabeledProbability]) -> Result<(ClassCalibrator, bool)> {
    let weight = |positive| rows.iter().filter(|r| r.positive == positive).map(|r| r.weight).sum::<f64>();
    let (ones, zeros) = (weight(true), weight(false));
    let examples: Vec<NewtonExample<2>> = rows
        .iter()
        .map(|row| {
            let (log, log_rest) = Calibrator::logarithms(row.probability);
            let target = if row.positive { (ones + 1.0) / (ones + 2.0) } else { 1.0 / (zeros + 2.0) };
            NewtonExample { features: [log - log_rest, 1.0], target, weight: row.weight }
        })
        .collect();
    let fitted = minimize(&examples, [0.0, ((ones + 1.0) / (zeros + 1.0)).ln()])?;
    let [slope, intercept] = fitted.coefficients;
    Ok((ClassCalibrator::Platt { slope, intercept }, fitted.converged))
}
