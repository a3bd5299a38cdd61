//! Would more data help? A learning curve extrapolated to twice the rows.

use super::power_law::PowerLaw;
use crate::intervals::moments;
use crate::measure::Measure;
use hornbook_core::{Result, Run, Seed, ToJson, Value};
use rayon::prelude::*;
use serde_json::json;
use std::fmt;

/// How often the repeats are drawn again to see how sure the outlook is.
const DRAWS: u64 = 200;
/// A gain below this fraction of the loss is rounding.
const ROUNDING: f64 = 1e-9;

/// The learning curve extrapolated to twice the rows by a power law.
#[derive(Debug, Clone, PartialEq)]
pub struct LearningCurveForecast {
    /// What was measured.
    pub measure: Measure,
    /// The rows of the largest training sets.
    pub rows: f64,
    /// The law of the loss: of $1 - x$ for a metric $x$ of which more is better.
    pub law: PowerLaw,
    /// The metric with these rows, by the law.
    pub now: f64,
    /// The metric with twice as many, by the law.
    pub twice: f64,
    /// The standard error of the difference: the repeats of each size are drawn again, and the distance of each size from
    /// the law is added or taken away by chance, as the curve may not follow it.
    pub standard_error: f64,
    /// Whether the difference is larger than its standard error.
    pub still_helps: bool,
}

impl LearningCurveForecast {
    /// From the sizes and the test values at each; `None` for fewer than four sizes or fewer than two values at one.
    pub(super) fn of(
        measure: Measure,
        sizes: &[(f64, &[f64])],
        seed: Seed,
        run: &Run,
    ) -> Result<Option<LearningCurveForecast>> {
        let losses: Vec<(f64, Vec<f64>)> = sizes
            .iter()
            .map(|&(rows, values)| {
                let defined = values.iter().filter(|x| x.is_finite());
                (rows, defined.map(|&x| measure.loss(x)).collect())
            })
            .collect();
        if losses.iter().any(|(_, losses)| losses.len() < 2) {
            return Ok(None);
        }
        let weights = weights(&losses);
        let through = |mean: &dyn Fn(usize) -> f64| {
            let points: Vec<(f64, f64)> =
                (0..losses.len()).map(|size| (losses[size].0, mean(size))).collect();
            PowerLaw::through(&points, &weights)
        };
        let mean = |size: usize| moments(&losses[size].1).1;
        let Some(law) = through(&mean) else { return Ok(None) };
        let rows = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
        let gain = |law: &PowerLaw| law.at(rows) - law.at(2.0 * rows);
        let drawn: Vec<Option<f64>> = (0..DRAWS)
            .into_par_iter()
            .map(|draw| {
                run.check()?;
                let again = |size: usize| {
                    let (rows, values) = &losses[size];
                    let mut rng = seed.derive(draw).derive(size as u64).rng();
                    let sum: f64 = (0..values.len()).map(|_| values[rng.below(values.len())]).sum();
                    let misfit = mean(size) - law.at(*rows);
                    let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
                    sum / values.len() as f64 + sign * misfit
                };
                Ok(through(&again).as_ref().map(gain))
            })
            .collect::<Result<_>>()?;
        let gains: Vec<f64> = drawn.into_iter().flatten().collect();
        let standard_error = moments(&gains).2.sqrt();
        Ok(Some(LearningCurveForecast {
            measure,
            rows,
            law,
            now: measure.of_loss(law.at(rows)),
            twice: measure.of_loss(law.at(2.0 * rows)),
            standard_error,
            still_helps: gain(&law) > standard_error.max(ROUNDING * law.at(rows)),
        }))
    }
}

impl ToJson for LearningCurveForecast {
    fn to_json(&self) -> Value {
        json!({
            "rows": self.rows,
            "now": self.now,
            "twice": self.twice,
            "standard_error": self.standard_error,
            "still_helps": self.still_helps,
            "law": self.law,
            "sentence": self.to_string(),
        })
    }
}

impl fmt::Display for LearningCurveForecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [now, twice, error] = [self.now, self.twice, self.standard_error].map(|x| self.measure.show(x));
        let measure = self.measure;
        if self.still_helps {
            write!(f, "twice the rows would bring the {measure} from {now} to about {twice}")
        } else {
            write!(
                f,
                "twice the rows would hardly help: the {measure} would go from {now} to about {twice}, and the \
                 standard error of that is {error}"
            )
        }
    }
}

