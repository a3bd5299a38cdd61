//! The branches of a node, in words.

use super::grow::split_rule::bounds;
use super::tree::{NONE, Surrogate, SurrogateTest, Tree, TreeSplit};
use crate::bits::has_bit;
use crate::rules::Condition;
use hornbook_data::Input;

/// A branch: the node it leads to (or the internal node itself, for levels without rows), its label, and what leads there.
pub(crate) struct TreeBranch {
    pub label: String,
    pub node: u32,
    /// No training row went this way: the internal node answers.
    pub empty: bool,
    pub condition: Condition,
}

/// The branches of a node, in order; none if it is a leaf.
pub(crate) fn branches(tree: &Tree, inputs: &[Input], node: u32) -> Vec<TreeBranch> {
    let split = &tree.nodes[node as usize].split;
    let Some(column) = split.column() else { return Vec::new() };
    let input = &inputs[column as usize];
    let to = |condition: Condition, node: u32| TreeBranch {
        label: condition.words(input),
        node,
        empty: false,
        condition,
    };
    let range = |low, high, child, missing| {
        to(Condition::range(column, low, high).or_missing(child == missing), child)
    };
    match split {
        TreeSplit::Leaf => Vec::new(),
        TreeSplit::AtMost { threshold, children: [first, second], missing, .. } => vec![
            range(f64::NEG_INFINITY, *threshold, *first, *missing),
            range(*threshold, f64::INFINITY, *second, *missing),
        ],
        TreeSplit::OneOf { levels, known, children, missing, .. } => {
            let branch = |(inside, &child): (bool, &u32)| {
                let is_missing = child == *missing;
                let takes = |&l: &u32| match has_bit(known, l) {
                    true => has_bit(levels, l) == inside,
                    false => is_missing,
                };
                let count = input.kind.levels().unwrap_or(0) as u32;
                let taken: Vec<u32> = (0..count).filter(takes).collect();
                // The label names only levels that were seen here.
                let or_missing = if is_missing { " or missing" } else { "" };
                let label = format!("{} {}{or_missing}", input.name, members(input, known, levels, inside));
                TreeBranch { label, ..to(Condition::levels(column, &taken).or_missing(is_missing), child) }
            };
            [true, false].into_iter().zip(children).map(branch).collect()
        }
        TreeSplit::Ranges { thresholds, children, missing, .. } => {
            let branch = |(part, &child): (usize, &u32)| {
                let (low, high) = bounds(thresholds, part);
                range(low, high, child, *missing)
            };
            children.iter().enumerate().map(branch).collect()
        }
        TreeSplit::Which { children, missing, .. } => {
            let branch = |(level, &child): (usize, &u32)| {
                let condition = Condition::levels(column, &[level as u32]).or_missing(child == *missing);
                let empty = child == NONE;
                TreeBranch { empty, ..to(condition, if empty { node } else { child }) }
            };
            let mut all: Vec<TreeBranch> = children.iter().enumerate().map(branch).collect();
            if !children.contains(missing) {
                all.push(to(Condition::levels(column, &[]).or_missing(true), *missing));
            }
            all
        }
    }
}

/// The answers that lead to each node, from the root on.
pub(crate) fn paths(tree: &Tree, inputs: &[Input]) -> Vec<Vec<String>> {
    let mut paths = vec![Vec::new(); tree.nodes.len()];
    for node in 0..tree.nodes.len() {
        for branch in branches(tree, inputs, node as u32).into_iter().filter(|b| !b.empty) {
            let path: Vec<String> = paths[node].iter().cloned().chain([branch.label]).collect();
            paths[branch.node as usize] = path;
        }
    }
    paths
}

/// A surrogate in words: what sends a row down the first branch.
pub(crate) fn surrogate(inputs: &[Input], surrogate: &Surrogate) -> String {
    let input = &inputs[surrogate.column as usize];
    match &surrogate.test {
        SurrogateTest::AtMost { threshold, below_first } => {
            format!("{} {} {threshold}", input.name, if *below_first { "<=" } else { ">" })
        }
        SurrogateTest::OneOf { first, known } => {
            format!("{} {}", input.name, members(input, known, first, true))
        }
    }
}

/// `= a` or `in {a, b}`.
fn members(input: &Input, known: &[u64], levels: &[u64], inside: bool) -> String {
    let count = input.kind.levels().unwrap_or(0) as u32;
    let names: Vec<&str> = (0..count)
        .filter(|&l| has_bit(known, l) && has_bit(levels, l) == inside)
        .map(|l| input.kind.level(l))
        .collect();
    match names.as_slice() {
        [] => "not known".to_string(),
        [one] => format!("= {one}"),
        many => format!("in {{{}}}", many.join(", ")),
    }
}
