//! Columns as codes: categories as they are, numbers in bins of equal weight.

mod passes;

pub(super) use passes::{CodeCounter, CountedRows, DiscretizedRows, count_rows};

use super::cells::{CellValues, for_cell_blocks};
use crate::distinct_values::DistinctValues;
use hornbook_core::Result;
use hornbook_data::{Features, Input, MISSING_CODE};
use serde::{Deserialize, Serialize};

/// How each column becomes codes. Part of model files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Discretization(pub Vec<ColumnDiscretization>);

/// How one column becomes codes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum ColumnDiscretization {
    /// So many levels.
    Levels(usize),
    /// Bins that end at these ascending numbers, and one above.
    Bins(Vec<f64>),
}

impl ColumnDiscretization {
    /// How many codes there are.
    pub fn size(&self) -> usize {
        match self {
            ColumnDiscretization::Levels(levels) => *levels,
            ColumnDiscretization::Bins(cuts) => cuts.len() + 1,
        }
    }

    fn code(&self, values: CellValues<'_>, row: usize) -> u32 {
        match (self, values) {
            (ColumnDiscretization::Levels(levels), values) => {
                values.level(row, *levels).map_or(MISSING_CODE, |level| level as u32)
            }
            (ColumnDiscretization::Bins(_), CellValues::Numbers(x)) if x[row].is_nan() => MISSING_CODE,
            (ColumnDiscretization::Bins(cuts), CellValues::Numbers(x)) => {
                cuts.partition_point(|cut| *cut < x[row]) as u32
            }
            (ColumnDiscretization::Bins(_), CellValues::Codes(_)) => MISSING_CODE,
        }
    }

    /// A code in words: `outlook = sunny`, `2 < age <= 5`.
    pub fn words(&self, input: &Input, code: u32) -> String {
        match self {
            ColumnDiscretization::Levels(_) => format!("{} = {}", input.name, input.kind.level(code)),
            ColumnDiscretization::Bins(cuts) => {
                let code = code as usize;
                let low = if code == 0 { f64::NEG_INFINITY } else { cuts[code - 1] };
                let high = cuts.get(code).copied().unwrap_or(f64::INFINITY);
                hornbook_learner::format::range(&input.name, low, high)
            }
        }
    }
}

impl Discretization {
    /// Numbers, whose different ones are given column by column, in at most so many bins of about the same weight.
    fn settled(inputs: &[Input], numbers: &[DistinctValues], bins: u32) -> Discretization {
        let column = |(input, numbers): (&Input, &DistinctValues)| match input.kind.levels() {
            Some(levels) => ColumnDiscretization::Levels(levels),
            None => ColumnDiscretization::Bins(cuts(&numbers.numbers(), bins)),
        };
        Discretization(inputs.iter().zip(numbers).map(column).collect())
    }

    /// How many codes each column has.
    pub fn sizes(&self) -> Vec<usize> {
        self.0.iter().map(ColumnDiscretization::size).collect()
    }

    /// The codes of rows, column by column.
    pub fn codes(&self, rows: &Features<'_>) -> Result<Vec<Vec<u32>>> {
        let mut codes = vec![Vec::with_capacity(rows.rows()); self.0.len()];
        let mut copy = Vec::new();
        for_cell_blocks(rows, 0..rows.rows(), |range, block| {
            for (column, (discretization, codes)) in self.0.iter().zip(&mut codes).enumerate() {
                let values = block.column(column, &mut copy);
                codes.extend((0..range.len()).map(|row| discretization.code(values, row)));
            }
            Ok(())
        })?;
        Ok(codes)
    }

    /// Whether it fits these inputs.
    pub fn fits(&self, inputs: &[Input]) -> bool {
        self.0.len() == inputs.len()
            && self.0.iter().zip(inputs).all(|(discretization, input)| match discretization {
                ColumnDiscretization::Levels(levels) => input.kind.levels() == Some(*levels),
                ColumnDiscretization::Bins(cuts) => {
                    input.kind.levels().is_none()
                        && cuts.iter().all(|cut| cut.is_finite())
                        && cuts.windows(2).all(|pair| pair[0] < pair[1])
                }
            })
    }
}

/// The numbers at which bins end: those that reach a further part of the weight.
fn cuts(numbers: &[(f64, f64)], bins: u32) -> Vec<f64> {
    let total: f64 = numbers.iter().map(|(_, weight)| weight).sum();
    let (mut cuts, mut below, mut part) = (Vec::new(), 0.0, 1.0);
    for pair in numbers.windows(2) {
        below += pair[0].1;
        // A little less, so that weights that are added in another order make the same bins.
        if below >= part * total / f64::from(bins) * (1.0 - 1e-12) {
            cuts.push(pair[0].0 + (pair[1].0 - pair[0].0) / 2.0);
            part = (below * f64::from(bins) / total * (1.0 + 1e-12)).floor() + 1.0;
        }
    }
    cuts.dedup();
    cuts
}
