//! A tree in words: drawn as text, as rules, and as the path of one row.

use super::model::DecisionTreeModel;
use super::tree::{NONE, Question, Turn, columns_of};
use crate::bits::has_bit;
use crate::words::{counted, rounded, value_of};
use hornbook_core::{Error, Result, Value};
use hornbook_data::{Feature, Features, Input};
use hornbook_learner::{Explanation, Model as _, Section};
use serde_json::json;
use std::fmt::Write as _;

/// Rules are listed up to this many; the rest of a large tree is counted.
const MOST_RULES: usize = 1000;

/// The whole tree.
pub(super) fn model(model: &DecisionTreeModel) -> Explanation {
    let (rules, rules_json) = rules(model);
    let summary = format!(
        "{}, {}, depth {}, from {}",
        counted(model.nodes() as u64, "node", "nodes"),
        counted(model.leaves() as u64, "leaf", "leaves"),
        model.depth(),
        counted(model.info.summary.rows, "row", "rows"),
    );
    Explanation {
        sections: vec![
            Section {
                heading: "tree",
                text: format!("{summary}\n\n{}", drawing(model)),
                json: nodes_json(model),
            },
            Section { heading: "rules", text: rules, json: rules_json },
            importances(model),
        ],
    }
}

fn importances(model: &DecisionTreeModel) -> Section {
    let shares = model.importances().unwrap_or_default();
    Section::importances("share of the impurity removed", &model.info.schema.inputs, &shares)
}

/// A branch: the node it leads to (or the asking node itself, for levels without rows) and its label.
struct Branch {
    label: String,
    node: u32,
    /// No training row went this way: the asking node answers.
    empty: bool,
}

fn branches(model: &DecisionTreeModel, node: u32) -> Vec<Branch> {
    let question = &model.tree.nodes[node as usize].question;
    let Some(column) = question.column() else { return Vec::new() };
    let input = &model.info.schema.inputs[column as usize];
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
                to(
                    format!(
                        "{name} {}{}",
                        members(input, known, levels, inside),
                        or_missing(child, *missing)
                    ),
                    child,
                )
            })
            .collect(),
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

/// What a node predicts and how sure it is: `Yes (4 rows)`, `No (5 rows, 1 wrong)`, `3.5 (12 rows)`.
fn answer(model: &DecisionTreeModel, node: u32) -> String {
    let tally = model.tree.tally(node as usize);
    let weight = match rounded(model.tree.nodes[node as usize].weight) {
        one if one == "1" => "1 row".to_string(),
        many => format!("{many} rows"),
    };
    if model.is_numbers() {
        return format!("{} ({weight})", rounded(tally[0]));
    }
    let class = DecisionTreeModel::decide(tally) as usize;
    let wrong = tally.iter().sum::<f64>() - tally[class];
    let name = &model.info.schema.target.classes[class];
    match wrong {
        w if w > 0.0 => format!("{name} ({weight}, {} wrong)", rounded(w)),
        _ => format!("{name} ({weight})"),
    }
}

/// The tree as indented text, a line a branch.
fn drawing(model: &DecisionTreeModel) -> String {
    let mut text = String::new();
    if model.tree.nodes[0].question == Question::Leaf {
        return answer(model, 0);
    }
    let mut open: Vec<(Branch, usize)> = branches(model, 0).into_iter().rev().map(|b| (b, 0)).collect();
    while let Some((branch, depth)) = open.pop() {
        let _ = write!(text, "{}{}", "|   ".repeat(depth), branch.label);
        if branch.empty {
            let _ = writeln!(text, ": {} (no rows; as the node above)", decision(model, branch.node));
        } else if model.tree.nodes[branch.node as usize].question == Question::Leaf {
            let _ = writeln!(text, ": {}", answer(model, branch.node));
        } else {
            text.push('\n');
            open.extend(branches(model, branch.node).into_iter().rev().map(|b| (b, depth + 1)));
        }
    }
    text
}

/// What a node predicts.
fn decision(model: &DecisionTreeModel, node: u32) -> String {
    let tally = model.tree.tally(node as usize);
    if model.is_numbers() {
        return rounded(tally[0]);
    }
    model.info.schema.target.classes[DecisionTreeModel::decide(tally) as usize].clone()
}

