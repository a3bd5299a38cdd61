//! Means of samples.

use crate::intervals::{CentralLimit, StandardizedMean, student_mean};
use hornbook_core::{AnswerValue, Error, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits};
use hornbook_math::distributions::{Normal, Univariate, UnivariateFamily};
use hornbook_math::probability::standardized_mean;

/// Central limit theorem: the mean of n values in units of its standard error, z = (x̄ − μ)/(σ/√n), the confidence interval of a mean,
/// and a simulation of how means of any distribution become normal.
#[derive(Debug, Tool)]
#[tool(
    name = "central-limit",
    chapter = "Confidence intervals",
    aliases("central limit theorem", "standardized mean", "z score of a mean"),
    random
)]
pub struct CentralLimitTool {
    /// A sample.
    values: Option<Vec<f64>>,
    /// Mean of a sample, in place of its values.
    mean: Option<f64>,
    /// Size of the sample, beside its mean.
    #[param(range = "1..")]
    n: Option<f64>,
    /// True mean μ.
    #[param(default = 0.0)]
    true_mean: f64,
    /// True standard deviation σ; without one, the sample's own is taken.
    #[param(range = ">0..")]
    deviation: Option<f64>,
    /// Family of distributions to simulate means of, in place of a sample.
    simulate: Option<UnivariateFamily>,
    /// Parameters of the family, by name or in order.
    #[param(default = NamedNumbers::default())]
    parameters: NamedNumbers,
    /// Sizes of the simulated samples.
    #[param(default = vec![1.0, 5.0, 30.0, 100.0], range = "1..=100000")]
    sizes: Vec<f64>,
    /// Number of simulated samples of each size.
    #[param(default = 2000, range = "2..=1000000")]
    samples: usize,
    /// Confidence level.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
}

impl Tool for CentralLimitTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("z = (x̄ − μ)/(σ/√n), nearly standard normal for large n");
        if let Some(family) = self.simulate {
            self.simulated(&mut solution, family, run)?;
            return Ok(solution);
        }
        let (mean, error, z) = match (&self.values, self.mean, self.n) {
            (Some(values), None, None) => {
                let n = values.len() as f64;
                let mean = values.iter().sum::<f64>() / n;
                let spread = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
                let deviation = self.deviation.unwrap_or(spread);
                let standardized =
                    StandardizedMean::of(values, self.true_mean, deviation).ok_or_else(|| {
                        Error::data(
                            "the sample has no standardized mean",
                            "give at least two different values, or --deviation",
                        )
                    })?;
                if let Some(interval) = student_mean(values, self.level) {
                    solution.labeled(
                        "low",
                        &format!("mean, {} % interval from", in_digits(100.0 * self.level)),
                        interval.low,
                    );
                    solution.labeled("high", "to", interval.high);
                }
                (mean, standardized.standard_error, standardized.z)
            }
            (None, Some(mean), Some(n)) => {
                let deviation = self
                    .deviation
                    .ok_or_else(|| Error::data("the standard deviation is not known", "give --deviation"))?;
                (mean, deviation / n.sqrt(), standardized_mean(mean, self.true_mean, deviation, n))
            }
            _ => {
                return Err(Error::data(
                    "there is no sample",
                    "give --values, or --mean and --n, or a family to --simulate",
                ));
            }
        };
        let normal = Normal::new(0.0, 1.0)?;
        solution.step(format!(
            "z = ({} − {})/{} = {}",
            in_digits(mean),
            in_digits(self.true_mean),
            in_digits(error),
            in_digits(z)
        ));
        solution.result("mean", mean);
        solution.labeled("standard_error", "standard error σ/√n", error);
        solution.result("z", z);
        solution.labeled("p_value", "probability of a |z| as large", 2.0 * normal.upper(z.abs()));
        Ok(solution)
    }
}

impl CentralLimitTool {
    fn simulated(&self, solution: &mut WorkedSolution, family: UnivariateFamily, run: &Run) -> Result<()> {
        let distribution = family.distribution(&self.parameters)?;
        let (mean, deviation) = (distribution.mean(), distribution.deviation());
        if !(mean.is_finite() && deviation.is_finite()) {
            return Err(Error::data(
                format!("the {} distribution has no mean or no variance here", family.name()),
                "the central limit theorem does not hold for it; choose another",
            ));
        }
        let sizes = self.sizes.iter().map(|&size| size as usize).collect();
        let design =
            CentralLimit { sizes, samples: self.samples, level: self.level, seed: run.root_seed().0 };
        let experiment = design.run(mean, deviation, |rng| distribution.sample(rng), run)?;
        let rows = experiment.steps.iter().map(|step| {
            let numbers = [
                step.size as f64,
                step.mean,
                step.deviation,
                step.standard_error,
                step.skewness,
                step.distance,
                step.coverage,
            ];
            numbers.map(AnswerValue::from).to_vec()
        });
        solution.table(
            "sizes",
            &["n", "mean", "deviation", "standard error", "skewness", "distance to normal", "coverage"],
            rows.collect(),
        );
        solution.say(
            "the deviation of means falls as σ/√n, and their distribution comes nearer to the normal one",
        );
        Ok(())
    }
}
