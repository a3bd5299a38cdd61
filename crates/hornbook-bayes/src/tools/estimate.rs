//! Parameters under a conjugate prior.

use crate::estimation::{
    ColumnsEstimate, PriorSpec, PriorStatement, conjugate_pair, conjugate_pairs, estimate_columns,
};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, ToolReport, WorkedSolution};
use hornbook_data::{Table, TableArgument};

/// Estimate a distribution: maximum likelihood, MAP, and the posterior under a conjugate prior, with the posterior predictive.
///
/// From columns of a table, or from values. `conjugate-families` lists the families and what their numbers mean.
#[derive(Debug, Tool)]
#[tool(
    name = "estimate",
    chapter = "Estimation",
    aliases("conjugate prior", "posterior predictive", "maximum likelihood estimate", "map estimate")
)]
pub struct EstimateTool {
    /// Likelihood and conjugate prior, such as bernoulli-beta.
    family: String,
    /// Values, in place of a table.
    values: Option<Vec<f64>>,
    /// A table.
    table: Option<TableArgument>,
    /// Columns of the table.
    columns: Option<Vec<String>>,
    /// Hyperparameters of the prior; of a matrix all entries, row by row, or its diagonal.
    prior: Option<Vec<f64>>,
    /// Prior in words, as in 'close to 2, between 1 and 3'; further parameters behind a semicolon.
    statement: Option<String>,
    /// Known parameters of the family: a variance, a mean, a number of trials.
    #[param(default = Vec::new())]
    known: Vec<f64>,
    /// Probability of the posterior predictive interval.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
    /// Sample weight column of the table.
    weight: Option<String>,
}

impl ToolReport for ColumnsEstimate {}

impl Tool for EstimateTool {
    type Report = ColumnsEstimate;

    fn compute(&self, run: &Run) -> Result<ColumnsEstimate> {
        conjugate_pair(&self.family)?;
        let prior = match (&self.prior, &self.statement) {
            (Some(_), Some(_)) => {
                return Err(Error::data("the prior is given twice", "give --prior or --statement"));
            }
            (Some(numbers), None) => PriorSpec::Numbers(numbers.clone()),
            (None, Some(text)) => PriorSpec::Stated(
                text.split(';').map(|one| one.parse::<PriorStatement>()).collect::<Result<_>>()?,
            ),
            (None, None) => PriorSpec::Uniform,
        };
        let mut data = match (&self.values, &self.table, &self.columns) {
            (Some(values), None, None) => {
                Table::builder().number("values", values.clone()).build()?.dataset()
            }
            (None, Some(table), Some(columns)) => table.table()?.dataset().only(columns)?,
            _ => return Err(Error::data("there are no rows", "give --values, or --table and --columns")),
        };
        if let Some(weight) = &self.weight {
            data = data.weight(weight)?;
        }
        estimate_columns(&self.family, &self.known, &prior, &data, self.level, run)
    }
}

/// The likelihoods and their conjugate priors.
#[derive(Debug, Tool)]
#[tool(name = "conjugate-families", chapter = "Estimation", aliases("conjugate priors"))]
pub struct ConjugateFamiliesTool {}

impl Tool for ConjugateFamiliesTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::new();
        let rows = conjugate_pairs().iter().map(|pair| {
            [pair.name, pair.row, pair.likelihood, pair.prior, pair.posterior, pair.predictive, pair.update]
                .map(AnswerValue::from)
                .to_vec()
        });
        let columns = ["family", "observation", "likelihood", "prior", "posterior", "predictive", "update"];
        solution.table("families", &columns, rows.collect());
        Ok(solution)
    }
}
