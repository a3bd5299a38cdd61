//! Least squares within a budget.

use crate::elastic_net::{constrained_lasso, constrained_lq};
use hornbook_core::{AnswerValue, Choice, Result, Run, Tool, WorkedSolution};
use hornbook_data::{Matrix, Table, TableArgument, Target};

/// The shape of the set that coefficients must stay in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ConstraintShape {
    /// Σ|w| ≤ c: a diamond, whose corners are zeros (lasso).
    L1,
    /// Σw² ≤ c: a ball (ridge).
    L2,
}

/// Constrained regularization: least squares subject to a complexity of at most c, and the penalty λ (alpha) that is equivalent to it.
#[derive(Debug, Tool)]
#[tool(
    name = "constrained-regression",
    chapter = "Linear models",
    aliases("l1 budget", "constrained lasso", "constrained regularization")
)]
pub struct ConstrainedRegressionTool {
    /// Inputs, a row each.
    x: Option<Matrix>,
    /// Targets.
    y: Option<Vec<f64>>,
    /// A table, in place of x and y.
    table: Option<TableArgument>,
    /// Target column of the table.
    target: Option<String>,
    /// Largest complexity c.
    #[param(range = ">0..")]
    budget: f64,
    /// Shape of the constraint.
    #[param(default = ConstraintShape::L1)]
    shape: ConstraintShape,
    /// Whether an intercept is fitted, which is free.
    #[param(default = true)]
    fit_intercept: bool,
}

impl Tool for ConstrainedRegressionTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let data = match (&self.x, &self.y, &self.table, &self.target) {
            (Some(x), Some(y), None, None) => {
                hornbook_core::same_length(("x", x.rows()), ("y", y.len()))?;
                let columns = (0..x.columns())
                    .fold(Table::builder(), |table, j| table.number(&format!("x{}", j + 1), x.column(j)));
                columns.build()?.dataset().with_target("y", Target::Numbers(y.clone().into()))?
            }
            (None, None, Some(table), Some(target)) => table.table(run)?.dataset().target(target)?,
            _ => {
                return Err(hornbook_core::Error::data(
                    "there are no rows",
                    "give --x and --y, or --table and --target",
                ));
            }
        };
        let found = match self.shape {
            ConstraintShape::L1 => constrained_lasso(&data, self.budget, self.fit_intercept, run)?,
            ConstraintShape::L2 => constrained_lq(&data, self.budget, 2.0, self.fit_intercept, run)?,
        };
        let q = if self.shape == ConstraintShape::L1 { 1 } else { 2 };
        let mut solution = WorkedSolution::by(&format!("min Σ (y − wᵀx)²/(2n) subject to Σ |w|^{q} ≤ c"));
        let rows = found
            .columns
            .iter()
            .zip(&found.weights)
            .map(|(name, weight)| vec![AnswerValue::from(name.as_str()), AnswerValue::from(*weight)]);
        solution.table("coefficients", &["column", "weight"], rows.collect());
        solution.value("weights", found.weights.clone().into());
        solution.result("intercept", found.intercept);
        let complexity: f64 = found.weights.iter().map(|w| w.abs().powi(q)).sum();
        solution.labeled("complexity", "complexity reached", complexity);
        solution.labeled("alpha", "equivalent penalty λ", found.alpha);
        solution.labeled("active", "the constraint binds", complexity > self.budget * (1.0 - 1e-6));
        solution.value("zeros", found.weights.iter().filter(|w| **w == 0.0).count().into());
        Ok(solution)
    }
}
