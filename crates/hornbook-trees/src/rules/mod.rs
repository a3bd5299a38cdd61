//! Rules: if some conditions hold, then this is predicted.
//!
//! | | |
//! |---|---|
//! | [`DecisionTreeModel::rules`](crate::DecisionTreeModel::rules) | a tree as rules, one a path |
//! | [`DecisionTreeModel::dnf`](crate::DecisionTreeModel::dnf) | when a tree predicts a class, as a disjunction of conjunctions |
//! | [`Formula`] | a formula of logic as a truth table, and as a tree |
//! | [`RuleList`] | the rules of a tree, each without the conditions it does better without, the most accurate first |
//! | [`DecisionList`] | one uniform test after the other, each of a few literals |
//!
//! Both learners learn a [`RuleListModel`].

mod condition;
pub mod decision_list;
mod events;
mod formula;
mod list;
mod of_tree;
mod rule;
pub mod rule_list;

#[cfg(test)]
mod tests;

pub use condition::Condition;
pub use decision_list::{DecisionList, OnFailure, TestSelection};
pub use events::RuleEvent;
pub use formula::Formula;
pub use list::RuleListModel;
pub use of_tree::Dnf;
pub use rule::{Conclusion, Rule};
pub use rule_list::{RuleAccuracyEstimate, RuleList};
