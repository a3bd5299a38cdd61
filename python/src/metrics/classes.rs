//! Metrics of predicted classes and labels.

use super::{Codes, Numbers, no_such, optional};
use crate::errors::to_python;
use crate::threads::run;
use hornbook::evaluation::ConfusionMatrix;
use hornbook::evaluation::measures::{
    self, Average, ClassCounts, ClassMeasure, ClassificationMeasures, KappaWeights, Multilabel,
};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How often each class was taken for each other.
#[pyclass(name = "ConfusionMatrix", module = "hornbook._hornbook", frozen)]
pub struct PyConfusionMatrix(ConfusionMatrix);

#[pymethods]
impl PyConfusionMatrix {
    #[new]
    fn new(
        py: Python<'_>,
        classes: usize,
        truth: Codes<'_>,
        predicted: Codes<'_>,
        weights: Option<Numbers<'_>>,
    ) -> PyResult<PyConfusionMatrix> {
        let (truth, predicted, weights) = (truth.as_slice()?, predicted.as_slice()?, optional(&weights)?);
        run(py, Some(1), || ConfusionMatrix::new(classes, truth, predicted, weights)).map(PyConfusionMatrix)
    }

    fn matrix<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let k = self.0.classes().len();
        Array2::from_shape_fn((k, k), |(truth, predicted)| self.0.at(truth, predicted)).into_pyarray(py)
    }

    /// Every class against the rest: TN, FP, FN, TP.
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        four(py, &self.0.all_class_counts())
    }

    fn accuracy(&self) -> f64 {
        self.0.accuracy()
    }

    fn balanced_accuracy(&self, adjusted: bool) -> f64 {
        if adjusted { self.0.adjusted_balanced_accuracy() } else { self.0.balanced_accuracy() }
    }

    fn matthews(&self) -> f64 {
        self.0.matthews()
    }
}

/// Cohen's kappa of a confusion matrix.
#[pyfunction]
pub fn kappa(matrix: PyReadonlyArray2<'_, f64>, weights: Option<&str>) -> PyResult<f64> {
    let weights = match weights {
        None => KappaWeights::Equal,
        Some("linear") => KappaWeights::Linear,
        Some("quadratic") => KappaWeights::Quadratic,
        Some(other) => return Err(no_such(other)),
    };
    let counts = matrix.as_array().iter().copied().collect();
    Ok(ConfusionMatrix::from_counts(matrix.as_array().nrows(), counts).map_err(to_python)?.kappa(weights))
}

/// A metric of classes against the rest, given as TN, FP, FN, TP: of each, or averaged.
#[pyfunction]
pub fn average<'py>(
    py: Python<'py>,
    counts: PyReadonlyArray2<'py, f64>,
    measure: &str,
    beta: f64,
    average: Option<&str>,
    undefined: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let measure = class_measure(measure, beta)?;
    let counts: Vec<ClassCounts> = counts
        .as_array()
        .rows()
        .into_iter()
        .map(|row| ClassCounts {
            true_negatives: row[0],
            false_positives: row[1],
            false_negatives: row[2],
            true_positives: row[3],
        })
        .collect();
    let Some(average) = average else {
        let or = |value: f64| if value.is_nan() { undefined } else { value };
        let values = counts.iter().map(|counts| or(counts.measure(measure))).collect();
        return Ok(PyArray1::from_vec(py, values).into_any());
    };
    let average = match average {
        "micro" => Average::Micro,
        "macro" => Average::Macro,
        "weighted" => Average::Weighted,
        other => return Err(no_such(other)),
    };
    Ok(measures::average(&counts, measure, average, undefined).into_pyobject(py)?.into_any())
}

