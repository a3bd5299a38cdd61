//! How much a learner changes with its rows.

use crate::reports::{Stability, stability};
use hornbook_core::{LearnerSpec, Result, Run, Tool, ToolReport};
use hornbook_data::{ColumnRoles, TableArgument};
use hornbook_learner::{Registry, taken_columns};

/// Stability of a learner: how much what it predicts changes with the training set (variance); bagging helps unstable learners.
#[derive(Debug, Tool)]
#[tool(
    name = "stability",
    chapter = "Ensembles",
    aliases("unstable learner", "variance of a learner"),
    random
)]
pub struct StabilityTool {
    /// The table.
    table: TableArgument,
    /// Target column.
    target: String,
    /// Learner, like decision-tree(max_depth=3).
    #[param(default = LearnerSpec::new(hornbook_learner::DEFAULT_LEARNER))]
    learner: LearnerSpec,
    /// Number of models to compare.
    #[param(default = 10, range = "2..=10000")]
    rounds: usize,
    /// Fraction of the rows left out of each training set.
    #[param(default = 0.1, range = ">0..1")]
    left_out: f64,
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

impl ToolReport for Stability {}

impl Tool for StabilityTool {
    type Report = Stability;

    fn compute(&self, run: &Run) -> Result<Stability> {
        let learner = Registry::filled()?.learner(&self.learner)?;
        let roles = ColumnRoles {
            targets: vec![self.target.clone()],
            classify: self.classify,
            without: self.without.clone(),
            only: self.only.clone(),
            weight: self.weight.clone(),
            taken: taken_columns(&*learner),
            ..ColumnRoles::default()
        };
        let data = roles.usable(&self.table.table(run)?, run)?;
        stability(&*learner, &data, self.rounds, self.left_out, run)
    }
}
