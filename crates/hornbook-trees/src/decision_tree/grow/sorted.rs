//! Exact splits: every column's values are sorted once, and each node keeps its rows in the order of every
//! column by dividing its parent's orders stably.
//!
//! Orders hold positions *within the node*, so that what a small node touches lies close together.
//! Time O(columns · rows · depth) after the sort, memory O(columns · rows).

use super::categories::best_question;
use super::goal::Goal;
use super::scan::{Best, Scanner, WithScanner};
use super::{Cut, Engine, Found, Terms};
use crate::bits::has_bit;
use crate::decision_tree::params::{CategorySplits, Missing};
use crate::rows::{Column, Label, MISSING_RANK, Rows, between, rank};
use hornbook_data::{Input, Schema};
use rayon::prelude::*;

/// The engine of exact splits.
pub(crate) struct Sorted<'a> {
    goal: Goal,
    style: CategorySplits,
    missing: Missing,
    inputs: &'a [Input],
    columns: Vec<Prepared>,
}

enum Prepared {
    /// The distinct values, ascending.
    Number(Vec<f64>),
    /// The codes of all rows; missing is the code after the last level.
    Code { codes: Vec<u32>, levels: u32 },
}

/// A value of a column, by its rank among the column's distinct values, and the row in the node it belongs to.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    rank: u32,
    at: u32,
}

/// The rows of a node.
pub(crate) struct NodeRows<L> {
    /// Positions among all rows.
    rows: Vec<u32>,
    labels: Vec<L>,
    /// Empty if every row weighs 1.
    weights: Vec<f64>,
    /// The columns of numbers that are not constant here.
    numeric: Vec<u32>,
    /// For each of those columns, the rows in its order.
    orders: Vec<Entry>,
    tally: Vec<f64>,
}

impl<L> NodeRows<L> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }

    fn order(&self, index: usize) -> &[Entry] {
        &self.orders[index * self.len()..(index + 1) * self.len()]
    }
}

impl<'a> Sorted<'a> {
    /// Sorts every column, and makes the rows of the root.
    pub fn prepare<L: Label>(
        goal: Goal,
        style: CategorySplits,
        missing: Missing,
        schema: &'a Schema,
        rows: Rows<L>,
    ) -> (Sorted<'a>, NodeRows<L>) {
        let count = rows.len();
        let mut tally = goal.empty();
        for (at, &label) in rows.labels.iter().enumerate() {
            goal.add(&mut tally, label, rows.weights.get(at).copied().unwrap_or(1.0));
        }
        let prepared: Vec<(Prepared, Vec<Entry>)> = rows
            .features
            .into_par_iter()
            .map(|column| match column {
                Column::Number(values) => {
                    let (order, distinct) = rank(&values);
                    (
                        Prepared::Number(distinct),
                        order.into_iter().map(|(rank, at)| Entry { rank, at }).collect(),
                    )
                }
                Column::Code { codes, levels } => (Prepared::Code { codes, levels }, Vec::new()),
            })
            .collect();
        let mut root = NodeRows {
            rows: (0..count as u32).collect(),
            labels: rows.labels,
            weights: rows.weights,
            numeric: Vec::new(),
            orders: Vec::new(),
            tally,
        };
        let mut columns = Vec::with_capacity(prepared.len());
        for (i, (column, order)) in prepared.into_iter().enumerate() {
            if let Prepared::Number(_) = column {
                root.numeric.push(i as u32);
                root.orders.extend_from_slice(&order);
            }
            columns.push(column);
        }
        (Sorted { goal, style, missing, inputs: &schema.inputs, columns }, root)
    }

    fn number_question<L: Label>(&self, node: &NodeRows<L>, index: usize, min_leaf: f64) -> Option<Found> {
        let column = node.numeric[index];
        let order = node.order(index);
        if is_constant(order) {
            return None;
        }
        let known = order.partition_point(|e| e.rank != MISSING_RANK);
        let task = Scan { goal: &self.goal, node, order, known, min_leaf };
        let (score, first, place) = match self.missing {
            Missing::Fractional if known < order.len() => task.fractional()?,
            _ => self.goal.with_scanner(&node.tally, task)?,
        };
        let Prepared::Number(values) = &self.columns[column as usize] else { return None };
        let last = order[place.last].rank;
        let (margin, threshold) = match order.get(place.last + 1).filter(|next| next.rank != MISSING_RANK) {
            Some(next) => (
                f64::from(next.rank - last - 1) / values.len() as f64,
                between(values[last as usize], values[next.rank as usize]),
            ),
            // All known values are on one side, only missing ones on the other.
            None => (0.0, values[last as usize]),
        };
        let gain = self.goal.gain_of(score, &node.tally);
        let merit = self.goal.two_way_merit(gain, first, self.goal.weight(&node.tally));
        Some(Found {
            column,
            merit,
            gain,
            margin,
            cut: Cut::AtMost { threshold, rank: last, missing_first: place.missing_first },
        })
    }

