//! Does an interval keep its promise?

use crate::intervals::{Interval, RepeatedSampling, clopper_pearson, normal_share, wilson};
use hornbook_core::{AnswerValue, Choice, Result, Run, Tool, WorkedSolution};

/// An interval of a proportion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ProportionMethod {
    /// Normal approximation.
    Normal,
    /// Wilson's interval.
    Wilson,
    /// Exact interval of Clopper and Pearson.
    Exact,
}

/// Repeated-sampling experiment: the error rates of many samples, their histogram, and how often the confidence interval holds the
/// true error (its coverage).
#[derive(Debug, Tool)]
#[tool(
    name = "coverage",
    chapter = "Confidence intervals",
    aliases("repeated sampling", "coverage of an interval", "histogram of error rates"),
    random
)]
pub struct CoverageTool {
    /// True error p.
    #[param(range = "0..=1")]
    p: f64,
    /// Rows of each sample, n.
    #[param(default = 40, range = "1..=1000000")]
    n: usize,
    /// Number of samples, k.
    #[param(default = 10000, range = "1..=1000000")]
    samples: usize,
    /// Confidence level of the intervals.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
    /// Interval that is tried.
    #[param(default = ProportionMethod::Normal)]
    interval: ProportionMethod,
}

impl Tool for CoverageTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let interval = |mistakes: f64, n: f64, level: f64| -> Option<Interval> {
            match self.interval {
                ProportionMethod::Normal => normal_share(mistakes, n, level).map(|normal| normal.interval),
                ProportionMethod::Wilson => wilson(mistakes, n, level),
                ProportionMethod::Exact => clopper_pearson(mistakes, n, level),
            }
        };
        let design = RepeatedSampling {
            samples: self.samples,
            size: self.n,
            level: self.level,
            seed: run.root_seed().0,
        };
        let found = design.run(self.p, |rng| rng.unit() < self.p, interval, run)?;
        let mut solution = WorkedSolution::by("error rates of samples: mean p, variance p(1 − p)/n");
        solution.labeled("mean", "mean of the error rates", found.mean);
        solution.labeled("variance", "their variance", found.variance);
        solution.labeled("expected_variance", "p(1 − p)/n", self.p * (1.0 - self.p) / self.n as f64);
        solution.labeled(
            "coverage",
            &format!("coverage of the {} % interval", hornbook_core::in_digits(100.0 * self.level)),
            found.coverage,
        );
        let rows = found.histogram.iter().enumerate().filter(|(_, count)| **count > 0);
        let rows = rows.map(|(errors, count)| vec![AnswerValue::from(errors), AnswerValue::from(*count)]);
        solution.table("histogram", &["errors", "samples"], rows.collect());
        Ok(solution)
    }
}
