//! The study: `hornbook.study`.

use crate::errors::{to_python, warn};
use crate::listener::listen;
use crate::model::PyModel;
use crate::rows::FeatureRows;
use hornbook::data::ColumnRoles;
use hornbook::evaluation::decisions::LossMatrix;
use hornbook::evaluation::{EvaluationOptions, Measure};
use hornbook::study::{Preference, Study, StudyFolder, StudyRecord};
use hornbook::{Error, LearnerSpec, ParameterValue, Table};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(study, module)?)?;
    module.add_function(wrap_pyfunction!(report, module)?)
}

/// Which column is what, and what is asked for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct StudyRequest {
    /// The column roles, as JSON.
    roles: String,
    learners: Option<Vec<String>>,
    measures: Option<Vec<String>>,
    positive: Option<String>,
    /// Actions, classes and what each action costs for each class, action by action.
    losses: Option<(Vec<String>, Vec<String>, Vec<f64>)>,
    budget: Option<f64>,
    trials: Option<usize>,
    prefer: String,
    seed: u64,
    name: String,
    out: Option<PathBuf>,
    resume: bool,
}

/// The record, the model that is kept, and the simple model if there is one.
type StudyModels = (StudyRecord, Box<dyn hornbook::Model>, Option<Box<dyn hornbook::Model>>);

/// Studies the rows of a frame: the record as JSON, the model, the simple model and the report.
#[pyfunction]
fn study(
    py: Python<'_>,
    rows: FeatureRows<'_>,
    test: Option<FeatureRows<'_>>,
    request: StudyRequest,
    threads: Option<usize>,
) -> PyResult<(String, PyModel, Option<PyModel>, String)> {
    let table = rows.view()?.whole_table().map_err(to_python)?;
    let test = test.map(|rows| rows.view()?.whole_table().map_err(to_python)).transpose()?;
    let work = move |run: &hornbook::Run| request.study(&table, test.as_ref(), run);
    let ((record, model, simple_model), sentences) = listen(py, 0, threads, work)?;
    warn(py, &sentences, 1)?;
    let html = hornbook::report::render(&record).map_err(to_python)?;
    let json = serde_json::to_string(&record).map_err(|e| to_python(Error::internal(e)))?;
    Ok((json, model.into(), simple_model.map(PyModel::from), html))
}

/// The report of a record, given as JSON.
#[pyfunction]
fn report(record: &str) -> PyResult<String> {
    let record: StudyRecord = serde_json::from_str(record).map_err(|e| {
        to_python(Error::data(format!("this is not the record of a study ({e})"), "give one"))
    })?;
    hornbook::report::render(&record).map_err(to_python)
}

impl StudyRequest {
    fn study(
        &self,
        table: &Table,
        test: Option<&Table>,
        run: &hornbook::Run,
    ) -> hornbook::Result<StudyModels> {
        let roles: ColumnRoles = serde_json::from_str(&self.roles).map_err(Error::internal)?;
        let data = roles.apply(table)?;
        let preference = Preference::from_value(&self.prefer.as_str().into()).ok_or_else(|| {
            let names: Vec<&str> = Preference::KIND.options().iter().map(|(name, _)| *name).collect();
            Error::data(format!("prefer is '{}'", self.prefer), format!("give one of {}", names.join(", ")))
        })?;
        let mut study = Study::default().prefer(preference).seed(self.seed).name(&self.name);
        if let Some(seconds) = self.budget {
            let budget = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            study = study.budget(budget.ok_or_else(|| {
                Error::data(format!("the budget is {seconds} seconds"), "give a number above zero")
            })?);
        }
        if let Some(trials) = self.trials {
            study = study.trials(trials);
        }
        if let Some(test) = test {
            study = study.test(roles.apply(test)?);
        }
        if let Some(learners) = &self.learners {
            let specs =
                learners.iter().map(|text| LearnerSpec::parse(text)).collect::<hornbook::Result<_>>()?;
            study = study.learners(specs);
        }
        if let Some(scoring) = self.scoring()? {
            study = study.scoring(scoring);
        }
        if let Some((actions, classes, losses)) = &self.losses {
            study = study.losses(LossMatrix::new(actions, classes, losses.clone())?);
        }
        let folder = match (&self.out, self.resume) {
            (Some(path), true) => Some(StudyFolder::resume(path)?),
            (Some(path), false) => Some(StudyFolder::create(path)?),
            (None, _) => None,
        };
        if let Some(folder) = &folder {
            let (checkpoint, resumed) = folder.checkpoint();
            study = study.checkpoint(checkpoint, resumed);
        }
        let mut finished = study.run(&data, hornbook::registry(), run)?;
        if let Some(folder) = &folder {
            folder.write(&mut finished, hornbook::report::render)?;
        }
        Ok((finished.record, finished.model, finished.simple_model))
    }

    /// How learners are evaluated, if something was asked for.
    fn scoring(&self) -> hornbook::Result<Option<EvaluationOptions>> {
        if self.measures.is_none() && self.positive.is_none() {
            return Ok(None);
        }
        let mut scoring = EvaluationOptions::default();
        if let Some(names) = &self.measures {
            let measures: Vec<Measure> =
                names.iter().map(|name| Measure::from_name(name)).collect::<hornbook::Result<_>>()?;
            scoring = scoring.measures(&measures);
        }
        if let Some(positive) = &self.positive {
            scoring = scoring.positive(positive);
        }
        Ok(Some(scoring))
    }
}
