//! Rows with their targets, ready for work.

use crate::errors::to_python;
use crate::rows::Rows;
use crate::threads::run;
use hornbook::Dataset;
use hornbook::data::{Classes, Target};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

/// What to predict: codes and the names of the classes, or numbers.
#[derive(FromPyObject)]
pub enum Labels<'py> {
    Classes(PyReadonlyArray1<'py, u32>, Vec<String>),
    #[pyo3(transparent)]
    Numbers(PyReadonlyArray1<'py, f64>),
}

/// Rows with what to predict of them, if anything, and what else is known about each. The columns are called `names`.
#[pyclass(module = "hornbook._hornbook", frozen)]
pub struct Data(pub Dataset);

#[pymethods]
impl Data {
    #[new]
    #[pyo3(signature = (rows, names, target_name, target, weights=None, groups=None, order=None, threads=None))]
    #[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
    fn new(
        py: Python<'_>,
        rows: Rows<'_>,
        names: Vec<String>,
        target_name: &str,
        target: Option<Labels<'_>>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        groups: Option<PyReadonlyArray1<'_, u32>>,
        order: Option<PyReadonlyArray1<'_, f64>>,
        threads: Option<usize>,
    ) -> PyResult<Data> {
        let target = match target {
            Some(Labels::Classes(codes, levels)) => Some(Target::Classes(Classes {
                codes: codes.as_slice()?.to_vec().into(),
                levels: levels.into(),
            })),
            Some(Labels::Numbers(values)) => Some(Target::Numbers(values.as_slice()?.to_vec().into())),
            None => None,
        };
        let view = rows.view()?;
        let mut data = run(py, threads, || {
            let data = view.table(&names)?.dataset();
            match target {
                Some(target) => data.with_target(target_name, target),
                None => Ok(data),
            }
        })?;
        if let Some(weights) = weights {
            data = data.with_weights(weights.as_slice()?.to_vec()).map_err(to_python)?;
        }
        if let Some(groups) = groups {
            data = data.with_groups(groups.as_slice()?.to_vec()).map_err(to_python)?;
        }
        if let Some(order) = order {
            data = data.with_order(order.as_slice()?.to_vec()).map_err(to_python)?;
        }
        Ok(Data(data))
    }
}
