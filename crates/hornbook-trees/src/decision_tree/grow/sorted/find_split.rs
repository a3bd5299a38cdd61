//! The best split on one column of one node.

use super::scan::SortedScan;
use super::{RankedRow, SortedColumn, SortedEngine, SortedNodeRows, is_constant};
use crate::decision_tree::grow::NodeContext;
use crate::decision_tree::grow::categories::best_category_split;
use crate::decision_tree::grow::constraints::SplitConstraints;
use crate::decision_tree::grow::impurity::{add_to, log2_choose, subtract};
use crate::decision_tree::grow::ranges::{MOST_GROUPS, best_range_split};
use crate::decision_tree::grow::split_rule::{SplitCandidate, SplitRule};
use crate::decision_tree::params::Missing;
use crate::rows::{Label, MISSING_RANK, between};

impl SortedEngine<'_> {
    pub(super) fn number_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        index: usize,
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let impurity = &self.options.impurity;
        let (column, filled) = (node.orders.column(index), self.filled_order(node, index));
        let order = filled.as_deref().unwrap_or(node.orders.of(index));
        let known = order.partition_point(|e| e.rank != MISSING_RANK);
        // Only the rows that surrogates are not needed for choose the split.
        let only_known = self.options.missing == Missing::Surrogate && known < order.len();
        let order = if only_known { &order[..known] } else { order };
        if known == 0 || is_constant(order) {
            return None;
        }
        let known_tally;
        let whole = if only_known {
            known_tally = self.tally_of(node, order);
            &known_tally
        } else {
            &node.tally
        };
        let known_weight = match constraints.strict_numbers {
            true => order[..known].iter().map(|entry| node.weight(entry.at as usize)).sum(),
            false => 0.0,
        };
        let constraints = &constraints.for_numbers(impurity, known_weight);
        if let Some(most) = self.options.ranges
            && constraints.sign(column) == 0
        {
            return self.range_split(node, column, most, (order, known), constraints);
        }
        let boundary_only = self.options.boundary_only;
        let scan = SortedScan { impurity, node, column, order, whole, known, constraints, boundary_only };
        let (score, first, position) = match self.options.missing {
            Missing::Fractional if known < order.len() => scan.fractional()?,
            _ => impurity.with_split_scan(whole, &scan)?,
        };
        let (merit, gain) = if impurity.needs_parts() {
            impurity.merit(whole, &scan.parts_at(position))
        } else {
            let gain = impurity.gain_of(score, whole);
            (impurity.two_way_merit(gain, first, impurity.weight(whole)), gain)
        };
        let (merit, gain) = if impurity.counts_choices() {
            let places = log2_choose(changes(&order[..known]) as f64, 1);
            impurity.less_choice((merit, gain), places, impurity.weight(whole))
        } else {
            (merit, gain)
        };
        let (merit, gain) = match constraints.strict_numbers {
            true => {
                let places = allowed_places(node, &order[..known], known_weight, constraints.min_leaf);
                let weight = impurity.weight(whole);
                let less = gain - (places as f64).log2() / weight;
                // A gain that is rounding must not be one of the splits whose gains are averaged.
                if less <= impurity.score_tolerance(whole) / weight {
                    return None;
                }
                (merit * less / gain, less)
            }
            false => (merit, gain),
        };
        let missing_first = match self.options.missing {
            Missing::NodeMode | Missing::ClassMode => {
                Some(self.median_rank(node, node.orders.of(index))? <= order[position.last].rank)
            }
            _ => position.missing_first,
        };
        let last = order[position.last].rank;
        let values = self.values(column);
        let (margin, threshold) = match order.get(position.last + 1).filter(|next| next.rank != MISSING_RANK)
        {
            Some(next) => (
                f64::from(next.rank - last - 1) / values.len() as f64,
                between(values[last as usize], values[next.rank as usize]),
            ),
            // All known values are on one side, only missing ones on the other.
            None => (0.0, values[last as usize]),
        };
        let rule = SplitRule::AtMost { threshold, rank: last, missing_first };
        // What a split on some rows does for the node is in proportion to their weight.
        let scale = if only_known { impurity.weight(whole) / impurity.weight(&node.tally) } else { 1.0 };
        Some(SplitCandidate::new(column, scale * merit, scale * gain, margin, rule))
    }

    /// The distinct values of a column of numbers.
    pub(super) fn values(&self, column: u32) -> &[f64] {
        match &self.columns[column as usize] {
            SortedColumn::Number(values) => values,
            SortedColumn::Code { .. } => &[],
        }
    }

    pub(super) fn tally_of<L: Label>(&self, node: &SortedNodeRows<L>, entries: &[RankedRow]) -> Vec<f64> {
        let mut tally = self.options.impurity.empty();
        for entry in entries {
            let at = entry.at as usize;
            self.options.impurity.add(&mut tally, node.labels[at], node.weight(at));
        }
        tally
    }

    fn range_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        column: u32,
        most: usize,
        (order, known): (&[RankedRow], usize),
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let impurity = &self.options.impurity;
        let missing = self.tally_of(node, &order[known..]);
        // Neighboring values share a group where there are too many.
        let share = (impurity.weight(&node.tally) - impurity.weight(&missing)) / MOST_GROUPS as f64;
        let distinct = changes(&order[..known]) + 1;
        let mut groups: Vec<(Vec<f64>, u32, u32)> = Vec::new();
        for run in order[..known].chunk_by(|a, b| a.rank == b.rank) {
            let (tally, rank) = (self.tally_of(node, run), run[0].rank);
            match groups.last_mut() {
                Some((group, _, last)) if distinct > MOST_GROUPS && impurity.weight(group) < share => {
                    add_to(group, &tally);
                    *last = rank;
                }
                _ => groups.push((tally, rank, rank)),
            }
        }
        let tallies: Vec<Vec<f64>> = groups.iter().map(|(tally, ..)| tally.clone()).collect();
        let context = NodeContext { options: &self.options, whole: &node.tally, constraints };
        let split = best_range_split(&context, column, most, &tallies, &missing)?;
        let (mut ranks, mut thresholds) = (Vec::new(), Vec::new());
        let values = self.values(column);
        for &end in &split.ends {
            let (last, next) = (groups[end].2, groups[end + 1].1);
            ranks.push(last);
            thresholds.push(between(values[last as usize], values[next as usize]));
        }
        let missing = match self.options.missing {
            Missing::NodeMode | Missing::ClassMode => {
                let median = self.median_rank(node, order)?;
                Some(ranks.partition_point(|&last| last < median) as u32)
            }
            _ => split.missing,
        };
        let rule = SplitRule::Ranges { thresholds, ranks, missing };
        Some(SplitCandidate::new(column, split.merit, split.gain, 0.0, rule))
    }

    pub(super) fn category_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        column: u32,
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let impurity = &self.options.impurity;
        let mut tallies = self.level_tallies(node, column);
        let known_tally;
        let (mut whole, mut scale) = (&node.tally, 1.0);
        match self.options.missing {
            Missing::Direction => {}
            Missing::Fractional => self.spread_missing(&mut tallies),
            Missing::NodeMode | Missing::ClassMode => self.fill_levels(&mut tallies),
            Missing::Surrogate => {
                let missing = tallies.last_mut().map(|missing| std::mem::replace(missing, impurity.empty()));
                known_tally = subtract(&node.tally, &missing.unwrap_or_else(|| impurity.empty()));
                scale = impurity.weight(&known_tally) / impurity.weight(&node.tally);
                whole = &known_tally;
            }
        }
        let context = NodeContext { options: &self.options, whole, constraints };
        let mut found = best_category_split(&context, column, &tallies)?;
        found.merit *= scale;
        found.gain *= scale;
        if matches!(self.options.missing, Missing::NodeMode | Missing::ClassMode) {
            self.send_missing_with_mode(node, &mut found);
        }
        Some(found)
    }

    /// The tally of each level, and last that of the missing values.
    pub(super) fn level_tallies<L: Label>(&self, node: &SortedNodeRows<L>, column: u32) -> Vec<Vec<f64>> {
        let SortedColumn::Code { codes, levels } = &self.columns[column as usize] else { return Vec::new() };
        let mut tallies = vec![self.options.impurity.empty(); *levels as usize + 1];
        for (at, &row) in node.rows.iter().enumerate() {
            let tally = &mut tallies[codes[row as usize] as usize];
            self.options.impurity.add(tally, node.labels[at], node.weight(at));
        }
        tallies
    }

    /// Gives the missing rows' tally to the levels, in proportion to their weights.
    fn spread_missing(&self, tallies: &mut [Vec<f64>]) {
        let impurity = &self.options.impurity;
        let Some((missing, known)) = tallies.split_last_mut() else { return };
        let total: f64 = known.iter().map(|t| impurity.weight(t)).sum();
        if total > 0.0 {
            for tally in known {
                let share = impurity.weight(tally) / total;
                tally.iter_mut().zip(missing.iter()).for_each(|(t, m)| *t += share * m);
            }
            missing.fill(0.0);
        }
    }
}

/// How many thresholds leave this weight on either side.
fn allowed_places<L>(node: &SortedNodeRows<L>, known: &[RankedRow], weight: f64, least: f64) -> usize {
    let mut below = 0.0;
    let is_allowed = |pair: &[RankedRow]| {
        below += node.weight(pair[0].at as usize);
        pair[0].rank != pair[1].rank && below >= least && weight - below >= least
    };
    known.windows(2).map(is_allowed).filter(|&allowed| allowed).count().max(1)
}

/// How often the value changes: the positions for a threshold.
fn changes(order: &[RankedRow]) -> usize {
    order.windows(2).filter(|pair| pair[0].rank != pair[1].rank).count()
}
