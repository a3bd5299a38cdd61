//! Several thresholds at once: the best division of a column's values into ranges.
//!
//! For each number of ranges the division of least cost is found by dynamic programming over groups of neighboring
//! values, O(groups² · ranges); the number of ranges of highest merit wins, the fewer between equals.

use super::NodeContext;
use super::constraints::SplitConstraints;
use super::impurity::{add_to, log2_choose, subtract};
use crate::decision_tree::params::Missing;

/// Values are put into at most this many groups before they are divided.
pub(super) const MOST_GROUPS: usize = 128;

/// A division of groups into ranges.
#[derive(Debug, Clone)]
pub(super) struct RangeSplit {
    pub merit: f64,
    pub gain: f64,
    /// The last group of each range but the last.
    pub ends: Vec<usize>,
    /// The range that missing values go to, if there were any.
    pub missing: Option<u32>,
}

/// The best division of groups, given by their tallies in the order of their values.
pub(super) fn best_range_split(
    context: &NodeContext<'_>,
    column: u32,
    most: usize,
    groups: &[Vec<f64>],
    missing: &[f64],
) -> Option<RangeSplit> {
    let impurity = &context.options.impurity;
    let mut known = impurity.empty();
    let mut sums = vec![known.clone()];
    for group in groups {
        add_to(&mut known, group);
        sums.push(known.clone());
    }
    let count = groups.len();
    let tally = |from: usize, to: usize| subtract(&sums[to], &sums[from]);
    // What each range costs; a forbidden one more than anything.
    let alone = SplitConstraints { two_suffice: false, ..*context.constraints };
    let mut costs = vec![f64::INFINITY; (count + 1) * (count + 1)];
    for from in 0..count {
        for to in from + 1..=count {
            let part = tally(from, to);
            if alone.allows_parts(impurity, column, &[&part]) {
                costs[from * (count + 1) + to] = impurity.part_cost(context.whole, &part);
            }
        }
    }
    let tolerance = impurity.merit_tolerance(context.whole);
    let mut best: Option<RangeSplit> = None;
    // The least cost of the first groups in one range, and where the last range begins.
    let mut least: Vec<f64> = (0..=count).map(|to| costs[to]).collect();
    let mut starts: Vec<Vec<usize>> = vec![vec![0; count + 1]];
    for ranges in 2..=most.min(count) {
        let (mut next, mut from_here) = (vec![f64::INFINITY; count + 1], vec![0; count + 1]);
        for to in ranges..=count {
            for from in ranges - 1..to {
                let cost = least[from] + costs[from * (count + 1) + to];
                if cost < next[to] {
                    (next[to], from_here[to]) = (cost, from);
                }
            }
        }
        least = next;
        starts.push(from_here);
        if !least[count].is_finite() {
            continue;
        }
        let mut cuts = vec![count];
        for step in starts[1..].iter().rev() {
            cuts.push(step[cuts[cuts.len() - 1]]);
        }
        cuts.push(0);
        cuts.reverse();
        let parts: Vec<Vec<f64>> = cuts.windows(2).map(|pair| tally(pair[0], pair[1])).collect();
        let ends = cuts[1..ranges].iter().map(|&rule| rule - 1).collect();
        let Some(mut split) = with_missing(context, column, parts, ends, missing) else { continue };
        let places = log2_choose(count as f64 - 1.0, ranges - 1);
        (split.merit, split.gain) =
            impurity.less_choice((split.merit, split.gain), places, impurity.weight(context.whole));
        if best.as_ref().is_none_or(|b| split.merit > b.merit + tolerance) {
            best = Some(split);
        }
    }
    best
}

/// Puts the missing values where they do most good, or in shares into every range.
fn with_missing(
    context: &NodeContext<'_>,
    column: u32,
    parts: Vec<Vec<f64>>,
    ends: Vec<usize>,
    missing: &[f64],
) -> Option<RangeSplit> {
    let impurity = &context.options.impurity;
    let evaluated = |parts: &[Vec<f64>], missing: Option<u32>| {
        let (merit, gain) = impurity.merit(context.whole, parts);
        let allowed = context.constraints.allows_parts(impurity, column, parts);
        let (merit, gain) = (impurity.no_loss(merit), impurity.no_loss(gain));
        allowed.then(|| RangeSplit { merit, gain, ends: ends.clone(), missing })
    };
    if impurity.weight(missing) <= 0.0 {
        return evaluated(&parts, None);
    }
    if context.options.missing == Missing::Fractional {
        let total: f64 = parts.iter().map(|part| impurity.weight(part)).sum();
        let spread: Vec<Vec<f64>> = parts
            .iter()
            .map(|part| {
                let share = impurity.weight(part) / total;
                part.iter().zip(missing).map(|(p, m)| p + share * m).collect()
            })
            .collect();
        return evaluated(&spread, None);
    }
    let tolerance = impurity.merit_tolerance(context.whole);
    let mut best: Option<RangeSplit> = None;
    for range in 0..parts.len() {
        let mut with = parts.clone();
        add_to(&mut with[range], missing);
        if let Some(split) = evaluated(&with, Some(range as u32))
            && best.as_ref().is_none_or(|b| split.merit > b.merit + tolerance)
        {
            best = Some(split);
        }
    }
    best
}
