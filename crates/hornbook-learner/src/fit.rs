use crate::model::{LoadModel, Model, ModelInfo, TrainingSummary};
use crate::precomputed::PrecomputedFit;
use crate::statistical_query::Batches;
use hornbook_core::{Declaration, Declared, Error, Parameters, Result, Run, Task, Value};
use hornbook_data::{Column, Dataset, Feature, Schema, Target, TargetSchema};
use std::any::Any;
use std::borrow::Cow;

/// The largest absolute value of a feature, a target or an offset: the square of anything beyond it, summed over many rows,
/// is no longer a finite number.
pub const LARGEST_VALUE: f64 = 1e150;

/// A target whose values are all closer to zero than this has squares that vanish, and with them its variance.
pub const SMALLEST_TARGET: f64 = 1e-150;

/// What all sample weights together may weigh at most and at least. Between them, a weight times the square of any value of
/// up to 1e100 is a finite number, and so is its reciprocal.
pub const TOTAL_WEIGHTS: [f64; 2] = [1e-100, 1e100];

/// A learner whose type is known: what each learner implements and Rust programs call.
pub trait Fit: Declared {
    /// What it learns.
    type Model: LoadModel;

    /// Learns from data that [`fit_with`](Fit::fit_with) has checked: there are rows, a target without missing
    /// values (or none, if the learner needs none), and only what the declaration says the learner takes.
    fn learn(&self, data: &Dataset, run: &Run) -> Result<Self::Model>;

    /// Out-of-core training from batches, for learners that declare it.
    fn learn_in_batches(&self, _batches: &dyn Batches, _run: &Run) -> Result<Self::Model> {
        Err(Error::data(
            format!("the learner '{}' needs all rows in memory", Self::declaration().name),
            "fit it without batches, or choose a learner with out-of-core training",
        ))
    }

    /// Trains with early stopping on a validation set; for iterative learners.
    fn learn_with_validation(
        &self,
        _data: &Dataset,
        _validation: &Dataset,
        _run: &Run,
    ) -> Result<Self::Model> {
        Err(no_early_stopping(Self::declaration().name))
    }

    /// Warm start: continues training from a model, on rows with the same columns.
    fn learn_warm_start(&self, _model: &Self::Model, _data: &Dataset, _run: &Run) -> Result<Self::Model> {
        Err(no_warm_start(Self::declaration().name))
    }

    /// Whether it handles missing values natively with these parameters; a learner that declares to may do so with some of
    /// them only.
    fn takes_missing(&self) -> bool {
        Self::declaration().capabilities.missing
    }

    /// What it does once for rows that it will learn from many times with other weights. By default nothing.
    fn precompute(&self, _data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        Ok(None)
    }

    /// Learns, with the defaults of [`Run`].
    fn fit(&self, data: &Dataset) -> Result<Self::Model> {
        self.fit_with(data, &Run::default())
    }

    /// Checks parameters and data, then learns.
    fn fit_with(&self, data: &Dataset, run: &Run) -> Result<Self::Model> {
        // Sparse rows are gathered once, however often the learner goes over them.
        checked(self, data, run, |data| self.learn(data.with_sparse_rows_together()?.as_ref(), run))
    }

    /// Checks parameters and data, then trains with early stopping on a validation set.
    fn fit_with_validation(&self, data: &Dataset, validation: &Dataset, run: &Run) -> Result<Self::Model> {
        checked(self, data, run, |data| self.learn_with_validation(data, validation, run))
    }

    /// Checks parameters and data, then continues training from a model (warm start).
    fn fit_warm_start(&self, model: &Self::Model, data: &Dataset, run: &Run) -> Result<Self::Model> {
        checked(self, data, run, |data| {
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
            self.learn_warm_start(model, data, run)
        })
    }

