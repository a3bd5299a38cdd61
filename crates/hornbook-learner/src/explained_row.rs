//! One row whose prediction is to be explained.

use crate::format::{CellText, value_of};
use crate::transformer::Transformer;
use hornbook_data::{Features, Input};

/// One row whose prediction is to be explained: as the model sees it, and with the values that people know.
///
/// Behind transformers a model sees scaled and imputed values. A column that goes by the name of the only input it is made of is
/// that input to whoever reads the explanation, and has its value there.
#[derive(Debug, Clone)]
pub struct ExplainedRow<'a> {
    features: Features<'a>,
    number: usize,
    /// For each column the value of the input that it stands for; nothing where the model sees that itself.
    input_values: Vec<Option<CellText>>,
}

impl<'a> ExplainedRow<'a> {
    /// A row of these rows, which is there.
    pub fn of(rows: &Features<'a>, row: usize) -> ExplainedRow<'a> {
        ExplainedRow { features: rows.single(row), number: row, input_values: Vec::new() }
    }

    /// The row alone, as the model sees it.
    pub fn features(&self) -> &Features<'a> {
        &self.features
    }

    /// Its place among the rows that were given.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The value of a column as it was given.
    pub fn value(&self, input: &Input, column: usize) -> CellText {
        let given = self.input_values.get(column).cloned().flatten();
        given.unwrap_or_else(|| self.seen(input, column))
    }

    /// The value of a column as it was given, and what became of it before the model compares it with a threshold.
    pub fn compared_value(&self, input: &Input, column: usize) -> String {
        let (given, seen) = (self.value(input, column), self.seen(input, column));
        match given == seen {
            true => given.to_string(),
            false => format!("{given}, transformed to {seen}"),
        }
    }

    fn seen(&self, input: &Input, column: usize) -> CellText {
        value_of(input, &self.features.column(column), 0)
    }

    /// Some of the columns.
    pub(crate) fn select(&self, columns: &[usize]) -> ExplainedRow<'a> {
        let values = columns.iter().map(|&column| self.input_values.get(column).cloned().flatten());
        ExplainedRow {
            features: self.features.select(columns),
            number: self.number,
            input_values: values.collect(),
        }
    }

    /// For each column the value of the input that it stands for, as [`seen_as`](ExplainedRow::seen_as) takes them.
    pub(crate) fn into_input_values(self) -> Vec<Option<CellText>> {
        self.input_values
    }

    /// The same row as a model sees it whose columns stand for these values.
    pub(crate) fn seen_as<'b>(
        &self,
        features: Features<'b>,
        input_values: Vec<Option<CellText>>,
    ) -> ExplainedRow<'b> {
        ExplainedRow { features, number: self.number, input_values }
    }

    /// The values that the columns which a transformer makes of this row stand for.
    pub(crate) fn values_behind(
        &self,
        inputs: &[Input],
        transformer: &dyn Transformer,
    ) -> Vec<Option<CellText>> {
        let origins = transformer.origins();
        let value = |(column, made): (usize, &Input)| match origins.of(column) {
            &[only] => {
                let (place, input) = (only as usize, &inputs[only as usize]);
                (input.name == made.name).then(|| self.value(input, place))
            }
            _ => None,
        };
        transformer.outputs().iter().enumerate().map(value).collect()
    }
}
