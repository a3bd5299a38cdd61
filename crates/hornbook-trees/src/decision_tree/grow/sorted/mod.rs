//! Exact splits: every column's values are sorted once, and each node keeps its rows in the order of every
//! column by dividing its parent's orders stably.
//!
//! Orders hold positions *within the node*, so that what a small node touches lies close together.
//! Time O(columns · rows · depth) after the sort, memory O(columns · rows).

mod absolute;
mod ask;
mod divide;
mod fill;
mod orders;
mod scan;
mod sides;
mod surrogates;

use super::cut::Found;
use super::guard::Guard;
use super::{Engine, Style};
use crate::decision_tree::params::Criterion;
use crate::decision_tree::tree::Surrogate;
use crate::rows::{Column, Label, Rows, rank_each};
use hornbook_data::{Input, Schema};
use orders::{Entry, Orders, is_constant};
use rayon::prelude::*;
use sides::Sides;

/// How many entries ahead what they will ask for is fetched: in the order of a column, rows of a large node lie anywhere.
const AHEAD: usize = 24;

/// The engine of exact splits.
pub(crate) struct Sorted<'a> {
    style: Style,
    inputs: &'a [Input],
    columns: Vec<Prepared>,
}

enum Prepared {
    /// The distinct values, ascending.
    Number(Vec<f64>),
    /// The codes of all rows; missing is the code after the last level.
    Code { codes: Vec<u32>, levels: u32 },
}

/// The rows of a node.
pub(crate) struct NodeRows<L> {
    /// Positions among all rows; empty if no column needs them.
    rows: Vec<u32>,
    labels: Vec<L>,
    /// Empty if every row weighs 1.
    weights: Vec<f64>,
    orders: Orders,
    tally: Vec<f64>,
}

impl<L> NodeRows<L> {
    fn len(&self) -> usize {
        self.labels.len()
    }

    fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }
}

impl<'a> Sorted<'a> {
    /// Sorts every column, and makes the rows of the root.
    pub fn prepare<L: Label>(style: Style, schema: &'a Schema, rows: Rows<L>) -> (Sorted<'a>, NodeRows<L>) {
        let (goal, count) = (style.goal, rows.len());
        let mut tally = goal.empty();
        for (at, &label) in rows.labels.iter().enumerate() {
            goal.add(&mut tally, label, rows.weights.get(at).copied().unwrap_or(1.0));
        }
        goal.settle(&mut tally, &rows.labels, &rows.weights);
        let is_number = |column: &Column| matches!(column, Column::Number(_));
        let numbers: Vec<u32> =
            (0..).zip(&rows.features).filter(|(_, column)| is_number(column)).map(|(i, _)| i).collect();
        let mut entries = vec![Entry::default(); numbers.len() * count];
        let mut orders = entries.chunks_mut(count.max(1));
        let with_room: Vec<(Column, &mut [Entry])> = rows
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
        let columns: Vec<Prepared> = with_room
            .into_par_iter()
            .map(|(column, order)| match column {
                Column::Number(values) => {
                    let mut slots = order.iter_mut();
                    Prepared::Number(rank_each(&values, |rank, at| {
                        if let Some(slot) = slots.next() {
                            *slot = Entry { rank, at };
                        }
                    }))
                }
                Column::Code { codes, levels } => Prepared::Code { codes, levels },
            })
            .collect();
        let has_codes = numbers.len() < columns.len();
        let root = NodeRows {
            rows: if has_codes { (0..count as u32).collect() } else { Vec::new() },
            labels: rows.labels,
            weights: rows.weights,
            orders: Orders::new(numbers.into_iter(), entries, count),
            tally,
        };
        (Sorted { style, inputs: &schema.inputs, columns }, root)
    }
}

impl<L: Label> Engine<NodeRows<L>> for Sorted<'_> {
    fn count(&self, rows: &NodeRows<L>) -> usize {
        rows.len()
    }

    fn tally<'b>(&self, rows: &'b NodeRows<L>) -> &'b [f64] {
        &rows.tally
    }

    fn is_constant(&self, rows: &NodeRows<L>) -> bool {
        rows.labels.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn questions(&self, rows: &mut NodeRows<L>, guard: &Guard<'_>, parallel: bool) -> Vec<Found> {
        let rows = &*rows;
        let labels = self.distinct_labels(rows);
        let ask = |column: u32| match &self.columns[column as usize] {
            Prepared::Number(_) => {
                let index = rows.orders.index_of(column)?;
                match &labels {
                    Some(labels) => self.absolute_number_question(rows, labels, index, guard),
                    None => self.number_question(rows, index, guard),
                }
            }
            Prepared::Code { .. } => match &labels {
                Some(labels) => self.absolute_code_question(rows, labels, column, guard),
                None => self.code_question(rows, column, guard),
            },
        };
        let columns = 0..self.columns.len() as u32;
        if parallel {
            columns.into_par_iter().filter_map(ask).collect()
        } else {
            columns.filter_map(ask).collect()
        }
    }

    fn surrogates(&self, rows: &NodeRows<L>, found: &Found, guard: &Guard<'_>) -> Vec<Surrogate> {
        self.surrogates_of(rows, found, guard)
    }

    fn part_tallies(&self, rows: &NodeRows<L>, found: &Found) -> Vec<Vec<f64>> {
        let parts = self.parts_of(rows, found);
        if self.style.goal.criterion() == Criterion::AbsoluteError {
            // Medians need the rows.
            let divided = self.divide_in_many(rows, &parts, found.cut.parts());
            return divided.into_iter().map(|part| part.tally).collect();
        }
        let shares = self.shares(rows, &parts, found.cut.parts());
        let goal = &self.style.goal;
        let mut tallies = vec![goal.empty(); shares.len()];
        for (at, part) in parts.into_iter().enumerate() {
            match part {
                Some(part) => goal.add(&mut tallies[part as usize], rows.labels[at], rows.weight(at)),
                None => tallies.iter_mut().zip(&shares).for_each(|(tally, share)| {
                    goal.add(tally, rows.labels[at], share * rows.weight(at));
                }),
            }
        }
        tallies
    }

    fn divide(&self, rows: NodeRows<L>, found: &Found, parallel: bool) -> Vec<NodeRows<L>> {
        if let Some(sides) = self.sides_by_threshold(&rows, found) {
            return self.divide_in_two(rows, &sides, parallel);
        }
        let parts = self.parts_of(&rows, found);
        let count = found.cut.parts();
        if count == 2 && !parts.contains(&None) {
            let second = (0..).zip(&parts).filter(|(_, part)| **part != Some(0));
            let sides = Sides::new(parts.len(), second.map(|(at, _)| at));
            self.divide_in_two(rows, &sides, parallel)
        } else {
            self.divide_in_many(&rows, &parts, count)
        }
    }

    fn inputs(&self) -> &[Input] {
        self.inputs
    }
}
