//! `hornbook predict`: a model's predictions for the rows of a file, some rows at a time.

mod drift;
mod predictor;
mod reasons;
mod source;
mod uncertainty;

use crate::arguments::{option, required, switch};
use crate::cost_flags;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::progress;
use clap::{ArgMatches, Command, value_parser};
use drift::DriftMonitor;
use hornbook::data::Format;
use hornbook::{Registry, Table, model_file};
use predictor::TablePredictor;
use source::PredictSource;
use std::path::Path;

pub fn command() -> Command {
    Command::new("predict")
        .about("Predict with a model: classes, probabilities, prediction intervals, reason codes, data drift")
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
    let mut predictor = TablePredictor::of(&*model, matches)?;
    let mut watch = DriftMonitor::of(&*model, matches)?;
    let path = argument("FILE").unwrap_or_default();
    let rows = PredictSource::open(path, &input::read_options(matches)?, matches, &*model)?;
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
