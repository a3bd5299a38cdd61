//! What is refused before a learner sees it: parameters out of range, and data that no learner, or not this one, can use.

use crate::fit::Fit;
use crate::statistical_query::CheckedBatches;
use crate::training_input::{RowSource, TrainingInput};
use hornbook_core::{Capabilities, Declaration, Error, Result, Run, Task};
use hornbook_data::{Column, ColumnKind, Dataset, Feature, Objects, Schema, Target};
use std::borrow::Cow;

/// The largest absolute value of a feature, a target or an offset: the square of anything beyond it, summed over many rows,
/// is no longer a finite number.
pub const LARGEST_VALUE: f64 = 1e150;

/// A target whose values are all closer to zero than this has squares that vanish, and with them its variance.
pub const SMALLEST_TARGET: f64 = 1e-150;

/// What all sample weights together may weigh at most and at least. Between them, a weight times the square of any value of
/// up to 1e100 is a finite number, and so is its reciprocal.
pub const TOTAL_WEIGHTS: [f64; 2] = [1e-100, 1e100];

/// Checks parameters and what the learner is to be fitted on, then works on the run's threads with the input, in which sample
/// weights that vanish beside the largest are zero and sparse rows are gathered once, however often the learner goes over them.
pub(crate) fn with_checked_input<L: Fit, T: Send>(
    learner: &L,
    input: TrainingInput<'_>,
    run: &Run,
    work: impl FnOnce(&TrainingInput<'_>) -> Result<T> + Send,
) -> Result<T> {
    learner.check_parameters()?;
    learner.check_learners()?;
    let abilities = LearnerAbilities::of(learner);
    check_warm_start(&abilities, &input)?;
    input.check_modes(abilities.declaration, abilities.capabilities)?;
    match input.rows() {
        RowSource::Memory(data) => {
            let data = checked_data(&abilities, data, run)?;
            run.install(|| {
                let gathered = data.with_sparse_rows_together()?;
                work(&input.on(RowSource::Memory(&gathered)))
            })
        }
        RowSource::Batches(batches) => {
            run.check()?;
            let checked = CheckedBatches::new(batches, |batch| abilities.check_data(batch));
            run.install(|| work(&input.on(RowSource::Batches(&checked))))
        }
    }
}

/// Checks parameters and data of a learner, then works on the run's threads with the data. [`Fit::fit_with`] does so itself;
/// this is for what else is computed with a learner's parameters.
pub fn checked<L: Fit, T: Send>(
    learner: &L,
    data: &Dataset,
    run: &Run,
    work: impl FnOnce(&Dataset) -> Result<T> + Send,
) -> Result<T> {
    learner.check_parameters()?;
    learner.check_learners()?;
    let data = checked_data(&LearnerAbilities::of(learner), data, run)?;
    run.install(|| work(data.as_ref()))
}

/// A model to continue from must be the learner's own, and of rows with the same columns, levels and target.
fn check_warm_start(abilities: &LearnerAbilities, input: &TrainingInput<'_>) -> Result<()> {
    let Some(model) = input.warm_start() else { return Ok(()) };
    let declaration = abilities.declaration;
    let data = input.rows().prototype();
    let earlier = &model.info().learner;
    if earlier != declaration.name {
        return Err(Error::mismatch(
            format!(
                "the model to warm-start from is of '{earlier}', and the learner is '{}'",
                declaration.name
            ),
            "name the learner of the model",
        ));
    }
    let known = &model.info().schema;
    let found = if abilities.needs_target {
        Schema::of(data)?
    } else {
        Schema::predicting(known.target.clone(), data)
    };
    if found != *known {
        return Err(Error::mismatch(
            "the rows do not have the columns, levels and target of the model",
            "train a new model, or give rows like those it was trained on",
        ));
    }
    Ok(())
}

/// The data with weights that count, if they can be learned from.
fn checked_data<'a>(abilities: &LearnerAbilities, data: &'a Dataset, run: &Run) -> Result<Cow<'a, Dataset>> {
    abilities.check_data(data)?;
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

