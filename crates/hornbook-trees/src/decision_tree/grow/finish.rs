//! From the drafts of the nodes to the tree.

use super::NodeBuilder;
use super::impurity::Impurity;
use super::split_rule::tree_split;
use crate::decision_tree::tree::{NONE, Node, Tree};

/// Numbers the nodes in preorder and drops what only growing needed. The tally of a node of numbers becomes what it
/// predicts, with `shift` put back.
pub(crate) fn finish(impurity: &Impurity, builders: &[NodeBuilder], fractional: bool, shift: f64) -> Tree {
    let width = if impurity.is_numbers() { 1 } else { impurity.classes() };
    let mut order = Vec::with_capacity(builders.len());
    let mut number = vec![NONE; builders.len()];
    let mut open = vec![0usize];
    while let Some(at) = open.pop() {
        number[at] = order.len() as u32;
        order.push(at);
        open.extend(builders[at].children.iter().rev());
    }
    let mut tree = Tree {
        nodes: Vec::with_capacity(order.len()),
        tallies: Vec::with_capacity(order.len() * width),
        width,
        fractional,
    };
    for at in order {
        let builder = &builders[at];
        let mut node = Node::leaf(impurity.weight(&builder.tally), impurity.of(&builder.tally));
        if let Some(found) = &builder.split {
            let children: Vec<u32> = builder.children.iter().map(|&c| number[c]).collect();
            let weights: Vec<f64> =
                builder.children.iter().map(|&c| impurity.weight(&builders[c].tally)).collect();
            node.split = tree_split(found, &children, &weights);
            node.gain = found.gain;
            node.surrogates = found.surrogates.clone();
        }
        tree.nodes.push(node);
        match impurity.is_numbers() {
            true => tree.tallies.push(shift + impurity.value_within(&builder.tally, builder.bounds)),
            false => tree.tallies.extend_from_slice(&builder.tally),
        }
    }
    tree
}
