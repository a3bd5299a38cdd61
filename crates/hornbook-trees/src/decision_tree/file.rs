//! The tree in a model file. These structs are what a file holds, apart from those the program walks: they may
//! gain variants, and must not change.

use super::tree::{LeafModel, LeafTerm, NONE, Node, Surrogate, SurrogateTest, Tree, TreeSplit};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::is_sample_weight;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileTree {
    fractional: bool,
    nodes: Vec<FileTreeNode>,
    tallies: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
struct FileTreeNode {
    split: FileTreeSplit,
    weight: f64,
    impurity: f64,
    gain: f64,
}

#[derive(Serialize, Deserialize)]
enum FileTreeSplit {
    Leaf,
    AtMost { column: u32, threshold: f64, children: [u32; 2], missing: u32 },
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, children: [u32; 2], missing: u32 },
    Which { column: u32, children: Vec<u32>, missing: u32 },
    Ranges { column: u32, thresholds: Vec<f64>, children: Vec<u32>, missing: u32 },
}

/// What stands behind a tree that has surrogates or lines; one of each a node, or none at all.
#[derive(Default, Serialize, Deserialize)]
struct FileExtras {
    surrogates: Vec<Vec<FileSurrogate>>,
    leaf_models: Vec<Option<FileLeafModel>>,
}

#[derive(Serialize, Deserialize)]
struct FileLeafModel {
    level: f64,
    /// Column, center and slope.
    terms: Vec<(u32, f64, f64)>,
}

#[derive(Serialize, Deserialize)]
struct FileSurrogate {
    column: u32,
    test: FileTest,
    agreement: f64,
}

#[derive(Serialize, Deserialize)]
enum FileTest {
    AtMost { threshold: f64, below_first: bool },
    OneOf { first: Vec<u64>, known: Vec<u64> },
}

pub(super) fn to_bytes(tree: &Tree) -> Result<Vec<u8>> {
    let fault = |e: postcard::Error| Error::internal(e);
    let nodes = tree.nodes.iter().map(|node| FileTreeNode {
        weight: node.weight,
        impurity: node.impurity,
        gain: node.gain,
        split: split_to_file(&node.split),
    });
    let file =
        FileTree { fractional: tree.fractional, nodes: nodes.collect(), tallies: tree.tallies.clone() };
    let mut bytes = postcard::to_stdvec(&file).map_err(fault)?;
    let mut extras = FileExtras::default();
    if tree.nodes.iter().any(|node| !node.surrogates.is_empty()) {
        let of_node = |node: &Node| node.surrogates.iter().map(surrogate_to_file).collect();
        extras.surrogates = tree.nodes.iter().map(of_node).collect();
    }
    if tree.nodes.iter().any(|node| node.leaf_model.is_some()) {
        extras.leaf_models =
            tree.nodes.iter().map(|node| node.leaf_model.as_ref().map(leaf_model_to_file)).collect();
    }
    // A tree without either is the same file as ever.
    if !extras.surrogates.is_empty() || !extras.leaf_models.is_empty() {
        bytes.extend(postcard::to_stdvec(&extras).map_err(fault)?);
    }
    Ok(bytes)
}

fn split_to_file(split: &TreeSplit) -> FileTreeSplit {
    match split.clone() {
        TreeSplit::Leaf => FileTreeSplit::Leaf,
        TreeSplit::AtMost { column, threshold, children, missing } => {
            FileTreeSplit::AtMost { column, threshold, children, missing }
        }
        TreeSplit::OneOf { column, levels, known, children, missing } => {
            FileTreeSplit::OneOf { column, levels, known, children, missing }
        }
        TreeSplit::Which { column, children, missing } => FileTreeSplit::Which { column, children, missing },
        TreeSplit::Ranges { column, thresholds, children, missing } => {
            FileTreeSplit::Ranges { column, thresholds, children, missing }
        }
    }
}

