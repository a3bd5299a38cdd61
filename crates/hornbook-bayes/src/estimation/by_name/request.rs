//! What is asked: a family by its name, what it takes as known, and the prior.

use crate::estimation::family::ConjugateFamily;
use crate::estimation::prior_statement::PriorStatement;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_math::distributions::Dirichlet;

/// What is believed of the parameters of a family before there are rows.
#[derive(Debug, Clone, PartialEq)]
pub enum PriorSpec {
    /// All values are equally probable; only probabilities have such a prior.
    Uniform,
    /// The numbers of the prior, in the order of the [registry](crate::estimation::conjugate_pairs). Of a matrix, all numbers
    /// row by row or only those of the diagonal.
    Numbers(Vec<f64>),
    /// What somebody says.
    Stated(Vec<PriorStatement>),
}

pub(super) struct EstimationRequest<'a> {
    pub family: &'a str,
    pub known: &'a [f64],
    pub prior: &'a PriorSpec,
    pub data: &'a Dataset,
    pub level: f64,
    pub run: &'a Run,
}

impl EstimationRequest<'_> {
    pub fn refuse(&self, parameter: &str, found: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::Parameter {
            learner: self.family.to_string(),
            parameter: parameter.to_string(),
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// What is said to be known, in words.
    fn said(&self) -> String {
        match self.known {
            [] => "not said".to_string(),
            [one] => one.to_string(),
            several => format!("{several:?}"),
        }
    }

    /// The one number that is known.
    pub fn known(&self, what: &str) -> Result<f64> {
        match self.known {
            [one] => Ok(*one),
            _ => Err(self.refuse("known", self.said(), what)),
        }
    }

    /// The numbers that are known, of which there are one of these counts.
    pub fn known_numbers(&self, counts: &[usize], what: &str) -> Result<&[f64]> {
        match counts.contains(&self.known.len()) {
            true => Ok(self.known),
            false => Err(self.refuse("known", self.said(), what)),
        }
    }

    pub fn nothing_known(&self) -> Result<()> {
        match self.known {
            [] => Ok(()),
            _ => Err(self.refuse("known", self.said(), "none: the family takes nothing as known")),
        }
    }

    /// How many trials a row has.
    pub fn trials(&self) -> Result<u64> {
        let trials = self.known("the number of trials of a row")?;
        if trials >= 1.0 && trials.fract() == 0.0 && trials <= u64::MAX as f64 {
            return Ok(trials as u64);
        }
        Err(self.refuse("known", trials.to_string(), "an integer of trials, at least 1"))
    }

    /// The prior of a family that has so many numbers, or so many in another way of writing.
    pub fn belief<F: ConjugateFamily>(
        &self,
        family: &F,
        widths: &[usize],
        of_probabilities: bool,
        from_numbers: impl Fn(&[f64]) -> Result<F::ParameterDistribution>,
    ) -> Result<F::ParameterDistribution> {
        let mut counts: Vec<String> = widths.iter().map(usize::to_string).collect();
        counts.dedup();
        let expected =
            format!("the {} numbers of {}, or statements", counts.join(" or "), family.pair().prior);
        match self.prior {
            PriorSpec::Uniform if of_probabilities => from_numbers(&vec![1.0; widths[0]]),
            // All means and rates cannot be equally probable.
            PriorSpec::Uniform => Err(self.refuse("prior", "not said", expected)),
            PriorSpec::Numbers(numbers) if widths.contains(&numbers.len()) => from_numbers(numbers),
            PriorSpec::Numbers(numbers) => Err(self.refuse("prior", format!("{numbers:?}"), expected)),
            PriorSpec::Stated(statements) => family.stated(statements),
        }
    }

    /// The prior of the probabilities of so many outcomes; one number is that of every outcome.
    pub fn dirichlet<F: ConjugateFamily<ParameterDistribution = Dirichlet>>(
        &self,
        family: &F,
        outcomes: usize,
    ) -> Result<Dirichlet> {
        self.belief(family, &[1, outcomes], true, |numbers| match numbers {
            [one] => Dirichlet::new(&vec![*one; outcomes]),
            several => Dirichlet::new(several),
        })
    }
}
