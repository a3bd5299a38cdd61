//! Vectors, matrices and their decompositions.

mod change_of_basis;
mod decompose;
mod definiteness;
mod deflation;
mod derivative;
mod eigen;
mod linear_map;
mod matrix;
mod norm;
mod power_iteration;
mod solve;
mod vector_space;
mod vectors;

use hornbook_core::ToolEntry;

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<vectors::VectorsTool>(),
        ToolEntry::of::<vector_space::VectorSpaceTool>(),
        ToolEntry::of::<linear_map::LinearMapTool>(),
        ToolEntry::of::<change_of_basis::ChangeOfBasisTool>(),
        ToolEntry::of::<norm::NormTool>(),
        ToolEntry::of::<matrix::MatrixTool>(),
        ToolEntry::of::<solve::SolveTool>(),
        ToolEntry::of::<eigen::EigenTool>(),
        ToolEntry::of::<power_iteration::PowerIterationTool>(),
        ToolEntry::of::<deflation::DeflationTool>(),
        ToolEntry::of::<decompose::DecomposeTool>(),
        ToolEntry::of::<definiteness::DefinitenessTool>(),
        ToolEntry::of::<derivative::MatrixDerivativeTool>(),
    ]
}
