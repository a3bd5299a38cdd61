//! Rates of events.

use super::family::{ConjugateFamily, ConjugatePair};
use super::prior_statement::{PriorStatement, member, one_for_each, worth};
use super::registry;
use super::statistics::{OutcomeSums, at_least_one_row, is_count, single};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Gamma, Lomax, NegativeBinomial, Univariate as _};
use hornbook_math::special::ln_gamma;

/// Counts of events in a unit of time, of an unknown rate. Statements are about the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoissonGamma;

/// Times until an event, of an unknown rate. Statements are about the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExponentialGamma;

pub(super) fn describe_gamma(belief: &Gamma) -> String {
    format!("Gamma({}, rate {})", significant(belief.shape()), significant(belief.rate()))
}

/// The gamma distribution with all of its mass nearer to the mean, the larger the size.
pub(super) fn gamma_of_mean(mean: f64, size: f64) -> Result<Gamma> {
    Gamma::new(size, size / mean)
}

/// $\ln \int \lambda^e e^{-\lambda t}\, \mathrm{Ga}(\lambda)\, \mathrm{d}\lambda$.
pub(super) fn ln_mean_of_powers(prior: &Gamma, events: f64, time: f64) -> f64 {
    let (a, b) = (prior.shape(), prior.rate());
    // a ln b − (a + e) ln(b + t), without the difference of large terms.
    ln_gamma(a + events) - ln_gamma(a) - a * (time / b).ln_1p() - events * (b + time).ln()
}

/// What both families have in common: which sum counts the events, and which the time.
macro_rules! of_a_rate {
    ($events:expr, $time:expr) => {
        type Statistics = OutcomeSums;
        type ParameterDistribution = Gamma;

        fn parameters(&self) -> Vec<String> {
            vec!["rate".to_string()]
        }
        fn empty(&self) -> OutcomeSums {
            OutcomeSums::empty(1)
        }
        fn most_likely(&self, statistics: &OutcomeSums) -> Result<Vec<f64>> {
            at_least_one_row(statistics)?;
            let rate = $events(statistics) / $time(statistics);
            if rate.is_finite() {
                return Ok(vec![rate]);
            }
            Err(Error::data(
                "all times are zero: the maximum-likelihood rate does not exist",
                "give a time above 0",
            ))
        }
        fn ln_likelihood(&self, parameters: &[f64], statistics: &OutcomeSums) -> f64 {
            let (rate, events) = (parameters.first().copied().unwrap_or(f64::NAN), $events(statistics));
            let powers = if events == 0.0 { 0.0 } else { events * rate.ln() };
            statistics.ln_constant + powers - rate * $time(statistics)
        }
        fn posterior(&self, prior: &Gamma, statistics: &OutcomeSums) -> Result<Gamma> {
            prior.posterior($events(statistics), $time(statistics))
        }
        fn most_probable(&self, belief: &Gamma) -> Result<Vec<f64>> {
            Ok(vec![belief.mode()])
        }
        fn expected(&self, belief: &Gamma) -> Vec<f64> {
            vec![belief.mean()]
        }
        fn ln_evidence(&self, prior: &Gamma, statistics: &OutcomeSums) -> Result<f64> {
            Ok(statistics.ln_constant + ln_mean_of_powers(prior, $events(statistics), $time(statistics)))
        }
        fn describe(&self, belief: &Gamma) -> String {
            describe_gamma(belief)
        }
    };
}

impl ConjugateFamily for PoissonGamma {
    of_a_rate!(|statistics: &OutcomeSums| statistics.sums[0], |statistics: &OutcomeSums| statistics.weight);
    type Predictive = NegativeBinomial;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::POISSON
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let x = single(row, is_count, "integers of at least 0")?;
        statistics.weight += weight;
        statistics.sums[0] += weight * x;
        statistics.ln_constant -= weight * ln_gamma(x + 1.0);
        Ok(())
    }

    fn predictive(&self, belief: &Gamma) -> Result<NegativeBinomial> {
        belief.predictive()
    }

    fn worth_rows(&self, belief: &Gamma) -> f64 {
        belief.rate()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<Gamma> {
        one_for_each(statements, &self.parameters())?;
        match worth(&statements[0], |rate| rate > 0.0 && rate.is_finite())? {
            Some((rate, rows)) => Gamma::new(rate * rows, rows),
            None => member(&statements[0], (0.0, f64::INFINITY), gamma_of_mean),
        }
    }
}

impl ConjugateFamily for ExponentialGamma {
    of_a_rate!(|statistics: &OutcomeSums| statistics.weight, |statistics: &OutcomeSums| statistics.sums[0]);
    type Predictive = Lomax;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::EXPONENTIAL
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let x = single(row, |x| x >= 0.0, "numbers of at least 0")?;
        statistics.weight += weight;
        statistics.sums[0] += weight * x;
        Ok(())
    }

    fn predictive(&self, belief: &Gamma) -> Result<Lomax> {
        belief.predictive_wait()
    }

    fn worth_rows(&self, belief: &Gamma) -> f64 {
        belief.shape()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<Gamma> {
        one_for_each(statements, &self.parameters())?;
        match worth(&statements[0], |rate| rate > 0.0 && rate.is_finite())? {
            Some((rate, rows)) => Gamma::new(rows, rows / rate),
            None => member(&statements[0], (0.0, f64::INFINITY), gamma_of_mean),
        }
    }
}
