//! Probabilities of outcomes.

use super::family::{ConjugateFamily, ConjugatePair};
use super::prior_statement::{PriorStatement, impossible, member, one_for_each, worth};
use super::registry;
use super::statistics::{OutcomeSums, at_least_one_row, is_count, single};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{
    Bernoulli, Beta, BetaBinomial, Dirichlet, DirichletMultinomial, Discrete, Multivariate as _,
    Univariate as _,
};
use hornbook_math::special::{ln_binomial_coefficient, ln_gamma};

/// Whether something happens, with an unknown probability $p$.
///
/// Statements are about $p$. A row is 0 or 1, which categories and booleans of two levels also are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BernoulliBeta;

/// How often something happens in a known number of trials, with an unknown probability $p$.
///
/// Statements are about $p$, and rows that they are worth are single trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BinomialBeta {
    trials: u64,
}

/// One of several outcomes with unknown probabilities. A row is the position of an outcome, counted from 0.
///
/// Statements are about the probability of each outcome, and must be [`PriorStatement::WorthRows`] of equally many rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoricalDirichlet {
    outcomes: usize,
}

/// How often each of several outcomes comes in a known number of trials. A row is their counts.
///
/// Statements are as for [`CategoricalDirichlet`], and rows that they are worth are single trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MultinomialDirichlet {
    trials: u64,
    outcomes: usize,
}

impl BinomialBeta {
    /// Of so many trials a row, at least 1.
    pub fn new(trials: u64) -> Result<BinomialBeta> {
        Ok(BinomialBeta { trials: some_trials(trials)? })
    }
}

impl CategoricalDirichlet {
    /// Of so many outcomes, at least 2.
    pub fn new(outcomes: usize) -> Result<CategoricalDirichlet> {
        Ok(CategoricalDirichlet { outcomes: some_outcomes(outcomes)? })
    }
}

impl MultinomialDirichlet {
    /// Of so many trials a row, at least 1, and outcomes, at least 2.
    pub fn new(trials: u64, outcomes: usize) -> Result<MultinomialDirichlet> {
        Ok(MultinomialDirichlet { trials: some_trials(trials)?, outcomes: some_outcomes(outcomes)? })
    }
}

fn some_trials(trials: u64) -> Result<u64> {
    match trials {
        1..=0x20_0000_0000_0000 => Ok(trials),
        _ => Err(Error::data(format!("there are {trials} trials a row"), "give from 1 to 2^53")),
    }
}

fn some_outcomes(outcomes: usize) -> Result<usize> {
    if outcomes > 1 {
        return Ok(outcomes);
    }
    Err(Error::data(format!("there are {outcomes} outcomes"), "give two or more"))
}

/// The Beta distribution of which a statement about a probability is true.
fn beta_stated(statements: &[PriorStatement]) -> Result<Beta> {
    one_for_each(statements, &["p".to_string()])?;
    match worth(&statements[0], |p| p > 0.0 && p < 1.0)? {
        Some((p, rows)) => Beta::new(p * rows, (1.0 - p) * rows),
        None => member(&statements[0], (0.0, 1.0), |mean, size| Beta::new(mean * size, (1.0 - mean) * size)),
    }
}

/// Terms of a likelihood in logarithms; what never happened says nothing.
fn ln_powers(counts: &[f64], probabilities: &[f64]) -> f64 {
    counts.iter().zip(probabilities).map(|(n, p)| if *n == 0.0 { 0.0 } else { n * p.ln() }).sum()
}

fn share_of_successes(statistics: &OutcomeSums) -> Result<Vec<f64>> {
    at_least_one_row(statistics)?;
    Ok(vec![statistics.sums[0] / (statistics.sums[0] + statistics.sums[1])])
}

fn describe_beta(belief: &Beta) -> String {
    format!("Beta({}, {})", significant(belief.a()), significant(belief.b()))
}

