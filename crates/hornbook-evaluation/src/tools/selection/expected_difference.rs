//! Which of two learners is better on average.

use super::{dataset, learner};
use crate::model_selection::{ExpectedDifference, ExpectedDifferenceOptions};
use crate::options::EvaluationOptions;
use hornbook_core::{LearnerSpec, Result, Run, Seed, Tool, ToolReport};
use hornbook_data::{Dataset, TableArgument};

/// Expected difference of two learning algorithms over training sets of one size, where the distribution is known: the rows of a table
/// are the population, from which training and test rows are drawn with replacement.
#[derive(Debug, Tool)]
#[tool(
    name = "expected-difference",
    chapter = "Model selection",
    aliases("difference of two learners", "compare two learning algorithms"),
    random
)]
pub struct ExpectedDifferenceTool {
    /// The table whose rows are the population.
    table: TableArgument,
    /// Target column.
    target: String,
    /// First learner, like decision-tree(max_depth=3).
    #[param(default = LearnerSpec::new(hornbook_learner::DEFAULT_LEARNER))]
    first: LearnerSpec,
    /// Second learner.
    #[param(default = LearnerSpec::new("baseline"))]
    second: LearnerSpec,
    /// Rows of each training set.
    #[param(default = 100, range = "1..=10000000")]
    training_rows: usize,
    /// Rows that each pair of models is tested on.
    #[param(default = 1000, range = "1..=10000000")]
    test_rows: usize,
    /// Number of training sets.
    #[param(default = 100, range = "2..=100000")]
    rounds: usize,
}

impl ToolReport for ExpectedDifference {}

impl Tool for ExpectedDifferenceTool {
    type Report = ExpectedDifference;

    fn compute(&self, run: &Run) -> Result<ExpectedDifference> {
        let (first, second) = (learner(&self.first)?, learner(&self.second)?);
        let population = dataset(&self.table, &self.target, &[&*first, &*second], run)?;
        let draw = |count: usize, seed: Seed| -> Result<Dataset> {
            let mut rng = seed.rng();
            let rows = population.rows().len() as f64;
            let drawn: Vec<u32> = (0..count).map(|_| (rng.unit() * rows) as u32).collect();
            Ok(population.select(drawn))
        };
        let options = ExpectedDifferenceOptions {
            training_rows: self.training_rows,
            test_rows: self.test_rows,
            rounds: self.rounds,
            seed: run.root_seed().0,
        };
        ExpectedDifference::of(&*first, &*second, &draw, &options, &EvaluationOptions::default(), run)
    }
}
