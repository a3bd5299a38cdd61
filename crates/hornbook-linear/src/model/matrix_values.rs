//! A matrix as a model file holds it: its values row by row, since its shape follows from the columns of the model. It is read
//! as one row.

use hornbook_data::Matrix;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<S: Serializer>(matrix: &Matrix, serializer: S) -> Result<S::Ok, S::Error> {
    matrix.values().serialize(serializer)
}

pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Matrix, D::Error> {
    let values = Vec::<f64>::deserialize(deserializer)?;
    Matrix::new(1, values.len(), values).map_err(D::Error::custom)
}

/// The same of a matrix that may be missing.
pub mod optional {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct MatrixValues(#[serde(with = "super")] Matrix);

    pub fn serialize<S: Serializer>(matrix: &Option<Matrix>, serializer: S) -> Result<S::Ok, S::Error> {
        matrix.as_ref().map(Matrix::values).serialize(serializer)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<Matrix>, D::Error> {
        let matrix = Option::<MatrixValues>::deserialize(deserializer)?;
        Ok(matrix.map(|MatrixValues(matrix)| matrix))
    }
}
