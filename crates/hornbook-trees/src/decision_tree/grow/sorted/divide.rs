//! Dividing a node's rows among its children.

use super::sides::Sides;
use super::{AHEAD, Entry, NodeRows, Prepared, Sorted, is_constant};
use crate::decision_tree::grow::cut::{Cut, Found};
use crate::decision_tree::params::Missing;
use crate::rows::{Label, MISSING_RANK};
use rayon::prelude::*;
use std::hint::select_unpredictable;

impl Sorted<'_> {
    /// The part each row goes to; `None` where its value is missing and fractional.
    pub(super) fn parts_of<L: Label>(&self, node: &NodeRows<L>, found: &Found) -> Vec<Option<u32>> {
        let fractional = self.style.missing == Missing::Fractional;
        let part = |rank: u32, missing: u32| Some(found.cut.part(rank, missing) as u32);
        let mut parts: Vec<Option<u32>> = match &self.columns[found.column as usize] {
            Prepared::Code { codes, levels } => {
                // Many rows ask about few levels.
                let mut of_level: Vec<Option<u32>> = (0..=*levels).map(|code| part(code, *levels)).collect();
                if fractional {
                    of_level[*levels as usize] = None;
                }
                node.rows.iter().map(|&row| of_level[codes[row as usize] as usize]).collect()
            }
            Prepared::Number(_) => {
                let mut parts = vec![None; node.len()];
                let index = node.numeric.iter().position(|&c| c == found.column).unwrap_or(0);
                let missing = if fractional { None } else { part(MISSING_RANK, MISSING_RANK) };
                for entry in node.order(index) {
                    parts[entry.at as usize] = match (entry.rank, &found.cut) {
                        (MISSING_RANK, _) => missing,
                        // The case that must be fast.
                        (rank, Cut::AtMost { rank: last, .. }) => Some(u32::from(rank > *last)),
                        (rank, _) => part(rank, MISSING_RANK),
                    };
                }
                parts
            }
        };
        match self.style.missing {
            Missing::ClassMode => self.refill_by_class(node, found, &mut parts),
            Missing::Surrogate => self.ask_surrogates(node, found, &mut parts),
            _ => {}
        }
        parts
    }

    /// The share of the known rows that each part has.
    pub(super) fn shares<L: Label>(
        &self,
        node: &NodeRows<L>,
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
    pub(super) fn sides_by_threshold<L: Label>(&self, node: &NodeRows<L>, found: &Found) -> Option<Sides> {
        let Cut::AtMost { rank: last, .. } = found.cut else { return None };
        let order = node.order(node.numeric.binary_search(&found.column).ok()?);
        let known = order.partition_point(|entry| entry.rank != MISSING_RANK);
        let missing_second = match self.style.missing {
            _ if known == order.len() => false,
            Missing::Direction | Missing::NodeMode => found.cut.part(MISSING_RANK, MISSING_RANK) == 1,
            Missing::Fractional | Missing::ClassMode | Missing::Surrogate => return None,
        };
        // They stand side by side in the order.
        let start = order[..known].partition_point(|entry| entry.rank <= last);
        let end = if missing_second { order.len() } else { known };
        Some(Sides::new(node.len(), order[start..end].iter().map(|entry| entry.at)))
    }

    /// Divides in two where every row goes to one side: the case that must be fast.
    pub(super) fn divide_in_two<L: Label>(
        &self,
        node: NodeRows<L>,
        sides_of: &Sides,
        parallel: bool,
    ) -> Vec<NodeRows<L>> {
        let mut sides = [(); 2].map(|()| self.empty_part(&node));
        for at in 0..node.len() {
            let child = &mut sides[usize::from(sides_of.is_second(at as u32))];
            child.rows.push(node.rows[at]);
            child.labels.push(node.labels[at]);
            if !node.weights.is_empty() {
                child.weights.push(node.weights[at]);
            }
            self.style.goal.add(&mut child.tally, node.labels[at], node.weight(at));
        }
        for side in &mut sides {
            self.style.goal.settle(&mut side.tally, &side.labels, &side.weights);
        }
        let [first, second] = &mut sides;
        let kept: Vec<&[Entry]> = kept_orders(&node);
        let split_order = |order: &[Entry], first: &mut [Entry], second: &mut [Entry]| {
            let (mut i, mut j) = (0, 0);
            for (next, entry) in order.iter().enumerate() {
                if let Some(ahead) = order.get(next + AHEAD) {
                    sides_of.prefetch(ahead.at);
                }
                let (is_second, at) = sides_of.place(entry.at);
                // Nobody can guess the side, so that a branch would cost more than looking at both.
                let slot = select_unpredictable(is_second, second.get_mut(j), first.get_mut(i));
                if let Some(slot) = slot {
                    *slot = Entry { rank: entry.rank, at };
                }
                i += usize::from(!is_second);
                j += usize::from(is_second);
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
    pub(super) fn divide_in_many<L: Label>(
        &self,
        node: &NodeRows<L>,
        parts: &[Option<u32>],
        count: usize,
    ) -> Vec<NodeRows<L>> {
        let shares = self.shares(node, parts, count);
        let any_fraction = parts.contains(&None);
        let kept = kept_orders(node);
        (0..count as u32)
            .map(|part| {
                let share = shares[part as usize];
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
                    self.style.goal.add(&mut child.tally, node.labels[at], weight);
                }
                self.style.goal.settle(&mut child.tally, &child.labels, &child.weights);
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
            tally: self.style.goal.empty(),
        }
    }
}

/// The orders of the columns that are not constant: a constant column stays so further down.
fn kept_orders<L>(node: &NodeRows<L>) -> Vec<&[Entry]> {
    (0..node.numeric.len()).map(|i| node.order(i)).filter(|order| !is_constant(order)).collect()
}
