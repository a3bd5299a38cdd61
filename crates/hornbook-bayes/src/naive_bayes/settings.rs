//! The hyperparameters of a naive Bayes learner, for the columns of one table.

use super::params::{Likelihood, NaiveBayes, PriorEstimate};
use hornbook_core::{ColumnSets, Error, Result};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

/// How a model is made of counts. Part of its file, so fields may be added at the end only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct NaiveBayesSettings {
    /// One a column.
    pub likelihoods: Vec<Likelihood>,
    pub prior: Prior,
    pub smoothing: Smoothing,
    pub var_smoothing: f64,
    pub shared_variance: bool,
    pub sample_variance: bool,
    pub bandwidth: Option<f64>,
    pub binarize: Option<f64>,
    pub min_categories: u32,
    pub norm: bool,
    /// One a column; 0 is none.
    pub noise: Vec<f64>,
}

/// The class priors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Prior {
    Shares,
    Uniform,
    Given(Vec<f64>),
}

/// What is added to counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum Smoothing {
    /// So much for each value.
    Laplace(f64),
    /// So many rows of equally likely values.
    Uniform(f64),
    /// So many rows of values as all rows have them.
    Share(f64),
}

impl Smoothing {
    /// What is added to the count of one of so many values that has this fraction of all rows, and to the
    /// count of all.
    pub fn pseudo_counts(self, values: usize, share: f64) -> (f64, f64) {
        match self {
            Smoothing::Laplace(alpha) => (alpha, alpha * values as f64),
            Smoothing::Uniform(m) => (m / values as f64, m),
            Smoothing::Share(m) => (m * share, m),
        }
    }
}

impl NaiveBayesSettings {
    /// What the learner says about these columns. The name is that of the learner that the user called.
    pub fn new(name: &str, learner: &NaiveBayes, schema: &Schema) -> Result<NaiveBayesSettings> {
        let names: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
        let refuse = |parameter: &str, found: String, expected: &str| Error::Parameter {
            learner: name.to_string(),
            parameter: parameter.to_string(),
            found,
            expected: expected.to_string(),
        };
        let is_code = |column: usize| schema.inputs[column].kind.levels().is_some();
        let otherwise = |column| if is_code(column) { Likelihood::Categorical } else { learner.numbers };
        let mut likelihoods: Vec<Likelihood> = (0..names.len()).map(otherwise).collect();
        let mut named_by: Vec<Option<&str>> = vec![None; names.len()];
        for (parameter, likelihood, sets) in by_column(learner) {
            for column in sets.iter().map(|sets| sets.positions((name, parameter), &names)).flat_map(flat) {
                let column = column?;
                if is_code(column) && likelihood != Likelihood::Categorical {
                    let found = format!("'{}', which holds categories", names[column]);
                    return Err(refuse(parameter, found, "columns of numbers"));
                }
                if let Some(other) = named_by[column].replace(parameter) {
                    let found = format!("'{}', which is in '{other}', too", names[column]);
                    return Err(refuse(parameter, found, "each column in one list only"));
                }
                likelihoods[column] = likelihood;
            }
        }
        let prior = match &learner.priors {
            Some(priors) => {
                check_priors(name, "priors", priors, schema.target.classes.len())?;
                Prior::Given(priors.clone())
            }
            None if learner.fit_prior => Prior::Shares,
            None => Prior::Uniform,
        };
        let smoothing = match (learner.m, learner.prior_estimate) {
            (None, _) => Smoothing::Laplace(learner.alpha),
            (Some(m), PriorEstimate::Uniform) => Smoothing::Uniform(m),
            (Some(m), PriorEstimate::Share) => Smoothing::Share(m),
        };
        let noise = match &learner.noise {
            None => vec![0.0; names.len()],
            Some(noise) => noise.for_columns((name, "noise"), &names, 0.0)?,
        };
        for (column, &noise) in noise.iter().enumerate() {
            let expected = match likelihoods[column] {
                Likelihood::Gaussian | Likelihood::Kernel if noise >= 0.0 => continue,
                Likelihood::Categorical | Likelihood::Bernoulli if (0.0..=1.0).contains(&noise) => continue,
                _ if noise == 0.0 => continue,
                Likelihood::Gaussian | Likelihood::Kernel => "a variance of at least 0",
                Likelihood::Categorical | Likelihood::Bernoulli => "a probability from 0 to 1",
                Likelihood::Multinomial | Likelihood::Complement => "none for columns that count events",
            };
            return Err(refuse("noise", format!("{noise} for '{}'", names[column]), expected));
        }
        Ok(NaiveBayesSettings {
            likelihoods,
            prior,
            smoothing,
            var_smoothing: learner.var_smoothing,
            shared_variance: learner.shared_variance,
            sample_variance: learner.sample_variance,
            bandwidth: learner.bandwidth,
            binarize: learner.binarize,
            min_categories: learner.min_categories.unwrap_or(0),
            norm: learner.norm,
            noise,
        })
    }

    /// The columns of some kinds, in order.
    pub fn columns(&self, kinds: &[Likelihood]) -> Vec<usize> {
        (0..self.likelihoods.len()).filter(|&column| kinds.contains(&self.likelihoods[column])).collect()
    }

    /// The binarization threshold.
    pub fn threshold(&self) -> f64 {
        self.binarize.unwrap_or(0.0)
    }
}

/// The lists of columns with the parameters they stand in.
fn by_column(learner: &NaiveBayes) -> [(&'static str, Likelihood, &Option<ColumnSets>); 6] {
    [
        ("gaussian_columns", Likelihood::Gaussian, &learner.gaussian_columns),
        ("kernel_columns", Likelihood::Kernel, &learner.kernel_columns),
        ("categorical_columns", Likelihood::Categorical, &learner.categorical_columns),
        ("bernoulli_columns", Likelihood::Bernoulli, &learner.bernoulli_columns),
        ("multinomial_columns", Likelihood::Multinomial, &learner.multinomial_columns),
        ("complement_columns", Likelihood::Complement, &learner.complement_columns),
    ]
}

fn flat(sets: Result<Vec<Vec<usize>>>) -> Vec<Result<usize>> {
    match sets {
        Ok(sets) => sets.into_iter().flatten().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// An error unless there is a probability for each class and they sum to 1.
pub(crate) fn check_priors(learner: &str, parameter: &str, priors: &[f64], classes: usize) -> Result<()> {
    let refuse = |found: String, expected: &str| Error::Parameter {
        learner: learner.to_string(),
        parameter: parameter.to_string(),
        found,
        expected: expected.to_string(),
    };
    if priors.len() != classes {
        let found = format!("a list of {} for {classes} classes", priors.len());
        return Err(refuse(found, "a probability for each class"));
    }
    if let Some(wrong) = priors.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(refuse(format!("{wrong}"), "probabilities from 0 to 1"));
    }
    let sum: f64 = priors.iter().sum();
    if (sum - 1.0).abs() > 1e-8 {
        return Err(refuse(format!("a list that sums to {sum}"), "probabilities that sum to 1"));
    }
    Ok(())
}
