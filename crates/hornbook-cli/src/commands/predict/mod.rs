//! `hornbook predict`: a model's predictions for the rows of a file, some rows at a time.

mod drift;
mod predictor;
mod reasons;
mod uncertainty;

use crate::arguments::{option, required, switch};
use crate::cost_flags;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::progress;
use crate::row_stream::RowStream;
use clap::{ArgMatches, Command, value_parser};
use drift::DriftMonitor;
use hornbook::{Registry, Table, model_file};
use predictor::TablePredictor;
use std::path::Path;

pub fn command() -> Command {
    Command::new("predict")
        .about("Predict with a model: classes, probabilities, prediction intervals, reason codes, data drift")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .arg(required("MODEL", "The model file"))
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(option(
            "out",
            "FILE",
            "Where to write the predictions, in the format of its name; CSV to standard output by default",
        ))
        .arg(switch("probabilities", "Add the predicted probability of each class"))
        .arg(
            option(
                "intervals",
                "LEVEL",
                "Conformal prediction at this coverage level: a prediction interval (low, high) for numbers, a prediction set for classes",
            )
            .value_parser(value_parser!(f64)),
        )
        .arg(
            option("reasons", "COUNT", "Reason codes: the features with the largest SHAP values, this many")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(switch("keep", "Keep the input columns in front of the predictions"))
        .args(drift::flags())
        .args(cost_flags::flags(true))
        .arg(
            option("batch-rows", "COUNT", "Batch size: rows held in memory at a time")
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
    let mut predictor = TablePredictor::of(&*model, matches, &run)?;
    let mut watch = DriftMonitor::of(&*model, matches)?;
    let path = argument("FILE").unwrap_or_default();
    let needs = (&model.info().schema.inputs[..], model.is_row_wise());
    let rows = RowStream::open(path, &input::read_options(matches)?, matches, needs)?;
    let mut predict = |table: &Table| predictor.predict(table, &mut watch);
    run.install(|| rows.write(&mut predict, argument("out").map(Path::new), output, &run))?;
    // The bar is gone before anything is said.
    drop(run);
    watch.finish()
}
