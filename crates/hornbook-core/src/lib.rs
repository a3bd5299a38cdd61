//! What everything else in Hornbook stands on: one [`Error`], one source of random numbers ([`Seed`]),
//! one context for long work ([`Run`]), and one way to declare a learner and its hyperparameters ([`Declaration`]) or a computation
//! and its arguments ([`ToolDeclaration`]).
//!
//! Nothing here knows about tables or models; those build on top.

mod attribute;
mod call_text;
mod column_parameters;
mod column_selector;
mod column_transformers;
mod count_or_fraction;
pub mod declaration;
mod error;
pub mod format;
mod learner_spec;
mod run;
mod search;
mod seed;
mod task;
mod to_json;
mod tool;
mod variant;

pub use attribute::{AttributeKind, AttributeSpec};
pub use call_text::numbered_names;
pub use column_parameters::{ColumnName, ColumnSets, PerColumn};
pub use column_selector::ColumnSelector;
pub use column_transformers::ColumnTransformers;
pub use count_or_fraction::CountOrFraction;
pub use declaration::{
    Capabilities, Declaration, Declared, DefaultSearchSpace, ParameterKind, ParameterSpec, ParameterValue,
    Parameters, Range, RemovedKinds,
};
pub use error::{Error, ErrorKind, Result, closest_name};
pub use hornbook_derive::{Choice, Learner, Tool, TraceEvent, flatten_parameters, parameter_group};
pub use learner_spec::LearnerSpec;
pub use run::{
    CancelToken, MOST_THREADS, Observer, ObserverAction, Progress, Run, TraceEvent, start_threads,
    threads_of_environment,
};
pub use search::search_words;
pub use seed::{Rng, Seed};
pub use task::Task;
pub use to_json::{ToJson, as_text};
pub use tool::{
    AnswerValue, ArgumentKind, FormulaText, ModelArgument, NamedNumbers, Probabilities, Tool, ToolArguments,
    ToolDeclaration, ToolEntry, ToolRegistry, ToolReport, WorkedSolution, in_digits, listed, same_length,
};

pub use variant::{
    DeclaredVariants, VariantList, VariantSpec, set_variant_path, variant_from_value, variant_parameter,
    variant_parameters, variant_to_value,
};

/// The dynamic value that parameters, traces and machine-readable output share.
pub use serde_json::Value;
/// Writes such a value; what derives make uses it.
pub use serde_json::json;
