//! A column for each value and each thing that is made of the rows before.

use super::sequences::{RowSequences, SequenceColumns, is_single_value};
use crate::names::unique_names;
use hornbook_core::format::counted;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, MISSING_CODE};
use hornbook_learner::{
    ColumnOrigins, Fit, FittedTransformer, RowSource, Section, TransformedRows, Transformer,
    TransformerModel, training_features,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::fmt::Debug;

/// What is made of the values of a sequence up to a row.
pub trait TrailingValue:
    Debug + Clone + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static
{
    /// The heading of the explanation.
    const HEADING: &'static str;

    /// How many rows before a row are looked at.
    fn length(&self) -> usize;

    /// Whether it is a value of the column itself, of the column's own type; else it is a number.
    const IS_COPY: bool;

    /// The name of the column that is made of a column.
    fn name(&self, column: &str) -> String;

    /// The value for the row that stands last in the values.
    fn value(&self, values: &[f64], place: usize) -> f64;

    /// Whether it can be meant: what comes from a file may be anything.
    fn is_sound(&self) -> bool;
}

/// A transformer that puts columns of the rows before behind the inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct TrailingColumns<T> {
    inputs: Vec<Input>,
    sequences: RowSequences,
    made: Vec<T>,
}

impl<T: TrailingValue> TrailingColumns<T> {
    /// Fits to rows in memory, and gives the training rows, of which each sees those before it only.
    pub(crate) fn fit<L>(
        learner: &L,
        data: &Dataset,
        columns: impl Fn(&[Input]) -> Result<SequenceColumns>,
        made: Vec<T>,
        run: &Run,
    ) -> Result<(TransformerModel<TrailingColumns<T>>, TransformedRows<'static>)>
    where
        L: Fit<Model = TransformerModel<TrailingColumns<T>>>,
    {
        let inputs = Input::of_dataset(data);
        let columns = columns(&inputs)?;
        refuse_other_types::<T>(&inputs, &columns)?;
        let rows = training_features(data);
        let weights = data.row_weights();
        let sequences = RowSequences::of_training_rows(columns, &rows, &weights, longest(&made));
        let fitted = TrailingColumns { inputs, sequences, made };
        let rows = fitted.with_made_columns(&rows, Some(&weights)).into_owned();
        Ok((TransformerModel::new(learner, RowSource::Memory(data), fitted, run)?, rows))
    }

    /// The rows with the columns that are made; `weights` are those of training rows.
    fn with_made_columns<'a>(&self, rows: &Features<'a>, weights: Option<&[f64]>) -> TransformedRows<'a> {
        let functions: Vec<_> =
            self.made.iter().map(|made| |values: &[f64], place: usize| made.value(values, place)).collect();
        let made = self.sequences.apply(rows, weights, &functions);
        let mut columns: Vec<Feature> = (0..self.inputs.len()).map(|place| rows.column(place)).collect();
        for (&place, made) in self.sequences.columns().values().iter().zip(made) {
            let source = columns[place as usize].clone();
            columns.extend(made.into_iter().map(|values| of_type_like::<T>(&source, values)));
        }
        TransformedRows::of_columns(columns, rows.rows())
    }
}

/// Values in the type of the column they were copied from, or as numbers.
fn of_type_like<T: TrailingValue>(source: &Feature, values: Vec<f64>) -> Feature {
    match source {
        Feature::Code(_, levels) if T::IS_COPY => {
            let code = |x: f64| if x.is_nan() { MISSING_CODE } else { x as u32 };
            Feature::Code(values.into_iter().map(code).collect(), levels.clone())
        }
        _ => Feature::Number(values.into()),
    }
}

fn longest<T: TrailingValue>(made: &[T]) -> usize {
    made.iter().map(TrailingValue::length).max().unwrap_or(0)
}

fn takes<T: TrailingValue>(kind: &InputKind) -> bool {
    if T::IS_COPY { is_single_value(kind) } else { *kind == InputKind::Number }
}

fn refuse_other_types<T: TrailingValue>(inputs: &[Input], columns: &SequenceColumns) -> Result<()> {
    let values = columns.values().iter().map(|&place| &inputs[place as usize]);
    match values.into_iter().find(|input| !takes::<T>(&input.kind)) {
        Some(input) => Err(Error::data(
            format!(
                "column '{}' is {}, of which {} cannot be made",
                input.name,
                input.kind.name(),
                T::HEADING
            ),
            "select other columns",
        )),
        None => Ok(()),
    }
}

impl<T: TrailingValue> Transformer for TrailingColumns<T> {
    fn outputs(&self) -> Vec<Input> {
        let mut outputs = self.inputs.clone();
        for &place in self.sequences.columns().values() {
            let input = &self.inputs[place as usize];
            let kind = if T::IS_COPY { &input.kind } else { &InputKind::Number };
            let made = |made: &T| Input { name: made.name(&input.name), kind: kind.clone() };
            outputs.extend(self.made.iter().map(made));
        }
        unique_names(outputs)
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.with_made_columns(rows, None))
    }

    /// The inputs stand before what was made of them.
    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let inputs: Vec<usize> = (0..self.inputs.len()).collect();
        Ok(rows.select(&inputs).into())
    }

    fn origins(&self) -> ColumnOrigins {
        let values = self.sequences.columns().values().iter();
        let makers = values.flat_map(|&place| std::iter::repeat_n(place as usize, self.made.len()));
        ColumnOrigins::single((0..self.inputs.len()).chain(makers))
    }

    fn is_row_wise(&self) -> bool {
        false
    }
}

impl<T: TrailingValue> FittedTransformer for TrailingColumns<T> {
    type Serialized = (RowSequences, Vec<T>);

    fn section(&self) -> Section {
        let columns = self.sequences.columns();
        let name = |&place: &u32| self.inputs[place as usize].name.as_str();
        let outputs = self.outputs();
        let made: Vec<&str> = outputs[self.inputs.len()..].iter().map(|made| made.name.as_str()).collect();
        let order = columns.in_words(&self.inputs);
        let groups = counted(self.sequences.groups() as u64, "sequence");
        let mut lines = vec![format!("{order}; {groups} in training")];
        for (column, made) in columns.values().iter().zip(made.chunks(self.made.len().max(1))) {
            lines.push(format!("{}: {}", name(column), made.join(", ")));
        }
        let values: Vec<&str> = columns.values().iter().map(name).collect();
        let json =
            json!({"order": order, "columns": values, "made": made, "sequences": self.sequences.groups()});
        Section { heading: T::HEADING, text: lines.join("\n"), json }
    }

    fn serialized(&self) -> Result<Self::Serialized> {
        Ok((self.sequences.clone(), self.made.clone()))
    }

    fn from_serialized(inputs: &[Input], (sequences, made): Self::Serialized) -> Option<TrailingColumns<T>> {
        let is_sound = made.iter().all(TrailingValue::is_sound)
            && sequences.fits(inputs, longest(&made))
            && refuse_other_types::<T>(inputs, sequences.columns()).is_ok();
        is_sound.then(|| TrailingColumns { inputs: inputs.to_vec(), sequences, made })
    }
}
