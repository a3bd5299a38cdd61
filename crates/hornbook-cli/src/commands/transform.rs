//! `hornbook transform`: the rows of a file as a transformer leaves them, some rows at a time.

use crate::arguments::{option, required, switch};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, warn};
use crate::progress;
use crate::row_stream::RowStream;
use clap::{ArgMatches, Command, value_parser};
use hornbook::data::{Column, Features, Input, Schema};
use hornbook::{Registry, Result, Table, Transformer, model_file};
use std::collections::BTreeSet;
use std::path::Path;

pub fn command() -> Command {
    Command::new("transform")
        .about("Transform rows with a fitted transformer or pipeline of transformers: scale, impute, encode, or the inverse")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .after_help(
            "Examples:\n  \
             hornbook fit data/mtcars.csv --learner scale-columns --without car --out scaler.hornbook\n  \
             hornbook transform scaler.hornbook data/mtcars.csv --out scaled.csv\n  \
             hornbook transform scaler.hornbook scaled.csv --inverse",
        )
        .arg(required("MODEL", "The file of a fitted transformer"))
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(option(
            "out",
            "FILE",
            "Where to write the rows, in the format of its name; CSV to standard output by default",
        ))
        .arg(switch("inverse", "Inverse transform: from transformed columns back to the inputs"))
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
    let transformer = model.transformer()?;
    let run = progress::run(matches, output)?;
    let schema = model.info().schema.clone();
    let work = TableTransform::new(transformer, schema, matches.get_flag("inverse"));
    let path = argument("FILE").unwrap_or_default();
    let needs = (&work.reads.inputs[..], transformer.is_row_wise());
    let rows = RowStream::open(path, &input::read_options(matches)?, matches, needs)?;
    let mut warned = BTreeSet::new();
    let mut transform = |table: &Table| work.apply(table, &mut warned);
    run.install(|| rows.write(&mut transform, argument("out").map(Path::new), output, &run))?;
    // The bar is gone before anything is said.
    drop(run);
    warned.iter().for_each(|sentence| warn(sentence));
    Ok(())
}

/// A transformer from tables to tables, or back.
struct TableTransform<'a> {
    transformer: &'a dyn Transformer,
    reads: Schema,
    writes: Vec<Input>,
    is_inverse: bool,
}

impl<'a> TableTransform<'a> {
    fn new(transformer: &'a dyn Transformer, schema: Schema, is_inverse: bool) -> TableTransform<'a> {
        let outputs = transformer.outputs();
        match is_inverse {
            true => {
                let writes = schema.inputs.clone();
                TableTransform {
                    transformer,
                    reads: Schema { inputs: outputs, ..schema },
                    writes,
                    is_inverse,
                }
            }
            false => TableTransform { transformer, reads: schema, writes: outputs, is_inverse },
        }
    }

    fn apply(&self, table: &Table, warned: &mut BTreeSet<String>) -> Result<Table> {
        let (rows, warnings): (Features<'_>, Vec<String>) = self.reads.features(table)?;
        warned.extend(warnings);
        let made = match self.is_inverse {
            true => self.transformer.inverse_transform(&rows)?,
            false => self.transformer.transform(&rows)?,
        };
        let columns: Vec<Column> = made.into_columns(&self.writes)?;
        Table::new(self.writes.iter().map(|output| output.name.clone()).zip(columns).collect())
    }
}
