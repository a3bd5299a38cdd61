//! A tree of an isolation forest to be drawn.

use super::model::IsolationForestModel;
use crate::drawn::shade;
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};
use hornbook_learner::words::{rounded, rows};

/// A node says how many questions its rows take; the fewer, the stronger its colour.
pub(super) fn diagram(model: &IsolationForestModel, tree: usize) -> Option<Diagram> {
    let grove = &model.learned.grove;
    if tree >= grove.trees() {
        return None;
    }
    let leaves = grove.nodes_of(tree).filter(|&node| grove.ask(node).children().is_none());
    let all: Vec<f64> = leaves.flat_map(|node| grove.leaf_numbers(node)).copied().collect();
    let learner = &model.info.learner;
    let title =
        format!("tree {} of {} of {learner}: how many questions a row takes", tree + 1, grove.trees());
    let answer = |numbers: &[f64], weight: f64| {
        let questions = numbers.first().copied().unwrap_or(0.0);
        let what = if questions == 1.0 { "question" } else { "questions" };
        DiagramNode {
            answer: vec![format!("{} {what}", rounded(questions)), rows(weight)],
            tint: Tint { colour: 0, strength: 1.0 - shade(&all, questions) },
            ..DiagramNode::default()
        }
    };
    grove.diagram(tree, &title, &model.info.schema.inputs, answer)
}
