//! The Python estimators: for each learner a class a task, with its parameters spelled out in the signature and
//! explained in a numpydoc docstring. What the classes do is in `python/hornbook/_base.py`.

use super::DoorFile;
use crate::{Declaration, Registry, Task, Value};
use hornbook_core::{Abilities, Kind, ParameterSpec, Range};
use std::fmt::Write as _;

const HEAD: &str = r#""""The estimators.

Made from the declarations of the learners by `cargo run -p hornbook --example doors`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from ._base import Classifier, DensityEstimator, Estimator, Incremental, OutlierDetector, Regressor
from ._bayes import (
    Bayes,
    CategoryBayes,
    CountBayes,
    Drawn,
    EventBayes,
    GaussianBayes,
    GaussianClasses,
    LinearDiscriminantClasses,
)
from ._boosting import Boosting, BoostingRegressor
from ._forest import Forest
from ._linear import Bayesian, Binomial, Discriminant, Generalised, Huber, Linear, LinearClassifier, LossCurve, Ranking
from ._neighbors import Distances, LocalFactors, Neighbors
from ._tree import SingleTree

"#;

/// The base class of learners that know more than others, beside that of their task.
fn more_of(learner: &str, task: Task) -> &'static str {
    match (learner, task) {
        ("random-forest" | "extra-trees", _) => "Forest, ",
        (
            "linear-regression"
            | "ridge"
            | "lasso"
            | "elastic-net"
            | "lasso-cv"
            | "elastic-net-cv"
            | "quantile-regression",
            _,
        ) => "Linear, ",
        ("logistic-regression", _) => "LinearClassifier, ",
        ("binomial-regression", _) => "Binomial, ",
        ("poisson-regression" | "gamma-regression" | "tweedie-regression" | "generalised-linear", _) => {
            "Generalised, "
        }
        ("bayesian-ridge", _) => "Bayesian, ",
        ("huber-regression", _) => "Huber, ",
        ("perceptron" | "linear-discrimination", _) => "Discriminant, ",
        ("delta-rule", Task::Classification) => "LossCurve, Discriminant, ",
        ("delta-rule", _) => "LossCurve, Linear, ",
        ("linear-ranking", _) => "Ranking, ",
        ("gaussian-naive-bayes", _) => "GaussianBayes, ",
        ("multinomial-naive-bayes" | "complement-naive-bayes", _) => "EventBayes, ",
        ("bernoulli-naive-bayes", _) => "CountBayes, ",
        ("categorical-naive-bayes", _) => "CategoryBayes, ",
        ("naive-bayes", _) => "Bayes, ",
        ("gaussian-discriminant" | "quadratic-discriminant", _) => "GaussianClasses, ",
        ("linear-discriminant", _) => "LinearDiscriminantClasses, ",
        ("kernel-density" | "histogram", _) => "Drawn, ",
        ("k-neighbors" | "radius-neighbors", _) => "Neighbors, ",
        ("local-outlier-factor", _) => "LocalFactors, ",
        ("k-neighbors-outliers" | "k-neighbors-density", _) => "Distances, ",
        ("gradient-boosting", Task::Regression) => "BoostingRegressor, ",
        ("gradient-boosting", _) => "Boosting, ",
        ("decision-tree" | "id3" | "c45" | "cart" | "hunt" | "bfs-id3", _) => "SingleTree, ",
        _ => "",
    }
}

/// The parameters every estimator has besides those of its learner: they belong to the run.
const RUN_PARAMETERS: [(&str, &str, &str); 2] = [
    (
        "random_state",
        "int | RandomState | None",
        "Where the random numbers come from. With an int every fit gives the same model; with None each fit draws \
         from numpy's global generator.",
    ),
    (
        "n_jobs",
        "int | None",
        "How many threads to use; None and -1 stand for all cores. The model is the same for any number.",
    ),
];

pub(super) fn files(registry: &Registry) -> Vec<DoorFile> {
    let classes: Vec<Class> =
        registry.entries().iter().flat_map(|entry| classes_of(entry.declaration)).collect();
    let mut contents = HEAD.to_string();
    contents.push_str("__all__ = [\n");
    for class in &classes {
        let _ = writeln!(contents, "    \"{}\",", class.name());
    }
    contents.push_str("]\n");
    for class in &classes {
        contents.push_str(&class.source());
    }
    vec![DoorFile { path: "python/hornbook/_estimators.py".to_string(), contents }]
}

struct Class {
    declaration: &'static Declaration,
    task: Task,
}

