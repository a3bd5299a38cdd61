//! What the explanations of all models of neighbors say.

use crate::training_index::{TrainingIndex, WeightedNeighbor};
use hornbook_core::Value;
use hornbook_core::format::{counted, significant, table};
use hornbook_learner::Section;
use serde_json::json;

/// Neighbors that are listed; the others are only counted.
const SHOWN: usize = 50;

/// The rows of a model and how they are searched.
pub(crate) fn index_section(training_index: &TrainingIndex) -> Section {
    let (index, metric) = (&training_index.index, training_index.index.metric().name());
    let text = format!(
        "{} of {}, found by {}\ndistance: {metric}",
        counted(index.rows() as u64, "row"),
        counted(index.width() as u64, "column of numbers"),
        index.algorithm().name(),
    );
    let json = json!({
        "rows": index.rows(), "columns": index.width(), "algorithm": index.algorithm().name(), "metric": metric,
        "weight": training_index.total_weight(),
    });
    Section { heading: "rows", text, json }
}

/// A column beside the rows and distances of neighbors: its name for people and for programs, and its values likewise.
pub(crate) struct NeighborColumn<'a> {
    pub name: &'a str,
    pub key: &'static str,
    pub value: &'a dyn Fn(&WeightedNeighbor) -> (String, Value),
}

/// A list of neighbors, nearest first.
pub(crate) fn neighbors_section(
    training_index: &TrainingIndex,
    neighbors: &[WeightedNeighbor],
    beside: &[NeighborColumn<'_>],
) -> Section {
    let mut heading = vec!["row".to_string(), "distance".to_string()];
    heading.extend(beside.iter().map(|column| column.name.to_string()));
    let (mut lines, mut list) = (vec![heading], Vec::new());
    for one in neighbors.iter().take(SHOWN) {
        let number = training_index.number(one.row) + 1;
        let mut line = vec![number.to_string(), significant(one.distance)];
        let mut json = json!({"row": number, "distance": one.distance});
        for column in beside {
            let (said, value) = (column.value)(one);
            line.push(said);
            json[column.key] = value;
        }
        lines.push(line);
        list.push(json);
    }
    let mut text = table(&lines);
    match neighbors.len() {
        0 => text = "there are none".to_string(),
        many if many > SHOWN => text.push_str(&format!("\nand {} more", many - SHOWN)),
        _ => {}
    }
    Section { heading: "neighbors", text, json: Value::Array(list) }
}
