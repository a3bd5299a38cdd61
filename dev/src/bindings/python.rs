//! The Python estimators: for each learner a class a task, with its parameters spelled out in the signature and
//! explained in a numpydoc docstring. What the classes do is in `python/hornbook/_base.py`.

use crate::generated::GeneratedFile;
use hornbook::{Declaration, Registry, Task, Value};
use hornbook_core::{
    AttributeSpec, Capabilities, LearnerSpec, ParameterKind, ParameterSpec, ParameterValue, Range,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const HEAD: &str = r#""""The estimators of the family `@FAMILY@`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

@IMPORTS@
"#;

/// The base classes of the estimators, by their task.
const BASES: [&str; 6] =
    ["Classifier", "DensityEstimator", "Estimator", "OutlierDetector", "Regressor", "WithoutTarget"];

/// The parameters every estimator has besides those of its learner: they belong to the run, and `_documentation.py` says what
/// they are.
const RUN_PARAMETERS: [(&str, &str); 2] =
    [("random_state", "int | RandomState | None"), ("n_jobs", "int | None")];

pub(super) fn files(registry: &Registry) -> Vec<GeneratedFile> {
    let mut families: Vec<&str> = Vec::new();
    for declaration in declarations(registry) {
        if !families.contains(&declaration.family) {
            families.push(declaration.family);
        }
    }
    let file = |name: &str, contents| GeneratedFile {
        path: format!("python/hornbook/_estimators/{name}.py"),
        contents,
    };
    let mut imports = String::new();
    let mut all = String::from("__all__ = [\n");
    let mut files = Vec::new();
    for family in families {
        let mut attributes = AttributeMixins::default();
        let mut classes = String::new();
        let _ = writeln!(imports, "from .{family} import (");
        let own: Vec<&'static Declaration> =
            declarations(registry).filter(|declaration| declaration.family == family).collect();
        for declaration in own.iter().copied() {
            classes.push_str(&learner_source(declaration, &mut attributes));
            for class in classes_of(declaration) {
                let _ = writeln!(imports, "    {},", class.name());
                let _ = writeln!(all, "    \"{}\",", class.name());
            }
        }
        imports.push_str(")\n");
        let source = attributes.source() + &classes;
        files.push(file(family, head_of(family, &own, &source) + &source));
    }
    all.push_str("]\n");
    let about = "\"\"\"The estimators, a module a family.\n\nMade from the declarations of the learners by `cargo dev generate`; do not edit.\n\"\"\"\n\n";
    files.push(file("__init__", format!("{about}{imports}\n{all}")));
    files
}

/// The learners that get classes. What is made of other learners has a class written by hand.
fn declarations(registry: &Registry) -> impl Iterator<Item = &'static Declaration> {
    registry.entries().iter().map(|entry| entry.declaration).filter(|declaration| !declaration.composite)
}

/// The head of a module: it imports what its source uses.
fn head_of(family: &str, declarations: &[&Declaration], source: &str) -> String {
    let uses = |name: &str| {
        source.match_indices(name).any(|(at, _)| {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            !source[..at].ends_with(is_word) && !source[at + name.len()..].starts_with(is_word)
        })
    };
    let mut imports = String::new();
    if uses("Literal") {
        imports.push_str("from typing import Literal\n\n");
    }
    imports.push_str("from numpy.random import RandomState\n\n");
    let mut modules: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    modules.entry("base").or_default().extend(BASES.into_iter().chain(["Incremental"]));
    modules.entry("documentation").or_default().extend(["attribute", "documented"]);
    modules.entry("transformer").or_default().insert("TransformerEstimator");
    for mixin in declarations.iter().flat_map(|declaration| declaration.python_mixins) {
        let (module, class) = mixin.1.split_once('.').unwrap_or(("base", mixin.1));
        modules.entry(module).or_default().insert(class);
    }
    for (module, names) in modules {
        let used: Vec<&str> = names.into_iter().filter(|name| uses(name)).collect();
        if !used.is_empty() {
            let _ = writeln!(imports, "from .._{module} import {}", used.join(", "));
        }
    }
    HEAD.replace("@FAMILY@", family).replace("@IMPORTS@\n", &imports)
}