    /// Checks parameters, then learns from batches.
    fn fit_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Self::Model> {
        self.check_parameters()?;
        run.check()?;
        run.install(|| self.learn_in_batches(batches, run))
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
    /// Whether it takes missing values with these parameters.
    fn takes_missing(&self) -> bool {
        self.declaration().capabilities.missing
    }
    /// Sets one parameter by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// The same learner with some parameters changed.
    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>>;
    /// Checks and learns.
    fn train(&self, data: &Dataset, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks and trains, with early stopping on a validation set.
    fn train_with_validation(
        &self,
        _data: &Dataset,
        _validation: &Dataset,
        _run: &Run,
    ) -> Result<Box<dyn Model>> {
        Err(no_early_stopping(self.declaration().name))
    }
    /// Checks, and continues training from a model (warm start).
    fn train_warm_start(&self, _model: &dyn Model, _data: &Dataset, _run: &Run) -> Result<Box<dyn Model>> {
        Err(no_warm_start(self.declaration().name))
    }
    /// Checks and learns from batches.
    fn train_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Box<dyn Model>>;
    /// Checks, and does once what it can for rows that it will learn from many times; see
    /// [`ReweightedTrainer`](crate::ReweightedTrainer).
    fn precomputed(&self, _data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
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
    fn train_with_validation(
        &self,
        data: &Dataset,
        validation: &Dataset,
        run: &Run,
    ) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_with_validation(data, validation, run)?))
    }
    fn train_warm_start(&self, model: &dyn Model, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        let (name, any): (_, &dyn Any) = (T::declaration().name, model);
        let earlier = any.downcast_ref::<T::Model>().filter(|_| model.info().learner == name);
        let earlier = earlier.ok_or_else(|| {
            Error::mismatch(
                format!(
                    "the model to warm-start from is of '{}', and the learner is '{name}'",
                    model.info().learner
                ),
                "name the learner of the model",
            )
        })?;
        Ok(Box::new(self.fit_warm_start(earlier, data, run)?))
    }
    fn train_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<Box<dyn Model>> {
        Ok(Box::new(self.fit_batches(batches, run)?))
    }
    fn precomputed(&self, data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        self.check_parameters()?;
        check_data(T::declaration(), &data.without_weights())?;
        self.precompute(data)
    }
}

fn no_early_stopping(learner: &str) -> Error {
    Error::data(
        format!("'{learner}' has no early stopping: it takes no validation set"),
        "fit it without one, or choose an iterative learner, such as gradient-boosting",
    )
}

fn no_warm_start(learner: &str) -> Error {
    Error::data(
        format!("'{learner}' does not support warm start"),
        "fit it anew, or choose an iterative learner, such as gradient-boosting",
    )
}

/// Checks parameters and data, then works on the run's threads with the data, in which sample weights that vanish beside the
/// largest are zero. The ways into a learner that [`Fit`] has do so; only others need to.
pub fn checked<L: Declared, T: Send>(
    learner: &L,
    data: &Dataset,
    run: &Run,
    work: impl FnOnce(&Dataset) -> Result<T> + Send,
) -> Result<T> {
    learner.check_parameters()?;
    let data = checked_data(L::declaration(), data, run)?;
    run.install(|| work(data.as_ref()))
}

/// The part of [`checked`] that is the same code for all learners.
fn checked_data<'a>(declaration: &Declaration, data: &'a Dataset, run: &Run) -> Result<Cow<'a, Dataset>> {
    check_data(declaration, data)?;
    run.check()?;
    without_vanishing_weights(data, run)
}

/// The dataset with a weight of zero for every row whose weight changes nothing when it is added to the largest. Differences
/// of sums over rows, such as the weight on the other side of a split, would otherwise be zero or less where rows are.
fn without_vanishing_weights<'a>(data: &'a Dataset, run: &Run) -> Result<Cow<'a, Dataset>> {
    let Some(weights) = data.weights() else { return Ok(Cow::Borrowed(data)) };
    let largest = data.rows().iter().map(|row| weights[row as usize]).fold(0.0, f64::max);
    let vanishes = |row: u32| vanishes_beside(weights[row as usize], largest);
    let vanishing = data.rows().iter().filter(|&row| vanishes(row)).count();
    if vanishing == 0 {
        return Ok(Cow::Borrowed(data));
    }
    run.warn(&format!(
        "the weights of {vanishing} of {} rows are too small beside the largest, {largest:e}, to change any sum; they count as 0",
        data.rows().len()
    ));
    let counted = |&weight: &f64| if vanishes_beside(weight, largest) { 0.0 } else { weight };
    Ok(Cow::Owned(data.clone().with_weights(weights.iter().map(counted).collect())?))
}

