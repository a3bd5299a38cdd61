use crate::check::with_checked_input;
use crate::model::{LoadModel, Model, ModelInfo, TrainingSummary};
use crate::precomputed::PrecomputedFit;
use crate::training_input::TrainingInput;
use hornbook_core::{Capabilities, Declaration, Declared, Parameters, Result, Run, Value};
use hornbook_data::{Dataset, Schema, TargetSchema};

/// A learner whose type is known: what each learner implements and Rust programs call.
pub trait Fit: Declared {
    /// What it learns.
    type Model: LoadModel;

    /// Learns from what [`fit_with`](Fit::fit_with) has checked: there are rows, a target without missing values (or none, if
    /// the learner needs none), and only what the learner's [`capabilities`](Fit::capabilities) say that it takes.
    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Self::Model>;

    /// What it takes with these parameters; what is declared holds for some of them only, where they name other learners.
    fn capabilities(&self) -> Capabilities {
        Self::declaration().capabilities
    }

    /// What it does once for rows that it will learn from many times with other weights. By default nothing.
    fn precompute(&self, _data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        Ok(None)
    }

    /// Learns, with the defaults of [`Run`].
    fn fit(&self, data: &Dataset) -> Result<Self::Model> {
        self.fit_with(data, &Run::default())
    }

    /// Checks parameters and data, then learns from a dataset, or from any [`TrainingInput`].
    fn fit_with<'a>(&self, input: impl Into<TrainingInput<'a>>, run: &Run) -> Result<Self::Model> {
        with_checked_input(self, input.into(), run, |input| self.fit_checked(input, run))
    }

    /// The header of a model trained on this data and its target.
    fn model_info(&self, data: &Dataset, summary: TrainingSummary) -> Result<ModelInfo> {
        Ok(self.model_info_predicting(TargetSchema::of(data)?, data, summary))
    }

    /// The header of a model trained on this data without a target, with what it predicts instead.
    fn model_info_predicting(
        &self,
        answer: TargetSchema,
        data: &Dataset,
        summary: TrainingSummary,
    ) -> ModelInfo {
        ModelInfo {
            learner: Self::declaration().name.to_string(),
            parameters: self.parameters(),
            schema: Schema::predicting(answer, data),
            summary,
            calibration: None,
            profile: None,
            intervals: None,
        }
    }
}

/// Any learner, behind a pointer: what the command line, Python and pipelines hold. Implemented for every
/// [`Fit`].
pub trait Learner: Send + Sync {
    /// What it is.
    fn declaration(&self) -> &'static Declaration;
    /// All parameters with their present values.
    fn parameters(&self) -> Parameters;
    /// What it takes with these parameters.
    fn capabilities(&self) -> Capabilities {
        self.declaration().capabilities
    }
    /// Sets one parameter by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// The same learner with some parameters changed.
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>>;
    /// Checks and learns: what `fit_with` of any learner behind a pointer calls.
    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks, and does once what it can for rows that it will learn from many times; see
    /// [`ReweightedTrainer`](crate::ReweightedTrainer).
    fn precomputed(&self, _data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        Ok(None)
    }
}

impl dyn Learner + '_ {
    /// Checks parameters and data, then learns from a dataset, or from any [`TrainingInput`].
    pub fn fit_with<'a>(&self, input: impl Into<TrainingInput<'a>>, run: &Run) -> Result<Box<dyn Model>> {
        self.fit_boxed(&input.into(), run)
    }
}

impl<T: Fit> Learner for T {
    fn declaration(&self) -> &'static Declaration {
        T::declaration()
    }
    fn parameters(&self) -> Parameters {
        Declared::parameters(self)
    }
    fn capabilities(&self) -> Capabilities {
        Fit::capabilities(self)
    }
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()> {
        Declared::set_parameter(self, name, value)
    }
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>> {
        let mut all = Declared::parameters(self);
        all.extend(changes.clone());
        Ok(Box::new(T::from_parameters(&all)?))
    }
    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_with(*input, run)?))
    }
    fn precomputed(&self, data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        self.check_parameters()?;
        crate::check::check_data(T::declaration(), Fit::capabilities(self), &data.without_weights())?;
        self.precompute(data)
    }
}
