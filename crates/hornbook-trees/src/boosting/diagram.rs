//! A boosted tree to be drawn.

use super::model::GradientBoostingModel;
use hornbook_core::format::{rounded, rows};
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};

pub(super) fn diagram(model: &GradientBoostingModel, tree: usize) -> Option<Diagram> {
    let ensemble = &model.ensemble;
    if tree >= ensemble.trees() {
        return None;
    }
    let leaves = ensemble.nodes_of(tree).filter(|&node| ensemble.test(node).children().is_none());
    let most = leaves.flat_map(|node| ensemble.leaf_numbers(node)).fold(0.0f64, |most, x| most.max(x.abs()));
    let target = &model.info.schema.target;
    let of = match ensemble.outputs() {
        1 => String::new(),
        _ => format!(" of {}", target.classes.get(ensemble.output_of(tree)).map_or("", String::as_str)),
    };
    let title = format!(
        "tree {} of {} of {} for {}: what is added to the {}{of}",
        tree + 1,
        ensemble.trees(),
        model.info.learner,
        target.name,
        model.response.meaning()
    );
    let answer = |numbers: &[f64], weight: f64| {
        let added = numbers.first().copied().unwrap_or(0.0);
        let sign = if added < 0.0 { "" } else { "+" };
        DiagramNode {
            answer: vec![format!("{sign}{}", rounded(added)), rows(weight)],
            tint: Tint {
                color: usize::from(added < 0.0),
                strength: if most > 0.0 { added.abs() / most } else { 0.0 },
            },
            ..DiagramNode::default()
        }
    };
    ensemble.diagram(tree, &title, &model.info.schema.inputs, answer)
}
