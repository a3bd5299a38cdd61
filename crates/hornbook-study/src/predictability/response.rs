//! The target as columns of numbers, and its weighted residuals after any exchange.

use super::exchangeable_units::ExchangeableUnits;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Target};
use hornbook_math::matrix::Matrix;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Indicators of classes at most: the classes of fewest rows share the last.
const MOST_INDICATORS: usize = 10;

/// What is to be predicted.
pub(super) struct Response {
    /// A row for each row of the data, a column for numbers or for each indicator of a class.
    values: Matrix,
    /// Sample weights, if they differ.
    weights: Option<Vec<f64>>,
}

/// What sample weights belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WeightOwner {
    /// The targets, as where rare classes are weighted up: they are exchanged together.
    Target,
    /// The rows with their features, as in a survey: they stay where they are.
    Row,
}

/// How many columns so many classes become.
pub(super) fn columns_of(classes: usize) -> usize {
    match classes {
        0..=2 => 1,
        more => more.min(MOST_INDICATORS),
    }
}

impl Response {
    /// Of the rows of a view; none if the target does not vary. Classes become indicators in units of their standard deviation, so
    /// that a rare class counts as much as a frequent one.
    pub fn of(data: &Dataset, units: &ExchangeableUnits) -> Result<Option<Response>> {
        let columns = match data.require_target()?.1 {
            Target::Numbers(values) => {
                let values: Vec<f64> = data.rows().iter().map(|row| values[row as usize]).collect();
                if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                    return Err(Error::data(
                        format!("the target is {} in row {}", values[at], data.rows().at(at) + 1),
                        "give finite numbers, or leave the row out",
                    ));
                }
                vec![scaled(values)]
            }
            Target::Classes(classes) => {
                let codes: Vec<u32> = data.rows().iter().map(|row| classes.codes[row as usize]).collect();
                indicators(&codes, &units.row_shares())
            }
        };
        if columns.iter().all(|column| column.windows(2).all(|pair| pair[0] == pair[1])) {
            return Ok(None);
        }
        let weights = scaled(data.row_weights());
        let differ = weights.windows(2).any(|pair| pair[0] != pair[1]);
        Ok(Some(Response { values: Matrix::from_columns(&columns)?, weights: differ.then_some(weights) }))
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.values.columns()
    }

    /// What the weights may belong to: nobody says it, so that both must be looked at where it matters.
    pub fn weight_owners(&self) -> &'static [WeightOwner] {
        match self.weights {
            None => &[WeightOwner::Target],
            Some(_) => &[WeightOwner::Target, WeightOwner::Row],
        }
    }

    /// Weight times (target less weighted mean) after each exchange, side by side.
    pub fn residuals(&self, units: &ExchangeableUnits, exchanges: &[Vec<u32>], owner: WeightOwner) -> Matrix {
        let (rows, outputs) = (self.values.rows(), self.columns());
        let mut residuals = Matrix::zeros(rows, exchanges.len() * outputs);
        let mut weight_of = vec![1.0; rows];
        for (at, exchange) in exchanges.iter().enumerate() {
            let columns = at * outputs..(at + 1) * outputs;
            let mut sums = vec![0.0; outputs];
            for (row, from) in units.sources(exchange) {
                if let Some(weights) = &self.weights {
                    weight_of[row] = weights[if owner == WeightOwner::Row { row } else { from }];
                }
                let values = self.values.row(from);
                residuals.row_mut(row)[columns.clone()].copy_from_slice(values);
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight_of[row] * value);
            }
            let total: f64 = weight_of.iter().sum();
            for (row, weight) in weight_of.iter().enumerate() {
                let cells = residuals.row_mut(row)[columns.clone()].iter_mut().zip(&sums);
                cells.for_each(|(cell, sum)| *cell = weight * (*cell - sum / total));
            }
        }
        residuals
    }
}

