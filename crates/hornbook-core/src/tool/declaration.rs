//! What a tool is, and its arguments, as data.

use crate::declaration::{
    ParameterSpec, Parameters, find_parameter, parameter_options, parameter_table, plain_name,
};
use crate::{Error, ParameterKind, Result, Value};
use serde_json::json;
use std::fmt::Write as _;

/// Everything the interfaces (command line, Python, schema, docs) need to know about a tool.
#[derive(Debug)]
pub struct ToolDeclaration {
    /// Its name in every interface: `entropy`.
    pub name: &'static str,
    /// The chapter of the textbook: `Information`.
    pub chapter: &'static str,
    /// Other names that it is found by.
    pub aliases: &'static [&'static str],
    /// Whether the result depends on the seed of the run.
    pub random: bool,
    /// The doc comment of the struct, Markdown; its first paragraph is the summary.
    pub doc: &'static str,
    /// Its arguments.
    pub parameters: &'static [ParameterSpec],
}

impl ToolDeclaration {
    /// The first paragraph of the doc, on one line.
    pub fn summary(&self) -> String {
        let first = self.doc.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The argument of this name, or an error that says which there are.
    pub fn parameter(&self, name: &str) -> Result<&'static ParameterSpec> {
        find_parameter(self.name, self.parameters, name)
    }

    /// An error that names an argument that must be given and is not.
    pub fn check_required(&self, given: &Parameters) -> Result<()> {
        let is_given = |spec: &&ParameterSpec| {
            given.keys().any(|name| name == spec.name || spec.aliases.contains(&name.as_str()))
        };
        match self.parameters.iter().find(|spec| spec.required && !is_given(spec)) {
            // Which text is expected only its doc says.
            Some(spec) if spec.kind == ParameterKind::Text => Err(Error::Parameter {
                learner: self.name.to_string(),
                parameter: spec.name.to_string(),
                found: "missing".to_string(),
                expected: format!("text ({})", spec.doc.trim().trim_end_matches('.')),
            }),
            Some(spec) => Err(spec.refuse(self.name, "missing")),
            None => Ok(()),
        }
    }

    /// An error that names a list that is given and has nothing in it, where nothing is not the default.
    pub fn check_not_empty(&self, given: &Parameters) -> Result<()> {
        let is_empty = |value: &Value| match value {
            Value::Array(list) => list.is_empty(),
            Value::Object(pairs) => pairs.is_empty(),
            _ => false,
        };
        for (name, _) in given.iter().filter(|(_, value)| is_empty(value)) {
            let spec = self.parameter(name)?;
            if !is_empty(&(spec.default)()) || spec.required {
                return Err(spec.refuse(self.name, "empty"));
            }
        }
        Ok(())
    }

    /// Whether `name` is its name or another name for it, whatever the case and the marks between words.
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = plain_name(name);
        plain_name(self.name) == wanted || self.aliases.iter().any(|alias| plain_name(alias) == wanted)
    }

    /// Whether all of these words are in its name, other names, chapter and page.
    pub(super) fn matches(&self, words: &[String]) -> bool {
        let arguments = self.parameters.iter().map(|spec| spec.doc);
        let options = self.parameters.iter().flat_map(|spec| spec.kind.options()).map(|(name, _)| *name);
        let texts = [self.name, self.chapter, self.doc].into_iter().chain(self.aliases.iter().copied());
        let all = texts.chain(arguments).chain(options).collect::<Vec<_>>().join(" ").to_lowercase();
        words.iter().all(|word| all.contains(word))
    }

    /// The arguments as a JSON schema (draft 2020-12).
    pub fn json_schema(&self) -> Value {
        let properties: Parameters =
            self.parameters.iter().map(|spec| (spec.name.to_string(), spec.json_schema())).collect();
        let required: Vec<&str> =
            self.parameters.iter().filter(|spec| spec.required).map(|spec| spec.name).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": self.summary(),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }

    /// Its part of the reference, Markdown, below a heading of the second level.
    pub fn reference_section(&self) -> String {
        let mut section = format!("## {}\n\n{}\n\n", self.name, self.doc.trim());
        if !self.aliases.is_empty() {
            let _ = writeln!(section, "Also found as: {}.\n", self.aliases.join(", "));
        }
        if self.parameters.is_empty() {
            return section;
        }
        section.push_str("| argument | values | default | meaning |\n|---|---|---|---|\n");
        section += &parameter_table(self.parameters);
        section += &parameter_options(self.parameters);
        section.push('\n');
        section
    }
}
