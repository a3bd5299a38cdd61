//! Transformers that make columns of each input by itself.

use crate::names::unique_names;
use hornbook_core::{Error, Result, Value};
use hornbook_data::{Feature, Features, Input};
use hornbook_learner::{ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What a transformer has fitted to one input.
pub trait FittedColumn:
    Debug + Clone + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static
{
    /// The heading of the explanation.
    const HEADING: &'static str;

    /// What is said if no input is changed.
    const NOTHING: &'static str;

    /// Whether it can be true of this input: what comes from a file may be anything.
    fn fits(&self, input: &Input) -> bool;

    /// The columns that are made of the input.
    fn outputs(&self, input: &Input) -> Vec<Input>;

    /// The values of those columns.
    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>>;

    /// The input that the columns were made of, as near as can be.
    fn invert(&self, input: &Input, _columns: &[Feature]) -> Result<Feature> {
        Err(Error::mismatch(
            format!("column '{}' cannot be had back", input.name),
            "keep the columns that the transformer was given",
        ))
    }

    /// What was fitted, in words and for programs.
    fn explained(&self, input: &Input) -> (String, Value);
}

/// A transformer that makes columns of each input by itself, and lets others pass.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnWise<T> {
    inputs: Vec<Input>,
    /// None of inputs that pass.
    columns: Vec<Option<T>>,
}

impl<T: FittedColumn> ColumnWise<T> {
    /// What was fitted to each input; none of inputs that pass as they are.
    pub fn new(inputs: Vec<Input>, columns: Vec<Option<T>>) -> ColumnWise<T> {
        ColumnWise { inputs, columns }
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// What was fitted to each input; none of inputs that pass as they are.
    pub fn columns(&self) -> &[Option<T>] {
        &self.columns
    }

    /// How many inputs are changed.
    pub(crate) fn changed(&self) -> usize {
        self.columns.iter().flatten().count()
    }

    fn outputs_of(&self, place: usize) -> Vec<Input> {
        match &self.columns[place] {
            Some(column) => column.outputs(&self.inputs[place]),
            None => vec![self.inputs[place].clone()],
        }
    }
}

impl<T: FittedColumn> Transformer for ColumnWise<T> {
    fn outputs(&self) -> Vec<Input> {
        unique_names((0..self.inputs.len()).flat_map(|place| self.outputs_of(place)).collect())
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        if self.changed() == 0 {
            return Ok(TransformedRows::unchanged(rows));
        }
        let made = (0..self.inputs.len()).into_par_iter().map(|place| match &self.columns[place] {
            Some(column) => column.apply(&self.inputs[place], &rows.column(place)),
            None => Ok(vec![rows.column(place)]),
        });
        let made: Vec<Vec<Feature>> = made.collect::<Result<_>>()?;
        Ok(TransformedRows::of_columns(made.into_iter().flatten().collect(), rows.rows()))
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut inputs = Vec::with_capacity(self.inputs.len());
        let mut first = 0;
        for (place, input) in self.inputs.iter().enumerate() {
            let width = self.outputs_of(place).len();
            let made: Vec<Feature> = (first..first + width).map(|column| rows.column(column)).collect();
            inputs.push(match (&self.columns[place], made.as_slice()) {
                (Some(column), made) => column.invert(input, made)?,
                (None, [same]) => same.clone(),
                (None, _) => return Err(Error::internal("an input that passes is not one column")),
            });
            first += width;
        }
        Ok(TransformedRows::of_columns(inputs, rows.rows()))
    }

    fn origins(&self) -> ColumnOrigins {
        let makers = |place: usize| std::iter::repeat_n(place, self.outputs_of(place).len());
        ColumnOrigins::single((0..self.inputs.len()).flat_map(makers))
    }
}

impl<T: FittedColumn> FittedTransformer for ColumnWise<T> {
    type Serialized = Vec<Option<T>>;

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (input, column) in self.inputs.iter().zip(&self.columns) {
            let Some(column) = column else { continue };
            let (words, value) = column.explained(input);
            lines.push(format!("{}: {words}", input.name));
            json.insert(input.name.clone(), value);
        }
        if lines.is_empty() {
            lines.push(T::NOTHING.to_string());
        }
        Section { heading: T::HEADING, text: lines.join("\n"), json: json.into() }
    }

    fn serialized(&self) -> Result<Vec<Option<T>>> {
        Ok(self.columns.clone())
    }

    fn from_serialized(inputs: &[Input], columns: Vec<Option<T>>) -> Option<ColumnWise<T>> {
        let fits =
            |(input, column): (&Input, &Option<T>)| column.as_ref().is_none_or(|column| column.fits(input));
        let is_sound = inputs.len() == columns.len() && inputs.iter().zip(&columns).all(fits);
        is_sound.then(|| ColumnWise { inputs: inputs.to_vec(), columns })
    }
}

/// The numbers of a column; a sentence if the rows hold levels there.
pub(crate) fn numbers<'a>(input: &Input, column: &'a Feature) -> Result<&'a [f64]> {
    match column {
        Feature::Number(values) => Ok(values),
        _ => Err(Error::mismatch(
            format!("column '{}' holds no numbers, and numbers were fitted", input.name),
            "give the column the type it had in training",
        )),
    }
}

/// The codes of a column; a sentence if the rows hold numbers there.
pub(crate) fn codes<'a>(input: &Input, column: &'a Feature) -> Result<&'a [u32]> {
    match column {
        Feature::Code(codes, _) => Ok(codes),
        _ => Err(Error::mismatch(
            format!("column '{}' holds no levels, and levels were fitted", input.name),
            "give the column the type it had in training",
        )),
    }
}