/// Divided by the largest, so that no square is beyond all numbers.
fn scaled(values: Vec<f64>) -> Vec<f64> {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if largest > 0.0 { values.into_iter().map(|value| value / largest).collect() } else { values }
}

/// 1 in rows of a class and else 0, in units of the standard deviation: for each class but that two need only one, and that the last
/// is for all of the smallest classes. `shares` are the rows' parts of the whole.
fn indicators(codes: &[u32], shares: &[f64]) -> Vec<Vec<f64>> {
    let mut share_of = BTreeMap::<u32, f64>::new();
    codes.iter().zip(shares).for_each(|(&code, share)| *share_of.entry(code).or_default() += share);
    let mut classes: Vec<u32> = share_of.keys().copied().collect();
    // To the millionth, so that the order of summing does not matter.
    classes.sort_by_key(|code| Reverse((share_of[code] * 1e6).round() as u64));
    let last = columns_of(classes.len()).max(1) - 1;
    let place = |at: usize| if classes.len() == 2 { at } else { at.min(last) };
    let column_of: BTreeMap<u32, usize> =
        classes.iter().enumerate().map(|(at, &code)| (code, place(at))).collect();
    let indicator = |column: usize| -> Vec<f64> {
        let in_it = classes.iter().filter(|code| column_of[code] == column);
        let share: f64 = in_it.map(|code| share_of[code]).sum();
        let deviation = (share * (1.0 - share)).max(0.0).sqrt();
        let one = if deviation > 0.0 { 1.0 / deviation } else { 1.0 };
        codes.iter().map(|code| if column_of[code] == column { one } else { 0.0 }).collect()
    };
    (0..=last).map(indicator).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use hornbook_data::Table;

    #[test]
    fn the_smallest_of_many_classes_share_a_column() {
        let codes: Vec<u32> =
            (0..78).map(|row| (0..12).find(|&code| row < (code + 1) * (code + 2) / 2).unwrap()).collect();
        let columns = indicators(&codes, &[1.0 / 78.0; 78]);
        let counts: Vec<usize> =
            columns.iter().map(|column| column.iter().filter(|x| **x != 0.0).count()).collect();
        assert_eq!(counts, [12, 11, 10, 9, 8, 7, 6, 5, 4, 6]);
        for column in &columns {
            let mean = column.iter().sum::<f64>() / 78.0;
            let variance = column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 78.0;
            assert!((variance - 1.0).abs() < 1e-12);
        }
        assert_eq!(indicators(&[3, 3, 1], &[1.0 / 3.0; 3]).len(), 1);
    }

    #[test]
    fn weights_move_with_targets_or_stay_with_rows() {
        let y: Vec<f64> = (1..=10).map(f64::from).collect();
        let weights: Vec<f64> = (0..10).map(|row| if row == 0 { 3.0 } else { 1.0 }).collect();
        let table = Table::builder().number("x", y.clone()).number("y", y).build().unwrap();
        let data = table.dataset().target("y").unwrap().with_weights(weights).unwrap();
        let units = ExchangeableUnits::of(&data, 100, Seed(0)).unwrap().unwrap();
        let response = Response::of(&data, &units).unwrap().unwrap();
        let turned: Vec<u32> = (0..10).rev().collect();
        let residuals = |owner| response.residuals(&units, std::slice::from_ref(&turned), owner).column(0);
        // The mean is (3 + 2 + … + 10) / 12 where 1 weighs 3, and (30 + 9 + … + 1) / 12 where 10 does, in tenths and thirds.
        let of_target = residuals(WeightOwner::Target);
        assert!((of_target[9] - (0.1 - 5.7 / 12.0)).abs() < 1e-12, "{of_target:?}");
        let of_row = residuals(WeightOwner::Row);
        assert!((of_row[0] - (1.0 - 7.5 / 12.0)).abs() < 1e-12, "{of_row:?}");
        assert!([of_target, of_row].iter().all(|found| found.iter().sum::<f64>().abs() < 1e-12));
    }
}
