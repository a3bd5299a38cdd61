//! `hornbook compute`: the computations of the textbook that are no learners.

use crate::arguments::option;
use crate::failure::Failure;
use crate::output::{Output, heading, rows_of_cells};
use crate::progress;
use crate::tool_flags::{self, ChosenTool, ToolNames};
use clap::{ArgMatches, Command};
use hornbook::{Error, ToolEntry, Value};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  hornbook compute
  hornbook compute entropy --counts 9,5 --trace
  hornbook compute distribution normal --parameters 0,1 --at 1.96
  hornbook compute decompose '2,1;1,2'
  hornbook compute minimize '(x - 1)^2 + 10*(y - x^2)^2' --start x=0,y=0
  hornbook compute mutual-information --x @table.csv:Wind --y @table.csv:Play

Lists and matrices may be @file.csv:column, matrices also @file.csv.";

pub fn command(tool: Option<&ChosenTool>) -> Command {
    let command = Command::new("compute")
        .about("Compute: information measures, distributions, linear algebra, optimization, intervals, tests, decisions")
        .after_help(EXAMPLES)
        .args_conflicts_with_subcommands(true)
        .subcommand_value_name("NAME")
        .subcommand_help_heading("Tool")
        .arg(option("search", "WORDS", "Find tools by words of their pages"));
    match tool {
        Some(tool) => command.subcommand(tool_flags::command(tool)),
        None => command,
    }
}

pub fn run(matches: &ArgMatches, tool: Option<&ChosenTool>, output: &Output) -> Result<(), Failure> {
    match (matches.subcommand(), tool) {
        (Some((_, matches)), Some(tool)) => compute(matches, tool.entry, output),
        (None, _) => list(matches.get_one::<String>("search"), output),
        _ => Err(Error::internal("a tool is named that was not looked up").into()),
    }
}

/// Runs the tool behind the command of a topic that is named.
pub fn run_named(names: ToolNames, matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let named = matches.subcommand().and_then(|(name, matches)| {
        names.iter().find(|(own, _)| *own == name).map(|(_, tool)| (*tool, matches))
    });
    match named {
        Some((tool, matches)) => run_tool(tool, matches, output),
        None => Err(Error::internal("a command is declared but not written").into()),
    }
}

/// Runs the tool behind a command of another name. What a tool without rows refuses is what the flags say.
pub fn run_tool(tool: &str, matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let entry = hornbook::tools().find(tool)?;
    compute(matches, entry, output).map_err(|failure| match failure {
        Failure::Hornbook(error) if !tool_flags::takes_table(entry.declaration) => Failure::Request(error),
        other => other,
    })
}

fn compute(matches: &ArgMatches, entry: &ToolEntry, output: &Output) -> Result<(), Failure> {
    let arguments = tool_flags::arguments(matches, entry)?;
    let run = progress::run(matches, output)?;
    let report = run.install(|| {
        // A report need not move between threads: its text and JSON do.
        entry.compute(&arguments, &run).map(|report| (report.to_string(), report.steps(), report.to_json()))
    });
    // The bar is gone before anything is said.
    drop(run);
    let (text, steps, mut object) = report?;
    let is_traced = matches.get_flag("trace");
    if output.is_json() {
        if let (true, Value::Object(object)) = (is_traced, &mut object) {
            object.insert("derivation".to_string(), json!(steps));
        }
        return output.json(&object);
    }
    if is_traced && !steps.is_empty() {
        output.text(format!("{}\n", steps.join("\n")))?;
        output.text("")?;
    }
    output.text(text)
}

/// The tools by chapter: all, or those that have some words.
fn list(words: Option<&String>, output: &Output) -> Result<(), Failure> {
    let tools = hornbook::tools();
    let found: Vec<&ToolEntry> = match words {
        Some(words) => tools.search(words),
        None => tools.entries().iter().collect(),
    };
    if let (Some(words), true) = (words, found.is_empty()) {
        return Err(Failure::Usage(format!("no tool has '{words}': `hornbook compute` lists all of them")));
    }
    if output.is_json() {
        let in_short = |entry: &&ToolEntry| {
            let declaration = entry.declaration;
            json!({
                "name": declaration.name, "chapter": declaration.chapter, "aliases": declaration.aliases,
                "summary": declaration.summary(), "schema": declaration.json_schema(),
            })
        };
        return output.json(&found.iter().map(in_short).collect());
    }
    for chapter in found.chunk_by(|a, b| a.declaration.chapter == b.declaration.chapter) {
        let rows = chapter.iter().map(|entry| {
            [format!("  {}", entry.declaration.name), first_sentence(&entry.declaration.summary())]
        });
        output.text(format!(
            "{}\n{}",
            heading(chapter[0].declaration.chapter),
            rows_of_cells(rows.collect(), &[])
        ))?;
        output.text("")?;
    }
    output.text("`hornbook compute NAME --help` shows the arguments of one, `--search WORDS` finds one.")
}

/// Up to the first colon or the first end of a sentence.
fn first_sentence(summary: &str) -> String {
    summary
        .split(": ")
        .next()
        .unwrap_or_default()
        .split(". ")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
        .to_string()
}
