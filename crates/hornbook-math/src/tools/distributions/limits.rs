//! How far a variable, and a mean, may be from what is expected.

use crate::probability::{chebyshev, chebyshev_deviations, large_numbers_bound, large_numbers_size};
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits};

/// Chebyshev's inequality: how probable it is at most that a variable of any distribution is far from its mean.
#[derive(Debug, Tool)]
#[tool(name = "chebyshev", chapter = "Distributions", aliases("chebyshev inequality", "tail bound"))]
pub struct ChebyshevTool {
    /// Variance σ² of the variable.
    #[param(range = "0..")]
    variance: Option<f64>,
    /// Distance a from the mean.
    #[param(range = ">0..")]
    distance: Option<f64>,
    /// Distance in standard deviations, k, in place of variance and distance.
    #[param(range = ">0..")]
    deviations: Option<f64>,
}

impl Tool for ChebyshevTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::new();
        let bound = match (self.variance, self.distance, self.deviations) {
            (Some(variance), Some(distance), None) => {
                solution.formula("P(|X − μ| ≥ a) ≤ σ²/a²");
                solution.step(format!(
                    "{}/{}² = {}",
                    in_digits(variance),
                    in_digits(distance),
                    in_digits(variance / distance.powi(2))
                ));
                chebyshev(variance, distance)
            }
            (None, None, Some(k)) => {
                solution.formula("P(|X − μ| ≥ kσ) ≤ 1/k²");
                solution.step(format!("1/{}² = {}", in_digits(k), in_digits(1.0 / (k * k))));
                chebyshev_deviations(k)
            }
            _ => {
                return Err(Error::data(
                    "Chebyshev's bound needs a variance and a distance, or a number of deviations",
                    "give --variance and --distance, or --deviations",
                ));
            }
        };
        solution.labeled("bound", "bound of the probability", bound);
        Ok(solution)
    }
}

/// Weak law of large numbers: how probable it is at most that the mean of n values is far from the true mean, and how many values
/// are enough.
#[derive(Debug, Tool)]
#[tool(name = "law-of-large-numbers", chapter = "Distributions", aliases("required sample size"))]
pub struct LawOfLargeNumbersTool {
    /// Variance σ² of one value.
    #[param(range = "0..")]
    variance: f64,
    /// Distance ε of the mean from the true mean.
    #[param(range = ">0..")]
    distance: f64,
    /// Number of values n: gives the bound of the probability.
    #[param(range = "1..")]
    n: Option<f64>,
    /// Largest probability δ that is accepted: gives the number of values that is enough.
    #[param(range = ">0..1")]
    probability: Option<f64>,
}

impl Tool for LawOfLargeNumbersTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        if self.n.is_none() && self.probability.is_none() {
            return Err(Error::data(
                "neither the number of values nor a probability is given",
                "give --n or --probability",
            ));
        }
        let mut solution = WorkedSolution::by("P(|X̄ − μ| ≥ ε) ≤ σ²/(n ε²)");
        if let Some(n) = self.n {
            let bound = large_numbers_bound(self.variance, n, self.distance);
            solution.step(format!(
                "{}/({} · {}²) = {}",
                in_digits(self.variance),
                in_digits(n),
                in_digits(self.distance),
                in_digits(self.variance / (n * self.distance.powi(2)))
            ));
            solution.labeled("bound", "bound of the probability", bound);
        }
        if let Some(probability) = self.probability {
            let size = large_numbers_size(self.variance, self.distance, probability)?;
            solution.step(format!(
                "n ≥ {}/({} · {}²)",
                in_digits(self.variance),
                in_digits(probability),
                in_digits(self.distance)
            ));
            solution.labeled("sample_size", "values that are enough", size);
        }
        Ok(solution)
    }
}
