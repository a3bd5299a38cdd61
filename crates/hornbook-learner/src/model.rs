use crate::calibrator::Calibrator;
use crate::drawing::Diagram;
use crate::explanation::Explanation;
use crate::intervals::PredictionIntervals;
use crate::profile::Profile;
use crate::shap_values::ShapValues;
use hornbook_core::{Error, Parameters, Result, Task, Value};
use hornbook_data::{Categories, Column, Features, Levels, Matrix, MatrixView, Numbers, Schema, Table};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;

/// What every model knows about itself; the header of its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The learner's name in the registry.
    pub learner: String,
    /// The hyperparameters it was trained with.
    pub parameters: Parameters,
    /// What it needs in each row, and what it predicts.
    pub schema: Schema,
    /// How the training went.
    pub summary: TrainingSummary,
    /// The calibration of its class probabilities, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibrator>,
    /// Profile of the training data, if it was kept, for drift detection on rows to predict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Conformal prediction intervals from residuals on held-out rows, if they were computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<PredictionIntervals>,
}

/// How a training went.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TrainingSummary {
    /// Rows used.
    pub rows: u64,
    /// Their weight; the number of rows if none was given.
    pub weight: f64,
    /// Whether an iterative learner reached its tolerance.
    pub converged: bool,
    /// What else the learner reports: nodes, iterations, …
    pub details: serde_json::Map<String, Value>,
    /// Sentences about what a person should know.
    pub warnings: Vec<String>,
}

/// What a model predicts for some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// One value a row.
    pub values: Predictions,
    /// Sentences about the rows, such as values that were never seen in training.
    pub warnings: Vec<String>,
}

/// Predicted classes or numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Predictions {
    /// The code of a class a row, and the classes' names.
    Classes(Vec<u32>, Levels),
    /// A number a row.
    Numbers(Vec<f64>),
}

impl Predictions {
    /// How many rows were predicted.
    pub fn len(&self) -> usize {
        match self {
            Predictions::Classes(codes, _) => codes.len(),
            Predictions::Numbers(values) => values.len(),
        }
    }

    /// Whether there were no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The prediction for a row, as text.
    pub fn label(&self, row: usize) -> String {
        match self {
            Predictions::Classes(codes, levels) => levels[codes[row] as usize].clone(),
            Predictions::Numbers(values) => values[row].to_string(),
        }
    }

    /// The predictions as a column for a table.
    pub fn to_column(&self) -> Column {
        match self {
            Predictions::Classes(codes, levels) => {
                Column::Category(Categories { codes: codes.clone().into(), levels: levels.clone() })
            }
            Predictions::Numbers(values) => Column::Number(Numbers::from(values.clone())),
        }
    }
}

/// The first of the largest numbers; 0 if there is none.
pub fn first_largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (index, &value) in values.iter().enumerate() {
        if value > values[best] {
            best = index;
        }
    }
    best
}

/// How far the sum of the class probabilities of a row may be from 1.
pub const PROBABILITY_TOLERANCE: f64 = 1e-6;

/// Whether these are the probabilities of classes: none below 0 or infinite, with a sum of 1.
pub fn is_distribution(shares: &[f64]) -> bool {
    let sum: f64 = shares.iter().sum();
    shares.iter().all(|share| *share >= 0.0) && (sum - 1.0).abs() <= PROBABILITY_TOLERANCE
}

