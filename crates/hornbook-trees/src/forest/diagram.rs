//! A tree of a forest to be drawn.

use super::model::ForestModel;
use crate::diagram_labels::shade;
use hornbook_core::Task;
use hornbook_core::format::{rounded, rows};
use hornbook_data::TargetSchema;
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};
use hornbook_learner::first_largest;

pub(super) fn diagram(model: &ForestModel, tree: usize) -> Option<Diagram> {
    let (ensemble, schema) = (&model.state.ensemble, &model.info.schema);
    let target = &schema.target;
    let names: Vec<&str> = schema.targets().map(|target| target.name.as_str()).collect();
    let names = names.join(", ");
    let title = format!("tree {} of {} of {} for {names}", tree + 1, ensemble.trees(), model.info.learner);
    let is_classes = target.task == Task::Classification;
    let values = if is_classes || tree >= ensemble.trees() { Vec::new() } else { leaf_values(model, tree) };
    let answer = |numbers: &[f64], weight: f64| {
        let rows = rows(weight);
        if !is_classes {
            let said: Vec<String> = numbers.iter().map(|&x| rounded(x)).collect();
            let strength = numbers.first().map_or(0.5, |&x| shade(&values, x));
            let tint = Tint { color: 0, strength };
            return DiagramNode { answer: vec![said.join(", "), rows], tint, ..DiagramNode::default() };
        }
        let likeliest = |start: usize, target: &TargetSchema| {
            let shares = numbers.get(start..start + target.outputs()).unwrap_or_default();
            let class = first_largest(shares);
            let name = target.classes.get(class).cloned().unwrap_or_default();
            (class, name, shares.get(class).copied().unwrap_or(0.0))
        };
        // Colors are those of the first target.
        let (class, name, share) = likeliest(0, target);
        let mut answer = vec![name, format!("fraction {} of {rows}", rounded(share))];
        if model.is_multi_target() {
            let said = model.target_outputs().map(|(start, target)| (likeliest(start, target), target));
            answer = said
                .map(|((_, name, share), t)| format!("{}: {name} ({})", t.name, rounded(share)))
                .collect();
            answer.push(rows);
        }
        DiagramNode {
            answer,
            tint: Tint { color: class, strength: share },
            shares: numbers[..target.outputs().min(numbers.len())].to_vec(),
            ..DiagramNode::default()
        }
    };
    Some(ensemble.diagram(tree, &title, &schema.inputs, answer)?.legend(&target.classes))
}

/// The first number of each leaf of a tree.
fn leaf_values(model: &ForestModel, tree: usize) -> Vec<f64> {
    let ensemble = &model.state.ensemble;
    let leaves = ensemble.nodes_of(tree).filter(|&node| ensemble.test(node).children().is_none());
    leaves.filter_map(|node| ensemble.leaf_numbers(node).first().copied()).collect()
}
