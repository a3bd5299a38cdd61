//! Joint, marginal and conditional distributions of categorical columns.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, note};
use clap::{ArgMatches, Command};
use hornbook::bayes::hypotheses::ContingencyReport;

pub fn command() -> Command {
    Command::new("joint")
        .about(
            "Joint, marginal and conditional distributions of categorical columns, with tests of independence",
        )
        .after_help(
            "Examples:\n  \
             hornbook bayes joint data/play_tennis.csv --columns Humidity,Play\n  \
             hornbook bayes joint data/play_tennis.csv --columns Humidity,Temperature --given Play",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(
            option("columns", "COLUMNS", "Columns of the contingency table, comma-separated")
                .required(true)
                .value_delimiter(','),
        )
        .arg(
            option("given", "COLUMNS", "Test conditional independence given these columns").value_delimiter(','),
        )
        .arg(option("counts", "COLUMN", "Frequency weight: how many rows a row of the file stands for"))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let many =
        |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect::<Vec<_>>();
    let (columns, given) = (many("columns"), many("given"));
    if columns.iter().all(|name| given.contains(name)) {
        return Err(Failure::Usage("all columns are given; name others with --columns".to_string()));
    }
    let table = input::read(path, &input::read_options(matches)?)?;
    let weight = matches.get_one::<String>("counts").map(String::as_str);
    let report = ContingencyReport::of(&table, &columns, &given, weight)?;
    if report.used() < report.weight {
        note(&format!(
            "of {} rows, {} are counted: in the others a value is missing",
            report.weight,
            report.used()
        ));
    }
    output.report(&report)
}
