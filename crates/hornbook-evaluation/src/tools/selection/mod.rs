//! Choosing hypotheses and models.

mod bias_variance;
mod description_length;
mod error_causes;
mod expected_difference;
mod overfitting;
mod regularized_cost;

use hornbook_core::{LearnerSpec, Result, Run, ToolEntry};
use hornbook_data::{Dataset, TableArgument, TakenColumns};
use hornbook_learner::{Learner, Registry, taken_columns};

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<overfitting::OverfittingTool>(),
        ToolEntry::of::<bias_variance::BiasVarianceTool>(),
        ToolEntry::of::<error_causes::ErrorCausesTool>(),
        ToolEntry::of::<expected_difference::ExpectedDifferenceTool>(),
        ToolEntry::of::<description_length::DescriptionLengthTool>(),
        ToolEntry::of::<regularized_cost::RegularizedCostTool>(),
    ]
}

/// A learner by its spec.
fn learner(spec: &LearnerSpec) -> Result<Box<dyn Learner>> {
    Registry::filled()?.learner(spec)
}

/// The rows of a table with their target, for learners that are trained on the same columns.
fn dataset(table: &TableArgument, target: &str, learners: &[&dyn Learner], run: &Run) -> Result<Dataset> {
    let each = learners.iter().map(|learner| taken_columns(*learner));
    let taken = each.reduce(TakenColumns::shared_with).unwrap_or_default();
    table.table(run)?.dataset().target(target)?.taking(&taken)
}
