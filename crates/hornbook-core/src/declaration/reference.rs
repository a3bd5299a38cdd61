//! Reference pages.

use super::{Declaration, ParameterKind, ParameterSpec};
use crate::Task;
use std::fmt::Write as _;

impl Declaration {
    /// The reference page, Markdown.
    pub fn reference_page(&self) -> String {
        let mut page = format!("# {}\n\n{}\n\n", self.name, self.doc.trim());
        let tasks: Vec<String> = self.tasks.iter().map(Task::to_string).collect();
        let _ = writeln!(page, "Family: {}. Tasks: {}.", self.family, tasks.join(" and "));
        let _ = writeln!(page, "Natively handles: {}.", self.capabilities);
        if self.scale_sensitive {
            page.push_str(
                "Scale-sensitive: standardize features first (`scale-columns`); a study does so automatically.\n",
            );
        }
        if !self.aliases.is_empty() {
            let _ = writeln!(page, "Also found as: {}.", self.aliases.join(", "));
        }
        if !self.equivalents.is_empty() {
            let equivalents: Vec<String> =
                self.equivalents.iter().map(|(program, names)| format!("{names} ({program})")).collect();
            let _ = writeln!(page, "Equivalent to: {}.", equivalents.join("; "));
        }
        page.push('\n');
        if !self.parameters.is_empty() {
            page.push_str("## Hyperparameters\n\n| name | values | default | meaning |\n|---|---|---|---|\n");
        }
        page += &parameter_table(self.parameters);
        page += &parameter_options(self.parameters);
        if self.attributes().next().is_some() {
            page.push_str(
                "\n## Attributes\n\nWhat can be read off a fitted model: in Python with `_` behind the name, at the command by \
                 `hornbook explain MODEL --attributes`.\n\n| name | type | meaning |\n|---|---|---|\n",
            );
        }
        for attribute in self.attributes() {
            let only = attribute.task.map_or(String::new(), |task| format!(" For {task}."));
            let doc = attribute.doc.replace('|', "\\|");
            let _ =
                writeln!(page, "| `{}` | {} | {doc}{only} |", attribute.name, attribute.kind.python_type());
        }
        page
    }
}

/// A line of a reference page for each parameter.
pub(crate) fn parameter_table(parameters: &[ParameterSpec]) -> String {
    let mut table = String::new();
    for p in parameters {
        let doc = p.doc.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let tried = p.search.map_or(String::new(), |search| format!(" Tuning tries {search}."));
        let default = if p.required { "required".to_string() } else { p.default_text() };
        let allowed = p.allowed().replace('|', "\\|");
        let _ = writeln!(table, "| `{}` | {allowed} | {default} | {doc}{tried} |", p.name);
    }
    table
}

/// What the options of choices mean, for a reference page.
pub(crate) fn parameter_options(parameters: &[ParameterSpec]) -> String {
    let mut text = String::new();
    for p in parameters {
        let options = p.kind.options();
        if let ParameterKind::Variant(variants) | ParameterKind::Variants(variants) = p.kind {
            let _ = write!(text, "\n`{}`:\n\n{}", p.name, variants.reference());
        }
        if !options.is_empty() {
            let _ = writeln!(text, "\n`{}`:\n", p.name);
            for (name, doc) in options {
                let _ = writeln!(text, "- `{name}`: {doc}");
            }
        }
    }
    text
}
