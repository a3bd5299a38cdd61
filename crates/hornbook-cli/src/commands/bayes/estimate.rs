//! Parameter estimation: maximum likelihood, MAP, posterior under a conjugate prior.

use super::wrong;
use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, rows_of_cells};
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::bayes::estimation::{
    PriorSpec, PriorStatement, conjugate_pair, conjugate_pairs, estimate_columns,
};
use hornbook::format::counted;
use hornbook::{Error, Run, ToJson, Value};
use serde_json::json;

pub fn command() -> Command {
    let numbers = |name, help| {
        option(name, "NUMBERS", help)
            .value_delimiter(',')
            .value_parser(value_parser!(f64))
            .allow_hyphen_values(true)
    };
    Command::new("estimate")
        .about("Estimate a distribution of columns: maximum likelihood, MAP, and the posterior under a conjugate prior")
        .after_help(
            "Examples:\n  \
             hornbook bayes estimate data/play_tennis.csv --column Play --family bernoulli-beta\n  \
             hornbook bayes estimate data/iris.csv --column sepal_width --family normal-mean --known 0.2 --statement \
             'close to 2, between 1 and 3'\n  \
             hornbook bayes estimate data/iris.csv --column sepal_length --column sepal_width --family normal-wishart \
             --prior 6,3,1,4,1,1",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(
            option("column", "COLUMN", "The column; repeated for families of several columns")
                .action(ArgAction::Append)
                .required(true),
        )
        .arg(
            option("family", "NAME", "Likelihood and conjugate prior; `hornbook bayes families` lists them")
                .required(true),
        )
        .arg(
            numbers(
                "prior",
                "Hyperparameters of the prior, as `hornbook bayes families` names them; of a matrix all entries, row by row, or its diagonal",
            )
            .conflicts_with("statement"),
        )
        .arg(
            option(
                "statement",
                "TEXT",
                "Prior elicitation, in words, of a parameter: 'between 1 and 3', 'close to 2, between 1 and 3' or '2, worth 10 rows'; \
                 repeated for further parameters",
            )
            .action(ArgAction::Append),
        )
        .arg(
            numbers(
                "known",
                "Known parameters of the family: a variance, a mean, a number of trials; of several columns their variances, \
                 or covariances row by row",
            ),
        )
        .arg(
            option("level", "LEVEL", "Probability of the posterior predictive interval")
                .value_parser(value_parser!(f64))
                .allow_hyphen_values(true)
                .default_value("0.95"),
        )
        .arg(option("weight", "COLUMN", "Sample weight column (frequency weights: 2 is the row twice, 0 the row absent)"))
        .args(input::reading_flags())
}

pub fn families_command() -> Command {
    Command::new("families").about("List the likelihoods and their conjugate priors")
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str).unwrap_or_default();
    let family = text("family");
    let columns: Vec<&str> =
        matches.get_many::<String>("column").into_iter().flatten().map(String::as_str).collect();
    let level = matches.get_one::<f64>("level").copied().unwrap_or(0.95);
    if !(level > 0.0 && level < 1.0) {
        return Err(Failure::Usage(format!("the level is {level}; give a probability above 0 and below 1")));
    }
    conjugate_pair(family).map_err(wrong)?;
    let prior = prior(matches)?;
    let table = input::read(text("FILE"), &input::read_options(matches)?)?;
    let mut data = table.dataset().only(&columns)?;
    if let Some(column) = columns.iter().find(|column| !data.feature_names().contains(*column)) {
        let problem = format!("column '{column}' holds text");
        return Err(
            Error::data(problem, format!("read it as categories with --type {column}=category")).into()
        );
    }
    if let Some(weight) = matches.get_one::<String>("weight") {
        data = data.weight(weight)?;
    }
    let known: Vec<f64> = matches.get_many::<f64>("known").into_iter().flatten().copied().collect();
    let run = Run::default();
    let estimate = estimate_columns(family, &known, &prior, &data, level, &run)?;
    if output.is_json() {
        let mut object = estimate.to_json();
        object["columns"] = json!(columns);
        return output.json(&object);
    }
    let rows = counted_weight(estimate.summary.weight);
    output.text(format!("{family} of '{}', from {rows}\n\n{estimate}", columns.join("', '")))
}

fn counted_weight(weight: f64) -> String {
    if weight.fract() == 0.0 { counted(weight as u64, "row") } else { format!("rows of weight {weight}") }
}

fn prior(matches: &ArgMatches) -> Result<PriorSpec, Failure> {
    if let Some(statements) = matches.get_many::<String>("statement") {
        let read = statements.map(|text| text.parse::<PriorStatement>()).collect::<hornbook::Result<_>>();
        return Ok(PriorSpec::Stated(read.map_err(wrong)?));
    }
    Ok(match matches.get_many::<f64>("prior") {
        Some(numbers) => PriorSpec::Numbers(numbers.copied().collect()),
        None => PriorSpec::Uniform,
    })
}

pub fn run_families(output: &Output) -> Result<(), Failure> {
    let pairs = conjugate_pairs();
    if output.is_json() {
        let all: Vec<Value> = pairs
            .iter()
            .map(|pair| {
                json!({
                    "name": pair.name, "row": pair.row, "likelihood": pair.likelihood, "prior": pair.prior,
                    "posterior": pair.posterior, "predictive": pair.predictive, "update": pair.update,
                })
            })
            .collect();
        return output.json(&json!(all));
    }
    let head = ["family", "observation", "likelihood", "conjugate prior", "posterior predictive"]
        .map(str::to_string);
    let rows = pairs
        .iter()
        .map(|pair| [pair.name, pair.row, pair.likelihood, pair.prior, pair.predictive].map(str::to_string));
    output.text(rows_of_cells([head].into_iter().chain(rows).collect(), &[]))
}
