//! Intervals, and simulations of what they promise.

mod central_limit;
mod confidence_interval;
mod coverage;
mod estimator;
mod proportion;
mod true_error;

use hornbook_core::ToolEntry;

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<proportion::ProportionIntervalTool>(),
        ToolEntry::of::<confidence_interval::ConfidenceIntervalTool>(),
        ToolEntry::of::<central_limit::CentralLimitTool>(),
        ToolEntry::of::<true_error::TrueErrorTool>(),
        ToolEntry::of::<coverage::CoverageTool>(),
        ToolEntry::of::<estimator::EstimatorTool>(),
    ]
}
