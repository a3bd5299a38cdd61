use crate::attributes::AttributeValue;
use crate::calibrator::Calibrator;
use crate::drawing::Diagram;
use crate::explained_row::ExplainedRow;
use crate::explanation::Explanation;
use crate::intervals::PredictionIntervals;
use crate::outputs::{
    OutputRequest, Prediction, Predictions, TargetOutputs, check_predictions, check_probabilities,
    most_probable,
};
use crate::profile::Profile;
use crate::row_blocks::in_blocks;
use crate::shap_values::ShapValues;
use crate::transformer::Transformer;
use hornbook_core::{Error, Parameters, Result, Run, Seed, Task, Value};
use hornbook_data::{Features, Matrix, MatrixView, Schema, Table};
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

/// The capability of models that say something of each row: classes, numbers, outliers, densities, clusters.
pub trait Predictor {
    /// Predictions for each row, and what else is asked for, from one pass; for each target, before calibration.
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>>;

    /// The predictions of the first target, before calibration.
    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        let all = self.raw_outputs(rows, OutputRequest::PREDICTIONS)?;
        all.into_iter().next().map(|outputs| outputs.predictions).ok_or_else(|| {
            Error::mismatch("this model says nothing of any target", "ask for its explanation instead")
        })
    }

    /// The probability of each class of the first target, before calibration; an error if the model has no classes.
    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let all = self.raw_outputs(rows, OutputRequest::PROBABILITIES)?;
        all.into_iter().next().and_then(|outputs| outputs.probabilities).ok_or_else(|| {
            Error::mismatch("this model has no class probabilities", "ask for predictions instead")
        })
    }

    /// Why a row gets its prediction, in words, before calibration.
    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation>;

    /// Exact SHAP values (feature attributions) of the model's scores before calibration; none if the model has no
    /// exact algorithm. With a background dataset they are interventional; without, path-dependent, from the
    /// training rows that went the same way. Work that may be long looks now and then whether the run was canceled.
    fn shap_values(
        &self,
        _rows: &Features<'_>,
        _background: Option<&Features<'_>>,
        _run: &Run,
    ) -> Result<Option<ShapValues>> {
        Ok(None)
    }

    /// Numbers of each row that only some kinds of model know, by the name of the function: `decision_function`, `predict_quantiles`
    /// with its levels as arguments; none if the model has no such function.
    fn row_function(&self, _name: &str, _rows: &Features<'_>, _arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(None)
    }
}

/// The capability of models that divide rows into clusters.
pub trait Clusterer {
    /// The rows as points of the space in which the model measures distances, for measures of how compact clusters are.
    fn points(&self, rows: &Features<'_>) -> Result<Matrix>;
}

/// The capability of models that rows can be drawn from.
pub trait Sampler {
    /// So many rows, drawn at random.
    fn sample(&self, rows: usize, seed: Seed) -> Result<Table>;
}

/// What can be read off a model beside its explanation; each has a default for models that have none of it.
pub trait Inspect {
    /// Feature importances, summing to 1, if the model has them.
    fn importances(&self) -> Option<Vec<f64>> {
        None
    }

    /// The base models, if it is an ensemble or a pipeline.
    fn members(&self) -> Vec<&dyn Model> {
        Vec::new()
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

    /// An attribute that the learner declares, by its name; none if the model knows no such name, an error that says why if it has
    /// no value. [`attribute`](crate::attribute) asks for it with a sentence in either case.
    fn attribute(&self, _name: &str) -> Result<Option<AttributeValue>> {
        Ok(None)
    }
}

/// A model of which nothing more can be read than its explanation.
struct Opaque;

impl Inspect for Opaque {}

/// A fitted model: a small core, and capabilities that can be asked for.
///
/// A model implements the methods without a body and those of its capabilities: [`Predictor`], [`Transformer`], [`Inspect`]. Their methods
/// called `raw_…` are about [`Features`] and before any calibration. Everybody else calls the other methods here, which find
/// the columns and apply the model's [`Calibrator`] if it has one: then the predicted class is the first of those with
/// the highest calibrated probability. What only one kind of model knows, such as a forest its proximities, is found by turning
/// `&dyn Model` into `&dyn Any`.
pub trait Model: Any + Send + Sync + fmt::Debug {
    /// What it was trained on and how.
    fn info(&self) -> &ModelInfo;

