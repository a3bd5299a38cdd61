//! The best question about one column of one node.

use super::scan::Scan;
use super::{Entry, NodeRows, Prepared, Sorted, is_constant};
use crate::decision_tree::grow::Terms;
use crate::decision_tree::grow::categories::best_question;
use crate::decision_tree::grow::cut::{Cut, Found};
use crate::decision_tree::grow::goal::{add_to, log2_choose, subtract};
use crate::decision_tree::grow::guard::Guard;
use crate::decision_tree::grow::ranges::{MOST_GROUPS, best_division};
use crate::decision_tree::params::Missing;
use crate::rows::{Label, MISSING_RANK, between};

impl Sorted<'_> {
    pub(super) fn number_question<L: Label>(
        &self,
        node: &NodeRows<L>,
        index: usize,
        guard: &Guard<'_>,
    ) -> Option<Found> {
        let goal = &self.style.goal;
        let (column, filled) = (node.orders.column(index), self.filled_order(node, index));
        let order = filled.as_deref().unwrap_or(node.orders.of(index));
        let known = order.partition_point(|e| e.rank != MISSING_RANK);
        // Only the rows that surrogates are not needed for choose the question.
        let only_known = self.style.missing == Missing::Surrogate && known < order.len();
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
        let known_weight = match guard.strict_numbers {
            true => order[..known].iter().map(|entry| node.weight(entry.at as usize)).sum(),
            false => 0.0,
        };
        let guard = &guard.for_numbers(goal, known_weight);
        if let Some(most) = self.style.ranges
            && guard.sign(column) == 0
        {
            return self.ranges_question(node, column, most, (order, known), guard);
        }
        let scan = Scan { goal, node, column, order, whole, known, guard };
        let (score, first, place) = match self.style.missing {
            Missing::Fractional if known < order.len() => scan.fractional()?,
            _ => goal.with_scanner(whole, &scan)?,
        };
        let (merit, gain) = if goal.needs_parts() {
            goal.merit(whole, &scan.parts_at(place))
        } else {
            let gain = goal.gain_of(score, whole);
            (goal.two_way_merit(gain, first, goal.weight(whole)), gain)
        };
        let (merit, gain) = if goal.counts_choices() {
            let places = log2_choose(changes(&order[..known]) as f64, 1);
            goal.less_choice((merit, gain), places, goal.weight(whole))
        } else {
            (merit, gain)
        };
        let (merit, gain) = match guard.strict_numbers {
            true => {
                let places = allowed_places(node, &order[..known], known_weight, guard.min_leaf);
                let less = gain - (places as f64).log2() / goal.weight(whole);
                if less <= 0.0 {
                    return None;
                }
                (merit * less / gain, less)
            }
            false => (merit, gain),
        };
        let missing_first = match self.style.missing {
            Missing::NodeMode | Missing::ClassMode => {
                Some(self.median_rank(node, node.orders.of(index))? <= order[place.last].rank)
            }
            _ => place.missing_first,
        };
        let last = order[place.last].rank;
        let values = self.values(column);
        let (margin, threshold) = match order.get(place.last + 1).filter(|next| next.rank != MISSING_RANK) {
            Some(next) => (
                f64::from(next.rank - last - 1) / values.len() as f64,
                between(values[last as usize], values[next.rank as usize]),
            ),
            // All known values are on one side, only missing ones on the other.
            None => (0.0, values[last as usize]),
        };
        let cut = Cut::AtMost { threshold, rank: last, missing_first };
        // What a question about some rows does for the node is in proportion to their weight.
        let scale = if only_known { goal.weight(whole) / goal.weight(&node.tally) } else { 1.0 };
        Some(Found::new(column, scale * merit, scale * gain, margin, cut))
    }

    /// The distinct values of a column of numbers.
    pub(super) fn values(&self, column: u32) -> &[f64] {
        match &self.columns[column as usize] {
            Prepared::Number(values) => values,
            Prepared::Code { .. } => &[],
        }
    }

    pub(super) fn tally_of<L: Label>(&self, node: &NodeRows<L>, entries: &[Entry]) -> Vec<f64> {
        let mut tally = self.style.goal.empty();
        for entry in entries {
            let at = entry.at as usize;
            self.style.goal.add(&mut tally, node.labels[at], node.weight(at));
        }
        tally
    }

    fn ranges_question<L: Label>(
        &self,
        node: &NodeRows<L>,
        column: u32,
        most: usize,
        (order, known): (&[Entry], usize),
        guard: &Guard<'_>,
    ) -> Option<Found> {
        let goal = &self.style.goal;
        let missing = self.tally_of(node, &order[known..]);
        // Neighbouring values share a group where there are too many.
        let share = (goal.weight(&node.tally) - goal.weight(&missing)) / MOST_GROUPS as f64;
        let distinct = changes(&order[..known]) + 1;
        let mut groups: Vec<(Vec<f64>, u32, u32)> = Vec::new();
        for run in order[..known].chunk_by(|a, b| a.rank == b.rank) {
            let (tally, rank) = (self.tally_of(node, run), run[0].rank);
            match groups.last_mut() {
                Some((group, _, last)) if distinct > MOST_GROUPS && goal.weight(group) < share => {
                    add_to(group, &tally);
                    *last = rank;
                }
                _ => groups.push((tally, rank, rank)),
            }
        }
        let tallies: Vec<Vec<f64>> = groups.iter().map(|(tally, ..)| tally.clone()).collect();
        let terms = Terms { style: &self.style, whole: &node.tally, guard };
        let division = best_division(&terms, column, most, &tallies, &missing)?;
        let (mut ranks, mut thresholds) = (Vec::new(), Vec::new());
        let values = self.values(column);
        for &end in &division.ends {
            let (last, next) = (groups[end].2, groups[end + 1].1);
            ranks.push(last);
            thresholds.push(between(values[last as usize], values[next as usize]));
        }
        let missing = match self.style.missing {
            Missing::NodeMode | Missing::ClassMode => {
                let median = self.median_rank(node, order)?;
                Some(ranks.partition_point(|&last| last < median) as u32)
            }
            _ => division.missing,
        };
        let cut = Cut::Ranges { thresholds, ranks, missing };
        Some(Found::new(column, division.merit, division.gain, 0.0, cut))
    }

    pub(super) fn code_question<L: Label>(
        &self,
        node: &NodeRows<L>,
        column: u32,
        guard: &Guard<'_>,
    ) -> Option<Found> {
        let goal = &self.style.goal;
        let mut tallies = self.level_tallies(node, column);
        let known_tally;
        let (mut whole, mut scale) = (&node.tally, 1.0);
        match self.style.missing {
            Missing::Direction => {}
            Missing::Fractional => self.spread_missing(&mut tallies),
            Missing::NodeMode | Missing::ClassMode => self.fill_levels(&mut tallies),
            Missing::Surrogate => {
                let missing = tallies.last_mut().map(|missing| std::mem::replace(missing, goal.empty()));
                known_tally = subtract(&node.tally, &missing.unwrap_or_else(|| goal.empty()));
                scale = goal.weight(&known_tally) / goal.weight(&node.tally);
                whole = &known_tally;
            }
        }
        let terms = Terms { style: &self.style, whole, guard };
        let mut found = best_question(&terms, column, &tallies)?;
        found.merit *= scale;
        found.gain *= scale;
        if matches!(self.style.missing, Missing::NodeMode | Missing::ClassMode) {
            self.send_missing_with_mode(node, &mut found);
        }
        Some(found)
    }

    /// The tally of each level, and last that of the missing values.
    pub(super) fn level_tallies<L: Label>(&self, node: &NodeRows<L>, column: u32) -> Vec<Vec<f64>> {
        let Prepared::Code { codes, levels } = &self.columns[column as usize] else { return Vec::new() };
        let mut tallies = vec![self.style.goal.empty(); *levels as usize + 1];
        for (at, &row) in node.rows.iter().enumerate() {
            let tally = &mut tallies[codes[row as usize] as usize];
            self.style.goal.add(tally, node.labels[at], node.weight(at));
        }
        tallies
    }

    /// Gives the missing rows' tally to the levels, in proportion to their weights.
    fn spread_missing(&self, tallies: &mut [Vec<f64>]) {
        let goal = &self.style.goal;
        let Some((missing, known)) = tallies.split_last_mut() else { return };
        let total: f64 = known.iter().map(|t| goal.weight(t)).sum();
        if total > 0.0 {
            for tally in known {
                let share = goal.weight(tally) / total;
                tally.iter_mut().zip(missing.iter()).for_each(|(t, m)| *t += share * m);
            }
            missing.fill(0.0);
        }
    }
}

/// How many thresholds leave this weight on either side.
fn allowed_places<L>(node: &NodeRows<L>, known: &[Entry], weight: f64, least: f64) -> usize {
    let mut below = 0.0;
    let is_allowed = |pair: &[Entry]| {
        below += node.weight(pair[0].at as usize);
        pair[0].rank != pair[1].rank && below >= least && weight - below >= least
    };
    known.windows(2).map(is_allowed).filter(|&allowed| allowed).count().max(1)
}

/// How often the value changes: the places for a threshold.
fn changes(order: &[Entry]) -> usize {
    order.windows(2).filter(|pair| pair[0].rank != pair[1].rank).count()
}
