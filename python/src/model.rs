//! A trained model.

use crate::errors::{to_python, warn};
use crate::rows::FeatureRows;
use crate::threads::run_borrowing;
use hornbook::data::{Feature, Features, Matrix};
use hornbook::drawing::diagram_of;
use hornbook::{
    AttributeValue, Error, OutputRequest, Predictions, Result, Run, Seed, TargetOutputs, attribute,
    model_file,
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyType};
use std::path::PathBuf;
use std::sync::Arc;

/// What a learner has learned. `Model(data)` reads the bytes of a model file; nothing in them is run.
#[pyclass(name = "Model", module = "hornbook._hornbook", frozen)]
pub struct PyModel {
    outer: Arc<dyn hornbook::Model>,
    /// Which member of the outer model it is, which member of that one, and so on; nothing for the outer model itself.
    place: Vec<usize>,
}

impl From<Box<dyn hornbook::Model>> for PyModel {
    fn from(model: Box<dyn hornbook::Model>) -> PyModel {
        PyModel { outer: model.into(), place: Vec::new() }
    }
}

#[pymethods]
impl PyModel {
    #[new]
    fn new(data: &[u8]) -> PyResult<PyModel> {
        model_file::from_bytes(data, hornbook::registry()).map(PyModel::from).map_err(to_python)
    }

    /// Reads a model file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<PyModel> {
        model_file::load(path, hornbook::registry()).map(PyModel::from).map_err(to_python)
    }

    /// Writes a model file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        model_file::save(self.model(), path).map_err(to_python)
    }

    /// The bytes of a model file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &model_file::to_bytes(self.model()).map_err(to_python)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<PyModel>(), (self.to_bytes(py)?,)))
    }

    /// The learner, its parameters, the inputs, the target and how the training went, as JSON.
    fn info(&self) -> PyResult<String> {
        serde_json::to_string(self.model().info()).map_err(|e| to_python(Error::internal(e)))
    }

    /// How much each feature contributed, if the model can say.
    fn importances<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.model().inspect().importances().map(|values| PyArray1::from_vec(py, values))
    }

    /// An attribute that the learner declares; an AttributeError if there is none, or none of this model.
    fn attribute<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = attribute(self.model(), name).map_err(|e| PyAttributeError::new_err(e.to_string()))?;
        attribute_to_python(py, value)
    }

    /// Numbers of each row by a function that only some models have.
    fn row_function<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        rows: FeatureRows<'py>,
        arguments: Vec<f64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let matrix = self.with_features(py, &rows, threads, |model, features, _| {
            model.predictor()?.row_function(name, features, &arguments)?.ok_or_else(|| {
                let learner = model.info().learner_in_words();
                Error::mismatch(
                    format!("the model of '{learner}' has no '{name}'"),
                    "ask for predictions instead",
                )
            })
        })?;
        to_array(py, matrix)
    }

    /// Rows drawn at random, a column for each number.
    fn sample<'py>(&self, py: Python<'py>, rows: usize, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let table =
            self.model().sampler().and_then(|sampler| sampler.sample(rows, Seed(seed))).map_err(to_python)?;
        let numbers = |column| match Feature::of(column) {
            Feature::Number(numbers) => Ok(numbers),
            _ => Err(to_python(Error::mismatch(
                "not all columns are numbers",
                "draw from it at the command line",
            ))),
        };
        let columns = table.columns().iter().map(numbers).collect::<PyResult<Vec<_>>>()?;
        to_array(py, Matrix::from_fn(table.rows(), columns.len(), |row, column| columns[column][row]))
    }

    /// The models that it is made of: the steps of a pipeline, the members of an ensemble. They share its memory.
    fn members(&self) -> Vec<PyModel> {
        let member = |index: usize| {
            let place = self.place.iter().copied().chain([index]).collect();
            PyModel { outer: self.outer.clone(), place }
        };
        (0..self.model().inspect().members().len()).map(member).collect()
    }

    /// Whether this is the same model in memory as another.
    fn is_same(&self, other: &PyModel) -> bool {
        Arc::ptr_eq(&self.outer, &other.outer) && self.place == other.place
    }

    /// What was learned, as JSON: an object for each section, by its heading.
    fn explanation(&self) -> String {
        self.model().explain().to_json().to_string()
    }

    /// What was learned, in words.
    fn explain(&self) -> String {
        self.model().explain().to_string()
    }

    /// Why one row gets its prediction, in words.
    fn explain_row(&self, py: Python<'_>, rows: FeatureRows<'_>, row: usize) -> PyResult<String> {
        let text = self.with_features(py, &rows, Some(1), |model, features, _| {
            if row >= features.rows() { Ok(None) } else { model.explain_row(features, row).map(Some) }
        })?;
        match text {
            Some(text) => Ok(text.to_string()),
            None => Err(PyIndexError::new_err(format!("there is no row {row}"))),
        }
    }

    /// A tree as an SVG picture.
    fn to_svg(&self, tree: Option<usize>, max_depth: Option<usize>) -> PyResult<String> {
        Ok(diagram_of(self.model(), tree).map_err(to_python)?.to_svg(max_depth))
    }

    /// A tree for Graphviz.
    fn to_dot(&self, tree: Option<usize>, max_depth: Option<usize>) -> PyResult<String> {
        let diagram = diagram_of(self.model(), tree).map_err(to_python)?;
        Ok(max_depth.map_or(diagram.to_dot(), |depth| diagram.down_to(depth).to_dot()))
    }

    /// For each target the code of the class, or the number, for each row.
    fn predict<'py>(
        &self,
        py: Python<'py>,
        rows: FeatureRows<'py>,
        threads: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let targets = self.with_features(py, &rows, threads, |model, features, run| {
            model.outputs_of_targets_with(features, OutputRequest::PREDICTIONS, run)
        })?;
        let to_array = |outputs: TargetOutputs| match outputs.predictions {
            Predictions::Classes(codes, _) => PyArray1::from_vec(py, codes).into_any(),
            Predictions::Numbers(values) => PyArray1::from_vec(py, values).into_any(),
        };
        Ok(targets.into_iter().map(to_array).collect())
    }

    /// The number that ranks each row, if the model has one.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        rows: FeatureRows<'py>,
        threads: Option<usize>,
    ) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
        let targets = self.with_features(py, &rows, threads, |model, features, run| {
            model.outputs_of_targets_with(features, OutputRequest::SCORES, run)
        })?;
        let scores = targets.into_iter().next().and_then(|outputs| outputs.scores);
        Ok(scores.map(|scores| PyArray1::from_vec(py, scores.into_values())))
    }

    /// For each target the probability of each class for each row.
    fn predict_proba<'py>(
        &self,
        py: Python<'py>,
        rows: FeatureRows<'py>,
        threads: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let targets = self.with_features(py, &rows, threads, |model, features, run| {
            model.check_has_probabilities()?;
            model.outputs_of_targets_with(features, OutputRequest::PROBABILITIES, run)
        })?;
        let matrices = targets.into_iter().filter_map(|outputs| outputs.probabilities);
        matrices.map(|matrix| to_array(py, matrix)).collect()
    }
}