    fn code_question<L: Label>(&self, node: &NodeRows<L>, column: u32, min_leaf: f64) -> Option<Found> {
        let Prepared::Code { codes, levels } = &self.columns[column as usize] else { return None };
        let mut tallies = vec![self.goal.empty(); *levels as usize + 1];
        for (at, &row) in node.rows.iter().enumerate() {
            self.goal.add(&mut tallies[codes[row as usize] as usize], node.labels[at], node.weight(at));
        }
        if self.missing == Missing::Fractional {
            self.spread_missing(&mut tallies);
        }
        best_question(
            &Terms { goal: &self.goal, style: self.style, whole: &node.tally, min_leaf },
            column,
            &tallies,
        )
    }

    /// Gives the missing rows' tally to the levels, in proportion to their weights.
    fn spread_missing(&self, tallies: &mut [Vec<f64>]) {
        let Some((missing, known)) = tallies.split_last_mut() else { return };
        let total: f64 = known.iter().map(|t| self.goal.weight(t)).sum();
        if total > 0.0 {
            for tally in known {
                let share = self.goal.weight(tally) / total;
                tally.iter_mut().zip(missing.iter()).for_each(|(t, m)| *t += share * m);
            }
            missing.fill(0.0);
        }
    }

    /// The part each row goes to; `None` where its value is missing and fractional.
    fn parts_of<L>(&self, node: &NodeRows<L>, found: &Found) -> Vec<Option<u32>> {
        let fractional = self.missing == Missing::Fractional;
        let codes = match &self.columns[found.column as usize] {
            Prepared::Code { codes, .. } => codes.as_slice(),
            Prepared::Number(_) => &[],
        };
        let by_code =
            |part: &dyn Fn(u32) -> Option<u32>| node.rows.iter().map(|&r| part(codes[r as usize])).collect();
        match &found.cut {
            Cut::AtMost { rank, missing_first, .. } => {
                let mut parts = vec![None; node.len()];
                let index = node.numeric.iter().position(|&c| c == found.column).unwrap_or(0);
                for entry in node.order(index) {
                    parts[entry.at as usize] = match entry.rank {
                        MISSING_RANK if fractional => None,
                        MISSING_RANK => Some(u32::from(*missing_first != Some(true))),
                        other => Some(u32::from(other > *rank)),
                    };
                }
                parts
            }
            Cut::OneOf { first, levels, .. } => by_code(&|code| {
                if fractional && code == *levels { None } else { Some(u32::from(!has_bit(first, code))) }
            }),
            Cut::Which { branches, .. } => {
                by_code(&|code| branches.iter().position(|&b| b == code).map(|p| p as u32))
            }
        }
    }

    /// Divides in two where every row goes to one side: the case that must be fast.
    fn divide_in_two<L: Label>(
        &self,
        node: NodeRows<L>,
        parts: &[Option<u32>],
        parallel: bool,
    ) -> Vec<NodeRows<L>> {
        // Where each row goes: its position on its side, and the side in the lowest bit.
        let mut moved = vec![0u32; node.len()];
        let mut sides = [(); 2].map(|()| self.empty_part(&node));
        for (at, part) in parts.iter().enumerate() {
            let side = usize::from(*part != Some(0));
            let child = &mut sides[side];
            moved[at] = (child.rows.len() as u32) << 1 | side as u32;
            child.rows.push(node.rows[at]);
            child.labels.push(node.labels[at]);
            if !node.weights.is_empty() {
                child.weights.push(node.weights[at]);
            }
            self.goal.add(&mut child.tally, node.labels[at], node.weight(at));
        }
        let [first, second] = &mut sides;
        let kept: Vec<&[Entry]> = kept_orders(&node);
        let split_order = |order: &[Entry], first: &mut [Entry], second: &mut [Entry]| {
            let (mut i, mut j) = (0, 0);
            for entry in order {
                let goes = moved[entry.at as usize];
                let entry = Entry { rank: entry.rank, at: goes >> 1 };
                if goes & 1 == 0 {
                    first[i] = entry;
                    i += 1;
                } else {
                    second[j] = entry;
                    j += 1;
                }
            }
        };
        first.orders = vec![Entry::default(); kept.len() * first.rows.len()];
        second.orders = vec![Entry::default(); kept.len() * second.rows.len()];
        let (n1, n2) = (first.rows.len(), second.rows.len());
        if parallel {
            kept.par_iter()
                .zip(first.orders.par_chunks_mut(n1).zip(second.orders.par_chunks_mut(n2)))
                .for_each(|(order, (a, b))| split_order(order, a, b));
        } else {
            kept.iter()
                .zip(first.orders.chunks_mut(n1).zip(second.orders.chunks_mut(n2)))
                .for_each(|(order, (a, b))| split_order(order, a, b));
        }
        sides.into()
    }

