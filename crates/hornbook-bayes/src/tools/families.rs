//! The registry of conjugate priors.

use crate::estimation::{ConjugatePair, conjugate_pairs};
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Result, Run, ToJson, Tool, ToolReport, Value};
use serde_json::json;
use std::fmt;

/// The likelihoods and their conjugate priors.
#[derive(Debug, Tool)]
#[tool(name = "conjugate-families", chapter = "Estimation", aliases("conjugate priors"))]
pub struct ConjugateFamiliesTool {}

/// All families there are.
#[derive(Debug)]
pub struct FamiliesReport(&'static [ConjugatePair]);

/// Without the formulas of the update, which are for programs that set them.
impl fmt::Display for FamiliesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["family", "observation", "likelihood", "conjugate prior", "posterior predictive"];
        let rows =
            self.0.iter().map(|pair| [pair.name, pair.row, pair.likelihood, pair.prior, pair.predictive]);
        let cells: Vec<Vec<String>> =
            [head].into_iter().chain(rows).map(|row| row.map(str::to_string).to_vec()).collect();
        f.write_str(&aligned(&cells, |_| Align::Left))
    }
}

impl ToJson for FamiliesReport {
    fn to_json(&self) -> Value {
        let family = |pair: &ConjugatePair| {
            json!({
                "family": pair.name, "observation": pair.row, "likelihood": pair.likelihood, "prior": pair.prior,
                "posterior": pair.posterior, "predictive": pair.predictive, "update": pair.update,
            })
        };
        json!({"families": self.0.iter().map(family).collect::<Vec<_>>()})
    }
}

impl ToolReport for FamiliesReport {}

impl Tool for ConjugateFamiliesTool {
    type Report = FamiliesReport;

    fn compute(&self, _: &Run) -> Result<FamiliesReport> {
        Ok(FamiliesReport(conjugate_pairs()))
    }
}
