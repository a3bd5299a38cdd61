//! One command a file: its declaration and its work.

pub mod bayes;
pub mod compare;
pub mod completions;
pub mod compute;
pub mod curve;
pub mod describe;
pub mod ensembles;
pub mod evaluate;
pub mod explain;
pub mod fit;
pub mod learn;
pub mod learners;
pub mod man;
pub mod measures;
pub mod predict;
pub mod rank;
pub mod single_tree;
pub mod study;
pub mod transform;
pub mod tune;