    /// Divides in any number of parts; rows without a part go to all of them, in shares of the parts' weights.
    fn divide_in_many<L: Label>(
        &self,
        node: &NodeRows<L>,
        parts: &[Option<u32>],
        count: usize,
    ) -> Vec<NodeRows<L>> {
        let mut known = vec![0.0; count];
        for (at, part) in parts.iter().enumerate() {
            if let Some(part) = part {
                known[*part as usize] += node.weight(at);
            }
        }
        let total: f64 = known.iter().sum();
        let any_fraction = parts.contains(&None);
        let kept = kept_orders(node);
        (0..count as u32)
            .map(|part| {
                let share = known[part as usize] / total;
                let mut child = self.empty_part(node);
                let mut moved = vec![MISSING_RANK; node.len()];
                for (at, &to) in parts.iter().enumerate() {
                    if to.is_some_and(|to| to != part) {
                        continue;
                    }
                    let weight = node.weight(at) * if to.is_none() { share } else { 1.0 };
                    moved[at] = child.rows.len() as u32;
                    child.rows.push(node.rows[at]);
                    child.labels.push(node.labels[at]);
                    if any_fraction || !node.weights.is_empty() {
                        child.weights.push(weight);
                    }
                    self.goal.add(&mut child.tally, node.labels[at], weight);
                }
                for order in &kept {
                    let entries = order.iter().map(|e| Entry { rank: e.rank, at: moved[e.at as usize] });
                    child.orders.extend(entries.filter(|e| e.at != MISSING_RANK));
                }
                child
            })
            .collect()
    }

    fn empty_part<L>(&self, node: &NodeRows<L>) -> NodeRows<L> {
        let numeric =
            (0..node.numeric.len()).filter(|&i| !is_constant(node.order(i))).map(|i| node.numeric[i]);
        NodeRows {
            rows: Vec::new(),
            labels: Vec::new(),
            weights: Vec::new(),
            numeric: numeric.collect(),
            orders: Vec::new(),
            tally: self.goal.empty(),
        }
    }
}

fn is_constant(order: &[Entry]) -> bool {
    match (order.first(), order.last()) {
        (Some(first), Some(last)) => first.rank == last.rank,
        _ => true,
    }
}

/// The orders of the columns that are not constant: a constant column stays so further down.
fn kept_orders<L>(node: &NodeRows<L>) -> Vec<&[Entry]> {
    (0..node.numeric.len()).map(|i| node.order(i)).filter(|order| !is_constant(order)).collect()
}

/// A place in the order of a column: the last entry on the first side.
#[derive(Clone, Copy)]
struct Place {
    last: usize,
    missing_first: Option<bool>,
}

/// The walk along one column of one node.
struct Scan<'a, L> {
    goal: &'a Goal,
    node: &'a NodeRows<L>,
    order: &'a [Entry],
    known: usize,
    min_leaf: f64,
}