/// Rows of many labels: the counts of each label or each row, the accuracy and the Hamming loss.
#[pyfunction]
pub fn multilabel<'py>(
    py: Python<'py>,
    truth: PyReadonlyArray2<'py, bool>,
    predicted: PyReadonlyArray2<'py, bool>,
    weights: Option<Numbers<'py>>,
    by_row: bool,
) -> PyResult<(Bound<'py, PyArray2<f64>>, f64, f64)> {
    let labels = truth.as_array().ncols();
    let (truth, predicted, weights) = (truth.as_slice()?, predicted.as_slice()?, optional(&weights)?);
    let (counts, accuracy, hamming) = run(py, Some(1), || {
        let rows = Multilabel::new(labels, truth, predicted, weights)?;
        let counts = if by_row { rows.row_counts() } else { rows.label_counts() };
        Ok((counts, rows.accuracy(), rows.hamming_loss()))
    })?;
    Ok((four(py, &counts), accuracy, hamming))
}

/// A metric of the labels of each row, averaged over the rows.
#[pyfunction]
pub fn average_over_rows(
    py: Python<'_>,
    truth: PyReadonlyArray2<'_, bool>,
    predicted: PyReadonlyArray2<'_, bool>,
    weights: Option<Numbers<'_>>,
    measure: &str,
    beta: f64,
    undefined: f64,
) -> PyResult<f64> {
    let measure = class_measure(measure, beta)?;
    let labels = truth.as_array().ncols();
    let (truth, predicted, weights) = (truth.as_slice()?, predicted.as_slice()?, optional(&weights)?);
    run(py, Some(1), || {
        Ok(Multilabel::new(labels, truth, predicted, weights)?.average_over_rows(measure, undefined))
    })
}

/// All metrics of a classification at once.
#[pyfunction]
pub fn classification_measures<'py>(
    py: Python<'py>,
    classes: usize,
    truth: Codes<'py>,
    predicted: Codes<'py>,
    probabilities: Numbers<'py>,
    weights: Option<Numbers<'py>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (truth, predicted, weights) = (truth.as_slice()?, predicted.as_slice()?, optional(&weights)?);
    let probabilities = probabilities.as_slice()?;
    let all =
        run(py, None, || ClassificationMeasures::of(classes, truth, predicted, probabilities, weights))?;
    let found = PyDict::new(py);
    for (name, value) in [
        ("accuracy", all.accuracy),
        ("balanced_accuracy", all.balanced_accuracy),
        ("precision", all.precision),
        ("recall", all.recall),
        ("specificity", all.specificity),
        ("f1", all.f1),
        ("matthews_corrcoef", all.matthews),
        ("cohen_kappa", all.kappa),
        ("log_loss", all.log_loss),
        ("brier", all.brier),
        ("roc_auc", all.roc_area),
        ("average_precision", all.average_precision),
    ] {
        found.set_item(name, value)?;
    }
    found.set_item("confusion_matrix", PyConfusionMatrix(all.confusion).matrix(py))?;
    let lines = all.report.classes.iter().chain([&all.report.macro_average, &all.report.weighted_average]);
    let report = Array2::from_shape_vec(
        (classes + 2, 4),
        lines.flat_map(|line| [line.precision, line.recall, line.f1, line.support]).collect(),
    );
    // The lines are `classes` and two averages, of four numbers each.
    if let Ok(report) = report {
        found.set_item("report", report.into_pyarray(py))?;
    }
    Ok(found)
}

fn class_measure(name: &str, beta: f64) -> PyResult<ClassMeasure> {
    Ok(match name {
        "precision" => ClassMeasure::Precision,
        "recall" => ClassMeasure::Recall,
        "f-score" => ClassMeasure::FBeta(beta),
        "jaccard" => ClassMeasure::Jaccard,
        other => return Err(no_such(other)),
    })
}

fn four<'py>(py: Python<'py>, counts: &[ClassCounts]) -> Bound<'py, PyArray2<f64>> {
    let of = |c: &ClassCounts| [c.true_negatives, c.false_positives, c.false_negatives, c.true_positives];
    Array2::from_shape_fn((counts.len(), 4), |(row, column)| of(&counts[row])[column]).into_pyarray(py)
}
