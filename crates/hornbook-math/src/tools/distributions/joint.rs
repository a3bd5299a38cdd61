//! Two variables together.

use crate::distributions::Univariate;
use crate::matrix::Matrix;
use crate::probability::JointTable;
use hornbook_core::{Result, Run, Tool, WorkedSolution, in_digits};

/// Joint distribution of two variables: marginals, means, variances, covariance, correlation, independence, and conditional
/// distributions (Bayes' rule).
#[derive(Debug, Tool)]
#[tool(
    name = "joint-distribution",
    chapter = "Distributions",
    aliases("covariance", "correlation", "marginal", "joint pmf")
)]
pub struct JointDistributionTool {
    /// Joint probabilities or counts: a row for each value of X, a column for each value of Y.
    #[param(range = "0..")]
    joint: Matrix,
    /// Values of X, one for each row; 0, 1, 2, … by default.
    x: Option<Vec<f64>>,
    /// Values of Y, one for each column; 0, 1, 2, … by default.
    y: Option<Vec<f64>>,
    /// A value of Y: gives the distribution of X when Y has it.
    given_y: Option<f64>,
    /// A value of X: gives the distribution of Y when X has it.
    given_x: Option<f64>,
}

impl Tool for JointDistributionTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let codes = |count: usize| (0..count).map(|i| i as f64).collect::<Vec<f64>>();
        let x = self.x.clone().unwrap_or_else(|| codes(self.joint.rows()));
        let y = self.y.clone().unwrap_or_else(|| codes(self.joint.columns()));
        let table = JointTable::from_counts(&x, &y, &self.joint)?;
        let (first, second) = (table.first(), table.second());
        let mut solution = WorkedSolution::by("Cov[X, Y] = E[XY] − E[X] E[Y], ρ = Cov[X, Y]/(σ_X σ_Y)");
        let product = table.expectation(|x, y| x * y);
        solution.step(format!(
            "Cov[X, Y] = {} − {} · {} = {}",
            in_digits(product),
            in_digits(first.mean()),
            in_digits(second.mean()),
            in_digits(table.covariance())
        ));
        solution.labeled("marginal_x", "P(X)", first.probabilities());
        solution.labeled("marginal_y", "P(Y)", second.probabilities());
        solution.labeled("mean_x", "E[X]", first.mean());
        solution.labeled("mean_y", "E[Y]", second.mean());
        solution.labeled("variance_x", "Var[X]", first.variance());
        solution.labeled("variance_y", "Var[Y]", second.variance());
        solution.result("covariance", table.covariance());
        solution.result("correlation", table.correlation());
        solution.labeled("variance_of_sum", "Var[X + Y]", table.variance_of_sum());
        solution.result("independent", table.is_independent(1e-9));
        solution.labeled("mutual_information", "I(X; Y) (bits)", table.mutual_information());
        if let Some(value) = self.given_y {
            let conditional = table.first_given(value)?;
            solution.labeled(
                "x_given_y",
                &format!("P(X | Y = {})", in_digits(value)),
                conditional.probabilities(),
            );
        }
        if let Some(value) = self.given_x {
            let conditional = table.second_given(value)?;
            solution.labeled(
                "y_given_x",
                &format!("P(Y | X = {})", in_digits(value)),
                conditional.probabilities(),
            );
        }
        Ok(solution)
    }
}
