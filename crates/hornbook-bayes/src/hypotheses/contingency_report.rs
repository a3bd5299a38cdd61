//! Joint, marginal and conditional distributions of categorical columns, with tests of independence.

use super::{CountTable, IndependenceTest, ProbabilityTable, Variable};
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, ToJson, ToolReport, Value};
use hornbook_data::{ColumnKind, Table};
use serde_json::json;
use std::fmt;

/// What is known of some categorical columns together.
#[derive(Debug)]
pub struct ContingencyReport {
    counts: CountTable,
    shares: ProbabilityTable,
    conditionals: Vec<ConditionalTable>,
    given: Vec<String>,
    tests: Vec<(String, String, IndependenceTest)>,
    /// The weight of all rows, of which those with a missing value are not counted.
    weight: f64,
}

/// The probabilities of one column for each combination of values of the others.
#[derive(Debug)]
struct ConditionalTable {
    of: String,
    values: Vec<String>,
    others: Vec<String>,
    /// The values of the others that come at all, and the probabilities then.
    rows: Vec<(Vec<String>, Vec<f64>)>,
}

impl ContingencyReport {
    /// Counts the combinations of some columns, and tests each pair that is not given.
    pub fn of(
        table: &Table,
        columns: &[String],
        given: &[String],
        weight: Option<&str>,
    ) -> Result<ContingencyReport> {
        let mut columns = columns.to_vec();
        columns.extend(given.iter().filter(|name| !columns.contains(name)).cloned().collect::<Vec<_>>());
        let tested: Vec<&str> =
            columns.iter().filter(|name| !given.contains(name)).map(String::as_str).collect();
        if tested.is_empty() {
            return Err(Error::Parameter {
                learner: "contingency".to_string(),
                parameter: "columns".to_string(),
                found: format!("{}, and all of it is given", columns.join(", ")),
                expected: "a column that is not given".to_string(),
            });
        }
        for name in &columns {
            let kind = table.column(name)?.kind();
            if !matches!(kind, ColumnKind::Category | ColumnKind::Boolean) {
                let problem = format!("column '{name}' is of type {kind}, which has no contingency table");
                return Err(Error::data(
                    problem,
                    format!("read it as categories with --type {name}=category"),
                ));
            }
        }
        let mut data = table.dataset().only(&columns)?;
        if let Some(weight) = weight {
            data = data.weight(weight)?;
        }
        let counts = CountTable::of(&data)?;
        let shares = counts.shares()?;
        let known: Vec<&str> = given.iter().map(String::as_str).collect();
        let mut tests = Vec::new();
        for (at, one) in tested.iter().enumerate() {
            for other in &tested[at + 1..] {
                let test = counts.test_independence(&[one], &[other], &known)?;
                tests.push(((*one).to_string(), (*other).to_string(), test));
            }
        }
        let conditionals = conditionals(&shares, &tested)?;
        let weight = data.row_weights().iter().sum();
        Ok(ContingencyReport { counts, shares, conditionals, given: given.to_vec(), tests, weight })
    }

    /// The weight of the rows that are counted.
    fn used(&self) -> f64 {
        self.counts.counts().iter().sum()
    }

    /// Which rows are not counted, if there are any, as a sentence.
    pub fn left_out(&self) -> Option<String> {
        let (all, used) = (self.weight, self.used());
        (used < all).then(|| format!("of {all} rows, {used} are counted: in the others a value is missing"))
    }

    fn joint_in_words(&self) -> String {
        let variables = self.shares.variables();
        let names = variables.iter().map(|variable| variable.name.clone());
        let mut rows: Vec<Vec<String>> =
            vec![names.chain(["rows", "probability"].map(str::to_string)).collect()];
        for (at, (n, p)) in self.counts.counts().iter().zip(self.shares.joint()).enumerate() {
            let mut row = combination(variables, at);
            row.extend([n.to_string(), format!("{p:.4}")]);
            rows.push(row);
        }
        right_from(&rows, variables.len())
    }
}

/// Cells in columns, of which those from a place on are numbers.
fn right_from(rows: &[Vec<String>], first: usize) -> String {
    aligned(rows, |column| if column < first { Align::Left } else { Align::Right })
}

fn conditionals(shares: &ProbabilityTable, tested: &[&str]) -> Result<Vec<ConditionalTable>> {
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

impl fmt::Display for ContingencyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "joint distribution\n{}", self.joint_in_words())?;
        for variable in self.shares.variables() {
            let alone = self.shares.marginal(&[&variable.name]).map_err(|_| fmt::Error)?;
            let said: Vec<String> = variable
                .values
                .iter()
                .zip(alone.joint())
                .map(|(value, p)| format!("{value} {p:.4}"))
                .collect();
            write!(f, "\nP({}): {}", variable.name, said.join(", "))?;
        }
        writeln!(f)?;
        for one in &self.conditionals {
            let head = one.others.iter().chain(&one.values).cloned().collect::<Vec<String>>();
            let rows = one.rows.iter().map(|(values, probabilities)| {
                values.iter().cloned().chain(probabilities.iter().map(|p| format!("{p:.4}"))).collect()
            });
            let cells: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
            write!(
                f,
                "\nP({} | {})\n{}",
                one.of,
                one.others.join(", "),
                right_from(&cells, one.others.len())
            )?;
        }
        for (one, other, test) in &self.tests {
            let known = if self.given.is_empty() {
                String::new()
            } else {
                format!(", given {}", self.given.join(", "))
            };
            write!(f, "\nare {one} and {other} independent{known}?\n{test}")?;
        }
        Ok(())
    }
}

impl ToJson for ContingencyReport {
    fn to_json(&self) -> Value {
        let named = |values: &[String], numbers: &[f64]| -> serde_json::Map<String, Value> {
            values.iter().cloned().zip(numbers.iter().map(|p| json!(p))).collect()
        };
        let mut marginals = serde_json::Map::new();
        for variable in self.shares.variables() {
            if let Ok(alone) = self.shares.marginal(&[&variable.name]) {
                marginals.insert(variable.name.clone(), json!(named(&variable.values, alone.joint())));
            }
        }
        let conditionals = self.conditionals.iter().flat_map(|one| {
            one.rows.iter().map(|(values, probabilities)| {
                let known: serde_json::Map<String, Value> =
                    one.others.iter().cloned().zip(values.iter().map(|value| json!(value))).collect();
                json!({"of": one.of, "given": known, "probabilities": named(&one.values, probabilities)})
            })
        });
        let tests = self.tests.iter().map(|(one, other, test)| {
            let mut object = test.to_json();
            object["one"] = json!(one);
            object["other"] = json!(other);
            object["given"] = json!(self.given);
            object
        });
        json!({
            "rows": self.used(),
            "joint": self.shares.to_json(),
            "marginals": marginals,
            "conditionals": conditionals.collect::<Vec<Value>>(),
            "tests": tests.collect::<Vec<Value>>(),
        })
    }
}

impl ToolReport for ContingencyReport {}
