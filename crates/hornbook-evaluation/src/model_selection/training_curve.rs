//! Training curve: training and validation loss by step.

use super::diagnosis::{FitDiagnosis, FitKind, TrainTestErrors, diagnose, overfits};
use super::early_stopping::EarlyStopping;
use super::fold_mean::FoldMean;
use crate::measure::Measure;
use crate::policy::CLEAR_STANDARD_ERRORS;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{ToJson, Value};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// How many steps the text shows.
const SHOWN: usize = 12;

/// How an iterative learner does from step to step, on the rows it is trained on and on validation rows.
///
/// ```
/// use hornbook_evaluation::Measure;
/// use hornbook_evaluation::model_selection::{EarlyStopping, FitKind, TrainingCurve};
/// let mut curve = TrainingCurve::new(Measure::LogLoss).stopping(EarlyStopping::new(3, 0.0, false));
/// let validation = [0.69, 0.50, 0.40, 0.44, 0.52, 0.63, 0.77];
/// for (step, &loss) in validation.iter().enumerate() {
///     if curve.push(step as u64, 0.69 / (1.0 + step as f64), loss) {
///         break;
///     }
/// }
/// assert_eq!((curve.records().len(), curve.best().map(|record| record.step)), (6, Some(2)));
/// assert_eq!(curve.diagnosis().fit, FitKind::Overfitting);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingCurve {
    measure: Measure,
    baseline: Option<f64>,
    stopping: Option<EarlyStopping>,
    records: Vec<TrainingCurvePoint>,
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TrainingCurvePoint {
    /// Which step: an epoch, a tree, an iteration.
    pub step: u64,
    /// The metric on the rows trained on.
    pub training: f64,
    /// The metric on validation rows; NaN without them.
    pub validation: f64,
}

impl TrainingCurve {
    /// An empty curve of a metric.
    pub fn new(measure: Measure) -> TrainingCurve {
        TrainingCurve { measure, baseline: None, stopping: None, records: Vec::new() }
    }

    /// The baseline's value, to tell how well the learner does; that of the first step by default.
    #[must_use]
    pub fn baseline(self, value: f64) -> TrainingCurve {
        TrainingCurve { baseline: Some(value), ..self }
    }

    /// When to stop; never by default. It looks at the validation values, or without them at those of training.
    #[must_use]
    pub fn stopping(self, stopping: EarlyStopping) -> TrainingCurve {
        TrainingCurve { stopping: Some(stopping), ..self }
    }

    /// Takes the next step and says whether it should be the last. Without validation rows, give NaN for them.
    pub fn push(&mut self, step: u64, training: f64, validation: f64) -> bool {
        let record = TrainingCurvePoint { step, training, validation };
        self.records.push(record);
        self.stopping.as_mut().is_some_and(|stopping| stopping.is_over(record.judged_by()))
    }

    /// What was measured.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// All steps so far.
    pub fn records(&self) -> &[TrainingCurvePoint] {
        &self.records
    }

    /// The step with the best validation value, or without validation rows the best in training; the first of equals.
    pub fn best(&self) -> Option<&TrainingCurvePoint> {
        let loss = |record: &TrainingCurvePoint| self.measure.loss(record.judged_by());
        let defined = self.records.iter().filter(|record| !loss(record).is_nan());
        defined.reduce(|a, b| if loss(b) < loss(a) { b } else { a })
    }

    /// How the model of the last step fits.
    ///
    /// It overfits by definition if at the best step it did clearly better on the validation rows and worse in training.
    /// Otherwise [`diagnose`] tells, with the wiggles of the curves as standard errors.
    pub fn diagnosis(&self) -> FitDiagnosis {
        let (Some(first), Some(last), Some(best)) = (self.records.first(), self.records.last(), self.best())
        else {
            return FitDiagnosis {
                fit: FitKind::Unclear,
                sentence: format!("no step has a {}", self.measure),
            };
        };
        if last.validation.is_nan() {
            let sentence = "overfitting cannot be diagnosed without a validation set".to_string();
            return FitDiagnosis { fit: FitKind::Unclear, sentence };
        }
        let noise = self.wiggle(|record| record.validation);
        let errors = |record: &TrainingCurvePoint, allowance: f64| TrainTestErrors {
            training: self.measure.loss(record.training),
            truth: self.measure.loss(record.validation) + allowance,
        };
        // By chance alone the best of k steps is about √(2 ln k) deviations better than it should be.
        let luck = (2.0 * (self.records.len() as f64).ln()).sqrt();
        if overfits(errors(last, 0.0), errors(best, (CLEAR_STANDARD_ERRORS + luck) * noise)) {
            let [was, is] = [best.validation, last.validation].map(|x| self.measure.show(x));
            let sentence = format!(
                "the validation {} was best at step {}, {was}, and is {is} at step {}, while training went on improving",
                self.measure, best.step, last.step
            );
            return FitDiagnosis { fit: FitKind::Overfitting, sentence };
        }
        let training =
            FoldMean { mean: last.training, standard_error: self.wiggle(|record| record.training) };
        let validation = FoldMean { mean: last.validation, standard_error: noise };
        diagnose(self.measure, training, validation, self.baseline.unwrap_or(first.judged_by()))
    }

