use crate::check::{LearnerAbilities, with_checked_input};
use crate::model::{LoadModel, Model, ModelInfo, TrainingSummary};
use crate::parameter_path::ParameterPath;
use crate::precomputed::PrecomputedFit;
use crate::training_input::TrainingInput;
use crate::transformer::TransformedRows;
use hornbook_core::{
    Capabilities, Declaration, Declared, Parameters, RemovedKinds, Result, Run, Task, Value,
};
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

    /// The tasks that it does with these parameters; a pipeline those of its last step.
    fn tasks(&self) -> &'static [Task] {
        Self::declaration().tasks
    }

    /// Whether it learns from a target with these parameters.
    fn needs_target(&self) -> bool {
        Self::declaration().needs_target()
    }

    /// What a transformer with these parameters leaves none of.
    fn removes(&self) -> RemovedKinds {
        Self::declaration().removes
    }

    /// Whether [`fit_transform`](Fit::fit_transform) of a transformer gives the training rows otherwise than its model makes
    /// them: cross-fitted, or without the rows that the model keeps to continue from.
    fn has_own_training_rows(&self) -> bool {
        self.needs_target()
    }

    /// Refuses learners among the parameters that do not go together, before any data are looked at.
    fn check_learners(&self) -> Result<()> {
        Ok(())
    }

    /// Checks, and fits a transformer; with the training rows as the next step of a pipeline must see them, where a row must
    /// not be transformed by what was learned from its own target (cross-fitting) or from rows that follow it. By default these
    /// are what the model makes of the rows, and none are given.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(Self::Model, Option<TransformedRows<'static>>)> {
        Ok((self.fit_with(data, run)?, None))
    }

    /// The names of its steps, if it is a pipeline; sentences about data name the last, which predicts.
    fn step_names(&self) -> Vec<String> {
        vec![Self::declaration().name.to_string()]
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
    /// The tasks that it does with these parameters.
    fn tasks(&self) -> &'static [Task] {
        self.declaration().tasks
    }
    /// Whether it learns from a target with these parameters.
    fn needs_target(&self) -> bool {
        self.declaration().needs_target()
    }
    /// What a transformer with these parameters leaves none of.
    fn removes(&self) -> RemovedKinds {
        self.declaration().removes
    }
    /// Whether training rows are transformed otherwise than the model does it; see [`Fit::has_own_training_rows`].
    fn has_own_training_rows(&self) -> bool {
        self.needs_target()
    }
    /// Sets one parameter by name; `ridge.alpha` and `estimator.alpha` set one of a learner among the parameters.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// The same learner with some parameters changed.
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>>;
    /// Checks and learns: what `fit_with` of any learner behind a pointer calls.
    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks and fits a transformer; see [`Fit::fit_transform`].
    fn fit_transform_boxed(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(Box<dyn Model>, Option<TransformedRows<'static>>)> {
        Ok((self.fit_boxed(&data.into(), run)?, None))
    }
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
    fn tasks(&self) -> &'static [Task] {
        Fit::tasks(self)
    }
    fn needs_target(&self) -> bool {
        Fit::needs_target(self)
    }
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()> {
        match ParameterPath::parse(name) {
            Some(path) => {
                let (parameter, nested) = path.set(T::declaration(), &Declared::parameters(self), value)?;
                Declared::set_parameter(self, parameter, &nested)
            }
            None => Declared::set_parameter(self, name, value),
        }
    }
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>> {
        let mut changed = self.clone();
        for (name, value) in changes {
            Learner::set_parameter(&mut changed, name, value)?;
        }
        Ok(Box::new(changed))
    }
    fn removes(&self) -> RemovedKinds {
        Fit::removes(self)
    }
    fn has_own_training_rows(&self) -> bool {
        Fit::has_own_training_rows(self)
    }
    fn fit_transform_boxed(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(Box<dyn Model>, Option<TransformedRows<'static>>)> {
        let (model, made) = self.fit_transform(data, run)?;
        Ok((Box::new(model), made))
    }
    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_with(*input, run)?))
    }
    fn precomputed(&self, data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        self.check_parameters()?;
        LearnerAbilities::of(self).check_data(&data.without_weights())?;
        self.precompute(data)
    }
}