    /// The same, to change.
    fn info_mut(&mut self) -> &mut ModelInfo;

    /// What was learned, in words, before calibration.
    fn raw_explanation(&self) -> Explanation;

    /// The learned part as bytes for a model file.
    fn to_bytes(&self) -> Result<Vec<u8>>;

    /// The capability to predict, or a sentence.
    fn predictor(&self) -> Result<&dyn Predictor> {
        match self.info().schema.target.task {
            Task::Transformation => Err(Error::mismatch(
                format!("the model of '{}' transforms rows and predicts nothing", self.info().learner),
                "transform rows with it, or put a learner behind it in a pipeline",
            )),
            _ => Err(self.info().lacks("makes no predictions")),
        }
    }

    /// The capability to transform, or a sentence.
    fn transformer(&self) -> Result<&dyn Transformer> {
        Err(Error::mismatch(
            format!("the model of '{}' predicts and does not transform rows", self.info().learner),
            "predict with it, or transform with the model of a transformer, such as scale-columns",
        ))
    }

    /// Whether what it says of a row follows from that row alone, so that rows may come some at a time.
    fn is_row_wise(&self) -> bool {
        let members = self.inspect().members();
        self.transformer().map_or(true, Transformer::is_row_wise)
            && members.into_iter().all(|member| member.is_row_wise())
    }

    /// The capability to cluster, or a sentence.
    fn clusterer(&self) -> Result<&dyn Clusterer> {
        Err(Error::mismatch(
            format!("the model of '{}' does not divide rows into clusters", self.info().learner),
            "ask a clustering for them",
        ))
    }

    /// The capability to draw rows, or a sentence.
    fn sampler(&self) -> Result<&dyn Sampler> {
        Err(Error::mismatch(
            format!("no rows can be drawn from the model of '{}'", self.info().learner),
            "draw from the model of a density",
        ))
    }

    /// What can be read off it.
    fn inspect(&self) -> &dyn Inspect {
        &Opaque
    }

    /// What the model says of some rows about each target, in one pass, calibrated.
    fn outputs_of_targets(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let info = self.info();
        let calibrated = info.calibration.is_some();
        let probabilities = request.probabilities || calibrated;
        let mut all = self.predictor()?.raw_outputs(rows, OutputRequest { probabilities, ..request })?;
        for (target, outputs) in info.schema.targets().zip(&mut all) {
            check_predictions(target.task, &outputs.predictions)?;
            if !probabilities {
                outputs.probabilities = None;
            }
            // What is not a distribution cannot be calibrated to be one.
            if let Some(probabilities) = &outputs.probabilities {
                check_probabilities(probabilities)?;
            }
        }
        if let Some(calibrator) = &info.calibration
            && let Some(outputs) = all.first_mut()
            && let Some(probabilities) = &mut outputs.probabilities
        {
            calibrator.apply(probabilities)?;
            check_probabilities(probabilities)?;
            let codes = most_probable(probabilities);
            outputs.predictions = Predictions::Classes(codes, info.schema.target.classes.clone());
        }
        Ok(all)
    }