/// What [`BernoulliBeta`] and [`BinomialBeta`] have in common.
macro_rules! of_a_probability {
    () => {
        type Statistics = OutcomeSums;
        type ParameterDistribution = Beta;

        fn parameters(&self) -> Vec<String> {
            vec!["p".to_string()]
        }
        fn empty(&self) -> OutcomeSums {
            OutcomeSums::empty(2)
        }
        fn most_likely(&self, statistics: &OutcomeSums) -> Result<Vec<f64>> {
            share_of_successes(statistics)
        }
        fn ln_likelihood(&self, parameters: &[f64], statistics: &OutcomeSums) -> f64 {
            let p = parameters.first().copied().unwrap_or(f64::NAN);
            statistics.ln_constant + ln_powers(&statistics.sums, &[p, 1.0 - p])
        }
        fn posterior(&self, prior: &Beta, statistics: &OutcomeSums) -> Result<Beta> {
            prior.posterior(statistics.sums[0], statistics.sums[1])
        }
        fn most_probable(&self, belief: &Beta) -> Result<Vec<f64>> {
            Ok(vec![belief.mode()])
        }
        fn expected(&self, belief: &Beta) -> Vec<f64> {
            vec![belief.mean()]
        }
        fn ln_evidence(&self, prior: &Beta, statistics: &OutcomeSums) -> Result<f64> {
            Ok(statistics.ln_constant + prior.ln_evidence(statistics.sums[0], statistics.sums[1])?)
        }
        fn stated(&self, statements: &[PriorStatement]) -> Result<Beta> {
            beta_stated(statements)
        }
        fn describe(&self, belief: &Beta) -> String {
            describe_beta(belief)
        }
    };
}

impl ConjugateFamily for BernoulliBeta {
    of_a_probability!();
    type Predictive = Bernoulli;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::BERNOULLI
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let x = single(row, |x| x == 0.0 || x == 1.0, "0 and 1")?;
        statistics.weight += weight;
        statistics.sums[usize::from(x == 0.0)] += weight;
        Ok(())
    }

    fn predictive(&self, belief: &Beta) -> Result<Bernoulli> {
        Bernoulli::new(belief.mean())
    }

    fn worth_rows(&self, belief: &Beta) -> f64 {
        belief.a() + belief.b()
    }
}

impl ConjugateFamily for BinomialBeta {
    of_a_probability!();
    type Predictive = BetaBinomial;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::BINOMIAL
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let trials = self.trials as f64;
        let expected = format!("integers from 0 to {trials}");
        let x = single(row, |x| is_count(x) && x <= trials, &expected)?;
        statistics.weight += weight;
        statistics.sums[0] += weight * x;
        statistics.sums[1] += weight * (trials - x);
        statistics.ln_constant += weight * ln_binomial_coefficient(self.trials, x as u64);
        Ok(())
    }

    fn predictive(&self, belief: &Beta) -> Result<BetaBinomial> {
        belief.predictive(self.trials)
    }

    fn worth_rows(&self, belief: &Beta) -> f64 {
        (belief.a() + belief.b()) / self.trials as f64
    }
}

fn dirichlet_stated(statements: &[PriorStatement], outcomes: &[String]) -> Result<Dirichlet> {
    one_for_each(statements, outcomes)?;
    let mut concentrations = Vec::with_capacity(statements.len());
    let mut common = None;
    for statement in statements {
        let (share, rows) = worth(statement, |p| p > 0.0 && p < 1.0)?.ok_or_else(|| {
            impossible(
                statement,
                "say a proportion and how many rows it is worth (equivalent sample size), for each outcome",
            )
        })?;
        if *common.get_or_insert(rows) != rows {
            return Err(impossible(statement, "let all proportions be worth equally many rows"));
        }
        concentrations.push((share, rows));
    }
    let sum: f64 = concentrations.iter().map(|(share, _)| share).sum();
    if (sum - 1.0).abs() > 1e-9 {
        return Err(Error::data(
            format!("the proportions that are stated sum to {sum}"),
            "give proportions that sum to 1",
        ));
    }
    Dirichlet::new(&concentrations.iter().map(|(share, rows)| share * rows).collect::<Vec<f64>>())
}

