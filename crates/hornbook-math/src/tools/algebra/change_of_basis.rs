//! From one basis to another.

use crate::algebra::inverse;
use crate::algebra::spaces::{change_of_coordinates, coordinates};
use crate::matrix::Matrix;
use hornbook_core::{Result, Run, Tool, WorkedSolution};

/// Change of basis: the matrix P whose columns are the new basis in coordinates of the old one, and a vector in both.
#[derive(Debug, Tool)]
#[tool(
    name = "change-of-basis",
    chapter = "Linear algebra",
    aliases("change of coordinates", "transition matrix")
)]
pub struct ChangeOfBasisTool {
    /// New basis, a vector a row.
    new: Matrix,
    /// Old basis, a vector a row; the standard basis by default.
    old: Option<Matrix>,
    /// A vector, in the standard basis.
    vector: Option<Vec<f64>>,
}

impl Tool for ChangeOfBasisTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let old = self.old.clone().unwrap_or_else(|| Matrix::identity(self.new.columns())).to_rows();
        let new = self.new.to_rows();
        let change = change_of_coordinates(&old, &new)?;
        let mut solution = WorkedSolution::by(
            "[v] in the old basis = P [v] in the new basis; [v] in the new = P⁻¹ [v] in the old",
        );
        solution.labeled("matrix", "P", &change);
        solution.labeled("inverse", "P⁻¹", inverse(&change)?);
        if let Some(vector) = &self.vector {
            solution.labeled("old_coordinates", "coordinates in the old basis", coordinates(vector, &old)?);
            solution.labeled("new_coordinates", "coordinates in the new basis", coordinates(vector, &new)?);
        }
        Ok(solution)
    }
}
