//! Do the errors of members correlate?

use crate::reports::Diversity;
use hornbook_core::{ModelArgument, Result, Run, Tool, ToolReport};
use hornbook_data::TableArgument;
use hornbook_learner::Registry;

/// Accuracy and diversity of the members of an ensemble on rows that it was not trained on: disagreement, double fault, correlation of
/// errors, Q statistic, kappa.
#[derive(Debug, Tool)]
#[tool(
    name = "ensemble-diversity",
    chapter = "Ensembles",
    aliases("diversity of members", "q statistic", "double fault", "members")
)]
pub struct DiversityTool {
    /// A trained ensemble.
    model: ModelArgument,
    /// A table with test rows.
    table: TableArgument,
}

impl ToolReport for Diversity {}

impl Tool for DiversityTool {
    type Report = Diversity;

    fn compute(&self, run: &Run) -> Result<Diversity> {
        let model = hornbook_model_file::load(&self.model.0, Registry::filled()?)?;
        Diversity::of_model(&*model, &self.table.table(run)?)
    }
}
