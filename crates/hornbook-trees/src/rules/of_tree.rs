//! A tree as rules: one a path from the root to a leaf.

use super::condition::with;
use super::{Conclusion, Condition, Rule};
use crate::DecisionTreeModel;
use crate::decision_tree::branches::branches;
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::Model as _;

impl DecisionTreeModel {
    /// The tree as rules, one a path, from left to right. Conditions on one column are merged into one: ranges and sets
    /// are intersected. Exactly one rule fires for every row, and it says what the tree predicts; only where a tree has
    /// surrogates, or sends missing values down every branch, rows with missing values may get another answer. Levels
    /// that a node did not see have a rule of no rows, with the answer of the node.
    pub fn rules(&self) -> Vec<Rule> {
        self.first_rules(usize::MAX)
    }

    /// The first rules from the left, at most so many.
    pub(crate) fn first_rules(&self, most: usize) -> Vec<Rule> {
        let inputs = &self.info.schema.inputs;
        let mut rules = Vec::new();
        let mut open: Vec<(u32, bool, Vec<Condition>)> = vec![(0, false, Vec::new())];
        while let Some((node, ends, conditions)) = open.pop() {
            if rules.len() == most {
                break;
            }
            if ends || self.tree.nodes[node as usize].is_leaf() {
                let rule = self.rule_of(node, conditions);
                rules.push(if ends { Rule { weight: 0.0, ..rule } } else { rule });
                continue;
            }
            for branch in branches(&self.tree, inputs, node).into_iter().rev() {
                let longer = with(&conditions, branch.condition, inputs);
                // A path that no value can take is no rule.
                if let Some(longer) = longer {
                    open.push((branch.node, branch.empty, longer));
                }
            }
        }
        rules
    }

    /// When a class is predicted, as a disjunction of conjunctions. An error if the tree predicts numbers or there is no
    /// such class.
    pub fn dnf(&self, class: &str) -> Result<Dnf> {
        if self.is_numbers() {
            return Err(Error::mismatch("this is a regression tree", "ask for its rules instead"));
        }
        let classes = &self.info().schema.target.classes;
        let Some(code) = classes.iter().position(|name| name == class) else {
            return Err(Error::mismatch(
                format!("the tree predicts no class '{class}'"),
                format!("give one of {}", classes.join(", ")),
            ));
        };
        let mut terms = self.rules();
        terms.retain(|rule| rule.conclusion == Conclusion::Class(code as u32));
        Ok(Dnf { terms, schema: self.info.schema.clone() })
    }

    /// The columns that the tree never splits on.
    pub fn unused_columns(&self) -> Vec<&str> {
        let mut used = vec![false; self.info.schema.inputs.len()];
        for column in self.tree.nodes.iter().filter_map(|node| node.split.column()) {
            used[column as usize] = true;
        }
        let inputs = self.info.schema.inputs.iter().zip(used);
        inputs.filter(|(_, used)| !used).map(|(input, _)| input.name.as_str()).collect()
    }
}

/// When a tree predicts a class: if any of its terms holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Dnf {
    /// The rules of the class.
    pub terms: Vec<Rule>,
    schema: Schema,
}

/// In words, of rows whose values are known: `(Outlook = Overcast) or (Outlook = Rain and Wind = Weak)`; a class that is
/// never predicted is `false`, and one that always is `true`.
impl std::fmt::Display for Dnf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A term that only missing values meet says nothing of known ones.
        let known = |c: &Condition| c.clone().or_missing(false);
        let terms = self.terms.iter().filter(|rule| rule.conditions.iter().all(|c| !known(c).is_empty()));
        let words = terms.map(|rule| {
            let asked = rule.conditions.iter().filter(|c| {
                let levels = self.schema.inputs[c.column() as usize].kind.levels();
                !(*c).clone().or_missing(true).is_all(levels)
            });
            let words = asked.map(|c| c.known_words(&self.schema.inputs[c.column() as usize]));
            words.collect::<Vec<String>>().join(" and ")
        });
        let words: Vec<String> = words.collect();
        if words.iter().any(String::is_empty) {
            return f.write_str("true");
        }
        match words.as_slice() {
            [] => f.write_str("false"),
            many => {
                f.write_str(&many.iter().map(|term| format!("({term})")).collect::<Vec<_>>().join(" or "))
            }
        }
    }
}
