//! Does a hypothesis overfit?

use crate::model_selection::{TrainTestErrors, overfits};
use hornbook_core::{Result, Run, Tool, WorkedSolution};

/// Overfitting (Mitchell's definition): a hypothesis overfits if there is another one with the larger training error and the smaller
/// true (or validation) error.
#[derive(Debug, Tool)]
#[tool(
    name = "overfitting",
    chapter = "Model selection",
    aliases("overfit", "training and validation error")
)]
pub struct OverfittingTool {
    /// Training error of the hypothesis.
    training: f64,
    /// True or validation error of the hypothesis.
    validation: f64,
    /// Training error of the other hypothesis.
    other_training: f64,
    /// True or validation error of the other hypothesis.
    other_validation: f64,
}

impl Tool for OverfittingTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let one = TrainTestErrors { training: self.training, truth: self.validation };
        let other = TrainTestErrors { training: self.other_training, truth: self.other_validation };
        let mut solution =
            WorkedSolution::by("h overfits if error_train(h) < error_train(h′) and error(h) > error(h′)");
        solution.step(format!(
            "training: {} < {}: {}",
            one.training,
            other.training,
            one.training < other.training
        ));
        solution.step(format!("truth: {} > {}: {}", one.truth, other.truth, one.truth > other.truth));
        solution.labeled("overfits", "the hypothesis overfits", overfits(one, other));
        solution.labeled("other_overfits", "the other one overfits", overfits(other, one));
        solution.labeled("gap", "gap of the hypothesis", one.truth - one.training);
        solution.labeled("other_gap", "gap of the other one", other.truth - other.training);
        Ok(solution)
    }
}