/// The classes of a learner, a class a task. Where there are several, what they share stands once, in a class of its own.
fn learner_source(declaration: &'static Declaration, attributes: &mut AttributeMixins) -> String {
    let classes: Vec<PythonClass> = classes_of(declaration).collect();
    if let [class] = classes.as_slice() {
        return format!(
            "\n\n@documented\nclass {}({}{}):\n{}",
            class.name(),
            attributes.of(declaration, |_| true),
            class.bases(),
            shared_source(declaration, true),
        );
    }
    let of_all = attributes.of(declaration, |attribute| attribute.task.is_none());
    let bases = if of_all.is_empty() { of_all } else { format!("({})", of_all.trim_end_matches(", ")) };
    let shared = format!("_{}", declaration.type_name);
    let mut source = format!("\n\nclass {shared}{bases}:\n{}", shared_source(declaration, false));
    for class in classes {
        let _ = write!(
            source,
            "\n\n@documented\nclass {}({}{shared}, {}):\n    __module__ = \"hornbook\"\n",
            class.name(),
            attributes.of(declaration, |attribute| attribute.task == Some(class.task)),
            class.bases(),
        );
    }
    source
}

/// The classes of a module that read attributes off a model, one for each group that learners declare.
#[derive(Default)]
struct AttributeMixins {
    /// Their names and what is in them, in the order in which they came up.
    classes: Vec<(String, String)>,
}

impl AttributeMixins {
    /// The classes of those attributes of a learner that are asked for, as the first bases of another.
    fn of(&mut self, declaration: &Declaration, is_asked: impl Fn(&AttributeSpec) -> bool) -> String {
        let groups = declaration.attribute_groups.iter();
        let asked = groups.map(|group| group.iter().filter(|attribute| is_asked(attribute)).collect());
        asked
            .filter(|group: &Vec<_>| !group.is_empty())
            .fold(String::new(), |bases, group| bases + &self.name_of(declaration, &group) + ", ")
    }

    fn name_of(&mut self, declaration: &Declaration, group: &[&AttributeSpec]) -> String {
        let line = |attribute: &&AttributeSpec| {
            let (name, doc) = (attribute.name, in_python(declaration, attribute.doc));
            format!("    {name}_ = attribute(\"{name}\", {})\n", Value::from(doc))
        };
        let lines: String = group.iter().map(line).collect();
        if let Some((name, _)) = self.classes.iter().find(|(_, own)| *own == lines) {
            return name.clone();
        }
        let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
        let first: String = group[0].name.split('_').map(capitalized).collect();
        let usual = format!("_{first}Attributes");
        let is_taken = self.classes.iter().any(|(name, _)| *name == usual);
        let name = if is_taken { format!("_{}{first}Attributes", declaration.type_name) } else { usual };
        self.classes.push((name.clone(), lines));
        name
    }

    fn source(&self) -> String {
        let class = |(name, lines): &(String, String)| format!("\n\nclass {name}:\n{lines}");
        self.classes.iter().map(class).collect()
    }
}

/// The doc of an attribute, in which other attributes have the names that Python gives them; what is a parameter, too, means that.
fn in_python(declaration: &Declaration, doc: &str) -> String {
    declaration
        .attributes()
        .map(|attribute| attribute.name)
        .filter(|name| declaration.parameters.iter().all(|parameter| parameter.name != *name))
        .fold(doc.to_string(), |doc, name| doc.replace(&format!("`{name}`"), &format!("`{name}_`")))
}

