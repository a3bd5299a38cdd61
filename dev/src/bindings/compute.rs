//! The tools: the functions of `hornbook.compute`, a reference page a chapter, and a JSON schema a tool.

use super::python::{annotation, indent, numpydoc_type, parameter_doc, prose, python_literal};
use crate::generated::GeneratedFile;
use hornbook::{ToolDeclaration, ToolRegistry};
use std::fmt::Write as _;

const HEAD: &str = r#""""Computations of the textbook that are no estimators: information, distributions, algebra, optimization, intervals, tests, decisions.

Every function gives a :class:`ComputeResult`: its results are attributes, its text is what `hornbook compute` prints, and `steps` has
the derivation. Lists may be numpy arrays or Series, matrices also frames; tables are frames, dictionaries of columns, or paths.

Made from the declarations of the tools by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal

from numpy.typing import ArrayLike

from ._compute import ComputeResult, compute_tool

"#;

const PAGES_HEAD: &str = "\
# Tools

Computations on arguments that are no learners: `hornbook compute NAME`, `hornbook.compute.name` in Python. A page a chapter; the
[guide](../../compute.md) has examples.

| tool | chapter | what it is |
|---|---|---|
";

pub(super) fn files(tools: &ToolRegistry) -> Vec<GeneratedFile> {
    let mut index = String::from(PAGES_HEAD);
    let mut files =
        vec![GeneratedFile { path: "python/hornbook/compute.py".to_string(), contents: module(tools) }];
    for (chapter, entries) in tools.chapters() {
        let mut contents = format!("# {chapter}\n\n");
        for declaration in entries.iter().map(|entry| entry.declaration) {
            let name = declaration.name;
            contents += &declaration.reference_section();
            let _ = writeln!(
                index,
                "| [{name}]({}#{name}) | {chapter} | {} |",
                page_of(chapter),
                declaration.summary()
            );
            files.push(GeneratedFile {
                path: format!("docs/reference/tools/{name}.schema.json"),
                contents: format!("{:#}\n", declaration.json_schema()),
            });
        }
        let contents = format!("{}\n", contents.trim_end());
        files.push(GeneratedFile { path: format!("docs/reference/tools/{}", page_of(chapter)), contents });
    }
    files.push(GeneratedFile { path: "docs/reference/tools/README.md".to_string(), contents: index });
    files
}

/// The file of a chapter.
pub(super) fn page_of(chapter: &str) -> String {
    format!("{}.md", chapter.to_lowercase().replace(' ', "-"))
}

/// The module of all functions.
fn module(tools: &ToolRegistry) -> String {
    let mut source = String::from(HEAD);
    let mut names: Vec<String> = tools.entries().iter().map(|entry| python_name(entry.declaration)).collect();
    names.push("ComputeResult".to_string());
    names.sort();
    source.push_str("__all__ = [\n");
    for name in names {
        let _ = writeln!(source, "    \"{name}\",");
    }
    source.push_str("]\n");
    for entry in tools.entries() {
        source += &function(entry.declaration);
    }
    source
}

fn python_name(declaration: &ToolDeclaration) -> String {
    declaration.name.replace('-', "_")
}

/// A function with its signature and docstring; arguments that must be given come first.
fn function(declaration: &ToolDeclaration) -> String {
    let mut source = format!("\n\ndef {}(\n", python_name(declaration));
    let needed = declaration.parameters.iter().filter(|p| p.required);
    let others: Vec<_> = declaration.parameters.iter().filter(|p| !p.required).collect();
    for p in needed.clone() {
        let _ = writeln!(source, "    {}: {},", p.name, annotation(p));
    }
    if !others.is_empty() || declaration.random {
        source.push_str("    *,\n");
    }
    for p in &others {
        let _ = writeln!(source, "    {}: {} = {},", p.name, annotation(p), python_literal(&(p.default)()));
    }
    if declaration.random {
        source.push_str("    random_state: int | None = None,\n    n_jobs: int | None = None,\n");
    }
    source.push_str(") -> ComputeResult:\n");
    let mut doc = prose(declaration.doc);
    if !declaration.parameters.is_empty() || declaration.random {
        doc.push_str("\n\nParameters\n----------\n");
    }
    for p in needed.chain(others.iter().copied()) {
        let default =
            if p.required { String::new() } else { format!(", default={}", python_literal(&(p.default)())) };
        let _ = writeln!(doc, "{} : {}{default}", p.name, numpydoc_type(p));
        doc.push_str(&indent(&parameter_doc(p), 4));
    }
    if declaration.random {
        doc.push_str("random_state : int or None, default=None\n    Random seed; 0 by default.\n");
        doc.push_str("n_jobs : int or None, default=None\n    Number of threads; all cores by default.\n");
    }
    let doc = indent(doc.trim_end(), 4);
    let raw = if doc.contains('\\') { "r" } else { "" };
    let _ = write!(source, "    {raw}\"\"\"{}\n    \"\"\"\n", doc.trim());
    let _ = writeln!(source, "    return compute_tool(\"{}\", locals())", declaration.name);
    source
}
