//! The branches of a node, in words.

use super::grow::cut::range_in_words;
use super::tree::{NONE, Question, Surrogate, Test, Tree};
use crate::bits::has_bit;
use hornbook_data::Input;

/// A branch: the node it leads to (or the asking node itself, for levels without rows) and its label.
pub(crate) struct Branch {
    pub label: String,
    pub node: u32,
    /// No training row went this way: the asking node answers.
    pub empty: bool,
}

/// The branches of a node, in order; none if it is a leaf.
pub(crate) fn branches(tree: &Tree, inputs: &[Input], node: u32) -> Vec<Branch> {
    let question = &tree.nodes[node as usize].question;
    let Some(column) = question.column() else { return Vec::new() };
    let input = &inputs[column as usize];
    let name = &input.name;
    let to = |label: String, node: u32| Branch { label, node, empty: false };
    let or_missing = |child: u32, missing: u32| if child == missing { " or missing" } else { "" };
    match question {
        Question::Leaf => Vec::new(),
        Question::AtMost { threshold, children, missing, .. } => vec![
            to(format!("{name} <= {threshold}{}", or_missing(children[0], *missing)), children[0]),
            to(format!("{name} > {threshold}{}", or_missing(children[1], *missing)), children[1]),
        ],
        Question::OneOf { levels, known, children, missing, .. } => [true, false]
            .into_iter()
            .zip(children)
            .map(|(inside, &child)| {
                let members = members(input, known, levels, inside);
                to(format!("{name} {members}{}", or_missing(child, *missing)), child)
            })
            .collect(),
        Question::Ranges { thresholds, children, missing, .. } => {
            let label = |(part, &child): (usize, &u32)| {
                to(
                    format!("{}{}", range_in_words(name, thresholds, part), or_missing(child, *missing)),
                    child,
                )
            };
            children.iter().enumerate().map(label).collect()
        }
        Question::Which { children, missing, .. } => {
            let mut all: Vec<Branch> = children
                .iter()
                .enumerate()
                .map(|(level, &child)| {
                    let label =
                        format!("{name} = {}{}", input.kind.level(level as u32), or_missing(child, *missing));
                    Branch { label, node: if child == NONE { node } else { child }, empty: child == NONE }
                })
                .collect();
            if !children.contains(missing) {
                all.push(to(format!("{name} missing"), *missing));
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
        Test::AtMost { threshold, below_first } => {
            format!("{} {} {threshold}", input.name, if *below_first { "<=" } else { ">" })
        }
        Test::OneOf { first, known } => format!("{} {}", input.name, members(input, known, first, true)),
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
