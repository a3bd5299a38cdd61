//! A tree in words: drawn as text, as rules, and as the path of one row.

use super::branches::{TreeBranch, branches, surrogate};
use super::model::DecisionTreeModel;
use super::tree::{BranchChoice, LeafModel, NONE, columns_of};
use crate::rules::{Conclusion, Condition, Rule};
use hornbook_core::format::{counted, rounded};
use hornbook_core::{Result, Value};
use hornbook_data::Feature;
use hornbook_learner::{ExplainedRow, Explanation, Inspect, Section};
use serde_json::json;
use std::fmt::Write as _;

/// Rules are listed up to this many; the rest of a large tree is counted.
const MOST_RULES: usize = 1000;

/// The whole tree.
pub(super) fn model(model: &DecisionTreeModel) -> Explanation {
    let (rules, rules_json) = rules(model);
    let summary = format!(
        "{}, {}, depth {}, from {}",
        counted(model.nodes() as u64, "node"),
        counted(model.leaves() as u64, "leaf"),
        model.depth(),
        counted(model.info.summary.rows, "row"),
    );
    Explanation {
        sections: [
            Section {
                heading: "tree",
                text: format!("{summary}\n\n{}", drawing(model)),
                json: nodes_json(model),
            },
            Section { heading: "rules", text: rules, json: rules_json },
            importances(model),
        ]
        .into_iter()
        .chain(surrogates(model))
        .collect(),
    }
}

/// The surrogate split where a value is missing, if anything is.
fn surrogates(model: &DecisionTreeModel) -> Option<Section> {
    let inputs = &model.info.schema.inputs;
    let mut lines = Vec::new();
    for (at, node) in model.tree.nodes.iter().enumerate().filter(|(_, node)| !node.surrogates.is_empty()) {
        let asked = &branches(&model.tree, inputs, at as u32)[0].label;
        lines.push(format!("node {at}, {asked}"));
        for s in &node.surrogates {
            lines.push(format!("  {} (agrees in {:.4})", surrogate(inputs, s), s.agreement));
        }
    }
    (!lines.is_empty()).then(|| Section {
        heading: "surrogate splits (for missing values)",
        text: lines.join("\n"),
        json: json!(lines),
    })
}

fn importances(model: &DecisionTreeModel) -> Section {
    let shares = model.importances().unwrap_or_default();
    Section::importances(
        "feature importances (mean decrease in impurity)",
        &model.info.schema.inputs,
        &shares,
    )
}

/// What a node predicts and how sure it is: `Yes (4 rows)`, `No (5 rows, 1 wrong)`, `3.5 (12 rows)`.
fn answer(model: &DecisionTreeModel, node: u32) -> String {
    model.rule_of(node, Vec::new()).answer(&model.info.schema)
}

/// The tree as indented text, a line a branch.
fn drawing(model: &DecisionTreeModel) -> String {
    let mut text = String::new();
    if model.tree.nodes[0].is_leaf() {
        return answer(model, 0);
    }
    let mut open: Vec<(TreeBranch, usize)> =
        branches(&model.tree, &model.info.schema.inputs, 0).into_iter().rev().map(|b| (b, 0)).collect();
    while let Some((branch, depth)) = open.pop() {
        let _ = write!(text, "{}{}", "|   ".repeat(depth), branch.label);
        if branch.empty {
            let _ = writeln!(text, ": {} (no rows; as the node above)", decision(model, branch.node));
        } else if model.tree.nodes[branch.node as usize].is_leaf() {
            let _ = writeln!(text, ": {}", answer(model, branch.node));
        } else {
            text.push('\n');
            open.extend(
                branches(&model.tree, &model.info.schema.inputs, branch.node)
                    .into_iter()
                    .rev()
                    .map(|b| (b, depth + 1)),
            );
        }
    }
    text
}

/// What a node predicts.
fn decision(model: &DecisionTreeModel, node: u32) -> String {
    model.rule_of(node, Vec::new()).conclusion_in_words(&model.info.schema)
}

impl DecisionTreeModel {
    /// The rule of a node, under conditions that lead there.
    pub(crate) fn rule_of(&self, node: u32, conditions: Vec<Condition>) -> Rule {
        let (tally, node) = (self.tree.tally(node as usize), &self.tree.nodes[node as usize]);
        let conclusion = match &node.leaf_model {
            Some(line) => Conclusion::LeafModel(leaf_model_in_words(self, line)),
            None if self.is_numbers() => Conclusion::Number(tally[0]),
            None => Conclusion::Class(DecisionTreeModel::decide(tally)),
        };
        Rule { conditions, conclusion, tally: tally.to_vec(), weight: node.weight }
    }
}

