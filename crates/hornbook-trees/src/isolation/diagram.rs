//! A tree of an isolation forest to be drawn.

use super::model::IsolationForestModel;
use crate::diagram_labels::shade;
use hornbook_core::format::{rounded, rows};
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};

/// A node says how many splits its rows take; the fewer, the stronger its color.
pub(super) fn diagram(model: &IsolationForestModel, tree: usize) -> Option<Diagram> {
    let ensemble = &model.state.ensemble;
    if tree >= ensemble.trees() {
        return None;
    }
    let leaves = ensemble.nodes_of(tree).filter(|&node| ensemble.test(node).children().is_none());
    let all: Vec<f64> = leaves.flat_map(|node| ensemble.leaf_numbers(node)).copied().collect();
    let learner = &model.info.learner;
    let title = format!("tree {} of {} of {learner}: path length of a row", tree + 1, ensemble.trees());
    let answer = |numbers: &[f64], weight: f64| {
        let splits = numbers.first().copied().unwrap_or(0.0);
        let what = if splits == 1.0 { "split" } else { "splits" };
        DiagramNode {
            answer: vec![format!("{} {what}", rounded(splits)), rows(weight)],
            tint: Tint { color: 0, strength: 1.0 - shade(&all, splits) },
            ..DiagramNode::default()
        }
    };
    ensemble.diagram(tree, &title, &model.info.schema.inputs, answer)
}
