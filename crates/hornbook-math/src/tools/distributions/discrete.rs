//! A random variable by its values.

use crate::distributions::{Discrete, Univariate};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, same_length};

/// Discrete random variable: expected value, second moment, variance and standard deviation, of itself, of a multiple, and of the
/// sum with an independent one.
///
/// Probabilities are checked to sum to 1.
#[derive(Debug, Tool)]
#[tool(
    name = "random-variable",
    chapter = "Distributions",
    aliases("expected value", "expectation", "variance", "pmf check")
)]
pub struct RandomVariableTool {
    /// Values that the variable takes.
    values: Vec<f64>,
    /// Probability of each value; all the same by default.
    #[param(range = "0..=1")]
    probabilities: Option<Vec<f64>>,
    /// A factor λ: gives the distribution of λX too, whose variance is λ² times that of X.
    factor: Option<f64>,
    /// Values of an independent variable to be added.
    plus_values: Option<Vec<f64>>,
    /// Probabilities of the variable to be added; all the same by default.
    #[param(range = "0..=1")]
    plus_probabilities: Option<Vec<f64>>,
}

fn variable(values: &[f64], probabilities: Option<&Vec<f64>>) -> Result<Discrete> {
    match probabilities {
        Some(probabilities) => {
            same_length(("values", values.len()), ("probabilities", probabilities.len()))?;
            Discrete::new(values, probabilities)
        }
        None if values.is_empty() => Err(Error::data("the variable has no values", "give at least one")),
        None => Discrete::new(values, &vec![1.0 / values.len() as f64; values.len()]),
    }
}

impl Tool for RandomVariableTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let x = variable(&self.values, self.probabilities.as_ref())?;
        let mut solution = WorkedSolution::by("E[X] = Σ x P(x), Var[X] = E[(X − E[X])²] = E[X²] − E[X]²");
        let terms = x.values().iter().zip(x.probabilities());
        let sum: Vec<String> = terms.map(|(v, p)| format!("{} · {}", in_digits(*v), in_digits(*p))).collect();
        solution.step(format!("E[X] = {} = {}", sum.join(" + "), in_digits(x.mean())));
        let second = x.expectation(|v| v * v);
        solution.step(format!(
            "Var[X] = {} − {}² = {}",
            in_digits(second),
            in_digits(x.mean()),
            in_digits(x.variance())
        ));
        solution.labeled("mean", "E[X]", x.mean());
        solution.labeled("second_moment", "E[X²]", second);
        solution.labeled("variance", "Var[X]", x.variance());
        solution.labeled("deviation", "standard deviation", x.deviation());
        solution.labeled("entropy", "entropy (nats)", x.entropy());
        if let Some(factor) = self.factor {
            let scaled = x.scaled(factor)?;
            solution.step(format!(
                "Var[{0}X] = {0}² Var[X] = {1}",
                in_digits(factor),
                in_digits(scaled.variance())
            ));
            solution.labeled("scaled_mean", &format!("E[{}X]", in_digits(factor)), scaled.mean());
            solution.labeled("scaled_variance", &format!("Var[{}X]", in_digits(factor)), scaled.variance());
        }
        if let Some(values) = &self.plus_values {
            let y = variable(values, self.plus_probabilities.as_ref())?;
            let sum = x.plus(&y)?;
            solution.step(format!(
                "Var[X + Y] = {} + {} = {}",
                in_digits(x.variance()),
                in_digits(y.variance()),
                in_digits(sum.variance())
            ));
            solution.labeled("sum_mean", "E[X + Y]", sum.mean());
            solution.labeled("sum_variance", "Var[X + Y]", sum.variance());
            let rows = sum
                .values()
                .iter()
                .zip(sum.probabilities())
                .map(|(v, p)| vec![AnswerValue::from(*v), AnswerValue::from(*p)]);
            solution.table("sum", &["x + y", "probability"], rows.collect());
        }
        Ok(solution)
    }
}
