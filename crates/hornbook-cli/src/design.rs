//! Flags that say how rows are divided into training and test.

use crate::arguments::{option, switch};
use crate::failure::Failure;
use clap::{Arg, ArgMatches, value_parser};
use hornbook::evaluation::{
    Bootstrap632, CrossValidation, HoldOut, LeaveOut, OutOfBag, Resampling, Subsampling, TimeOrdered,
};
use std::sync::Arc;

/// The flags of every command that judges learners on rows they did not see. `folds` is how many there are if no flag
/// says otherwise.
pub fn flags(folds: &'static str) -> Vec<Arg> {
    let count = |name, value, help| option(name, value, help).value_parser(value_parser!(u64));
    let others = ["hold-out", "leave-out", "subsamples", "bootstrap", "blocks"];
    let one_of = |arg: Arg| {
        let own = arg.get_id().to_string();
        arg.conflicts_with_all(others.into_iter().filter(|name| *name != own))
    };
    vec![
        count("folds", "COUNT", "Cross-validate with this many folds")
            .default_value(folds)
            .conflicts_with_all(others),
        count("repeats", "COUNT", "Deal the rows to folds this many times")
            .default_value("1")
            .conflicts_with_all(others),
        switch("no-strata", "Deal the rows to folds without spreading each class evenly")
            .conflicts_with_all(others),
        one_of(
            option(
                "hold-out",
                "SHARE",
                "Hold out this share of the rows instead; the last ones if they have an order",
            )
            .value_parser(value_parser!(f64)),
        ),
        one_of(count(
            "leave-out",
            "COUNT",
            "Leave out every set of this many rows instead; 1 is leave-one-out",
        )),
        one_of(count("subsamples", "COUNT", "Hold out rows at random this many times instead")),
        option("share", "SHARE", "How many rows each of the --subsamples holds out")
            .value_parser(value_parser!(f64))
            .default_value("0.25"),
        one_of(count("bootstrap", "COUNT", "Train on this many samples drawn with replacement instead")),
        option("out-of-bag", "KIND", "How the --bootstrap judges the rows it left out")
            .value_parser(["alone", "632", "632+"])
            .default_value("632+"),
        one_of(count(
            "blocks",
            "COUNT",
            "Predict this many blocks of rows from those before them in time instead",
        )),
        count("gap", "ROWS", "With --blocks: how many rows before a block are not trained on")
            .default_value("0"),
        count("window", "ROWS", "With --blocks: train on the last rows only, this many at most"),
    ]
    .into_iter()
    .map(|arg| arg.help_heading("Training and test"))
    .collect()
}

/// The design that the flags ask for.
pub fn design(matches: &ArgMatches) -> Result<Arc<dyn Resampling>, Failure> {
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
    let given = |name: &str| matches.get_one::<u64>(name).map(|&n| usize::try_from(n).unwrap_or(usize::MAX));
    let share = |name: &str| matches.get_one::<f64>(name).copied();
    if let Some(share) = share("hold-out") {
        return Ok(Arc::new(HoldOut::new(share).seed(seed)));
    }
    if let Some(rows) = given("leave-out") {
        return Ok(Arc::new(LeaveOut::rows(rows)));
    }
    if let Some(times) = given("subsamples") {
        return Ok(Arc::new(Subsampling::new(share("share").unwrap_or(0.25), times).seed(seed)));
    }
    if let Some(times) = given("bootstrap") {
        let kind = match matches.get_one::<String>("out-of-bag").map(String::as_str) {
            Some("alone") => OutOfBag::Alone,
            Some("632") => OutOfBag::Point632,
            _ => OutOfBag::Point632Plus,
        };
        return Ok(Arc::new(Bootstrap632::new(times).kind(kind).seed(seed)));
    }
    if let Some(blocks) = given("blocks") {
        let design = TimeOrdered::new(blocks).gap(given("gap").unwrap_or(0));
        return Ok(Arc::new(match given("window") {
            Some(rows) => design.window(rows),
            None => design,
        }));
    }
    Ok(Arc::new(
        CrossValidation::new(given("folds").unwrap_or(10))
            .repeats(given("repeats").unwrap_or(1))
            .stratified(!matches.get_flag("no-strata"))
            .seed(seed),
    ))
}
