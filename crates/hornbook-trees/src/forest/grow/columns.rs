//! The columns of all rows as trees look at them.

use super::cut::Cut;
use crate::bins::{ColumnBins, sampled};
use crate::bits::has_bit;
use crate::forest::distinct::Distinct;
use crate::rows::{Column, Label};
use rayon::prelude::*;

/// Bins of a column in one byte, the last for missing values.
pub(super) const BYTE_BINS: usize = 256;

/// A column, ready for asking about it.
pub(in crate::forest) enum Material {
    /// Numbers put in bins, by the upper edges of the bins. The bin after the last is that of missing values.
    Binned { bins: Vec<u8>, edges: Vec<f64> },
    /// Numbers as they are; NaN is missing.
    Values(Vec<f64>),
    /// Codes of levels that fit a byte; the one after the last is missing.
    Codes { bins: Vec<u8>, levels: u32 },
    /// Codes of many levels; the one after the last is missing.
    WideCodes { codes: Vec<u32>, levels: u32 },
}

impl Material {
    /// The material of every column. Numbers are put into at most this many bins, or left as they are if none is said.
    pub fn of<L: Label>(rows: &Distinct<L>, most_bins: Option<usize>) -> Vec<Material> {
        let sample = sampled(rows.len(), rows.columns.len());
        let at = |row: usize| rows.order[row] as usize;
        let all = || rows.order.iter().map(|&row| row as usize);
        let make = |column: &Column| match (column, most_bins) {
            (Column::Number(values), Some(most)) => {
                let bins = ColumnBins::of_numbers(sample.iter().map(|&row| values[at(row)]), most);
                let bytes = all().map(|row| bins.of(values[row]) as u8).collect();
                let edges = match bins {
                    ColumnBins::Number { edges } => edges,
                    ColumnBins::Code { .. } => Vec::new(),
                };
                Material::Binned { bins: bytes, edges }
            }
            (Column::Number(values), None) => Material::Values(all().map(|row| values[row]).collect()),
            (Column::Code { codes, levels }, _) if (*levels as usize) < BYTE_BINS => {
                Material::Codes { bins: all().map(|row| codes[row] as u8).collect(), levels: *levels }
            }
            (Column::Code { codes, levels }, _) => {
                Material::WideCodes { codes: all().map(|row| codes[row]).collect(), levels: *levels }
            }
        };
        rows.gathered.features.par_iter().map(make).collect()
    }

    /// How many bins or levels there may be, missing values included.
    pub fn bins(&self) -> usize {
        match self {
            Material::Binned { edges, .. } => edges.len() + 2,
            Material::Values(_) => 0,
            Material::Codes { levels, .. } | Material::WideCodes { levels, .. } => *levels as usize + 1,
        }
    }

    /// Which side of a cut a row is on.
    pub fn is_first(&self, cut: &Cut, row: usize) -> bool {
        match (self, cut) {
            (Material::Binned { bins, edges }, Cut::Bin { last, missing_first, .. }) => {
                let (bin, missing) = (usize::from(bins[row]), edges.len() + 1);
                bin <= usize::from(*last) || (bin == missing && *missing_first == Some(true))
            }
            (Material::Values(values), Cut::Threshold { threshold, missing_first }) => {
                let x = values[row];
                x <= *threshold || (x.is_nan() && *missing_first == Some(true))
            }
            (Material::Codes { bins, .. }, Cut::Levels { first, .. }) => has_bit(first, bins[row].into()),
            (Material::WideCodes { codes, .. }, Cut::Levels { first, .. }) => has_bit(first, codes[row]),
            // A cut is made for its own column.
            _ => false,
        }
    }
}