    /// As [`outputs_of_targets`](Model::outputs_of_targets), on the threads of a run and until it is canceled.
    fn outputs_of_targets_with(
        &self,
        rows: &Features<'_>,
        request: OutputRequest,
        run: &Run,
    ) -> Result<Vec<TargetOutputs>> {
        if !self.is_row_wise() {
            run.check()?;
            return run.install(|| self.outputs_of_targets(rows, request));
        }
        let mut all: Vec<TargetOutputs> = Vec::new();
        let done = in_blocks(rows.rows(), run, |block| {
            let is_first = block.start == 0;
            let outputs = self.outputs_of_targets(&rows.part(block), request)?;
            if is_first {
                all = outputs;
                return Ok(());
            }
            all.iter_mut().zip(outputs).try_for_each(|(all, more)| all.append(more))
        });
        match done {
            Ok(()) => Ok(all),
            Err(Error::Canceled) => Err(Error::Canceled),
            // A sentence about a row counts from the first of them, not from the first of a block.
            Err(_) => run.install(|| self.outputs_of_targets(rows, request)),
        }
    }

    /// As [`predict`](Model::predict), on the threads of a run and until it is canceled.
    fn predict_with(&self, table: &Table, run: &Run) -> Result<Prediction> {
        let (rows, warnings) = self.info().schema.features(table)?;
        let all = self.outputs_of_targets_with(&rows, OutputRequest::PREDICTIONS, run)?;
        let first = all.into_iter().next().ok_or_else(|| self.info().lacks("says nothing of any target"))?;
        Ok(Prediction { values: first.predictions, warnings })
    }

    /// As [`shap_values`](Predictor::shap_values), on the threads of the run.
    fn shap_values_with(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        run.check()?;
        run.install(|| self.predictor()?.shap_values(rows, background, run))
    }

    /// What the model says of some rows in one pass, calibrated; of several targets, about the first.
    fn outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<TargetOutputs> {
        let all = self.outputs_of_targets(rows, request)?;
        all.into_iter().next().ok_or_else(|| self.info().lacks("says nothing of any target"))
    }

    /// Predicts a class or a number for each row.
    fn predict_features(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(self.outputs(rows, OutputRequest::PREDICTIONS)?.predictions)
    }

    /// The probability of each class, or an error if the model has none; of several targets, those of the first.
    fn probabilities_of(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.check_has_probabilities()?;
        let outputs = self.outputs(rows, OutputRequest::PROBABILITIES)?;
        outputs.probabilities.ok_or_else(|| self.info().lacks("has no class probabilities"))
    }

    /// Whether the model has class probabilities, or the sentence that says what it has instead.
    fn check_has_probabilities(&self) -> Result<()> {
        let lacks = match self.info().schema.target.task {
            Task::Classification => return Ok(()),
            Task::Regression => "is for regression and has no class probabilities",
            Task::Outliers => "gives anomaly scores, not probabilities",
            Task::Density => "estimates a density, not class probabilities",
            Task::Clustering | Task::Transformation | Task::Labeling | Task::Patterns => {
                "has no class probabilities"
            }
        };
        Err(self.info().lacks(lacks))
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
        Ok(self.outputs(&rows, OutputRequest::SCORES)?.scores.map(Matrix::into_values))
    }

    /// Predicts the rows of a matrix, whose columns are in the order of training.
    fn predict_matrix(&self, matrix: MatrixView<'_>) -> Result<Predictions> {
        self.predict_features(&self.info().schema.matrix(matrix)?)
    }

    /// What was learned, in words.
    fn explain(&self) -> Explanation {
        let mut explanation = self.raw_explanation();
        let info = self.info();
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
        self.row_explanation(&ExplainedRow::of(rows, row))
    }

    /// As [`explain_row`](Model::explain_row), of a row that knows what its columns stand for.
    fn row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let predictor = self.predictor()?;
        let mut explanation = predictor.raw_row_explanation(row)?;
        let info = self.info();
        if let Some(calibrator) = &info.calibration {
            let raw = predictor.raw_probabilities(row.features())?;
            explanation.sections.push(calibrator.row_section(&info.schema.target.classes, raw.row(0))?);
        }
        Ok(explanation)
    }
}

impl ModelInfo {
    /// The sentence of a model without a capability that is asked for.
    pub(crate) fn lacks(&self, what: &str) -> Error {
        Error::mismatch(format!("this model {what}"), "ask for predictions instead")
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
}
