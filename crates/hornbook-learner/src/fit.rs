use crate::model::{Model, ModelInfo, Stored, Summary};
use crate::prepared::Prepared;
use crate::query::Batches;
use hornbook_core::{Declaration, Declared, Error, Parameters, Result, Run, Task, Value};
use hornbook_data::{Column, Dataset, Feature, Schema, Target, TargetSchema};
use std::any::Any;

/// A learner whose type is known: what each learner implements and Rust programs call.
pub trait Fit: Declared {
    /// What it learns.
    type Model: Stored;

    /// Learns from data that [`fit_with`](Fit::fit_with) has checked: there are rows, a target without missing
    /// values (or none, if the learner needs none), and only what the declaration says the learner takes.
    fn learn(&self, data: &Dataset, run: &Run) -> Result<Self::Model>;

    /// Learns from batches, for learners that declare it.
    fn learn_in_batches(&self, _batches: &dyn Batches, _run: &Run) -> Result<Self::Model> {
        Err(Error::data(
            format!("the learner '{}' needs all rows in memory", Self::declaration().name),
            "fit it without batches, or choose a learner that takes files larger than memory",
        ))
    }

    /// Learns, and stops once what it makes small no longer falls on other rows; for learners that work in rounds.
    fn learn_watching(&self, _data: &Dataset, _validation: &Dataset, _run: &Run) -> Result<Self::Model> {
        Err(watches_nothing(Self::declaration().name))
    }

    /// Goes on from a model that was trained before, on rows with the same columns (a warm start).
    fn learn_more(&self, _model: &Self::Model, _data: &Dataset, _run: &Run) -> Result<Self::Model> {
        Err(cannot_go_on(Self::declaration().name))
    }

    /// Whether it takes missing values with these parameters; a learner that declares to may do so with some of them only.
    fn takes_missing(&self) -> bool {
        Self::declaration().abilities.missing
    }

    /// What it does once for rows that it will learn from many times with other weights. By default nothing.
    fn prepare(&self, _data: &Dataset) -> Result<Option<Box<dyn Prepared + '_>>> {
        Ok(None)
    }

    /// Learns, with the defaults of [`Run`].
    fn fit(&self, data: &Dataset) -> Result<Self::Model> {
        self.fit_with(data, &Run::default())
    }

    /// Checks parameters and data, then learns.
    fn fit_with(&self, data: &Dataset, run: &Run) -> Result<Self::Model> {
        // Sparse rows are gathered once, however often the learner goes over them.
        checked(self, data, run, || self.learn(data.with_sparse_rows_together()?.as_ref(), run))
    }

    /// Checks parameters and data, then learns and watches other rows.
    fn fit_watching(&self, data: &Dataset, validation: &Dataset, run: &Run) -> Result<Self::Model> {
        checked(self, data, run, || self.learn_watching(data, validation, run))
    }

    /// Checks parameters and data, then goes on from a model.
    fn fit_more(&self, model: &Self::Model, data: &Dataset, run: &Run) -> Result<Self::Model> {
        checked(self, data, run, || {
            let known = &model.info().schema;
            let found = match Self::declaration().needs_target() {
                true => Schema::of(data)?,
                false => Schema::predicting(known.target.clone(), data),
            };
            if found != *known {
                return Err(Error::mismatch(
                    "the rows do not have the columns, levels and target of the model",
                    "train a new model, or give rows like those it was trained on",
                ));
            }
            self.learn_more(model, data, run)
        })
    }

    /// Checks parameters, then learns from batches.
    fn fit_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Self::Model> {
        self.check_parameters()?;
        run.check()?;
        run.install(|| self.learn_in_batches(batches, run))
    }

    /// The header of a model trained on this data and its target.
    fn model_info(&self, data: &Dataset, summary: Summary) -> Result<ModelInfo> {
        Ok(self.model_info_predicting(TargetSchema::of(data)?, data, summary))
    }

    /// The header of a model trained on this data without a target, with what it predicts instead.
    fn model_info_predicting(&self, answer: TargetSchema, data: &Dataset, summary: Summary) -> ModelInfo {
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
    /// Whether it takes missing values with these parameters.
    fn takes_missing(&self) -> bool {
        self.declaration().abilities.missing
    }
    /// Sets one parameter by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// The same learner with some parameters changed.
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>>;
    /// Checks and learns.
    fn train(&self, data: &Dataset, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks and learns, and stops once what it makes small no longer falls on other rows.
    fn train_watching(&self, _data: &Dataset, _validation: &Dataset, _run: &Run) -> Result<Box<dyn Model>> {
        Err(watches_nothing(self.declaration().name))
    }
    /// Checks, and goes on from a model that it trained before.
    fn train_more(&self, _model: &dyn Model, _data: &Dataset, _run: &Run) -> Result<Box<dyn Model>> {
        Err(cannot_go_on(self.declaration().name))
    }
    /// Checks and learns from batches.
    fn train_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks, and does once what it can for rows that it will learn from many times; see
    /// [`Retrainer`](crate::Retrainer).
    fn prepared(&self, _data: &Dataset) -> Result<Option<Box<dyn Prepared + '_>>> {
        Ok(None)
    }
}

