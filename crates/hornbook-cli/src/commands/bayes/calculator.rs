//! The Bayes calculator for any hypotheses.

use super::wrong;
use crate::arguments::option;
use crate::failure::Failure;
use crate::output::Output;
use clap::{ArgAction, ArgMatches, Command};
use hornbook::bayes::PosteriorReport;
use hornbook::bayes::hypotheses::HypothesisTable;

pub fn table_command() -> Command {
    Command::new("table")
        .about("Posterior probabilities of hypotheses, from prior and likelihood")
        .after_help(
            "Example:\n  hornbook bayes table --prior fair=0.9,loaded=0.1 --likelihood fair=0.1667,loaded=0.5 --likelihood \
             fair=0.1667,loaded=0.5",
        )
        .arg(
            option(
                "prior",
                "NAME=PROBABILITY,…",
                "The hypotheses and their prior probabilities; names alone get a uniform prior",
            )
            .required(true)
            .value_delimiter(','),
        )
        .arg(
            option(
                "likelihood",
                "NAME=NUMBER,…",
                "Likelihood of an observation under each hypothesis; repeated for further observations",
            )
            .action(ArgAction::Append),
        )
}

pub fn run_table(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let prior: Vec<&str> =
        matches.get_many::<String>("prior").into_iter().flatten().map(|text| text.trim()).collect();
    let table = if prior.iter().any(|text| text.contains('=')) {
        let (names, numbers): (Vec<String>, Vec<f64>) =
            prior.iter().map(|text| pair(text)).collect::<Result<Vec<_>, Failure>>()?.into_iter().unzip();
        HypothesisTable::new(&names, &numbers).map_err(wrong)?
    } else {
        HypothesisTable::uniform(&prior).map_err(wrong)?
    };
    let observations = matches
        .get_many::<String>("likelihood")
        .into_iter()
        .flatten()
        .map(|text| likelihoods(text, table.names()))
        .collect::<Result<Vec<_>, Failure>>()?;
    output.report(&PosteriorReport::new(table, &observations).map_err(wrong)?)
}

/// A name and a number.
fn pair(text: &str) -> Result<(String, f64), Failure> {
    let parsed = text.rsplit_once('=').and_then(|(name, number)| {
        Some((name.trim().to_string(), number.trim().parse::<f64>().ok()?))
            .filter(|(name, _)| !name.is_empty())
    });
    parsed.ok_or_else(|| Failure::Usage(format!("'{text}' is no name with a number; write NAME=0.5")))
}

/// The likelihoods of one observation, in the order of the hypotheses.
fn likelihoods(text: &str, names: &[String]) -> Result<Vec<f64>, Failure> {
    let pairs = text.split(',').map(pair).collect::<Result<Vec<_>, Failure>>()?;
    if let Some((stranger, _)) = pairs.iter().find(|(name, _)| !names.contains(name)) {
        return Err(Failure::Usage(format!(
            "there is no hypothesis '{stranger}'; there are {}",
            names.join(", ")
        )));
    }
    let of = |name: &String| {
        let mut found = pairs.iter().filter(|(other, _)| other == name).map(|(_, number)| *number);
        match (found.next(), found.next()) {
            (Some(number), None) => Ok(number),
            (None, _) => Err(Failure::Usage(format!("'{text}' does not say how likely '{name}' makes it"))),
            _ => Err(Failure::Usage(format!("'{text}' says twice how likely '{name}' makes it"))),
        }
    };
    names.iter().map(of).collect()
}
