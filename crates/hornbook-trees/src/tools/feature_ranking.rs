//! Which features tell most of the class.

use crate::reports::FeatureRanking;
use hornbook_core::{Result, Run, Tool};
use hornbook_data::TableArgument;

/// Feature ranking by information gain (univariate feature selection), with gain ratio, Gini and chi-square test, and contradictory rows
/// (label noise).
#[derive(Debug, Tool)]
#[tool(
    name = "feature-ranking",
    chapter = "Decision trees",
    aliases("feature selection", "univariate feature selection", "label noise", "contradictory rows")
)]
pub struct FeatureRankingTool {
    /// The table.
    table: TableArgument,
    /// Target column.
    target: String,
    /// Features to leave out.
    #[param(default = Vec::new())]
    without: Vec<String>,
    /// Sample weight column.
    weight: Option<String>,
}

impl Tool for FeatureRankingTool {
    type Report = FeatureRanking;

    fn compute(&self, _: &Run) -> Result<FeatureRanking> {
        let mut data =
            self.table.table()?.dataset().target(&self.target)?.classify()?.without(&self.without)?;
        if let Some(weight) = &self.weight {
            data = data.weight(weight)?;
        }
        FeatureRanking::of(&data)
    }
}
