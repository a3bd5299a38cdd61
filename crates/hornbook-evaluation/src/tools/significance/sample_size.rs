//! How many rows a test needs.

use crate::significance::{power, required_sample_size};
use hornbook_core::{Result, Run, Tool, WorkedSolution};

/// Sample size and power: how many test rows each of two error rates needs for their difference to be noticed, and how probably it is.
#[derive(Debug, Tool)]
#[tool(name = "sample-size", chapter = "Hypothesis tests", aliases("power analysis", "required test rows"))]
pub struct SampleSizeTool {
    /// First true error rate.
    #[param(range = "0..=1")]
    first: f64,
    /// Second true error rate.
    #[param(range = "0..=1")]
    second: f64,
    /// Significance level α.
    #[param(default = 0.05, range = ">0..1")]
    alpha: f64,
    /// Power that is wanted.
    #[param(default = 0.8, range = ">0..1")]
    power: f64,
    /// Rows of each sample, if they are given: what power they have.
    #[param(range = "1..")]
    rows: Option<u64>,
}

impl Tool for SampleSizeTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let rates = [self.first, self.second];
        let mut solution =
            WorkedSolution::by("n = (z(α/2) + z(power))² (e₁(1 − e₁) + e₂(1 − e₂))/(e₁ − e₂)²");
        solution.labeled(
            "sample_size",
            "rows of each sample",
            required_sample_size(rates, self.alpha, self.power)?,
        );
        if let Some(rows) = self.rows {
            solution.labeled(
                "power",
                &format!("power with {rows} rows each"),
                power(rates, rows, self.alpha)?,
            );
        }
        Ok(solution)
    }
}
