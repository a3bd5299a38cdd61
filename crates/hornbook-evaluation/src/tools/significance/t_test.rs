//! Student's test.

use super::{TestAlternative, add_test};
use crate::significance::{one_sample_t, paired_t};
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits, same_length};
use hornbook_math::distributions::student_quantile;

/// Student's t-test: the mean of some values against an expected one, or two learners on the same folds (paired t-test).
///
/// The paired test is that of the differences δᵢ: T = δ̄/√(Σ(δᵢ − δ̄)²/(k(k − 1))) with k − 1 degrees of freedom. Folds of a
/// cross-validation overlap, so its p-values are too small; `hornbook compare` uses the corrected test.
#[derive(Debug, Tool)]
#[tool(
    name = "t-test",
    chapter = "Hypothesis tests",
    aliases("paired t-test", "one-sample t-test", "student test")
)]
pub struct TTestTool {
    /// Values, or the scores of the first learner.
    values: Vec<f64>,
    /// Scores of the second learner on the same folds, for a paired test.
    second: Option<Vec<f64>>,
    /// Mean that is tested against, μ₀.
    #[param(default = 0.0)]
    expected: f64,
    /// Alternative hypothesis.
    #[param(default = TestAlternative::TwoSided)]
    alternative: TestAlternative,
    /// Significance level α.
    #[param(default = 0.05, range = ">0..1")]
    alpha: f64,
}

impl Tool for TTestTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let level = 1.0 - self.alpha;
        let alternative = self.alternative.alternative();
        let mut solution = WorkedSolution::new();
        let (test, sample) = match &self.second {
            Some(second) => {
                same_length(("values", self.values.len()), ("second", second.len()))?;
                if self.expected != 0.0 {
                    return Err(Error::data(
                        "a paired test is against a difference of 0",
                        "leave out --expected",
                    ));
                }
                solution.formula("T = δ̄/√(Σ(δᵢ − δ̄)²/(k(k − 1))), k − 1 degrees of freedom");
                let differences: Vec<f64> = self.values.iter().zip(second).map(|(a, b)| a - b).collect();
                (paired_t(&self.values, second, alternative, level)?, differences)
            }
            None => {
                solution.formula("T = (x̄ − μ₀)/√(s²/k), k − 1 degrees of freedom");
                (one_sample_t(&self.values, self.expected, alternative, level)?, self.values.clone())
            }
        };
        let k = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / k;
        let error = (sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (k * (k - 1.0))).sqrt();
        solution.step(format!("mean {}, its standard error {}", in_digits(mean), in_digits(error)));
        solution.step(format!(
            "T = ({} − {})/{} = {}",
            in_digits(mean),
            in_digits(self.expected),
            in_digits(error),
            in_digits(test.statistic)
        ));
        solution.labeled("mean", if self.second.is_some() { "mean difference" } else { "mean" }, mean);
        solution.labeled("standard_error", "standard error", error);
        let tail = if self.alternative == TestAlternative::TwoSided { self.alpha / 2.0 } else { self.alpha };
        solution.labeled("critical", "critical value", student_quantile(1.0 - tail, k - 1.0));
        add_test(&mut solution, &test, self.alpha);
        Ok(solution)
    }
}
