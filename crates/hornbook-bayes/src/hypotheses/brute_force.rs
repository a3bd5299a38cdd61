//! The learner that looks at every hypothesis.

use super::hypothesis_table::HypothesisTable;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Bernoulli, Normal, Univariate as _};
use std::fmt;

/// One of a list of hypotheses: how probable it is before, and how likely it makes a row.
pub struct Hypothesis<'a, R: ?Sized> {
    name: String,
    prior: f64,
    ln_likelihood: Box<dyn Fn(&R) -> f64 + 'a>,
}

/// An example: what is known of an instance, and what was observed of it.
pub type Example = (Vec<f64>, f64);

impl<'a, R: ?Sized> Hypothesis<'a, R> {
    /// From a name, a probability before, and the probability (or density) of a row if the hypothesis is true.
    pub fn new(
        name: impl Into<String>,
        prior: f64,
        likelihood: impl Fn(&R) -> f64 + 'a,
    ) -> Hypothesis<'a, R> {
        Hypothesis::in_logarithms(name, prior, move |row| likelihood(row).ln())
    }

    /// The same by the logarithm of the probability of a row, which can be smaller than any number.
    pub fn in_logarithms(
        name: impl Into<String>,
        prior: f64,
        ln_likelihood: impl Fn(&R) -> f64 + 'a,
    ) -> Hypothesis<'a, R> {
        Hypothesis { name: name.into(), prior, ln_likelihood: Box::new(ln_likelihood) }
    }
}

impl<'a> Hypothesis<'a, Example> {
    /// A function whose values are observed with normal noise of a known deviation. The most likely of such hypotheses is the
    /// one with the least sum of squares.
    pub fn with_noise(
        name: impl Into<String>,
        prior: f64,
        function: impl Fn(&[f64]) -> f64 + 'a,
        deviation: f64,
    ) -> Hypothesis<'a, Example> {
        Hypothesis::in_logarithms(name, prior, move |(x, d): &Example| {
            Normal::new(function(x), deviation).map_or(f64::NAN, |noise| noise.ln_density(*d))
        })
    }

    /// The probability that 1 is observed and not 0: $h(x)^d (1 - h(x))^{1-d}$. The most likely of such hypotheses has the least
    /// cross entropy.
    pub fn of_probability(
        name: impl Into<String>,
        prior: f64,
        probability: impl Fn(&[f64]) -> f64 + 'a,
    ) -> Hypothesis<'a, Example> {
        Hypothesis::in_logarithms(name, prior, move |(x, d): &Example| {
            Bernoulli::new(probability(x)).map_or(f64::NAN, |truth| truth.ln_density(*d))
        })
    }
}

impl<R: ?Sized> fmt::Debug for Hypothesis<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hypothesis").field("name", &self.name).field("prior", &self.prior).finish()
    }
}

/// What [`brute_force`] found: the table at the end, and the posteriors on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct BruteForce {
    /// The table after all rows.
    pub table: HypothesisTable,
    /// The posterior before any row, after the first, after the second, …
    pub history: Vec<Vec<f64>>,
}

/// Brute-force MAP learning: multiplies the prior of every hypothesis by the likelihood of every row.
///
/// The standard that other learners can be measured by, for lists of hypotheses short enough to go through. O(|H| n).
///
/// ```
/// use hornbook_bayes::hypotheses::{Hypothesis, brute_force};
/// let coin = |name: &str, prior: f64, p: f64| Hypothesis::new(name, prior, move |heads: &bool| if *heads { p } else { 1.0 - p });
/// let coins = [coin("fair", 0.9, 0.5), coin("bent", 0.1, 0.8)];
/// let found = brute_force(&coins, [true; 12].iter())?;
/// assert_eq!(found.table.names()[found.table.most_probable()[0]], "bent");
/// assert_eq!(found.history.len(), 13);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn brute_force<'r, R: ?Sized + 'r>(
    hypotheses: &[Hypothesis<'_, R>],
    rows: impl IntoIterator<Item = &'r R>,
) -> Result<BruteForce> {
    let names: Vec<&str> = hypotheses.iter().map(|h| h.name.as_str()).collect();
    let prior: Vec<f64> = hypotheses.iter().map(|h| h.prior).collect();
    let mut table = HypothesisTable::new(&names, &prior)?;
    let mut history = vec![table.posterior()];
    for (at, row) in rows.into_iter().enumerate() {
        let logarithms: Vec<f64> = hypotheses.iter().map(|h| (h.ln_likelihood)(row)).collect();
        table
            .see_ln(&logarithms)
            .map_err(|error| Error::data(format!("row {}: {error}", at + 1), "look at that row"))?;
        history.push(table.posterior());
    }
    Ok(BruteForce { table, history })
}
