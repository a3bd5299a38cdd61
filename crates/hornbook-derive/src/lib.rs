//! `#[derive(Learner)]`, `#[derive(Tool)]` and `#[derive(Choice)]`: one declaration, every interface; `#[derive(TraceEvent)]`:
//! one declaration for the text and the JSON of a trace.
//!
//! The derives write what would otherwise be said five times: the default values, the builder methods, the
//! [`Declaration`](../hornbook_core/struct.Declaration.html) that the interfaces read, and the range checks.

mod choice;
mod fields;
mod group;
mod learner;
mod tool;
mod trace_event;

use proc_macro::TokenStream;
use syn::{DeriveInput, Error, ItemStruct, parse_macro_input};

/// Declares a learner: a struct with named fields, each of which is a parameter.
///
/// On the struct: `#[learner(name = "decision-tree", family = "trees", tasks(classification, regression), missing,
/// categories, many_levels, text, series, sequence, items, image, graph, sample_weights, out_of_core, multi_output, incremental, offset, early_stopping, warm_start)]`; `python = "Ridge"` where the Python
/// class is not called by type and task; `aliases("k-nn", "lazy learner")` for other names that it is found by, and
/// `sklearn = "…"`, `r = "…"`, `weka = "…"` for what other programs call it; `removes(missing, categories, text, dates, scale)` for what a
/// transformer leaves none of and `applied = "scaled"` for what columns are called then, `supervised` if a transformer learns from the target, `composite` if the learners within decide
/// tasks and capabilities; `explicit_only` if a study tries the learner only when asked to;
/// `attributes(GROUP, …)` names groups of `AttributeSpec`s that its models have, `python_mixins("linear.Linear")` Python classes with methods
/// for them (`python_mixins(regression("…"))` for one task), `poor_score` (or `poor_score(regression)`) where predictions are not meant to be good ones,
/// `binary_only`, `positive_target` and `generative` what it is for, `study("max_depth=3", …)` the settings that a study tries first and
/// `stages = "max_iter"` which parameter counts the stages that a warm start adds; `work = "rows * columns"` how much work a fit is; `scale_sensitive` if it matters in which units columns are. On a field: `#[param(default = 3, range
/// = "1..=30", search = "2..10")]`, and `aliases("old_name")`, all optional; a range may leave out either end, and `>`
/// before the first number excludes it. What is worth trying when the learner is tuned reads `"2..10"`, `"1e-4..1 log"`, or
/// `"every"` for a choice or a truth value.
#[proc_macro_derive(Learner, attributes(learner, param))]
pub fn learner(input: TokenStream) -> TokenStream {
    learner::expand_learner(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// Makes an enum a parameter type: its values are the variants' names in snake case, explained by their
/// doc comments. `#[choice(alias = "old_name")]` on a variant is another name that is read as it. Variants may have named fields, which
/// are parameters of their own, declared as those of a learner: `rbf(gamma=0.5)`. A field without a default that is no `Option` must
/// be given, and `#[param(rest)]` marks the list that takes what is said without a name: `sum(linear, rbf)`.
#[proc_macro_derive(Choice, attributes(choice, param))]
pub fn choice(input: TokenStream) -> TokenStream {
    choice::expand_choice(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// Makes a struct of parameters a group that learners share: `#[group] limits: TreeLimits` in a struct with
/// `#[flatten_parameters]` puts its fields there. The struct itself is no type.
#[proc_macro_attribute]
pub fn parameter_group(_: TokenStream, item: TokenStream) -> TokenStream {
    group::expand_group(&parse_macro_input!(item as ItemStruct))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// Puts the fields of groups of parameters in place of the fields marked `#[group]`. It stands before the derives.
#[proc_macro_attribute]
pub fn flatten_parameters(_: TokenStream, item: TokenStream) -> TokenStream {
    group::expand_flatten(parse_macro_input!(item as ItemStruct))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// Declares a tool: a struct with named fields, each of which is an argument of a computation.
///
/// On the struct: `#[tool(name = "entropy", chapter = "Information", aliases("shannon entropy"), random)]`; `random` if the
/// result depends on the seed of the run. On a field: `#[param(default = 0.95, range = ">0..1")]` as for a learner. An argument
/// that has no default and is no `Option` must be given.
#[proc_macro_derive(Tool, attributes(tool, param))]
pub fn tool(input: TokenStream) -> TokenStream {
    tool::expand_tool(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

/// Makes an enum the events of a trace: its `Display` text for people and its JSON for programs.
///
/// On a variant: `#[event("iteration {step}: loss {}", significant(*loss))]`, what `write!` takes, where the fields are references
/// by their names. Several such attributes follow each other in the text; `#[event(if *step > 0, ", step size {rate}")]` and
/// `#[event(if let Some(error) = error, ", error {error}")]` are there only if the condition holds. The JSON has the name of the
/// variant in snake case as `"event"`, or that of `#[event(name = "…")]`, and then every field but those with
/// `#[event(skip)]`.
#[proc_macro_derive(TraceEvent, attributes(event))]
pub fn trace_event(input: TokenStream) -> TokenStream {
    trace_event::expand_trace_event(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(Error::into_compile_error)
        .into()
}
