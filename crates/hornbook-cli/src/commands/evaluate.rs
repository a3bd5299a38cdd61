//! `hornbook evaluate`: how good a learner is on rows it did not see.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input::{self, Roles};
use crate::learner_flags;
use crate::output::Output;
use crate::progress;
use clap::{ArgMatches, Command, value_parser};
use hornbook::evaluation::{CrossValidation, HoldOut};
use hornbook::{Entry, Registry};

pub fn command(registry: &Registry, entry: &Entry) -> Command {
    let command = Command::new("evaluate")
        .about("Judge a learner on rows it did not see, beside the baseline")
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags())
        .arg(
            option("folds", "COUNT", "Cross-validate with this many folds")
                .value_parser(value_parser!(u64))
                .default_value("10")
                .conflicts_with("hold-out"),
        )
        .arg(
            option("repeats", "COUNT", "Deal the rows to folds this many times")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .conflicts_with("hold-out"),
        )
        .arg(
            option(
                "hold-out",
                "SHARE",
                "Hold out this share of the rows instead; the last ones if they have an order",
            )
            .value_parser(value_parser!(f64)),
        )
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, registry, entry)
}

pub fn run(matches: &ArgMatches, entry: &Entry, output: &Output) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let run = progress::run(matches, output)?;
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let options = input::read_options(matches)?;
    let table = run.install(|| input::read(path, &options))?;
    let data = Roles::of(matches).usable_dataset(&table)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
    let count = |name: &str| {
        let count = matches.get_one::<u64>(name).copied().unwrap_or(1);
        usize::try_from(count).unwrap_or(usize::MAX)
    };
    let result = match matches.get_one::<f64>("hold-out") {
        Some(&share) => HoldOut::new(share).seed(seed).evaluate_with(&*learner, &data, &run)?,
        None => CrossValidation::new(count("folds"))
            .repeats(count("repeats"))
            .seed(seed)
            .evaluate_with(&*learner, &data, &run)?,
    };
    if output.is_json() { output.json(&result.to_json()) } else { output.text(result) }
}
