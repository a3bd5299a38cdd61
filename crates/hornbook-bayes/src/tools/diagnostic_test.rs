//! A test for a condition.

use crate::hypotheses::DiagnosticTest;
use hornbook_core::{Result, Run, Tool, ToolReport, Value};
use serde::Serialize;
use std::fmt;

/// Diagnostic test: the posterior probability of a condition from its prevalence and the sensitivity and specificity of a test, after
/// some positive and negative results.
#[derive(Debug, Tool)]
#[tool(
    name = "diagnostic-test",
    chapter = "Bayesian learning",
    aliases("bayes theorem", "sensitivity and specificity", "base rate", "likelihood ratio")
)]
pub struct DiagnosticTestTool {
    /// Prior probability (prevalence, base rate): 0.008 is 8 of 1000.
    #[param(range = "0..=1")]
    prior: f64,
    /// Sensitivity (true positive rate): P(positive | condition).
    #[param(range = "0..=1")]
    sensitivity: f64,
    /// Specificity (true negative rate): P(negative | no condition).
    #[param(range = "0..=1")]
    specificity: f64,
    /// Number of positive tests; 1 if no results are given.
    positive: Option<u32>,
    /// Number of negative tests; errors are taken as independent.
    negative: Option<u32>,
    /// Name of the condition.
    #[param(default = "disease".to_string())]
    condition: String,
}

/// What the results of a diagnostic test say.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct DiagnosticReport {
    #[serde(skip)]
    text: String,
    json: Value,
}

impl fmt::Display for DiagnosticReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl ToolReport for DiagnosticReport {}

impl DiagnosticReport {
    /// After so many positive and negative tests, one positive if nothing is said; prior, sensitivity and specificity are given.
    pub fn of(
        condition: &str,
        [prior, sensitivity, specificity]: [f64; 3],
        positive: Option<u32>,
        negative: Option<u32>,
    ) -> Result<DiagnosticReport> {
        let test = DiagnosticTest::new(condition, prior, sensitivity, specificity)?;
        let (positive, negative) = match (positive, negative) {
            (None, None) => (1, 0),
            (positive, negative) => (positive.unwrap_or(0), negative.unwrap_or(0)),
        };
        let table = test.table(positive, negative)?;
        let prior = table.prior();
        let factors: Vec<String> = [
            (positive, test.positive_likelihood_ratio(), "positive"),
            (negative, test.negative_likelihood_ratio(), "negative"),
        ]
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, ratio, kind)| match count {
            1 => format!(", times likelihood ratio {ratio:.6} for a {kind} test"),
            _ => format!(", times likelihood ratio {ratio:.6} for each of {count} {kind} tests"),
        })
        .collect();
        let text = format!(
            "{table}prior odds {:.6}{}: posterior odds {:.6}\n\n{}\n",
            prior[0] / prior[1],
            factors.concat(),
            table.odds(0),
            test.in_natural_frequencies()
        );
        Ok(DiagnosticReport { text, json: test.to_json(positive, negative)? })
    }
}

impl Tool for DiagnosticTestTool {
    type Report = DiagnosticReport;

    fn compute(&self, _: &Run) -> Result<DiagnosticReport> {
        let numbers = [self.prior, self.sensitivity, self.specificity];
        DiagnosticReport::of(&self.condition, numbers, self.positive, self.negative)
    }
}
