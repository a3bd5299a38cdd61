//! Target leakage by formulas: the target is a sum, a product or a ratio of a few columns.

mod linear;
mod pair;

use super::check_input::{CheckInput, sampled_rows};
use super::command_argument::argument;
use super::finding_list::finding;
use super::resolution::resolution;
use crate::record::{Finding, Severity};
use hornbook_core::format::percent;
use hornbook_data::{Feature, Target};
use linear::LinearFormula;
use pair::PairFormula;

/// Fewer rows than this fit a formula by chance.
const ENOUGH_ROWS: usize = 30;
/// Rows on which formulas are looked for; they are verified on all.
const SAMPLE: usize = 1_000;
/// Columns of numbers that are looked at, those with the fewest missing values.
const MOST_COLUMNS: usize = 1_000;
/// A formula holds if it explains at least this much, its errors have the size of rounding ...
const EXPLAINED: f64 = 0.9999;
/// ... with this much more for coefficients that are themselves estimated ...
const SLACK: f64 = 1.25;
/// ... and it holds in at least this fraction of the rows in which its columns are known.
const HOLDS: f64 = 0.99;
/// Errors of rounding in floating point, relative to the deviation of the target.
const FLOATING_POINT: f64 = 1e-9;

/// Columns of numbers and a target of numbers, in the rows where all of them are known.
struct NumberTable {
    /// The values of each column.
    columns: Vec<Vec<f64>>,
    /// Half of the resolution of each column: what rounding may have changed.
    rounding: Vec<f64>,
    target: Vec<f64>,
    /// What rounding may have changed of the target, a value a row.
    target_rounding: Vec<f64>,
}

/// A formula of columns by their position.
enum TargetFormula {
    Linear(LinearFormula),
    /// Of the logarithm of the target.
    LogLinear(LinearFormula),
    Pair(PairFormula),
}

/// A formula that gives the target away.
pub(super) struct FormulaLeak {
    pub finding: Finding,
    /// The places of its columns among the features.
    pub places: Vec<usize>,
}

/// The formula that gives the target away, if there is one.
pub(super) fn formula_leak(input: &CheckInput) -> Option<FormulaLeak> {
    let Target::Numbers(target) = &input.target else { return None };
    let numbers = NumberColumns::of(input, target)?;
    let table = numbers.table(&sampled_rows(numbers.rows.len(), SAMPLE));
    let all_rows: Vec<usize> = (0..numbers.rows.len()).collect();
    let formula = find(&table)?;
    let held = formula.holds(&numbers.table(&all_rows));
    if held < HOLDS {
        return None;
    }
    let names: Vec<&str> = numbers.places.iter().map(|&place| input.names[place].as_str()).collect();
    let used = formula.columns();
    let without: Vec<&str> = used.iter().map(|&column| names[column]).collect();
    let column = if let [only] = without[..] { Some(only) } else { None };
    let rows = match held {
        1.0 => "in every row".to_string(),
        held => format!("in {} of the rows", percent(held)),
    };
    let (these, they) =
        if used.len() == 1 { ("this column gives", "it is") } else { ("these columns give", "they are") };
    let places = used.iter().map(|&column| numbers.places[column]).collect();
    let finding = finding(
        Severity::Serious,
        "formula",
        column,
        format!(
            "Target leakage by a formula: {} {rows}, so {these} the target away and a perfect score says nothing. Unless {they} known \
         before the target is, exclude with --without {}.",
            formula.in_words(&input.target_name, &names),
            argument(&without.join(","))
        ),
    );
    Some(FormulaLeak { finding, places })
}

/// The simplest kind of formula first.
fn find(table: &NumberTable) -> Option<TargetFormula> {
    let varies = hornbook_math::estimates::moments(&table.target).2 > 0.0;
    if !varies {
        return None;
    }
    if let Some(found) = linear::exact_linear(table) {
        return Some(TargetFormula::Linear(found));
    }
    if let Some(found) = pair::exact_pair(table) {
        return Some(TargetFormula::Pair(found));
    }
    linear::exact_linear(&table.with_log_target()?).map(TargetFormula::LogLinear)
}

impl TargetFormula {
    fn columns(&self) -> Vec<usize> {
        match self {
            TargetFormula::Linear(formula) | TargetFormula::LogLinear(formula) => formula.columns(),
            TargetFormula::Pair(formula) => formula.columns().to_vec(),
        }
    }

    fn in_words(&self, target: &str, names: &[&str]) -> String {
        match self {
            TargetFormula::Linear(formula) => format!("{target} = {}", formula.in_words(names)),
            TargetFormula::LogLinear(formula) => format!("log({target}) = {}", formula.in_words(names)),
            TargetFormula::Pair(formula) => format!("{target} = {}", formula.in_words(names)),
        }
    }

