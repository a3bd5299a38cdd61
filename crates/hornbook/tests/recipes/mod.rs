//! The recipes of CONTRIBUTING.md, each followed once: learners and a tool that live in a file of their own and are known to nobody else.

pub mod clusterer;
mod kernel_classifier;
mod sequence_learner;
mod tool;
mod transformer;