/// Whether rows of a training can weigh this much together; what comes from a file may be anything.
pub fn is_sample_weight(weight: f64) -> bool {
    (0.0..=TOTAL_WEIGHTS[1]).contains(&weight)
}

/// Whether a weight above zero is lost to rounding when it is added to the largest.
pub(crate) fn vanishes_beside(weight: f64, largest: f64) -> bool {
    weight > 0.0 && largest + weight == largest
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
            format!(
                "the learner '{}' is unsupervised and takes no target, and '{target}' is one",
                declaration.name
            ),
            "name no target, and leave the column out if it should not be a feature",
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
        Task::Classification => "give it a numeric target",
        _ => "give it a target of classes, or call classify() on the dataset",
    };
    Err(Error::data(format!("the learner '{}' does not support {task}", declaration.name), advice))
}

fn check_targets(declaration: &Declaration, data: &Dataset) -> Result<()> {
    if data.additional_targets().is_empty() {
        return Ok(());
    }
    let count = 1 + data.additional_targets().len();
    if !declaration.capabilities.multi_output {
        return Err(Error::data(
            format!("the learner '{}' predicts one target, and there are {count}", declaration.name),
            "fit a model for each, or choose a multi-output learner, such as random-forest",
        ));
    }
    let task = data.task()?;
    match data.additional_targets().iter().find(|(_, target)| target.task() != task) {
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
            "leave those rows out with drop_missing_target(), or correct them",
        ));
    }
    let Target::Numbers(y) = target else { return Ok(()) };
    let sizes = || rows_that_count(data).map(|row| (row, y[row as usize].abs()));
    if let Some((row, size)) = sizes().find(|(_, size)| *size > LARGEST_VALUE) {
        let what = format!("the target '{target_name}'");
        return Err(too_large(&what, row, size, "leave the row out"));
    }
    let largest = sizes().map(|(_, size)| size).fold(0.0, f64::max);
    if largest > 0.0 && largest < SMALLEST_TARGET {
        return Err(Error::data(
            format!(
                "no value of the target '{target_name}' is further from zero than {largest:e}, and squares of such values vanish"
            ),
            "give the target in other units, such as its values times 1e150",
        ));
    }
    Ok(())
}

/// The rows without those of weight 0, which are absent.
fn rows_that_count(data: &Dataset) -> impl Iterator<Item = u32> {
    let weights = data.weights();
    data.rows().iter().filter(move |&row| weights.is_none_or(|weights| weights[row as usize] != 0.0))
}

/// What is said of a value that is infinite, or so large that its square is.
fn too_large(what: &str, row: u32, size: f64, instead: &str) -> Error {
    match size.is_infinite() {
        true => Error::data(
            format!("{what} is infinite in row {}", row + 1),
            format!("correct the value or {instead}"),
        ),
        false => Error::data(
            format!("values of {what} are too large for their squares: {size:e} in row {}", row + 1),
            format!("correct the value, give it in other units (at most {LARGEST_VALUE:e}) or {instead}"),
        ),
    }
}