/// One rule a leaf: `if Outlook = Sunny and Humidity = High then No (3 rows)`.
fn rules(model: &DecisionTreeModel) -> (String, Value) {
    let (mut lines, mut list) = (Vec::new(), Vec::new());
    let mut open: Vec<(u32, Vec<String>)> = vec![(0, Vec::new())];
    while let Some((node, conditions)) = open.pop() {
        let branches = branches(model, node);
        if branches.is_empty() {
            if lines.len() < MOST_RULES {
                lines.push(match conditions.is_empty() {
                    true => format!("always {}", answer(model, node)),
                    false => format!("if {} then {}", conditions.join(" and "), answer(model, node)),
                });
                list.push(json!({
                    "if": conditions,
                    "then": decision(model, node),
                    "weight": model.tree.nodes[node as usize].weight,
                }));
            }
            continue;
        }
        for branch in branches.into_iter().rev().filter(|b| !b.empty) {
            let mut longer = conditions.clone();
            longer.push(branch.label);
            open.push((branch.node, longer));
        }
    }
    let more = model.leaves().saturating_sub(MOST_RULES);
    if more > 0 {
        lines.push(format!("and {more} more rules"));
    }
    (lines.join("\n"), json!(list))
}

fn nodes_json(model: &DecisionTreeModel) -> Value {
    let nodes: Vec<Value> = (0..model.tree.nodes.len() as u32)
        .map(|at| {
            let node = &model.tree.nodes[at as usize];
            let branches: Vec<Value> = branches(model, at)
                .iter()
                .filter(|b| !b.empty)
                .map(|b| json!({"when": b.label, "node": b.node}))
                .collect();
            json!({
                "node": at,
                "weight": node.weight,
                "impurity": node.impurity,
                "gain": node.gain,
                "predicts": decision(model, at),
                "distribution": model.tree.tally(at as usize),
                "branches": branches,
            })
        })
        .collect();
    json!(nodes)
}

/// Why one row gets its prediction.
pub(super) fn row(model: &DecisionTreeModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    if row >= rows.rows() {
        return Err(Error::data(
            format!("there is no row {}: the table has {}", row + 1, rows.rows()),
            "name a row of the table",
        ));
    }
    let columns = columns_of(rows);
    let mut lines = Vec::new();
    let mut steps = Vec::new();
    let mut node = 0u32;
    let mut ends = String::new();
    while let Some(turn) = model.tree.turn_of(node, &columns, row) {
        let column = model.tree.nodes[node as usize].question.column().unwrap_or(0);
        let input = &model.info.schema.inputs[column as usize];
        let value = value_of(input, &columns[column as usize], row);
        let (next, why) = match turn {
            Turn::To(NONE) => {
                lines.push(format!("{} is {value}, a level without rows here", input.name));
                break;
            }
            Turn::To(next) => (next, String::new()),
            Turn::Missing(_) if model.tree.fractional => {
                lines.push(format!(
                    "{} is {value}: every branch is followed, in shares of its rows",
                    input.name
                ));
                ends = spread_answer(model, &columns, row);
                break;
            }
            Turn::Missing(next) => (next, " (missing values go this way)".to_string()),
        };
        let label =
            branches(model, node).into_iter().find(|b| b.node == next).map(|b| b.label).unwrap_or_default();
        lines.push(format!("{} is {value}: {label}{why}", input.name));
        steps.push(json!({"column": input.name, "value": value, "branch": label, "node": next}));
        node = next;
    }
    if ends.is_empty() {
        ends = answer(model, node);
    }
    lines.push(format!("so {} is {ends}", model.info.schema.target.name));
    let json = json!({"path": steps, "prediction": ends, "node": node});
    Ok(Explanation { sections: vec![Section { heading: "reasons", text: lines.join("\n"), json }] })
}

fn spread_answer(model: &DecisionTreeModel, columns: &[Feature], row: usize) -> String {
    let mut total = vec![0.0; model.tree.width];
    model.spread_row(columns, row, &mut total);
    if model.is_numbers() {
        return rounded(total[0]);
    }
    let class = DecisionTreeModel::decide(&total) as usize;
    format!("{} (share {})", model.info.schema.target.classes[class], rounded(total[class]))
}
