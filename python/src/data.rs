//! Rows with their targets, ready for work.

use crate::errors::to_python;
use crate::rows::FeatureRows;
use crate::threads::run;
use hornbook::Dataset;
use hornbook::data::{ClassLabels, Target};
use numpy::PyReadonlyArray1;
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

/// Rows with what to predict of them, if anything, and what else is known about each. The columns are called `names`, and
/// the targets `target_names`.
#[pyclass(name = "Data", module = "hornbook._hornbook", frozen)]
pub struct PyDataset(pub Dataset);

#[pymethods]
impl PyDataset {
    #[new]
    #[pyo3(signature = (rows, names, target_names, targets, weights=None, groups=None, order=None, threads=None, text=false))]
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
        text: bool,
    ) -> PyResult<PyDataset> {
        let targets = targets.into_iter().map(TargetLabels::target).collect::<PyResult<Vec<Target>>>()?;
        let targets = target_names.into_iter().zip(targets).collect();
        let view = rows.view()?;
        let mut data = run(py, threads, || view.table(&names, text)?.dataset().with_targets(targets))?;
        if text {
            data = data.with_text();
        }
        if let Some(weights) = weights {
            data = data.with_weights(weights.as_slice()?.to_vec()).map_err(to_python)?;
        }
        if let Some(groups) = groups {
            data = data.with_groups(groups.as_slice()?.to_vec()).map_err(to_python)?;
        }
        if let Some(order) = order {
            data = data.with_order(order.as_slice()?.to_vec()).map_err(to_python)?;
        }
        Ok(PyDataset(data))
    }

    /// The same rows, with a column that is added to the weighted sum as it is.
    fn with_offset(&self, name: &str) -> PyResult<PyDataset> {
        self.0.clone().offset(name).map(PyDataset).map_err(to_python)
    }
}
