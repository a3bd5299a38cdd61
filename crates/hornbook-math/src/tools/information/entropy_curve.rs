//! The entropy of two classes, by their proportion.

use crate::information::entropy_curve;
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution};

/// Entropy curve of a binary class: the entropy by the proportion of the positive class, from 0 to 1.
#[derive(Debug, Tool)]
#[tool(name = "entropy-curve", chapter = "Information", aliases("binary entropy function"))]
pub struct EntropyCurveTool {
    /// Number of equal steps from 0 to 1.
    #[param(default = 10, range = "1..=100000")]
    steps: usize,
}

impl Tool for EntropyCurveTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("H(p) = −p log₂ p − (1 − p) log₂ (1 − p)");
        let rows = entropy_curve(self.steps)
            .into_iter()
            .map(|(p, bits)| vec![AnswerValue::from(p), AnswerValue::from(bits)]);
        solution.table("curve", &["proportion", "entropy"], rows.collect());
        solution.say("it is 0 where one class has all rows, and 1 bit where both have as many");
        Ok(solution)
    }
}