fn classes_of(declaration: &'static Declaration) -> impl Iterator<Item = Class> {
    declaration.tasks.iter().map(move |&task| Class { declaration, task })
}

impl Class {
    fn base(&self) -> &'static str {
        match self.task {
            Task::Classification => "Classifier",
            Task::Regression => "Regressor",
            Task::Outliers => "OutlierDetector",
            Task::Density => "DensityEstimator",
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

    fn source(&self) -> String {
        let parameters = self.declaration.parameters;
        let increments = if self.declaration.abilities.more_rows { "Incremental, " } else { "" };
        let bases = format!("{increments}{}{}", more_of(self.declaration.name, self.task), self.base());
        let mut source = format!("\n\nclass {}({bases}):\n", self.name());
        let docstring = indent(&self.docstring(), 4);
        // A raw docstring keeps the backslashes of formulas.
        let raw = if docstring.contains('\\') { "r" } else { "" };
        let _ = writeln!(source, "    {raw}\"\"\"{}\n    \"\"\"\n", docstring.trim());
        source.push_str("    __module__ = \"hornbook\"\n");
        let _ = writeln!(source, "    _learner = \"{}\"", self.declaration.name);
        let _ = writeln!(source, "    _takes = frozenset({})", python_set(&self.takes()));
        for (attribute, kind) in
            [("_estimator_parameters", Kind::Learner), ("_estimator_lists", Kind::Learners)]
        {
            let names: Vec<&str> = parameters.iter().filter(|p| p.kind == kind).map(|p| p.name).collect();
            if !names.is_empty() {
                let _ = writeln!(source, "    {attribute} = frozenset({})", python_set(&names));
            }
        }
        source.push('\n');
        source.push_str("    def __init__(\n        self,\n        *,\n");
        for p in parameters {
            let _ = writeln!(
                source,
                "        {}: {} = {},",
                p.name,
                annotation(p),
                python_literal(&(p.default)())
            );
        }
        for (name, kind, _) in RUN_PARAMETERS {
            let _ = writeln!(source, "        {name}: {kind} = None,");
        }
        source.push_str("    ) -> None:\n");
        for name in parameters.iter().map(|p| p.name).chain(RUN_PARAMETERS.map(|(name, ..)| name)) {
            let _ = writeln!(source, "        self.{name} = {name}");
        }
        source
    }

    fn takes(&self) -> Vec<&'static str> {
        let abilities = self.declaration.abilities;
        let takes = [
            (abilities.categories, "categories"),
            (abilities.missing, "missing"),
            (abilities.weights, "weights"),
            (abilities.targets, "targets"),
            (abilities.text, "text"),
        ];
        takes.into_iter().filter_map(|(has, word)| has.then_some(word)).collect()
    }

    fn docstring(&self) -> String {
        let mut doc = prose(self.declaration.doc);
        // Batches have no door in Python yet.
        let abilities = Abilities { batches: false, ..self.declaration.abilities };
        let _ = write!(doc, "\n\nTakes as they are: {abilities}.");
        doc.push_str("\n\nParameters\n----------\n");
        for p in self.declaration.parameters {
            let _ = writeln!(
                doc,
                "{} : {}, default={}",
                p.name,
                numpydoc_type(p),
                python_literal(&(p.default)())
            );
            doc.push_str(&indent(&parameter_doc(p), 4));
        }
        for (name, kind, text) in RUN_PARAMETERS {
            let _ = writeln!(doc, "{name} : {}, default=None", kind.replace(" | ", " or "));
            doc.push_str(&indent(&wrap(text), 4));
        }
        doc.push_str("\nAttributes\n----------\n");
        for (name, kind, text) in self.attributes() {
            let _ = writeln!(doc, "{name} : {kind}");
            doc.push_str(&indent(text, 4));
        }
        let _ = write!(doc, "\nExamples\n--------\n{}", self.example());
        doc
    }

    fn attributes(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let classes = ("classes_", "ndarray of shape (n_classes,)", "The labels, sorted.");
        let common = [
            (
                "feature_importances_",
                "ndarray of shape (n_features_in_,)",
                "How much each feature contributed, if the model can say.",
            ),
            ("n_features_in_", "int", "How many features there were in `fit`."),
            ("feature_names_in_", "ndarray of shape (n_features_in_,)", "Their names, if `X` had names."),
            ("model_", "hornbook._hornbook.Model", "What was learned."),
        ];
        let offset = (
            "offset_",
            "float",
            "From which score on rows are inliers; see `score_samples` and `decision_function`.",
        );
        let own = match self.task {
            Task::Classification => Some(classes),
            Task::Regression | Task::Density => None,
            Task::Outliers => Some(offset),
        };
        own.into_iter().chain(common).collect()
    }

