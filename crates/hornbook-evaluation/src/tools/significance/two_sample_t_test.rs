//! Student's test of two independent samples.

use super::{TestAlternative, add_test};
use crate::significance::{SampleVariances, two_sample_t};
use hornbook_core::{Result, Run, Tool, WorkedSolution, in_digits};

/// Two-sample t-test: whether two independent samples differ in their means, with a confidence interval and an effect size.
///
/// Welch's test by default: each sample has its own variance, and the degrees of freedom are those of Welch and Satterthwaite. Pairs,
/// such as two learners on the same folds, are not independent: `t-test` compares them.
#[derive(Debug, Tool)]
#[tool(
    name = "two-sample-t-test",
    chapter = "Hypothesis tests",
    aliases("welch test", "independent samples t-test", "unpaired t-test", "ttest_ind")
)]
pub struct TwoSampleTTestTool {
    /// Values of the first sample.
    first: Vec<f64>,
    /// Values of the second sample.
    second: Vec<f64>,
    /// Pooled variance (Student's test): assume that both samples have the same variance.
    #[param(default = false)]
    pooled: bool,
    /// Alternative hypothesis.
    #[param(default = TestAlternative::TwoSided)]
    alternative: TestAlternative,
    /// Significance level α.
    #[param(default = 0.05, range = ">0..1")]
    alpha: f64,
}

impl Tool for TwoSampleTTestTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (variances, formula) = match self.pooled {
            true => (
                SampleVariances::Pooled,
                "T = (x̄₁ − x̄₂)/√(s²(1/n₁ + 1/n₂)), s² = ((n₁ − 1)s₁² + (n₂ − 1)s₂²)/(n₁ + n₂ − 2), n₁ + n₂ − 2 degrees of freedom",
            ),
            false => (
                SampleVariances::Separate,
                "T = (x̄₁ − x̄₂)/√(s₁²/n₁ + s₂²/n₂), (s₁²/n₁ + s₂²/n₂)²/((s₁²/n₁)²/(n₁ − 1) + (s₂²/n₂)²/(n₂ − 1)) degrees of freedom",
            ),
        };
        let alternative = self.alternative.alternative();
        let found = two_sample_t(&self.first, &self.second, variances, alternative, 1.0 - self.alpha)?;
        let (means, error) = (found.means, found.standard_error);
        let difference = means[0] - means[1];
        let mut solution = WorkedSolution::by(formula);
        solution.step(format!(
            "x̄₁ − x̄₂ = {} − {} = {}",
            in_digits(means[0]),
            in_digits(means[1]),
            in_digits(difference)
        ));
        solution.step(format!(
            "T = {}/{} = {}",
            in_digits(difference),
            in_digits(error),
            in_digits(found.test.statistic)
        ));
        solution.labeled("first_mean", "mean of the first", means[0]);
        solution.labeled("second_mean", "mean of the second", means[1]);
        solution.labeled("standard_error", "standard error", error);
        solution.labeled("effect_size", "effect size (Cohen's d)", found.effect_size);
        add_test(&mut solution, &found.test, self.alpha);
        Ok(solution)
    }
}
