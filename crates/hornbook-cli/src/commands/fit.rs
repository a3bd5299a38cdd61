//! `hornbook fit`: train a model on a file.

use crate::arguments::{option, required, switch};
use crate::failure::Failure;
use crate::input;
use crate::learner_flags;
use crate::output::{Output, note, warn};
use crate::progress;
use clap::{Arg, ArgMatches, Command, value_parser};
use hornbook::data::ColumnRoles;
use hornbook::evaluation::calibration::{Calibrated, Calibration};
use hornbook::evaluation::cross_conformal_intervals;
use hornbook::format::counted;
use hornbook::{
    Batches, Dataset, Error, FileBatches, Learner, Model, Profile, Registry, RegistryEntry, Run,
    TrainingInput, Value, model_file,
};
use hornbook_core::{ParameterKind, ParameterValue};
use serde_json::json;

/// Folds of the cross-validation that conformal prediction intervals are computed from.
const INTERVAL_FOLDS: usize = 5;

pub fn command(learner: Option<&RegistryEntry>) -> Command {
    let command = Command::new("fit").about("Fit (train) a model on a dataset");
    learner_flags::for_learner(command, learner, flags)
}

fn flags(command: Command, entry: &RegistryEntry) -> Command {
    let command = command
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags_of(entry.declaration))
        .arg(option("out", "MODEL", "Where to save the model; without it, the model is only explained"))
        .arg(switch("trace", "Trace the training algorithm, step by step"))
        .arg(
            option(
                "batch-rows",
                "COUNT",
                "Out-of-core training: read this many rows per chunk, for files larger than memory",
            )
            .value_parser(value_parser!(u64).range(1..)),
        )
        .args(calibration_flags())
        .arg(
            switch(
                "intervals",
                "Conformal prediction: store out-of-fold residuals, so that `predict --intervals` can give prediction intervals",
            )
            .conflicts_with_all(["batch-rows", "validation", "warm-start"]),
        )
        .args(round_flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, entry)
}

/// The flags of iterative learners.
fn round_flags() -> [Arg; 2] {
    [
        option(
            "validation",
            "FILE",
            "Validation set for early stopping: training ends once its loss stops improving",
        )
        .alias("watch")
        .conflicts_with_all(["batch-rows", "calibrate"]),
        option("warm-start", "MODEL", "Warm start: add iterations to the model of this file")
            .alias("continue")
            .conflicts_with_all(["batch-rows", "calibrate", "validation"]),
    ]
}

fn calibration_flags() -> [Arg; 2] {
    let methods = match Calibration::KIND {
        ParameterKind::Choice(methods) => methods,
        _ => &[],
    };
    [
        option(
            "calibrate",
            "NAME",
            "Calibrate the class probabilities on out-of-fold predictions of a cross-validation",
        )
        .value_parser(learner_flags::choices(methods).collect::<Vec<_>>())
        .conflicts_with("batch-rows"),
        option("calibration-folds", "COUNT", "Folds of that cross-validation; 5 by default")
            .value_parser(value_parser!(u64).range(2..))
            .requires("calibrate"),
    ]
}

pub fn run(
    matches: &ArgMatches,
    registry: &Registry,
    entry: &RegistryEntry,
    output: &Output,
) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let run = progress::run(matches, output)?;
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let roles = input::roles_for(matches, &*learner);
    let model = match matches.get_one::<u64>("batch-rows") {
        Some(&rows) => fit_in_batches(&*learner, path, rows, roles, matches, &run)?,
        None => {
            let data = input::usable_dataset(matches, &*learner, &run)?;
            data.notes().iter().for_each(|sentence| note(sentence));
            let learner = calibrated(learner, matches);
            let mut model = train(&*learner, &data, matches, registry, &run)?;
            if matches.get_flag("intervals") {
                let found = cross_conformal_intervals(&*learner, &data, INTERVAL_FOLDS, &run)?;
                model.info_mut().intervals = Some(found);
            }
            // Only a file can be asked later what the rows looked like.
            if matches.get_one::<String>("out").is_some() {
                model.info_mut().profile = Some(run.install(|| Profile::of(&data))?);
            }
            model
        }
    };
    // The bar is gone before anything is said.
    drop(run);
    let out = matches.get_one::<String>("out");
    if let Some(out) = out {
        model_file::save(&*model, out)?;
    }
    model.info().summary.warnings.iter().for_each(|sentence| warn(sentence));
    if output.is_json() { output.json(&in_json(&*model, out)?) } else { output.text(in_words(&*model, out)) }
}

