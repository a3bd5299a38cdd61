//! What a learner is, and its hyperparameters, as data.
//!
//! A learner is declared once, with `#[derive(Learner)]` on the struct of its parameters. The derive writes a
//! [`Declaration`] and the builder methods; the command line, the Python class, the JSON schema and the
//! reference page are all made from the declaration.

mod capabilities;
mod kind;
mod parse;
mod range;
mod reference;
mod schema;
mod spec;
mod value;

pub use capabilities::{Capabilities, RemovedKinds};
pub use kind::ParameterKind;
pub(crate) use parse::{number_of, numbers_of};
pub use range::{DefaultSearchSpace, Range};
pub(crate) use reference::{parameter_options, parameter_table};
pub use spec::ParameterSpec;
pub(crate) use spec::{find_parameter, parameter_named, plain_name};
pub use value::ParameterValue;

use crate::attribute::AttributeSpec;
use crate::{Result, Task, Value};
use serde_json::json;
use std::fmt;

/// Parameter names and values, in the order of declaration.
pub type Parameters = serde_json::Map<String, Value>;

/// Everything the interfaces (command line, Python, schema, docs) need to know about a learner.
#[derive(Debug)]
pub struct Declaration {
    /// Its name in every interface: `decision-tree`.
    pub name: &'static str,
    /// The Rust type, and the stem of the Python classes: `DecisionTree`.
    pub type_name: &'static str,
    /// The name of the Python class, if it is not the type with its task.
    pub python_name: Option<&'static str>,
    /// Other names that it is found by: abbreviations, and what it was called in older model files.
    pub aliases: &'static [&'static str],
    /// What other programs call it: `("scikit-learn", "RandomForestClassifier, RandomForestRegressor")`.
    pub equivalents: &'static [(&'static str, &'static str)],
    /// The family, which is also the crate: `trees`.
    pub family: &'static str,
    /// What it can predict.
    pub tasks: &'static [Task],
    /// What kinds of data it handles natively, without encoding or imputation.
    pub capabilities: Capabilities,
    /// Whether a study tries it only on request: it is a special case of another learner, a meta-learner
    /// whose base learners must be named, or meant for teaching.
    pub explicit_only: bool,
    /// What a transformer leaves none of, in training rows and in rows to predict.
    pub removes: RemovedKinds,
    /// What columns are called that a transformer has changed: `scaled`.
    pub applied: Option<&'static str>,
    /// Whether a transformer learns from the target.
    pub supervised: bool,
    /// Whether it is made of other learners that decide its tasks and capabilities: a pipeline.
    pub composite: bool,
    /// Whether it is scale-sensitive, as distances and penalties on coefficients are: a study standardizes
    /// features before it.
    pub scale_sensitive: bool,
    /// What can be read off its models by name, in groups that several learners share.
    pub attribute_groups: &'static [&'static [AttributeSpec]],
    /// The Python classes, as `module.Class`, that have methods for its models beside those of all estimators; of one task or of all.
    pub python_mixins: &'static [(Option<Task>, &'static str)],
    /// The tasks in which its predictions are not meant to be good ones of any table: a baseline, scores that only rank.
    pub poor_score: &'static [Task],
    /// Whether it takes only two classes.
    pub binary_only: bool,
    /// Whether targets must not be negative.
    pub positive_target: bool,
    /// The settings beside the defaults that a study tries before it searches, in order: `max_depth=3, criterion=entropy`.
    pub study_settings: &'static [&'static str],
    /// The hyperparameter that counts the stages of an iterative learner, if a warm start adds as many as it says: a study trains on
    /// until the out-of-fold loss rises, and so finds how many are best.
    pub stages: Option<&'static str>,
    /// How much work a fit is, in additions of numbers, as a formula of `rows`, `columns`, `classes` and its parameters.
    pub work: Option<&'static str>,
    /// Whether it models how the rows of each class are distributed (generative) by a form with parameters.
    pub generative: bool,
    /// The doc comment of the struct, Markdown; its first paragraph is the summary.
    pub doc: &'static str,
    /// Its hyperparameters.
    pub parameters: &'static [ParameterSpec],
}

impl Declaration {
    /// Nothing declared yet: what a declaration by hand differs from.
    pub const EMPTY: Declaration = Declaration {
        name: "",
        type_name: "",
        python_name: None,
        aliases: &[],
        equivalents: &[],
        family: "",
        tasks: &[],
        capabilities: Capabilities::NONE,
        explicit_only: false,
        removes: RemovedKinds::NONE,
        applied: None,
        supervised: false,
        composite: false,
        scale_sensitive: false,
        attribute_groups: &[],
        python_mixins: &[],
        poor_score: &[],
        binary_only: false,
        positive_target: false,
        study_settings: &[],
        stages: None,
        work: None,
        generative: false,
        doc: "",
        parameters: &[],
    };

    /// What can be read off its models by name.
    pub fn attributes(&self) -> impl Iterator<Item = &'static AttributeSpec> {
        self.attribute_groups.iter().copied().flatten()
    }

    /// Whether it learns from a target.
    pub fn needs_target(&self) -> bool {
        self.supervised || self.tasks.iter().any(|task| task.needs_target())
    }

    /// The first paragraph of the doc, on one line.
    pub fn summary(&self) -> String {
        let first = self.doc.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The parameter of this name, whose words may be joined by `-` instead of `_`; or an error that says which there are.
    pub fn parameter(&self, name: &str) -> Result<&'static ParameterSpec> {
        find_parameter(self.name, self.parameters, name)
    }

    /// The parameter that a name in a call of the learner means: one that is declared, or that of the transformers of columns,
    /// where a selection of columns stands for a name.
    pub fn parameter_in_call(&self, name: &str) -> Result<&'static ParameterSpec> {
        let of_columns = || self.parameters.iter().find(|p| p.kind == ParameterKind::ColumnTransformers);
        match parameter_named(self.parameters, name).or_else(of_columns) {
            Some(spec) => Ok(spec),
            None => self.parameter(name),
        }
    }

    /// Whether `name` is its name or another name for it, whatever the case and the marks between words: `K-Means`, `k means`.
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = plain_name(name);
        plain_name(self.name) == wanted || self.aliases.iter().any(|alias| plain_name(alias) == wanted)
    }

    /// The names of classes and functions that do the same in other programs.
    pub fn names_elsewhere(&self) -> impl Iterator<Item = &'static str> {
        self.equivalents.iter().flat_map(|(_, names)| names.split(',').map(str::trim))
    }

    /// The parameters as a JSON schema (draft 2020-12).
    pub fn json_schema(&self) -> Value {
        let properties: Parameters =
            self.parameters.iter().map(|p| (p.name.to_string(), p.json_schema())).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": self.summary(),
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

/// A struct of parameters that knows its declaration. Written by `#[derive(Learner)]`.
pub trait Declared: Default + Clone + Send + Sync + fmt::Debug + 'static {
    /// The declaration.
    fn declaration() -> &'static Declaration;
    /// All parameters with their present values.
    fn parameters(&self) -> Parameters;
    /// Sets one parameter by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// An error if a parameter is out of its range.
    fn check_parameters(&self) -> Result<()>;

    /// A learner with these parameters and defaults for the rest.
    fn from_parameters(parameters: &Parameters) -> Result<Self> {
        let mut learner = Self::default();
        for (name, value) in parameters {
            learner.set_parameter(name, value)?;
        }
        Ok(learner)
    }
}
