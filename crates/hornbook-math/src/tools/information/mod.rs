//! Entropy and its kin.

mod code;
mod cross_entropy;
mod entropy;
mod entropy_curve;
mod information_gain;
mod mutual_information;

use hornbook_core::{Result, ToolEntry, same_length};

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<entropy::EntropyTool>(),
        ToolEntry::of::<entropy_curve::EntropyCurveTool>(),
        ToolEntry::of::<information_gain::InformationGainTool>(),
        ToolEntry::of::<mutual_information::MutualInformationTool>(),
        ToolEntry::of::<cross_entropy::CrossEntropyTool>(),
        ToolEntry::of::<code::CodeLengthTool>(),
    ]
}

/// What a unit of information is called.
fn unit(base: f64) -> &'static str {
    match base {
        2.0 => "bits",
        x if (x - std::f64::consts::E).abs() < 1e-3 => "nats",
        10.0 => "hartleys",
        _ => "units",
    }
}

/// The base of a logarithm by number: `2.718` and so on mean e.
fn exact(base: f64) -> f64 {
    if unit(base) == "nats" { std::f64::consts::E } else { base }
}

/// The labels that there are, in order of appearance, and how often each comes.
fn counted(labels: &[String]) -> (Vec<String>, Vec<f64>) {
    let (mut names, mut counts): (Vec<String>, Vec<f64>) = (Vec::new(), Vec::new());
    for label in labels {
        match names.iter().position(|name| name == label) {
            Some(at) => counts[at] += 1.0,
            None => {
                names.push(label.clone());
                counts.push(1.0);
            }
        }
    }
    (names, counts)
}

/// The values of an attribute, and the counts of classes within each.
fn cross_counted(attribute: &[String], labels: &[String]) -> Result<(Vec<String>, Vec<Vec<f64>>)> {
    same_length(("attribute", attribute.len()), ("labels", labels.len()))?;
    let (values, _) = counted(attribute);
    let (classes, _) = counted(labels);
    let mut table = vec![vec![0.0; classes.len()]; values.len()];
    for (value, label) in attribute.iter().zip(labels) {
        let row = values.iter().position(|known| known == value);
        let column = classes.iter().position(|known| known == label);
        if let (Some(row), Some(column)) = (row, column) {
            table[row][column] += 1.0;
        }
    }
    Ok((values, table))
}
