use super::{Calibration, calibrate};
use hornbook_core::{Capabilities, Declaration, Error, Parameters, Result, Run, Value};
use hornbook_learner::{Learner, Model, RowSource, TrainingInput};

/// A learner whose models are calibrated on the rows they are trained on, as [`calibrate`] does it.
///
/// Evaluating it evaluates the calibrated probabilities: in every fold the map is fitted with the training rows only.
pub struct Calibrated {
    learner: Box<dyn Learner>,
    method: Calibration,
    folds: usize,
}

impl Calibrated {
    /// A learner, and how and with how many folds its probabilities are calibrated.
    pub fn new(learner: Box<dyn Learner>, method: Calibration, folds: usize) -> Calibrated {
        Calibrated { learner, method, folds }
    }
}

impl Learner for Calibrated {
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
        Ok(Box::new(Calibrated::new(self.learner.with_parameters(changes)?, self.method, self.folds)))
    }

    /// Those of the learner, as far as training it once for each fold allows.
    fn capabilities(&self) -> Capabilities {
        self.learner.capabilities().for_rows_in_memory()
    }

    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        if let RowSource::Batches(_) = input.rows() {
            return Err(Error::data(
                format!("calibrating '{}' needs all rows in memory", self.declaration().name),
                "fit it in batches, then calibrate the model with calibrate_on and rows that were held out",
            ));
        }
        input.check_modes(self.declaration(), self.capabilities())?;
        calibrate(&*self.learner, input.dataset()?, self.method, self.folds, run)
    }
}
