//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod basis_terms;
mod boolean_network;
mod constrained;
mod gate;
mod hyperplane;
mod loss_surface;

use hornbook_core::ToolEntry;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<hyperplane::HyperplaneTool>(),
        ToolEntry::of::<gate::GateTool>(),
        ToolEntry::of::<boolean_network::BooleanNetworkTool>(),
        ToolEntry::of::<loss_surface::LossSurfaceTool>(),
        ToolEntry::of::<constrained::ConstrainedRegressionTool>(),
        ToolEntry::of::<basis_terms::BasisTermsTool>(),
    ]
}

/// A hyperplane as an equation: `x1 + x2 − 1.5`.
fn equation(weights: &[f64], offset: f64) -> String {
    let names: Vec<String> = (1..=weights.len()).map(|i| format!("x{i}")).collect();
    equation_of(&names, weights, offset)
}

/// A weighted sum of named inputs.
fn equation_of(names: &[String], weights: &[f64], offset: f64) -> String {
    let mut text = String::new();
    let terms = names.iter().map(String::as_str).zip(weights.iter().copied()).chain([("", offset)]);
    for (name, weight) in terms.filter(|(_, weight)| *weight != 0.0) {
        let sign = match (text.is_empty(), weight < 0.0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        let size = match (weight.abs() == 1.0, name.is_empty()) {
            (true, false) => name.to_string(),
            (false, false) => format!("{} {name}", hornbook_core::in_digits(weight.abs())),
            _ => hornbook_core::in_digits(weight.abs()),
        };
        text += sign;
        text += &size;
    }
    if text.is_empty() { "0".to_string() } else { text }
}
