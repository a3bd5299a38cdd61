//! What a learner is fitted on.

use crate::model::Model;
use crate::statistical_query::{Batches, StatisticalQuery, run_query_in_batches, run_query_in_memory};
use hornbook_core::{Capabilities, Declaration, Error, Result, Run};
use hornbook_data::Dataset;
use std::any::Any;
use std::fmt;

/// Where the training rows are.
#[derive(Clone, Copy)]
pub enum RowSource<'a> {
    /// In memory.
    Memory(&'a Dataset),
    /// In batches, which can be larger than memory together.
    Batches(&'a dyn Batches),
}

impl<'a> RowSource<'a> {
    /// Rows like those, of which there may be few or none: their columns, levels and roles.
    pub fn prototype(self) -> &'a Dataset {
        match self {
            RowSource::Memory(data) => data,
            RowSource::Batches(batches) => batches.prototype(),
        }
    }

    /// Runs a statistical query over all rows.
    pub fn run_query(self, query: &mut impl StatisticalQuery, run: &Run) -> Result<()> {
        match self {
            RowSource::Memory(data) => run_query_in_memory(query, data, run),
            RowSource::Batches(batches) => run_query_in_batches(query, batches, run),
        }
    }
}

impl fmt::Debug for RowSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowSource::Memory(data) => f.debug_tuple("Memory").field(&data.rows().len()).finish(),
            RowSource::Batches(_) => f.write_str("Batches"),
        }
    }
}

/// What a learner is fitted on: training rows, in memory or in batches; perhaps a validation set for early stopping; perhaps a
/// model to continue from (warm start).
///
/// A dataset alone is one: `learner.fit_with(&data, &run)`.
#[derive(Debug, Clone, Copy)]
pub struct TrainingInput<'a> {
    rows: RowSource<'a>,
    validation: Option<&'a Dataset>,
    warm_start: Option<&'a dyn Model>,
}

impl<'a> From<&'a Dataset> for TrainingInput<'a> {
    fn from(data: &'a Dataset) -> TrainingInput<'a> {
        TrainingInput { rows: RowSource::Memory(data), validation: None, warm_start: None }
    }
}

impl<'a> TrainingInput<'a> {
    /// Rows in batches, for out-of-core training.
    pub fn in_batches(batches: &'a dyn Batches) -> TrainingInput<'a> {
        TrainingInput { rows: RowSource::Batches(batches), validation: None, warm_start: None }
    }

    /// The same rows, with a validation set for early stopping.
    #[must_use]
    pub fn with_validation(self, validation: &'a Dataset) -> TrainingInput<'a> {
        TrainingInput { validation: Some(validation), ..self }
    }

    /// The same rows, to continue training a model on (warm start).
    #[must_use]
    pub fn with_warm_start(self, model: &'a dyn Model) -> TrainingInput<'a> {
        TrainingInput { warm_start: Some(model), ..self }
    }

    /// The same input with other rows.
    #[must_use]
    pub fn on<'b>(self, rows: RowSource<'b>) -> TrainingInput<'b>
    where
        'a: 'b,
    {
        TrainingInput { rows, ..self }
    }

    /// Refuses batches, a validation set or a warm start where the learner does not declare to take them.
    pub fn check_modes(&self, declaration: &Declaration, capabilities: Capabilities) -> Result<()> {
        let learner = declaration.name;
        if matches!(self.rows(), RowSource::Batches(_)) && !capabilities.out_of_core {
            return Err(Error::data(
                format!("the learner '{learner}' needs all rows in memory"),
                "fit it without batches, or choose a learner with out-of-core training",
            ));
        }
        if self.validation().is_some() && !capabilities.early_stopping {
            return Err(Error::data(
                format!("'{learner}' has no early stopping: it takes no validation set"),
                "fit it without one, or choose an iterative learner, such as gradient-boosting",
            ));
        }
        if self.warm_start().is_some() && !(capabilities.warm_start || capabilities.incremental) {
            return Err(Error::data(
                format!("'{learner}' does not support warm start"),
                "fit it anew, or choose an iterative learner, such as gradient-boosting",
            ));
        }
        Ok(())
    }

    /// Where the training rows are.
    pub fn rows(&self) -> RowSource<'a> {
        self.rows
    }

    /// The training rows in memory. A learner that does not declare out-of-core training is never given others.
    pub fn dataset(&self) -> Result<&'a Dataset> {
        match self.rows {
            RowSource::Memory(data) => Ok(data),
            RowSource::Batches(_) => Err(Error::data(
                "the learner needs all rows in memory",
                "fit it without batches, or choose a learner with out-of-core training",
            )),
        }
    }

    /// The validation set.
    pub fn validation(&self) -> Option<&'a Dataset> {
        self.validation
    }

    /// The model to continue from.
    pub fn warm_start(&self) -> Option<&'a dyn Model> {
        self.warm_start
    }

    /// The model to continue from, of the type that the learner makes.
    pub fn warm_start_as<M: Model>(&self) -> Result<Option<&'a M>> {
        let Some(model) = self.warm_start else { return Ok(None) };
        let any: &dyn Any = model;
        match any.downcast_ref::<M>() {
            Some(own) => Ok(Some(own)),
            None => Err(Error::mismatch(
                format!("the model to warm-start from, of '{}', is of another kind", model.info().learner),
                "name the learner of the model",
            )),
        }
    }
}
