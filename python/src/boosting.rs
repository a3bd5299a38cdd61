//! What only boosting can do.

use crate::data::PyDataset;
use crate::errors::to_python;
use crate::fit::train;
use crate::learner::PyLearner;
use crate::model::PyModel;
use hornbook::trees::boosting::{GradHess, GradientBoosting, PointLoss, RowLoss};
use hornbook::{CancelToken, Declared, Error};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(boosting_loss, module)?)
}

/// Trains with a loss that is a Python function of targets and scores, which gives their gradients and Hessians.
#[pyfunction]
fn boosting_loss(
    py: Python<'_>,
    learner: &PyLearner,
    data: &PyDataset,
    grad_hess: Py<PyAny>,
    start: f64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<PyModel> {
    let learner = GradientBoosting::from_parameters(&learner.0.parameters()).map_err(to_python)?;
    let data = data.0.clone();
    let failure = Arc::new(Mutex::new(None));
    let failed = failure.clone();
    let trained = train(py, seed, threads, move |run| {
        let cancel = run.cancel_token();
        let loss = PythonLoss { grad_hess, start, now: Vec::new(), failed, cancel };
        Ok(Box::new(learner.fit_loss(&data, Box::new(loss), run)?))
    });
    // What the function raised is the reason why the training was canceled.
    match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => trained,
    }
}

/// A loss that Python knows. It is called once an iteration, for all rows.
struct PythonLoss {
    grad_hess: Py<PyAny>,
    start: f64,
    now: Vec<GradHess>,
    failed: Arc<Mutex<Option<PyErr>>>,
    cancel: CancelToken,
}

impl PythonLoss {
    fn ask(&self, py: Python<'_>, targets: &[f64], scores: &[f64]) -> PyResult<Vec<GradHess>> {
        let arrays = (PyArray1::from_slice(py, targets), PyArray1::from_slice(py, scores));
        let answer = self.grad_hess.bind(py).call1(arrays)?;
        let as_numbers = |part: Bound<'_, PyAny>| -> PyResult<Vec<f64>> {
            let numpy = py.import("numpy")?;
            let array = numpy.call_method1("asarray", (part, numpy.getattr("float64")?))?;
            Ok(array.cast::<PyArray1<f64>>()?.readonly().as_array().to_vec())
        };
        let wrong = |found: String| {
            let rows = targets.len();
            to_python(Error::data(
                format!("the loss must give two arrays of {rows} numbers, gradients and Hessians above zero"),
                format!("it gave {found}"),
            ))
        };
        let (gradients, hessians): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            answer.extract().map_err(|_| wrong(format!("a {}", answer.get_type())))?;
        let (gradients, hessians) = (as_numbers(gradients)?, as_numbers(hessians)?);
        if gradients.len() != targets.len() || hessians.len() != targets.len() {
            return Err(wrong(format!("{} and {}", gradients.len(), hessians.len())));
        }
        let pairs: Vec<GradHess> = gradients.into_iter().zip(hessians).map(|(s, c)| [s, c]).collect();
        match pairs.iter().position(|[s, c]| !(s.is_finite() && *c > 0.0 && c.is_finite())) {
            Some(row) => Err(wrong(format!("{:?} for row {}", pairs[row], row + 1))),
            None => Ok(pairs),
        }
    }
}

impl PointLoss for PythonLoss {
    /// All gradients are known since the last call.
    fn grad_hess(&self, _target: f64, _score: f64) -> GradHess {
        [0.0, 1.0]
    }

    /// Python gives only gradients.
    fn loss(&self, _target: f64, _score: f64) -> f64 {
        f64::NAN
    }
}

impl RowLoss for PythonLoss {
    fn init_score(&self, _targets: &[f64], _weights: &[f64]) -> f64 {
        self.start
    }

    fn before_iteration(&mut self, targets: &[f64], scores: &[f64], _weights: &[f64]) {
        self.now = Python::attach(|py| self.ask(py, targets, scores)).unwrap_or_else(|error| {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.cancel.cancel();
            vec![[0.0, 1.0]; targets.len()]
        });
    }

    fn gradients(&self, first: usize, _targets: &[f64], _scores: &[f64], out: &mut [GradHess]) {
        out.copy_from_slice(&self.now[first..first + out.len()]);
    }
}