    /// The fraction of the rows in which it holds up to rounding.
    fn holds(&self, table: &NumberTable) -> f64 {
        let of_log;
        let (errors, table) = match self {
            TargetFormula::Linear(formula) => (formula.errors(table), table),
            TargetFormula::Pair(formula) => (formula.errors(table), table),
            TargetFormula::LogLinear(formula) => {
                let Some(table) = table.with_log_target() else { return 0.0 };
                of_log = table;
                (formula.errors(&of_log), &of_log)
            }
        };
        let tiny = table.tiny();
        let is_rounding = |(error, rounding): &(f64, f64)| error.abs() <= SLACK * rounding + tiny;
        errors.iter().filter(|error| is_rounding(error)).count() as f64 / errors.len().max(1) as f64
    }
}

impl NumberTable {
    fn rows(&self) -> usize {
        self.target.len()
    }

    /// The same for the logarithm of the target, if that is positive.
    fn with_log_target(&self) -> Option<NumberTable> {
        let is_positive = self.target.iter().all(|&y| y > 0.0);
        is_positive.then(|| NumberTable {
            columns: self.columns.clone(),
            rounding: self.rounding.clone(),
            target: self.target.iter().map(|y| y.ln()).collect(),
            target_rounding: self
                .target_rounding
                .iter()
                .zip(&self.target)
                .map(|(error, y)| error / y)
                .collect(),
        })
    }

    /// Errors that are nothing at all.
    fn tiny(&self) -> f64 {
        FLOATING_POINT * hornbook_math::estimates::moments(&self.target).2.sqrt()
    }

    /// Whether errors, each with what rounding accounts for, are those of an exact formula.
    fn is_exact(&self, errors: &[(f64, f64)]) -> bool {
        let tiny = self.tiny();
        let (_, _, variance) = hornbook_math::estimates::moments(&self.target);
        let squares: f64 = errors.iter().map(|(error, _)| error * error).sum();
        squares <= (1.0 - EXPLAINED) * variance * errors.len() as f64
            && errors.iter().all(|(error, rounding)| error.abs() <= SLACK * rounding + tiny)
    }
}

/// The columns of numbers, and the rows in which all of them are known.
struct NumberColumns<'a> {
    input: &'a CheckInput,
    target: &'a [f64],
    /// Their positions among the features.
    places: Vec<usize>,
    rows: Vec<usize>,
}

impl<'a> NumberColumns<'a> {
    /// Columns with missing values are taken as long as half of the rows are complete.
    fn of(input: &'a CheckInput, target: &'a [f64]) -> Option<NumberColumns<'a>> {
        let missing = |place: usize| match &input.features[place] {
            Feature::Number(values) => Some((values.iter().filter(|x| !x.is_finite()).count(), place)),
            _ => None,
        };
        let mut columns: Vec<(usize, usize)> = (0..input.features.len()).filter_map(missing).collect();
        columns.sort_unstable();
        columns.truncate(MOST_COLUMNS);
        let mut rows: Vec<usize> = (0..input.rows).filter(|&row| target[row].is_finite()).collect();
        let mut places = Vec::new();
        for (missing, place) in columns {
            let Feature::Number(values) = &input.features[place] else { continue };
            if missing > 0 {
                let complete: Vec<usize> =
                    rows.iter().copied().filter(|&row| values[row].is_finite()).collect();
                if 2 * complete.len() < input.rows {
                    break;
                }
                rows = complete;
            }
            places.push(place);
        }
        places.sort_unstable();
        (rows.len() >= ENOUGH_ROWS && !places.is_empty()).then_some(NumberColumns {
            input,
            target,
            places,
            rows,
        })
    }

    /// Some of the rows.
    fn table(&self, picked: &[usize]) -> NumberTable {
        let rows: Vec<usize> = picked.iter().map(|&row| self.rows[row]).collect();
        let column = |&place: &usize| match &self.input.features[place] {
            Feature::Number(values) => rows.iter().map(|&row| values[row]).collect(),
            _ => Vec::new(),
        };
        let columns: Vec<Vec<f64>> = self.places.iter().map(column).collect();
        let target: Vec<f64> = rows.iter().map(|&row| self.target[row]).collect();
        NumberTable {
            rounding: columns.iter().map(|values| 0.5 * resolution(values)).collect(),
            target_rounding: vec![0.5 * resolution(&target); target.len()],
            columns,
            target,
        }
    }
}
