//! The columns of all rows as trees look at them.

use super::cut::Cut;
use crate::bins::{ColumnBins, sampled};
use crate::bits::has_bit;
use crate::forest::distinct::Distinct;
use crate::rows::{Column, Label};
use rayon::prelude::*;
use std::sync::Arc;

/// Bins of a column in one byte, the last for missing values.
pub(super) const BYTE_BINS: usize = 256;

/// A column, ready for asking about it.
pub(in crate::forest) enum Material {
    /// Numbers put in bins, by the upper edges of the bins. The bin after the last is that of missing values.
    Binned { bins: Vec<u8>, edges: Arc<[f64]> },
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
        let make = |column: &Column| match (column, most_bins) {
            (Column::Number(values), Some(most)) => {
                let bins = ColumnBins::of_numbers(sample.iter().map(|&row| values[at(row)]), most);
                // Bytes are put in order, not numbers: eight times as many of them fit a cache.
                let bytes: Vec<u8> = values.iter().map(|&x| bins.of(x) as u8).collect();
                let edges = match bins {
                    ColumnBins::Number { edges } => edges,
                    ColumnBins::Code { .. } => Vec::new(),
                };
                Material::Binned { bins: pick(&bytes, &rows.order), edges: edges.into() }
            }
            (Column::Number(values), None) => Material::Values(pick(values, &rows.order)),
            (Column::Code { codes, levels }, _) if (*levels as usize) < BYTE_BINS => {
                let bytes: Vec<u8> = codes.iter().map(|&code| code as u8).collect();
                Material::Codes { bins: pick(&bytes, &rows.order), levels: *levels }
            }
            (Column::Code { codes, levels }, _) => {
                Material::WideCodes { codes: pick(codes, &rows.order), levels: *levels }
            }
        };
        rows.features.par_iter().map(make).collect()
    }

    /// The column of some rows only.
    pub fn of_rows(&self, rows: &[u32]) -> Material {
        match self {
            Material::Binned { bins, edges } => {
                Material::Binned { bins: pick(bins, rows), edges: Arc::clone(edges) }
            }
            Material::Values(values) => Material::Values(pick(values, rows)),
            Material::Codes { bins, levels } => Material::Codes { bins: pick(bins, rows), levels: *levels },
            Material::WideCodes { codes, levels } => {
                Material::WideCodes { codes: pick(codes, rows), levels: *levels }
            }
        }
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

/// The values of some rows.
fn pick<T: Copy>(all: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| all[row as usize]).collect()
}
