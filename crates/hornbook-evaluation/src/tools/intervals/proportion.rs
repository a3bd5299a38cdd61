//! Where a proportion lies.

use crate::intervals::{Interval, clopper_pearson, normal_share, wilson};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits};
use hornbook_math::distributions::normal_quantile;

/// Confidence interval of a proportion or error rate: normal approximation e ± z √(e(1 − e)/n), with its validity checks, Wilson's
/// interval, and the exact binomial interval (Clopper–Pearson).
///
/// `hornbook compute proportion-interval 12 40`: of 40 test rows, 12 are misclassified. The rows must be drawn independently of the
/// hypothesis and of each other.
#[derive(Debug, Tool)]
#[tool(
    name = "proportion-interval",
    chapter = "Confidence intervals",
    aliases(
        "error rate interval",
        "clopper-pearson",
        "wilson interval",
        "binomial interval",
        "standard error of a proportion"
    )
)]
pub struct ProportionIntervalTool {
    /// Number of successes, or of errors.
    #[param(range = "0..")]
    successes: f64,
    /// Number of trials, or of test rows.
    #[param(range = ">0..")]
    n: f64,
    /// Confidence level.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
    /// True proportion p, if it is known: gives the true standard deviation √(p(1 − p)/n) beside the estimated one.
    #[param(range = "0..=1")]
    truth: Option<f64>,
}

impl Tool for ProportionIntervalTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (successes, n, level) = (self.successes, self.n, self.level);
        if successes > n {
            return Err(Error::data(
                format!("there are {successes} successes in {n} trials"),
                "give at most as many as trials",
            ));
        }
        let undefined = || Error::internal("a proportion of some rows has no interval");
        let e = successes / n;
        let z = normal_quantile(0.5 + level / 2.0);
        let normal = normal_share(successes, n, level).ok_or_else(undefined)?;
        let mut solution = WorkedSolution::by("e = r/n, σ ≈ √(e(1 − e)/n), e ± z σ");
        solution.step(format!("e = {}/{} = {}", in_digits(successes), in_digits(n), in_digits(e)));
        solution.step(format!(
            "σ = √({0} · {1}/{2}) = {3}",
            in_digits(e),
            in_digits(1.0 - e),
            in_digits(n),
            in_digits(normal.standard_error)
        ));
        solution.step(format!("{} ± {} · {}", in_digits(e), in_digits(z), in_digits(normal.standard_error)));
        solution.labeled("estimate", "estimate e", e);
        solution.labeled("standard_error", "standard error", normal.standard_error);
        if let Some(p) = self.truth {
            solution.labeled(
                "true_deviation",
                "true standard deviation √(p(1 − p)/n)",
                (p * (1.0 - p) / n).sqrt(),
            );
        }
        solution.labeled("z", &format!("z for {} %", in_digits(100.0 * level)), z);
        let intervals: [(&str, Interval); 3] = [
            ("normal approximation", normal.interval),
            ("Wilson", wilson(successes, n, level).ok_or_else(undefined)?),
            ("exact (Clopper–Pearson)", clopper_pearson(successes, n, level).ok_or_else(undefined)?),
        ];
        let rows = intervals.iter().map(|(name, interval)| {
            vec![AnswerValue::from(*name), AnswerValue::from(interval.low), AnswerValue::from(interval.high)]
        });
        solution.table("intervals", &["interval", "low", "high"], rows.collect());
        for (name, (_, interval)) in ["normal", "wilson", "exact"].iter().zip(&intervals) {
            solution.value(name, vec![interval.low, interval.high].into());
        }
        solution.value("valid", normal.doubts.is_empty().into());
        if normal.doubts.is_empty() {
            solution.say("the normal approximation is good: n ≥ 30 and n e(1 − e) ≥ 5");
        }
        normal.doubts.iter().for_each(|doubt| solution.say(doubt.clone()));
        Ok(solution)
    }
}