impl<L: Label> Scan<'_, L> {
    fn tally_of(&self, entries: &[Entry]) -> Vec<f64> {
        let mut tally = self.goal.empty();
        for entry in entries {
            let at = entry.at as usize;
            self.goal.add(&mut tally, self.node.labels[at], self.node.weight(at));
        }
        tally
    }

    /// Whether the rows of the first value in this range are all of one label.
    #[inline]
    fn is_run_of(&self, label: L, range: std::ops::Range<usize>) -> bool {
        let entries = &self.order[range];
        entries
            .iter()
            .take_while(|e| e.rank == entries[0].rank)
            .all(|e| self.node.labels[e.at as usize] == label)
    }

    /// Rows with missing values are on both sides, in shares of the sides' known weights.
    fn fractional(self) -> Option<(f64, f64, Place)> {
        let goal = self.goal;
        let missing = self.tally_of(&self.order[self.known..]);
        let known = self.tally_of(&self.order[..self.known]);
        let (known_weight, weight) = (goal.weight(&known), goal.weight(&self.node.tally));
        let (cost, tolerance) = (goal.cost(&self.node.tally), goal.score_tolerance(&self.node.tally));
        let mut first = goal.empty();
        let mut best: Option<(f64, f64, Place)> = None;
        for last in 0..self.known.saturating_sub(1) {
            let at = self.order[last].at as usize;
            goal.add(&mut first, self.node.labels[at], self.node.weight(at));
            if self.order[last].rank == self.order[last + 1].rank {
                continue;
            }
            let share = goal.weight(&first) / known_weight;
            let with_share = |side: &[f64], share: f64| -> Vec<f64> {
                side.iter().zip(&missing).map(|(s, m)| s + share * m).collect()
            };
            let one = with_share(&first, share);
            let two = with_share(&super::goal::subtract(&known, &first), 1.0 - share);
            let one_weight = goal.weight(&one);
            if one_weight < self.min_leaf || weight - one_weight < self.min_leaf {
                continue;
            }
            let score = cost - goal.cost(&one) - goal.cost(&two);
            if best.is_none_or(|(so_far, ..)| score > so_far + tolerance) {
                best = Some((score, one_weight, Place { last, missing_first: None }));
            }
        }
        best
    }
}

impl<L: Label> WithScanner<L> for Scan<'_, L> {
    type Output = Option<(f64, f64, Place)>;

    fn run<S: Scanner<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output {
        let (order, known, node) = (self.order, self.known, self.node);
        let mut best: Best<Place> = Best::new(self.goal, &node.tally, self.min_leaf);
        let has_missing = known < order.len();
        let mut missing_second = start(&self.goal.empty());
        let mut missing_first = has_missing.then(|| start(&self.tally_of(&order[known..])));
        let side = |first: bool| has_missing.then_some(first);
        let mut start_of_run = 0;
        for last in 0..known {
            let at = order[last].at as usize;
            let (label, weight) = (node.labels[at], node.weight(at));
            missing_second.push(label, weight);
            if let Some(scanner) = &mut missing_first {
                scanner.push(label, weight);
            }
            if last + 1 == known {
                if has_missing {
                    best.offer(&missing_second, Place { last, missing_first: side(false) });
                }
            } else if order[last].rank != order[last + 1].rank {
                let same = S::DEAR
                    && self.min_leaf <= 0.0
                    && self.is_run_of(label, last + 1..known)
                    && order[start_of_run..last].iter().all(|e| node.labels[e.at as usize] == label);
                if !same {
                    best.offer(&missing_second, Place { last, missing_first: side(false) });
                    if let Some(scanner) = &missing_first {
                        best.offer(scanner, Place { last, missing_first: side(true) });
                    }
                }
                start_of_run = last + 1;
            }
        }
        best.place.map(|place| (best.score, best.first_weight, place))
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

    fn questions(&self, rows: &mut NodeRows<L>, min_leaf: f64, parallel: bool) -> Vec<Found> {
        let rows = &*rows;
        let ask = |column: u32| match &self.columns[column as usize] {
            Prepared::Number(_) => {
                let index = rows.numeric.binary_search(&column).ok()?;
                self.number_question(rows, index, min_leaf)
            }
            Prepared::Code { .. } => self.code_question(rows, column, min_leaf),
        };
        let columns = 0..self.columns.len() as u32;
        if parallel {
            columns.into_par_iter().filter_map(ask).collect()
        } else {
            columns.filter_map(ask).collect()
        }
    }

    fn divide(&self, rows: NodeRows<L>, found: &Found, parallel: bool) -> Vec<NodeRows<L>> {
        let parts = self.parts_of(&rows, found);
        let count = match &found.cut {
            Cut::Which { branches, .. } => branches.len(),
            _ => 2,
        };
        if count == 2 && !parts.contains(&None) {
            self.divide_in_two(rows, &parts, parallel)
        } else {
            self.divide_in_many(&rows, &parts, count)
        }
    }

    fn inputs(&self) -> &[Input] {
        self.inputs
    }
}