/// The learner, with calibrated probabilities if the flags say so.
fn calibrated(learner: Box<dyn Learner>, matches: &ArgMatches) -> Box<dyn Learner> {
    let method = matches.get_one::<String>("calibrate").map(|name| Value::from(name.as_str()));
    match method.and_then(|name| Calibration::from_value(&name)) {
        Some(method) => {
            let folds = matches.get_one::<u64>("calibration-folds").copied().unwrap_or(5);
            Box::new(Calibrated::new(learner, method, usize::try_from(folds).unwrap_or(usize::MAX)))
        }
        None => learner,
    }
}

/// Trains, with a validation set or as a warm start from a model if the flags say so.
fn train(
    learner: &dyn Learner,
    data: &Dataset,
    matches: &ArgMatches,
    registry: &Registry,
    run: &Run,
) -> Result<Box<dyn Model>, Failure> {
    if let Some(path) = matches.get_one::<String>("validation") {
        let options = input::read_options(matches)?;
        let table = run.install(|| input::read(path, &options))?;
        let watched = input::roles_for(matches, learner).usable(&table, run)?;
        return Ok(learner.fit_with(TrainingInput::from(data).with_validation(&watched), run)?);
    }
    match matches.get_one::<String>("warm-start") {
        Some(path) => Ok(learner
            .fit_with(TrainingInput::from(data).with_warm_start(&*model_file::load(path, registry)?), run)?),
        None => Ok(learner.fit_with(data, run)?),
    }
}

fn in_words(model: &dyn Model, out: Option<&String>) -> String {
    let info = model.info();
    let summary = &info.summary;
    let mut text = format!(
        "{}, from {} and {}\n",
        info.title(),
        counted(summary.rows, "row"),
        counted(info.schema.feature_count() as u64, "column")
    );
    for (name, value) in &summary.details {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Array(names) if names.iter().all(Value::is_string) => {
                names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            // Curves are for programs, which get them with --json.
            Value::Array(_) | Value::Object(_) => continue,
            other => other.to_string(),
        };
        text += &format!("{}: {value}\n", name.replace('_', " "));
    }
    if !summary.converged {
        text += "The training did not converge.\n";
    }
    match out {
        Some(out) => text += &format!("Model saved to {out}; `hornbook explain {out}` explains it.\n"),
        None => text += &format!("\n{}", model.explain()),
    }
    text
}

fn in_json(model: &dyn Model, out: Option<&String>) -> Result<Value, Failure> {
    let mut info = serde_json::to_value(model.info()).map_err(Error::internal)?;
    // Long lists of numbers that commands read from the file; nobody wants them on one line.
    if let Some(info) = info.as_object_mut() {
        info.retain(|name, _| name != "profile" && name != "intervals");
    }
    let explanation = out.is_none().then(|| model.explain().to_json());
    Ok(json!({"info": info, "model": out, "explanation": explanation}))
}

fn fit_in_batches(
    learner: &dyn Learner,
    path: &str,
    rows: u64,
    roles: ColumnRoles,
    matches: &ArgMatches,
    run: &Run,
) -> Result<Box<dyn Model>, Failure> {
    if path == input::STDIN {
        let sentence = "standard input cannot be read more than once; give a file, or leave out --batch-rows";
        return Err(Failure::Usage(sentence.to_string()));
    }
    let batch_rows = usize::try_from(rows).unwrap_or(usize::MAX);
    let told = roles.clone();
    let options = input::read_options(matches)?;
    let mut batches =
        FileBatches::open_to_train(path, &options, batch_rows, move |table| roles.apply(table))?;
    batches.prototype().notes().iter().for_each(|sentence| note(sentence));
    let model = batches.fit(learner, run)?;
    told.tell_dropped(batches.dropped(), batches.rows(), run);
    Ok(model)
}
