//! A list of rules, which is what the learners of rules learn: the first rule that fires answers.

mod explain;
mod file;
mod model;

pub use model::RuleListModel;
