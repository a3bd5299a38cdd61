//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod bayes_optimal;
mod consistency;
mod contingency;
mod diagnostic_test;
mod estimate;
mod families;
mod likelihood;
mod log_linear;
mod normal_classes;
mod posterior;
mod sufficient_statistics;
mod version_space;

use hornbook_core::{Error, ModelArgument, Result, ToolEntry};
use hornbook_learner::{Model, Registry};

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<diagnostic_test::DiagnosticTestTool>(),
        ToolEntry::of::<posterior::PosteriorTool>(),
        ToolEntry::of::<likelihood::LikelihoodTool>(),
        ToolEntry::of::<consistency::ConsistencyTool>(),
        ToolEntry::of::<version_space::VersionSpaceTool>(),
        ToolEntry::of::<bayes_optimal::BayesOptimalTool>(),
        ToolEntry::of::<contingency::ContingencyTool>(),
        ToolEntry::of::<estimate::EstimateTool>(),
        ToolEntry::of::<families::ConjugateFamiliesTool>(),
        ToolEntry::of::<sufficient_statistics::SufficientStatisticsTool>(),
        ToolEntry::of::<normal_classes::NormalClassesTool>(),
        ToolEntry::of::<log_linear::LogLinearTool>(),
    ]
}

/// Names that are given, or numbers from 1.
fn names(given: Option<&Vec<String>>, count: usize) -> Result<Vec<String>> {
    match given {
        Some(names) if names.len() == count => Ok(names.clone()),
        Some(names) => Err(Error::data(
            format!("there are {} names for {count} hypotheses", names.len()),
            "give one each",
        )),
        None => Ok((1..=count).map(|i| format!("h{i}")).collect()),
    }
}

/// The model of a file.
fn load(model: &ModelArgument) -> Result<Box<dyn Model>> {
    hornbook_model_file::load(&model.0, Registry::filled()?)
}
