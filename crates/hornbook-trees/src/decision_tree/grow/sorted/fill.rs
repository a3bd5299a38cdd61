//! Missing values that count as the usual one: the most common level of the node's rows or the median of their
//! numbers, or those of its rows of the same class.

use super::{RankedRow, SortedColumn, SortedEngine, SortedNodeRows};
use crate::bits::{has_bit, set_bit};
use crate::decision_tree::grow::impurity::add_to;
use crate::decision_tree::grow::split_rule::{SplitCandidate, SplitRule};
use crate::decision_tree::params::Missing;
use crate::rows::{Label, MISSING_RANK};
use hornbook_learner::first_largest;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

impl SortedEngine<'_> {
    /// The order of a column with missing values where they count, if the rule is such and any are missing.
    pub(super) fn filled_order<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        index: usize,
    ) -> Option<Vec<RankedRow>> {
        let order = node.orders.of(index);
        let known = order.partition_point(|e| e.rank != MISSING_RANK);
        if known == order.len() {
            return None;
        }
        let fills = match self.options.missing {
            Missing::NodeMode => vec![self.median_rank(node, order)?; self.options.impurity.classes().max(1)],
            Missing::ClassMode => self.class_ranks(node, order)?,
            _ => return None,
        };
        let filled = |e: &RankedRow| RankedRow { rank: fills[node.labels[e.at as usize].class()], at: e.at };
        let mut all: Vec<RankedRow> =
            order[known..].iter().map(filled).chain(order[..known].to_vec()).collect();
        all.sort_by_key(|e| e.rank);
        Some(all)
    }

    /// The rank that half the known weight does not exceed; none if all is missing.
    pub(super) fn median_rank<L: Label>(&self, node: &SortedNodeRows<L>, order: &[RankedRow]) -> Option<u32> {
        median(order.iter().map(|e| (e.rank, node.weight(e.at as usize))))
    }

    /// The median of each class; of all where a class is never known.
    fn class_ranks<L: Label>(&self, node: &SortedNodeRows<L>, order: &[RankedRow]) -> Option<Vec<u32>> {
        let all = self.median_rank(node, order)?;
        let of_class = |class: usize| {
            let rows = order.iter().filter(move |e| node.labels[e.at as usize].class() == class);
            median(rows.map(|e| (e.rank, node.weight(e.at as usize)))).unwrap_or(all)
        };
        Some((0..self.options.impurity.classes()).map(of_class).collect())
    }

    /// Counts missing rows as the most common level, of all or of their class.
    pub(super) fn fill_levels(&self, tallies: &mut [Vec<f64>]) {
        let modes = self.level_modes(tallies);
        let Some((missing, known)) = tallies.split_last_mut() else { return };
        match modes {
            LevelModes { all: None, .. } => return,
            LevelModes { all: Some(all), by_class: None } => add_to(&mut known[all], missing),
            LevelModes { by_class: Some(modes), .. } => {
                for (class, mode) in modes.into_iter().enumerate() {
                    known[mode][class] += missing[class];
                }
            }
        }
        missing.fill(0.0);
    }

    /// The most common levels, from the tallies of all and of the missing.
    fn level_modes(&self, tallies: &[Vec<f64>]) -> LevelModes {
        let impurity = &self.options.impurity;
        let known = &tallies[..tallies.len().saturating_sub(1)];
        let weights: Vec<f64> = known.iter().map(|tally| impurity.weight(tally)).collect();
        let Some(all) = Some(first_largest(&weights)).filter(|&mode| weights.get(mode) > Some(&0.0)) else {
            return LevelModes { all: None, by_class: None };
        };
        let of_class = |class: usize| {
            let weights: Vec<f64> = known.iter().map(|tally| tally[class]).collect();
            Some(first_largest(&weights)).filter(|&mode| weights[mode] > 0.0).unwrap_or(all)
        };
        let by_class = (self.options.missing == Missing::ClassMode)
            .then(|| (0..impurity.classes()).map(of_class).collect::<Vec<_>>());
        LevelModes { all: Some(all), by_class }
    }

    /// The most common level of all rows, if any is known.
    pub(super) fn mode(&self, tallies: &[Vec<f64>]) -> Option<usize> {
        self.level_modes(tallies).all
    }

    /// Sends missing values where the most common level of all the node's rows goes: what prediction does.
    pub(super) fn send_missing_with_mode<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &mut SplitCandidate,
    ) {
        let Some(mode) = self.mode(&self.level_tallies(node, found.column)) else { return };
        let part = found.rule.part(mode as u32, MISSING_RANK);
        match &mut found.rule {
            SplitRule::OneOf { first, seen, levels } => {
                set_bit(seen, *levels);
                if part == 0 && !has_bit(first, *levels) {
                    set_bit(first, *levels);
                }
            }
            SplitRule::Which { missing, .. } => *missing = Some(part as u32),
            SplitRule::AtMost { .. } | SplitRule::Ranges { .. } => {}
        }
    }

    /// In training, sends missing values where the usual value of their class goes.
    pub(super) fn refill_by_class<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &SplitCandidate,
        parts: &mut [Option<u32>],
    ) {
        let part = |rank: u32| Some(found.rule.part(rank, MISSING_RANK) as u32);
        match &self.columns[found.column as usize] {
            SortedColumn::Code { codes, levels } => {
                let Some(modes) = self.level_modes(&self.level_tallies(node, found.column)).by_class else {
                    return;
                };
                for (at, &row) in node.rows.iter().enumerate() {
                    if codes[row as usize] == *levels {
                        parts[at] = part(modes[node.labels[at].class()] as u32);
                    }
                }
            }
            SortedColumn::Number(_) => {
                let order = node.orders.of_column(found.column);
                let Some(ranks) = self.class_ranks(node, order) else { return };
                for entry in order.iter().filter(|e| e.rank == MISSING_RANK) {
                    parts[entry.at as usize] = part(ranks[node.labels[entry.at as usize].class()]);
                }
            }
        }
    }
}

/// The most common level of all rows, if any is known, and of the rows of each class, if that is the rule.
struct LevelModes {
    all: Option<usize>,
    by_class: Option<Vec<usize>>,
}

/// The median of the ranks that are known; none if all are missing.
fn median(ranks: impl Iterator<Item = (u32, f64)>) -> Option<u32> {
    let known = ranks.filter(|(rank, _)| *rank != MISSING_RANK);
    let known = EmpiricalDistribution::of(known.map(|(rank, weight)| (f64::from(rank), weight)));
    let found = known.quantile(0.5, QuantileMethod::InvertedCdf);
    (!found.is_nan()).then_some(found as u32)
}
