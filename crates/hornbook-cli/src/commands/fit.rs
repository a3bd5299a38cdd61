//! `hornbook fit`: learn a model from a file.

use crate::arguments::{option, required, switch};
use crate::failure::Failure;
use crate::input::{self, Roles};
use crate::learner_flags;
use crate::output::{Output, counted, note, warn};
use crate::progress;
use clap::{ArgMatches, Command, value_parser};
use hornbook::data::{BatchFile, ColumnKind};
use hornbook::{Batches, Dataset, Entry, Learner, Model, Registry, Result, Run, Value, model_file};
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};

pub fn command(registry: &Registry, entry: &Entry) -> Command {
    let command = Command::new("fit")
        .about("Learn a model from a file")
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags())
        .arg(option("out", "MODEL", "Where to write the model; without it, the model is only explained"))
        .arg(switch("trace", "Show the learner's working, step by step"))
        .arg(
            option(
                "batch-rows",
                "COUNT",
                "Read the file this many rows at a time: for files larger than memory",
            )
            .value_parser(value_parser!(u64).range(1..)),
        )
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, registry, entry)
}

pub fn run(matches: &ArgMatches, entry: &Entry, output: &Output) -> std::result::Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let run = progress::run(matches, output)?;
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let roles = Roles::of(matches);
    let model = match matches.get_one::<u64>("batch-rows") {
        Some(&rows) => fit_in_batches(&*learner, path, rows, roles, matches, &run)?,
        None => {
            let options = input::read_options(matches)?;
            let table = run.install(|| input::read(path, &options))?;
            let data = roles.usable_dataset(&table)?;
            data.notes().iter().for_each(|sentence| note(sentence));
            learner.train(&data, &run)?
        }
    };
    // The bar is gone before anything is said.
    drop(run);
    let out = matches.get_one::<String>("out");
    if let Some(out) = out {
        model_file::save(&*model, out)?;
    }
    model.info().summary.warnings.iter().for_each(|sentence| warn(sentence));
    if output.is_json() { output.json(&in_json(&*model, out)) } else { output.text(in_words(&*model, out)) }
}

fn in_words(model: &dyn Model, out: Option<&String>) -> String {
    let info = model.info();
    let (target, summary) = (&info.schema.target, &info.summary);
    let mut text = format!(
        "{} for '{}' ({}), from {} and {}\n",
        info.learner,
        target.name,
        target.task,
        counted(summary.rows, "row"),
        counted(info.schema.inputs.len() as u64, "column")
    );
    for (name, value) in &summary.details {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        text += &format!("{}: {value}\n", name.replace('_', " "));
    }
    if !summary.converged {
        text += "It did not converge.\n";
    }
    match out {
        Some(out) => text += &format!("Written to {out}; `hornbook explain {out}` says what it learned.\n"),
        None => text += &format!("\n{}", model.explain()),
    }
    text
}

fn in_json(model: &dyn Model, out: Option<&String>) -> Value {
    let info = serde_json::to_value(model.info()).unwrap_or(Value::Null);
    let explanation = out.is_none().then(|| model.explain().to_json());
    json!({"info": info, "model": out, "explanation": explanation})
}

fn fit_in_batches(
    learner: &dyn Learner,
    path: &str,
    rows: u64,
    roles: Roles,
    matches: &ArgMatches,
    run: &Run,
) -> std::result::Result<Box<dyn Model>, Failure> {
    if path == input::STDIN {
        let sentence =
            "standard input cannot be read again and again; give a file, or leave out --batch-rows";
        return Err(Failure::Usage(sentence.to_string()));
    }
    let batches = FileBatches::open(path, usize::try_from(rows).unwrap_or(usize::MAX), roles, matches)?;
    batches.prototype.notes().iter().for_each(|sentence| note(sentence));
    let model = learner.train_in_batches(&batches, run)?;
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    input::warn_of_dropped(count(&batches.dropped), count(&batches.rows), batches.roles.target());
    Ok(model)
}

/// A file's rows with their roles, batch by batch.
struct FileBatches {
    file: BatchFile,
    roles: Roles,
    prototype: Dataset,
    /// Of the last pass over the file.
    rows: AtomicU64,
    dropped: AtomicU64,
}

impl FileBatches {
    fn open(
        path: &str,
        batch_rows: usize,
        roles: Roles,
        matches: &ArgMatches,
    ) -> std::result::Result<FileBatches, Failure> {
        let options = input::read_options(matches)?;
        let mut file = BatchFile::open(path, &options, batch_rows)?;
        // Classes must be the same in every batch, so those that are not yet categories are read as such.
        let kind = file.shape().column(roles.target())?.kind();
        if kind == ColumnKind::Text
            || (roles.classify() && matches!(kind, ColumnKind::Number | ColumnKind::Date))
        {
            file = BatchFile::open(path, &options.kind(roles.target(), ColumnKind::Category), batch_rows)?;
        }
        let prototype = roles.dataset(file.shape())?;
        Ok(FileBatches { file, roles, prototype, rows: AtomicU64::new(0), dropped: AtomicU64::new(0) })
    }
}

impl Batches for FileBatches {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        self.rows.store(0, Ordering::Relaxed);
        self.dropped.store(0, Ordering::Relaxed);
        self.file.for_each(&mut |table| {
            let (data, dropped) = self.roles.dataset(&table)?.drop_missing_target()?;
            self.rows.fetch_add(table.rows() as u64, Ordering::Relaxed);
            self.dropped.fetch_add(dropped as u64, Ordering::Relaxed);
            if data.rows().is_empty() { Ok(()) } else { visit(&data) }
        })
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}
