//! Calibration of the class probabilities of the model that is kept, on out-of-fold predictions.

use crate::search::{EvaluatedRows, RowTargets};
use hornbook_core::Result;
use hornbook_core::format::p_statement;
use hornbook_data::Matrix;
use hornbook_evaluation::Measure;
use hornbook_evaluation::calibration::Calibration;
use hornbook_evaluation::measures::CalibrationTest;
use hornbook_learner::Calibrator;

/// Significance level of the calibration test.
const MISLEADING: f64 = 0.01;
/// Fewer rows than this are too few for the calibration test.
const ENOUGH_TO_CALIBRATE: usize = 200;
/// From this many rows on, isotonic regression is used.
const ENOUGH_FOR_ANY_MAP: usize = 5000;

/// How probabilities are calibrated, if they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RowCalibration(Option<Calibration>);

impl RowCalibration {
    /// None.
    pub const NONE: RowCalibration = RowCalibration(None);

    /// Calibration if the probabilities are significantly off and it helps out of fold; and what was found, as a sentence, for classes.
    pub fn choose(rows: &EvaluatedRows, predictions: &[f64]) -> Result<(RowCalibration, Option<String>)> {
        let RowTargets::Classes { levels, codes } = &rows.targets else {
            return Ok((RowCalibration::NONE, None));
        };
        let said = |sentence: String| Ok((RowCalibration::NONE, Some(sentence)));
        if rows.len() < ENOUGH_TO_CALIBRATE {
            return said(format!("Calibration: {} rows are too few to test it.", rows.len()));
        }
        let test = CalibrationTest::of(levels.len(), codes, predictions, Some(&rows.weights))?;
        if test.p_value > MISLEADING {
            return said(format!(
                "Calibration: no evidence of miscalibration in the out-of-fold probabilities (Spiegelhalter's test, {}).",
                p_statement(test.p_value)
            ));
        }
        let how = if test.z > 0.0 { "overconfident" } else { "underconfident" };
        let method = match levels.len() {
            2 if rows.len() >= ENOUGH_FOR_ANY_MAP => Calibration::Isotonic,
            2 => Calibration::Beta,
            _ => Calibration::Temperature,
        };
        let calibration = RowCalibration(Some(method));
        // Every second row calibrates the others.
        let half = |which: usize| -> Vec<f64> {
            (0..rows.len()).map(|row| if row % 2 == which { rows.weights[row] } else { 0.0 }).collect()
        };
        let calibrated = [0, 1].map(|which| calibration.calibrated(rows, predictions.to_vec(), &half(which)));
        let [by_even, by_odd] = calibrated;
        let (by_even, by_odd) = (by_even?, by_odd?);
        let width = levels.len();
        let log_loss = |of: &dyn Fn(usize) -> f64| -> f64 {
            let total: f64 = rows.weights.iter().sum();
            (0..rows.len()).map(|row| -rows.weights[row] * of(row).max(f64::EPSILON).ln()).sum::<f64>()
                / total
        };
        let place = |row: usize| row * width + codes[row] as usize;
        let before = log_loss(&|row| predictions[place(row)]);
        let after = log_loss(&|row| if row % 2 == 0 { by_odd[place(row)] } else { by_even[place(row)] });
        let shown = |loss: f64| Measure::LogLoss.show(loss);
        let name = in_words(method);
        if after < before {
            let sentence = format!(
                "Calibration: the out-of-fold probabilities were {how}; they were calibrated ({name}), which changed the log loss from {} to {}.",
                shown(before),
                shown(after)
            );
            return Ok((calibration, Some(sentence)));
        }
        said(format!(
            "Calibration: the out-of-fold probabilities are {how}, and calibration ({name}) did not help: the log loss is {} without and {} with it.",
            shown(before),
            shown(after)
        ))
    }

    /// The map of the probabilities, fitted to rows that count so much.
    pub fn fit(
        self,
        rows: &EvaluatedRows,
        predictions: &[f64],
        row_weights: &[f64],
    ) -> Result<Option<Calibrator>> {
        let (Some(method), RowTargets::Classes { levels, codes }) = (self.0, &rows.targets) else {
            return Ok(None);
        };
        let counted: Vec<usize> = (0..rows.len()).filter(|&row| row_weights[row] > 0.0).collect();
        let width = levels.len();
        let values = counted.iter().flat_map(|&row| &predictions[row * width..][..width]).copied().collect();
        let truth: Vec<u32> = counted.iter().map(|&row| codes[row]).collect();
        let weights: Vec<f64> = counted.iter().map(|&row| row_weights[row]).collect();
        method.fit(&Matrix::new(counted.len(), width, values)?, &truth, levels, Some(&weights)).map(Some)
    }

    /// All probabilities, calibrated by rows that count so much.
    pub fn calibrated(
        self,
        rows: &EvaluatedRows,
        mut predictions: Vec<f64>,
        row_weights: &[f64],
    ) -> Result<Vec<f64>> {
        let Some(calibrator) = self.fit(rows, &predictions, row_weights)? else { return Ok(predictions) };
        predictions.chunks_mut(rows.width()).try_for_each(|row| calibrator.apply_row(row))?;
        Ok(predictions)
    }
}

fn in_words(method: Calibration) -> &'static str {
    match method {
        Calibration::Isotonic => "isotonic regression",
        Calibration::Platt => "Platt scaling",
        Calibration::Beta => "beta calibration",
        Calibration::Temperature => "temperature scaling",
    }
}