/// The docstring, what is declared, and `__init__`.
fn shared_source(declaration: &Declaration, is_public: bool) -> String {
    let parameters = declaration.parameters;
    let mut source = String::new();
    let docstring = indent(&docstring(declaration), 4);
    // A raw docstring keeps the backslashes of formulas.
    let raw = if docstring.contains('\\') { "r" } else { "" };
    let _ = writeln!(source, "    {raw}\"\"\"{}\n    \"\"\"\n", docstring.trim());
    if is_public {
        source.push_str("    __module__ = \"hornbook\"\n");
    }
    let _ = writeln!(source, "    _learner = \"{}\"", declaration.name);
    let _ = writeln!(source, "    _takes = frozenset({})", python_set(&takes(declaration)));
    for (attribute, kind) in
        [("_estimator_parameters", ParameterKind::Learner), ("_estimator_lists", ParameterKind::Learners)]
    {
        let names: Vec<&str> = parameters.iter().filter(|p| p.kind == kind).map(|p| p.name).collect();
        if !names.is_empty() {
            let _ = writeln!(source, "    {attribute} = frozenset({})", python_set(&names));
        }
    }
    for (is_so, attribute) in [
        (declaration.supervised, "_is_supervised"),
        (declaration.binary_only, "_binary_only"),
        (declaration.positive_target, "_positive_target"),
    ] {
        if is_so {
            let _ = writeln!(source, "    {attribute} = True");
        }
    }
    let poor: Vec<String> = declaration.poor_score.iter().map(Task::to_string).collect();
    if !poor.is_empty() {
        let poor: Vec<&str> = poor.iter().map(String::as_str).collect();
        let _ = writeln!(source, "    _poor_score = frozenset({})", python_set(&poor));
    }
    source.push('\n');
    source.push_str("    def __init__(\n        self,\n        *,\n");
    for p in parameters {
        let _ =
            writeln!(source, "        {}: {} = {},", p.name, annotation(p), python_literal(&(p.default)()));
    }
    for (name, kind) in RUN_PARAMETERS {
        let _ = writeln!(source, "        {name}: {kind} = None,");
    }
    source.push_str("    ) -> None:\n");
    for name in parameters.iter().map(|p| p.name).chain(RUN_PARAMETERS.map(|(name, _)| name)) {
        let _ = writeln!(source, "        self.{name} = {name}");
    }
    source
}

fn takes(declaration: &Declaration) -> Vec<&'static str> {
    let capabilities = declaration.capabilities;
    let takes = [
        (capabilities.categories, "categories"),
        (capabilities.missing, "missing"),
        (capabilities.sample_weights, "weights"),
        (capabilities.multi_output, "targets"),
        (capabilities.text, "text"),
    ];
    takes.into_iter().filter_map(|(has, word)| has.then_some(word)).collect()
}

/// What the learner is, and its own parameters; `documented` adds those of the run, the attributes and an example.
fn docstring(declaration: &Declaration) -> String {
    let mut doc = prose(declaration.doc);
    // Batches cannot be given in Python yet.
    let capabilities = Capabilities { out_of_core: false, ..declaration.capabilities };
    let _ = write!(doc, "\n\nNatively handles: {capabilities}.");
    if !declaration.aliases.is_empty() {
        let _ = write!(doc, "\n\nAlso called: {}.", declaration.aliases.join(", "));
    }
    doc.push_str("\n\nParameters\n----------\n");
    for p in declaration.parameters {
        let default = python_literal(&(p.default)());
        let _ = writeln!(doc, "{} : {}, default={default}", p.name, numpydoc_type(p));
        doc.push_str(&indent(&parameter_doc(p), 4));
    }
    doc
}

struct PythonClass {
    declaration: &'static Declaration,
    task: Task,
}

fn classes_of(declaration: &'static Declaration) -> impl Iterator<Item = PythonClass> {
    declaration.tasks.iter().map(move |&task| PythonClass { declaration, task })
}

impl PythonClass {
    fn base(&self) -> &'static str {
        match self.task {
            Task::Classification => "Classifier",
            Task::Regression => "Regressor",
            Task::Outliers => "OutlierDetector",
            Task::Density => "DensityEstimator",
            Task::Transformation => "TransformerEstimator",
            Task::Clustering | Task::Patterns => "WithoutTarget",
            Task::Labeling => "Estimator",
        }
    }

    /// Tasks that share their learners with another are told apart by an ending.
    fn name(&self) -> String {
        let stem = self.declaration.type_name;
        if let Some(name) = self.declaration.python_name {
            return name.to_string();
        }
        if self.task.needs_target() { format!("{stem}{}", self.base()) } else { stem.to_string() }
    }

    fn bases(&self) -> String {
        let increments = if self.declaration.capabilities.incremental { "Incremental, " } else { "" };
        let mixins: String = self
            .declaration
            .python_mixins
            .iter()
            .filter(|(task, _)| task.is_none_or(|task| task == self.task))
            .map(|(_, mixin)| format!("{}, ", mixin.rsplit('.').next().unwrap_or(mixin)))
            .collect();
        format!("{increments}{mixins}{}", self.base())
    }
}

