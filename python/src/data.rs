//! Rows with their targets, ready for work.

use crate::errors::to_python;
use crate::learner::PyLearner;
use crate::model::PyModel;
use crate::rows::FeatureRows;
use crate::threads::run;
use arrow_buffer::ArrowNativeType;
use hornbook::data::{ClassLabels, ColumnKind, ColumnRoles, RowRoles, ScalarBuffer, TakenColumns, Target};
use hornbook::{Dataset, strings_read_by, taken_columns};
use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;

/// What to predict: codes and the names of the classes, or numbers.
#[derive(FromPyObject)]
pub enum TargetLabels<'py> {
    Classes(PyReadonlyArray1<'py, u32>, Vec<String>),
    #[pyo3(transparent)]
    Numbers(PyReadonlyArray1<'py, f64>),
}

impl TargetLabels<'_> {
    fn target(self) -> PyResult<Target> {
        Ok(match self {
            TargetLabels::Classes(codes, levels) => Target::Classes(ClassLabels {
                codes: codes.as_slice()?.to_vec().into(),
                levels: levels.into(),
            }),
            TargetLabels::Numbers(values) => Target::Numbers(values.as_slice()?.to_vec().into()),
        })
    }
}

/// An array as the values of a row role.
fn role<T: Element + ArrowNativeType>(
    name: &str,
    values: Option<PyReadonlyArray1<'_, T>>,
) -> PyResult<Option<(String, ScalarBuffer<T>)>> {
    let Some(values) = values else { return Ok(None) };
    Ok(Some((name.to_string(), values.as_slice()?.to_vec().into())))
}

/// Who reads the columns: a learner that is to be fitted, or a model that knows what they were.
#[derive(FromPyObject)]
pub enum ColumnReader<'py> {
    Learner(PyRef<'py, PyLearner>),
    Model(PyRef<'py, PyModel>),
}

impl ColumnReader<'_> {
    /// The columns of these names as they are read: an encoder takes every string for a category, and a model finds text and
    /// categories where training had them.
    fn taken(self, names: &[String]) -> TakenColumns {
        let learner = match &self {
            ColumnReader::Learner(learner) => &*learner.0,
            ColumnReader::Model(model) => return model.model().info().schema.taken_columns(),
        };
        let mut taken = taken_columns(learner);
        if let Some(ColumnKind::Category) = strings_read_by(learner) {
            taken.named.extend(names.iter().map(|name| (name.clone(), Some(ColumnKind::Category))));
        }
        taken
    }
}

/// Rows with what to predict of them, if anything, and what else is known about each. The columns are called `names`, and
/// the targets `target_names`.
#[pyclass(name = "Data", module = "hornbook._hornbook", frozen)]
pub struct PyDataset(pub Dataset);

#[pymethods]
impl PyDataset {
    #[new]
    #[pyo3(signature = (rows, names, target_names, targets, weights=None, groups=None, order=None, threads=None, reader=None, costs=None, folds=None))]
    #[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
    fn new(
        py: Python<'_>,
        rows: FeatureRows<'_>,
        names: Vec<String>,
        target_names: Vec<String>,
        targets: Vec<TargetLabels<'_>>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        groups: Option<PyReadonlyArray1<'_, u32>>,
        order: Option<PyReadonlyArray1<'_, f64>>,
        threads: Option<usize>,
        reader: Option<ColumnReader<'_>>,
        costs: Option<PyReadonlyArray1<'_, f64>>,
        folds: Option<PyReadonlyArray1<'_, u32>>,
    ) -> PyResult<PyDataset> {
        let targets = targets.into_iter().map(TargetLabels::target).collect::<PyResult<Vec<Target>>>()?;
        let row_roles = RowRoles {
            targets: target_names.into_iter().zip(targets).collect(),
            weight: role("weight", weights)?,
            group: role("group", groups)?,
            order: role("order", order)?,
            cost: role("cost", costs)?,
            fold: role("fold", folds)?,
            reference: None,
        };
        let view = rows.view()?;
        // Whoever gives a column means it as a feature; a learner that cannot take it says so.
        let read = reader.map_or_else(TakenColumns::default, |reader| reader.taken(&names));
        let taken = TakenColumns { kinds: ColumnKind::ALL.to_vec(), ..read };
        let columns = ColumnRoles { taken, ..ColumnRoles::default() };
        let data = run(py, threads, || columns.apply(&view.table(&names)?)?.with_row_roles(row_roles))?;
        Ok(PyDataset(data))
    }

    /// The same rows, with labels that only score what is found without a target: codes, and the names of the labels.
    fn with_reference(&self, codes: PyReadonlyArray1<'_, u32>, names: Vec<String>) -> PyResult<PyDataset> {
        let labels = ClassLabels { codes: codes.as_slice()?.to_vec().into(), levels: names.into() };
        self.0.clone().with_reference_labels("reference", labels).map(PyDataset).map_err(to_python)
    }

    /// The same rows, with an offset: a column that is added to the linear predictor with coefficient 1.
    fn with_offset(&self, name: &str) -> PyResult<PyDataset> {
        self.0.clone().offset(name).map(PyDataset).map_err(to_python)
    }
}