fn check_weights(declaration: &Declaration, data: &Dataset) -> Result<()> {
    let Some(weights) = data.weights() else { return Ok(()) };
    if !declaration.capabilities.sample_weights {
        return Err(Error::data(
            format!("the learner '{}' takes no sample weights", declaration.name),
            "fit it without weights",
        ));
    }
    if data.rows().iter().all(|r| weights[r as usize] == 0.0) {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    let total: f64 = data.rows().iter().map(|row| weights[row as usize]).sum();
    let [least, most] = TOTAL_WEIGHTS;
    if !(least..=most).contains(&total) {
        return Err(Error::data(
            format!(
                "the weights of the rows sum to {total:e}, and sums between {least:e} and {most:e} can be worked with"
            ),
            "divide all weights by the same number: only a weight of 1 for a row that is there once counts rows",
        ));
    }
    Ok(())
}

fn check_offset(declaration: &Declaration, data: &Dataset) -> Result<()> {
    match data.offset_name() {
        Some(name) if !declaration.capabilities.offset => Err(Error::data(
            format!("the learner '{}' takes no offset, and '{name}' is one", declaration.name),
            "leave the column out, or choose one that adds an offset to its linear predictor, such as poisson-regression",
        )),
        _ => Ok(()),
    }
}

fn check_feature(declaration: &Declaration, data: &Dataset, index: usize, column: &str) -> Result<()> {
    let learner = declaration.name;
    // Most columns of numbers hold nothing odd, which one look at a whole matrix tells; only the others are read row by row.
    if let Column::Number(numbers) = &data.table().columns()[data.features()[index]]
        && !numbers.has_beyond(LARGEST_VALUE)
        && (declaration.capabilities.missing || !numbers.has_missing())
    {
        return Ok(());
    }
    if let Column::Text(_) = &data.table().columns()[data.features()[index]] {
        return match declaration.capabilities.text {
            true => Ok(()),
            false => Err(Error::data(
                format!("column '{column}' holds text, which the learner '{learner}' does not handle"),
                "vectorize it first with bag-of-words, or leave it out",
            )),
        };
    }
    let feature = data.feature(index);
    if let Feature::Code(..) = feature
        && !declaration.capabilities.categories
    {
        return Err(Error::data(
            format!("column '{column}' is categorical, which the learner '{learner}' does not handle"),
            "one-hot encode it, or leave it out",
        ));
    }
    if let Feature::Number(values) = &feature
        && let Some(row) = rows_that_count(data).find(|&r| values[r as usize].abs() > LARGEST_VALUE)
    {
        let what = format!("column '{column}'");
        return Err(too_large(&what, row, values[row as usize].abs(), "leave it empty (missing)"));
    }
    if !declaration.capabilities.missing
        && let Some(row) = data.rows().iter().find(|&r| feature.is_missing(r as usize))
    {
        return Err(Error::data(
            format!(
                "column '{column}' is missing (NaN) in row {}, and the learner '{learner}' takes no missing values",
                row + 1
            ),
            "impute missing values first (fill-missing), or use a learner that handles them, such as gradient-boosting",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Baseline;
    use hornbook_data::Table;

    fn refusal(values: Vec<f64>, targets: Vec<f64>, weights: Vec<f64>) -> String {
        let table = Table::builder().number("a", values).number("y", targets).build().unwrap();
        let data = table.dataset().target("y").unwrap().with_weights(weights).unwrap();
        Baseline::default().fit(&data).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn sizes_that_cannot_be_worked_with_are_refused() {
        let ones = || vec![1.0; 3];
        assert_eq!(refusal(ones(), ones(), ones()), "");
        assert_eq!(refusal(vec![1e100, -1e150, 1e-300], vec![1e-300, 1e100, 0.0], vec![1e-5, 1.0, 1e6]), "");
        let sentence = refusal(vec![1.0, -1e160, 1.0], ones(), ones());
        assert!(
            sentence.contains("column 'a' are too large for their squares: 1e160 in row 2"),
            "{sentence}"
        );
        let sentence = refusal(ones(), vec![1.0, 1.0, 1e308], ones());
        assert!(
            sentence.contains("the target 'y' are too large for their squares: 1e308 in row 3"),
            "{sentence}"
        );
        let sentence = refusal(ones(), vec![0.0, 5e-324, -1e-308], ones());
        assert!(sentence.contains("further from zero than 1e-308"), "{sentence}");
        for weights in [vec![1e308; 3], vec![1e-308; 3], vec![1.0, 1e300, 0.0]] {
            let sentence = refusal(ones(), ones(), weights);
            assert!(sentence.contains("the weights of the rows sum to"), "{sentence}");
        }
    }

    #[test]
    fn weights_that_change_no_sum_count_as_zero() {
        let table = Table::builder().number("y", vec![1.0, 2.0, 3.0]).build().unwrap();
        let data = table.dataset().target("y").unwrap().with_weights(vec![1.0, 1e-17, 1e-3]).unwrap();
        let counted = without_vanishing_weights(&data, &Run::default()).unwrap();
        assert_eq!(counted.row_weights(), [1.0, 0.0, 1e-3]);
        let model = Baseline::default().fit(&data).unwrap();
        assert_eq!((model.info().summary.rows, model.info().summary.weight), (2, 1.001));
    }
}