impl<T: Fit> Learner for T {
    fn declaration(&self) -> &'static Declaration {
        T::declaration()
    }
    fn parameters(&self) -> Parameters {
        Declared::parameters(self)
    }
    fn takes_missing(&self) -> bool {
        Fit::takes_missing(self)
    }
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()> {
        Declared::set_parameter(self, name, value)
    }
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>> {
        let mut all = Declared::parameters(self);
        all.extend(changes.clone());
        Ok(Box::new(T::from_parameters(&all)?))
    }
    fn train(&self, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_with(data, run)?))
    }
    fn train_watching(&self, data: &Dataset, validation: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_watching(data, validation, run)?))
    }
    fn train_more(&self, model: &dyn Model, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        let (name, any): (_, &dyn Any) = (T::declaration().name, model);
        let earlier = any.downcast_ref::<T::Model>().filter(|_| model.info().learner == name);
        let earlier = earlier.ok_or_else(|| {
            Error::mismatch(
                format!(
                    "the model to go on from is of '{}', and the learner is '{name}'",
                    model.info().learner
                ),
                "name the learner of the model",
            )
        })?;
        Ok(Box::new(self.fit_more(earlier, data, run)?))
    }
    fn train_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_batches(batches, run)?))
    }
    fn prepared(&self, data: &Dataset) -> Result<Option<Box<dyn Prepared + '_>>> {
        self.check_parameters()?;
        check_data(T::declaration(), &data.without_weights())?;
        self.prepare(data)
    }
}

fn watches_nothing(learner: &str) -> Error {
    Error::data(
        format!("the learner '{learner}' watches no rows while it learns"),
        "fit it without them, or choose a learner that works in rounds, such as gradient-boosting",
    )
}

fn cannot_go_on(learner: &str) -> Error {
    Error::data(
        format!("the learner '{learner}' cannot go on from a model"),
        "fit it anew, or choose a learner that works in rounds, such as gradient-boosting",
    )
}

/// Checks parameters and data, then works on the run's threads. The ways into a learner that [`Fit`] has do so; only others
/// need to.
pub fn checked<L: Declared, T: Send>(
    learner: &L,
    data: &Dataset,
    run: &Run,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    learner.check_parameters()?;
    check_data(L::declaration(), data)?;
    run.check()?;
    run.install(work)
}

/// Refuses, with a sentence, what no learner can use and what this one does not declare.
pub fn check_data(declaration: &Declaration, data: &Dataset) -> Result<()> {
    if declaration.needs_target() {
        check_task(declaration, data)?;
        check_targets(declaration, data)?;
        data.all_targets().try_for_each(|(name, target)| check_target(data, name, target))?;
    } else if let Some((target, _)) = data.target_values() {
        // Not to be learned from, but not to be passed over either: whoever gives a target expects it to be predicted.
        return Err(Error::data(
            format!("the learner '{}' learns without a target, and '{target}' is one", declaration.name),
            "name no target, and leave the column out if it should not be looked at",
        ));
    }
    if data.rows().is_empty() {
        return Err(Error::data("there are no rows to learn from", "give at least one row"));
    }
    check_weights(declaration, data)?;
    check_offset(declaration, data)?;
    for (index, &position) in data.features().iter().enumerate() {
        check_feature(declaration, data, index, &data.table().names()[position])?;
    }
    Ok(())
}

