//! What plots of an evaluation show, as data.

use crate::measures::{
    CalibrationBinning, CalibrationCurve, PrecisionRecallCurve, RocCurve, SortedScores, gain_curve,
};
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::{Error, Result, ToJson, Value};
use serde_json::json;

/// A curve has at most about this many points; the eye sees no more, and files stay small.
const POINTS: usize = 200;
/// Bins of the calibration curve.
const BINS: usize = 10;

/// The points of the usual plots. Rows of all splits are taken together.
#[derive(Debug, Clone, PartialEq)]
pub enum Curves {
    /// Those of each class against the rest.
    Classes(Vec<ClassCurves>),
    /// Truth and prediction of some rows, evenly chosen.
    Numbers(Vec<(f64, f64)>),
}

/// The curves of one class against the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassCurves {
    /// The class.
    pub class: String,
    /// False positive rate, true positive rate and threshold.
    pub roc: Vec<[f64; 3]>,
    /// Recall, precision and threshold.
    pub precision_recall: Vec<[f64; 3]>,
    /// Fraction of rows taken, fraction of the class found and lift.
    pub gain: Vec<[f64; 3]>,
    /// Mean probability, fraction of the class and weight of each bin.
    pub calibration: Vec<[f64; 3]>,
}

impl ToJson for Curves {
    fn to_json(&self) -> Value {
        match self {
            Curves::Numbers(points) => json!({"truth_predicted": points}),
            Curves::Classes(classes) => classes.iter().map(ClassCurves::to_json).collect(),
        }
    }
}

impl Curves {
    /// The curves of evaluated rows.
    pub fn of(test_predictions: &TestPredictions) -> Result<Curves> {
        match &test_predictions.values {
            TargetsAndPredictions::Numbers { truth, predicted } => {
                let points: Vec<(f64, f64)> = truth.iter().copied().zip(predicted.iter().copied()).collect();
                Ok(Curves::Numbers(thinned(points)))
            }
            TargetsAndPredictions::Classes { levels, truth, probabilities, .. } => {
                let of_class = |(class, name): (usize, &String)| {
                    let positive: Vec<bool> = truth.iter().map(|&t| t as usize == class).collect();
                    let scores: Vec<f64> =
                        (0..test_predictions.len()).map(|row| probabilities.at(row, class)).collect();
                    ClassCurves::of(name, &positive, &scores, &test_predictions.weights)
                };
                Ok(Curves::Classes(levels.iter().enumerate().map(of_class).collect::<Result<_>>()?))
            }
            TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => {
                Err(Error::data(
                    "curves compare predictions with a target, and there is none",
                    "evaluate a learner that predicts one",
                ))
            }
        }
    }
}

impl ClassCurves {
    fn of(class: &str, positive: &[bool], scores: &[f64], weights: &[f64]) -> Result<ClassCurves> {
        let ranked = SortedScores::new(positive, scores, Some(weights))?;
        let roc = RocCurve::of(&ranked, true);
        let pr = PrecisionRecallCurve::of(&ranked, true);
        let zipped = |x: Vec<f64>, y: Vec<f64>, z: Vec<f64>| -> Vec<[f64; 3]> {
            x.into_iter().zip(y).zip(z).map(|((x, y), z)| [x, y, z]).collect()
        };
        let calibration =
            CalibrationCurve::of(positive, scores, Some(weights), CalibrationBinning::Uniform(BINS))?;
        Ok(ClassCurves {
            class: class.to_string(),
            roc: thinned(zipped(roc.false_positive_rates, roc.true_positive_rates, roc.thresholds)),
            precision_recall: thinned(zipped(pr.recalls, pr.precisions, pr.thresholds)),
            gain: thinned(gain_curve(&ranked).iter().map(|p| [p.taken, p.gain, p.lift]).collect()),
            calibration: calibration.bins.iter().map(|b| [b.predicted, b.observed, b.weight]).collect(),
        })
    }

    fn to_json(&self) -> Value {
        json!({
            "class": self.class,
            "roc": {"coordinates": ["false positive rate", "true positive rate", "threshold"], "points": self.roc},
            "precision_recall": {"coordinates": ["recall", "precision", "threshold"], "points": self.precision_recall},
            "gain": {"coordinates": ["taken", "gain", "lift"], "points": self.gain},
            "calibration": {"coordinates": ["predicted", "observed", "weight"], "points": self.calibration},
        })
    }
}

/// Evenly chosen points, always with the first and the last.
fn thinned<T: Clone>(points: Vec<T>) -> Vec<T> {
    if points.len() <= POINTS {
        return points;
    }
    let last = points.len() - 1;
    (0..POINTS).map(|i| points[i * last / (POINTS - 1)].clone()).collect()
}
