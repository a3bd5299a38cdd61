//! How often a hypothesis is wrong in truth.

use crate::intervals::{true_error, true_error_by_sampling};
use hornbook_core::{Error, FormulaText, NamedNumbers, Result, Run, Tool, WorkedSolution, same_length};
use hornbook_math::distributions::UnivariateFamily;
use hornbook_math::function::ScalarFunction;
use hornbook_math::optimize::Objective;

/// True error of a hypothesis, P(h(x) ≠ f(x)): an exact sum over finitely many instances, or a Monte Carlo estimate over a
/// distribution of x.
///
/// A formula says 1 where it is above 0, else 0.
#[derive(Debug, Tool)]
#[tool(
    name = "true-error",
    chapter = "Confidence intervals",
    aliases("generalization error", "monte carlo error"),
    random
)]
pub struct TrueErrorTool {
    /// Probability of each instance.
    #[param(range = "0..")]
    probabilities: Option<Vec<f64>>,
    /// What the hypothesis says of each instance.
    predicted: Option<Vec<String>>,
    /// What is true of each instance.
    truth: Option<Vec<String>>,
    /// Hypothesis h, a formula of x that is above 0 where it says 1.
    hypothesis: Option<FormulaText>,
    /// Target f, a formula of x that is above 0 where 1 is true.
    target: Option<FormulaText>,
    /// Family of the distribution of x.
    #[param(default = UnivariateFamily::Uniform)]
    family: UnivariateFamily,
    /// Parameters of the family, by name or in order.
    #[param(default = NamedNumbers::default())]
    parameters: NamedNumbers,
    /// Number of instances drawn.
    #[param(default = 100000, range = "1..=100000000")]
    draws: usize,
    /// Confidence level.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
}

impl Tool for TrueErrorTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("error(h) = P(h(x) ≠ f(x)) = Σ P(x) [h(x) ≠ f(x)]");
        match (&self.probabilities, &self.predicted, &self.truth, &self.hypothesis, &self.target) {
            (Some(probabilities), Some(predicted), Some(truth), None, None) => {
                same_length(("predicted", predicted.len()), ("truth", truth.len()))?;
                let is_wrong: Vec<bool> = predicted.iter().zip(truth).map(|(a, b)| a != b).collect();
                solution.labeled("error", "true error (exact)", true_error(probabilities, &is_wrong)?);
                let wrong: Vec<f64> =
                    (1..=is_wrong.len()).filter(|i| is_wrong[i - 1]).map(|i| i as f64).collect();
                solution.labeled("wrong", "instances that it gets wrong", wrong);
            }
            (None, None, None, Some(hypothesis), Some(target)) => {
                let h = ScalarFunction::parse_of(&hypothesis.0, &["x"])?;
                let f = ScalarFunction::parse_of(&target.0, &["x"])?;
                let distribution = self.family.distribution(&self.parameters)?;
                let mistake = |rng: &mut hornbook_core::Rng| {
                    let x = [distribution.sample(rng)];
                    (h.value(&x) > 0.0) != (f.value(&x) > 0.0)
                };
                let found = true_error_by_sampling(mistake, self.draws, self.level, run.root_seed(), run)?;
                solution.labeled("error", "true error (Monte Carlo)", found.error);
                if let Some(interval) = found.interval {
                    solution.result("low", interval.low);
                    solution.result("high", interval.high);
                }
                solution.result("draws", self.draws);
            }
            _ => {
                return Err(Error::data(
                    "the hypothesis is not given",
                    "give --probabilities, --predicted and --truth, or the formulas --hypothesis and --target",
                ));
            }
        }
        Ok(solution)
    }
}
