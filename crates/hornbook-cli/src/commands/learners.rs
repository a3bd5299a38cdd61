//! `hornbook learners`: which learners there are, and the page of one.

use crate::failure::Failure;
use crate::output::{Output, heading, rows_of_cells};
use clap::{Arg, ArgMatches, Command};
use hornbook::{Declaration, Registry, Value};
use serde_json::json;

pub fn command(registry: &Registry) -> Command {
    let names: Vec<&'static str> = registry.entries().iter().map(|e| e.declaration.name).collect();
    Command::new("learners").about("List the learners, or show the page of one").arg(
        Arg::new("NAME")
            .help(format!("One of {}. With --json, its parameters as a JSON schema", names.join(", "))),
    )
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    match matches.get_one::<String>("NAME") {
        Some(name) => {
            let entry = registry.find(name).map_err(|error| Failure::Usage(error.to_string()))?;
            let declaration = entry.declaration;
            if output.is_json() {
                output.json(&declaration.json_schema())
            } else {
                output.text(page(declaration))
            }
        }
        None if output.is_json() => {
            output.json(&Value::Array(registry.entries().iter().map(|e| in_short(e.declaration)).collect()))
        }
        None => {
            let declarations = registry.entries().iter().map(|e| e.declaration);
            let rows = declarations.map(|d| [d.name.to_string(), d.summary()]).collect();
            output.text(rows_of_cells(rows, &[]))?;
            output.text("\n`hornbook learners NAME` shows the page of one.")
        }
    }
}

fn in_short(declaration: &Declaration) -> Value {
    json!({
        "name": declaration.name,
        "family": declaration.family,
        "tasks": declaration.tasks,
        "summary": declaration.summary(),
    })
}

/// A doc without its examples in Rust.
fn without_code(doc: &str) -> String {
    let parts = doc.split("```").step_by(2).map(str::trim_end);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The reference page for a terminal: the same words, without Markdown's tables.
fn page(declaration: &Declaration) -> String {
    let tasks: Vec<String> = declaration.tasks.iter().map(ToString::to_string).collect();
    let mut page = format!("{}\n\n{}\n\n", heading(declaration.name), without_code(declaration.doc).trim());
    page += &format!("Family: {}. Tasks: {}.\n", declaration.family, tasks.join(" and "));
    page += &format!("Takes as they are: {}.\n", declaration.abilities);
    if !declaration.parameters.is_empty() {
        page += &format!("\n{}\n", heading("Parameters"));
    }
    for spec in declaration.parameters {
        let default = spec.default_text();
        let doc = spec.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        page += &format!("\n  {} ({}; default {default})\n      {doc}\n", heading(spec.name), spec.allowed());
        for (name, doc) in spec.kind.options() {
            page += &format!("      {name}: {doc}\n");
        }
    }
    page
}
