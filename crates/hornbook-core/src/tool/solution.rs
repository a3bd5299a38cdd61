//! A worked solution: the formula, the steps, the numbers and what they mean.

use super::ToolReport;
use crate::format::{Align, aligned, trimmed};
use crate::{Error, Result, Value, format};
use serde::Serialize;
use serde_json::{Map, json};
use std::fmt;

/// A number as an answer: at most six significant digits, and none that say nothing.
///
/// ```
/// use hornbook_core::in_digits;
/// assert_eq!(in_digits(0.94028595), "0.940286");
/// assert_eq!(in_digits(12.0), "12");
/// assert_eq!(in_digits(1.25e-9), "1.25e-9");
/// ```
pub fn in_digits(x: f64) -> String {
    if !x.is_finite() {
        return if x.is_nan() {
            "undefined".to_string()
        } else {
            format!("{}∞", if x < 0.0 { "−" } else { "" })
        };
    }
    let size = x.abs();
    if size == 0.0 {
        return "0".to_string();
    }
    if (size < 1e15 && x.fract() == 0.0) || (1e-4..1e6).contains(&size) {
        let decimals = (5 - size.log10().floor() as i32).clamp(0, 9) as usize;
        return trimmed(x, decimals);
    }
    let (digits, exponent) = match format!("{x:.5e}").split_once('e') {
        Some((digits, exponent)) => (digits.to_string(), exponent.to_string()),
        None => return x.to_string(),
    };
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// Numbers as they stand in a step: `0.5, 0.25`.
pub fn listed(numbers: &[f64]) -> String {
    numbers.iter().map(|x| in_digits(*x)).collect::<Vec<_>>().join(", ")
}

/// An error unless two arguments have as many values.
pub fn same_length(first: (&str, usize), second: (&str, usize)) -> Result<()> {
    match first.1 == second.1 {
        true => Ok(()),
        false => Err(Error::data(
            format!("'{}' has {} values and '{}' has {}", first.0, first.1, second.0, second.1),
            "give as many of the one as of the other",
        )),
    }
}

/// Most items of a list that are printed; the JSON has all.
const MOST_SHOWN: usize = 200;

/// The first items of a list, and how many there are if these are not all.
fn shortened_list(shown: Vec<String>, count: usize) -> String {
    let rest = if count > shown.len() { format!(", … ({count} in all)") } else { String::new() };
    shown.join(", ") + &rest
}

/// A value of a solution, as it is printed and as JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerValue {
    /// A number.
    Number(f64),
    /// A truth value.
    Boolean(bool),
    /// Some text.
    Text(String),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// A list of texts.
    Texts(Vec<String>),
    /// A matrix, row by row.
    Rows(Vec<Vec<f64>>),
}

impl AnswerValue {
    fn to_json(&self) -> Value {
        match self {
            AnswerValue::Number(x) => number_json(*x),
            AnswerValue::Boolean(truth) => json!(truth),
            AnswerValue::Text(text) => json!(text),
            AnswerValue::Numbers(list) => list.iter().map(|x| number_json(*x)).collect(),
            AnswerValue::Texts(list) => json!(list),
            AnswerValue::Rows(rows) => {
                rows.iter().map(|row| row.iter().map(|x| number_json(*x)).collect::<Value>()).collect()
            }
        }
    }
}

/// JSON has no infinite numbers: they are texts there; what is undefined is null.
fn number_json(x: f64) -> Value {
    match x {
        x if x == f64::INFINITY => json!("Infinity"),
        x if x == f64::NEG_INFINITY => json!("-Infinity"),
        // A count is an integer there, too.
        x if x.fract() == 0.0 && x.abs() < 9e15 => json!(x as i64),
        x => json!(x),
    }
}

impl fmt::Display for AnswerValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerValue::Number(x) => f.write_str(&in_digits(*x)),
            AnswerValue::Boolean(truth) => f.write_str(if *truth { "yes" } else { "no" }),
            AnswerValue::Text(text) => f.write_str(text),
            AnswerValue::Numbers(numbers) => {
                let shown = numbers.iter().take(MOST_SHOWN).map(|x| in_digits(*x)).collect();
                f.write_str(&shortened_list(shown, numbers.len()))
            }
            AnswerValue::Texts(texts) => {
                f.write_str(&shortened_list(texts.iter().take(MOST_SHOWN).cloned().collect(), texts.len()))
            }
            AnswerValue::Rows(rows) => {
                let cells: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(|x| in_digits(*x)).collect()).collect();
                f.write_str(aligned(&cells, |_| Align::Right).trim_end())
            }
        }
    }
}

impl From<f64> for AnswerValue {
    fn from(x: f64) -> AnswerValue {
        AnswerValue::Number(x)
    }
}

impl From<u64> for AnswerValue {
    fn from(n: u64) -> AnswerValue {
        AnswerValue::Number(n as f64)
    }
}

impl From<usize> for AnswerValue {
    fn from(n: usize) -> AnswerValue {
        AnswerValue::Number(n as f64)
    }
}

impl From<bool> for AnswerValue {
    fn from(truth: bool) -> AnswerValue {
        AnswerValue::Boolean(truth)
    }
}

impl From<&str> for AnswerValue {
    fn from(text: &str) -> AnswerValue {
        AnswerValue::Text(text.to_string())
    }
}

impl From<String> for AnswerValue {
    fn from(text: String) -> AnswerValue {
        AnswerValue::Text(text)
    }
}

impl From<Vec<f64>> for AnswerValue {
    fn from(numbers: Vec<f64>) -> AnswerValue {
        AnswerValue::Numbers(numbers)
    }
}

impl From<&[f64]> for AnswerValue {
    fn from(numbers: &[f64]) -> AnswerValue {
        AnswerValue::Numbers(numbers.to_vec())
    }
}

