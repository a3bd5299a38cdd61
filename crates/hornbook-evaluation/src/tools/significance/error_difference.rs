//! Two hypotheses, two error rates.

use super::{TestAlternative, add_test};
use crate::significance::{error_rates, error_rates_paired, error_rates_same_rows};
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits};

/// Difference of two error rates: on independent samples, or on the same rows (conservative with the counts of errors alone; exact
/// pairs if it is known on how many rows only the one errs).
#[derive(Debug, Tool)]
#[tool(
    name = "error-difference",
    chapter = "Hypothesis tests",
    aliases("difference of error rates", "compare two hypotheses", "difference of proportions")
)]
pub struct ErrorDifferenceTool {
    /// Errors of the first hypothesis.
    first_errors: u64,
    /// Rows it was tested on.
    #[param(range = "1..")]
    first_rows: u64,
    /// Errors of the second hypothesis.
    second_errors: u64,
    /// Rows that the second one was tested on; the same rows as the first if left out.
    #[param(range = "1..")]
    second_rows: Option<u64>,
    /// Rows on which only the first one errs (of the same rows).
    only_first: Option<u64>,
    /// Alternative hypothesis.
    #[param(default = TestAlternative::TwoSided)]
    alternative: TestAlternative,
    /// Confidence level.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
}

impl Tool for ErrorDifferenceTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (alternative, errors) = (self.alternative.alternative(), [self.first_errors, self.second_errors]);
        let mut solution = WorkedSolution::by("d = e₁ − e₂, σ² ≈ e₁(1 − e₁)/n₁ + e₂(1 − e₂)/n₂, d ± z σ");
        let rows = [self.first_rows, self.second_rows.unwrap_or(self.first_rows)];
        let rates = [errors[0] as f64 / rows[0] as f64, errors[1] as f64 / rows[1] as f64];
        let test = match (self.second_rows, self.only_first) {
            (Some(second), None) => error_rates(errors, [self.first_rows, second], alternative, self.level)?,
            (None, None) => {
                solution.say(
                    "both are tested on the same rows: this interval usually is too wide (conservative)",
                );
                error_rates_same_rows(errors, self.first_rows, alternative, self.level)?
            }
            (None, Some(only_first)) => {
                let both = self.first_errors.checked_sub(only_first);
                let only_second =
                    both.and_then(|both| self.second_errors.checked_sub(both)).ok_or_else(|| {
                        Error::data(
                            "the errors do not fit together",
                            "give at most as many rows of the first alone as it has errors",
                        )
                    })?;
                error_rates_paired(only_first, only_second, self.first_rows, alternative, self.level)?
            }
            (Some(_), Some(_)) => {
                return Err(Error::data(
                    "rows on which only the first errs are of the same rows",
                    "leave out --second-rows",
                ));
            }
        };
        let variances = [0, 1].map(|i| rates[i] * (1.0 - rates[i]) / rows[i] as f64);
        solution.step(format!(
            "d = {} − {} = {}",
            in_digits(rates[0]),
            in_digits(rates[1]),
            in_digits(rates[0] - rates[1])
        ));
        solution.step(format!("σ² = {} + {}", in_digits(variances[0]), in_digits(variances[1])));
        solution.labeled("first", "error rate of the first", rates[0]);
        solution.labeled("second", "error rate of the second", rates[1]);
        solution.labeled("standard_error", "σ (independent samples)", (variances[0] + variances[1]).sqrt());
        add_test(&mut solution, &test, 1.0 - self.level);
        Ok(solution)
    }
}
