//! `hornbook learners`: which learners there are, and the page of one.

use crate::failure::Failure;
use crate::glossary::{GuideTerm, guide_terms, nearest_to_absent};
use crate::output::{Output, heading, rows_of_cells};
use clap::{Arg, ArgMatches, Command};
use hornbook::study::{DistributionKnowledge, LearningAdvice, advise};
use hornbook::{Declaration, Registry, Value};
use hornbook_core::ParameterValue;
use serde_json::json;

/// Terms of the guide that a search shows.
const MOST_TERMS: usize = 5;

pub fn command() -> Command {
    Command::new("learners")
        .about("List the learners, search them, or show the reference page of one")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    let names: Vec<&'static str> =
        hornbook::registry().entries().iter().map(|e| e.declaration.name).collect();
    command
        .arg(Arg::new("NAME").help(format!(
            "One of {}; or an abbreviation, or scikit-learn's, R's or Weka's name for it. With --json, its \
             hyperparameters as a JSON schema",
            names.join(", ")
        )))
        .arg(Arg::new("search").long("search").value_name("WORDS").conflicts_with("NAME").help(
            "List the learners whose names, pages or hyperparameters have these words, and the pages of the guide that \
             explain them: 'l2 regularization', 'confusion matrix'",
        ))
        .arg(
            Arg::new("known")
                .long("known")
                .value_name("WHAT")
                .value_parser(DistributionKnowledge::KIND.options().iter().map(|(name, _)| *name).collect::<Vec<_>>())
                .conflicts_with_all(["NAME", "search"])
                .help(
                    "Advise by what is known of the distribution of the rows: all of it (full), its form but not \
                     its parameters (form), nothing but labels (labels), or nothing at all (nothing)",
                ),
        )
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    if let Some(words) = matches.get_one::<String>("search") {
        return search(words, registry, output);
    }
    if let Some(known) = matches.get_one::<String>("known") {
        let knowledge = DistributionKnowledge::from_value(&known.as_str().into())
            .ok_or_else(|| Failure::Usage(format!("nothing is called '{known}'")))?;
        return show_advice(knowledge, registry, output);
    }
    let Some(name) = matches.get_one::<String>("NAME") else {
        let all: Vec<&Declaration> = registry.entries().iter().map(|e| e.declaration).collect();
        return list(&all, output);
    };
    if let Ok(entry) = registry.find(name) {
        return show(entry.declaration, output);
    }
    // Not a name of ours: what other programs call so, or else what has these words.
    let elsewhere = |d: &&Declaration| d.names_elsewhere().any(|other| other.eq_ignore_ascii_case(name));
    let mut meant: Vec<&Declaration> =
        registry.entries().iter().map(|e| e.declaration).filter(elsewhere).collect();
    if meant.is_empty() {
        meant = registry.search(name).iter().map(|e| e.declaration).collect();
    }
    match meant.as_slice() {
        [] => search(name, registry, output),
        [one] => show(one, output),
        several => {
            if !output.is_json() {
                output.text(format!("No learner is called '{name}'; these match:\n"))?;
            }
            list(several, output)
        }
    }
}

fn show_advice(
    knowledge: DistributionKnowledge,
    registry: &Registry,
    output: &Output,
) -> Result<(), Failure> {
    let advice = advise(knowledge, registry);
    if output.is_json() {
        let LearningAdvice { approach, reason, learners } = advice;
        return output.json(&json!({"approach": approach, "reason": reason, "learners": learners}));
    }
    output.text(format!("{}\n{}\n", heading(advice.approach), advice.reason))?;
    let is_meant = |d: &&Declaration| advice.learners.contains(&d.name);
    let meant: Vec<&Declaration> =
        registry.entries().iter().map(|e| e.declaration).filter(is_meant).collect();
    if meant.is_empty() { Ok(()) } else { list(&meant, output) }
}

/// The learners that have these words. Terms that are no learners are pointed to in the guide, and what Hornbook does not have
/// is said to be absent.
fn search(words: &str, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let found: Vec<&Declaration> = registry.search(words).iter().map(|e| e.declaration).collect();
    let terms = guide_terms(words);
    let nearest = nearest_to_absent(words);
    if found.is_empty() && terms.is_empty() && nearest.is_none() {
        return Err(nothing_called(words, registry));
    }
    if output.is_json() {
        let guide = terms.iter().map(|found| json!({"term": found.term, "pages": found.pages}));
        return output.json(&json!({
            "learners": found.iter().map(|d| in_short(d)).collect::<Vec<_>>(),
            "guide": guide.collect::<Vec<_>>(),
            "nearest": nearest,
        }));
    }
    if let Some(nearest) = nearest {
        output.text(format!("Hornbook has no '{words}'. Nearest: {nearest}.\n"))?;
    }
    if !terms.is_empty() {
        let line = |found: &GuideTerm| [format!("  {}", found.term), found.pages.join(", ")];
        output.text(format!(
            "{}\n{}\n",
            heading("In the guide"),
            rows_of_cells(terms.iter().take(MOST_TERMS).map(line).collect(), &[])
        ))?;
    }
    if found.is_empty() {
        return Ok(());
    }
    if !terms.is_empty() {
        output.text(heading("Learners"))?;
    }
    list(&found, output)
}

fn nothing_called(words: &str, registry: &Registry) -> Failure {
    let names: Vec<&str> = registry.entries().iter().map(|e| e.declaration.name).collect();
    let near: Vec<&str> =
        words.split_whitespace().filter_map(|word| hornbook_core::closest_name(word, &names)).collect();
    let advice = if near.is_empty() {
        "`hornbook learners` lists all of them".to_string()
    } else {
        format!("the nearest names are {}", near.join(", "))
    };
    Failure::Usage(format!("no learner and no page of the guide has '{words}': {advice}"))
}

fn show(declaration: &Declaration, output: &Output) -> Result<(), Failure> {
    if output.is_json() { output.json(&declaration.json_schema()) } else { output.text(page(declaration)) }
}

fn list(declarations: &[&Declaration], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(&Value::Array(declarations.iter().map(|d| in_short(d)).collect()));
    }
    let rows = declarations.iter().map(|d| [d.name.to_string(), d.summary()]).collect();
    output.text(rows_of_cells(rows, &[]))?;
    output.text("\n`hornbook learners NAME` shows the page of one, `--search WORDS` finds one.")
}

fn in_short(declaration: &Declaration) -> Value {
    json!({
        "name": declaration.name,
        "aliases": declaration.aliases,
        "equivalents": declaration.equivalents.iter().map(|(program, names)| (program.to_string(), json!(names))).collect::<serde_json::Map<_, _>>(),
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
    page += &format!("Natively handles: {}.\n", declaration.capabilities);
    if !declaration.aliases.is_empty() {
        page += &format!("Also found as: {}.\n", declaration.aliases.join(", "));
    }
    for (program, names) in declaration.equivalents {
        page += &format!("In {program}: {names}.\n");
    }
    if !declaration.parameters.is_empty() {
        page += &format!("\n{}\n", heading("Hyperparameters"));
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
