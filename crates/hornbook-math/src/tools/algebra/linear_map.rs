//! The matrix of a linear map.

use crate::algebra::spaces::{coordinates, matrix_of_map};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution};

/// Matrix of a linear map between two bases: its columns are the images of the first basis in coordinates of the second, so that
/// Mλ = μ.
///
/// The map is given by its matrix in the standard bases, or by the images of the vectors of the first basis.
#[derive(Debug, Tool)]
#[tool(
    name = "linear-map",
    chapter = "Linear algebra",
    aliases("matrix of a linear map", "linear transformation")
)]
pub struct LinearMapTool {
    /// Matrix of the map in the standard bases.
    map: Option<Matrix>,
    /// Images of the vectors of the first basis, a row each, in place of the matrix.
    images: Option<Matrix>,
    /// First basis, a vector a row; the standard basis by default.
    from_basis: Option<Matrix>,
    /// Second basis, a vector a row; the standard basis by default.
    to_basis: Option<Matrix>,
    /// Coordinates λ in the first basis of a vector to be mapped.
    coordinates: Option<Vec<f64>>,
}

impl Tool for LinearMapTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution =
            WorkedSolution::by("M = (f(b₁), …, f(bₙ)) in coordinates of the second basis, Mλ = μ");
        let matrix = match (&self.map, &self.images) {
            (Some(map), None) => {
                let from = self.from_basis.clone().unwrap_or_else(|| Matrix::identity(map.columns()));
                let to = self.to_basis.clone().unwrap_or_else(|| Matrix::identity(map.rows()));
                if from.columns() != map.columns() {
                    return Err(Error::data(
                        format!(
                            "the map takes vectors of {} numbers, and the first basis has {}",
                            map.columns(),
                            from.columns()
                        ),
                        "give a basis of the space that the map takes",
                    ));
                }
                // The lengths are checked, so the product is one.
                matrix_of_map(|x| map.times(x).unwrap_or_default(), &from.to_rows(), &to.to_rows())?
            }
            (None, Some(images)) => {
                let to = self.to_basis.clone().unwrap_or_else(|| Matrix::identity(images.columns()));
                let columns = images
                    .to_rows()
                    .iter()
                    .map(|image| coordinates(image, &to.to_rows()))
                    .collect::<Result<Vec<_>>>()?;
                Matrix::from_columns(&columns)?
            }
            _ => {
                return Err(Error::data(
                    "the map is not given",
                    "give --map, its matrix, or --images, the images of the first basis",
                ));
            }
        };
        solution.labeled("matrix", "M", &matrix);
        if let Some(coordinates) = &self.coordinates {
            solution.labeled("image", "coordinates of the image, Mλ", matrix.times(coordinates)?);
        }
        Ok(solution)
    }
}
