//! The tree in a model file. These structs are what a file holds, apart from those the program walks: they may
//! gain variants, and must not change.

use super::tree::{NONE, Node, Question, Tree};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileTree {
    fractional: bool,
    nodes: Vec<FileNode>,
    tallies: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
struct FileNode {
    question: FileQuestion,
    weight: f64,
    impurity: f64,
    gain: f64,
}

#[derive(Serialize, Deserialize)]
enum FileQuestion {
    Leaf,
    AtMost { column: u32, threshold: f64, children: [u32; 2], missing: u32 },
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, children: [u32; 2], missing: u32 },
    Which { column: u32, children: Vec<u32>, missing: u32 },
}

pub(super) fn to_bytes(tree: &Tree) -> Result<Vec<u8>> {
    let nodes = tree.nodes.iter().map(|node| FileNode {
        weight: node.weight,
        impurity: node.impurity,
        gain: node.gain,
        question: match node.question.clone() {
            Question::Leaf => FileQuestion::Leaf,
            Question::AtMost { column, threshold, children, missing } => {
                FileQuestion::AtMost { column, threshold, children, missing }
            }
            Question::OneOf { column, levels, known, children, missing } => {
                FileQuestion::OneOf { column, levels, known, children, missing }
            }
            Question::Which { column, children, missing } => {
                FileQuestion::Which { column, children, missing }
            }
        },
    });
    let file =
        FileTree { fractional: tree.fractional, nodes: nodes.collect(), tallies: tree.tallies.clone() };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Tree> {
    let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
    let file: FileTree =
        postcard::from_bytes(bytes).map_err(|e| damaged(format!("its tree cannot be read ({e})")))?;
    let width = match schema.target.task {
        Task::Classification => schema.target.classes.len(),
        Task::Regression => 1,
    };
    let count = file.nodes.len();
    if count == 0 || width == 0 || count.checked_mul(width) != Some(file.tallies.len()) {
        return Err(damaged("its tree does not fit its target".to_string()));
    }
    let mut has_parent = vec![false; count];
    let mut nodes = Vec::with_capacity(count);
    for (at, node) in file.nodes.into_iter().enumerate() {
        let question = question(node.question);
        let wrong = || damaged(format!("node {at} of its tree is not sound"));
        if !fits(&question, schema) {
            return Err(wrong());
        }
        // Every child comes after its parent and has no other: a walk always ends.
        for child in question.children() {
            match has_parent.get_mut(child as usize) {
                Some(taken) if child as usize > at && !*taken => *taken = true,
                _ => return Err(wrong()),
            }
        }
        nodes.push(Node { question, weight: node.weight, impurity: node.impurity, gain: node.gain });
    }
    Ok(Tree { nodes, tallies: file.tallies, width, fractional: file.fractional })
}

fn question(file: FileQuestion) -> Question {
    match file {
        FileQuestion::Leaf => Question::Leaf,
        FileQuestion::AtMost { column, threshold, children, missing } => {
            Question::AtMost { column, threshold, children, missing }
        }
        FileQuestion::OneOf { column, levels, known, children, missing } => {
            Question::OneOf { column, levels, known, children, missing }
        }
        FileQuestion::Which { column, children, missing } => Question::Which { column, children, missing },
    }
}

/// Whether a question can be asked of these inputs.
fn fits(question: &Question, schema: &Schema) -> bool {
    let Some(column) = question.column() else { return true };
    let Some(input) = schema.inputs.get(column as usize) else { return false };
    match (question, input.kind.levels()) {
        (Question::AtMost { children, missing, threshold, .. }, None) => {
            children.contains(missing) && !threshold.is_nan()
        }
        (Question::OneOf { children, missing, .. }, Some(_)) => children.contains(missing),
        (Question::Which { children, missing, .. }, Some(levels)) => {
            children.len() == levels && *missing != NONE
        }
        _ => false,
    }
}
