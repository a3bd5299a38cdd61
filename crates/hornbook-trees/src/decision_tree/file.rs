//! The tree in a model file. These structs are what a file holds, apart from those the program walks: they may
//! gain variants, and must not change.

use super::tree::{Line, NONE, Node, Question, Surrogate, Term, Test, Tree};
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
    Ranges { column: u32, thresholds: Vec<f64>, children: Vec<u32>, missing: u32 },
}

/// What stands behind a tree that has surrogates or lines; one of each a node, or none at all.
#[derive(Default, Serialize, Deserialize)]
struct FileExtras {
    surrogates: Vec<Vec<FileSurrogate>>,
    lines: Vec<Option<FileLine>>,
}

#[derive(Serialize, Deserialize)]
struct FileLine {
    level: f64,
    /// Column, centre and slope.
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
    let fault = |e: postcard::Error| Error::model_file(e.to_string(), "report this as a fault");
    let nodes = tree.nodes.iter().map(|node| FileNode {
        weight: node.weight,
        impurity: node.impurity,
        gain: node.gain,
        question: question_to_file(&node.question),
    });
    let file =
        FileTree { fractional: tree.fractional, nodes: nodes.collect(), tallies: tree.tallies.clone() };
    let mut bytes = postcard::to_stdvec(&file).map_err(fault)?;
    let mut extras = FileExtras::default();
    if tree.nodes.iter().any(|node| !node.surrogates.is_empty()) {
        let of_node = |node: &Node| node.surrogates.iter().map(surrogate_to_file).collect();
        extras.surrogates = tree.nodes.iter().map(of_node).collect();
    }
    if tree.nodes.iter().any(|node| node.line.is_some()) {
        extras.lines = tree.nodes.iter().map(|node| node.line.as_ref().map(line_to_file)).collect();
    }
    // A tree without either is the same file as ever.
    if !extras.surrogates.is_empty() || !extras.lines.is_empty() {
        bytes.extend(postcard::to_stdvec(&extras).map_err(fault)?);
    }
    Ok(bytes)
}

fn question_to_file(question: &Question) -> FileQuestion {
    match question.clone() {
        Question::Leaf => FileQuestion::Leaf,
        Question::AtMost { column, threshold, children, missing } => {
            FileQuestion::AtMost { column, threshold, children, missing }
        }
        Question::OneOf { column, levels, known, children, missing } => {
            FileQuestion::OneOf { column, levels, known, children, missing }
        }
        Question::Which { column, children, missing } => FileQuestion::Which { column, children, missing },
        Question::Ranges { column, thresholds, children, missing } => {
            FileQuestion::Ranges { column, thresholds, children, missing }
        }
    }
}

fn surrogate_to_file(surrogate: &Surrogate) -> FileSurrogate {
    let test = match surrogate.test.clone() {
        Test::AtMost { threshold, below_first } => FileTest::AtMost { threshold, below_first },
        Test::OneOf { first, known } => FileTest::OneOf { first, known },
    };
    FileSurrogate { column: surrogate.column, test, agreement: surrogate.agreement }
}

fn line_to_file(line: &Line) -> FileLine {
    FileLine { level: line.level, terms: line.terms.iter().map(|t| (t.column, t.centre, t.slope)).collect() }
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
    for extra in [extras.surrogates.len(), extras.lines.len()] {
        if extra != 0 && extra != count {
            return Err(damaged("what stands behind its tree does not fit it".to_string()));
        }
    }
    let mut surrogates = extras.surrogates.into_iter();
    let mut lines = extras.lines.into_iter();
    let mut has_parent = vec![false; count];
    let mut nodes = Vec::with_capacity(count);
    for (at, node) in file.nodes.into_iter().enumerate() {
        let wrong = || damaged(format!("node {at} of its tree is not sound"));
        let read = Node {
            question: question(node.question),
            gain: node.gain,
            surrogates: surrogates.next().unwrap_or_default().into_iter().map(surrogate).collect(),
            line: lines.next().flatten().map(line),
            ..Node::leaf(node.weight, node.impurity)
        };
        if !fits(&read, schema) {
            return Err(wrong());
        }
        // Every child comes after its parent and has no other: a walk always ends.
        for child in read.question.children() {
            match has_parent.get_mut(child as usize) {
                Some(taken) if child as usize > at && !*taken => *taken = true,
                _ => return Err(wrong()),
            }
        }
        nodes.push(read);
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
        FileQuestion::Ranges { column, thresholds, children, missing } => {
            Question::Ranges { column, thresholds, children, missing }
        }
    }
}

fn line(file: FileLine) -> Line {
    let terms = file.terms.into_iter().map(|(column, centre, slope)| Term { column, centre, slope });
    Line { level: file.level, terms: terms.collect() }
}

fn surrogate(file: FileSurrogate) -> Surrogate {
    let test = match file.test {
        FileTest::AtMost { threshold, below_first } => Test::AtMost { threshold, below_first },
        FileTest::OneOf { first, known } => Test::OneOf { first, known },
    };
    Surrogate { column: file.column, test, agreement: file.agreement }
}

/// Whether a node suits these inputs.
fn fits(node: &Node, schema: &Schema) -> bool {
    let holds_levels =
        |column: u32| schema.inputs.get(column as usize).map(|input| input.kind.levels().is_some());
    let surrogates = node.surrogates.iter().all(|s| match s.test {
        Test::AtMost { threshold, .. } => holds_levels(s.column) == Some(false) && !threshold.is_nan(),
        Test::OneOf { .. } => holds_levels(s.column) == Some(true),
    });
    let terms = node.line.iter().flat_map(|line| &line.terms);
    let line = node.line.is_none() || schema.target.task == Task::Regression;
    line && surrogates
        && terms.into_iter().all(|t| holds_levels(t.column) == Some(false))
        && question_fits(&node.question, schema)
}

fn question_fits(question: &Question, schema: &Schema) -> bool {
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
        (Question::Ranges { children, missing, thresholds, .. }, None) => {
            children.len() == thresholds.len() + 1
                && children.contains(missing)
                && thresholds.windows(2).all(|pair| pair[0] < pair[1])
        }
        _ => false,
    }
}
