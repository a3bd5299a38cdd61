//! A matrix as an argument of a tool and as its answer.

use super::Matrix;
use hornbook_core::{AnswerValue, ArgumentKind, ParameterKind, ParameterValue, Range, Value};

impl Matrix {
    /// The rows, a list each.
    pub fn to_rows(&self) -> Vec<Vec<f64>> {
        (0..self.rows()).map(|row| self.row(row).to_vec()).collect()
    }
}

impl Default for Matrix {
    fn default() -> Matrix {
        Matrix::zeros(0, 0)
    }
}

impl ParameterValue for Matrix {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Matrix);

    fn to_value(&self) -> Value {
        self.to_rows().into()
    }

    /// A list of numbers is one row.
    fn from_value(value: &Value) -> Option<Self> {
        let rows = value.as_array()?;
        let rows = match rows.iter().all(Value::is_number) {
            true => vec![Vec::<f64>::from_value(value)?],
            false => rows.iter().map(Vec::<f64>::from_value).collect::<Option<Vec<_>>>()?,
        };
        Matrix::from_rows(&rows).ok().filter(|matrix| matrix.columns() > 0)
    }

    fn outside(&self, range: &Range) -> Option<f64> {
        self.values().iter().copied().find(|number| !range.contains(*number))
    }
}

/// Several matrices, such as a covariance for each class.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Matrices(pub Vec<Matrix>);

impl ParameterValue for Matrices {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Matrices);

    fn to_value(&self) -> Value {
        self.0.iter().map(Matrix::to_value).collect()
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(Matrix::from_value).collect::<Option<_>>().map(Matrices)
    }
}

impl From<&Matrix> for AnswerValue {
    fn from(matrix: &Matrix) -> AnswerValue {
        AnswerValue::Rows(matrix.to_rows())
    }
}

impl From<Matrix> for AnswerValue {
    fn from(matrix: Matrix) -> AnswerValue {
        AnswerValue::from(&matrix)
    }
}
