//! The general recipe.

use crate::intervals::{IntervalMethod, IntervalSides, from_quantiles, student_mean};
use hornbook_core::{Choice, Error, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits};
use hornbook_math::distributions::UnivariateFamily;
use hornbook_math::quantiles::{QuantileMethod, quantile};

/// Which ends an interval has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum IntervalEnds {
    /// Both ends, with half of the error on each side.
    TwoSided,
    /// A lower bound only.
    Lower,
    /// An upper bound only.
    Upper,
}

/// Confidence interval from any sampling distribution, two-sided or one-sided; or of the mean of some values.
///
/// The general recipe: an estimate, and the distribution of its error (estimate − truth). That is a family of distributions times the
/// standard error, or errors that a simulation or bootstrap gave.
#[derive(Debug, Tool)]
#[tool(
    name = "confidence-interval",
    chapter = "Confidence intervals",
    aliases("interval of a mean", "one-sided bound", "sampling distribution")
)]
pub struct ConfidenceIntervalTool {
    /// Values whose mean is estimated (Student's interval), in place of an estimate.
    values: Option<Vec<f64>>,
    /// The estimate.
    estimate: Option<f64>,
    /// Standard error of the estimate, which the distribution is multiplied by.
    #[param(default = 1.0, range = ">0..")]
    standard_error: f64,
    /// Family of the distribution of the error.
    #[param(default = UnivariateFamily::Normal)]
    family: UnivariateFamily,
    /// Parameters of the family, by name or in order.
    #[param(default = NamedNumbers::default())]
    parameters: NamedNumbers,
    /// Errors (estimate − truth) of simulated estimates, in place of a family.
    errors: Option<Vec<f64>>,
    /// Confidence level.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
    /// Which ends the interval has.
    #[param(default = IntervalEnds::TwoSided)]
    sides: IntervalEnds,
}

impl Tool for ConfidenceIntervalTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by(
            "P(L ≤ truth ≤ U) = level: L = Y − q(1 − α/2), U = Y − q(α/2), q the quantiles of the error",
        );
        let sides = match self.sides {
            IntervalEnds::TwoSided => IntervalSides::Both,
            IntervalEnds::Lower => IntervalSides::Lower,
            IntervalEnds::Upper => IntervalSides::Upper,
        };
        let interval = match (&self.values, self.estimate) {
            (Some(values), None) => {
                let n = values.len() as f64;
                let mean = values.iter().sum::<f64>() / n;
                let spread = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
                let error = (spread / n).sqrt();
                if student_mean(values, self.level).is_none() {
                    return Err(Error::data(format!("there are {n} values"), "give at least two"));
                }
                solution.step(format!(
                    "mean {}, standard error s/√n = {}",
                    in_digits(mean),
                    in_digits(error)
                ));
                solution.labeled("estimate", "mean", mean);
                solution.labeled("standard_error", "standard error", error);
                let student = UnivariateFamily::Student.distribution(&NamedNumbers::in_order(&[n - 1.0]))?;
                from_quantiles(
                    mean,
                    |p| error * student.quantile(p),
                    self.level,
                    sides,
                    IntervalMethod::Student,
                )
            }
            (None, Some(estimate)) => {
                solution.labeled("estimate", "estimate", estimate);
                match &self.errors {
                    Some(errors) if errors.is_empty() => {
                        return Err(Error::data("there are no errors", "give some"));
                    }
                    Some(errors) => {
                        let of = |p: f64| quantile(errors, None, p, QuantileMethod::Linear);
                        from_quantiles(estimate, of, self.level, sides, IntervalMethod::Bootstrap)
                    }
                    None => {
                        let distribution = self.family.distribution(&self.parameters)?;
                        solution.labeled("standard_error", "standard error", self.standard_error);
                        let of = |p: f64| self.standard_error * distribution.quantile(p);
                        from_quantiles(estimate, of, self.level, sides, IntervalMethod::Normal)
                    }
                }
            }
            _ => {
                return Err(Error::data(
                    "an estimate or values are needed",
                    "give --estimate and --standard-error, or --values",
                ));
            }
        };
        solution.result("low", interval.low);
        solution.result("high", interval.high);
        solution.result("level", interval.level);
        Ok(solution)
    }
}
