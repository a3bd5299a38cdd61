//! A tree to be drawn.

use super::branches::branches;
use super::model::DecisionTreeModel;
use super::tree::{NONE, TreeSplit};
use crate::diagram_labels::{branch_labels, condition_label, range_label, shade};
use crate::rules::Condition;
use hornbook_core::format::counted;
use hornbook_learner::drawing::{Diagram, DiagramBranch, DiagramNode, Tint};
use hornbook_learner::first_largest;
use std::collections::VecDeque;

/// What stands in a box: a node, or that rows stay at one whose split has no branch for them.
#[derive(Clone, Copy)]
enum DrawnNode {
    Node(u32),
    Stay(u32),
}

pub(super) fn diagram(model: &DecisionTreeModel) -> Option<Diagram> {
    let (schema, tree) = (&model.info.schema, &model.tree);
    let values: Vec<f64> = if model.is_numbers() { tree.tallies.clone() } else { Vec::new() };
    let mut open = VecDeque::from([DrawnNode::Node(0)]);
    let mut nodes: Vec<DiagramNode> = Vec::new();
    while let Some(what) = open.pop_front() {
        let (DrawnNode::Node(at) | DrawnNode::Stay(at)) = what;
        let rule = model.rule_of(at, Vec::new());
        let tally = tree.tally(at as usize);
        let total: f64 = tally.iter().sum();
        let class = first_largest(tally);
        let mut node = DiagramNode {
            answer: vec![rule.conclusion_in_words(schema), rule.support()],
            tint: match model.is_numbers() {
                true => Tint { color: 0, strength: shade(&values, tally[0]) },
                false => Tint { color: class, strength: tally[class] / total },
            },
            shares: if model.is_numbers() { Vec::new() } else { tally.to_vec() },
            ..DiagramNode::default()
        };
        match what {
            DrawnNode::Stay(_) => node.answer[1] = "no rows; as the question".to_string(),
            DrawnNode::Node(at) => {
                node.question = split_label(model, at);
                for (label, next) in branches_of(model, at) {
                    open.push_back(next);
                    // Boxes are numbered as they are opened.
                    node.branches.push(DiagramBranch { label, to: nodes.len() + open.len() });
                }
            }
        }
        nodes.push(node);
    }
    let rows = counted(model.info.summary.rows, "row");
    let title = format!("{} for {}, from {rows}", model.info.learner, schema.target.name);
    Some(Diagram::new(&title, nodes).ok()?.legend(&schema.target.classes))
}

/// The split of a node: the whole split if the answer is yes or no, else the column.
fn split_label(model: &DecisionTreeModel, node: u32) -> String {
    let (tree, inputs) = (&model.tree, &model.info.schema.inputs);
    let split = &tree.nodes[node as usize].split;
    match split.column().map(|column| &inputs[column as usize]) {
        None => String::new(),
        Some(input) => match split {
            TreeSplit::AtMost { .. } | TreeSplit::OneOf { .. } => {
                let first = branches(tree, inputs, node).into_iter().next();
                first.map(|first| condition_label(&first.condition, input)).unwrap_or_default()
            }
            _ => input.name.clone(),
        },
    }
}

/// The branches of a node's split, and where they lead.
fn branches_of(model: &DecisionTreeModel, node: u32) -> Vec<(String, DrawnNode)> {
    let (tree, inputs) = (&model.tree, &model.info.schema.inputs);
    match &tree.nodes[node as usize].split {
        TreeSplit::Leaf => Vec::new(),
        TreeSplit::AtMost { children, missing, .. } | TreeSplit::OneOf { children, missing, .. } => {
            // Down every branch, or as another column says: neither is a side.
            let has_side = !tree.fractional && tree.nodes[node as usize].surrogates.is_empty();
            let labels = branch_labels(has_side.then_some(*missing == children[0]));
            labels.into_iter().zip(children.map(DrawnNode::Node)).collect()
        }
        TreeSplit::Ranges { .. } | TreeSplit::Which { .. } => {
            let all = branches(tree, inputs, node);
            let named = |condition: &Condition| {
                let level = |code: &u32| inputs[condition.column() as usize].kind.level(*code).to_string();
                let mut parts: Vec<String> = match condition.bounds() {
                    Some((low, high)) => vec![range_label(low, high)],
                    None => condition.codes().iter().flatten().map(level).collect(),
                };
                let shows_missing = condition.takes_missing() && !tree.fractional;
                parts.extend(shows_missing.then(|| "missing".to_string()));
                parts.join(" or ")
            };
            let empty = all.iter().filter(|branch| branch.empty).count();
            let mut branches_of: Vec<(String, DrawnNode)> = all
                .iter()
                .filter(|branch| !branch.empty && branch.node != NONE)
                .map(|branch| (named(&branch.condition), DrawnNode::Node(branch.node)))
                .collect();
            if empty > 0 {
                branches_of.push((counted(empty as u64, "other level"), DrawnNode::Stay(node)));
            }
            branches_of
        }
    }
}
