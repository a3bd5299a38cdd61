//! Categories that come together.

use crate::hypotheses::ContingencyReport;
use hornbook_core::{Result, Run, Tool};
use hornbook_data::TableArgument;

/// Contingency table of categorical columns: joint, marginal and conditional distributions, with tests of (conditional) independence.
///
/// `hornbook compute contingency data/play_tennis.csv Humidity,Temperature --given Play`. Rows in which a value is missing are not
/// counted.
#[derive(Debug, Tool)]
#[tool(
    name = "contingency",
    chapter = "Bayesian learning",
    aliases(
        "contingency table",
        "joint distribution of columns",
        "test of independence",
        "conditional independence"
    )
)]
pub struct ContingencyTool {
    /// The table.
    table: TableArgument,
    /// Columns of the contingency table.
    #[param(aliases("column"))]
    columns: Vec<String>,
    /// Columns that are known: conditional independence is tested given these.
    #[param(default = Vec::new())]
    given: Vec<String>,
    /// Frequency weight: how many rows a row of the table stands for.
    counts: Option<String>,
}

impl Tool for ContingencyTool {
    type Report = ContingencyReport;

    fn compute(&self, run: &Run) -> Result<ContingencyReport> {
        let table = self.table.table(run)?;
        let report = ContingencyReport::of(&table, &self.columns, &self.given, self.counts.as_deref())?;
        if let Some(sentence) = report.left_out() {
            run.warn(&sentence);
        }
        Ok(report)
    }
}
