//! Joint probabilities of several named variables.

use super::cells::{TableCells, Variable};
use super::hypothesis_table::probabilities;
use hornbook_core::format::{significant, table};
use hornbook_core::{Error, Result, ToJson, Value};
use serde_json::json;
use std::fmt;

/// How far a joint probability may be from the product, if that is all rounding.
const ROUNDING: f64 = 1e-12;

/// The joint probabilities of several variables: a number for every combination of their values.
///
/// ```
/// use hornbook_bayes::hypotheses::{ProbabilityTable, Variable};
/// let weather = Variable::new("weather", &["sun", "rain"]);
/// let first = ProbabilityTable::new(vec![weather], &[0.75, 0.25])?;
/// // The product rule: how probable an umbrella is in each weather.
/// let both = first.and(Variable::new("umbrella", &["yes", "no"]), &[vec![0.2, 0.8], vec![0.8, 0.2]])?;
/// assert!((both.probability(&[("umbrella", "yes")])? - 0.35).abs() < 1e-15); // total probability
/// let given = both.given(&[("umbrella", "yes")])?; // Bayes' rule
/// assert!((given.probability(&[("weather", "rain")])? - 0.2 / 0.35).abs() < 1e-15);
/// assert!(!both.is_independent(&["weather"], &["umbrella"], &[])?);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ProbabilityTable {
    cells: TableCells,
}

impl ProbabilityTable {
    /// From the variables and the probability of every combination of values, the last variable running fastest.
    pub fn new(variables: Vec<Variable>, joint: &[f64]) -> Result<ProbabilityTable> {
        let cells = TableCells::new(variables, probabilities("the table", joint)?)?;
        Ok(ProbabilityTable { cells })
    }

    /// From cells whose sum is above 0, which they are divided by.
    pub(super) fn normalized(mut cells: TableCells) -> Result<ProbabilityTable> {
        let total: f64 = cells.numbers.iter().sum();
        if total <= 0.0 {
            return Err(Error::data("all of it has probability 0", "ask for something that can happen"));
        }
        cells.numbers.iter_mut().for_each(|number| *number /= total);
        Ok(ProbabilityTable { cells })
    }

    /// The variables.
    pub fn variables(&self) -> &[Variable] {
        &self.cells.variables
    }

    /// The joint probabilities, the last variable running fastest.
    pub fn joint(&self) -> &[f64] {
        &self.cells.numbers
    }

    /// The table with one more variable, by the product rule: for every combination there is, in order, the probabilities of
    /// the new variable's values.
    pub fn and(&self, variable: Variable, conditionals: &[Vec<f64>]) -> Result<ProbabilityTable> {
        if conditionals.len() != self.joint().len() {
            return Err(Error::data(
                format!(
                    "{} lists of probabilities for {} combinations",
                    conditionals.len(),
                    self.joint().len()
                ),
                "give a list for every combination of the values there are",
            ));
        }
        let mut joint = Vec::with_capacity(self.joint().len() * variable.values.len());
        for (p, list) in self.joint().iter().zip(conditionals) {
            if list.len() != variable.values.len() {
                return Err(Error::data(
                    format!(
                        "{} probabilities for {} values of '{}'",
                        list.len(),
                        variable.values.len(),
                        variable.name
                    ),
                    "give each value a probability",
                ));
            }
            joint.extend(
                probabilities(&format!("a list for '{}'", variable.name), list)?.iter().map(|q| p * q),
            );
        }
        let variables = [self.variables().to_vec(), vec![variable]].concat();
        Ok(ProbabilityTable { cells: TableCells::new(variables, joint)? })
    }

    /// Some variables alone, in this order: the sum rule.
    pub fn marginal(&self, names: &[&str]) -> Result<ProbabilityTable> {
        Ok(ProbabilityTable { cells: self.cells.summed(&self.cells.places(names)?) })
    }

    /// The probability that variables have these values, whatever the others.
    pub fn probability(&self, event: &[(&str, &str)]) -> Result<f64> {
        let holds = self.holds(event)?;
        Ok(self.joint().iter().enumerate().filter(|(cell, _)| holds(*cell)).map(|(_, p)| p).sum())
    }

    /// The probability that one event happens, or another, or both: $P(A) + P(B) - P(A \wedge B)$.
    pub fn either(&self, one: &[(&str, &str)], other: &[(&str, &str)]) -> Result<f64> {
        let (a, b) = (self.holds(one)?, self.holds(other)?);
        Ok(self.joint().iter().enumerate().filter(|(cell, _)| a(*cell) || b(*cell)).map(|(_, p)| p).sum())
    }