/// What [`CategoricalDirichlet`] and [`MultinomialDirichlet`] have in common.
macro_rules! of_probabilities {
    () => {
        type Statistics = OutcomeSums;
        type ParameterDistribution = Dirichlet;

        fn parameters(&self) -> Vec<String> {
            (0..self.outcomes).map(|outcome| format!("p{outcome}")).collect()
        }
        fn empty(&self) -> OutcomeSums {
            OutcomeSums::empty(self.outcomes)
        }
        fn most_likely(&self, statistics: &OutcomeSums) -> Result<Vec<f64>> {
            at_least_one_row(statistics)?;
            let total: f64 = statistics.sums.iter().sum();
            Ok(statistics.sums.iter().map(|count| count / total).collect())
        }
        fn ln_likelihood(&self, parameters: &[f64], statistics: &OutcomeSums) -> f64 {
            statistics.ln_constant + ln_powers(&statistics.sums, parameters)
        }
        fn posterior(&self, prior: &Dirichlet, statistics: &OutcomeSums) -> Result<Dirichlet> {
            prior.posterior(&statistics.sums)
        }
        /// An error unless all concentrations are above 1.
        fn most_probable(&self, belief: &Dirichlet) -> Result<Vec<f64>> {
            belief.mode().ok_or_else(|| {
                Error::data(
                    format!("the density of {} has no mode inside", self.describe(belief)),
                    "ask for the posterior mean, or take a prior with concentrations above 1",
                )
            })
        }
        fn expected(&self, belief: &Dirichlet) -> Vec<f64> {
            belief.mean()
        }
        fn ln_evidence(&self, prior: &Dirichlet, statistics: &OutcomeSums) -> Result<f64> {
            Ok(statistics.ln_constant + prior.ln_evidence(&statistics.sums)?)
        }
        fn stated(&self, statements: &[PriorStatement]) -> Result<Dirichlet> {
            dirichlet_stated(statements, &self.parameters())
        }
        fn describe(&self, belief: &Dirichlet) -> String {
            let numbers: Vec<String> = belief.concentrations().iter().map(|&a| significant(a)).collect();
            format!("Dirichlet({})", numbers.join(", "))
        }
    };
}

impl ConjugateFamily for CategoricalDirichlet {
    of_probabilities!();
    type Predictive = Discrete;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::CATEGORICAL
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let expected = format!("integers from 0 to {}", self.outcomes - 1);
        let x = single(row, |x| is_count(x) && x < self.outcomes as f64, &expected)?;
        statistics.weight += weight;
        statistics.sums[x as usize] += weight;
        Ok(())
    }

    fn predictive(&self, belief: &Dirichlet) -> Result<Discrete> {
        Discrete::categorical(&belief.mean())
    }

    fn worth_rows(&self, belief: &Dirichlet) -> f64 {
        belief.total()
    }
}

impl ConjugateFamily for MultinomialDirichlet {
    of_probabilities!();
    type Predictive = DirichletMultinomial;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::MULTINOMIAL
    }

    fn columns(&self) -> usize {
        self.outcomes
    }

    fn add(&self, statistics: &mut OutcomeSums, row: &[f64], weight: f64) -> Result<()> {
        let total: f64 = row.iter().sum();
        if row.len() != self.outcomes || !row.iter().all(|&x| is_count(x)) || total != self.trials as f64 {
            return Err(Error::data(
                format!("a row is {row:?}"),
                format!("give {} counts of at least 0 with the sum {}", self.outcomes, self.trials),
            ));
        }
        statistics.weight += weight;
        statistics.sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += weight * x);
        let ln_orders = ln_gamma(total + 1.0) - row.iter().map(|x| ln_gamma(x + 1.0)).sum::<f64>();
        statistics.ln_constant += weight * ln_orders;
        Ok(())
    }

    fn predictive(&self, belief: &Dirichlet) -> Result<DirichletMultinomial> {
        belief.predictive(self.trials)
    }

    fn worth_rows(&self, belief: &Dirichlet) -> f64 {
        belief.total() / self.trials as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_count_orders() {
        let family = MultinomialDirichlet::new(4, 3).unwrap();
        let seen = family.statistics(&[2.0, 1.0, 1.0]).unwrap();
        assert!((seen.ln_constant - 12f64.ln()).abs() < 1e-13);
        // The golden probability of these counts is 0.18.
        assert!((family.ln_likelihood(&[0.5, 0.3, 0.2], &seen) - 0.18f64.ln()).abs() < 1e-13);
        assert_eq!(seen.weight, 1.0);
        let family = BinomialBeta::new(5).unwrap();
        let seen = family.statistics(&[3.0]).unwrap();
        assert!((family.ln_likelihood(&[0.4], &seen) - 0.2304f64.ln()).abs() < 1e-13);
    }
}