fn surrogate_to_file(surrogate: &Surrogate) -> FileSurrogate {
    let test = match surrogate.test.clone() {
        SurrogateTest::AtMost { threshold, below_first } => FileTest::AtMost { threshold, below_first },
        SurrogateTest::OneOf { first, known } => FileTest::OneOf { first, known },
    };
    FileSurrogate { column: surrogate.column, test, agreement: surrogate.agreement }
}

fn leaf_model_to_file(leaf_model: &LeafModel) -> FileLeafModel {
    FileLeafModel {
        level: leaf_model.level,
        terms: leaf_model.terms.iter().map(|t| (t.column, t.center, t.coefficient)).collect(),
    }
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Tree> {
    let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
    let unreadable = |e: postcard::Error| damaged(format!("its tree cannot be read ({e})"));
    let (file, rest): (FileTree, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let extras: FileExtras = match rest {
        [] => FileExtras::default(),
        rest => postcard::from_bytes(rest).map_err(unreadable)?,
    };
    let width = match schema.target.task {
        Task::Classification => schema.target.classes.len(),
        _ => 1,
    };
    let count = file.nodes.len();
    if count == 0 || width == 0 || count.checked_mul(width) != Some(file.tallies.len()) {
        return Err(damaged("its tree does not fit its target".to_string()));
    }
    // Class probabilities are shares of a tally, which must have some.
    let is_tally = |tally: &[f64]| match schema.target.task {
        Task::Classification => tally.iter().all(|w| is_sample_weight(*w)) && tally.iter().any(|w| *w > 0.0),
        _ => tally.iter().all(|number| number.is_finite()),
    };
    if let Some(at) = file.tallies.chunks_exact(width).position(|tally| !is_tally(tally)) {
        return Err(damaged(format!("node {at} of its tree predicts nothing")));
    }
    for extra in [extras.surrogates.len(), extras.leaf_models.len()] {
        if extra != 0 && extra != count {
            return Err(damaged("what stands behind its tree does not fit it".to_string()));
        }
    }
    let mut surrogates = extras.surrogates.into_iter();
    let mut leaf_models = extras.leaf_models.into_iter();
    let mut has_parent = vec![false; count];
    let mut nodes = Vec::with_capacity(count);
    for (at, node) in file.nodes.into_iter().enumerate() {
        let wrong = || damaged(format!("node {at} of its tree is not sound"));
        let read = Node {
            split: split(node.split),
            gain: node.gain,
            surrogates: surrogates.next().unwrap_or_default().into_iter().map(surrogate).collect(),
            leaf_model: leaf_models.next().flatten().map(leaf_model),
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

fn split(file: FileTreeSplit) -> TreeSplit {
    match file {
        FileTreeSplit::Leaf => TreeSplit::Leaf,
        FileTreeSplit::AtMost { column, threshold, children, missing } => {
            TreeSplit::AtMost { column, threshold, children, missing }
        }
        FileTreeSplit::OneOf { column, levels, known, children, missing } => {
            TreeSplit::OneOf { column, levels, known, children, missing }
        }
        FileTreeSplit::Which { column, children, missing } => TreeSplit::Which { column, children, missing },
        FileTreeSplit::Ranges { column, thresholds, children, missing } => {
            TreeSplit::Ranges { column, thresholds, children, missing }
        }
    }
}

fn leaf_model(file: FileLeafModel) -> LeafModel {
    let terms =
        file.terms.into_iter().map(|(column, center, coefficient)| LeafTerm { column, center, coefficient });
    LeafModel { level: file.level, terms: terms.collect() }
}

fn surrogate(file: FileSurrogate) -> Surrogate {
    let test = match file.test {
        FileTest::AtMost { threshold, below_first } => SurrogateTest::AtMost { threshold, below_first },
        FileTest::OneOf { first, known } => SurrogateTest::OneOf { first, known },
    };
    Surrogate { column: file.column, test, agreement: file.agreement }
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
