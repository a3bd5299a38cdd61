//! Exact linear combinations of few columns, by orthogonal matching pursuit.

use super::NumberTable;
use hornbook_core::format::six_digits;
use hornbook_math::algebra::least_squares;
use hornbook_math::estimates::moments;
use hornbook_math::matrix::Matrix;

/// Columns of a formula.
const MOST_TERMS: usize = 4;
/// Columns that are tried together: the pursuit may first take some that the formula has no need of.
const MOST_STEPS: usize = 8;
/// A coefficient this near to an integer, relative to it, is the integer.
const NEAR_AN_INTEGER: f64 = 1e-4;

/// A constant and multiples of columns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinearFormula {
    intercept: f64,
    terms: Vec<(usize, f64)>,
}

/// The formula of at most four columns that gives the target up to rounding.
pub(super) fn exact_linear(table: &NumberTable) -> Option<LinearFormula> {
    let centered: Vec<Option<Vec<f64>>> = table.columns.iter().map(|values| standardized(values)).collect();
    let mean = moments(&table.target).1;
    let mut residuals: Vec<f64> = table.target.iter().map(|y| y - mean).collect();
    let mut chosen: Vec<usize> = Vec::new();
    for _ in 0..MOST_STEPS.min(table.rows() / 4) {
        let along = |column: &Option<Vec<f64>>| match column {
            Some(column) => column.iter().zip(&residuals).map(|(x, r)| x * r).sum::<f64>().abs(),
            None => 0.0,
        };
        let products: Vec<f64> = centered.iter().map(along).collect();
        let free = (0..products.len()).filter(|place| !chosen.contains(place));
        // The first of equals.
        let next = free.rev().max_by(|&a, &b| products[a].total_cmp(&products[b]))?;
        if products[next] == 0.0 {
            return None;
        }
        chosen.push(next);
        let formula = fitted(table, &chosen)?;
        let errors = formula.errors(table);
        if table.is_exact(&errors) {
            return pruned(table, chosen);
        }
        residuals = errors.into_iter().map(|(error, _)| error).collect();
    }
    None
}

/// The formula without the columns that it does not need.
fn pruned(table: &NumberTable, mut chosen: Vec<usize>) -> Option<LinearFormula> {
    for place in (0..chosen.len()).rev() {
        let mut fewer = chosen.clone();
        fewer.remove(place);
        let is_enough = !fewer.is_empty()
            && fitted(table, &fewer).is_some_and(|formula| table.is_exact(&formula.errors(table)));
        if is_enough {
            chosen = fewer;
        }
    }
    if chosen.len() > MOST_TERMS {
        return None;
    }
    chosen.sort_unstable();
    let formula = fitted(table, &chosen)?;
    let plain = formula.with_plain_numbers(table);
    Some(if table.is_exact(&plain.errors(table)) { plain } else { formula })
}

fn standardized(values: &[f64]) -> Option<Vec<f64>> {
    let (_, mean, variance) = moments(values);
    (variance > 0.0 && variance.is_finite())
        .then(|| values.iter().map(|x| (x - mean) / variance.sqrt()).collect())
}

/// Least squares on some columns.
fn fitted(table: &NumberTable, columns: &[usize]) -> Option<LinearFormula> {
    // About the means and in deviations, so that no digits are lost.
    let scales: Vec<(f64, f64)> = columns
        .iter()
        .map(|&column| {
            let (_, mean, variance) = moments(&table.columns[column]);
            (mean, variance.sqrt())
        })
        .collect();
    let cell =
        |row: usize, place: usize| (table.columns[columns[place]][row] - scales[place].0) / scales[place].1;
    let cells: Vec<f64> = (0..table.rows())
        .flat_map(|row| (0..columns.len()).map(move |place| (row, place)))
        .map(|(row, place)| cell(row, place))
        .collect();
    let mean = moments(&table.target).1;
    let right: Vec<f64> = table.target.iter().map(|y| y - mean).collect();
    let matrix = Matrix::new(table.rows(), columns.len(), cells).ok()?;
    let solution = least_squares(&matrix, &right).ok()?;
    let terms: Vec<(usize, f64)> = columns
        .iter()
        .zip(&solution.x)
        .zip(&scales)
        .map(|((&column, x), scale)| (column, x / scale.1))
        .collect();
    let at_means: f64 = terms.iter().zip(&scales).map(|((_, factor), scale)| factor * scale.0).sum();
    Some(LinearFormula { intercept: mean - at_means, terms })
}

impl LinearFormula {
    pub(super) fn columns(&self) -> Vec<usize> {
        self.terms.iter().map(|&(column, _)| column).collect()
    }

    /// What each row is off, and what rounding accounts for.
    pub(super) fn errors(&self, table: &NumberTable) -> Vec<(f64, f64)> {
        let of_columns: f64 =
            self.terms.iter().map(|&(column, factor)| factor.abs() * table.rounding[column]).sum();
        let value = |row: usize| {
            self.intercept
                + self.terms.iter().map(|&(column, factor)| factor * table.columns[column][row]).sum::<f64>()
        };
        (0..table.rows())
            .map(|row| (table.target[row] - value(row), table.target_rounding[row] + of_columns))
            .collect()
    }

    /// Coefficients that are nearly integers as integers, and no constant that is nearly nothing.
    fn with_plain_numbers(&self, table: &NumberTable) -> LinearFormula {
        let plain = |x: f64| if (x - x.round()).abs() <= NEAR_AN_INTEGER * x.abs() { x.round() } else { x };
        let terms: Vec<(usize, f64)> =
            self.terms.iter().map(|&(column, factor)| (column, plain(factor))).collect();
        let without = LinearFormula { intercept: 0.0, terms };
        let errors: Vec<f64> = without.errors(table).into_iter().map(|(error, _)| error).collect();
        let mean = moments(&errors).1;
        let is_nothing = table.is_exact(&without.errors(table));
        LinearFormula { intercept: if is_nothing { 0.0 } else { plain(mean) }, ..without }
    }

    /// Such as `casual + registered` or `0.5·a − b + 32`.
    pub(super) fn in_words(&self, names: &[&str]) -> String {
        let product = |column: usize, size: f64| match size {
            1.0 => names[column].to_string(),
            size => format!("{}·{}", six_digits(size), names[column]),
        };
        let mut parts: Vec<(bool, String)> = self
            .terms
            .iter()
            .map(|&(column, factor)| (factor < 0.0, product(column, factor.abs())))
            .collect();
        if self.intercept != 0.0 {
            parts.push((self.intercept < 0.0, six_digits(self.intercept.abs())));
        }
        let mut text = String::new();
        for (place, (is_negative, part)) in parts.iter().enumerate() {
            text += match (place, is_negative) {
                (0, true) => "−",
                (0, false) => "",
                (_, true) => " − ",
                (_, false) => " + ",
            };
            text += part;
        }
        text
    }
}
