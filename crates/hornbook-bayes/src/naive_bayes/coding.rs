//! Columns as codes: categories as they are, numbers in bins of equal weight.

use super::cells::{Block, Cells, Values};
use hornbook_core::Result;
use hornbook_data::{Dataset, Features, Input, MISSING_CODE};
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
    /// For the rows of a view, numbers in at most so many bins of about the same weight.
    pub fn new(data: &Dataset, inputs: &[Input], bins: u32) -> Result<Coding> {
        let weights = data.row_weights();
        let cells = Cells::of_dataset(data);
        let mut coding = Vec::with_capacity(inputs.len());
        for (column, input) in inputs.iter().enumerate() {
            if let Some(levels) = input.kind.levels() {
                coding.push(ColumnCoding::Levels(levels));
                continue;
            }
            let mut points = Vec::new();
            let mut copy = Vec::new();
            cells.for_blocks(0..weights.len(), |range, block: &Block<'_>| {
                if let Values::Numbers(x) = block.column(column, &mut copy) {
                    let known =
                        x.iter().zip(&weights[range]).filter(|(x, weight)| !x.is_nan() && **weight > 0.0);
                    points.extend(known.map(|(x, weight)| (x + 0.0, *weight)));
                }
                Ok(())
            })?;
            coding.push(ColumnCoding::Bins(cuts(points, bins)));
        }
        Ok(Coding(coding))
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
fn cuts(mut points: Vec<(f64, f64)>, bins: u32) -> Vec<f64> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    let total: f64 = points.iter().map(|(_, weight)| weight).sum();
    let (mut cuts, mut below, mut part) = (Vec::new(), 0.0, 1.0);
    for pair in points.windows(2) {
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