fn attribute_to_python(py: Python<'_>, value: AttributeValue) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        AttributeValue::Missing => py.None().into_bound(py),
        AttributeValue::Number(number) => PyFloat::new(py, number).into_any(),
        AttributeValue::Count(count) => count.into_pyobject(py)?.into_any(),
        AttributeValue::Vector(values) => PyArray1::from_vec(py, values).into_any(),
        AttributeValue::Counts(counts) => {
            PyArray1::from_iter(py, counts.into_iter().map(|count| count as i64)).into_any()
        }
        AttributeValue::Matrix(matrix) => to_array(py, matrix)?,
        AttributeValue::Matrices(all) => {
            let arrays = all.into_iter().map(|matrix| to_array(py, matrix)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, arrays)?.into_any()
        }
        AttributeValue::Texts(texts) => PyList::new(py, texts)?.into_any(),
    })
}

/// A matrix as a numpy array.
pub fn to_array<'py>(py: Python<'py>, matrix: Matrix) -> PyResult<Bound<'py, PyAny>> {
    let shape = [matrix.rows(), matrix.columns()];
    Ok(PyArray1::from_vec(py, matrix.into_values()).reshape(shape)?.into_any())
}

impl PyModel {
    /// The model itself.
    pub fn model(&self) -> &dyn hornbook::Model {
        self.place.iter().fold(&*self.outer, |model, &index| model.inspect().members()[index])
    }

    /// Finds the model's inputs in the rows, says what there is to say about them, and works on them.
    pub fn with_features<T: Send>(
        &self,
        py: Python<'_>,
        rows: &FeatureRows<'_>,
        threads: Option<usize>,
        work: impl FnOnce(&dyn hornbook::Model, &Features<'_>, &Run) -> Result<T> + Send,
    ) -> PyResult<T> {
        let view = rows.view()?;
        let (result, sentences) = run_borrowing(py, threads, |run| {
            let (features, sentences) = view.features(&self.model().info().schema)?;
            Ok((work(self.model(), &features, run)?, sentences))
        })?;
        warn(py, &sentences, 1)?;
        Ok(result)
    }
}
