//! From rows to transformers and a model behind them.

use super::model::PipelineModel;
use super::params::Pipeline;
use crate::check::{step_as_subject, step_in_words};
use crate::fit::{Fit, Learner};
use crate::model::{Model, ModelInfo};
use crate::parameter_path::step_names;
use crate::registry::Registry;
use crate::statistical_query::Batches;
use crate::training_input::{RowSource, TrainingInput};
use crate::transformer::{
    BatchesToTransform, TransformedBatches, TransformedRows, dataset_of, seen_by_transformer,
    transformed_dataset,
};
use hornbook_core::{Capabilities, Declared, Error, RemovedKinds, Result, Run, Task};
use hornbook_data::Dataset;

impl Pipeline {
    /// The learners of the steps, the last of which may be any learner and the others transformers.
    pub(super) fn learners(&self) -> Result<Vec<Box<dyn Learner>>> {
        if self.steps.is_empty() {
            return Err(Error::data(
                "the pipeline has no steps",
                "name some, like pipeline(scale-columns, ridge)",
            ));
        }
        let registry = Registry::filled()?;
        let learners: Vec<Box<dyn Learner>> =
            self.steps.iter().map(|spec| registry.learner(spec)).collect::<Result<_>>()?;
        let names = step_names(&self.steps);
        for (at, learner) in learners[..learners.len() - 1].iter().enumerate() {
            if learner.tasks() != [Task::Transformation] {
                let before = at.checked_sub(1).map(|before| names[before].as_str());
                return Err(Error::data(
                    format!(
                        "{} is no transformer, and '{}' stands behind it",
                        step_as_subject(&names[at], before),
                        names[at + 1]
                    ),
                    "let only the last step predict; stacking combines learners",
                ));
            }
        }
        Ok(learners)
    }

    /// The last step, if there is one that is known.
    fn last(&self) -> Option<Box<dyn Learner>> {
        Registry::filled().ok()?.learner(self.steps.last()?).ok()
    }
}

/// What a sequence of steps takes: a kind of values if every step does until one leaves none of it.
fn combined_capabilities(learners: &[Box<dyn Learner>]) -> Capabilities {
    let takes = |has: fn(&Capabilities) -> bool, is_removed: fn(&dyn Learner) -> bool| {
        for learner in learners {
            if !has(&learner.capabilities()) {
                return false;
            }
            if is_removed(&**learner) {
                return true;
            }
        }
        true
    };
    let all = |has: fn(&Capabilities) -> bool| learners.iter().all(|learner| has(&learner.capabilities()));
    let last = learners.last().map_or(Capabilities::NONE, |learner| learner.capabilities());
    Capabilities {
        missing: takes(|c| c.missing, |learner| learner.removes().missing),
        categories: takes(|c| c.categories, |learner| learner.removes().categories),
        text: takes(|c| c.text, |learner| learner.removes().text),
        sample_weights: all(|c| c.sample_weights),
        out_of_core: all(|c| c.out_of_core),
        ..last
    }
}

impl Fit for Pipeline {
    type Model = PipelineModel;

    fn capabilities(&self) -> Capabilities {
        match self.learners() {
            Ok(learners) => combined_capabilities(&learners),
            // What is wrong with the steps is said when they are made.
            Err(_) => <Self as Declared>::declaration().capabilities,
        }
    }

    fn tasks(&self) -> &'static [Task] {
        self.last().map_or(<Self as Declared>::declaration().tasks, |learner| learner.tasks())
    }

    fn needs_target(&self) -> bool {
        self.learners().is_ok_and(|learners| learners.iter().any(|learner| learner.needs_target()))
    }

    fn step_names(&self) -> Vec<String> {
        step_names(&self.steps)
    }

    fn check_learners(&self) -> Result<()> {
        self.learners().map(drop)
    }

    fn removes(&self) -> RemovedKinds {
        let Ok(learners) = self.learners() else { return RemovedKinds::NONE };
        let any =
            |removes: fn(RemovedKinds) -> bool| learners.iter().any(|learner| removes(learner.removes()));
        RemovedKinds {
            missing: any(|kinds| kinds.missing),
            categories: any(|kinds| kinds.categories),
            text: any(|kinds| kinds.text),
            dates: any(|kinds| kinds.dates),
            scale: any(|kinds| kinds.scale),
        }
    }

    fn has_own_training_rows(&self) -> bool {
        self.learners().is_ok_and(|learners| learners.iter().any(|learner| learner.has_own_training_rows()))
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<PipelineModel> {
        let learners = self.learners()?;
        let earlier = input.warm_start_as::<PipelineModel>()?;
        let steps = PipelineSteps { pipeline: self, learners: &learners, earlier, run };
        let models = match input.rows() {
            RowSource::Memory(data) => steps.fit(data, input)?,
            RowSource::Batches(batches) => steps.fit_in_batches(0, batches)?,
        };
        let info = self.info_of(input.rows().prototype(), &models)?;
        PipelineModel::of_parts(info, models)
    }

    /// In a pipeline within a pipeline, a transformer that is cross-fitted stays so.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(PipelineModel, Option<TransformedRows<'static>>)> {
        let learners = self.learners()?;
        if !Fit::has_own_training_rows(self) {
            return Ok((self.fit_with(data, run)?, None));
        }
        let steps = PipelineSteps { pipeline: self, learners: &learners, earlier: None, run };
        let mut models = Vec::with_capacity(learners.len());
        let mut rows = data.clone();
        for at in 0..learners.len() {
            let (model, made) = steps.fit_transformer(at, &rows)?;
            models.push(model);
            rows = made;
        }
        let made = TransformedRows::from(rows.row_features());
        Ok((PipelineModel::of_parts(self.info_of(data, &models)?, models)?, Some(made)))
    }
}

