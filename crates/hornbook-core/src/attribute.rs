//! What can be read off a fitted model by name: coefficients, an out-of-bag score, class priors.

use crate::Task;

/// An attribute of the models of a learner. The Python properties (with a `_` behind the name), `hornbook explain --attributes` and the
/// reference page are made from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttributeSpec {
    /// Its name: `coef`, which Python has as `coef_`.
    pub name: &'static str,
    /// The type of its value.
    pub kind: AttributeKind,
    /// What it is, and when there is none.
    pub doc: &'static str,
    /// The task whose models have it; none if all have.
    pub task: Option<Task>,
}

/// The type of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A real number, or none if it is not known.
    Number,
    /// An integer.
    Count,
    /// Numbers in one or two dimensions.
    Array,
    /// A number, or an array where there are several targets or classes.
    NumberOrArray,
    /// Integers.
    Counts,
    /// A list of matrices, or an array where there is only one of them.
    Matrices,
    /// A list of texts.
    Texts,
}

impl AttributeKind {
    /// The type as Python has it, for docstrings and reference pages.
    pub fn python_type(self) -> &'static str {
        match self {
            AttributeKind::Number => "float or None",
            AttributeKind::Count => "int",
            AttributeKind::Array => "ndarray",
            AttributeKind::NumberOrArray => "float or ndarray",
            AttributeKind::Counts => "ndarray of int",
            AttributeKind::Matrices => "ndarray or list of ndarray",
            AttributeKind::Texts => "list of str",
        }
    }
}

impl AttributeSpec {
    /// An attribute of all models of a learner.
    pub const fn new(name: &'static str, kind: AttributeKind, doc: &'static str) -> AttributeSpec {
        AttributeSpec { name, kind, doc, task: None }
    }

    /// The same of the models of one task.
    #[must_use]
    pub const fn only_for(self, task: Task) -> AttributeSpec {
        AttributeSpec { task: Some(task), ..self }
    }

    /// Whether models of a task have it.
    pub fn is_of(&self, task: Task) -> bool {
        self.task.is_none_or(|own| own == task)
    }
}