    /// The other variables, when some have these values; an error if they never have.
    pub fn given(&self, event: &[(&str, &str)]) -> Result<ProbabilityTable> {
        let holds = self.holds(event)?;
        let known: Vec<usize> =
            event.iter().map(|(name, _)| self.cells.variable(name)).collect::<Result<_>>()?;
        let mut cells = self.cells.clone();
        cells.numbers.iter_mut().enumerate().filter(|(cell, _)| !holds(*cell)).for_each(|(_, p)| *p = 0.0);
        let rest: Vec<usize> = (0..self.variables().len()).filter(|place| !known.contains(place)).collect();
        ProbabilityTable::normalized(cells.summed(&rest))
    }

    /// Whether an event holds in a cell.
    fn holds(&self, event: &[(&str, &str)]) -> Result<impl Fn(usize) -> bool + '_> {
        let wanted: Vec<(usize, usize)> =
            event.iter().map(|&pair| self.cells.value(pair)).collect::<Result<_>>()?;
        Ok(move |cell: usize| {
            let values = self.cells.values_at(cell);
            wanted.iter().all(|&(place, value)| values[place] == value)
        })
    }

    /// Whether some variables say nothing of others once a third lot is known: $P(A, B \mid C) = P(A \mid C)\, P(B \mid C)$
    /// in every cell, up to rounding. Without a third lot, whether they are independent.
    pub fn is_independent(&self, one: &[&str], other: &[&str], given: &[&str]) -> Result<bool> {
        let all = self.cells.places(&[one, other, given].concat())?;
        let joint = self.cells.summed(&all);
        let place = |names: &[&str]| joint.places(names);
        let (a, b, c) = (place(one)?, place(other)?, place(given)?);
        let share = |places: &[usize]| -> (Vec<usize>, Vec<f64>) {
            (joint.groups(places).0, joint.summed(places).numbers)
        };
        let (in_c, of_c) = share(&c);
        let (in_ac, of_ac) = share(&[a, c.clone()].concat());
        let (in_bc, of_bc) = share(&[b, c].concat());
        // P(a, b, c) P(c) = P(a, c) P(b, c) needs no division.
        Ok(joint.numbers.iter().enumerate().all(|(cell, p)| {
            (p * of_c[in_c[cell]] - of_ac[in_ac[cell]] * of_bc[in_bc[cell]]).abs() <= ROUNDING
        }))
    }
}

/// The probability of a union of events that cover everything and exclude each other: $\sum_i P(B \mid A_i)\, P(A_i)$.
///
/// ```
/// use hornbook_bayes::hypotheses::total_probability;
/// assert!((total_probability(&[0.008, 0.992], &[0.98, 0.03])? - 0.0376).abs() < 1e-15);
/// assert!(total_probability(&[0.5, 0.6], &[0.1, 0.1]).is_err());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn total_probability(cases: &[f64], given: &[f64]) -> Result<f64> {
    let cases = probabilities("the list of cases", cases)?;
    if given.len() != cases.len() || given.iter().any(|p| !(0.0..=1.0).contains(p)) {
        return Err(Error::data(
            format!("{given:?} does not say how probable it is in each of {} cases", cases.len()),
            "give a probability from 0 to 1 for each",
        ));
    }
    Ok(cases.iter().zip(given).map(|(p, q)| p * q).sum())
}

impl ToJson for ProbabilityTable {
    fn to_json(&self) -> Value {
        let cells = (0..self.joint().len()).map(|cell| {
            let named = self.cells.values_at(cell).into_iter().zip(self.variables());
            let values: serde_json::Map<String, Value> = named
                .map(|(value, variable)| (variable.name.clone(), json!(variable.values[value])))
                .collect();
            json!({"values": values, "probability": self.joint()[cell]})
        });
        json!(cells.collect::<Vec<Value>>())
    }
}

/// A row a combination of values.
impl fmt::Display for ProbabilityTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.variables().iter().map(|variable| variable.name.clone());
        let mut rows = vec![names.chain(["probability".to_string()]).collect::<Vec<_>>()];
        for (cell, p) in self.joint().iter().enumerate() {
            let values = self.cells.values_at(cell).into_iter().zip(self.variables());
            let values = values.map(|(value, variable)| variable.values[value].clone());
            rows.push(values.chain([significant(*p)]).collect());
        }
        writeln!(f, "{}", table(&rows))
    }
}
