//! A grove in a model file. These structs are what a file holds, apart from those the program walks.

use super::{Ask, Grove, Sapling, SaplingNode, Split};
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

/// Trees one after the other, each with its nodes level by level: a child's place follows from counting.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FileGrove {
    outputs: u32,
    leaf_width: u32,
    trees: Vec<Vec<FileNode>>,
    /// The numbers of the leaves, in the order of the nodes.
    values: Vec<f64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct FileNode {
    split: FileSplit,
    weight: f64,
    gain: f64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum FileSplit {
    Leaf,
    AtMost { column: u32, threshold: f64, missing_first: bool },
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, missing_first: bool },
}

/// The grove for a file.
pub(crate) fn to_file(grove: &Grove) -> FileGrove {
    let node = |node: usize| FileNode {
        split: match grove.ask(node) {
            Ask::Leaf(_) => FileSplit::Leaf,
            Ask::AtMost { column, threshold, missing_first, .. } => {
                FileSplit::AtMost { column: column as u32, threshold, missing_first }
            }
            Ask::OneOf { column, levels, known, missing_first, .. } => FileSplit::OneOf {
                column: column as u32,
                levels: levels.to_vec(),
                known: known.to_vec(),
                missing_first,
            },
        },
        weight: grove.weight(node),
        gain: grove.gain(node),
    };
    FileGrove {
        outputs: grove.outputs() as u32,
        leaf_width: grove.leaf_width() as u32,
        trees: (0..grove.trees()).map(|tree| grove.nodes_of(tree).map(node).collect()).collect(),
        values: grove.values.clone(),
    }
}

/// The grove of a file, for a model of these inputs that predicts so many numbers for a row.
pub(crate) fn from_file(file: FileGrove, schema: &Schema, outputs: usize) -> Result<Grove> {
    let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
    let leaf_width = file.leaf_width as usize;
    if file.outputs as usize != outputs || outputs == 0 || !(leaf_width == 1 || leaf_width == outputs) {
        return Err(damaged("its trees do not fit its target".to_string()));
    }
    let mut grove = Grove::new(outputs, leaf_width);
    let mut values = file.values.chunks_exact(leaf_width);
    for (tree, nodes) in file.trees.into_iter().enumerate() {
        let wrong = |at: usize| damaged(format!("node {at} of its tree {tree} is not sound"));
        let count = nodes.len();
        let mut sapling = Sapling::default();
        // Level by level, the next children are always the next two nodes that have no parent yet.
        let mut next = 1usize;
        for (at, node) in nodes.into_iter().enumerate() {
            let children = [next, next + 1];
            if !fits(&node.split, schema) {
                return Err(wrong(at));
            }
            let split = match node.split {
                FileSplit::Leaf => {
                    let numbers = values.next().ok_or_else(|| wrong(at))?;
                    sapling.values.extend_from_slice(numbers);
                    Split::Leaf(sapling.values.len() / leaf_width - 1)
                }
                FileSplit::AtMost { column, threshold, missing_first } => {
                    next += 2;
                    Split::AtMost { column, threshold, missing_first, children }
                }
                FileSplit::OneOf { column, levels, known, missing_first } => {
                    next += 2;
                    Split::OneOf { column, levels, known, missing_first, children }
                }
            };
            if next > count {
                return Err(wrong(at));
            }
            sapling.nodes.push(SaplingNode { split, weight: node.weight, gain: node.gain });
        }
        if next != count {
            return Err(wrong(count));
        }
        grove.push(&sapling);
    }
    if values.next().is_some() || !values.remainder().is_empty() {
        return Err(damaged("its trees have fewer leaves than numbers".to_string()));
    }
    Ok(grove)
}

/// Whether a question can be asked of these inputs.
fn fits(split: &FileSplit, schema: &Schema) -> bool {
    let levels_of = |column: u32| schema.inputs.get(column as usize).map(|input| input.kind.levels());
    match split {
        FileSplit::Leaf => true,
        FileSplit::AtMost { column, threshold, .. } => {
            levels_of(*column) == Some(None) && !threshold.is_nan()
        }
        FileSplit::OneOf { column, levels, known, .. } => match levels_of(*column) {
            Some(Some(count)) => levels.len() == known.len() && levels.len() == count.div_ceil(64),
            _ => false,
        },
    }
}