/// What a learner can do with its present parameters.
#[derive(Debug, Clone)]
pub struct LearnerAbilities {
    /// What it is.
    pub declaration: &'static Declaration,
    /// What it takes.
    pub capabilities: Capabilities,
    /// What it does.
    pub tasks: &'static [Task],
    /// Whether it learns from a target.
    pub needs_target: bool,
    /// The names of its steps; its own alone if it is no pipeline.
    pub steps: Vec<String>,
}

impl LearnerAbilities {
    /// Those of a learner.
    pub fn of<L: Fit>(learner: &L) -> LearnerAbilities {
        LearnerAbilities {
            declaration: L::declaration(),
            capabilities: learner.capabilities(),
            tasks: learner.tasks(),
            needs_target: learner.needs_target(),
            steps: learner.step_names(),
        }
    }

    /// Those that a declaration has for every instance.
    pub fn declared(declaration: &'static Declaration) -> LearnerAbilities {
        LearnerAbilities {
            declaration,
            capabilities: declaration.capabilities,
            tasks: declaration.tasks,
            needs_target: declaration.needs_target(),
            steps: vec![declaration.name.to_string()],
        }
    }

    /// Refuses, with a sentence, what no learner can use and what this one does not declare.
    pub fn check_data(&self, data: &Dataset) -> Result<()> {
        let &LearnerAbilities { declaration, capabilities, .. } = self;
        if self.needs_target {
            self.check_task(data)?;
            self.check_targets(data)?;
            data.all_targets().try_for_each(|(name, target)| check_target(data, name, target))?;
        } else if let Some((target, _)) = data.target_values() {
            return Err(self.unused_target(target));
        }
        if data.rows().is_empty() {
            return Err(Error::data("there are no rows to learn from", "give at least one row"));
        }
        check_weights(declaration, capabilities, data)?;
        self.check_offset(data)?;
        for (index, &position) in data.features().iter().enumerate() {
            check_feature(declaration, capabilities, data, index, &data.table().names()[position])?;
        }
        Ok(())
    }

    /// A target is not to be passed over: whoever gives one expects it to be predicted.
    fn unused_target(&self, target: &str) -> Error {
        let who = self.who();
        match self.tasks {
            [Task::Transformation] => Error::data(
                format!("{who} is a transformer and predicts nothing, and '{target}' is a target"),
                format!("name no target, or put a learner behind it: pipeline({}, …)", self.steps.join(", ")),
            ),
            _ => Error::data(
                format!("{who} is unsupervised and takes no target, and '{target}' is one"),
                "name no target, and leave the column out if it should not be a feature",
            ),
        }
    }

    fn check_task(&self, data: &Dataset) -> Result<()> {
        let (task, target) = (data.task()?, data.require_target()?.0);
        // A transformer that learns from the target says itself which it can use.
        if self.tasks.contains(&task) || self.tasks == [Task::Transformation] {
            return Ok(());
        }
        let advice = match task {
            Task::Classification => "give it a numeric target",
            _ => "give it a target of classes, or call classify() on the dataset",
        };
        let target = match task {
            Task::Classification => format!("the target '{target}' is of classes"),
            _ => format!("the target '{target}' is numeric"),
        };
        Err(Error::data(format!("{} does not support {task}, and {target}", self.who()), advice))
    }

    /// What sentences about data call it: a pipeline by the step at its end, which predicts, and the one before.
    fn who(&self) -> String {
        match self.steps.as_slice() {
            [.., before, last] => step_as_subject(last, Some(before)),
            _ => format!("the learner '{}'", self.declaration.name),
        }
    }

