//! The rows of a forest: equal rows made one, in an order that depends on nothing but what they hold.
//!
//! A forest draws rows and columns at random. Draws that went by the position of a row in the table would change with the
//! order of the table, and a row that is there twice would not be the same as a row of weight 2. So rows are put in
//! the order of a hash of their content, equal ones become one row of their weight together, and columns are taken in
//! the order of their names.

use crate::rows::{Label, TreeColumn, TreeRows};
use hornbook_core::Seed;
use hornbook_data::Dataset;
use hornbook_math::sort::radix_sort;
use rayon::prelude::*;
use std::cmp::Ordering;

/// No row: its weight is zero.
pub(super) const ABSENT: u32 = u32::MAX;
/// Rows hashed by one task.
const BLOCK: usize = 4096;

/// The rows that differ, in the order of their content.
pub(super) struct DedupedRows<L> {
    /// The columns of the rows as they were gathered, in the order of their names.
    pub features: Vec<TreeColumn>,
    /// The position in the dataset of each of those columns.
    pub columns: Vec<u32>,
    /// Where each row is among the gathered ones.
    pub order: Vec<u32>,
    /// The label of each.
    pub labels: Vec<L>,
    /// The weight of each.
    pub weights: Vec<f64>,
    /// Which of these rows each row of the dataset is, or [`ABSENT`].
    pub of_data: Vec<u32>,
}

impl<L: Label> DedupedRows<L> {
    /// The rows of a dataset.
    pub fn of(data: &Dataset, label: impl Fn(usize) -> L) -> DedupedRows<L> {
        let mut gathered = TreeRows::gather(data, label);
        let names = data.feature_names();
        let mut columns: Vec<u32> = (0..names.len() as u32).collect();
        columns.sort_by_key(|&column| names[column as usize]);
        let mut features: Vec<Option<TreeColumn>> = gathered.features.drain(..).map(Some).collect();
        gathered.features = columns.iter().filter_map(|&column| features[column as usize].take()).collect();

        let mut keyed: Vec<(u64, u32)> = hashes(&gathered).into_iter().zip(0..).collect();
        radix_sort(&mut keyed, |&(hash, _)| hash);
        for run in keyed.chunk_by_mut(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            // Weights of equal rows are added up in their own order: sums must not depend on the table's.
            run.sort_by(|a, b| {
                let weight = |at: u32| gathered.weights.get(at as usize).copied().unwrap_or(1.0);
                compare(&gathered, a.1, b.1).then_with(|| weight(a.1).total_cmp(&weight(b.1)))
            });
        }
        let (mut order, mut weights): (Vec<u32>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut distinct_of = vec![0u32; gathered.len()];
        let mut last = None;
        for (hash, at) in keyed {
            let weight = gathered.weights.get(at as usize).copied().unwrap_or(1.0);
            match (last, weights.last_mut()) {
                (Some((before, row)), Some(sum))
                    if before == hash && compare(&gathered, row, at) == Ordering::Equal =>
                {
                    *sum += weight;
                }
                _ => {
                    order.push(at);
                    weights.push(weight);
                }
            }
            last = Some((hash, at));
            distinct_of[at as usize] = order.len() as u32 - 1;
        }
        let labels = order.iter().map(|&at| gathered.labels[at as usize]).collect();
        let of_data = target_outputs(data, &distinct_of);
        DedupedRows { features: gathered.features, columns, order, labels, weights, of_data }
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }
}

/// Which of the distinct rows each row of the dataset is, when the rows of some weight are these.
fn target_outputs(data: &Dataset, distinct_of: &[u32]) -> Vec<u32> {
    let mut kept = distinct_of.iter().copied();
    let weights = data.weights();
    let has_weight = |row: u32| weights.is_none_or(|w| w[row as usize] > 0.0);
    data.rows()
        .iter()
        .map(|row| if has_weight(row) { kept.next().unwrap_or(ABSENT) } else { ABSENT })
        .collect()
}

/// A hash of what each row holds, its label included.
fn hashes<L: Label>(rows: &TreeRows<L>) -> Vec<u64> {
    let mut hashes: Vec<u64> = vec![0; rows.len()];
    hashes.par_chunks_mut(BLOCK).enumerate().for_each(|(block, hashes)| {
        let first = block * BLOCK;
        let mix = |hash: &mut u64, bits: u64| *hash = Seed(*hash).derive(bits).0;
        for column in &rows.features {
            match column {
                TreeColumn::Number(values) => {
                    hashes.iter_mut().zip(&values[first..]).for_each(|(hash, &x)| mix(hash, number_bits(x)));
                }
                TreeColumn::Code { codes, .. } => {
                    hashes.iter_mut().zip(&codes[first..]).for_each(|(hash, &code)| mix(hash, code.into()));
                }
            }
        }
        hashes.iter_mut().zip(&rows.labels[first..]).for_each(|(hash, y)| mix(hash, y.number().to_bits()));
    });
    hashes
}

/// The bits of a number, the same for all that are missing.
fn number_bits(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

/// An order of rows by what they hold.
fn compare<L: Label>(rows: &TreeRows<L>, a: u32, b: u32) -> Ordering {
    let (a, b) = (a as usize, b as usize);
    let of_column = |column: &TreeColumn| match column {
        TreeColumn::Number(values) => number_bits(values[a]).cmp(&number_bits(values[b])),
        TreeColumn::Code { codes, .. } => codes[a].cmp(&codes[b]),
    };
    rows.features
        .iter()
        .map(of_column)
        .find(|order| order.is_ne())
        .unwrap_or_else(|| rows.labels[a].number().total_cmp(&rows.labels[b].number()))
}
