use super::tuner::Tuner;
use super::tuning_result::TuningResult;
use hornbook_core::{Capabilities, Declaration, Error, Parameters, Result, Run, Value};
use hornbook_data::Dataset;
use hornbook_learner::{Learner, Model, RowSource, TrainingInput};
use serde_json::json;

/// A learner that tunes itself on the rows it is trained on, then trains on all of them with the selected hyperparameters.
///
/// Evaluating it is nested cross-validation: in every outer fold the search sees the training rows only.
pub struct AutoTuned {
    learner: Box<dyn Learner>,
    tuner: Tuner,
}

impl AutoTuned {
    /// A learner and the search that tunes it.
    pub fn new(learner: Box<dyn Learner>, tuner: Tuner) -> AutoTuned {
        AutoTuned { learner, tuner }
    }

    /// Searches.
    pub fn tune(&self, data: &Dataset, run: &Run) -> Result<TuningResult> {
        self.tuner.tune_with(&*self.learner, data, run)
    }

    /// Trains on all rows with the parameters that a search chose.
    pub fn train_as(&self, tuning: &TuningResult, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        let mut model = self.learner.with_parameters(tuning.parameters())?.fit_with(data, run)?;
        let chosen = json!(tuning.parameters());
        model.info_mut().summary.details.insert("tuned".to_string(), chosen);
        Ok(model)
    }

    /// Searches, then trains on all rows with what was chosen.
    pub fn tune_and_train(&self, data: &Dataset, run: &Run) -> Result<(TuningResult, Box<dyn Model>)> {
        let tuning = self.tune(data, run)?;
        let model = self.train_as(&tuning, data, run)?;
        Ok((tuning, model))
    }
}

impl Learner for AutoTuned {
    fn declaration(&self) -> &'static Declaration {
        self.learner.declaration()
    }

    fn parameters(&self) -> Parameters {
        self.learner.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()> {
        self.learner.set_parameter(name, value)
    }

    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>> {
        Ok(Box::new(AutoTuned::new(self.learner.with_parameters(changes)?, self.tuner.clone())))
    }

    /// Those of the learner, as far as training it once for each trial allows.
    fn capabilities(&self) -> Capabilities {
        self.learner.capabilities().for_rows_in_memory()
    }

    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        if let RowSource::Batches(_) = input.rows() {
            return Err(Error::data(
                format!("tuning '{}' needs all rows in memory", self.declaration().name),
                "tune it on a sample, then fit it in batches with the hyperparameters found",
            ));
        }
        input.check_modes(self.declaration(), self.capabilities())?;
        Ok(self.tune_and_train(input.dataset()?, run)?.1)
    }
}
