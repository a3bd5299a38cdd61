//! Beta calibration (Kull, Silva Filho and Flach).

use super::LabeledProbability;
use super::newton::{NewtonExample, NewtonFit, minimize};
use hornbook_core::Result;
use hornbook_learner::{Calibrator, ClassCalibrator};

/// Fits $\sigma(a \ln p - b \ln(1-p) + c)$ with $a, b \ge 0$ by maximum likelihood.
///
/// The loss is convex, so if its least value lies where $a$ or $b$ is negative, the least allowed one lies on the
/// edge: the fits with one or both of them zero are compared.
pub(super) fn fit(rows: &[LabeledProbability]) -> Result<(ClassCalibrator, bool)> {
    let with = |use_a: bool, use_b: bool| {
        let kept = |yes: bool, x: f64| if yes { x } else { 0.0 };
        let examples: Vec<NewtonExample<3>> = rows
            .iter()
            .map(|row| {
                let (log, log_rest) = Calibrator::logarithms(row.probability);
                NewtonExample {
                    features: [kept(use_a, log), kept(use_b, -log_rest), 1.0],
                    target: if row.positive { 1.0 } else { 0.0 },
                    weight: row.weight,
                }
            })
            .collect();
        minimize(&examples, [0.0; 3])
    };
    let allowed = |fitted: &NewtonFit<3>| fitted.coefficients[0] >= 0.0 && fitted.coefficients[1] >= 0.0;
    let mut best = with(true, true)?;
    if !allowed(&best) {
        best = with(false, false)?;
        for edge in [with(true, false)?, with(false, true)?] {
            if allowed(&edge) && edge.loss < best.loss {
                best = edge;
            }
        }
    }
    let [a, b, c] = best.coefficients;
    Ok((ClassCalibrator::Beta { a, b, c }, best.converged))
}
