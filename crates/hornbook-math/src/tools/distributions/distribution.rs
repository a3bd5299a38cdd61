//! One tool for every distribution of one number.

use crate::distributions::UnivariateFamily;
use crate::distributions::{Normal, Univariate, normal_quantile};
use hornbook_core::{AnswerValue, Error, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits};

/// Probability distribution of one number: density (or probability), log-density, cumulative distribution function, interval
/// probabilities, quantiles, moments, random samples, and the maximum-likelihood fit.
///
/// `hornbook compute distribution normal --parameters 100,15 --at 130 --between 85,115 --quantiles 0.975`. The parameters of each
/// family stand behind its name in the list of families, in order; they may be given by name, as in `mean=100,deviation=15`.
#[derive(Debug, Tool)]
#[tool(
    name = "distribution",
    chapter = "Distributions",
    aliases(
        "pdf",
        "pmf",
        "cdf",
        "quantile",
        "normal distribution",
        "gaussian",
        "binomial distribution",
        "bernoulli",
        "student t",
        "chi-square",
        "gamma distribution",
        "poisson",
        "beta distribution"
    ),
    random
)]
pub struct DistributionTool {
    /// Family of the distribution.
    #[param(default = UnivariateFamily::Normal)]
    family: UnivariateFamily,
    /// Parameters of the family, by name or in order.
    #[param(default = NamedNumbers::default())]
    parameters: NamedNumbers,
    /// Points at which to give the density (or probability) and the cumulative distribution function.
    at: Option<Vec<f64>>,
    /// Ends of an interval, whose probability is F(b) − F(a).
    between: Option<Vec<f64>>,
    /// Probabilities for which to give the quantiles.
    #[param(range = "0..=1")]
    quantiles: Option<Vec<f64>>,
    /// Number of random values to draw.
    #[param(default = 0, range = "0..=1000000")]
    samples: usize,
    /// Values to fit the parameters to, by maximum likelihood.
    values: Option<Vec<f64>>,
}

impl Tool for DistributionTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let family = self.family;
        let mut solution = WorkedSolution::by(family.formula());
        let numbers = match &self.values {
            Some(values) => family.fit(values, &self.parameters)?,
            None => self.parameters.resolve("distribution", "parameters", family.parameters())?,
        };
        let distribution = family.distribution(&NamedNumbers::in_order(&numbers))?;
        let distribution = distribution.as_ref();
        let named: Vec<String> = family
            .parameters()
            .iter()
            .zip(&numbers)
            .map(|((name, _), x)| format!("{name} {}", in_digits(*x)))
            .collect();
        solution.labeled("family", "family", family.name());
        solution.labeled(
            "parameters",
            if self.values.is_some() { "maximum-likelihood parameters" } else { "parameters" },
            named.join(", "),
        );
        solution.value(
            "parameters",
            family
                .parameters()
                .iter()
                .zip(&numbers)
                .map(|((name, _), x)| ((*name).to_string(), hornbook_core::Value::from(*x)))
                .collect(),
        );
        if let Some(values) = &self.values {
            solution.labeled("log_likelihood", "log-likelihood", distribution.ln_likelihood(values));
        }
        moments(&mut solution, distribution);
        if let Some(points) = &self.at {
            self.points(&mut solution, distribution, points);
        }
        if let Some(ends) = &self.between {
            between(&mut solution, distribution, ends)?;
        }
        if let Some(probabilities) = &self.quantiles {
            let rows = probabilities.iter().map(|&p| {
                solution.step(format!("F({}) = {}", in_digits(distribution.quantile(p)), in_digits(p)));
                vec![AnswerValue::from(p), AnswerValue::from(distribution.quantile(p))]
            });
            let rows = rows.collect();
            solution.table("quantiles", &["probability", "quantile"], rows);
        }
        if self.samples > 0 {
            solution.result("samples", distribution.samples(self.samples, run.root_seed()));
        }
        if family == UnivariateFamily::Binomial {
            normal_approximation(&mut solution, numbers[0], numbers[1])?;
        }
        Ok(solution)
    }
}

fn moments(solution: &mut WorkedSolution, distribution: &dyn Univariate) {
    solution.result("mean", distribution.mean());
    solution.result("variance", distribution.variance());
    solution.labeled("deviation", "standard deviation", distribution.deviation());
    solution.result("skewness", distribution.skewness());
    solution.labeled("kurtosis", "excess kurtosis", distribution.kurtosis());
    solution.labeled("entropy", "entropy (nats)", distribution.entropy());
    solution.result("mode", distribution.mode());
}

impl DistributionTool {
    fn points(&self, solution: &mut WorkedSolution, distribution: &dyn Univariate, points: &[f64]) {
        let density = if self.family.is_discrete() { "probability" } else { "density" };
        let rows = points.iter().map(|&x| {
            if self.family == UnivariateFamily::Normal {
                let z = (x - distribution.mean()) / distribution.deviation();
                solution.step(format!(
                    "z = ({} − {})/{} = {}",
                    in_digits(x),
                    in_digits(distribution.mean()),
                    in_digits(distribution.deviation()),
                    in_digits(z)
                ));
            }
            let numbers = [
                x,
                distribution.density(x),
                distribution.ln_density(x),
                distribution.cdf(x),
                distribution.upper(x),
            ];
            numbers.map(AnswerValue::from).to_vec()
        });
        let rows = rows.collect();
        solution.table("at", &["x", density, "log density", "cdf", "upper tail"], rows);
    }
}

fn between(solution: &mut WorkedSolution, distribution: &dyn Univariate, ends: &[f64]) -> Result<()> {
    let &[low, high] = ends else {
        return Err(Error::data(
            format!("'between' has {} numbers", ends.len()),
            "give the two ends of an interval, like 85,115",
        ));
    };
    solution.step(format!(
        "P({0} < X ≤ {1}) = F({1}) − F({0}) = {2} − {3}",
        in_digits(low),
        in_digits(high),
        in_digits(distribution.cdf(high)),
        in_digits(distribution.cdf(low))
    ));
    let label = format!("P({} < X ≤ {})", in_digits(low), in_digits(high));
    solution.labeled("between", &label, distribution.between(low, high));
    Ok(())
}

/// Whether a normal distribution may stand for a binomial one, and what it says.
fn normal_approximation(solution: &mut WorkedSolution, n: f64, p: f64) -> Result<()> {
    let variance = n * p * (1.0 - p);
    if variance >= 5.0 {
        let normal = Normal::new(n * p, variance.sqrt())?;
        let half = normal_quantile(0.975) * normal.deviation();
        solution.labeled("normal_low", "normal approximation, central 95 % from", n * p - half);
        solution.labeled("normal_high", "to", n * p + half);
        solution.say(format!(
            "the variance np(1 − p) = {} is at least 5: the normal approximation is good",
            in_digits(variance)
        ));
    } else {
        solution.say(format!(
            "the variance np(1 − p) = {} is below 5: use the binomial distribution itself, not the normal approximation",
            in_digits(variance)
        ));
    }
    Ok(())
}
