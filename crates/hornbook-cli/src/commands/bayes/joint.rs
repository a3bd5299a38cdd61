//! Joint, marginal and conditional distributions of categorical columns.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, heading, note, rows_of_cells};
use clap::{ArgMatches, Command};
use comfy_table::CellAlignment;
use hornbook::bayes::hypotheses::{CountTable, IndependenceTest, ProbabilityTable, Variable};
use hornbook::data::ColumnKind;
use hornbook::{Error, Table, Value};
use serde_json::json;

pub fn command() -> Command {
    Command::new("joint")
        .about(
            "Joint, marginal and conditional distributions of categorical columns, with tests of independence",
        )
        .after_help(
            "Examples:\n  \
             hornbook bayes joint data/play_tennis.csv --columns Humidity,Play\n  \
             hornbook bayes joint data/play_tennis.csv --columns Humidity,Temperature --given Play",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(
            option("columns", "COLUMNS", "Columns of the contingency table, comma-separated")
                .required(true)
                .value_delimiter(','),
        )
        .arg(
            option("given", "COLUMNS", "Test conditional independence given these columns").value_delimiter(','),
        )
        .arg(option("counts", "COLUMN", "Frequency weight: how many rows a row of the file stands for"))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let many = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned();
    let given: Vec<String> = many("given").collect();
    let mut columns: Vec<String> = many("columns").collect();
    columns.extend(given.iter().filter(|name| !columns.contains(name)).cloned().collect::<Vec<_>>());
    let tested: Vec<&str> = columns.iter().filter(|name| !given.contains(name)).map(String::as_str).collect();
    if tested.is_empty() {
        return Err(Failure::Usage("all columns are given; name others with --columns".to_string()));
    }
    let table = input::read(path, &input::read_options(matches)?)?;
    let counts = count(&table, &columns, matches.get_one::<String>("counts"))?;
    let shares = counts.shares()?;
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let mut tests = Vec::new();
    for (at, one) in tested.iter().enumerate() {
        for other in &tested[at + 1..] {
            tests.push((*one, *other, counts.test_independence(&[one], &[other], &given)?));
        }
    }
    let conditionals = conditionals(&shares, &tested)?;
    if output.is_json() {
        return output.json(&in_json(&counts, &shares, &conditionals, &given, &tests)?);
    }
    output.text(in_words(&counts, &shares, &conditionals, &given, &tests)?)
}

/// How often each combination comes.
fn count(table: &Table, columns: &[String], weight: Option<&String>) -> Result<CountTable, Failure> {
    for name in columns {
        let kind = table.column(name)?.kind();
        if !matches!(kind, ColumnKind::Category | ColumnKind::Boolean) {
            let problem = format!("column '{name}' is of type {kind}, which has no contingency table");
            return Err(
                Error::data(problem, format!("read it as categories with --type {name}=category")).into()
            );
        }
    }
    let mut data = table.dataset().only(columns)?;
    if let Some(weight) = weight {
        data = data.weight(weight)?;
    }
    let counts = CountTable::of(&data)?;
    let (all, used) = (data.row_weights().iter().sum::<f64>(), counts.counts().iter().sum::<f64>());
    if used < all {
        note(&format!("of {all} rows, {used} are counted: in the others a value is missing"));
    }
    Ok(counts)
}

/// The probabilities of one column for each combination of values of the others.
struct ConditionalTable {
    of: String,
    values: Vec<String>,
    others: Vec<String>,
    /// The values of the others that come at all, and the probabilities then.
    rows: Vec<(Vec<String>, Vec<f64>)>,
}

fn conditionals(shares: &ProbabilityTable, tested: &[&str]) -> hornbook::Result<Vec<ConditionalTable>> {
    let mut all = Vec::new();
    for of in tested {
        let others: Vec<&str> =
            shares.variables().iter().map(|v| v.name.as_str()).filter(|name| name != of).collect();
        if others.is_empty() {
            continue;
        }
        // The last variable runs fastest, so that each combination of the others is one stretch.
        let turned = shares.marginal(&[&others[..], &[of]].concat())?;
        let Some((own, before)) = turned.variables().split_last() else { continue };
        let stretches = turned.joint().chunks(own.values.len()).enumerate();
        let rows = stretches.filter_map(|(at, stretch)| {
            let total: f64 = stretch.iter().sum();
            let probabilities = stretch.iter().map(|p| p / total).collect();
            (total > 0.0).then(|| (combination(before, at), probabilities))
        });
        let rows = rows.collect();
        let others = others.iter().map(|name| (*name).to_string()).collect();
        all.push(ConditionalTable { of: own.name.clone(), values: own.values.clone(), others, rows });
    }
    Ok(all)
}

/// The values of some variables at a position, the last running fastest.
fn combination(variables: &[Variable], mut at: usize) -> Vec<String> {
    let mut values = Vec::with_capacity(variables.len());
    for variable in variables.iter().rev() {
        values.push(variable.values[at % variable.values.len()].clone());
        at /= variable.values.len();
    }
    values.reverse();
    values
}

type NamedIndependenceTest<'a> = (&'a str, &'a str, IndependenceTest);

fn in_words(
    counts: &CountTable,
    shares: &ProbabilityTable,
    conditionals: &[ConditionalTable],
    given: &[&str],
    tests: &[NamedIndependenceTest<'_>],
) -> Result<String, Failure> {
    let mut text = format!("{}\n{}\n", heading("joint distribution"), joint_in_words(counts, shares));
    for variable in shares.variables() {
        let alone = shares.marginal(&[&variable.name])?;
        let said: Vec<String> =
            variable.values.iter().zip(alone.joint()).map(|(value, p)| format!("{value} {p:.4}")).collect();
        text += &format!("\n{}: {}", heading(&format!("P({})", variable.name)), said.join(", "));
    }
    text += "\n";
    for one in conditionals {
        let head = one.others.iter().chain(&one.values).cloned().collect::<Vec<String>>();
        let rows = one.rows.iter().map(|(values, probabilities)| {
            values.iter().cloned().chain(probabilities.iter().map(|p| format!("{p:.4}"))).collect()
        });
        let cells: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
        let right: Vec<(usize, CellAlignment)> = (one.others.len()..one.others.len() + one.values.len())
            .map(|column| (column, CellAlignment::Right))
            .collect();
        let title = format!("P({} | {})", one.of, one.others.join(", "));
        text += &format!("\n{}\n{}\n", heading(&title), rows_of_cells(cells, &right));
    }
    for (one, other, test) in tests {
        let known = if given.is_empty() { String::new() } else { format!(", given {}", given.join(", ")) };
        text += &format!("\n{}\n{test}", heading(&format!("are {one} and {other} independent{known}?")));
    }
    Ok(text)
}

fn joint_in_words(counts: &CountTable, shares: &ProbabilityTable) -> String {
    let variables = shares.variables();
    let names = variables.iter().map(|variable| variable.name.clone());
    let mut rows: Vec<Vec<String>> = vec![names.chain(["rows", "probability"].map(str::to_string)).collect()];
    for (at, (n, p)) in counts.counts().iter().zip(shares.joint()).enumerate() {
        let mut row = combination(variables, at);
        row.extend([n.to_string(), format!("{p:.4}")]);
        rows.push(row);
    }
    let right = [0, 1].map(|column| (variables.len() + column, CellAlignment::Right));
    rows_of_cells(rows, &right)
}

fn in_json(
    counts: &CountTable,
    shares: &ProbabilityTable,
    conditionals: &[ConditionalTable],
    given: &[&str],
    tests: &[NamedIndependenceTest<'_>],
) -> Result<Value, Failure> {
    let named = |values: &[String], numbers: &[f64]| -> serde_json::Map<String, Value> {
        values.iter().cloned().zip(numbers.iter().map(|p| json!(p))).collect()
    };
    let mut marginals = serde_json::Map::new();
    for variable in shares.variables() {
        let alone = shares.marginal(&[&variable.name])?;
        marginals.insert(variable.name.clone(), json!(named(&variable.values, alone.joint())));
    }
    let conditionals = conditionals.iter().flat_map(|one| {
        one.rows.iter().map(|(values, probabilities)| {
            let known: serde_json::Map<String, Value> =
                one.others.iter().cloned().zip(values.iter().map(|value| json!(value))).collect();
            json!({"of": one.of, "given": known, "probabilities": named(&one.values, probabilities)})
        })
    });
    let tests = tests.iter().map(|(one, other, test)| {
        let mut object = test.to_json();
        object["one"] = json!(one);
        object["other"] = json!(other);
        object["given"] = json!(given);
        object
    });
    Ok(json!({
        "rows": counts.counts().iter().sum::<f64>(),
        "joint": shares.to_json(),
        "marginals": marginals,
        "conditionals": conditionals.collect::<Vec<Value>>(),
        "tests": tests.collect::<Vec<Value>>(),
    }))
}
