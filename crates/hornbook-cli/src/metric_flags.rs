//! Flags for the evaluation metrics.

use crate::arguments::option;
use crate::cost_flags;
use crate::failure::Failure;
use clap::{Arg, ArgMatches, value_parser};
use hornbook::Dataset;
use hornbook::data::Target;
use hornbook::evaluation::{EvaluationOptions, Measure};

/// The flags of every command that evaluates predictions.
pub fn flags() -> Vec<Arg> {
    let own = vec![
        option(
            "measures",
            "NAMES",
            "Metrics, comma-separated; the first one decides. `hornbook metrics` lists them",
        )
        .alias("metrics")
        .value_delimiter(','),
        option("level", "LEVEL", "Confidence level of the confidence intervals")
            .value_parser(value_parser!(f64))
            .default_value("0.95"),
    ];
    own.into_iter().map(|arg| arg.help_heading("Metrics")).chain(cost_flags::flags(false)).collect()
}

/// How the flags want the predictions for a dataset to be evaluated.
pub fn evaluation_options(matches: &ArgMatches, data: &Dataset) -> Result<EvaluationOptions, Failure> {
    let mut scoring =
        EvaluationOptions::default().level(matches.get_one::<f64>("level").copied().unwrap_or(0.95));
    if let Some(names) = matches.get_many::<String>("measures") {
        let measures = names
            .map(|name| Measure::from_name(name.trim()).map_err(Failure::Request))
            .collect::<Result<Vec<Measure>, Failure>>()?;
        scoring = scoring.measures(&measures);
    }
    let classes = match data.target_values() {
        Some((_, Target::Classes(classes))) => Some(&*classes.levels),
        Some((_, Target::Numbers(_))) | None => None,
    };
    if let Some(positive) = matches.get_one::<String>("positive") {
        scoring = scoring.positive(positive);
    }
    Ok(match cost_flags::losses(matches, classes)? {
        Some(losses) => scoring.losses(losses),
        None => scoring,
    })
}
