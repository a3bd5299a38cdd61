//! Exact splits: every column's values are sorted once, and each node keeps its rows in the order of every
//! column by dividing its parent's orders stably.
//!
//! Orders hold positions *within the node*, so that what a small node touches lies close together.
//! Time O(columns · rows · depth) after the sort, memory O(columns · rows).

mod absolute;
mod divide;
mod fill;
mod find_split;
mod orders;
mod scan;
mod sides;
mod surrogates;

use super::constraints::SplitConstraints;
use super::split_rule::SplitCandidate;
use super::{SplitEngine, SplitOptions};
use crate::decision_tree::params::Criterion;
use crate::decision_tree::tree::Surrogate;
use crate::rows::{Label, TreeColumn, TreeRows, rank_each};
use hornbook_data::{Input, Schema};
use orders::{RankedRow, SortedOrders, is_constant};
use rayon::prelude::*;
use sides::RowSides;

/// How many entries ahead what they will ask for is fetched: in the order of a column, rows of a large node lie anywhere.
const AHEAD: usize = 24;

/// The engine of exact splits.
pub(crate) struct SortedEngine<'a> {
    options: SplitOptions,
    inputs: &'a [Input],
    columns: Vec<SortedColumn>,
}

enum SortedColumn {
    /// The distinct values, ascending.
    Number(Vec<f64>),
    /// The codes of all rows; missing is the code after the last level.
    Code { codes: Vec<u32>, levels: u32 },
}

/// The rows of a node.
pub(crate) struct SortedNodeRows<L> {
    /// Positions among all rows; empty if no column needs them.
    rows: Vec<u32>,
    labels: Vec<L>,
    /// Empty if every row weighs 1.
    weights: Vec<f64>,
    orders: SortedOrders,
    tally: Vec<f64>,
}

impl<L> SortedNodeRows<L> {
    fn len(&self) -> usize {
        self.labels.len()
    }

    fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }
}

impl<'a> SortedEngine<'a> {
    /// Sorts every column, and makes the rows of the root.
    pub fn prepare<L: Label>(
        options: SplitOptions,
        schema: &'a Schema,
        rows: TreeRows<L>,
    ) -> (SortedEngine<'a>, SortedNodeRows<L>) {
        let (impurity, count) = (options.impurity, rows.len());
        let mut tally = impurity.empty();
        for (at, &label) in rows.labels.iter().enumerate() {
            impurity.add(&mut tally, label, rows.weights.get(at).copied().unwrap_or(1.0));
        }
        impurity.finalize(&mut tally, &rows.labels, &rows.weights);
        let is_number = |column: &TreeColumn| matches!(column, TreeColumn::Number(_));
        let numbers: Vec<u32> =
            (0..).zip(&rows.features).filter(|(_, column)| is_number(column)).map(|(i, _)| i).collect();
        let mut entries = vec![RankedRow::default(); numbers.len() * count];
        let mut orders = entries.chunks_mut(count.max(1));
        let with_room: Vec<(TreeColumn, &mut [RankedRow])> = rows
            .features
            .into_iter()
            .map(|column| {
                if is_number(&column) {
                    (column, orders.next().unwrap_or_default())
                } else {
                    (column, &mut [][..])
                }
            })
            .collect();
        let columns: Vec<SortedColumn> = with_room
            .into_par_iter()
            .map(|(column, order)| match column {
                TreeColumn::Number(values) => {
                    let mut slots = order.iter_mut();
                    SortedColumn::Number(rank_each(&values, |rank, at| {
                        if let Some(slot) = slots.next() {
                            *slot = RankedRow { rank, at };
                        }
                    }))
                }
                TreeColumn::Code { codes, levels } => SortedColumn::Code { codes, levels },
            })
            .collect();
        let has_codes = numbers.len() < columns.len();
        let root = SortedNodeRows {
            rows: if has_codes { (0..count as u32).collect() } else { Vec::new() },
            labels: rows.labels,
            weights: rows.weights,
            orders: SortedOrders::new(numbers.into_iter(), entries, count),
            tally,
        };
        (SortedEngine { options, inputs: &schema.inputs, columns }, root)
    }
}

impl<L: Label> SplitEngine<SortedNodeRows<L>> for SortedEngine<'_> {
    fn count(&self, rows: &SortedNodeRows<L>) -> usize {
        rows.len()
    }

    fn tally<'b>(&self, rows: &'b SortedNodeRows<L>) -> &'b [f64] {
        &rows.tally
    }

    fn is_constant(&self, rows: &SortedNodeRows<L>) -> bool {
        rows.labels.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn candidates(
        &self,
        rows: &mut SortedNodeRows<L>,
        constraints: &SplitConstraints<'_>,
        parallel: bool,
    ) -> Vec<SplitCandidate> {
        let rows = &*rows;
        let labels = self.distinct_labels(rows);
        let find_split = |column: u32| match &self.columns[column as usize] {
            SortedColumn::Number(_) => {
                let index = rows.orders.index_of(column)?;
                match &labels {
                    Some(labels) => self.absolute_number_split(rows, labels, index, constraints),
                    None => self.number_split(rows, index, constraints),
                }
            }
            SortedColumn::Code { .. } => match &labels {
                Some(labels) => self.absolute_category_split(rows, labels, column, constraints),
                None => self.category_split(rows, column, constraints),
            },
        };
        let columns = 0..self.columns.len() as u32;
        if parallel {
            columns.into_par_iter().filter_map(find_split).collect()
        } else {
            columns.filter_map(find_split).collect()
        }
    }

    fn surrogates(
        &self,
        rows: &SortedNodeRows<L>,
        found: &SplitCandidate,
        constraints: &SplitConstraints<'_>,
    ) -> Vec<Surrogate> {
        self.surrogates_of(rows, found, constraints)
    }

    fn part_tallies(&self, rows: &SortedNodeRows<L>, found: &SplitCandidate) -> Vec<Vec<f64>> {
        let parts = self.parts_of(rows, found);
        if self.options.impurity.criterion() == Criterion::AbsoluteError {
            // Medians need the rows.
            let divided = self.divide_in_many(rows, &parts, found.rule.parts());
            return divided.into_iter().map(|part| part.tally).collect();
        }
        let shares = self.shares(rows, &parts, found.rule.parts());
        let impurity = &self.options.impurity;
        let mut tallies = vec![impurity.empty(); shares.len()];
        for (at, part) in parts.into_iter().enumerate() {
            match part {
                Some(part) => impurity.add(&mut tallies[part as usize], rows.labels[at], rows.weight(at)),
                None => tallies.iter_mut().zip(&shares).for_each(|(tally, share)| {
                    impurity.add(tally, rows.labels[at], share * rows.weight(at));
                }),
            }
        }
        tallies
    }

    fn divide(
        &self,
        rows: SortedNodeRows<L>,
        found: &SplitCandidate,
        parallel: bool,
    ) -> Vec<SortedNodeRows<L>> {
        if let Some(sides) = self.sides_by_threshold(&rows, found) {
            return self.divide_in_two(rows, &sides, parallel);
        }
        let parts = self.parts_of(&rows, found);
        let count = found.rule.parts();
        if count == 2 && !parts.contains(&None) {
            let second = (0..).zip(&parts).filter(|(_, part)| **part != Some(0));
            let sides = RowSides::new(parts.len(), second.map(|(at, _)| at));
            self.divide_in_two(rows, &sides, parallel)
        } else {
            self.divide_in_many(&rows, &parts, count)
        }
    }

    fn inputs(&self) -> &[Input] {
        self.inputs
    }
}
