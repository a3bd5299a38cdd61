//! The walk along one column of one node.

use super::{AHEAD, RankedRow, SortedNodeRows};
use crate::decision_tree::grow::constraints::SplitConstraints;
use crate::decision_tree::grow::impurity::{Impurity, add_to, subtract};
use crate::decision_tree::grow::scan::{BestSplitPosition, SplitScan, UseSplitScan};
use crate::rows::Label;
use hornbook_math::prefetch::prefetch;

/// A position in the order of a column: the last entry on the first side.
#[derive(Clone, Copy)]
pub(super) struct SortedSplitPosition {
    pub last: usize,
    pub missing_first: Option<bool>,
}

/// The walk along one column of one node.
pub(super) struct SortedScan<'a, L> {
    pub impurity: &'a Impurity,
    pub node: &'a SortedNodeRows<L>,
    pub column: u32,
    /// The rows that are scored, in the order of the column, and their tally.
    pub order: &'a [RankedRow],
    pub whole: &'a [f64],
    /// How many of them are known; the others come last.
    pub known: usize,
    pub constraints: &'a SplitConstraints<'a>,
    /// Whether places between values whose rows are all of one label are never taken.
    pub boundary_only: bool,
}

impl<L: Label> SortedScan<'_, L> {
    pub fn tally_of(&self, entries: &[RankedRow]) -> Vec<f64> {
        let mut tally = self.impurity.empty();
        for entry in entries {
            let at = entry.at as usize;
            self.impurity.add(&mut tally, self.node.labels[at], self.node.weight(at));
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

    /// Whether the rows of the value that ends at `last` and those of the next value are all of one label.
    #[inline]
    fn is_within_label(&self, start_of_run: usize, last: usize) -> bool {
        let label = self.node.labels[self.order[last].at as usize];
        self.is_run_of(label, last + 1..self.known)
            && self.order[start_of_run..last].iter().all(|e| self.node.labels[e.at as usize] == label)
    }

    /// Rows with missing values are on both sides, in proportion to the sides' known weights.
    pub fn fractional(&self) -> Option<(f64, f64, SortedSplitPosition)> {
        let impurity = self.impurity;
        let missing = self.tally_of(&self.order[self.known..]);
        let known = self.tally_of(&self.order[..self.known]);
        let (whole, known_weight) = (self.whole, impurity.weight(&known));
        let (cost, tolerance) = (impurity.part_cost(whole, whole), impurity.score_tolerance(whole));
        let mut first = impurity.empty();
        let mut best: Option<(f64, f64, SortedSplitPosition)> = None;
        let mut start_of_run = 0;
        for last in 0..self.known.saturating_sub(1) {
            let at = self.order[last].at as usize;
            impurity.add(&mut first, self.node.labels[at], self.node.weight(at));
            if self.order[last].rank == self.order[last + 1].rank {
                continue;
            }
            let is_within = self.boundary_only && self.is_within_label(start_of_run, last);
            start_of_run = last + 1;
            if is_within {
                continue;
            }
            let parts = with_shares(&first, &known, &missing, impurity.weight(&first) / known_weight);
            if !self.constraints.allows_parts(impurity, self.column, &parts) {
                continue;
            }
            let score = cost - parts.iter().map(|part| impurity.part_cost(whole, part)).sum::<f64>();
            if best.is_none_or(|(so_far, ..)| score > so_far + tolerance) {
                best = Some((
                    score,
                    impurity.weight(&parts[0]),
                    SortedSplitPosition { last, missing_first: None },
                ));
            }
        }
        best
    }

    /// The tallies of the two sides of a position.
    pub fn parts_at(&self, position: SortedSplitPosition) -> [Vec<f64>; 2] {
        let mut first = self.tally_of(&self.order[..=position.last]);
        if self.known == self.order.len() {
            return [first.clone(), subtract(self.whole, &first)];
        }
        let missing = self.tally_of(&self.order[self.known..]);
        match position.missing_first {
            None => {
                let known = subtract(self.whole, &missing);
                let share = self.impurity.weight(&first) / self.impurity.weight(&known);
                with_shares(&first, &known, &missing, share)
            }
            Some(missing_first) => {
                if missing_first {
                    add_to(&mut first, &missing);
                }
                [first.clone(), subtract(self.whole, &first)]
            }
        }
    }
}

/// Both sides of known rows, with the missing ones divided among them.
fn with_shares(first: &[f64], known: &[f64], missing: &[f64], share: f64) -> [Vec<f64>; 2] {
    let with = |side: &[f64], share: f64| side.iter().zip(missing).map(|(s, m)| s + share * m).collect();
    [with(first, share), with(&subtract(known, first), 1.0 - share)]
}

impl<L: Label> UseSplitScan<L> for &SortedScan<'_, L> {
    type Output = Option<(f64, f64, SortedSplitPosition)>;

    fn run<S: SplitScan<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output {
        let (order, known, node) = (self.order, self.known, self.node);
        let mut best: BestSplitPosition<SortedSplitPosition> =
            BestSplitPosition::new(self.impurity, self.whole, self.constraints, self.column);
        let has_missing = known < order.len();
        let mut missing_second = start(&self.impurity.empty());
        let mut missing_first = has_missing.then(|| start(&self.tally_of(&order[known..])));
        let side = |first: bool| has_missing.then_some(first);
        let may_skip = self.boundary_only || (S::EXPENSIVE && self.constraints.is_open());
        let mut start_of_run = 0;
        for last in 0..known {
            if let Some(ahead) = order.get(last + AHEAD) {
                prefetch(&node.labels, ahead.at as usize);
            }
            let at = order[last].at as usize;
            let (label, weight) = (node.labels[at], node.weight(at));
            missing_second.push(label, weight);
            if let Some(scanner) = &mut missing_first {
                scanner.push(label, weight);
            }
            if last + 1 == known {
                if has_missing {
                    best.offer(&missing_second, SortedSplitPosition { last, missing_first: side(false) });
                }
            } else if order[last].rank != order[last + 1].rank {
                if !(may_skip && self.is_within_label(start_of_run, last)) {
                    best.offer(&missing_second, SortedSplitPosition { last, missing_first: side(false) });
                    if let Some(scanner) = &missing_first {
                        best.offer(scanner, SortedSplitPosition { last, missing_first: side(true) });
                    }
                }
                start_of_run = last + 1;
            }
        }
        best.position.map(|position| (best.score, best.first_weight, position))
    }
}