impl Pipeline {
    fn info_of(&self, data: &Dataset, models: &[Box<dyn Model>]) -> Result<ModelInfo> {
        let last =
            models.last().ok_or_else(|| Error::internal("a pipeline without steps was fitted"))?.info();
        let mut summary = last.summary.clone();
        for model in &models[..models.len() - 1] {
            summary.details.extend(model.info().summary.details.clone());
            summary.warnings.extend(model.info().summary.warnings.clone());
        }
        let mut info = self.model_info_predicting(last.schema.target.clone(), data, summary);
        info.schema.additional_targets = last.schema.additional_targets.clone();
        Ok(info)
    }
}

/// The steps of a pipeline while they are fitted.
struct PipelineSteps<'a> {
    pipeline: &'a Pipeline,
    learners: &'a [Box<dyn Learner>],
    earlier: Option<&'a PipelineModel>,
    run: &'a Run,
}

impl PipelineSteps<'_> {
    /// Fits the steps one after the other to rows in memory.
    fn fit(&self, data: &Dataset, input: &TrainingInput<'_>) -> Result<Vec<Box<dyn Model>>> {
        let mut models: Vec<Box<dyn Model>> = Vec::with_capacity(self.learners.len());
        let mut rows = data.with_nonzero_weight();
        let mut validation = input.validation().cloned();
        for at in 0..self.learners.len() - 1 {
            self.run.check()?;
            let (model, made) = self.fit_transformer(at, &rows)?;
            if let Some(held_out) = &validation {
                validation = Some(transformed_dataset(model.transformer()?, held_out)?);
            }
            models.push(model);
            rows = made;
        }
        let last = self.learners.len() - 1;
        let seen = if self.learners[last].needs_target() { rows } else { rows.without_targets() };
        let mut last_input = TrainingInput::from(&seen);
        if let Some(validation) = &validation {
            last_input = last_input.with_validation(validation);
        }
        models.push(self.fit_last(last_input)?);
        Ok(models)
    }

    /// A transformer, and the rows that it makes for the next step.
    fn fit_transformer(&self, at: usize, rows: &Dataset) -> Result<(Box<dyn Model>, Dataset)> {
        if let Some(earlier) = self.earlier {
            let model = earlier.copy_of_step(at)?;
            let made = transformed_dataset(model.transformer()?, rows)?;
            return Ok((model, made));
        }
        let learner = &self.learners[at];
        let seen = seen_by_transformer(rows, learner.needs_target());
        let fitted = learner.fit_transform_boxed(&seen, self.run);
        let (model, cross_fitted) = fitted.map_err(|error| self.in_step(at, error))?;
        let transformer = model.transformer()?;
        let made = match cross_fitted {
            Some(made) => dataset_of(transformer.outputs(), made, rows),
            None => transformed_dataset(transformer, rows),
        };
        let made = made.map_err(|error| self.in_step(at, error))?;
        Ok((model, made))
    }

    fn fit_last(&self, input: TrainingInput<'_>) -> Result<Box<dyn Model>> {
        let at = self.learners.len() - 1;
        let input = match self.earlier {
            Some(earlier) => input.with_warm_start(earlier.last()),
            None => input,
        };
        self.learners[at].fit_boxed(&input, self.run).map_err(|error| self.in_step(at, error))
    }

    /// Fits the steps from one on to batches, which those before it transform as they are read.
    fn fit_in_batches(&self, at: usize, batches: &dyn Batches) -> Result<Vec<Box<dyn Model>>> {
        let learner = &self.learners[at];
        if at + 1 == self.learners.len() {
            if learner.needs_target() {
                return Ok(vec![self.fit_last(TrainingInput::in_batches(batches))?]);
            }
            let seen = BatchesToTransform::new(batches, false);
            return Ok(vec![self.fit_last(TrainingInput::in_batches(&seen))?]);
        }
        let model = match self.earlier {
            Some(earlier) => earlier.copy_of_step(at)?,
            None => {
                let seen = BatchesToTransform::new(batches, learner.needs_target());
                let fitted = learner.fit_boxed(&TrainingInput::in_batches(&seen), self.run);
                fitted.map_err(|error| self.in_step(at, error))?
            }
        };
        let made = TransformedBatches::new(batches, model.transformer()?)?;
        let rest = self.fit_in_batches(at + 1, &made)?;
        Ok(std::iter::once(model).chain(rest).collect())
    }

    /// An error of a step, with its name and what stands before it.
    fn in_step(&self, at: usize, error: Error) -> Error {
        let names = step_names(&self.pipeline.steps);
        let before = at.checked_sub(1).map(|before| names[before].as_str());
        error.in_context(&step_in_words(&names[at], before))
    }
}
