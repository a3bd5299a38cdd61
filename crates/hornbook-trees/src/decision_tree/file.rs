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
    AtMost {
        column: u32,
        threshold: f64,
        children: [u32; 2],
        missing: u32,
    },
    OneOf {
        column: u32,
        levels: Vec<u64>,
        known: Vec<u64>,
        children: [u32; 2],
        missing: u32,
    },
    Which {
        column: u32,
        children: Vec<u32>,
        missing: u32,
    },
    Ranges {
        column: u32,
        thresholds: Vec<f64>,
        children: Vec<u32>,
        missing: u32,
    },
    /// A question with surrogates.
    Backed {
        question: Box<FileQuestion>,
        surrogates: Vec<FileSurrogate>,
    },
    /// A node whose rows are predicted with a line: its level, and column, centre and slope of its terms.
    Sloped {
        question: Box<FileQuestion>,
        level: f64,
        terms: Vec<(u32, f64, f64)>,
    },
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
    let nodes = tree.nodes.iter().map(|node| FileNode {
        weight: node.weight,
        impurity: node.impurity,
        gain: node.gain,
        question: to_file(node),
    });
    let file =
        FileTree { fractional: tree.fractional, nodes: nodes.collect(), tallies: tree.tallies.clone() };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

fn to_file(node: &Node) -> FileQuestion {
    let mut question = match node.question.clone() {
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
    };
    if !node.surrogates.is_empty() {
        let surrogates = node.surrogates.iter().map(|s| FileSurrogate {
            column: s.column,
            agreement: s.agreement,
            test: match s.test.clone() {
                Test::AtMost { threshold, below_first } => FileTest::AtMost { threshold, below_first },
                Test::OneOf { first, known } => FileTest::OneOf { first, known },
            },
        });
        question = FileQuestion::Backed { question: Box::new(question), surrogates: surrogates.collect() };
    }
    if let Some(Line { level, terms }) = &node.line {
        let terms = terms.iter().map(|t| (t.column, t.centre, t.slope)).collect();
        question = FileQuestion::Sloped { question: Box::new(question), level: *level, terms };
    }
    question
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
        let wrong = || damaged(format!("node {at} of its tree is not sound"));
        let mut read = Node { gain: node.gain, ..Node::leaf(node.weight, node.impurity) };
        if from_file(node.question, &mut read).is_none() || !fits(&read, schema) {
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

/// Fills in what a node asks; none where a question is wrapped twice alike, which no writer does.
fn from_file(file: FileQuestion, node: &mut Node) -> Option<()> {
    node.question = match file {
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
        FileQuestion::Backed { question, surrogates } => {
            if !node.surrogates.is_empty() {
                return None;
            }
            node.surrogates = surrogates.into_iter().map(surrogate).collect();
            return from_file(*question, node);
        }
        FileQuestion::Sloped { question, level, terms } => {
            if node.line.is_some() {
                return None;
            }
            let terms = terms.into_iter().map(|(column, centre, slope)| Term { column, centre, slope });
            node.line = Some(Line { level, terms: terms.collect() });
            return from_file(*question, node);
        }
    };
    Some(())
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
