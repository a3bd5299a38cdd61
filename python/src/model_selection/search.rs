//! Searching for the parameters with which a learner predicts best.

use super::resampling::PyResampling;
use super::scoring::PyEvaluationOptions;
use crate::data::PyDataset;
use crate::errors::to_python;
use crate::learner::{PyLearner, read_nested_parameter};
use crate::listener::listen;
use crate::model::PyModel;
use hornbook::evaluation::model_selection::{
    AutoTuned, ParameterDomain, SearchSpace, SelectionRule, Strategy, Tuner,
};
use hornbook::{Error, Learner, Parameters, ToJson};
use pyo3::prelude::*;
use std::sync::Arc;

/// A learner with the search that tunes it.
#[pyclass(name = "TuningSearch", module = "hornbook._hornbook", frozen)]
pub struct PyTuningSearch(Arc<AutoTuned>);

/// What is tried of a parameter: the ends of a range with whether it is by magnitude and of integers, or values.
#[derive(FromPyObject)]
pub enum SearchValues<'py> {
    Between(f64, f64, bool, bool),
    #[pyo3(transparent)]
    List(Vec<Bound<'py, PyAny>>),
}

#[pymethods]
impl PyTuningSearch {
    /// Without a space, what the learner declares worth trying. `trials` are the values a parameter of a grid.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
    fn new(
        learner: &PyLearner,
        space: Option<Vec<(String, SearchValues<'_>)>>,
        strategy: &str,
        trials: usize,
        factor: usize,
        design: &PyResampling,
        scoring: &PyEvaluationOptions,
        one_standard_error: bool,
        seed: u64,
    ) -> PyResult<PyTuningSearch> {
        let strategy = match strategy {
            "grid" => Strategy::Grid { points: trials },
            "random" => Strategy::Random { trials },
            "halving" => Strategy::Halving { trials, factor },
            "tpe" | "parzen" => Strategy::Tpe { trials },
            other => {
                return Err(to_python(Error::data(
                    format!("there is no strategy '{other}'"),
                    "expected 'grid', 'random', 'halving' or 'tpe'",
                )));
            }
        };
        let space = match space {
            Some(space) => read_space(&*learner.0, space)?,
            None => SearchSpace::declared(&*learner.0),
        };
        let rule = if one_standard_error { SelectionRule::OneStandardError } else { SelectionRule::Best };
        let tuner = Tuner::new(space, strategy).shared_design(design.0.clone()).scoring(scoring.0.clone());
        Ok(PyTuningSearch(Arc::new(AutoTuned::new(learner.copy()?, tuner.rule(rule).seed(seed)))))
    }

    /// The learner that searches whenever it is trained.
    fn learner(&self) -> PyResult<PyLearner> {
        self.0.with_parameters(&Parameters::new()).map(PyLearner).map_err(to_python)
    }

    /// Searches, and trains on all rows with what was chosen if a model is wanted: the search as text and as JSON, the
    /// place of the chosen trial, and the model.
    fn tune(
        &self,
        py: Python<'_>,
        data: &PyDataset,
        refit: bool,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<(String, String, usize, Option<PyModel>)> {
        let (tuned, data) = (self.0.clone(), data.0.clone());
        let ((tuning, model), _) = listen(py, seed, threads, move |run| {
            let tuning = tuned.tune(&data, run)?;
            let model = if refit { Some(tuned.train_as(&tuning, &data, run)?) } else { None };
            Ok((tuning, model))
        })?;
        Ok((tuning.to_string(), tuning.to_json().to_string(), tuning.chosen, model.map(PyModel::from)))
    }
}

fn read_space(learner: &dyn Learner, space: Vec<(String, SearchValues<'_>)>) -> PyResult<SearchSpace> {
    space.into_iter().try_fold(SearchSpace::default(), |space, (name, tried)| {
        let values = match tried {
            SearchValues::Between(low, high, logarithmic, whole) => {
                ParameterDomain::Between { low, high, logarithmic, whole }
            }
            SearchValues::List(values) => ParameterDomain::List(
                values
                    .iter()
                    .map(|value| read_nested_parameter(learner, &name, value))
                    .collect::<PyResult<_>>()?,
            ),
        };
        Ok(space.vary(&name, values))
    })
}
