//! A boosted tree to be drawn.

use super::model::GradientBoostingModel;
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};
use hornbook_learner::words::{rounded, rows};

pub(super) fn diagram(model: &GradientBoostingModel, tree: usize) -> Option<Diagram> {
    let grove = &model.grove;
    if tree >= grove.trees() {
        return None;
    }
    let leaves = grove.nodes_of(tree).filter(|&node| grove.ask(node).children().is_none());
    let most = leaves.flat_map(|node| grove.leaf_numbers(node)).fold(0.0f64, |most, x| most.max(x.abs()));
    let target = &model.info.schema.target;
    let of = match grove.outputs() {
        1 => String::new(),
        _ => format!(" of {}", target.classes.get(grove.output_of(tree)).map_or("", String::as_str)),
    };
    let title = format!(
        "tree {} of {} of {} for {}: what is added to the {}{of}",
        tree + 1,
        grove.trees(),
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
                colour: usize::from(added < 0.0),
                strength: if most > 0.0 { added.abs() / most } else { 0.0 },
            },
            ..DiagramNode::default()
        }
    };
    grove.diagram(tree, &title, &model.info.schema.inputs, answer)
}
