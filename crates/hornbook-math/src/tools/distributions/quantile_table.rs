//! Tables of critical values, as they stand at the end of a book.

use crate::distributions::UnivariateFamily;
use hornbook_core::{AnswerValue, Choice, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits};

/// The distribution of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TableDistribution {
    /// Student's t distribution.
    Student,
    /// Chi-square distribution.
    ChiSquare,
    /// Standard normal distribution, the limit of Student's t for many degrees of freedom.
    Normal,
}

/// Table of critical values: the numbers that are exceeded with probability α, by degrees of freedom.
///
/// For a two-sided test or interval take α/2: `--alphas 0.025` for 95 %. With infinitely many degrees of freedom Student's t is the
/// normal distribution, which is the last row.
#[derive(Debug, Tool)]
#[tool(
    name = "quantile-table",
    chapter = "Distributions",
    aliases("t table", "z table", "critical values", "student quantiles")
)]
pub struct QuantileTableTool {
    /// Distribution of the table.
    #[param(default = TableDistribution::Student)]
    family: TableDistribution,
    /// Degrees of freedom, a row each.
    #[param(default = vec![1.0, 2.0, 3.0, 4.0, 5.0, 9.0, 10.0, 20.0, 29.0, 30.0, 100.0], range = ">0..")]
    degrees: Vec<f64>,
    /// Probabilities of the upper tail, a column each.
    #[param(default = vec![0.1, 0.05, 0.025, 0.01, 0.005], range = ">0..1")]
    alphas: Vec<f64>,
}

impl Tool for QuantileTableTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("P(T > t) = α");
        let names: Vec<String> = self.alphas.iter().map(|alpha| format!("α={}", in_digits(*alpha))).collect();
        let columns: Vec<&str> = ["degrees"].into_iter().chain(names.iter().map(String::as_str)).collect();
        let row = |label: String, family: UnivariateFamily, parameters: &[f64]| -> Result<Vec<AnswerValue>> {
            let distribution = family.distribution(&NamedNumbers::in_order(parameters))?;
            let quantiles =
                self.alphas.iter().map(|alpha| AnswerValue::from(distribution.upper_quantile(*alpha)));
            Ok([AnswerValue::from(label)].into_iter().chain(quantiles).collect())
        };
        let mut rows = Vec::new();
        let family = match self.family {
            TableDistribution::ChiSquare => UnivariateFamily::ChiSquare,
            _ => UnivariateFamily::Student,
        };
        if self.family != TableDistribution::Normal {
            for degrees in &self.degrees {
                rows.push(row(in_digits(*degrees), family, &[*degrees])?);
            }
        }
        if self.family != TableDistribution::ChiSquare {
            rows.push(row("∞".to_string(), UnivariateFamily::Normal, &[])?);
        }
        solution.table("quantiles", &columns, rows);
        Ok(solution)
    }
}
