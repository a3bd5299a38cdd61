//! Rows as transformers leave them, in Python's forms: an array, a sparse matrix or a table.

use crate::data::PyDataset;
use crate::errors::{to_python, warn};
use crate::learner::PyLearner;
use crate::listener::listen;
use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use crate::table::PyTable;
use crate::threads::run;
use hornbook::data::{Booleans, Feature, Features, Input, InputKind, Matrix, Schema, SparseRows};
use hornbook::{ColumnBlock, Error, Result, Table, TransformedRows};
use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use rayon::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(output_columns, module)?)?;
    module.add_function(wrap_pyfunction!(has_inverse, module)?)?;
    module.add_function(wrap_pyfunction!(transform, module)?)?;
    module.add_function(wrap_pyfunction!(inverse_transform, module)?)?;
    module.add_function(wrap_pyfunction!(fit_transform, module)?)
}

/// The columns that a transformer makes, by name and type, and the inputs that each is made of.
#[pyfunction]
fn output_columns(model: &PyModel) -> PyResult<Vec<(String, &'static str, Vec<u32>)>> {
    let transformer = model.model().transformer().map_err(to_python)?;
    let origins = transformer.origins();
    let column = |(place, output): (usize, Input)| {
        let kind = output.kind.name();
        (output.name, kind, origins.of(place).to_vec())
    };
    Ok(transformer.outputs().into_iter().enumerate().map(column).collect())
}

/// The rows with the columns that a transformer makes. What is odd about them is said if `warns`.
#[pyfunction]
fn transform<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    warns: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = rows.view()?;
    let (made, sentences) = run(py, threads, || {
        let transformer = model.model().transformer()?;
        let (features, sentences) = view.features(&model.model().info().schema)?;
        let made = RowsForPython::of(transformer.transform(&features)?, transformer.outputs())?;
        Ok((made, sentences))
    })?;
    if warns {
        warn(py, &sentences, 1)?;
    }
    made.into_python(py)
}

/// Whether a transformer has an inverse: no rows at all can be had back then.
#[pyfunction]
fn has_inverse(model: &PyModel) -> PyResult<bool> {
    let transformer = model.model().transformer().map_err(to_python)?;
    let outputs = transformer.outputs();
    let nothing = |output: &Input| match &output.kind {
        InputKind::Category { levels } => Feature::Code(Vec::new().into(), levels.clone()),
        InputKind::Boolean => Feature::Code(Vec::new().into(), Booleans::levels()),
        // Text and objects are handed on, whatever they are.
        _ => Feature::Number(Vec::new().into()),
    };
    let no_rows = Features::Columns(outputs.iter().map(nothing).collect(), 0);
    Ok(!outputs.is_empty() && transformer.inverse_transform(&no_rows).is_ok())
}

/// The inputs that made columns came from.
#[pyfunction]
fn inverse_transform<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = rows.view()?;
    let (made, sentences) = run(py, threads, || {
        let transformer = model.model().transformer()?;
        let schema = &model.model().info().schema;
        let outputs = Schema { inputs: transformer.outputs(), offset: None, ..schema.clone() };
        let (features, sentences) = view.features(&outputs)?;
        let back = transformer.inverse_transform(&features)?;
        Ok((RowsForPython::of(back, schema.inputs.clone())?, sentences))
    })?;
    warn(py, &sentences, 1)?;
    made.into_python(py)
}

/// Fits a transformer, and gives the training rows as the next step of a pipeline sees them if that is not what the model
/// makes of them (cross-fitting).
#[pyfunction]
fn fit_transform<'py>(
    py: Python<'py>,
    learner: &PyLearner,
    data: &PyDataset,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(PyModel, Option<Bound<'py, PyAny>>)> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    let ((model, made), mut sentences) = listen(py, seed, threads, move |run| {
        let (model, made) = learner.fit_transform_boxed(&data, run)?;
        let outputs = model.transformer()?.outputs();
        let made = made.map(|made| RowsForPython::of(made, outputs)).transpose()?;
        Ok((model, made))
    })?;
    sentences.extend_from_slice(&model.info().summary.warnings);
    warn(py, &sentences, 1)?;
    let made = made.map(|made| made.into_python(py)).transpose()?;
    Ok((model.into(), made))
}

