//! Splits from histograms: the tally of each bin of each column.

use super::NodeContext;
use super::categories::best_category_split;
use super::impurity::{add_to, log2_choose, subtract};
use super::ranges::{MOST_GROUPS, best_range_split};
use super::scan::{BestSplitPosition, SplitScan, UseSplitScan};
use super::split_rule::{SplitCandidate, SplitRule};
use crate::bins::ColumnBins;
use crate::rows::Label;

/// The best split on a column, from the tallies of its bins (one after the other, that of the missing
/// values last). `occupied` lists the bins that hold any row, in order, without that of the missing values.
pub(super) fn best_split<L: Label>(
    context: &NodeContext<'_>,
    column: u32,
    bins: &ColumnBins,
    tallies: &[f64],
    occupied: impl Iterator<Item = usize> + Clone,
) -> Option<SplitCandidate> {
    let (impurity, whole) = (&context.options.impurity, context.whole);
    let width = impurity.width();
    let edges = match bins {
        ColumnBins::Code { .. } => {
            let tallies: Vec<Vec<f64>> = tallies.chunks(width).map(<[f64]>::to_vec).collect();
            return best_category_split(context, column, &tallies);
        }
        ColumnBins::Number { edges } => edges,
    };
    let missing = &tallies[bins.count() * width..];
    if let Some(most) = context.options.ranges
        && context.constraints.sign(column) == 0
    {
        return ranges(context, column, most, edges, (tallies, missing), occupied.collect());
    }
    let scan = BinnedScan { context, column, tallies, missing, occupied: occupied.clone() };
    let (score, first, position) = impurity.with_split_scan::<L, _>(whole, scan)?;
    let (merit, gain) = if impurity.needs_parts() {
        let mut first = impurity.empty();
        tallies[..(position.last + 1) * width].chunks(width).for_each(|tally| add_to(&mut first, tally));
        if position.missing_first == Some(true) {
            add_to(&mut first, missing);
        }
        impurity.merit(whole, &[first.clone(), subtract(whole, &first)])
    } else {
        let gain = impurity.gain_of(score, whole);
        (impurity.two_way_merit(gain, first, impurity.weight(whole)), gain)
    };
    let (merit, gain) = if impurity.counts_choices() {
        let places = log2_choose(occupied.count() as f64 - 1.0, 1);
        impurity.less_choice((merit, gain), places, impurity.weight(whole))
    } else {
        (merit, gain)
    };
    let (margin, rank) = match position.next {
        // Halfway through the empty bins between the two sides.
        Some(next) => {
            ((next - position.last - 1) as f64 / bins.count() as f64, (position.last + next - 1) / 2)
        }
        // All known values are on one side, only missing ones on the other.
        None => (0.0, position.last),
    };
    let threshold = edges.get(rank).copied().unwrap_or(f64::MAX);
    let rule = SplitRule::AtMost { threshold, rank: rank as u32, missing_first: position.missing_first };
    Some(SplitCandidate::new(column, merit, gain, margin, rule))
}

/// The best division of the bins into ranges.
fn ranges(
    context: &NodeContext<'_>,
    column: u32,
    most: usize,
    edges: &[f64],
    (tallies, missing): (&[f64], &[f64]),
    occupied: Vec<usize>,
) -> Option<SplitCandidate> {
    let impurity = &context.options.impurity;
    let width = impurity.width();
    // Neighboring bins share a group where there are too many.
    let share = occupied.len().div_ceil(MOST_GROUPS).max(1);
    let bins: Vec<&[usize]> = occupied.chunks(share).collect();
    let groups: Vec<Vec<f64>> = bins
        .iter()
        .map(|bins| {
            let mut tally = impurity.empty();
            bins.iter().for_each(|&bin| add_to(&mut tally, &tallies[bin * width..(bin + 1) * width]));
            tally
        })
        .collect();
    let split = best_range_split(context, column, most, &groups, missing)?;
    let ranks: Vec<u32> = split.ends.iter().map(|&end| bins[end][bins[end].len() - 1] as u32).collect();
    let thresholds = ranks.iter().map(|&rank| edges.get(rank as usize).copied().unwrap_or(f64::MAX));
    let rule = SplitRule::Ranges { thresholds: thresholds.collect(), ranks, missing: split.missing };
    Some(SplitCandidate::new(column, split.merit, split.gain, 0.0, rule))
}

/// The last bin on the first side, and the first on the other that holds known values.
#[derive(Clone, Copy)]
struct BinnedSplitPosition {
    last: usize,
    next: Option<usize>,
    missing_first: Option<bool>,
}

struct BinnedScan<'a, I> {
    context: &'a NodeContext<'a>,
    column: u32,
    tallies: &'a [f64],
    missing: &'a [f64],
    occupied: I,
}

impl<L: Label, I: Iterator<Item = usize>> UseSplitScan<L> for BinnedScan<'_, I> {
    type Output = Option<(f64, f64, BinnedSplitPosition)>;

    fn run<S: SplitScan<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output {
        let NodeContext { options, whole, constraints } = *self.context;
        let impurity = &options.impurity;
        let width = impurity.width();
        let has_missing = impurity.weight(self.missing) > 0.0;
        let mut best: BestSplitPosition<BinnedSplitPosition> =
            BestSplitPosition::new(impurity, whole, constraints, self.column);
        let mut missing_second = start(&impurity.empty());
        let mut missing_first = has_missing.then(|| start(self.missing));
        let tally_of = |bin: usize| &self.tallies[bin * width..(bin + 1) * width];
        let mut occupied = self.occupied.peekable();
        while let Some(bin) = occupied.next() {
            let tally = tally_of(bin);
            missing_second.push_tally(tally);
            if let Some(scanner) = &mut missing_first {
                scanner.push_tally(tally);
            }
            let Some(&next) = occupied.peek() else {
                if has_missing {
                    best.offer(
                        &missing_second,
                        BinnedSplitPosition { last: bin, next: None, missing_first: Some(false) },
                    );
                }
                break;
            };
            if S::EXPENSIVE && constraints.is_open() && impurity.same_label(tally, tally_of(next)) {
                continue;
            }
            let position = |first| BinnedSplitPosition {
                last: bin,
                next: Some(next),
                missing_first: has_missing.then_some(first),
            };
            best.offer(&missing_second, position(false));
            if let Some(scanner) = &missing_first {
                best.offer(scanner, position(true));
            }
        }
        best.position.map(|position| (best.score, best.first_weight, position))
    }
}
