//! An estimate in numbers and words, whatever its family.

use super::estimate::ConjugateEstimate;
use super::family::ConjugateFamily;
use super::statistics::SufficientStatistics as _;
use hornbook_core::format::{counted, rows, significant, table};
use hornbook_core::{ToJson, Value};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// What an [`ConjugateEstimate`] says, without the types of its family.
///
/// ```
/// use hornbook_bayes::estimation::{BernoulliBeta, ConjugateFamily, ConjugateEstimate};
/// use hornbook_math::distributions::Beta;
/// let seen = BernoulliBeta.statistics(&[1.0, 1.0, 0.0])?;
/// let summary = ConjugateEstimate::from_statistics(BernoulliBeta, Beta::new(1.0, 1.0)?, seen)?.summary();
/// assert_eq!(summary.parameters[0].most_likely, Some(2.0 / 3.0));
/// assert_eq!(summary.posterior, "Beta(3, 2)");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EstimateSummary {
    /// The name of the family in the [registry](super::conjugate_pairs).
    pub family: &'static str,
    /// The weight of the rows.
    pub weight: f64,
    /// How many rows were left out because a value is missing.
    pub incomplete: u64,
    /// The parameters, in the family's order.
    pub parameters: Vec<ParameterSummary>,
    /// The prior.
    pub prior: String,
    /// Its equivalent sample size.
    pub prior_rows: f64,
    /// The posterior.
    pub posterior: String,
    /// Its equivalent sample size.
    pub posterior_rows: f64,
    /// The log evidence (log marginal likelihood), if there is one.
    pub ln_evidence: Option<f64>,
}

/// What is known of one parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterSummary {
    /// What it is called.
    pub name: String,
    /// The maximum-likelihood estimate, if there is one.
    pub most_likely: Option<f64>,
    /// The maximum-a-posteriori estimate, if there is one.
    pub most_probable: Option<f64>,
    /// The posterior mean.
    pub expected: Option<f64>,
}

impl<F: ConjugateFamily> ConjugateEstimate<F> {
    /// The estimate in numbers and words.
    pub fn summary(&self) -> EstimateSummary {
        let (likely, probable) = (self.most_likely().ok(), self.most_probable().ok());
        let expected = self.expected();
        let at = |values: &Option<Vec<f64>>, at: usize| values.as_ref().and_then(|all| all.get(at)).copied();
        let parameters = self.family().parameters().into_iter().enumerate();
        EstimateSummary {
            family: self.family().pair().name,
            weight: self.statistics().weight(),
            incomplete: self.incomplete(),
            parameters: parameters
                .map(|(place, name)| ParameterSummary {
                    name,
                    most_likely: at(&likely, place),
                    most_probable: at(&probable, place),
                    expected: expected.get(place).copied(),
                })
                .collect(),
            prior: self.family().describe(self.prior()),
            prior_rows: self.family().worth_rows(self.prior()),
            posterior: self.family().describe(self.posterior()),
            posterior_rows: self.family().worth_rows(self.posterior()),
            ln_evidence: self.ln_evidence().ok(),
        }
    }
}

impl ToJson for EstimateSummary {
    fn to_json(&self) -> Value {
        json!({
            "family": self.family, "weight": self.weight, "incomplete": self.incomplete,
            "parameters": self.parameters,
            "prior": {"belief": self.prior, "worth_rows": self.prior_rows},
            "posterior": {"belief": self.posterior, "worth_rows": self.posterior_rows},
            "ln_evidence": self.ln_evidence,
        })
    }
}

/// A table of the parameters, with prior and posterior.
impl fmt::Display for EstimateSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |value: Option<f64>| value.map_or_else(|| "none".to_string(), significant);
        let heading = ["parameter", "MLE", "MAP", "posterior mean"];
        let mut lines = vec![heading.map(str::to_string).to_vec()];
        for one in &self.parameters {
            lines.push(vec![
                one.name.clone(),
                said(one.most_likely),
                said(one.most_probable),
                said(one.expected),
            ]);
        }
        writeln!(f, "{}", table(&lines))?;
        let beliefs =
            [("prior", &self.prior, self.prior_rows), ("posterior", &self.posterior, self.posterior_rows)];
        for (name, belief, worth) in beliefs {
            writeln!(f, "{name}: {belief}, equivalent sample size {}", rows(worth))?;
        }
        if let Some(evidence) = self.ln_evidence {
            writeln!(f, "log evidence: {}", significant(evidence))?;
        }
        if self.incomplete > 0 {
            writeln!(f, "left out because of missing values: {}", counted(self.incomplete, "row"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::estimation::{ConjugateEstimate, ConjugateFamily, MultivariateMeanPrecision};
    use hornbook_core::ToJson as _;
    use hornbook_math::distributions::NormalWishart;
    use hornbook_math::matrix::Matrix;

    /// The covariance with divisor n is [[1.25, 0.75], [0.75, 1.25]]; the parameters are the mean and its inverse.
    // proves: 001:114
    #[test]
    fn most_likely_multivariate_normal() {
        let family = MultivariateMeanPrecision::new(2).unwrap();
        let seen = family.statistics(&[1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.0]).unwrap();
        let prior = NormalWishart::new(&[0.0, 0.0], 1.0, 4.0, &Matrix::identity(2)).unwrap();
        let summary = ConjugateEstimate::from_statistics(family, prior, seen).unwrap().summary();
        assert_eq!((summary.parameters.len(), summary.weight), (6, 4.0));
        for (one, expected) in summary.parameters.iter().zip([2.5, 2.5, 1.25, -0.75, -0.75, 1.25]) {
            assert!((one.most_likely.unwrap() - expected).abs() < 1e-12, "{one:?}");
        }
        assert_eq!(summary.to_json()["parameters"][0]["name"], summary.parameters[0].name);
    }
}
