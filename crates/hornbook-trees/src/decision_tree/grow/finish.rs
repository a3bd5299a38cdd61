//! From the drafts of the nodes to the tree.

use super::Draft;
use super::cut::question;
use super::goal::Goal;
use crate::decision_tree::tree::{NONE, Node, Tree};

/// Numbers the nodes in preorder and drops what only growing needed. The tally of a node of numbers becomes what it
/// predicts, with `shift` put back.
pub(crate) fn finish(goal: &Goal, drafts: &[Draft], fractional: bool, shift: f64) -> Tree {
    let width = if goal.is_numbers() { 1 } else { goal.classes() };
    let mut order = Vec::with_capacity(drafts.len());
    let mut number = vec![NONE; drafts.len()];
    let mut open = vec![0usize];
    while let Some(at) = open.pop() {
        number[at] = order.len() as u32;
        order.push(at);
        open.extend(drafts[at].children.iter().rev());
    }
    let mut tree = Tree {
        nodes: Vec::with_capacity(order.len()),
        tallies: Vec::with_capacity(order.len() * width),
        width,
        fractional,
    };
    for at in order {
        let draft = &drafts[at];
        let mut node = Node::leaf(goal.weight(&draft.tally), goal.impurity(&draft.tally));
        if let Some(found) = &draft.split {
            let children: Vec<u32> = draft.children.iter().map(|&c| number[c]).collect();
            let weights: Vec<f64> = draft.children.iter().map(|&c| goal.weight(&drafts[c].tally)).collect();
            node.question = question(found, &children, &weights);
            node.gain = found.gain;
            node.surrogates = found.surrogates.clone();
        }
        tree.nodes.push(node);
        match goal.is_numbers() {
            true => tree.tallies.push(shift + goal.value_within(&draft.tally, draft.bounds)),
            false => tree.tallies.extend_from_slice(&draft.tally),
        }
    }
    tree
}
