//! `hornbook predict`: a model's predictions for the rows of a file, some rows at a time.

mod drift;
mod predictor;
mod reasons;
mod rows;
mod uncertainty;

use crate::arguments::{option, required, switch};
use crate::decision;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::progress;
use clap::{ArgMatches, Command, value_parser};
use drift::Watch;
use hornbook::data::Format;
use hornbook::{Registry, Table, model_file};
use predictor::Predictor;
use rows::Rows;
use std::path::Path;

pub fn command() -> Command {
    Command::new("predict")
        .about("Predict the rows of a file with a model")
        .arg(required("MODEL", "The model file"))
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(option(
            "out",
            "FILE",
            "Where to write the predictions, in the format of its name; CSV to standard output if not said",
        ))
        .arg(switch("probabilities", "Add a column for each class with its probability"))
        .arg(
            option(
                "intervals",
                "LEVEL",
                "Add columns low and high, between which the truth lies with this probability; for classes a column set, with those that cannot be excluded",
            )
            .value_parser(value_parser!(f64)),
        )
        .arg(
            option("reasons", "COUNT", "Add a column with the columns that move the prediction most, so many")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(switch("keep", "Keep the columns of the file in front of the predictions"))
        .args(drift::flags())
        .args(decision::flags(true))
        .arg(
            option("batch-rows", "COUNT", "How many rows to hold in memory at a time")
                .value_parser(value_parser!(u64).range(1..))
                .default_value("65536"),
        )
        .arg(input::threads_flag())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let argument = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let model = model_file::load(argument("MODEL").unwrap_or_default(), registry)?;
    let run = progress::run(matches, output)?;
    let mut predictor = Predictor::of(&*model, matches)?;
    let mut watch = Watch::of(&*model, matches)?;
    let path = argument("FILE").unwrap_or_default();
    let rows = Rows::open(path, &input::read_options(matches)?, matches, &*model)?;
    let mut predict = |table: &Table| predictor.predict(table, &mut watch);
    run.install(|| match argument("out").map(Path::new) {
        None => {
            let format = if output.is_json() { Format::JsonLines } else { Format::Csv };
            rows.write_to(&mut predict, &mut output.clone(), format, &run)
        }
        Some(out) => match Format::from_path(out) {
            Some(format @ (Format::Csv | Format::Tsv | Format::JsonLines)) if !is_compressed(out) => {
                rows.write_file(&mut predict, out, format, &run)
            }
            // The other formats are written from one table.
            _ => predict(&rows.whole()?)?.write(out),
        },
    })?;
    // The bar is gone before anything is said.
    drop(run);
    watch.finish()
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz" || extension == "zst")
}