impl From<Vec<String>> for AnswerValue {
    fn from(texts: Vec<String>) -> AnswerValue {
        AnswerValue::Texts(texts)
    }
}

impl From<Vec<Vec<f64>>> for AnswerValue {
    fn from(rows: Vec<Vec<f64>>) -> AnswerValue {
        AnswerValue::Rows(rows)
    }
}

/// A part of what is printed, in order.
#[derive(Debug, Clone)]
enum SolutionPart {
    Formula(String),
    Result { label: String, text: String },
    Table { label: String, cells: Vec<Vec<String>> },
    Sentence(String),
}

/// The solution of an exercise: the formula, the results by name, and what they mean, with the steps that lead there.
///
/// ```
/// use hornbook_core::{ToJson, WorkedSolution};
/// let mut solution = WorkedSolution::by("H = −Σ p log₂ p");
/// solution.step("−9/14 log₂ 9/14 − 5/14 log₂ 5/14 = 0.940286");
/// solution.result("entropy", 0.94028595);
/// assert_eq!(solution.to_string(), "H = −Σ p log₂ p\n\nentropy  0.940286\n");
/// assert_eq!(solution.to_json()["entropy"], 0.94028595);
/// ```
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub struct WorkedSolution {
    #[serde(skip)]
    parts: Vec<SolutionPart>,
    #[serde(skip)]
    steps: Vec<String>,
    values: Map<String, Value>,
}

impl WorkedSolution {
    /// A solution without a formula.
    pub fn new() -> WorkedSolution {
        WorkedSolution::default()
    }

    /// A solution by a formula.
    pub fn by(formula: &str) -> WorkedSolution {
        let mut solution = WorkedSolution::default();
        solution.formula(formula);
        solution
    }

    /// Says a formula.
    pub fn formula(&mut self, formula: &str) {
        self.parts.push(SolutionPart::Formula(formula.to_string()));
    }

    /// Adds a step of the derivation.
    pub fn step(&mut self, step: impl Into<String>) {
        self.steps.push(step.into());
    }

    /// Adds a result. Its name in JSON, with spaces for underscores, is its label.
    pub fn result(&mut self, name: &str, value: impl Into<AnswerValue>) {
        self.push_result(name, &name.replace('_', " "), value.into());
    }

    /// Adds a result with a label of its own.
    pub fn labeled(&mut self, name: &str, label: &str, value: impl Into<AnswerValue>) {
        self.push_result(name, label, value.into());
    }

    /// Adds a result to the text alone, for what the JSON has in another form.
    pub fn show(&mut self, label: &str, value: impl Into<AnswerValue>) {
        self.push_part(label, value.into());
    }

    fn push_result(&mut self, name: &str, label: &str, value: AnswerValue) {
        self.values.insert(name.to_string(), value.to_json());
        self.push_part(label, value);
    }

    fn push_part(&mut self, label: &str, value: AnswerValue) {
        let label = label.to_string();
        self.parts.push(match value {
            AnswerValue::Rows(rows) => {
                let cells = rows.iter().map(|row| row.iter().map(|x| in_digits(*x)).collect()).collect();
                SolutionPart::Table { label, cells }
            }
            other => SolutionPart::Result { label, text: other.to_string() },
        });
    }

    /// Adds a table: in JSON a list of objects, by the names of the columns.
    pub fn table(&mut self, name: &str, columns: &[&str], rows: Vec<Vec<AnswerValue>>) {
        let object = |row: &Vec<AnswerValue>| -> Value {
            let named =
                columns.iter().zip(row).map(|(column, value)| (column.replace(' ', "_"), value.to_json()));
            Value::Object(named.collect())
        };
        self.values.insert(name.to_string(), rows.iter().map(object).collect());
        let head = columns.iter().map(|column| (*column).to_string()).collect();
        let body = rows.iter().map(|row| row.iter().map(ToString::to_string).collect());
        self.parts.push(SolutionPart::Table {
            label: String::new(),
            cells: [head].into_iter().chain(body).collect(),
        });
    }

    /// Says what the numbers mean, or what to be careful about.
    pub fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if let Value::Array(notes) = self.values.entry("notes").or_insert_with(|| json!([])) {
            notes.push(json!(sentence));
        }
        self.parts.push(SolutionPart::Sentence(sentence));
    }

    /// Adds to the JSON alone, for what the text says in another form.
    pub fn value(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_string(), value);
    }
}

impl fmt::Display for WorkedSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = std::mem::discriminant::<SolutionPart>;
        let together = |a: &SolutionPart, b: &SolutionPart| {
            kind(a) == kind(b) && !matches!(a, SolutionPart::Table { .. })
        };
        let mut blocks = Vec::new();
        for run in self.parts.chunk_by(together) {
            let mut block = String::new();
            let mut results: Vec<Vec<String>> = Vec::new();
            for part in run {
                match part {
                    SolutionPart::Formula(text) => block += &format!("{text}\n"),
                    SolutionPart::Sentence(text) => block += &format!("{}\n", format::capitalized(text)),
                    SolutionPart::Result { label, text } => results.push(vec![label.clone(), text.clone()]),
                    SolutionPart::Table { label, cells } => {
                        if !label.is_empty() {
                            block += &format!("{label}\n");
                        }
                        let align =
                            |column| if label.is_empty() { Align::first_left(column) } else { Align::Right };
                        block += &aligned(cells, align);
                    }
                }
            }
            block += &aligned(&results, |_| Align::Left);
            blocks.push(block);
        }
        f.write_str(&blocks.join("\n"))
    }
}

impl ToolReport for WorkedSolution {
    fn steps(&self) -> Vec<String> {
        self.steps.clone()
    }
}