/// A number that is none is no answer, whatever a model made it of: values too large to be multiplied, or a damaged file.
fn check_predictions(task: Task, predictions: &Predictions) -> Result<()> {
    match predictions {
        Predictions::Numbers(values) if task == Task::Regression => {
            match values.iter().position(|value| !value.is_finite()) {
                Some(row) => Err(no_answer(format!("predicts {} for row {}", values[row], row + 1))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn check_probabilities(probabilities: &Matrix) -> Result<()> {
    match (0..probabilities.rows()).find(|&row| !is_distribution(probabilities.row(row))) {
        Some(row) => {
            let sum: f64 = probabilities.row(row).iter().sum();
            Err(no_answer(format!("gives row {} class probabilities that sum to {sum}", row + 1)))
        }
        None => Ok(()),
    }
}

fn no_answer(what: String) -> Error {
    Error::data(
        format!(
            "the model {what}: values of the row or of the model are too large to be worked with, or its file is damaged"
        ),
        "give the row's values in the units of training, or train a new model on values of a smaller size",
    )
}

/// A fitted model.
///
/// A model implements the methods called `raw_…`, about [`Features`] and before any calibration. Everybody else
/// calls the other methods, which find the columns and apply the model's [`Calibrator`] if it has one: then the
/// predicted class is the first of those with the highest calibrated probability. What only some models know, such as a
/// forest its proximities, is found by turning `&dyn Model` into `&dyn Any`.
pub trait Model: Any + Send + Sync + fmt::Debug {
    /// What it was trained on and how.
    fn info(&self) -> &ModelInfo;

    /// The same, to change.
    fn info_mut(&mut self) -> &mut ModelInfo;

    /// Predicts a class or a number for each row, before calibration.
    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions>;

    /// The probability of each class for each row, before calibration; only asked of classifiers.
    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix>;

    /// The predictions of each target, the first of which are [`raw_predictions`](Model::raw_predictions).
    fn raw_predictions_of_all(&self, rows: &Features<'_>) -> Result<Vec<Predictions>> {
        Ok(vec![self.raw_predictions(rows)?])
    }

    /// The probabilities of the classes of each target, the first of which are
    /// [`raw_probabilities`](Model::raw_probabilities).
    fn raw_probabilities_of_all(&self, rows: &Features<'_>) -> Result<Vec<Matrix>> {
        Ok(vec![self.raw_probabilities(rows)?])
    }

    /// A number for each row that ranks it, if the model has one beside its predictions: for outlier detection the anomaly
    /// score, from 0 to 1.
    fn raw_scores(&self, _rows: &Features<'_>) -> Result<Option<Vec<f64>>> {
        Ok(None)
    }

    /// What was learned, in words, before calibration.
    fn raw_explanation(&self) -> Explanation;

    /// Why one row, which is there, gets its prediction, in words, before calibration.
    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation>;

    /// Feature importances, summing to 1, if the model has them.
    fn importances(&self) -> Option<Vec<f64>> {
        None
    }

    /// The base models, if it is an ensemble or a pipeline.
    fn members(&self) -> Vec<&dyn Model> {
        Vec::new()
    }

    /// Exact SHAP values (feature attributions) of the model's scores before calibration; none if the model has no
    /// exact algorithm. With a background dataset they are interventional; without, path-dependent, from the
    /// training rows that went the same way.
    fn shap_values(
        &self,
        _rows: &Features<'_>,
        _background: Option<&Features<'_>>,
    ) -> Result<Option<ShapValues>> {
        Ok(None)
    }

    /// How many trees it has that can be drawn.
    fn diagrams(&self) -> usize {
        0
    }

    /// One of its trees to be drawn, if there is one at this index; [`diagram_of`](crate::drawing::diagram_of) says why not.
    fn diagram(&self, _tree: usize) -> Option<Diagram> {
        None
    }

    /// Model size: its number of free parameters, if it can count them. Of two models that predict alike, prefer the
    /// smaller (Occam's razor).
    fn size(&self) -> Option<f64> {
        None
    }

    /// The learned part as bytes for a model file.
    fn to_bytes(&self) -> Result<Vec<u8>>;

    /// Predicts a class or a number for each row.
    fn predict_features(&self, rows: &Features<'_>) -> Result<Predictions> {
        let info = self.info();
        if info.calibration.is_none() {
            let predictions = self.raw_predictions(rows)?;
            check_predictions(info.schema.target.task, &predictions)?;
            return Ok(predictions);
        }
        let probabilities = self.probabilities_of(rows)?;
        let class = |row| first_largest(probabilities.row(row)) as u32;
        let codes = (0..probabilities.rows()).map(class).collect();
        Ok(Predictions::Classes(codes, info.schema.target.classes.clone()))
    }

    /// Predicts each target, for models of several; of others the one there is.
    fn predict_targets(&self, rows: &Features<'_>) -> Result<Vec<Predictions>> {
        match self.info().schema.additional_targets.is_empty() {
            true => Ok(vec![self.predict_features(rows)?]),
            false => {
                let all = self.raw_predictions_of_all(rows)?;
                for (target, predictions) in self.info().schema.targets().zip(&all) {
                    check_predictions(target.task, predictions)?;
                }
                Ok(all)
            }
        }
    }

    /// The probability of each class of each target, or an error if the model has none.
    fn probabilities_of_targets(&self, rows: &Features<'_>) -> Result<Vec<Matrix>> {
        let schema = &self.info().schema;
        match schema.additional_targets.is_empty() || schema.target.task != Task::Classification {
            true => Ok(vec![self.probabilities_of(rows)?]),
            false => {
                let all = self.raw_probabilities_of_all(rows)?;
                all.iter().try_for_each(check_probabilities)?;
                Ok(all)
            }
        }
    }

    /// The probability of each class, or an error if the model has none; of several targets, those of the first.
    fn probabilities_of(&self, rows: &Features<'_>) -> Result<Matrix> {
        let info = self.info();
        let without = match info.schema.target.task {
            Task::Classification => None,
            Task::Regression => Some("is for regression and has no class probabilities"),
            Task::Outliers => Some("gives anomaly scores, not probabilities"),
            Task::Density => Some("estimates a density, not class probabilities"),
        };
        if let Some(reason) = without {
            return Err(Error::mismatch(format!("this model {reason}"), "ask for predictions instead"));
        }
        let mut probabilities = self.raw_probabilities(rows)?;
        // What is not a distribution cannot be calibrated to be one.
        check_probabilities(&probabilities)?;
        if let Some(calibrator) = &info.calibration {
            calibrator.apply(&mut probabilities)?;
            check_probabilities(&probabilities)?;
        }
        Ok(probabilities)
    }

    /// Predicts the rows of a table, whose columns are found by name.
    fn predict(&self, table: &Table) -> Result<Prediction> {
        let (rows, warnings) = self.info().schema.features(table)?;
        Ok(Prediction { values: self.predict_features(&rows)?, warnings })
    }

    /// The probability of each class for each row of a table.
    fn probabilities(&self, table: &Table) -> Result<Matrix> {
        let (rows, _) = self.info().schema.features(table)?;
        self.probabilities_of(&rows)
    }

    /// A number for each row of a table that ranks it, if the model has one: the anomaly score, for outlier detection.
    fn scores(&self, table: &Table) -> Result<Option<Vec<f64>>> {
        let (rows, _) = self.info().schema.features(table)?;
        self.raw_scores(&rows)
    }

    /// Predicts the rows of a matrix, whose columns are in the order of training.
    fn predict_matrix(&self, matrix: MatrixView<'_>) -> Result<Predictions> {
        self.predict_features(&self.info().schema.matrix(matrix)?)
    }

    /// What was learned, in words.
    fn explain(&self) -> Explanation {
        let (mut explanation, info) = (self.raw_explanation(), self.info());
        if let Some(calibrator) = &info.calibration {
            explanation.sections.push(calibrator.section(&info.schema.target.classes));
        }
        explanation.sections.extend(info.intervals.as_ref().map(PredictionIntervals::section));
        explanation
    }

    /// Why one row gets its prediction, in words.
    fn explain_row(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        if row >= rows.rows() {
            return Err(Error::data(
                format!("there is no row {}: the table has {}", row + 1, rows.rows()),
                "name a row of the table",
            ));
        }
        let (mut explanation, info) = (self.raw_row_explanation(rows, row)?, self.info());
        if let Some(calibrator) = &info.calibration {
            let raw = self.raw_probabilities(&rows.single(row))?;
            explanation.sections.push(calibrator.row_section(&info.schema.target.classes, raw.row(0))?);
        }
        Ok(explanation)
    }
}

/// A model that can be read back from a file.
pub trait LoadModel: Model + Sized + 'static {
    /// The model from its header and the bytes of [`Model::to_bytes`], which may come from anywhere: every
    /// index must be checked.
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<Self>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Baseline, CalibrationMap, ClassCalibrator, Fit};

    #[test]
    fn every_method_applies_the_calibration() {
        let table = Table::builder()
            .number("size", vec![1.0, 2.0, 3.0, 4.0])
            .category("kind", &[Some("a"), Some("a"), Some("a"), Some("b")])
            .build()
            .unwrap();
        let mut model = Baseline::default().fit(&table.dataset().target("kind").unwrap()).unwrap();
        assert_eq!(model.predict(&table).unwrap().values.label(0), "a");
        assert_eq!(model.explain().sections.len(), 1);
        // Odds of 1 to 3 become 3 to 1.
        let turned = ClassCalibrator::Platt { slope: -1.0, intercept: 0.0 };
        let calibrator = Calibrator::new(2, CalibrationMap::Curves(vec![turned]), true).unwrap();
        model.info_mut().calibration = Some(calibrator);

        assert_eq!(model.predict(&table).unwrap().values.label(0), "b");
        let matrix = Matrix::new(2, 1, vec![1.0, 2.0]).unwrap();
        assert_eq!(model.predict_matrix(matrix.view()).unwrap().label(1), "b");
        assert!((model.probabilities(&table).unwrap().at(3, 1) - 0.75).abs() < 1e-12);
        let explanation = model.explain();
        assert_eq!(explanation.sections[1].text, "b: log odds × -1.000000 + 0.000000 (Platt scaling)");
        assert_eq!(explanation.to_json()["calibration"]["method"], "platt");
        let rows = model.info().schema.matrix(matrix.view()).unwrap();
        let why = model.explain_row(&rows, 1).unwrap();
        assert_eq!(
            why.sections[1].text,
            "a: probability 0.7500, calibrated 0.2500\nb: probability 0.2500, calibrated 0.7500"
        );

        let wide = Calibrator::new(3, CalibrationMap::Temperature(2.0), true).unwrap();
        model.info_mut().calibration = Some(wide);
        assert!(model.predict(&table).unwrap_err().to_string().contains("is for 3 classes, and there are 2"));
    }

    #[test]
    fn the_first_of_the_largest() {
        assert_eq!(first_largest(&[0.2, 0.4, 0.4]), 1);
        assert_eq!(first_largest(&[]), 0);
    }
}