/// Sizes count by how surely their mean is known, but none more than the others together could doubt: a size at which
/// all repeats agree is not known without error.
fn weights(losses: &[(f64, Vec<f64>)]) -> Vec<f64> {
    let variances: Vec<f64> = losses
        .iter()
        .map(|(_, losses)| {
            let (n, _, variance) = moments(losses);
            variance / n
        })
        .collect();
    let usual = variances.iter().sum::<f64>() / variances.len() as f64;
    if usual > 0.0 {
        variances.iter().map(|v| usual / (v + usual)).collect()
    } else {
        vec![1.0; losses.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [f64; 6] = [10.0, 20.0, 40.0, 80.0, 160.0, 320.0];

    fn outlook(measure: Measure, value: impl Fn(f64, f64) -> f64) -> LearningCurveForecast {
        let values: Vec<Vec<f64>> = SIZES
            .iter()
            .map(|&n| {
                let mut rng = Seed(n as u64).rng();
                (0..20).map(|_| value(n, rng.unit() - 0.5)).collect()
            })
            .collect();
        let sizes: Vec<(f64, &[f64])> = SIZES.iter().zip(&values).map(|(&n, v)| (n, &v[..])).collect();
        LearningCurveForecast::of(measure, &sizes, Seed(1), &Run::default()).unwrap().unwrap()
    }

    #[test]
    fn a_falling_error_goes_on_falling() {
        // 1 − accuracy = 0.05 + 0.6 n^−0.5: 0.0835 with 320 rows, 0.0737 with 640.
        let found = outlook(Measure::Accuracy, |n, noise| 0.95 - 0.6 * n.powf(-0.5) + 0.01 * noise);
        assert!(found.still_helps && found.rows == 320.0, "{found:?}");
        assert!((found.now - 0.9165).abs() < 0.002 && (found.twice - 0.9263).abs() < 0.003, "{found:?}");
        let said = LearningCurveForecast { now: 0.9131, twice: 0.9222, ..found };
        assert_eq!(said.to_string(), "twice the rows would bring the accuracy from 0.913 to about 0.922");
        let error = outlook(Measure::Rmse, |n, noise| 3.0 + 40.0 / n + noise);
        assert!((error.now - 3.125).abs() < 0.2 && error.twice < error.now, "{error:?}");
    }

    #[test]
    fn a_flat_curve_promises_nothing() {
        let flat = outlook(Measure::Accuracy, |_, noise| 0.8 + 0.1 * noise);
        assert!(!flat.still_helps && (flat.now - flat.twice).abs() < 0.01, "{flat:?}");
        assert!(flat.to_string().starts_with("twice the rows would hardly help"), "{flat}");
    }

    /// Repeats that agree do not make a curve that goes up and down a promise.
    #[test]
    fn a_curve_off_the_law_is_not_sure() {
        let values = [0.50, 0.52, 0.50, 0.52, 0.50, 0.52].map(|x| [x; 5]);
        let sizes: Vec<(f64, &[f64])> = SIZES.iter().zip(&values).map(|(&n, v)| (n, &v[..])).collect();
        let found =
            LearningCurveForecast::of(Measure::Accuracy, &sizes, Seed(1), &Run::default()).unwrap().unwrap();
        assert!(!found.still_helps && found.standard_error > 1e-3, "{found:?}");
    }

    #[test]
    fn too_little_to_say() {
        let few: Vec<(f64, &[f64])> = vec![(10.0, &[0.5, 0.6]), (20.0, &[0.7, 0.7]), (30.0, &[0.7, 0.8])];
        assert_eq!(
            LearningCurveForecast::of(Measure::Accuracy, &few, Seed(0), &Run::default()).unwrap(),
            None
        );
        let once: Vec<(f64, &[f64])> = SIZES.iter().map(|&n| (n, &[0.5][..])).collect();
        assert_eq!(
            LearningCurveForecast::of(Measure::Accuracy, &once, Seed(0), &Run::default()).unwrap(),
            None
        );
    }
}
