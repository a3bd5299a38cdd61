//! The Bayes calculator: diagnostic tests, and any hypotheses.

use super::wrong;
use crate::arguments::option;
use crate::failure::Failure;
use crate::output::{Output, rows_of_cells};
use clap::{ArgAction, ArgMatches, Command, value_parser};
use comfy_table::CellAlignment;
use hornbook::bayes::hypotheses::{DiagnosticTest, HypothesisTable};
use serde_json::json;

pub fn test_command() -> Command {
    let probability = |name, help| {
        option(name, "PROBABILITY", help)
            .required(true)
            .value_parser(value_parser!(f64))
            .allow_hyphen_values(true)
    };
    let count = |name, help| option(name, "COUNT", help).value_parser(value_parser!(u32));
    Command::new("test")
        .about("Diagnostic test: posterior probability from prevalence, sensitivity and specificity")
        .after_help("Example:\n  hornbook bayes test --prior 0.008 --sensitivity 0.98 --specificity 0.97")
        .arg(probability("prior", "Prior probability (prevalence, base rate): 0.008 is 8 of 1000"))
        .arg(probability("sensitivity", "Sensitivity (true positive rate): P(positive | condition)"))
        .arg(probability("specificity", "Specificity (true negative rate): P(negative | no condition)"))
        .arg(count("positive", "Number of positive tests; 1 by default"))
        .arg(count("negative", "Number of negative tests; errors are taken as independent"))
        .arg(option("condition", "NAME", "Name of the condition").default_value("disease"))
}

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

pub fn run_test(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let number = |name: &str| matches.get_one::<f64>(name).copied().unwrap_or(f64::NAN);
    let count = |name: &str| matches.get_one::<u32>(name).copied();
    let condition = matches.get_one::<String>("condition").map(String::as_str).unwrap_or_default();
    let test = DiagnosticTest::new(condition, number("prior"), number("sensitivity"), number("specificity"))
        .map_err(wrong)?;
    let (positive, negative) = match (count("positive"), count("negative")) {
        (None, None) => (1, 0),
        (positive, negative) => (positive.unwrap_or(0), negative.unwrap_or(0)),
    };
    let table = test.table(positive, negative).map_err(wrong)?;
    if output.is_json() {
        return output.json(&test.to_json(positive, negative).map_err(wrong)?);
    }
    let prior = table.prior();
    let factors: Vec<String> = [
        (positive, test.positive_likelihood_ratio(), "positive"),
        (negative, test.negative_likelihood_ratio(), "negative"),
    ]
    .into_iter()
    .filter(|(count, ..)| *count > 0)
    .map(|(count, ratio, kind)| match count {
        1 => format!(", times likelihood ratio {ratio:.6} for a {kind} test"),
        _ => format!(", times likelihood ratio {ratio:.6} for each of {count} {kind} tests"),
    })
    .collect();
    output.text(format!(
        "{table}prior odds {:.6}{}: posterior odds {:.6}\n\n{}",
        prior[0] / prior[1],
        factors.concat(),
        table.odds(0),
        test.in_natural_frequencies()
    ))
}

pub fn run_table(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let prior: Vec<&str> =
        matches.get_many::<String>("prior").into_iter().flatten().map(|text| text.trim()).collect();
    let mut table = if prior.iter().any(|text| text.contains('=')) {
        let (names, numbers): (Vec<String>, Vec<f64>) =
            prior.iter().map(|text| pair(text)).collect::<Result<Vec<_>, Failure>>()?.into_iter().unzip();
        HypothesisTable::new(&names, &numbers).map_err(wrong)?
    } else {
        HypothesisTable::uniform(&prior).map_err(wrong)?
    };
    if let Some(name) = (1..table.len()).find(|&at| table.names()[..at].contains(&table.names()[at])) {
        return Err(Failure::Usage(format!("the hypothesis '{}' is named twice", table.names()[name])));
    }
    let mut steps = vec![table.posterior()];
    for text in matches.get_many::<String>("likelihood").into_iter().flatten() {
        let likelihoods = likelihoods(text, table.names())?;
        table.see(&likelihoods).map_err(wrong)?;
        steps.push(table.posterior());
    }
    if output.is_json() {
        let mut object = table.to_json();
        object["steps"] = json!(steps);
        return output.json(&object);
    }
    let mut text = table.to_string();
    if steps.len() > 2 {
        text += &format!("\n{}", in_steps(table.names(), &steps));
    }
    output.text(text)
}

/// The probabilities after each thing that was seen.
fn in_steps(names: &[String], steps: &[Vec<f64>]) -> String {
    let heads = (1..steps.len()).map(|step| format!("after {step}"));
    let head: Vec<String> =
        ["hypothesis".to_string(), "before".to_string()].into_iter().chain(heads).collect();
    let row = |(at, name): (usize, &String)| {
        let cells = steps.iter().map(|step| format!("{:.6}", step[at]));
        [name.clone()].into_iter().chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(names.iter().enumerate().map(row)).collect();
    let right: Vec<(usize, CellAlignment)> =
        (1..=steps.len()).map(|column| (column, CellAlignment::Right)).collect();
    rows_of_cells(rows, &right)
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
