//! Single trees: expected feature cost, inductive bias.

use crate::commands::single_tree;
use crate::failure::Failure;
use crate::output::{Output, rows_of_cells};
use comfy_table::CellAlignment::Right;
use hornbook::format::counted;
use hornbook::trees::reports::{ColumnUsage, inductive_bias};
use hornbook::{Dataset, DecisionTree, Declared as _, Model, ParameterValue as _, PerColumn, Value};
use serde_json::json;

/// The expected feature acquisition cost over the rows.
pub fn expected_cost(model: &dyn Model, data: &Dataset, text: &str, output: &Output) -> Result<(), Failure> {
    let costs = parse_feature_costs(text)?;
    let cost = single_tree::of(model)?.expected_cost(data, &costs)?;
    if output.is_json() {
        return output.json(&json!({"expected_cost": cost}));
    }
    let rows = counted(data.rows().len() as u64, "row");
    output.text(format!("expected feature cost: {cost:.4} per row, over {rows}"))
}

/// Feature costs as the learner's own flag takes them.
fn parse_feature_costs(text: &str) -> Result<PerColumn, Failure> {
    let declaration = DecisionTree::declaration();
    let wrong = || Failure::Usage(format!("the costs '{text}' cannot be read; write COLUMN=NUMBER,…"));
    let spec = declaration.parameters.iter().find(|spec| spec.name == "costs").ok_or_else(wrong)?;
    let value = spec.parse(declaration, text).map_err(Failure::Request)?;
    PerColumn::from_value(&value).ok_or_else(wrong)
}

/// The inductive bias of a tree: its size, and which features it splits on where.
pub fn bias(model: &dyn Model, output: &Output) -> Result<(), Failure> {
    let found = inductive_bias(single_tree::of(model)?);
    if output.is_json() {
        let column = |one: &ColumnUsage| json!({"column": one.name, "splits": one.splits, "first_depth": one.first_depth, "gain": one.gain});
        let columns: Vec<Value> = found.columns.iter().map(column).collect();
        return output.json(&json!({
            "nodes": found.nodes, "leaves": found.leaves, "depth": found.depth, "mean_depth": found.mean_depth,
            "columns": columns,
        }));
    }
    let mut lines = vec![["feature", "splits", "first depth", "gain"].map(str::to_string)];
    lines.extend(found.columns.iter().map(|one| {
        [one.name.clone(), one.splits.to_string(), one.first_depth.to_string(), format!("{:.4}", one.gain)]
    }));
    output.text(format!(
        "{}, {} and a depth of {}; a row passes {:.4} splits on average\n\n{}",
        counted(found.nodes as u64, "node"),
        if found.leaves == 1 { "1 leaf".to_string() } else { format!("{} leaves", found.leaves) },
        found.depth,
        found.mean_depth,
        rows_of_cells(lines, &[(1, Right), (2, Right), (3, Right)])
    ))
}
