//! Which features tell most of the class.

use crate::reports::FeatureRanking;
use hornbook_core::{Result, Run, Tool};
use hornbook_data::{ColumnRoles, TableArgument};

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
    /// Classification: take the target's values as classes even if they are numbers.
    #[param(default = false)]
    classify: bool,
    /// Features to exclude.
    #[param(default = Vec::new())]
    without: Vec<String>,
    /// The only features to use.
    only: Option<Vec<String>>,
    /// Sample weight column (frequency weights: 2 is the row twice, 0 the row absent).
    weight: Option<String>,
}

impl Tool for FeatureRankingTool {
    type Report = FeatureRanking;

    fn compute(&self, run: &Run) -> Result<FeatureRanking> {
        let roles = ColumnRoles {
            targets: vec![self.target.clone()],
            classify: self.classify,
            without: self.without.clone(),
            only: self.only.clone(),
            weight: self.weight.clone(),
            ..ColumnRoles::default()
        };
        FeatureRanking::of(&roles.usable(&self.table.table(run)?, run)?)
    }
}
