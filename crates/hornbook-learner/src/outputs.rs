//! What models say of rows.

use crate::format::CellText;
use hornbook_core::{Error, Result, Task};
use hornbook_data::{Categories, Column, Levels, Matrix, Numbers};
use rayon::prelude::*;

/// What a model predicts for some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// One value a row.
    pub values: Predictions,
    /// Sentences about the rows, such as values that were never seen in training.
    pub warnings: Vec<String>,
}

/// Predicted classes or numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Predictions {
    /// The code of a class a row, and the classes' names.
    Classes(Vec<u32>, Levels),
    /// A number a row.
    Numbers(Vec<f64>),
}

impl Predictions {
    /// How many rows were predicted.
    pub fn len(&self) -> usize {
        match self {
            Predictions::Classes(codes, _) => codes.len(),
            Predictions::Numbers(values) => values.len(),
        }
    }

    /// Whether there were no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The prediction for a row, as text.
    pub fn label(&self, row: usize) -> String {
        match self {
            Predictions::Classes(codes, levels) => levels[codes[row] as usize].clone(),
            Predictions::Numbers(values) => values[row].to_string(),
        }
    }

    /// The prediction for a row as an explanation says it.
    pub fn cell_text(&self, row: usize) -> CellText {
        match self {
            Predictions::Classes(..) => CellText::from(self.label(row)),
            Predictions::Numbers(values) => CellText::from(values[row]),
        }
    }

    /// The predictions as a column for a table.
    pub fn to_column(&self) -> Column {
        match self {
            Predictions::Classes(codes, levels) => {
                Column::Category(Categories { codes: codes.clone().into(), levels: levels.clone() })
            }
            Predictions::Numbers(values) => Column::Number(Numbers::from(values.clone())),
        }
    }
}

/// The first of the largest numbers; 0 if there is none.
pub fn first_largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (index, &value) in values.iter().enumerate() {
        if value > values[best] {
            best = index;
        }
    }
    best
}

/// How far the sum of the class probabilities of a row may be from 1.
pub const PROBABILITY_TOLERANCE: f64 = 1e-6;

/// Whether these are the probabilities of classes: none below 0 or infinite, with a sum of 1.
pub fn is_distribution(shares: &[f64]) -> bool {
    let sum: f64 = shares.iter().sum();
    shares.iter().all(|share| *share >= 0.0) && (sum - 1.0).abs() <= PROBABILITY_TOLERANCE
}

