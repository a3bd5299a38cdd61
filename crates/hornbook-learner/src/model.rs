use crate::explanation::Explanation;
use hornbook_core::{Error, Parameters, Result, Task, Value};
use hornbook_data::{Categories, Column, Features, Levels, Matrix, MatrixView, Numbers, Schema, Table};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What every model knows about itself; the header of its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The learner's name in the registry.
    pub learner: String,
    /// The parameters it was trained with.
    pub parameters: Parameters,
    /// What it needs in each row, and what it predicts.
    pub schema: Schema,
    /// How the training went.
    pub summary: Summary,
}

/// How a training went.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Rows used.
    pub rows: u64,
    /// Their weight; the number of rows if none was given.
    pub weight: f64,
    /// Whether an iterative learner reached its tolerance.
    pub converged: bool,
    /// What else the learner reports: nodes, iterations, …
    pub details: serde_json::Map<String, Value>,
    /// Sentences about what a person should know.
    pub warnings: Vec<String>,
}

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

/// What a learner has learned.
///
/// A model implements the methods about [`Features`]; those about tables and matrices find the columns and call
/// them.
pub trait Model: Send + Sync + fmt::Debug {
    /// What it was trained on and how.
    fn info(&self) -> &ModelInfo;

    /// Predicts a class or a number for each row.
    fn predict_features(&self, rows: &Features<'_>) -> Result<Predictions>;

    /// The probability of each class for each row; only asked of classifiers.
    fn class_probabilities(&self, rows: &Features<'_>) -> Result<Matrix>;

    /// What was learned, in words.
    fn explain(&self) -> Explanation;

    /// Why one row gets its prediction, in words.
    fn explain_row(&self, rows: &Features<'_>, row: usize) -> Result<Explanation>;

    /// How much each feature contributed to what was learned, summing to 1, if the model can say.
    fn importances(&self) -> Option<Vec<f64>> {
        None
    }

    /// The learned part as bytes for a model file.
    fn to_bytes(&self) -> Result<Vec<u8>>;

    /// Predicts the rows of a table, whose columns are found by name.
    fn predict(&self, table: &Table) -> Result<Prediction> {
        let (rows, warnings) = self.info().schema.features(table)?;
        Ok(Prediction { values: self.predict_features(&rows)?, warnings })
    }

    /// The probability of each class for each row of a table.
    fn probabilities(&self, table: &Table) -> Result<Matrix> {
        let (rows, _) = self.info().schema.features(table)?;
        self.probabilities_of(&rows)
    }

    /// Predicts the rows of a matrix, whose columns are in the order of training.
    fn predict_matrix(&self, matrix: MatrixView<'_>) -> Result<Predictions> {
        self.predict_features(&self.info().schema.matrix(matrix)?)
    }

    /// The probability of each class, or an error if the model predicts numbers.
    fn probabilities_of(&self, rows: &Features<'_>) -> Result<Matrix> {
        if self.info().schema.target.task != Task::Classification {
            return Err(Error::mismatch(
                "this model predicts numbers, which have no class probabilities",
                "ask for predictions instead",
            ));
        }
        self.class_probabilities(rows)
    }
}

/// A model that can be read back from a file.
pub trait Stored: Model + Sized + 'static {
    /// The model from its header and the bytes of [`Model::to_bytes`], which may come from anywhere: every
    /// index must be checked.
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<Self>;
}
