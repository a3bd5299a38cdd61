//! What is believed of each of some hypotheses.

use hornbook_core::format::{significant, table};
use hornbook_core::{Error, Result, Seed, ToJson, Value};
use hornbook_math::special::log_sum_exp;
use serde_json::json;
use std::fmt;

/// How far probabilities may sum from one; what is within is divided by the sum.
const ROUNDING: f64 = 1e-9;
/// Logarithms that differ by less are ties.
const TIE: f64 = 1e-12;

/// The probabilities of some hypotheses before and after data: prior, likelihood, posterior and evidence.
///
/// All in logarithms, so that the likelihood of a million rows is as good as that of one. Seeing rows one after the other is
/// the same as seeing them together.
///
/// ```
/// use hornbook_bayes::hypotheses::HypothesisTable;
/// // A test that finds 98 % of the ill and 97 % of the well; 0.8 % are ill.
/// let mut table = HypothesisTable::new(&["ill", "well"], &[0.008, 0.992])?;
/// table.see(&[0.98, 0.03])?;
/// assert!((table.posterior()[0] - 0.00784 / 0.0376).abs() < 1e-15);
/// assert_eq!(table.names()[table.most_probable()[0]], "well");
/// assert_eq!(table.names()[table.most_likely()[0]], "ill");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HypothesisTable {
    names: Vec<String>,
    ln_prior: Vec<f64>,
    ln_likelihood: Vec<f64>,
}

impl HypothesisTable {
    /// From the names of the hypotheses and their probabilities before, which sum to 1.
    pub fn new<S: AsRef<str>>(names: &[S], prior: &[f64]) -> Result<HypothesisTable> {
        if names.len() != prior.len() || names.is_empty() {
            return Err(Error::data(
                format!("there are {} hypotheses and {} probabilities", names.len(), prior.len()),
                "give every hypothesis a probability",
            ));
        }
        let prior = probabilities("the prior", prior)?;
        Ok(HypothesisTable {
            names: names.iter().map(|name| name.as_ref().to_string()).collect(),
            ln_likelihood: vec![0.0; prior.len()],
            ln_prior: prior.iter().map(|p| p.ln()).collect(),
        })
    }

    /// Hypotheses that are equally probable before.
    pub fn uniform<S: AsRef<str>>(names: &[S]) -> Result<HypothesisTable> {
        HypothesisTable::new(names, &vec![1.0 / names.len().max(1) as f64; names.len()])
    }

    /// The hypotheses' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many hypotheses there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none, which cannot be.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Takes in something that was seen: how likely each hypothesis makes it. Densities may be above 1.
    pub fn see(&mut self, likelihoods: &[f64]) -> Result<()> {
        if likelihoods.iter().any(|l| !(*l >= 0.0 && l.is_finite())) {
            return Err(Error::data(
                format!("the likelihoods are {likelihoods:?}"),
                "give finite numbers of at least 0",
            ));
        }
        self.see_ln(&likelihoods.iter().map(|l| l.ln()).collect::<Vec<f64>>())
    }

    /// The same by the logarithms of the likelihoods; minus infinity is impossible.
    pub fn see_ln(&mut self, logarithms: &[f64]) -> Result<()> {
        if logarithms.len() != self.len() || logarithms.iter().any(|l| l.is_nan() || *l == f64::INFINITY) {
            return Err(Error::data(
                format!(
                    "{} likelihoods, or some that are no numbers, for {} hypotheses",
                    logarithms.len(),
                    self.len()
                ),
                "give every hypothesis a likelihood",
            ));
        }
        let after: Vec<f64> = self.ln_likelihood.iter().zip(logarithms).map(|(a, b)| a + b).collect();
        if !self.ln_prior.iter().zip(&after).any(|(p, l)| p + l > f64::NEG_INFINITY) {
            return Err(Error::data(
                "no hypothesis that is possible allows what was seen",
                "check the likelihoods, or give every hypothesis a probability above 0",
            ));
        }
        self.ln_likelihood = after;
        Ok(())
    }

    /// Keeps the hypotheses that are consistent with what was seen: their likelihood is 1, that of the
    /// others 0. With a uniform prior, the posterior is uniform over what is left, the version space, and
    /// the evidence is its fraction.
    pub fn keep(&mut self, consistent: &[bool]) -> Result<()> {
        self.see_ln(
            &consistent.iter().map(|&is| if is { 0.0 } else { f64::NEG_INFINITY }).collect::<Vec<f64>>(),
        )
    }

    /// The probabilities before.
    pub fn prior(&self) -> Vec<f64> {
        self.ln_prior.iter().map(|ln| ln.exp()).collect()
    }

    /// The logarithms of the likelihoods of all that was seen.
    pub fn ln_likelihood(&self) -> &[f64] {
        &self.ln_likelihood
    }

    /// The logarithms of prior times likelihood.
    pub fn ln_joint(&self) -> Vec<f64> {
        self.ln_prior.iter().zip(&self.ln_likelihood).map(|(p, l)| p + l).collect()
    }

