//! What two variables tell of each other.

use super::cross_counted;
use crate::information::{conditional_entropy, entropy, mutual_information};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits};

/// Conditional entropy and mutual information of two variables: H(Y | X), H(X | Y), H(X, Y) and I(X; Y).
#[derive(Debug, Tool)]
#[tool(name = "mutual-information", chapter = "Information", aliases("conditional entropy", "joint entropy"))]
pub struct MutualInformationTool {
    /// Joint counts or probabilities: a row for each value of X, a column for each value of Y.
    #[param(range = "0..")]
    joint: Option<Matrix>,
    /// Values of X, in place of a table.
    x: Option<Vec<String>>,
    /// Values of Y, beside those of X.
    y: Option<Vec<String>>,
}

impl Tool for MutualInformationTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let table = match (&self.joint, &self.x, &self.y) {
            (Some(joint), None, None) => joint.clone(),
            (None, Some(x), Some(y)) => Matrix::from_rows(&cross_counted(x, y)?.1)?,
            _ => {
                return Err(Error::data(
                    "a joint table, or values of x and of y, are needed",
                    "give --joint '0.5,0;0.25,0.25', or --x and --y",
                ));
            }
        };
        let total: f64 = table.values().iter().sum();
        if total <= 0.0 {
            return Err(Error::data("all counts are 0", "give at least one positive count"));
        }
        let (rows, turned) = (table.to_rows(), table.transpose().to_rows());
        let slices = |rows: &[Vec<f64>]| rows.iter().map(|row| row.iter().sum::<f64>()).collect::<Vec<f64>>();
        let (of_x, of_y) = (entropy(&slices(&rows)), entropy(&slices(&turned)));
        let parts: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let others: Vec<&[f64]> = turned.iter().map(Vec::as_slice).collect();
        let (y_given_x, x_given_y) = (conditional_entropy(&parts), conditional_entropy(&others));
        let mut solution = WorkedSolution::by("H(Y | X) = −Σ p(x, y) log₂ p(y | x)");
        solution.formula("I(X; Y) = H(Y) − H(Y | X)");
        for (at, part) in parts.iter().enumerate() {
            let weight: f64 = part.iter().sum::<f64>() / total;
            solution.step(format!(
                "x = {}: weight {}, H(Y | x) = {}",
                at + 1,
                in_digits(weight),
                in_digits(entropy(part))
            ));
        }
        solution.labeled("entropy_x", "H(X) (bits)", of_x);
        solution.labeled("entropy_y", "H(Y)", of_y);
        solution.labeled("joint_entropy", "H(X, Y)", of_x + y_given_x);
        solution.labeled("conditional_entropy", "H(Y | X)", y_given_x);
        solution.labeled("conditional_entropy_of_x", "H(X | Y)", x_given_y);
        let information = mutual_information(&parts);
        solution.labeled("mutual_information", "I(X; Y)", information);
        if information < 1e-12 {
            solution.say("X and Y are independent: neither tells anything of the other");
        }
        Ok(solution)
    }
}
