//! `hornbook curve`: how a learner does with more rows, or with other values of a parameter; pruning curves of a tree.

mod tree;

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::learner_flags;
use crate::metric_flags;
use crate::output::Output;
use crate::progress;
use crate::resampling_flags;
use clap::{ArgGroup, ArgMatches, Command, value_parser};
use hornbook::RegistryEntry;
use hornbook::evaluation::model_selection::{
    LearningCurve, LearningCurveOptions, SearchSpace, ValidationCurve,
};

pub fn command(learner: Option<&RegistryEntry>) -> Command {
    let command = Command::new("curve")
        .about("Learning curve, or validation curve over a hyperparameter with --vary: overfitting, underfitting or enough data");
    learner_flags::for_learner(command, learner, flags)
}

fn flags(command: Command, entry: &RegistryEntry) -> Command {
    let command = command
        .after_help(
            "Examples:\n  \
             hornbook curve data/iris.csv --target species\n  \
             hornbook curve data/iris.csv --target species --vary max_depth=1..6\n  \
             hornbook curve data/iris.csv --target species --size --svg size.svg\n  \
             hornbook curve data/iris.csv --target species --pruning-path",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags_of(entry.declaration))
        .arg(
            option("vary", "NAME=VALUES", "Validation curve: vary this hyperparameter, e.g. max_depth=1..20")
                .conflicts_with("samples"),
        )
        .arg(
            option("samples", "COUNT", "Training sets of each size; 20 by default, fewer for many rows")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .args(tree::flags())
        .group(ArgGroup::new("tree").args(tree::CURVES).conflicts_with_all(["vary", "samples"]))
        .args(resampling_flags::flags("5"))
        .args(metric_flags::flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, entry)
}

pub fn run(matches: &ArgMatches, entry: &RegistryEntry, output: &Output) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let space = match matches.get_one::<String>("vary") {
        Some(text) => {
            let space = SearchSpace::parse(&*learner, &[text]);
            Some(space.map_err(Failure::Request)?)
        }
        None => None,
    };
    let design = resampling_flags::design(matches)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, &*learner, &run)?;
    if tree::is_asked_for(matches) {
        return tree::run(&*learner, &data, &*design, matches, run, output);
    }
    let scoring = metric_flags::evaluation_options(matches, &data)?;
    if let Some(dimension) = space.as_ref().and_then(|space| space.dimensions().first()) {
        let (name, values) = (&dimension.parameter, &dimension.values);
        let curve = ValidationCurve::of(&*learner, name, values, &data, &*design, &scoring, &run)?;
        drop(run);
        return output.report(&curve);
    }
    let options = LearningCurveOptions {
        repeats: matches.get_one::<u64>("samples").map(|&n| usize::try_from(n).unwrap_or(usize::MAX)),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or_default(),
        ..LearningCurveOptions::default()
    };
    let curve = LearningCurve::of(&*learner, &data, &options, &scoring, &run)?;
    drop(run);
    output.report(&curve)
}
