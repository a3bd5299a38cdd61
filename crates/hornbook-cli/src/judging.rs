//! Flags that say by what predictions are judged.

use crate::arguments::option;
use crate::decision;
use crate::failure::Failure;
use clap::{Arg, ArgMatches, value_parser};
use hornbook::Dataset;
use hornbook::data::Target;
use hornbook::evaluation::{Judging, Measure};

/// The flags of every command that judges predictions.
pub fn flags() -> Vec<Arg> {
    let own = vec![
        option(
            "measures",
            "NAMES",
            "What to measure, with commas between, the one to look at first in front; `hornbook measures` lists them",
        )
        .value_delimiter(','),
        option("level", "SHARE", "How often an interval is to hold the true value")
            .value_parser(value_parser!(f64))
            .default_value("0.95"),
    ];
    own.into_iter().map(|arg| arg.help_heading("Measures")).chain(decision::flags(false)).collect()
}

/// How the flags want the predictions for a dataset to be judged.
pub fn judging(matches: &ArgMatches, data: &Dataset) -> Result<Judging, Failure> {
    let mut judging = Judging::default().level(matches.get_one::<f64>("level").copied().unwrap_or(0.95));
    if let Some(names) = matches.get_many::<String>("measures") {
        let measures = names
            .map(|name| Measure::from_name(name.trim()).map_err(|error| Failure::Usage(error.to_string())))
            .collect::<Result<Vec<Measure>, Failure>>()?;
        judging = judging.measures(&measures);
    }
    let classes = match data.require_target()?.1 {
        Target::Classes(classes) => Some(&*classes.levels),
        Target::Numbers(_) => None,
    };
    if let Some(positive) = matches.get_one::<String>("positive") {
        judging = judging.positive(positive);
    }
    Ok(match decision::losses(matches, classes)? {
        Some(losses) => judging.losses(losses),
        None => judging,
    })
}
