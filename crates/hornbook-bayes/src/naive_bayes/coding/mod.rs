//! Columns as codes: categories as they are, numbers in bins of equal weight.

mod passes;

pub(super) use passes::{CodedRows, Counted, Counts, count_batches, count_rows};

use super::cells::{Cells, Values};
use crate::distinct::Distinct;
use hornbook_core::Result;
use hornbook_data::{Features, Input, MISSING_CODE};
use serde::{Deserialize, Serialize};

/// How each column becomes codes. Part of model files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Coding(pub Vec<ColumnCoding>);

/// How one column becomes codes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum ColumnCoding {
    /// So many levels.
    Levels(usize),
    /// Bins that end at these ascending numbers, and one above.
    Bins(Vec<f64>),
}

impl ColumnCoding {
    /// How many codes there are.
    pub fn size(&self) -> usize {
        match self {
            ColumnCoding::Levels(levels) => *levels,
            ColumnCoding::Bins(cuts) => cuts.len() + 1,
        }
    }

    fn code(&self, values: Values<'_>, row: usize) -> u32 {
        match (self, values) {
            (ColumnCoding::Levels(levels), values) => {
                values.level(row, *levels).map_or(MISSING_CODE, |level| level as u32)
            }
            (ColumnCoding::Bins(_), Values::Numbers(x)) if x[row].is_nan() => MISSING_CODE,
            (ColumnCoding::Bins(cuts), Values::Numbers(x)) => {
                cuts.partition_point(|cut| *cut < x[row]) as u32
            }
            (ColumnCoding::Bins(_), Values::Codes(_)) => MISSING_CODE,
        }
    }

    /// A code in words: `outlook = sunny`, `2 < age <= 5`.
    pub fn words(&self, input: &Input, code: u32) -> String {
        match self {
            ColumnCoding::Levels(_) => format!("{} = {}", input.name, input.kind.level(code)),
            ColumnCoding::Bins(cuts) => {
                let code = code as usize;
                let low = if code == 0 { f64::NEG_INFINITY } else { cuts[code - 1] };
                let high = cuts.get(code).copied().unwrap_or(f64::INFINITY);
                hornbook_learner::words::range(&input.name, low, high)
            }
        }
    }
}

impl Coding {
    /// Numbers, whose different ones are given column by column, in at most so many bins of about the same weight.
    fn settled(inputs: &[Input], numbers: &[Distinct], bins: u32) -> Coding {
        let column = |(input, numbers): (&Input, &Distinct)| match input.kind.levels() {
            Some(levels) => ColumnCoding::Levels(levels),
            None => ColumnCoding::Bins(cuts(&numbers.numbers(), bins)),
        };
        Coding(inputs.iter().zip(numbers).map(column).collect())
    }

    /// How many codes each column has.
    pub fn sizes(&self) -> Vec<usize> {
        self.0.iter().map(ColumnCoding::size).collect()
    }

    /// The codes of rows, column by column.
    pub fn codes(&self, rows: &Features<'_>) -> Result<Vec<Vec<u32>>> {
        let cells = Cells::of_features(rows);
        let mut codes = vec![Vec::with_capacity(rows.rows()); self.0.len()];
        let mut copy = Vec::new();
        cells.for_blocks(0..rows.rows(), |range, block| {
            for (column, (coding, codes)) in self.0.iter().zip(&mut codes).enumerate() {
                let values = block.column(column, &mut copy);
                codes.extend((0..range.len()).map(|row| coding.code(values, row)));
            }
            Ok(())
        })?;
        Ok(codes)
    }

    /// Whether it fits these inputs.
    pub fn fits(&self, inputs: &[Input]) -> bool {
        self.0.len() == inputs.len()
            && self.0.iter().zip(inputs).all(|(coding, input)| match coding {
                ColumnCoding::Levels(levels) => input.kind.levels() == Some(*levels),
                ColumnCoding::Bins(cuts) => {
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