/// The doc comment without its code, which is Rust.
pub(super) fn prose(doc: &str) -> String {
    let mut in_code = false;
    let lines = doc.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_string()
}

/// The doc of a parameter, what its choices mean, and the numbers it takes.
pub(super) fn parameter_doc(p: &ParameterSpec) -> String {
    let mut doc = prose(p.doc);
    if p.range != Range::ANY {
        let range = p.range.to_string();
        let (first, rest) = range.split_at(1);
        let _ = write!(doc, "\n{}{rest}.", first.to_uppercase());
    }
    let options = p.kind.options();
    if !options.is_empty() {
        doc.push('\n');
        for (name, text) in options {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = write!(doc, "\n- \"{name}\": {text}");
        }
        doc.push('\n');
    }
    doc
}

/// `float or None`, `{"gini", "entropy"}`.
pub(super) fn numpydoc_type(p: &ParameterSpec) -> String {
    let name = match p.kind {
        ParameterKind::Choice(options) => format!("{{{}}}", quoted(options.iter().map(|(name, _)| *name))),
        ParameterKind::CountOrFraction(options) if !options.is_empty() => {
            format!("int, float or {{{}}}", quoted(options.iter().map(|(name, _)| *name)))
        }
        ParameterKind::FloatOr(options) => {
            format!("float or {{{}}}", quoted(options.iter().map(|(name, _)| *name)))
        }
        other => python_type(other).to_string(),
    };
    if p.optional { format!("{name} or None") } else { name }
}

/// `float | None`, `Literal["gini", "entropy"]`.
pub(super) fn annotation(p: &ParameterSpec) -> String {
    let name = match p.kind {
        ParameterKind::Choice(options) => {
            format!("Literal[{}]", quoted(options.iter().map(|(name, _)| *name)))
        }
        ParameterKind::CountOrFraction(options) if !options.is_empty() => {
            format!("int | float | Literal[{}]", quoted(options.iter().map(|(name, _)| *name)))
        }
        ParameterKind::FloatOr(options) => {
            format!("float | Literal[{}]", quoted(options.iter().map(|(name, _)| *name)))
        }
        other => python_type(other).to_string(),
    };
    if p.optional { format!("{name} | None") } else { name }
}

fn python_type(kind: ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Integer => "int",
        ParameterKind::Float | ParameterKind::FloatOr(_) => "float",
        ParameterKind::Boolean => "bool",
        ParameterKind::Text | ParameterKind::Choice(_) => "str",
        ParameterKind::PerColumn => "dict[str, float] | list[float]",
        ParameterKind::ColumnSets => "list[list[str | int]]",
        ParameterKind::CountOrFraction(_) => "int | float",
        ParameterKind::Numbers => "list[float]",
        ParameterKind::Learner => "Estimator | str",
        ParameterKind::Learners => "list[Estimator | str] | list[tuple[str, Estimator]]",
        ParameterKind::Columns => "list[str] | str",
        ParameterKind::ColumnTransformers => "list[tuple[list[str] | str, Estimator | str]] | str",
        ParameterKind::Variant(_) => "str | dict[str, object]",
        ParameterKind::Variants(_) => "list[str | dict[str, object]] | str",
        ParameterKind::Argument(kind) => kind.python_type(),
    }
}

pub(super) fn python_literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_string(),
        Value::Bool(true) => "True".to_string(),
        Value::Bool(false) => "False".to_string(),
        // A learner by its name, as text has it.
        Value::Object(_) => LearnerSpec::from_value(value)
            .map_or_else(|| value.to_string(), |learner| format!("\"{learner}\"")),
        other => other.to_string(),
    }
}

fn python_set(words: &[&str]) -> String {
    if words.is_empty() { String::new() } else { format!("{{{}}}", quoted(words.iter().copied())) }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// The lines with so many spaces before each that is not empty, and an end of line after each.
pub(super) fn indent(text: &str, spaces: usize) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = if line.is_empty() { writeln!(out) } else { writeln!(out, "{:spaces$}{line}", "") };
        out
    })
}
