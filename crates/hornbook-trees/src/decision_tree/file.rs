//! The tree in a model file. These structs are what a file holds, and those of `tree.rs` that they are made of: they may gain
//! variants, and must not change.

use super::tree::{LeafModel, NONE, Node, Surrogate, SurrogateTest, Tree, TreeSplit};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{is_sample_weight, read_model_part, take_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileTree {
    fractional: bool,
    nodes: Vec<FileTreeNode>,
    tallies: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
struct FileTreeNode {
    split: TreeSplit,
    weight: f64,
    impurity: f64,
    gain: f64,
}

/// What stands behind a tree that has surrogates or lines; one of each a node, or none at all.
#[derive(Default, Serialize, Deserialize)]
struct FileExtras {
    surrogates: Vec<Vec<Surrogate>>,
    leaf_models: Vec<Option<LeafModel>>,
}

pub(super) fn to_bytes(tree: &Tree) -> Result<Vec<u8>> {
    let nodes = tree.nodes.iter().map(|node| FileTreeNode {
        weight: node.weight,
        impurity: node.impurity,
        gain: node.gain,
        split: node.split.clone(),
    });
    let file =
        FileTree { fractional: tree.fractional, nodes: nodes.collect(), tallies: tree.tallies.clone() };
    let mut bytes = write_model_part(&file)?;
    let mut extras = FileExtras::default();
    if tree.nodes.iter().any(|node| !node.surrogates.is_empty()) {
        extras.surrogates = tree.nodes.iter().map(|node| node.surrogates.clone()).collect();
    }
    if tree.nodes.iter().any(|node| node.leaf_model.is_some()) {
        extras.leaf_models = tree.nodes.iter().map(|node| node.leaf_model.clone()).collect();
    }
    // A tree without either is the same file as ever.
    if !extras.surrogates.is_empty() || !extras.leaf_models.is_empty() {
        bytes.extend(write_model_part(&extras)?);
    }
    Ok(bytes)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Tree> {
    let (file, rest): (FileTree, &[u8]) = take_model_part(bytes, "tree")?;
    let extras: FileExtras = match rest {
        [] => FileExtras::default(),
        rest => read_model_part(rest, "tree")?,
    };
    let width = match schema.target.task {
        Task::Classification => schema.target.classes.len(),
        _ => 1,
    };
    let count = file.nodes.len();
    if count == 0 || width == 0 || count.checked_mul(width) != Some(file.tallies.len()) {
        return Err(Error::damaged("its tree does not fit its target"));
    }
    // Class probabilities are shares of a tally, which must have some.
    let is_tally = |tally: &[f64]| match schema.target.task {
        Task::Classification => tally.iter().all(|w| is_sample_weight(*w)) && tally.iter().any(|w| *w > 0.0),
        _ => tally.iter().all(|number| number.is_finite()),
    };
    if let Some(at) = file.tallies.chunks_exact(width).position(|tally| !is_tally(tally)) {
        return Err(Error::damaged(format!("node {at} of its tree predicts nothing")));
    }
    for extra in [extras.surrogates.len(), extras.leaf_models.len()] {
        if extra != 0 && extra != count {
            return Err(Error::damaged("what stands behind its tree does not fit it"));
        }
    }
    let mut surrogates = extras.surrogates.into_iter();
    let mut leaf_models = extras.leaf_models.into_iter();
    let mut has_parent = vec![false; count];
    let mut nodes = Vec::with_capacity(count);
    for (at, node) in file.nodes.into_iter().enumerate() {
        let wrong = || Error::damaged(format!("node {at} of its tree is not sound"));
        let read = Node {
            split: node.split,
            gain: node.gain,
            surrogates: surrogates.next().unwrap_or_default(),
            leaf_model: leaf_models.next().flatten(),
            ..Node::leaf(node.weight, node.impurity)
        };
        if !fits(&read, schema) {
            return Err(wrong());
        }
        // Every child comes after its parent and has no other: a walk always ends.
        for child in read.split.children() {
            match has_parent.get_mut(child as usize) {
                Some(taken) if child as usize > at && !*taken => *taken = true,
                _ => return Err(wrong()),
            }
        }
        nodes.push(read);
    }
    Ok(Tree { nodes, tallies: file.tallies, width, fractional: file.fractional })
}

/// Whether a node suits these inputs.
fn fits(node: &Node, schema: &Schema) -> bool {
    let holds_levels =
        |column: u32| schema.inputs.get(column as usize).map(|input| input.kind.levels().is_some());
    // Surrogates stand in for a binary split.
    let is_binary = matches!(node.split, TreeSplit::AtMost { .. } | TreeSplit::OneOf { .. });
    let is_sound = is_sample_weight(node.weight)
        && node.impurity.is_finite()
        && node.gain.is_finite()
        && (is_binary || node.surrogates.is_empty())
        && node.surrogates.iter().all(|s| s.agreement.is_finite());
    let surrogates = node.surrogates.iter().all(|s| match s.test {
        SurrogateTest::AtMost { threshold, .. } => {
            holds_levels(s.column) == Some(false) && !threshold.is_nan()
        }
        SurrogateTest::OneOf { .. } => holds_levels(s.column) == Some(true),
    });
    let terms = node.leaf_model.iter().flat_map(|leaf_model| &leaf_model.terms);
    let leaf_model = node.leaf_model.is_none() || schema.target.task == Task::Regression;
    let is_line = node.leaf_model.iter().all(|leaf_model| {
        leaf_model.level.is_finite()
            && leaf_model.terms.iter().all(|t| t.center.is_finite() && t.coefficient.is_finite())
    });
    is_sound
        && is_line
        && leaf_model
        && surrogates
        && terms.into_iter().all(|t| holds_levels(t.column) == Some(false))
        && split_fits(&node.split, schema)
}

fn split_fits(split: &TreeSplit, schema: &Schema) -> bool {
    let Some(column) = split.column() else { return true };
    let Some(input) = schema.inputs.get(column as usize) else { return false };
    match (split, input.kind.levels()) {
        (TreeSplit::AtMost { children, missing, threshold, .. }, None) => {
            children.contains(missing) && !threshold.is_nan()
        }
        (TreeSplit::OneOf { children, missing, .. }, Some(_)) => children.contains(missing),
        (TreeSplit::Which { children, missing, .. }, Some(levels)) => {
            children.len() == levels && *missing != NONE
        }
        (TreeSplit::Ranges { children, missing, thresholds, .. }, None) => {
            children.len() == thresholds.len() + 1
                && children.contains(missing)
                && thresholds.windows(2).all(|pair| pair[0] < pair[1])
        }
        _ => false,
    }
}
