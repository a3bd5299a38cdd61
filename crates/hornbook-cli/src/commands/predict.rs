//! `hornbook predict`: a model's predictions for the rows of a file, some rows at a time.

use crate::arguments::{option, required, switch};
use crate::decision;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, warn};
use crate::progress;
use clap::{ArgMatches, Command, value_parser};
use hornbook::data::{BatchFile, Column, ColumnKind, Format, InputKind, Numbers, ReadOptions};
use hornbook::evaluation::decisions::LossMatrix;
use hornbook::{Error, Model, Predictions, Registry, Result, Run, Table, Task, model_file};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

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
        .arg(switch("keep", "Keep the columns of the file in front of the predictions"))
        .args(decision::flags(true))
        .arg(
            option("batch-rows", "COUNT", "How many rows to hold in memory at a time")
                .value_parser(value_parser!(u64).range(1..))
                .default_value("65536"),
        )
        .arg(input::threads_flag())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> std::result::Result<(), Failure> {
    let argument = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let model = model_file::load(argument("MODEL").unwrap_or_default(), registry)?;
    let run = progress::run(matches, output)?;
    let path = argument("FILE").unwrap_or_default();
    let mut predictor = Predictor {
        model: &*model,
        keep: matches.get_flag("keep"),
        probabilities: matches.get_flag("probabilities"),
        losses: decision::losses(matches, classes_of(&*model))?,
        warned: BTreeSet::new(),
    };
    let rows = Rows::open(path, &input::read_options(matches)?, matches, &*model)?;
    run.install(|| match argument("out").map(Path::new) {
        None => {
            let format = if output.is_json() { Format::JsonLines } else { Format::Csv };
            rows.write_to(&mut predictor, &mut output.clone(), format, &run)
        }
        Some(out) => match Format::from_path(out) {
            Some(format @ (Format::Csv | Format::Tsv | Format::JsonLines)) if !is_compressed(out) => {
                rows.write_file(&mut predictor, out, format, &run)
            }
            // The other formats are written from one table.
            _ => predictor.predict(&rows.whole()?)?.write(out),
        },
    })?;
    Ok(())
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz" || extension == "zst")
}

/// Turns rows into predictions.
struct Predictor<'a> {
    model: &'a dyn Model,
    keep: bool,
    probabilities: bool,
    /// What mistakes cost, if the least costly action is wanted instead of the model's prediction.
    losses: Option<LossMatrix>,
    /// The columns that were warned of: one sentence each, however many batches follow.
    warned: BTreeSet<String>,
}

impl Predictor<'_> {
    fn predict(&mut self, rows: &Table) -> Result<Table> {
        let schema = &self.model.info().schema;
        let (features, warnings) = schema.features(rows)?;
        for sentence in warnings {
            let subject = sentence.split(" has ").next().unwrap_or_default().to_string();
            if self.warned.insert(subject) {
                warn(&sentence);
            }
        }
        let mut columns: Vec<(String, Column)> = Vec::new();
        if self.keep {
            columns.extend(rows.names().iter().cloned().zip(rows.columns().iter().cloned()));
        }
        let matrices = match self.probabilities || self.losses.is_some() {
            true => self.model.probabilities_of_targets(&features)?,
            false => Vec::new(),
        };
        let predictions = match (&self.losses, &matrices[..]) {
            (Some(losses), [matrix]) => {
                vec![Predictions::Classes(losses.decide_all(matrix)?, losses.actions().to_vec().into())]
            }
            _ => self.model.predict_targets(&features)?,
        };
        for (target, predictions) in schema.targets().zip(predictions) {
            columns.push((format!("predicted_{}", target.name), predictions.to_column()));
        }
        if let Some(scores) = self.model.raw_scores(&features)? {
            columns.push((format!("score_{}", schema.target.name), Column::Number(Numbers::from(scores))));
        }
        let is_single = schema.more_targets.is_empty();
        for (target, matrix) in schema.targets().zip(matrices.iter().filter(|_| self.probabilities)) {
            for (index, class) in target.classes.iter().enumerate() {
                let values: Vec<f64> = (0..matrix.rows()).map(|row| matrix.at(row, index)).collect();
                // Classes of several targets may have the same names.
                let name = match is_single {
                    true => format!("probability_{class}"),
                    false => format!("probability_{}_{class}", target.name),
                };
                columns.push((name, Column::Number(Numbers::from(values))));
            }
        }
        Table::new(columns)
    }
}

/// The rows to predict.
enum Rows {
    Memory(Table),
    File { batches: Box<BatchFile>, path: String, options: ReadOptions },
}

