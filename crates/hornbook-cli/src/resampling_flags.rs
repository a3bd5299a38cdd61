//! Flags for resampling: cross-validation, hold-out, bootstrap, time-series splits.

use crate::arguments::{option, switch};
use crate::failure::Failure;
use clap::{Arg, ArgMatches, value_parser};
use hornbook::evaluation::{
    AutoCrossValidation, Bootstrap632, BootstrapKind, HoldOut, LeavePOut, Resampling, ShuffleSplit,
    TimeSeriesSplit,
};
use std::sync::Arc;

/// The flags of every command that evaluates learners by resampling. `folds` is how many there are if no flag
/// says otherwise.
pub fn flags(folds: &'static str) -> Vec<Arg> {
    let count = |name, value, help| option(name, value, help).value_parser(value_parser!(u64));
    let others = ["hold-out", "leave-out", "subsamples", "bootstrap", "blocks"];
    let one_of = |arg: Arg| {
        let own = arg.get_id().to_string();
        arg.conflicts_with_all(others.into_iter().filter(|name| *name != own))
    };
    vec![
        count("folds", "COUNT", "Number of folds (k) of k-fold cross-validation; with --order the number of test blocks in time")
            .default_value(folds)
            .conflicts_with_all(others),
        count("repeats", "COUNT", "Repeat the cross-validation with new folds this many times")
            .default_value("1")
            .conflicts_with_all(others),
        switch("no-stratify", "Do not stratify the folds by class")
            .alias("no-strata")
            .conflicts_with_all(others),
        one_of(
            option(
                "hold-out",
                "FRACTION",
                "Hold-out: one train/test split with this test fraction; the last rows if they have a time order",
            )
            .value_parser(value_parser!(f64)),
        ),
        one_of(count(
            "leave-out",
            "COUNT",
            "Leave-p-out cross-validation; 1 is leave-one-out (LOO)",
        )),
        one_of(count(
            "subsamples",
            "COUNT",
            "Monte Carlo cross-validation (shuffle-split): this many random train/test splits",
        )),
        option("test-size", "FRACTION", "Test fraction of each of the --subsamples")
            .alias("share")
            .value_parser(value_parser!(f64))
            .default_value("0.25"),
        one_of(count("bootstrap", "COUNT", "Bootstrap: train on this many samples drawn with replacement")),
        option("out-of-bag", "KIND", "Bootstrap estimator: out-of-bag alone, .632 or .632+")
            .value_parser(["alone", "632", "632+"])
            .default_value("632+"),
        one_of(count(
            "blocks",
            "COUNT",
            "Time series cross-validation (walk-forward, rolling origin) with this many test blocks",
        )),
        count("gap", "ROWS", "With --blocks: rows before each test block that are excluded from training")
            .default_value("0"),
        count("window", "ROWS", "With --blocks: sliding training window of at most this many rows, instead of expanding"),
    ]
    .into_iter()
    .map(|arg| arg.help_heading("Resampling: cross-validation, hold-out, bootstrap, time series"))
    .collect()
}

/// The resampling strategy that the flags ask for.
pub fn design(matches: &ArgMatches) -> Result<Arc<dyn Resampling>, Failure> {
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
    let given = |name: &str| matches.get_one::<u64>(name).map(|&n| usize::try_from(n).unwrap_or(usize::MAX));
    let share = |name: &str| matches.get_one::<f64>(name).copied();
    if let Some(share) = share("hold-out") {
        return Ok(Arc::new(HoldOut::new(share).seed(seed)));
    }
    if let Some(rows) = given("leave-out") {
        return Ok(Arc::new(LeavePOut::rows(rows)));
    }
    if let Some(times) = given("subsamples") {
        return Ok(Arc::new(ShuffleSplit::new(share("test-size").unwrap_or(0.25), times).seed(seed)));
    }
    if let Some(times) = given("bootstrap") {
        let kind = match matches.get_one::<String>("out-of-bag").map(String::as_str) {
            Some("alone") => BootstrapKind::Alone,
            Some("632") => BootstrapKind::Point632,
            _ => BootstrapKind::Point632Plus,
        };
        return Ok(Arc::new(Bootstrap632::new(times).kind(kind).seed(seed)));
    }
    if let Some(blocks) = given("blocks") {
        let design = TimeSeriesSplit::new(blocks).gap(given("gap").unwrap_or(0));
        return Ok(Arc::new(match given("window") {
            Some(rows) => design.window(rows),
            None => design,
        }));
    }
    Ok(Arc::new(
        AutoCrossValidation::new(given("folds").unwrap_or(10))
            .repeats(given("repeats").unwrap_or(1))
            .stratified(!matches.get_flag("no-stratify"))
            .seed(seed),
    ))
}
