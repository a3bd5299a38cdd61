//! Distributions, random variables and what is known about means.

mod density_function;
mod discrete;
mod distribution;
mod gamma_function;
mod joint;
mod limits;
mod multivariate;
mod quantile_table;

use hornbook_core::ToolEntry;

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<distribution::DistributionTool>(),
        ToolEntry::of::<multivariate::MultivariateDistributionTool>(),
        ToolEntry::of::<discrete::RandomVariableTool>(),
        ToolEntry::of::<joint::JointDistributionTool>(),
        ToolEntry::of::<density_function::DensityFunctionTool>(),
        ToolEntry::of::<quantile_table::QuantileTableTool>(),
        ToolEntry::of::<gamma_function::GammaFunctionTool>(),
        ToolEntry::of::<limits::ChebyshevTool>(),
        ToolEntry::of::<limits::LawOfLargeNumbersTool>(),
    ]
}
