//! Metrics of scores and probabilities.

use super::{Codes, Flags, Matrix, Numbers, no_such, optional};
use crate::threads::run;
use hornbook::evaluation::measures::{
    self, AucComponents, Average, CalibrationBinning, CalibrationCurve, PrecisionRecallCurve, RocCurve,
};
use numpy::PyArray1;
use pyo3::prelude::*;

type Three<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// Rows in the order of their scores.
#[pyclass(name = "SortedScores", module = "hornbook._hornbook", frozen)]
pub struct PySortedScores(measures::SortedScores);

#[pymethods]
impl PySortedScores {
    #[new]
    fn new(
        py: Python<'_>,
        positive: Flags<'_>,
        scores: Numbers<'_>,
        weights: Option<Numbers<'_>>,
    ) -> PyResult<PySortedScores> {
        let (positive, scores, weights) = (positive.as_slice()?, scores.as_slice()?, optional(&weights)?);
        run(py, Some(1), || measures::SortedScores::new(positive, scores, weights)).map(PySortedScores)
    }

    /// False and true positive rates and thresholds.
    fn roc<'py>(&self, py: Python<'py>, drop_collinear: bool) -> PyResult<Three<'py>> {
        let curve = run(py, Some(1), || Ok(RocCurve::of(&self.0, drop_collinear)))?;
        Ok((
            PyArray1::from_vec(py, curve.false_positive_rates),
            PyArray1::from_vec(py, curve.true_positive_rates),
            PyArray1::from_vec(py, curve.thresholds),
        ))
    }

    /// Precisions, recalls and thresholds, from the highest threshold.
    fn precision_recall<'py>(&self, py: Python<'py>, ends_only: bool) -> PyResult<Three<'py>> {
        let curve = run(py, Some(1), || Ok(PrecisionRecallCurve::of(&self.0, ends_only)))?;
        Ok((
            PyArray1::from_vec(py, curve.precisions),
            PyArray1::from_vec(py, curve.recalls),
            PyArray1::from_vec(py, curve.thresholds),
        ))
    }

    /// The ROC AUC, or the standardized one up to a false positive rate.
    fn area(&self, py: Python<'_>, most: Option<f64>) -> PyResult<f64> {
        run(py, Some(1), || match most {
            None => Ok(self.0.area()),
            Some(most) => RocCurve::of(&self.0, false).partial_area(most),
        })
    }

    fn average_precision(&self, py: Python<'_>) -> PyResult<f64> {
        run(py, Some(1), || Ok(measures::average_precision(&self.0)))
    }

    /// The weights of the positive and of the negative rows.
    fn totals(&self) -> (f64, f64) {
        self.0.totals()
    }

    /// The difference of two areas, its standard error, z and the p-value (DeLong).
    fn compare(&self, py: Python<'_>, other: &PySortedScores) -> PyResult<(f64, f64, f64, f64)> {
        run(py, Some(1), || {
            let found = AucComponents::of(&self.0).compare(&AucComponents::of(&other.0))?;
            Ok((found.difference, found.standard_error, found.z, found.p_value))
        })
    }
}

/// A metric of a matrix of scores, a column a class.
#[pyfunction]
pub fn multiclass(
    py: Python<'_>,
    name: &str,
    truth: Codes<'_>,
    scores: Matrix<'_>,
    weights: Option<Numbers<'_>>,
) -> PyResult<f64> {
    let classes = scores.as_array().ncols();
    let (truth, scores, weights) = (truth.as_slice()?, scores.as_slice()?, optional(&weights)?);
    run(py, None, || {
        let one_vs_rest = |average| measures::one_vs_rest_area(classes, truth, scores, weights, average);
        let one_vs_one = |average| measures::one_vs_one_area(classes, truth, scores, weights, average);
        Ok(Some(match name {
            "ovr micro" => one_vs_rest(Average::Micro)?,
            "ovr macro" => one_vs_rest(Average::Macro)?,
            "ovr weighted" => one_vs_rest(Average::Weighted)?,
            "ovo macro" => one_vs_one(Average::Macro)?,
            "ovo weighted" => one_vs_one(Average::Weighted)?,
            "log loss" => measures::log_loss(classes, truth, scores, weights)?,
            "brier" => measures::brier(classes, truth, scores, weights, false)?,
            "d2 log loss" => measures::d2_log_loss(classes, truth, scores, weights)?,
            "d2 brier" => measures::d2_brier(classes, truth, scores, weights)?,
            "hinge" => measures::hinge_loss(classes, truth, scores, weights)?,
            _ => return Ok(None),
        }))
    })?
    .ok_or_else(|| no_such(name))
}

/// Whether probabilities, a column a class, mean what they say: z and the p-value of Spiegelhalter's test.
#[pyfunction]
pub fn calibration_test(
    py: Python<'_>,
    truth: Codes<'_>,
    probabilities: Matrix<'_>,
    weights: Option<Numbers<'_>>,
) -> PyResult<(f64, f64)> {
    let classes = probabilities.as_array().ncols();
    let (truth, probabilities, weights) = (truth.as_slice()?, probabilities.as_slice()?, optional(&weights)?);
    let found = run(py, Some(1), || measures::CalibrationTest::of(classes, truth, probabilities, weights))?;
    Ok((found.z, found.p_value))
}

/// A metric of the scores of the positive class.
#[pyfunction]
pub fn one_column(
    py: Python<'_>,
    name: &str,
    positive: Flags<'_>,
    scores: Numbers<'_>,
    weights: Option<Numbers<'_>>,
) -> PyResult<f64> {
    let measure = match name {
        "log loss" => measures::binary_log_loss,
        "brier" => measures::binary_brier,
        "hinge" => measures::binary_hinge_loss,
        other => return Err(no_such(other)),
    };
    let (positive, scores, weights) = (positive.as_slice()?, scores.as_slice()?, optional(&weights)?);
    run(py, Some(1), || measure(positive, scores, weights))
}

/// Fraction of the rows whose class is among the best `k`.
#[pyfunction]
pub fn top_k_accuracy(
    py: Python<'_>,
    truth: Codes<'_>,
    scores: Matrix<'_>,
    k: usize,
    weights: Option<Numbers<'_>>,
) -> PyResult<f64> {
    let classes = scores.as_array().ncols();
    let (truth, scores, weights) = (truth.as_slice()?, scores.as_slice()?, optional(&weights)?);
    run(py, Some(1), || measures::top_k_accuracy(classes, truth, scores, k, weights))
}

/// The observed and the predicted shares of each bin, and its weight.
#[pyfunction]
pub fn calibration<'py>(
    py: Python<'py>,
    positive: Flags<'py>,
    probabilities: Numbers<'py>,
    weights: Option<Numbers<'py>>,
    bins: usize,
    quantile: bool,
) -> PyResult<Three<'py>> {
    let (positive, probabilities) = (positive.as_slice()?, probabilities.as_slice()?);
    let weights = optional(&weights)?;
    let bins = if quantile { CalibrationBinning::Quantile(bins) } else { CalibrationBinning::Uniform(bins) };
    let curve = run(py, Some(1), || CalibrationCurve::of(positive, probabilities, weights, bins))?;
    Ok((
        PyArray1::from_iter(py, curve.bins.iter().map(|bin| bin.observed)),
        PyArray1::from_iter(py, curve.bins.iter().map(|bin| bin.predicted)),
        PyArray1::from_iter(py, curve.bins.iter().map(|bin| bin.weight)),
    ))
}
