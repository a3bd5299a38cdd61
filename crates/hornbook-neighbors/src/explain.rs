//! What the explanations of all models of neighbours say.

use crate::places::{Counted, Places};
use hornbook_core::Value;
use hornbook_learner::Section;
use hornbook_learner::words::{aligned, counted, significant};
use serde_json::json;

/// Neighbours that are listed; the others are only counted.
const SHOWN: usize = 50;

/// The rows of a model and how they are searched.
pub(crate) fn index_section(places: &Places) -> Section {
    let (index, metric) = (&places.index, places.index.metric().name());
    let text = format!(
        "{} of {}, found by {}\ndistance: {metric}",
        counted(index.rows() as u64, "row", "rows"),
        counted(index.width() as u64, "column of numbers", "columns of numbers"),
        index.algorithm().name(),
    );
    let json = json!({
        "rows": index.rows(), "columns": index.width(), "algorithm": index.algorithm().name(), "metric": metric,
        "weight": places.total_weight(),
    });
    Section { heading: "rows", text, json }
}

/// A column beside the rows and distances of neighbours: its name for people and for programs, and its values likewise.
pub(crate) struct Beside<'a> {
    pub name: &'a str,
    pub key: &'static str,
    pub value: &'a dyn Fn(&Counted) -> (String, Value),
}

/// A list of neighbours, nearest first.
pub(crate) fn neighbours_section(places: &Places, neighbours: &[Counted], beside: &[Beside<'_>]) -> Section {
    let mut heading = vec!["row".to_string(), "distance".to_string()];
    heading.extend(beside.iter().map(|column| column.name.to_string()));
    let (mut lines, mut list) = (vec![heading], Vec::new());
    for one in neighbours.iter().take(SHOWN) {
        let number = places.number(one.row) + 1;
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
    let mut text = aligned(&lines);
    match neighbours.len() {
        0 => text = "there are none".to_string(),
        many if many > SHOWN => text.push_str(&format!("\nand {} more", many - SHOWN)),
        _ => {}
    }
    Section { heading: "neighbours", text, json: Value::Array(list) }
}
