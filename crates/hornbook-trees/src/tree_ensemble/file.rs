//! A tree ensemble in a model file. These structs are what a file holds, apart from those the program walks.

use super::{BuilderNode, BuilderSplit, SplitTest, TreeBuilder, TreeEnsemble};
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::is_sample_weight;
use serde::{Deserialize, Serialize};

/// Trees one after the other, each with its nodes level by level: a child's position follows from counting.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FileTreeEnsemble {
    outputs: u32,
    leaf_width: u32,
    trees: Vec<Vec<FileEnsembleNode>>,
    /// The numbers of the leaves, in the order of the nodes.
    values: Vec<f64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct FileEnsembleNode {
    split: FileEnsembleSplit,
    weight: f64,
    gain: f64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum FileEnsembleSplit {
    Leaf,
    AtMost { column: u32, threshold: f64, missing_first: bool },
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, missing_first: bool },
}

/// The ensemble for a file.
pub(crate) fn to_file(ensemble: &TreeEnsemble) -> FileTreeEnsemble {
    let node = |node: usize| FileEnsembleNode {
        split: match ensemble.test(node) {
            SplitTest::Leaf(_) => FileEnsembleSplit::Leaf,
            SplitTest::AtMost { column, threshold, missing_first, .. } => {
                FileEnsembleSplit::AtMost { column: column as u32, threshold, missing_first }
            }
            SplitTest::OneOf { column, levels, known, missing_first, .. } => FileEnsembleSplit::OneOf {
                column: column as u32,
                levels: levels.to_vec(),
                known: known.to_vec(),
                missing_first,
            },
        },
        weight: ensemble.weight(node),
        gain: ensemble.gain(node),
    };
    FileTreeEnsemble {
        outputs: ensemble.outputs() as u32,
        leaf_width: ensemble.leaf_width() as u32,
        trees: (0..ensemble.trees()).map(|tree| ensemble.nodes_of(tree).map(node).collect()).collect(),
        values: ensemble.values.clone(),
    }
}

/// The ensemble of a file, for a model of these inputs that predicts so many numbers for a row.
pub(crate) fn from_file(file: FileTreeEnsemble, schema: &Schema, outputs: usize) -> Result<TreeEnsemble> {
    let leaf_width = file.leaf_width as usize;
    if file.outputs as usize != outputs || outputs == 0 || !(leaf_width == 1 || leaf_width == outputs) {
        return Err(Error::damaged("its trees do not fit its target"));
    }
    if !file.values.iter().all(|value| value.is_finite()) {
        return Err(Error::damaged("its leaves hold numbers that are none"));
    }
    let mut ensemble = TreeEnsemble::new(outputs, leaf_width);
    let mut values = file.values.chunks_exact(leaf_width);
    for (tree, nodes) in file.trees.into_iter().enumerate() {
        let wrong = |at: usize| Error::damaged(format!("node {at} of its tree {tree} is not sound"));
        let count = nodes.len();
        let mut builder = TreeBuilder::default();
        // Level by level, the next children are always the next two nodes that have no parent yet.
        let mut next = 1usize;
        for (at, node) in nodes.into_iter().enumerate() {
            let children = [next, next + 1];
            // Shares of gains and of weights are told of every tree.
            let is_sound = is_sample_weight(node.weight) && node.gain.is_finite();
            if !is_sound || !fits(&node.split, schema) {
                return Err(wrong(at));
            }
            let split = match node.split {
                FileEnsembleSplit::Leaf => {
                    let numbers = values.next().ok_or_else(|| wrong(at))?;
                    builder.values.extend_from_slice(numbers);
                    BuilderSplit::Leaf(builder.values.len() / leaf_width - 1)
                }
                FileEnsembleSplit::AtMost { column, threshold, missing_first } => {
                    next += 2;
                    BuilderSplit::AtMost { column, threshold, missing_first, children }
                }
                FileEnsembleSplit::OneOf { column, levels, known, missing_first } => {
                    next += 2;
                    BuilderSplit::OneOf { column, levels, known, missing_first, children }
                }
            };
            if next > count {
                return Err(wrong(at));
            }
            builder.nodes.push(BuilderNode { split, weight: node.weight, gain: node.gain });
        }
        if next != count {
            return Err(wrong(count));
        }
        ensemble.push(&builder);
    }
    if values.next().is_some() || !values.remainder().is_empty() {
        return Err(Error::damaged("its trees have fewer leaves than numbers"));
    }
    Ok(ensemble)
}

/// Whether a split fits these inputs.
fn fits(split: &FileEnsembleSplit, schema: &Schema) -> bool {
    let levels_of = |column: u32| schema.inputs.get(column as usize).map(|input| input.kind.levels());
    match split {
        FileEnsembleSplit::Leaf => true,
        FileEnsembleSplit::AtMost { column, threshold, .. } => {
            levels_of(*column) == Some(None) && !threshold.is_nan()
        }
        FileEnsembleSplit::OneOf { column, levels, known, .. } => match levels_of(*column) {
            Some(Some(count)) => levels.len() == known.len() && levels.len() == count.div_ceil(64),
            _ => false,
        },
    }
}