    /// The logarithm of the probability of all that was seen.
    pub fn ln_evidence(&self) -> f64 {
        log_sum_exp(&self.ln_joint())
    }

    /// The probability of each hypothesis, now.
    pub fn posterior(&self) -> Vec<f64> {
        let joint = self.ln_joint();
        let evidence = log_sum_exp(&joint);
        joint.iter().map(|ln| (ln - evidence).exp()).collect()
    }

    /// The probability of a hypothesis over that of all others: its odds, now.
    pub fn odds(&self, hypothesis: usize) -> f64 {
        let mut joint = self.ln_joint();
        if hypothesis >= joint.len() {
            return f64::NAN;
        }
        let own = joint.swap_remove(hypothesis);
        if joint.is_empty() { f64::INFINITY } else { (own - log_sum_exp(&joint)).exp() }
    }

    /// The MAP hypotheses: all that tie for the highest posterior.
    pub fn most_probable(&self) -> Vec<usize> {
        largest(&self.ln_joint())
    }

    /// The ML hypotheses: all that tie for the highest likelihood.
    pub fn most_likely(&self) -> Vec<usize> {
        largest(&self.ln_likelihood)
    }

    /// A hypothesis drawn with its posterior probability.
    pub fn draw(&self, seed: Seed) -> usize {
        drawn(&self.posterior(), seed)
    }
}

impl ToJson for HypothesisTable {
    fn to_json(&self) -> Value {
        let rows = self.names.iter().zip(self.prior()).zip(self.ln_likelihood.iter().zip(self.posterior()));
        let rows: Vec<Value> = rows
            .map(|((name, prior), (ln, posterior))| {
                json!({"hypothesis": name, "prior": prior, "likelihood": ln.exp(), "posterior": posterior})
            })
            .collect();
        let names =
            |places: Vec<usize>| places.into_iter().map(|at| self.names[at].clone()).collect::<Vec<_>>();
        json!({
            "hypotheses": rows, "evidence": self.ln_evidence().exp(), "ln_evidence": self.ln_evidence(),
            "most_probable": names(self.most_probable()), "most_likely": names(self.most_likely()),
        })
    }
}

/// A row a hypothesis, and the evidence below.
impl fmt::Display for HypothesisTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = ["hypothesis", "prior", "likelihood", "prior × likelihood", "posterior"];
        let mut rows = vec![heading.map(str::to_string).to_vec()];
        let (prior, joint, posterior) = (self.prior(), self.ln_joint(), self.posterior());
        for at in 0..self.len() {
            rows.push(vec![
                self.names[at].clone(),
                significant(prior[at]),
                of_logarithm(self.ln_likelihood[at]),
                of_logarithm(joint[at]),
                significant(posterior[at]),
            ]);
        }
        writeln!(f, "{}", table(&rows))?;
        writeln!(f, "evidence: {}", of_logarithm(self.ln_evidence()))?;
        let names = |places: Vec<usize>| {
            places.into_iter().map(|at| self.names[at].as_str()).collect::<Vec<_>>().join(", ")
        };
        writeln!(
            f,
            "MAP hypothesis: {}; maximum-likelihood hypothesis: {}",
            names(self.most_probable()),
            names(self.most_likely())
        )
    }
}

/// A number by its logarithm, which may be too small to be one.
fn of_logarithm(ln: f64) -> String {
    if ln == f64::NEG_INFINITY || ln > -700.0 {
        return significant(ln.exp());
    }
    let tenth = ln / std::f64::consts::LN_10;
    let whole = tenth.floor();
    format!("{:.3}e{whole}", 10f64.powf(tenth - whole))
}

/// The positions of the largest logarithm, with ties.
fn largest(logarithms: &[f64]) -> Vec<usize> {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let near = |ln: f64| ln == most || (most - ln) <= TIE * most.abs().max(1.0);
    (0..logarithms.len()).filter(|&at| near(logarithms[at])).collect()
}

/// A position drawn with these probabilities.
pub(super) fn drawn(probabilities: &[f64], seed: Seed) -> usize {
    let (unit, mut sum) = (seed.rng().unit(), 0.0);
    for (at, p) in probabilities.iter().enumerate() {
        sum += p;
        if unit < sum {
            return at;
        }
    }
    // Rounding left the sum below 1: the last that is possible.
    probabilities.iter().rposition(|p| *p > 0.0).unwrap_or(0)
}

/// Probabilities that sum to one, which `what` is to be.
pub(super) fn probabilities(what: &str, values: &[f64]) -> Result<Vec<f64>> {
    let sum: f64 = values.iter().sum();
    if values.iter().all(|p| (0.0..=1.0 + ROUNDING).contains(p)) && (sum - 1.0).abs() <= ROUNDING {
        return Ok(values.iter().map(|p| p / sum).collect());
    }
    Err(Error::data(
        format!("{what} has the sum {sum}, or probabilities that are none"),
        "give numbers from 0 to 1 that sum to 1",
    ))
}