    fn check_targets(&self, data: &Dataset) -> Result<()> {
        if data.additional_targets().is_empty() {
            return Ok(());
        }
        let count = 1 + data.additional_targets().len();
        if !self.capabilities.multi_output {
            return Err(Error::data(
                format!("{} predicts one target, and there are {count}", self.who()),
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

    fn check_offset(&self, data: &Dataset) -> Result<()> {
        match data.offset_name() {
            Some(name) if !self.capabilities.offset => Err(Error::data(
                format!("{} takes no offset, and '{name}' is one", self.who()),
                "leave the column out, or choose one that adds an offset to its linear predictor, such as poisson-regression",
            )),
            Some(name) => match data.offset_feature().and_then(|place| missing_in(data, place)) {
                Some(row) => Err(Error::data(
                    format!("the offset '{name}' is missing in row {}", row + 1),
                    "give every row its offset, or leave the row out",
                )),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}

/// A step of a pipeline and the one before it, as sentences name them.
pub(crate) fn step_in_words(step: &str, before: Option<&str>) -> String {
    match before {
        None => format!("step '{step}' of the pipeline"),
        Some(before) => format!("step '{step}' of the pipeline, behind '{before}'"),
    }
}

/// The same as the subject of a sentence.
pub(crate) fn step_as_subject(step: &str, before: Option<&str>) -> String {
    format!("{}{}", step_in_words(step, before), if before.is_some() { "," } else { "" })
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

fn check_weights(declaration: &Declaration, capabilities: Capabilities, data: &Dataset) -> Result<()> {
    let Some(weights) = data.weights() else { return Ok(()) };
    if !capabilities.sample_weights {
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

/// The first row of the table, among those of the view, whose value of a feature is missing.
fn missing_in(data: &Dataset, place: usize) -> Option<u32> {
    let feature = data.feature(place);
    data.rows().iter().find(|&row| feature.is_missing(row as usize))
}

fn check_feature(
    declaration: &Declaration,
    capabilities: Capabilities,
    data: &Dataset,
    index: usize,
    column: &str,
) -> Result<()> {
    let learner = declaration.name;
    // The steps of a pipeline refuse what they do not take, each by its name.
    let capabilities = if declaration.composite { declaration.capabilities } else { capabilities };
    let takes_missing = capabilities.missing || declaration.capabilities.missing;
    // Most columns of numbers hold nothing odd, which one look at a whole matrix tells; only the others are read row by row.
    if let Column::Number(numbers) = &data.table().columns()[data.features()[index]]
        && !numbers.has_beyond(LARGEST_VALUE)
        && (takes_missing || !numbers.has_missing())
    {
        return Ok(());
    }
    let kind = data.table().columns()[data.features()[index]].kind();
    if !kind.is_taken_by(capabilities) {
        return Err(Error::data(
            format!(
                "column '{column}' holds {}, which the learner '{learner}' does not handle",
                kind.plural()
            ),
            match kind {
                ColumnKind::Text => {
                    "vectorize it first with bag-of-words, read it as categories if its values are levels, or leave it out"
                }
                _ => "leave it out, or choose a learner that takes it (`hornbook learners`)",
            },
        ));
    }
    if kind == ColumnKind::Text {
        return Ok(());
    }
    let feature = data.feature(index);
    if let Feature::Code(..) = feature
        && !capabilities.categories
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
    if let Feature::Object(objects) = &feature {
        check_numbers_within(declaration, objects, column)?;
    }
    // A learner that takes missing values with some of its parameters refuses the others in its own words.
    if !takes_missing && let Some(row) = data.rows().iter().find(|&r| feature.is_missing(r as usize)) {
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

/// The numbers of series and images must be such as columns of numbers have.
fn check_numbers_within(declaration: &Declaration, objects: &Objects, column: &str) -> Result<()> {
    if objects.any_number(|x| x.abs() > LARGEST_VALUE) {
        return Err(Error::data(
            format!(
                "{} of column '{column}' hold values that are infinite or too large",
                objects.kind().plural()
            ),
            format!("correct the values, or give them in other units (at most {LARGEST_VALUE:e})"),
        ));
    }
    if !declaration.capabilities.missing && objects.any_number(f64::is_nan) {
        return Err(Error::data(
            format!(
                "{} of column '{column}' hold missing values (NaN), and the learner '{}' takes none",
                objects.kind().plural(),
                declaration.name
            ),
            "fill them in, or use a learner that handles missing values",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Baseline, Model};
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
