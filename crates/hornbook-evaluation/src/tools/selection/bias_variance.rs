//! What part of the loss is bias, and what part variance.

use super::{dataset, learner};
use crate::model_selection::{BiasVariance, BiasVarianceOptions, TrainingSamples};
use hornbook_core::{Choice, LearnerSpec, Result, Run, Tool, ToolReport};
use hornbook_data::TableArgument;

/// How training sets are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TrainingDraw {
    /// With replacement.
    Bootstrap,
    /// Parts that share no rows.
    Disjoint,
}

/// Bias-variance decomposition of a learner: it is trained on many samples of a table and all models are tested on the same rows.
///
/// A simple learner has high bias and low variance, a complex one the reverse; the best one has the least sum.
#[derive(Debug, Tool)]
#[tool(
    name = "bias-variance",
    chapter = "Model selection",
    aliases("bias-variance decomposition", "bias and variance of a learner"),
    random
)]
pub struct BiasVarianceTool {
    /// The table.
    table: TableArgument,
    /// Target column.
    target: String,
    /// Learner, like decision-tree(max_depth=3).
    #[param(default = LearnerSpec::new(hornbook_learner::DEFAULT_LEARNER))]
    learner: LearnerSpec,
    /// Number of training sets.
    #[param(default = 50, range = "2..=100000")]
    rounds: usize,
    /// How training sets are drawn.
    #[param(default = TrainingDraw::Bootstrap)]
    samples: TrainingDraw,
    /// Fraction of the rows that is held out for testing.
    #[param(default = 0.3, range = ">0..1")]
    test_fraction: f64,
    /// Variance of the noise of the target, if it is known.
    #[param(default = 0.0, range = "0..")]
    noise: f64,
}

impl ToolReport for BiasVariance {}

impl Tool for BiasVarianceTool {
    type Report = BiasVariance;

    fn compute(&self, run: &Run) -> Result<BiasVariance> {
        let samples = match self.samples {
            TrainingDraw::Bootstrap => TrainingSamples::Bootstrap,
            TrainingDraw::Disjoint => TrainingSamples::Disjoint,
        };
        let options = BiasVarianceOptions {
            rounds: self.rounds,
            samples,
            test_share: self.test_fraction,
            noise: self.noise,
            seed: run.root_seed().0,
        };
        let learner = learner(&self.learner)?;
        let data = dataset(&self.table, &self.target, &[&*learner], run)?;
        BiasVariance::of(&*learner, &data, &options, run)
    }
}
