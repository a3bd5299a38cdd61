//! A tree of a forest to be drawn.

use super::model::ForestModel;
use crate::drawn::shade;
use hornbook_core::Task;
use hornbook_data::TargetSchema;
use hornbook_learner::drawing::{Diagram, DiagramNode, Tint};
use hornbook_learner::first_largest;
use hornbook_learner::words::{rounded, rows};

pub(super) fn diagram(model: &ForestModel, tree: usize) -> Option<Diagram> {
    let (grove, schema) = (&model.learned.grove, &model.info.schema);
    let target = &schema.target;
    let names: Vec<&str> = schema.targets().map(|target| target.name.as_str()).collect();
    let names = names.join(", ");
    let title = format!("tree {} of {} of {} for {names}", tree + 1, grove.trees(), model.info.learner);
    let is_classes = target.task == Task::Classification;
    let values = if is_classes || tree >= grove.trees() { Vec::new() } else { leaf_values(model, tree) };
    let answer = |numbers: &[f64], weight: f64| {
        let rows = rows(weight);
        if !is_classes {
            let said: Vec<String> = numbers.iter().map(|&x| rounded(x)).collect();
            let strength = numbers.first().map_or(0.5, |&x| shade(&values, x));
            let tint = Tint { colour: 0, strength };
            return DiagramNode { answer: vec![said.join(", "), rows], tint, ..DiagramNode::default() };
        }
        let likeliest = |start: usize, target: &TargetSchema| {
            let shares = numbers.get(start..start + target.outputs()).unwrap_or_default();
            let class = first_largest(shares);
            let name = target.classes.get(class).cloned().unwrap_or_default();
            (class, name, shares.get(class).copied().unwrap_or(0.0))
        };
        // Colours are those of the first target.
        let (class, name, share) = likeliest(0, target);
        let mut answer = vec![name, format!("share {} of {rows}", rounded(share))];
        if model.is_of_several() {
            let said = model.places().map(|(start, target)| (likeliest(start, target), target));
            answer = said
                .map(|((_, name, share), t)| format!("{}: {name} ({})", t.name, rounded(share)))
                .collect();
            answer.push(rows);
        }
        DiagramNode {
            answer,
            tint: Tint { colour: class, strength: share },
            shares: numbers[..target.outputs().min(numbers.len())].to_vec(),
            ..DiagramNode::default()
        }
    };
    Some(grove.diagram(tree, &title, &schema.inputs, answer)?.legend(&target.classes))
}

/// The first number of each leaf of a tree.
fn leaf_values(model: &ForestModel, tree: usize) -> Vec<f64> {
    let grove = &model.learned.grove;
    let leaves = grove.nodes_of(tree).filter(|&node| grove.ask(node).children().is_none());
    leaves.filter_map(|node| grove.leaf_numbers(node).first().copied()).collect()
}
