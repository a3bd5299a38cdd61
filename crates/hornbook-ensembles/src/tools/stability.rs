//! How much a learner changes with its rows.

use crate::reports::{Stability, stability};
use hornbook_core::{LearnerSpec, Result, Run, Tool, ToolReport};
use hornbook_data::TableArgument;
use hornbook_learner::Registry;

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
}

impl ToolReport for Stability {}

impl Tool for StabilityTool {
    type Report = Stability;

    fn compute(&self, run: &Run) -> Result<Stability> {
        let learner = Registry::filled()?.learner(&self.learner)?;
        let data = self.table.table()?.dataset().target(&self.target)?;
        stability(&*learner, &data, self.rounds, self.left_out, run)
    }
}
