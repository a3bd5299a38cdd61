//! The target as columns of numbers.

use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, MISSING_CODE, Target};
use hornbook_math::matrix::Matrix;

/// Indicators of classes at most: the classes of fewest rows share the last.
const MOST_INDICATORS: usize = 10;

/// How many columns so many classes become.
pub(super) fn columns_of(classes: usize) -> usize {
    match classes {
        0..=2 => 1,
        more => more.min(MOST_INDICATORS),
    }
}

/// Weight times (target less weighted mean), a row each, with squares that add up to 1; none if the target does not vary. Classes
/// become an indicator each, in units of its standard deviation, so that a rare class counts as much as a frequent one.
pub(super) fn weighted_residuals(data: &Dataset) -> Result<Option<Matrix>> {
    let weights = scaled(data.row_weights());
    let columns = match data.require_target()?.1 {
        Target::Numbers(values) => {
            let values: Vec<f64> = data.rows().iter().map(|row| values[row as usize]).collect();
            if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                return Err(Error::data(
                    format!("the target is {} in row {}", values[at], at + 1),
                    "give finite numbers, or leave the row out",
                ));
            }
            vec![residuals(&scaled(values), &weights)]
        }
        Target::Classes(classes) => {
            let codes: Vec<u32> = data.rows().iter().map(|row| classes.codes[row as usize]).collect();
            indicators(&codes).iter().map(|indicator| standardized(indicator, &weights)).collect()
        }
    };
    let size = columns.iter().flatten().map(|z| z * z).sum::<f64>().sqrt();
    if columns.is_empty() || size == 0.0 {
        return Ok(None);
    }
    Ok(Some(Matrix::from_columns(&columns)?.scaled(1.0 / size)))
}

/// Divided by the largest, so that no square is beyond all numbers.
fn scaled(values: Vec<f64>) -> Vec<f64> {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if largest > 0.0 { values.into_iter().map(|value| value / largest).collect() } else { values }
}

/// Zeros if the values do not vary.
fn residuals(values: &[f64], weights: &[f64]) -> Vec<f64> {
    if values.windows(2).all(|pair| pair[0] == pair[1]) {
        return vec![0.0; values.len()];
    }
    let total: f64 = weights.iter().sum();
    let mean = values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total;
    values.iter().zip(weights).map(|(value, weight)| weight * (value - mean)).collect()
}

fn standardized(indicator: &[f64], weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let share = indicator.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total;
    let deviation = (share * (1.0 - share)).sqrt();
    let scale = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
    residuals(indicator, weights).into_iter().map(|z| scale * z).collect()
}

/// 1 in rows of a class and else 0: for each class but that two need only one, and that the last is for all whose rows are fewest.
fn indicators(codes: &[u32]) -> Vec<Vec<f64>> {
    let mut rows_of = std::collections::BTreeMap::<u32, usize>::new();
    codes
        .iter()
        .filter(|&&code| code != MISSING_CODE)
        .for_each(|&code| *rows_of.entry(code).or_default() += 1);
    let mut classes: Vec<(u32, usize)> = rows_of.into_iter().collect();
    classes.sort_by_key(|&(_, rows)| std::cmp::Reverse(rows));
    let columns = columns_of(classes.len());
    let column_of: std::collections::BTreeMap<u32, usize> =
        classes.iter().enumerate().map(|(at, &(code, _))| (code, at.min(MOST_INDICATORS - 1))).collect();
    let is_in = |code: &u32, column: usize| column_of.get(code) == Some(&column);
    let indicator =
        |column: usize| codes.iter().map(|code| f64::from(u8::from(is_in(code, column)))).collect();
    (0..columns).map(indicator).collect()
}