/// `2.5 + 0.3 × (size - 4)`.
fn leaf_model_in_words(model: &DecisionTreeModel, line: &LeafModel) -> String {
    let mut text = rounded(line.level);
    for term in line.terms.iter().filter(|term| term.coefficient != 0.0) {
        let name = &model.info.schema.inputs[term.column as usize].name;
        let sign = if term.coefficient < 0.0 { '-' } else { '+' };
        let coefficient = rounded(term.coefficient.abs());
        let _ = match term.center {
            c if c < 0.0 => write!(text, " {sign} {coefficient} × ({name} + {})", rounded(-c)),
            c => write!(text, " {sign} {coefficient} × ({name} - {})", rounded(c)),
        };
    }
    text
}

/// The rules of the tree, as far as they are listed.
fn rules(model: &DecisionTreeModel) -> (String, Value) {
    let schema = &model.info.schema;
    let mut rules = model.first_rules(MOST_RULES + 1);
    let is_cut = rules.len() > MOST_RULES;
    rules.truncate(MOST_RULES);
    let mut lines: Vec<String> = rules.iter().map(|rule| rule.words(schema)).collect();
    if is_cut {
        lines.push(match model.leaves().saturating_sub(MOST_RULES) {
            0 => "and more rules".to_string(),
            more => format!("and {more} more rules"),
        });
    }
    (lines.join("\n"), rules.iter().map(|rule| rule.to_json(schema)).collect())
}

fn nodes_json(model: &DecisionTreeModel) -> Value {
    let nodes: Vec<Value> = (0..model.tree.nodes.len() as u32)
        .map(|at| {
            let node = &model.tree.nodes[at as usize];
            let branches: Vec<Value> = branches(&model.tree, &model.info.schema.inputs, at)
                .iter()
                .filter(|b| !b.empty)
                .map(|b| json!({"when": b.label, "node": b.node}))
                .collect();
            let mut json = json!({
                "node": at,
                "weight": node.weight,
                "impurity": node.impurity,
                "gain": node.gain,
                "predicts": decision(model, at),
                "distribution": model.tree.tally(at as usize),
                "branches": branches,
            });
            if !node.surrogates.is_empty() {
                let of =
                    |s| json!({"first": surrogate(&model.info.schema.inputs, s), "agreement": s.agreement});
                json["surrogates"] = node.surrogates.iter().map(of).collect();
            }
            json
        })
        .collect();
    json!(nodes)
}

/// Why one row gets its prediction.
pub(super) fn row(model: &DecisionTreeModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let columns = columns_of(row.features());
    let mut lines = Vec::new();
    let mut steps = Vec::new();
    let mut node = 0u32;
    let mut ends = String::new();
    while let Some(branch) = model.tree.branch_of(node, &columns, 0) {
        let column = model.tree.nodes[node as usize].split.column().unwrap_or(0) as usize;
        let input = &model.info.schema.inputs[column];
        let (value, compared) = (row.value(input, column), row.compared_value(input, column));
        let (next, why) = match branch {
            BranchChoice::To(NONE) => {
                lines.push(format!("{} is {value}, a level without rows here", input.name));
                break;
            }
            BranchChoice::To(next) => (next, String::new()),
            BranchChoice::Surrogate(next, index) => {
                let asked = &model.tree.nodes[node as usize].surrogates[index];
                let instead = &model.info.schema.inputs[asked.column as usize];
                let known = row.compared_value(instead, asked.column as usize);
                (next, format!(" (instead, {} is {known})", instead.name))
            }
            BranchChoice::Missing(_) if model.tree.fractional => {
                lines.push(format!(
                    "{} is {value}: every branch is followed (fractional instance)",
                    input.name
                ));
                ends = spread_answer(model, &columns);
                break;
            }
            BranchChoice::Missing(next) => (next, " (missing values go this way)".to_string()),
        };
        let label = branches(&model.tree, &model.info.schema.inputs, node)
            .into_iter()
            .find(|b| b.node == next)
            .map(|b| b.label)
            .unwrap_or_default();
        lines.push(format!("{} is {compared}: {label}{why}", input.name));
        steps.push(json!({"column": input.name, "value": value, "branch": label, "node": next}));
        node = next;
    }
    if ends.is_empty() {
        ends = match &model.tree.nodes[node as usize].leaf_model {
            Some(line) => {
                format!(
                    "{} = {}",
                    leaf_model_in_words(model, line),
                    rounded(model.number_at(node, &columns, 0))
                )
            }
            None => answer(model, node),
        };
    }
    lines.push(format!("so {} is {ends}", model.info.schema.target.name));
    let json = json!({"path": steps, "prediction": ends, "node": node});
    Ok(Explanation { sections: vec![Section { heading: "reasons", text: lines.join("\n"), json }] })
}

fn spread_answer(model: &DecisionTreeModel, columns: &[Feature]) -> String {
    let mut total = vec![0.0; model.tree.width];
    model.spread_row(columns, 0, &mut total);
    if model.is_numbers() {
        return rounded(total[0]);
    }
    let class = DecisionTreeModel::decide(&total) as usize;
    format!("{} (fraction {})", model.info.schema.target.classes[class], rounded(total[class]))
}
