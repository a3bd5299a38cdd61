//! Dividing a node's rows among its children.

use super::orders::SortedOrders;
use super::sides::RowSides;
use super::{SortedColumn, SortedEngine, SortedNodeRows};
use crate::decision_tree::grow::split_rule::{SplitCandidate, SplitRule};
use crate::decision_tree::params::Missing;
use crate::rows::{Label, MISSING_RANK};

impl SortedEngine<'_> {
    /// The part each row goes to; `None` where its value is missing and fractional.
    pub(super) fn parts_of<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &SplitCandidate,
    ) -> Vec<Option<u32>> {
        let fractional = self.options.missing == Missing::Fractional;
        let part = |rank: u32, missing: u32| Some(found.rule.part(rank, missing) as u32);
        let mut parts: Vec<Option<u32>> = match &self.columns[found.column as usize] {
            SortedColumn::Code { codes, levels } => {
                // Many rows look up few levels.
                let mut of_level: Vec<Option<u32>> = (0..=*levels).map(|code| part(code, *levels)).collect();
                if fractional {
                    of_level[*levels as usize] = None;
                }
                node.rows.iter().map(|&row| of_level[codes[row as usize] as usize]).collect()
            }
            SortedColumn::Number(_) => {
                let mut parts = vec![None; node.len()];
                let missing = if fractional { None } else { part(MISSING_RANK, MISSING_RANK) };
                for entry in node.orders.of_column(found.column) {
                    parts[entry.at as usize] = match (entry.rank, &found.rule) {
                        (MISSING_RANK, _) => missing,
                        // The case that must be fast.
                        (rank, SplitRule::AtMost { rank: last, .. }) => Some(u32::from(rank > *last)),
                        (rank, _) => part(rank, MISSING_RANK),
                    };
                }
                parts
            }
        };
        match self.options.missing {
            Missing::ClassMode => self.refill_by_class(node, found, &mut parts),
            Missing::Surrogate => self.apply_surrogates(node, found, &mut parts),
            _ => {}
        }
        parts
    }

    /// The fraction of the known rows that each part has.
    pub(super) fn shares<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        parts: &[Option<u32>],
        count: usize,
    ) -> Vec<f64> {
        let mut known = vec![0.0; count];
        for (at, part) in parts.iter().enumerate() {
            if let Some(part) = part {
                known[*part as usize] += node.weight(at);
            }
        }
        let total: f64 = known.iter().sum();
        known.into_iter().map(|weight| weight / total).collect()
    }

    /// The side of each row where a threshold tells it for all of them; none if it does not.
    pub(super) fn sides_by_threshold<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &SplitCandidate,
    ) -> Option<RowSides> {
        let SplitRule::AtMost { rank: last, .. } = found.rule else { return None };
        let order = node.orders.of(node.orders.index_of(found.column)?);
        let known = order.partition_point(|entry| entry.rank != MISSING_RANK);
        let missing_second = match self.options.missing {
            _ if known == order.len() => false,
            Missing::Direction | Missing::NodeMode => found.rule.part(MISSING_RANK, MISSING_RANK) == 1,
            Missing::Fractional | Missing::ClassMode | Missing::Surrogate => return None,
        };
        // They stand side by side in the order.
        let start = order[..known].partition_point(|entry| entry.rank <= last);
        let end = if missing_second { order.len() } else { known };
        Some(RowSides::new(node.len(), order[start..end].iter().map(|entry| entry.at)))
    }

    /// Divides in two where every row goes to one side: the case that must be fast.
    pub(super) fn divide_in_two<L: Label>(
        &self,
        node: SortedNodeRows<L>,
        sides_of: &RowSides,
        parallel: bool,
    ) -> Vec<SortedNodeRows<L>> {
        let SortedNodeRows { rows, labels, weights, orders, .. } = node;
        let impurity = &self.options.impurity;
        let hand_out = || {
            let seconds = sides_of.seconds();
            let mut sides = [labels.len() - seconds, seconds].map(|count| self.empty_part(count));
            for (at, &label) in labels.iter().enumerate() {
                let child = &mut sides[usize::from(sides_of.is_second(at as u32))];
                child.labels.push(label);
                if let Some(&row) = rows.get(at) {
                    child.rows.push(row);
                }
                let weight = weights.get(at).copied();
                child.weights.extend(weight);
                impurity.add(&mut child.tally, label, weight.unwrap_or(1.0));
            }
            sides.iter_mut().for_each(|side| impurity.finalize(&mut side.tally, &side.labels, &side.weights));
            sides
        };
        let divide = || orders.divide(sides_of, parallel);
        let (sides, orders) = if parallel { rayon::join(hand_out, divide) } else { (hand_out(), divide()) };
        let with_orders = |(side, orders)| SortedNodeRows { orders, ..side };
        sides.into_iter().zip(orders).map(with_orders).collect()
    }

    /// Divides in any number of parts; rows without a part go to all of them, in proportion to the parts' weights.
    pub(super) fn divide_in_many<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        parts: &[Option<u32>],
        count: usize,
    ) -> Vec<SortedNodeRows<L>> {
        let shares = self.shares(node, parts, count);
        let any_fraction = parts.contains(&None);
        (0..count as u32)
            .map(|part| {
                let share = shares[part as usize];
                let mut child = self.empty_part(0);
                let mut moved = vec![MISSING_RANK; node.len()];
                for (at, &to) in parts.iter().enumerate() {
                    if to.is_some_and(|to| to != part) {
                        continue;
                    }
                    let weight = node.weight(at) * if to.is_none() { share } else { 1.0 };
                    moved[at] = child.labels.len() as u32;
                    child.rows.extend(node.rows.get(at));
                    child.labels.push(node.labels[at]);
                    if any_fraction || !node.weights.is_empty() {
                        child.weights.push(weight);
                    }
                    self.options.impurity.add(&mut child.tally, node.labels[at], weight);
                }
                self.options.impurity.finalize(&mut child.tally, &child.labels, &child.weights);
                child.orders = node.orders.filtered(&moved, child.labels.len(), MISSING_RANK);
                child
            })
            .collect()
    }

    /// A part with room for the labels of so many rows.
    fn empty_part<L>(&self, count: usize) -> SortedNodeRows<L> {
        SortedNodeRows {
            rows: Vec::new(),
            labels: Vec::with_capacity(count),
            weights: Vec::new(),
            orders: SortedOrders::default(),
            tally: self.options.impurity.empty(),
        }
    }
}