impl Rows {
    fn open(
        path: &str,
        options: &ReadOptions,
        matches: &ArgMatches,
        model: &dyn Model,
    ) -> std::result::Result<Rows, Failure> {
        if path == input::STDIN {
            return Ok(Rows::Memory(input::read(path, options)?));
        }
        let batch_rows =
            matches.get_one::<u64>("batch-rows").and_then(|&n| usize::try_from(n).ok()).unwrap_or(1);
        let mut options = options.clone();
        let mut batches = BatchFile::open(path, &options, batch_rows)?;
        let asked: Vec<(&str, ColumnKind)> = kinds_to_ask(model, batches.shape());
        let has_types = matches.get_one::<String>("format").and_then(|name| Format::from_name(name));
        if !asked.is_empty() && !has_types.or(Format::from_path(path)).is_some_and(says_types) {
            for (name, kind) in asked {
                options = options.kind(name, kind);
            }
            batches = BatchFile::open(path, &options, batch_rows)?;
        }
        Ok(Rows::File { batches: Box::new(batches), path: path.to_string(), options })
    }

    /// All rows at once.
    fn whole(&self) -> Result<Table> {
        match self {
            Rows::Memory(table) => Ok(table.clone()),
            Rows::File { path, options, .. } => options.read(path),
        }
    }

    fn for_each(&self, take: &mut dyn FnMut(Table) -> Result<()>) -> Result<()> {
        match self {
            Rows::Memory(table) => take(table.clone()),
            Rows::File { batches, .. } => batches.for_each(take),
        }
    }

    /// Writes the predictions batch by batch, with one header.
    fn write_to(
        &self,
        predictor: &mut Predictor<'_>,
        stream: &mut (impl Write + Send),
        format: Format,
        run: &Run,
    ) -> Result<()> {
        let mut written = 0u64;
        let mut header = None;
        let failed = |e: std::io::Error| Error::file("write", "the predictions", e);
        self.for_each(&mut |rows| {
            run.check()?;
            let table = predictor.predict(&rows)?;
            let mut text = Vec::new();
            table.write_to(&mut text, format)?;
            // What a table without rows writes is the header; later batches leave it out.
            let skip = match header {
                Some(length) => length,
                None => {
                    let mut empty = Vec::new();
                    table.take(&[]).write_to(&mut empty, format)?;
                    header = Some(empty.len());
                    0
                }
            };
            written += rows.rows() as u64;
            run.progress("predicting", written, None);
            stream.write_all(&text[skip..]).map_err(failed)
        })?;
        stream.flush().map_err(failed)
    }

    /// The file is complete or not there: it is written beside its place and moved in.
    fn write_file(&self, predictor: &mut Predictor<'_>, out: &Path, format: Format, run: &Run) -> Result<()> {
        let failed = |e: std::io::Error| Error::file("write", out.display(), e);
        let mut beside = out.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let mut stream = BufWriter::new(File::create(&beside).map_err(failed)?);
        let done = self
            .write_to(predictor, &mut stream, format, run)
            .and_then(|()| std::fs::rename(&beside, out).map_err(failed));
        if done.is_err() {
            // The first error is the one to report.
            let _ = std::fs::remove_file(&beside);
        }
        done
    }
}

/// Whether files of a format say what the types of their columns are.
fn says_types(format: Format) -> bool {
    !matches!(format, Format::Csv | Format::Tsv | Format::JsonLines)
}

/// The columns that look different here than in training, with the kind they had there: a category written with
/// digits keeps its leading zeros, and a number that cannot be read is reported with its line.
fn kinds_to_ask<'a>(model: &'a dyn Model, shape: &Table) -> Vec<(&'a str, ColumnKind)> {
    let inputs = &model.info().schema.inputs;
    inputs
        .iter()
        .filter_map(|input| {
            let found = shape.columns()[shape.find(&input.name)?].kind();
            let wanted = match input.kind {
                InputKind::Number => ColumnKind::Number,
                InputKind::Date => ColumnKind::Date,
                InputKind::Truth => ColumnKind::Truth,
                InputKind::Category { .. } => ColumnKind::Category,
                InputKind::Text => ColumnKind::Text,
            };
            // A truth column may have been 0 and 1 in training; the model knows how to take it.
            let same = found == wanted || (found == ColumnKind::Truth && wanted == ColumnKind::Number);
            (!same).then_some((input.name.as_str(), wanted))
        })
        .collect()
}

/// The classes of a model, if it has any.
fn classes_of(model: &dyn Model) -> Option<&[String]> {
    let schema = &model.info().schema;
    // Losses are of the classes of one target.
    let is_single = schema.more_targets.is_empty();
    (is_single && schema.target.task == Task::Classification).then_some(&*schema.target.classes)
}
