//! Hypotheses before and after data.

use super::names;
use crate::hypotheses::{HypothesisTable, TwoPartCodes};
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, NamedNumbers, Probabilities, Result, Run, ToJson, Tool, ToolReport, Value};
use serde_json::json;
use std::fmt;

/// Posterior probabilities of hypotheses from their priors and the likelihoods of what was observed (brute-force MAP learning): the full
/// posterior, the MAP and maximum-likelihood hypotheses, the evidence, and the two-part code lengths.
///
/// `hornbook compute posterior fair=0.9,loaded=0.1 --likelihoods '1/6,1/2;1/6,1/2'`: a row for each observation, a column for each
/// hypothesis. With names: `--likelihood fair=1/6,loaded=1/2`, once for each observation.
#[derive(Debug, Tool)]
#[tool(
    name = "posterior",
    chapter = "Bayesian learning",
    aliases(
        "map hypothesis",
        "brute-force map",
        "bayes rule",
        "maximum likelihood hypothesis",
        "hypothesis table"
    )
)]
pub struct PosteriorTool {
    /// Prior probability of each hypothesis, by name; names alone have a uniform prior.
    prior: Probabilities,
    /// Likelihoods P(observation | h): a row for each observation, a number for each hypothesis, by its name or in order.
    #[param(default = Vec::new(), range = "0..", aliases("likelihood"))]
    likelihoods: Vec<NamedNumbers>,
    /// Names of the hypotheses, if the priors have none.
    names: Option<Vec<String>>,
}

/// The table of hypotheses at the end, and the posteriors on the way.
#[derive(Debug)]
pub struct PosteriorReport {
    table: HypothesisTable,
    history: Vec<Vec<f64>>,
}

impl PosteriorReport {
    /// From a table that has seen nothing yet, and what is observed: the likelihood under each hypothesis.
    fn new(mut table: HypothesisTable, observations: &[Vec<f64>]) -> Result<PosteriorReport> {
        if let Some(at) = (1..table.len()).find(|&at| table.names()[..at].contains(&table.names()[at])) {
            let problem = format!("the hypothesis '{}' is named twice", table.names()[at]);
            return Err(Error::data(problem, "give every hypothesis a name of its own"));
        }
        let mut history = vec![table.posterior()];
        for likelihoods in observations {
            table.see(likelihoods)?;
            history.push(table.posterior());
        }
        Ok(PosteriorReport { table, history })
    }
}

impl fmt::Display for PosteriorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table)?;
        if self.history.len() < 3 {
            return Ok(());
        }
        let heads = (1..self.history.len()).map(|step| format!("after {step}"));
        let head: Vec<String> =
            ["hypothesis".to_string(), "before".to_string()].into_iter().chain(heads).collect();
        let row = |(at, name): (usize, &String)| {
            let cells = self.history.iter().map(|step| format!("{:.6}", step[at]));
            [name.clone()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> =
            [head].into_iter().chain(self.table.names().iter().enumerate().map(row)).collect();
        write!(f, "\n{}", aligned(&rows, Align::first_left))
    }
}

impl ToJson for PosteriorReport {
    fn to_json(&self) -> Value {
        let mut object = self.table.to_json();
        object["steps"] = json!(self.history);
        object["posterior"] = json!(self.table.posterior());
        if let Ok(codes) = TwoPartCodes::of(&self.table) {
            object["bits"] = codes.all().iter().map(|code| json!(code.bits())).collect();
        }
        object
    }
}

impl ToolReport for PosteriorReport {
    fn steps(&self) -> Vec<String> {
        let posteriors = self.history.iter().enumerate();
        posteriors
            .map(|(step, p)| format!("after {step} observations: {}", hornbook_core::listed(p)))
            .collect()
    }
}

impl Tool for PosteriorTool {
    type Report = PosteriorReport;

    fn compute(&self, _: &Run) -> Result<PosteriorReport> {
        let numbers = self.prior.numbers();
        let named = match &self.names {
            Some(given) => names(Some(given), numbers.len())?,
            None => self.prior.names(),
        };
        let table = HypothesisTable::new(&named, &numbers)?;
        let hypotheses: Vec<(&str, Option<f64>)> = named.iter().map(|name| (name.as_str(), None)).collect();
        let row = |row: &NamedNumbers| row.resolve("posterior", "likelihoods", &hypotheses);
        let observations = self.likelihoods.iter().map(row).collect::<Result<Vec<_>>>()?;
        PosteriorReport::new(table, &observations)
    }
}
