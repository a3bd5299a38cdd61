//! `hornbook describe`: what is in a file.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, heading, rows_of_cells};
use clap::{ArgMatches, Command};
use comfy_table::CellAlignment;
use hornbook::format::counted;
use hornbook::study::data_checks::DataDescription;

pub fn command() -> Command {
    Command::new("describe")
        .about("Summarize a dataset: types, missing values, summary statistics, data-quality problems")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .arg(required(
            "FILE",
            "The file with the rows, a folder of images or graphs, or - for standard input",
        ))
        .arg(option("target", "COLUMN", "Target column; its classes are checked for imbalance"))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let table = input::read(path, &input::read_options(matches)?)?;
    let target = matches.get_one::<String>("target").map(String::as_str);
    let description = DataDescription::of(&table, target)?;
    if output.is_json() {
        return output.json(&description.to_json());
    }
    output.text(in_words(path, &description))
}

fn in_words(path: &str, description: &DataDescription) -> String {
    let rows = description.rows;
    let mut cells = vec![["column", "type", "missing", "distinct", "values"].map(str::to_string)];
    for column in &description.columns {
        let missing = match column.missing {
            0 => "0".to_string(),
            n => format!("{n} ({:.1} %)", n as f64 / rows as f64 * 100.0),
        };
        let (name, kind) = (column.name.clone(), column.kind.to_string());
        cells.push([name, kind, missing, column.distinct.to_string(), column.values_in_words()]);
    }
    let aligned = rows_of_cells(cells, &[(2, CellAlignment::Right), (3, CellAlignment::Right)]);
    let size = (counted(rows as u64, "row"), counted(description.columns.len() as u64, "column"));
    let mut text = format!("{path}: {}, {}\n\n{aligned}\n", size.0, size.1);
    let problems: Vec<String> = description
        .columns
        .iter()
        .flat_map(|column| column.problems.iter().map(|problem| format!("  {}: {problem}\n", column.name)))
        .collect();
    if !problems.is_empty() {
        text += &format!("\n{}\n{}", heading("data-quality problems"), problems.concat());
    }
    text
}
