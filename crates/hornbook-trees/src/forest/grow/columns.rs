//! The columns of all rows as trees look at them.

use super::split_rule::ForestSplitRule;
use crate::bins::{BYTE_BINS, ColumnBins, sampled};
use crate::bits::has_bit;
use crate::forest::deduped::DedupedRows;
use crate::rows::{Label, TreeColumn};
use rayon::prelude::*;
use std::sync::Arc;

/// A column, ready for splitting on it.
pub(in crate::forest) enum ForestColumn {
    /// Numbers put in bins, by the upper edges of the bins. The bin after the last is that of missing values.
    Binned { bins: Vec<u8>, edges: Arc<[f64]> },
    /// Numbers as they are; NaN is missing.
    Values(Vec<f64>),
    /// Codes of levels that fit a byte; the one after the last is missing.
    Codes { bins: Vec<u8>, levels: u32 },
    /// Codes of many levels; the one after the last is missing.
    WideCodes { codes: Vec<u32>, levels: u32 },
}

impl ForestColumn {
    /// The values of every column for growing. Numbers are put into at most this many bins, or left as they are if none is said.
    pub fn of<L: Label>(rows: &DedupedRows<L>, most_bins: Option<usize>) -> Vec<ForestColumn> {
        let sample = sampled(rows.len(), rows.columns.len());
        let at = |row: usize| rows.order[row] as usize;
        let make = |column: &TreeColumn| match (column, most_bins) {
            (TreeColumn::Number(values), Some(most)) => {
                let bins = ColumnBins::of_numbers(sample.iter().map(|&row| values[at(row)]), most);
                // Bytes are put in order, not numbers: eight times as many of them fit a cache.
                let bytes: Vec<u8> = values.iter().map(|&x| bins.of(x) as u8).collect();
                let edges = match bins {
                    ColumnBins::Number { edges } => edges,
                    ColumnBins::Code { .. } => Vec::new(),
                };
                ForestColumn::Binned { bins: pick(&bytes, &rows.order), edges: edges.into() }
            }
            (TreeColumn::Number(values), None) => ForestColumn::Values(pick(values, &rows.order)),
            (TreeColumn::Code { codes, levels }, _) if (*levels as usize) < BYTE_BINS => {
                let bytes: Vec<u8> = codes.iter().map(|&code| code as u8).collect();
                ForestColumn::Codes { bins: pick(&bytes, &rows.order), levels: *levels }
            }
            (TreeColumn::Code { codes, levels }, _) => {
                ForestColumn::WideCodes { codes: pick(codes, &rows.order), levels: *levels }
            }
        };
        rows.features.par_iter().map(make).collect()
    }

    /// The column of some rows only.
    pub fn of_rows(&self, rows: &[u32]) -> ForestColumn {
        match self {
            ForestColumn::Binned { bins, edges } => {
                ForestColumn::Binned { bins: pick(bins, rows), edges: Arc::clone(edges) }
            }
            ForestColumn::Values(values) => ForestColumn::Values(pick(values, rows)),
            ForestColumn::Codes { bins, levels } => {
                ForestColumn::Codes { bins: pick(bins, rows), levels: *levels }
            }
            ForestColumn::WideCodes { codes, levels } => {
                ForestColumn::WideCodes { codes: pick(codes, rows), levels: *levels }
            }
        }
    }

    /// How many bins or levels there may be, missing values included.
    pub fn bins(&self) -> usize {
        match self {
            ForestColumn::Binned { edges, .. } => edges.len() + 2,
            ForestColumn::Values(_) => 0,
            ForestColumn::Codes { levels, .. } | ForestColumn::WideCodes { levels, .. } => {
                *levels as usize + 1
            }
        }
    }

    /// Which side of a cut a row is on.
    pub fn is_first(&self, rule: &ForestSplitRule, row: usize) -> bool {
        match (self, rule) {
            (ForestColumn::Binned { bins, edges }, ForestSplitRule::Bin { last, missing_first, .. }) => {
                let (bin, missing) = (usize::from(bins[row]), edges.len() + 1);
                bin <= usize::from(*last) || (bin == missing && *missing_first == Some(true))
            }
            (ForestColumn::Values(values), ForestSplitRule::Threshold { threshold, missing_first }) => {
                let x = values[row];
                x <= *threshold || (x.is_nan() && *missing_first == Some(true))
            }
            (ForestColumn::Codes { bins, .. }, ForestSplitRule::Levels { first, .. }) => {
                has_bit(first, bins[row].into())
            }
            (ForestColumn::WideCodes { codes, .. }, ForestSplitRule::Levels { first, .. }) => {
                has_bit(first, codes[row])
            }
            // A cut is made for its own column.
            _ => false,
        }
    }
}

/// The values of some rows.
fn pick<T: Copy>(all: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| all[row as usize]).collect()
}