    fn example(&self) -> String {
        let name = self.name();
        let data = match self.task {
            // It tells two classes apart, and the irises are three.
            Task::Classification if self.declaration.name == "binomial-regression" => "load_breast_cancer",
            Task::Classification => "load_iris",
            Task::Regression => "load_diabetes",
            Task::Outliers => {
                return format!(
                    ">>> from hornbook import {name}\n\
                     >>> X = [[0.1 * (i % 7)] for i in range(30)] + [[9.0]]\n\
                     >>> {name}(random_state=0).fit(X).predict([[0.2], [9.0]]).tolist()\n\
                     [1, -1]\n"
                );
            }
            Task::Density => {
                return format!(
                    ">>> from hornbook import {name}\n\
                     >>> X = [[0.1], [0.2], [0.3], [0.2], [0.1], [0.9]]\n\
                     >>> near, far = {name}().fit(X).score_samples([[0.2], [0.7]])\n\
                     >>> bool(near > far)\n\
                     True\n"
                );
            }
        };
        format!(
            ">>> from hornbook import {name}\n\
             >>> from sklearn.datasets import {data}\n\
             >>> X, y = {data}(return_X_y=True)\n\
             >>> {name}(random_state=0).fit(X, y).predict(X).shape == y.shape\n\
             True\n"
        )
    }
}

/// The doc comment without its code, which is Rust.
fn prose(doc: &str) -> String {
    let mut in_code = false;
    let lines = doc.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_string()
}

/// The doc of a parameter, what its choices mean, and the numbers it takes.
fn parameter_doc(p: &ParameterSpec) -> String {
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
fn numpydoc_type(p: &ParameterSpec) -> String {
    let name = match p.kind {
        Kind::Choice(options) => format!("{{{}}}", quoted(options.iter().map(|(name, _)| *name))),
        Kind::Amount(options) if !options.is_empty() => {
            format!("int, float or {{{}}}", quoted(options.iter().map(|(name, _)| *name)))
        }
        Kind::RealOr(options) => format!("float or {{{}}}", quoted(options.iter().map(|(name, _)| *name))),
        other => python_type(other).to_string(),
    };
    if p.optional { format!("{name} or None") } else { name }
}

/// `float | None`, `Literal["gini", "entropy"]`.
fn annotation(p: &ParameterSpec) -> String {
    let name = match p.kind {
        Kind::Choice(options) => format!("Literal[{}]", quoted(options.iter().map(|(name, _)| *name))),
        Kind::Amount(options) if !options.is_empty() => {
            format!("int | float | Literal[{}]", quoted(options.iter().map(|(name, _)| *name)))
        }
        Kind::RealOr(options) => {
            format!("float | Literal[{}]", quoted(options.iter().map(|(name, _)| *name)))
        }
        other => python_type(other).to_string(),
    };
    if p.optional { format!("{name} | None") } else { name }
}

fn python_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole => "int",
        Kind::Real | Kind::RealOr(_) => "float",
        Kind::Truth => "bool",
        Kind::Text | Kind::Choice(_) => "str",
        Kind::PerColumn => "dict[str, float] | list[float]",
        Kind::ColumnSets => "list[list[str | int]]",
        Kind::Amount(_) => "int | float",
        Kind::Numbers => "list[float]",
        Kind::Learner => "Estimator | str",
        Kind::Learners => "list[Estimator | str] | list[tuple[str, Estimator]]",
    }
}

fn python_literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_string(),
        Value::Bool(true) => "True".to_string(),
        Value::Bool(false) => "False".to_string(),
        other => other.to_string(),
    }
}

fn python_set(words: &[&str]) -> String {
    if words.is_empty() { String::new() } else { format!("{{{}}}", quoted(words.iter().copied())) }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// Breaks a line that was written as one.
fn wrap(text: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].len() + 1 + word.len() <= WIDTH {
            let _ = write!(lines[last], " {word}");
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join("\n")
}

/// The lines with so many spaces before each that is not empty, and an end of line after each.
fn indent(text: &str, spaces: usize) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = if line.is_empty() { writeln!(out) } else { writeln!(out, "{:spaces$}{line}", "") };
        out
    })
}