/// Transformed rows in the form in which Python gets them.
enum RowsForPython {
    Dense(Matrix),
    Sparse(SparseRows),
    Table(Table),
}

impl RowsForPython {
    fn of(made: TransformedRows<'_>, outputs: Vec<Input>) -> Result<RowsForPython> {
        if has_other_than_numbers(&made) {
            let columns = made.into_columns(&outputs)?;
            let names = outputs.into_iter().map(|output| output.name);
            return Ok(RowsForPython::Table(Table::new(names.zip(columns).collect())?));
        }
        if let Features::Sparse(rows) = made.features() {
            return Ok(RowsForPython::Sparse(rows));
        }
        let rows = made.rows();
        let mut blocks = made.into_blocks();
        if let [ColumnBlock::Matrix(_)] = blocks[..]
            && let Some(ColumnBlock::Matrix(matrix)) = blocks.pop()
        {
            return Ok(RowsForPython::Dense(matrix));
        }
        side_by_side(&blocks, rows).map(RowsForPython::Dense)
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            RowsForPython::Dense(matrix) => to_array(py, matrix),
            RowsForPython::Sparse(rows) => sparse_parts(py, &rows).into_bound_py_any(py),
            RowsForPython::Table(table) => PyTable::from(table).into_bound_py_any(py),
        }
    }
}

fn has_other_than_numbers(made: &TransformedRows<'_>) -> bool {
    match made.features() {
        Features::Columns(columns, _) => columns.iter().any(|column| !matches!(column, Feature::Number(_))),
        Features::Matrix(_) | Features::Sparse(_) => false,
    }
}

/// Blocks of numbers of so many rows as one matrix.
fn side_by_side(blocks: &[ColumnBlock<'_>], rows: usize) -> Result<Matrix> {
    if let [ColumnBlock::Features(Features::Matrix(view))] = blocks {
        return Ok(view.to_matrix());
    }
    let mut columns: Vec<Feature> = Vec::new();
    for block in blocks {
        let features = match block {
            ColumnBlock::Features(features) => features.clone(),
            ColumnBlock::Matrix(matrix) => Features::Matrix(matrix.view()),
        };
        columns.extend((0..features.width()).map(|column| features.column(column)));
    }
    let numbers = columns.iter().map(|column| match column {
        Feature::Number(values) => Ok(&**values),
        _ => Err(Error::internal("a code among the numbers of an array")),
    });
    let numbers: Vec<&[f64]> = numbers.collect::<Result<_>>()?;
    let mut matrix = Matrix::zeros(rows, numbers.len());
    let lines = matrix.values_mut().par_chunks_exact_mut(numbers.len().max(1)).enumerate();
    lines.for_each(|(row, line)| line.iter_mut().zip(&numbers).for_each(|(to, column)| *to = column[row]));
    Ok(matrix)
}

/// Where rows start, the columns, and the values of a matrix of so many columns.
type CsrArrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>, usize);

fn sparse_parts<'py>(py: Python<'py>, rows: &SparseRows) -> CsrArrays<'py> {
    let view = rows.view();
    let mut starts = Vec::with_capacity(view.rows() + 1);
    let (mut indices, mut values) = (Vec::with_capacity(view.stored()), Vec::with_capacity(view.stored()));
    starts.push(0);
    for row in 0..view.rows() {
        let (places, numbers) = view.row(row);
        indices.extend_from_slice(places);
        values.extend_from_slice(numbers);
        starts.push(indices.len() as i64);
    }
    let arrays =
        (PyArray1::from_vec(py, starts), PyArray1::from_vec(py, indices), PyArray1::from_vec(py, values));
    (arrays.0, arrays.1, arrays.2, view.columns())
}
