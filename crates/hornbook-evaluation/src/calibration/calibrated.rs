use super::{Calibration, calibrate};
use hornbook_core::{Declaration, Error, Parameters, Result, Run, Value};
use hornbook_data::Dataset;
use hornbook_learner::{Batches, Learner, Model};

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

    fn train(&self, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        calibrate(&*self.learner, data, self.method, self.folds, run)
    }

    fn train_in_batches(&self, _batches: &dyn Batches, _run: &Run) -> Result<Box<dyn Model>> {
        Err(Error::data(
            format!("calibrating '{}' needs all rows in memory", self.declaration().name),
            "fit it in batches, then calibrate the model with calibrate_on and rows that were held out",
        ))
    }
}
