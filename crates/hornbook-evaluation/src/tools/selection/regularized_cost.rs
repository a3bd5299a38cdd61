//! Loss plus complexity.

use crate::model_selection::{least_cost, regularized_cost};
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution, same_length};

/// Regularized cost: Cost(h) = EmpLoss(h) + λ Complexity(h), and the hypothesis of least cost, for one or several λ.
#[derive(Debug, Tool)]
#[tool(
    name = "regularized-cost",
    chapter = "Model selection",
    aliases("regularization", "complexity penalty", "loss plus complexity")
)]
pub struct RegularizedCostTool {
    /// Empirical loss of each hypothesis.
    losses: Vec<f64>,
    /// Complexity of each hypothesis.
    complexities: Vec<f64>,
    /// Conversion rates λ between loss and complexity.
    #[param(default = vec![1.0], range = "0..")]
    penalties: Vec<f64>,
    /// Names of the hypotheses.
    names: Option<Vec<String>>,
}

impl Tool for RegularizedCostTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        same_length(("losses", self.losses.len()), ("complexities", self.complexities.len()))?;
        let names =
            self.names.clone().unwrap_or_else(|| (1..=self.losses.len()).map(|i| i.to_string()).collect());
        same_length(("names", names.len()), ("losses", self.losses.len()))?;
        let mut solution = WorkedSolution::by("Cost(h) = EmpLoss(h) + λ Complexity(h)");
        let mut rows = Vec::new();
        for &lambda in &self.penalties {
            let best = least_cost(&self.losses, &self.complexities, lambda)?;
            let costs = self
                .losses
                .iter()
                .zip(&self.complexities)
                .map(|(&loss, &c)| AnswerValue::from(regularized_cost(loss, c, lambda)));
            rows.push(
                [AnswerValue::from(lambda)]
                    .into_iter()
                    .chain(costs)
                    .chain([AnswerValue::from(names[best].as_str())])
                    .collect(),
            );
        }
        let columns: Vec<&str> =
            ["λ"].into_iter().chain(names.iter().map(String::as_str)).chain(["least"]).collect();
        solution.table("costs", &columns, rows);
        let best =
            least_cost(&self.losses, &self.complexities, self.penalties.first().copied().unwrap_or(1.0))?;
        solution.labeled("best", "hypothesis of least cost (first λ)", names[best].clone());
        Ok(solution)
    }
}