fn check_task(declaration: &Declaration, data: &Dataset) -> Result<()> {
    let task = data.task()?;
    if declaration.tasks.contains(&task) {
        return Ok(());
    }
    let advice = match task {
        Task::Classification => "give it a target of numbers",
        _ => "give it a target of classes, or call classify() on the dataset",
    };
    Err(Error::data(format!("the learner '{}' does not do {task}", declaration.name), advice))
}

fn check_targets(declaration: &Declaration, data: &Dataset) -> Result<()> {
    if data.more_targets().is_empty() {
        return Ok(());
    }
    let count = 1 + data.more_targets().len();
    if !declaration.abilities.targets {
        return Err(Error::data(
            format!("the learner '{}' predicts one target, and there are {count}", declaration.name),
            "fit a model for each, or choose a learner that takes several targets, such as random-forest",
        ));
    }
    let task = data.task()?;
    match data.more_targets().iter().find(|(_, target)| target.task() != task) {
        Some((name, _)) => Err(Error::data(
            format!("the targets mix classes and numbers: '{name}' is not for {task}, as the first is"),
            "predict classes and numbers with a model each",
        )),
        None => Ok(()),
    }
}

fn check_target(data: &Dataset, target_name: &str, target: &Target) -> Result<()> {
    let missing = data.rows().iter().filter(|&row| target.is_missing(row as usize)).count();
    if missing > 0 {
        return Err(Error::data(
            format!("the target '{target_name}' is missing in {missing} of {} rows", data.rows().len()),
            "fill them in, or leave those rows out with drop_missing_target()",
        ));
    }
    if let Target::Numbers(y) = target
        && let Some(row) = data.rows().iter().find(|&r| y[r as usize].is_infinite())
    {
        return Err(Error::data(
            format!("the target '{target_name}' is infinite in row {}", row + 1),
            "correct the value or leave the row out",
        ));
    }
    Ok(())
}

fn check_weights(declaration: &Declaration, data: &Dataset) -> Result<()> {
    let Some(weights) = data.weights() else { return Ok(()) };
    if !declaration.abilities.weights {
        return Err(Error::data(
            format!("the learner '{}' takes no row weights", declaration.name),
            "fit it without weights",
        ));
    }
    if data.rows().iter().all(|r| weights[r as usize] == 0.0) {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    Ok(())
}

fn check_offset(declaration: &Declaration, data: &Dataset) -> Result<()> {
    match data.offset_name() {
        Some(name) if !declaration.abilities.offset => Err(Error::data(
            format!("the learner '{}' takes no offset, and '{name}' is one", declaration.name),
            "leave the column out, or choose a learner that adds an offset to its sum, such as poisson-regression",
        )),
        _ => Ok(()),
    }
}

fn check_feature(declaration: &Declaration, data: &Dataset, index: usize, column: &str) -> Result<()> {
    let learner = declaration.name;
    // Most columns of numbers hold nothing odd, which one look at a whole matrix tells; only the others are read row by row.
    if let Column::Number(numbers) = &data.table().columns()[data.features()[index]]
        && !numbers.has_infinite()
        && (declaration.abilities.missing || !numbers.has_missing())
    {
        return Ok(());
    }
    if let Column::Text(_) = &data.table().columns()[data.features()[index]] {
        return match declaration.abilities.text {
            true => Ok(()),
            false => Err(Error::data(
                format!("column '{column}' holds text, which the learner '{learner}' does not take"),
                "count its words first, as bag-of-words does, or leave it out",
            )),
        };
    }
    let feature = data.feature(index);
    if let Feature::Code(..) = feature
        && !declaration.abilities.categories
    {
        return Err(Error::data(
            format!("column '{column}' holds categories, which the learner '{learner}' does not take"),
            "encode it as numbers, or leave it out",
        ));
    }
    if let Feature::Number(values) = &feature
        && let Some(row) = data.rows().iter().find(|&r| values[r as usize].is_infinite())
    {
        return Err(Error::data(
            format!("column '{column}' is infinite in row {}", row + 1),
            "correct the value or leave it empty (missing)",
        ));
    }
    if !declaration.abilities.missing
        && let Some(row) = data.rows().iter().find(|&r| feature.is_missing(r as usize))
    {
        return Err(Error::data(
            format!(
                "column '{column}' is missing (NaN) in row {}, and the learner '{learner}' takes no missing values",
                row + 1
            ),
            "fill it in, or leave the row or the column out",
        ));
    }
    Ok(())
}
