//! Rows that go through a model, some at a time: what is predicted or transformed is written as it comes.

use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use clap::ArgMatches;
use hornbook::data::{BatchFile, ColumnKind, Format, Input, InputKind, ReadOptions};
use hornbook::{Error, Result, Run, Table};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Makes a table of what a model says of some rows.
pub type Work<'a> = &'a mut (dyn FnMut(&Table) -> Result<Table> + Send);

/// Where the rows are.
pub enum RowStream<'a> {
    /// Standard input, which can be read once.
    Stream {
        options: ReadOptions,
        inputs: &'a [Input],
    },
    /// All rows of a file or of standard input at once, for models that read rows together.
    Whole {
        path: String,
        options: ReadOptions,
    },
    File {
        batches: Box<BatchFile>,
        path: String,
        options: ReadOptions,
    },
}

impl<'a> RowStream<'a> {
    /// The rows for a model: what it says of a row may follow from other rows, which are then read at once.
    pub fn open(
        path: &str,
        options: &ReadOptions,
        matches: &ArgMatches,
        (inputs, is_row_wise): (&'a [Input], bool),
    ) -> std::result::Result<RowStream<'a>, Failure> {
        if path == input::STDIN && !is_row_wise {
            return Ok(RowStream::Whole { path: path.to_string(), options: options.clone() });
        }
        if path == input::STDIN {
            return Ok(RowStream::Stream { options: options.clone(), inputs });
        }
        let batch_rows =
            matches.get_one::<u64>("batch-rows").and_then(|&n| usize::try_from(n).ok()).unwrap_or(1);
        let mut options = options.clone();
        let mut batches = BatchFile::open(path, &options, batch_rows)?;
        let asked: Vec<(&str, ColumnKind)> = kinds_to_ask(inputs, batches.shape());
        let has_types = matches.get_one::<String>("format").and_then(|name| Format::from_name(name));
        if !asked.is_empty() && !has_types.or(Format::from_path(path)).is_some_and(Format::has_types) {
            for (name, kind) in asked {
                options = options.kind(name, kind);
            }
            batches = BatchFile::open(path, &options, batch_rows)?;
        }
        let path = path.to_string();
        Ok(match is_row_wise {
            true => RowStream::File { batches: Box::new(batches), path, options },
            false => RowStream::Whole { path, options },
        })
    }

    /// Writes what the work makes of all rows to a file, in the format of its name, or to standard output.
    pub fn write(&self, work: Work<'_>, out: Option<&Path>, output: &Output, run: &Run) -> Result<()> {
        let Some(out) = out else {
            let format = if output.is_json() { Format::JsonLines } else { Format::Csv };
            return self.write_to(work, &mut output.clone(), format, run);
        };
        match Format::from_path(out) {
            Some(format @ (Format::Csv | Format::Tsv | Format::JsonLines)) if !is_compressed(out) => {
                self.write_file(work, out, format, run)
            }
            // The other formats are written from one table.
            _ => work(&self.whole()?)?.write(out),
        }
    }

    /// All rows at once.
    fn whole(&self) -> Result<Table> {
        match self {
            RowStream::Stream { options, .. } => options.read_from(std::io::stdin().lock(), "standard input"),
            RowStream::Whole { path, options } if path == input::STDIN => {
                options.read_from(std::io::stdin().lock(), "standard input")
            }
            RowStream::Whole { path, options } | RowStream::File { path, options, .. } => options.read(path),
        }
    }

    fn for_each(&self, take: &mut dyn FnMut(Table) -> Result<()>) -> Result<()> {
        match self {
            RowStream::Stream { options, inputs } => {
                let kind_of = |name: &str, found: ColumnKind| {
                    let input = inputs.iter().find(|input| input.name == name)?;
                    Some(kind_for(&input.kind, found))
                };
                options.for_each_part(std::io::stdin(), "standard input", &kind_of, take)
            }
            RowStream::Whole { .. } => take(self.whole()?),
            RowStream::File { batches, .. } => batches.for_each(take),
        }
    }

    /// Writes batch by batch, with one header.
    fn write_to(
        &self,
        work: Work<'_>,
        stream: &mut (impl Write + Send),
        format: Format,
        run: &Run,
    ) -> Result<()> {
        let mut written = 0u64;
        let mut header = None;
        let failed = |e: std::io::Error| Error::file("write", "the rows", e);
        self.for_each(&mut |rows| {
            run.check()?;
            let table = work(&rows)?;
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
            run.progress("rows", written, None);
            stream.write_all(&text[skip..]).map_err(failed)
        })?;
        stream.flush().map_err(failed)
    }

    /// The file is complete or not there: it is written beside its place and moved in.
    fn write_file(&self, work: Work<'_>, out: &Path, format: Format, run: &Run) -> Result<()> {
        let failed = |e: std::io::Error| Error::file("write", out.display(), e);
        let mut beside = out.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let mut stream = BufWriter::new(File::create(&beside).map_err(failed)?);
        let done = self
            .write_to(work, &mut stream, format, run)
            .and_then(|()| std::fs::rename(&beside, out).map_err(failed));
        if done.is_err() {
            // The first error is the one to report.
            let _ = std::fs::remove_file(&beside);
        }
        done
    }
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz" || extension == "zst")
}

/// The columns that look different here than in training, with the kind they had there: a category written with
/// digits keeps its leading zeros, and a number that cannot be read is reported with its line.
fn kinds_to_ask<'a>(inputs: &'a [Input], shape: &Table) -> Vec<(&'a str, ColumnKind)> {
    let asked = inputs.iter().filter_map(|input| {
        let found = shape.columns()[shape.find(&input.name)?].kind();
        let wanted = kind_for(&input.kind, found);
        (wanted != found).then_some((input.name.as_str(), wanted))
    });
    asked.collect()
}

/// The kind that a model wants a column to have that looks like this.
fn kind_for(input: &InputKind, found: ColumnKind) -> ColumnKind {
    match input {
        // A boolean column may have been 0 and 1 in training; the model knows how to take it.
        InputKind::Number if found == ColumnKind::Boolean => ColumnKind::Boolean,
        other => other.kind(),
    }
}