/// A number that is none is no answer, whatever a model made it of: values too large to be multiplied, or a damaged file.
pub(crate) fn check_predictions(task: Task, predictions: &Predictions) -> Result<()> {
    match predictions {
        Predictions::Numbers(values) if task == Task::Regression => {
            match values.iter().position(|value| !value.is_finite()) {
                Some(row) => Err(no_answer(format!("predicts {} for row {}", values[row], row + 1))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

pub(crate) fn check_probabilities(probabilities: &Matrix) -> Result<()> {
    match (0..probabilities.rows()).find(|&row| !is_distribution(probabilities.row(row))) {
        Some(row) => {
            let sum: f64 = probabilities.row(row).iter().sum();
            Err(no_answer(format!("gives row {} class probabilities that sum to {sum}", row + 1)))
        }
        None => Ok(()),
    }
}

fn no_answer(what: String) -> Error {
    Error::data(
        format!(
            "the model {what}: values of the row or of the model are too large to be worked with, or its file is damaged"
        ),
        "give the row's values in the units of training, or train a new model on values of a smaller size",
    )
}

/// What is asked of some rows beside the predictions themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutputRequest {
    /// The probability of each class, of models that have classes.
    pub probabilities: bool,
    /// Numbers that rank rows, of models that have any: anomaly scores.
    pub scores: bool,
}

impl OutputRequest {
    /// Nothing but the predictions.
    pub const PREDICTIONS: OutputRequest = OutputRequest { probabilities: false, scores: false };
    /// Predictions and class probabilities.
    pub const PROBABILITIES: OutputRequest = OutputRequest { probabilities: true, scores: false };
    /// Predictions and scores.
    pub const SCORES: OutputRequest = OutputRequest { probabilities: false, scores: true };
}

/// What a model says of some rows about one target, from one pass over them.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetOutputs {
    /// A class or a number for each row.
    pub predictions: Predictions,
    /// The probability of each class for each row. A model may give them unasked.
    pub probabilities: Option<Matrix>,
    /// Numbers that rank rows, if the model has any beside its predictions. A model may give them unasked.
    pub scores: Option<Matrix>,
}

impl TargetOutputs {
    /// Predicted numbers.
    pub fn of_numbers(values: Vec<f64>) -> TargetOutputs {
        TargetOutputs { predictions: Predictions::Numbers(values), probabilities: None, scores: None }
    }

    /// Predicted classes.
    pub fn of_classes(codes: Vec<u32>, levels: &Levels) -> TargetOutputs {
        let predictions = Predictions::Classes(codes, levels.clone());
        TargetOutputs { predictions, probabilities: None, scores: None }
    }

    /// Class probabilities, and of each row the first of the most probable classes.
    pub fn of_probabilities(probabilities: Matrix, levels: &Levels) -> TargetOutputs {
        TargetOutputs::of_classes(most_probable(&probabilities), levels).with_probabilities(probabilities)
    }

    /// Predictions that were made of one score a row.
    pub fn of_scores(predictions: Predictions, scores: Vec<f64>) -> Result<TargetOutputs> {
        let scores = Matrix::new(scores.len(), 1, scores)?;
        Ok(TargetOutputs { predictions, probabilities: None, scores: Some(scores) })
    }

    /// The same predictions with class probabilities.
    #[must_use]
    pub fn with_probabilities(self, probabilities: Matrix) -> TargetOutputs {
        TargetOutputs { probabilities: Some(probabilities), ..self }
    }

    /// Adds what the same model says of further rows.
    pub fn append(&mut self, more: TargetOutputs) -> Result<()> {
        match (&mut self.predictions, more.predictions) {
            (Predictions::Classes(codes, _), Predictions::Classes(further, _)) => join(codes, further),
            (Predictions::Numbers(values), Predictions::Numbers(further)) => join(values, further),
            (_, other) => self.predictions = other,
        }
        append_rows(&mut self.probabilities, more.probabilities)?;
        append_rows(&mut self.scores, more.scores)
    }
}

/// Adds further values, the smaller part to the larger: what is large need not be copied.
fn join<T>(all: &mut Vec<T>, mut further: Vec<T>) {
    if further.len() > all.len() {
        further.splice(0..0, all.drain(..));
        *all = further;
    } else {
        all.extend(further);
    }
}

fn append_rows(all: &mut Option<Matrix>, more: Option<Matrix>) -> Result<()> {
    let (Some(matrix), Some(further)) = (all.as_mut(), more) else { return Ok(()) };
    let columns = matrix.columns();
    let rows = matrix.rows() + further.rows();
    let mut values = std::mem::replace(matrix, Matrix::zeros(0, 0)).into_values();
    join(&mut values, further.into_values());
    *matrix = Matrix::new(rows, columns, values)?;
    Ok(())
}

/// Of each row the first of the most probable classes.
pub(crate) fn most_probable(probabilities: &Matrix) -> Vec<u32> {
    // Few rows are not worth waking other threads for.
    const SIDE_BY_SIDE: usize = 8192;
    let width = probabilities.columns().max(1);
    let rows = probabilities.values().par_chunks(width).with_min_len(SIDE_BY_SIDE);
    match probabilities.columns() {
        0 => vec![0; probabilities.rows()],
        _ => rows.map(|row| first_largest(row) as u32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_largest() {
        assert_eq!(first_largest(&[0.2, 0.4, 0.4]), 1);
        assert_eq!(first_largest(&[]), 0);
    }
}
