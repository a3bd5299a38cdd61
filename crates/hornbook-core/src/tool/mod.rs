//! Computations on arguments that are no learners: one declaration, every interface.
//!
//! A tool is declared once, with `#[derive(Tool)]` on the struct of its arguments, and does its work in
//! [`Tool::compute`]. The command (`hornbook compute`), the Python function, the JSON schema and the reference page are made from
//! the [`ToolDeclaration`].

mod argument_kind;
mod arguments;
mod declaration;
mod entry;
mod registry;
mod solution;

pub use argument_kind::ArgumentKind;
pub use arguments::{FormulaText, ModelArgument, NamedNumbers, Probabilities};
pub use declaration::ToolDeclaration;
pub use entry::{Tool, ToolArguments, ToolEntry, ToolReport};
pub use registry::ToolRegistry;
pub use solution::{AnswerValue, WorkedSolution, in_digits, listed, same_length};
