//! The types of parameters.

use crate::tool::ArgumentKind;
use crate::variant::VariantList;

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterKind {
    /// An integer.
    Integer,
    /// A real number.
    Float,
    /// A real number, or one of a few names, each with a line of explanation.
    FloatOr(&'static [(&'static str, &'static str)]),
    /// A boolean.
    Boolean,
    /// Free text.
    Text,
    /// One of a few names, each with a line of explanation.
    Choice(&'static [(&'static str, &'static str)]),
    /// A number for each of some columns.
    PerColumn,
    /// Sets of columns.
    ColumnSets,
    /// How many of some things: a count, a fraction of them with a point, or one of a few names, each with a
    /// line of explanation.
    CountOrFraction(&'static [(&'static str, &'static str)]),
    /// A list of numbers.
    Numbers,
    /// Another learner.
    Learner,
    /// Other learners.
    Learners,
    /// A selection of columns.
    Columns,
    /// Transformers, each with its columns.
    ColumnTransformers,
    /// A declared value: one of several variants with parameters of its own, such as a kernel.
    Variant(VariantList),
    /// Declared values, such as the layers of a network.
    Variants(VariantList),
    /// What only tools take: lists of texts, matrices, formulas, tables, models.
    Argument(ArgumentKind),
}

impl ParameterKind {
    /// The names that are values, each with a line of explanation.
    pub fn options(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ParameterKind::Choice(options)
            | ParameterKind::CountOrFraction(options)
            | ParameterKind::FloatOr(options) => options,
            _ => &[],
        }
    }

    /// Whether it is a list of a tool's argument, to which further values may be added.
    pub fn is_list(self) -> bool {
        match self {
            ParameterKind::Numbers => true,
            ParameterKind::Argument(kind) => kind.is_list(),
            _ => false,
        }
    }
}

pub(super) fn names(options: &'static [(&'static str, &'static str)]) -> Vec<&'static str> {
    options.iter().map(|(name, _)| *name).collect()
}
