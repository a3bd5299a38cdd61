//! Parameters under a conjugate prior.

use crate::estimation::{ColumnsEstimate, PriorSpec, PriorStatement, conjugate_pair, estimate_columns};
use hornbook_core::format::rows;
use hornbook_core::{
    ArgumentKind, Error, ParameterKind, ParameterValue, Result, Run, ToJson, Tool, ToolReport, Value,
};
use hornbook_data::{Table, TableArgument};
use serde_json::json;
use std::fmt;

/// Estimate a distribution: maximum likelihood, MAP, and the posterior under a conjugate prior, with the posterior predictive.
///
/// From columns of a table, or from values. `conjugate-families` lists the families and what their numbers mean. `hornbook compute
/// estimate normal-mean data/iris.csv --columns sepal_width --known 0.2 --statement 'close to 2, between 1 and 3'` has a prior in words.
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
    #[param(aliases("column"))]
    columns: Option<Vec<String>>,
    /// Hyperparameters of the prior; of a matrix all entries, row by row, or its diagonal.
    prior: Option<Vec<f64>>,
    /// Prior elicitation, in words: a statement for each parameter.
    statement: Option<PriorStatements>,
    /// Known parameters of the family: a variance, a mean, a number of trials; of several columns their variances, or covariances row by
    /// row.
    #[param(default = Vec::new())]
    known: Vec<f64>,
    /// Probability of the posterior predictive interval.
    #[param(default = 0.95, range = ">0..1")]
    level: f64,
    /// Sample weight column of the table (frequency weights: 2 is the row twice, 0 the row absent).
    weight: Option<String>,
}

/// What is known of the parameters, in words.
#[derive(Debug, Clone, PartialEq)]
struct PriorStatements(Vec<PriorStatement>);

impl ParameterValue for PriorStatements {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::PriorStatements);

    fn to_value(&self) -> Value {
        self.0.iter().map(ToString::to_string).collect()
    }

    fn from_value(value: &Value) -> Option<Self> {
        let statements = value.as_array()?.iter().map(|one| one.as_str()?.parse().ok());
        statements.collect::<Option<_>>().map(PriorStatements)
    }
}

/// An estimate, and what it is of.
#[derive(Debug)]
pub struct EstimateReport {
    columns: Vec<String>,
    estimate: ColumnsEstimate,
}

impl fmt::Display for EstimateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = &self.estimate.summary;
        let (columns, rows) = (self.columns.join("', '"), rows(summary.weight));
        write!(f, "{} of '{columns}', from {rows}\n\n{}", summary.family, self.estimate)
    }
}

impl ToJson for EstimateReport {
    fn to_json(&self) -> Value {
        let mut object = self.estimate.to_json();
        object["columns"] = json!(self.columns);
        object
    }
}

impl ToolReport for EstimateReport {}

impl Tool for EstimateTool {
    type Report = EstimateReport;

    fn compute(&self, run: &Run) -> Result<EstimateReport> {
        conjugate_pair(&self.family)?;
        let prior = match (&self.prior, &self.statement) {
            (Some(_), Some(_)) => {
                return Err(Error::Parameter {
                    learner: "estimate".to_string(),
                    parameter: "statement".to_string(),
                    found: "given together with 'prior'".to_string(),
                    expected: "one of the two".to_string(),
                });
            }
            (Some(numbers), None) => PriorSpec::Numbers(numbers.clone()),
            (None, Some(statements)) => PriorSpec::Stated(statements.0.clone()),
            (None, None) => PriorSpec::Uniform,
        };
        let (columns, mut data) = match (&self.values, &self.table, &self.columns) {
            (Some(values), None, None) => {
                let table = Table::builder().number("values", values.clone()).build()?;
                (table.names().to_vec(), table.dataset())
            }
            (None, Some(table), Some(columns)) => {
                (columns.clone(), table.table(run)?.dataset().only(columns)?)
            }
            _ => return Err(Error::data("there are no rows", "give --values, or --table and --columns")),
        };
        if let Some(column) = columns.iter().find(|column| !data.feature_names().contains(&column.as_str())) {
            let problem = format!("column '{column}' holds text");
            return Err(Error::data(problem, format!("read it as categories with --type {column}=category")));
        }
        if let Some(weight) = &self.weight {
            data = data.weight(weight)?;
        }
        let estimate = estimate_columns(&self.family, &self.known, &prior, &data, self.level, run)?;
        Ok(EstimateReport { columns, estimate })
    }
}