    /// How far a value lies from a straight line through its neighbors, which is what chance does to one value:
    /// $\sqrt{\text{mean}\,(x_{i-1} - 2x_i + x_{i+1})^2 / 6}$. The median in place of the mean keeps bends out of it. NaN for
    /// fewer than three steps.
    fn wiggle(&self, value: fn(&TrainingCurvePoint) -> f64) -> f64 {
        let bend = |w: &[TrainingCurvePoint]| (value(&w[0]) - 2.0 * value(&w[1]) + value(&w[2])).powi(2);
        let mut bends: Vec<f64> = self.records.windows(3).map(bend).filter(|x| x.is_finite()).collect();
        bends.sort_by(f64::total_cmp);
        // The median of a squared standard normal number is 0.4549.
        bends.get(bends.len() / 2).map_or(f64::NAN, |median| (median / 0.4549 / 6.0).sqrt())
    }
}

impl TrainingCurvePoint {
    /// The value by which steps are compared.
    fn judged_by(&self) -> f64 {
        if self.validation.is_nan() { self.training } else { self.validation }
    }
}

impl ToJson for TrainingCurve {
    fn to_json(&self) -> Value {
        json!({
            "measure": self.measure,
            "records": self.records,
            "best": self.best(),
            "diagnosis": self.diagnosis(),
        })
    }
}

impl fmt::Display for TrainingCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measure = self.measure;
        writeln!(f, "training curve of the {measure}, {} steps\n", self.records.len())?;
        let best = self.best().map(|record| record.step);
        let every = self.records.len().div_ceil(SHOWN).max(1);
        let last = self.records.len().saturating_sub(1);
        let mut rows = vec![["", "step", "training", "validation"].map(str::to_string).to_vec()];
        for (place, record) in self.records.iter().enumerate() {
            let is_best = best == Some(record.step);
            if place % every == 0 || place == last || is_best {
                let mark = if is_best { "→" } else { "" };
                let [training, validation] = [record.training, record.validation].map(|x| measure.show(x));
                rows.push(vec![mark.to_string(), record.step.to_string(), training, validation]);
            }
        }
        f.write_str(&aligned(&rows, Align::first_left))?;
        writeln!(f, "\n{}", self.diagnosis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(measure: Measure, values: &[(f64, f64)]) -> TrainingCurve {
        let mut curve = TrainingCurve::new(measure);
        (1..).zip(values).for_each(|(step, &(training, validation))| {
            assert!(!curve.push(step, training, validation), "nothing stops it");
        });
        curve
    }

    // proves: 002:E09
    #[test]
    fn the_three_shapes() {
        let steps = || (1..=20).map(f64::from);
        let good: Vec<(f64, f64)> = steps().map(|s| (0.6 / s, 0.6 / s + 0.02)).collect();
        let good = curve(Measure::Brier, &good);
        assert_eq!((good.diagnosis().fit, good.best().unwrap().step), (FitKind::Balanced, 20));
        let over: Vec<(f64, f64)> = steps().map(|s| (0.6 / s, 0.2 + (s - 6.0).powi(2) / 400.0)).collect();
        let over = curve(Measure::Brier, &over);
        assert_eq!((over.diagnosis().fit, over.best().unwrap().step), (FitKind::Overfitting, 6));
        assert!(over.diagnosis().sentence.contains("best at step 6, 0.200, and is 0.690 at step 20"));
        let poor: Vec<(f64, f64)> = steps().map(|s| (0.6 - s / 1000.0, 0.6)).collect();
        assert_eq!(curve(Measure::Brier, &poor).diagnosis().fit, FitKind::Underfitting);
        let accuracy: Vec<(f64, f64)> = steps().map(|s| (1.0 - 0.5 / s, 0.9 - 0.4 / s)).collect();
        assert_eq!(curve(Measure::Accuracy, &accuracy).baseline(0.5).best().unwrap().step, 20);
    }

    /// The last step is a little worse than the best one by chance, as some step always is.
    #[test]
    fn wiggles_are_no_overfitting() {
        let mut rng = hornbook_core::Seed(3).rng();
        let values: Vec<(f64, f64)> = (1..=60)
            .map(|s| (0.3 + 0.3 / f64::from(s), 0.32 + 0.3 / f64::from(s) + 0.02 * (rng.unit() - 0.5)))
            .collect();
        let curve = curve(Measure::Brier, &values);
        assert!(curve.best().unwrap().step < 60);
        assert_ne!(curve.diagnosis().fit, FitKind::Overfitting, "{}", curve.diagnosis());
    }

    #[test]
    fn little_to_go_by() {
        assert_eq!(TrainingCurve::new(Measure::Rmse).diagnosis().fit, FitKind::Unclear);
        assert!(TrainingCurve::new(Measure::Rmse).best().is_none());
        let alone = curve(Measure::Rmse, &[(3.0, f64::NAN), (2.0, f64::NAN), (2.5, f64::NAN)]);
        assert_eq!((alone.best().unwrap().step, alone.diagnosis().fit), (2, FitKind::Unclear));
        let nothing = curve(Measure::Rmse, &[(f64::NAN, f64::NAN)]);
        assert!(nothing.best().is_none() && nothing.to_json()["best"].is_null());
    }

    #[test]
    fn the_text() {
        let curve = curve(Measure::Brier, &[(0.5, 0.5), (0.2, 0.25), (0.1, 0.3), (0.05, 0.4)]);
        let text = curve.to_string();
        assert!(text.starts_with("training curve of the Brier score, 4 steps\n"), "{text}");
        assert!(text.contains("→     2     0.200       0.250\n"), "{text}");
        assert_eq!(curve.to_json()["best"]["step"], 2);
    }
}
