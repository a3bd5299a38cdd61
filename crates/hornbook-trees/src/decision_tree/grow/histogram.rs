//! Questions from histograms: the tally of each bin of each column.

use super::Terms;
use super::categories::best_question;
use super::cut::{Cut, Found};
use super::goal::{add_to, log2_choose, subtract};
use super::ranges::{MOST_GROUPS, best_division};
use super::scan::{Best, Scanner, WithScanner};
use crate::bins::ColumnBins;
use crate::rows::Label;

/// The best question about a column, from the tallies of its bins (one after the other, that of the missing
/// values last). `occupied` lists the bins that hold any row, in order, without that of the missing values.
pub(super) fn question<L: Label>(
    terms: &Terms<'_>,
    column: u32,
    bins: &ColumnBins,
    tallies: &[f64],
    occupied: impl Iterator<Item = usize> + Clone,
) -> Option<Found> {
    let (goal, whole) = (&terms.style.goal, terms.whole);
    let width = goal.width();
    let edges = match bins {
        ColumnBins::Code { .. } => {
            let tallies: Vec<Vec<f64>> = tallies.chunks(width).map(<[f64]>::to_vec).collect();
            return best_question(terms, column, &tallies);
        }
        ColumnBins::Number { edges } => edges,
    };
    let missing = &tallies[bins.count() * width..];
    if let Some(most) = terms.style.ranges
        && terms.guard.sign(column) == 0
    {
        return ranges(terms, column, most, edges, (tallies, missing), occupied.collect());
    }
    let walk = Walk { terms, column, tallies, missing, occupied: occupied.clone() };
    let (score, first, place) = goal.with_scanner::<L, _>(whole, walk)?;
    let (merit, gain) = if goal.needs_parts() {
        let mut first = goal.empty();
        tallies[..(place.last + 1) * width].chunks(width).for_each(|tally| add_to(&mut first, tally));
        if place.missing_first == Some(true) {
            add_to(&mut first, missing);
        }
        goal.merit(whole, &[first.clone(), subtract(whole, &first)])
    } else {
        let gain = goal.gain_of(score, whole);
        (goal.two_way_merit(gain, first, goal.weight(whole)), gain)
    };
    let (merit, gain) = if goal.counts_choices() {
        let places = log2_choose(occupied.count() as f64 - 1.0, 1);
        goal.less_choice((merit, gain), places, goal.weight(whole))
    } else {
        (merit, gain)
    };
    let (margin, rank) = match place.next {
        // Halfway through the empty bins between the two sides.
        Some(next) => ((next - place.last - 1) as f64 / bins.count() as f64, (place.last + next - 1) / 2),
        // All known values are on one side, only missing ones on the other.
        None => (0.0, place.last),
    };
    let threshold = edges.get(rank).copied().unwrap_or(f64::MAX);
    let cut = Cut::AtMost { threshold, rank: rank as u32, missing_first: place.missing_first };
    Some(Found::new(column, merit, gain, margin, cut))
}

/// The best division of the bins into ranges.
fn ranges(
    terms: &Terms<'_>,
    column: u32,
    most: usize,
    edges: &[f64],
    (tallies, missing): (&[f64], &[f64]),
    occupied: Vec<usize>,
) -> Option<Found> {
    let goal = &terms.style.goal;
    let width = goal.width();
    // Neighbouring bins share a group where there are too many.
    let share = occupied.len().div_ceil(MOST_GROUPS).max(1);
    let bins: Vec<&[usize]> = occupied.chunks(share).collect();
    let groups: Vec<Vec<f64>> = bins
        .iter()
        .map(|bins| {
            let mut tally = goal.empty();
            bins.iter().for_each(|&bin| add_to(&mut tally, &tallies[bin * width..(bin + 1) * width]));
            tally
        })
        .collect();
    let division = best_division(terms, column, most, &groups, missing)?;
    let ranks: Vec<u32> = division.ends.iter().map(|&end| bins[end][bins[end].len() - 1] as u32).collect();
    let thresholds = ranks.iter().map(|&rank| edges.get(rank as usize).copied().unwrap_or(f64::MAX));
    let cut = Cut::Ranges { thresholds: thresholds.collect(), ranks, missing: division.missing };
    Some(Found::new(column, division.merit, division.gain, 0.0, cut))
}

/// The last bin on the first side, and the first on the other that holds known values.
#[derive(Clone, Copy)]
struct Place {
    last: usize,
    next: Option<usize>,
    missing_first: Option<bool>,
}

struct Walk<'a, I> {
    terms: &'a Terms<'a>,
    column: u32,
    tallies: &'a [f64],
    missing: &'a [f64],
    occupied: I,
}

impl<L: Label, I: Iterator<Item = usize>> WithScanner<L> for Walk<'_, I> {
    type Output = Option<(f64, f64, Place)>;

    fn run<S: Scanner<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output {
        let Terms { style, whole, guard } = *self.terms;
        let goal = &style.goal;
        let width = goal.width();
        let has_missing = goal.weight(self.missing) > 0.0;
        let mut best: Best<Place> = Best::new(goal, whole, guard, self.column);
        let mut missing_second = start(&goal.empty());
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
                    best.offer(&missing_second, Place { last: bin, next: None, missing_first: Some(false) });
                }
                break;
            };
            if S::DEAR && guard.is_open() && goal.same_label(tally, tally_of(next)) {
                continue;
            }
            let place =
                |first| Place { last: bin, next: Some(next), missing_first: has_missing.then_some(first) };
            best.offer(&missing_second, place(false));
            if let Some(scanner) = &missing_first {
                best.offer(scanner, place(true));
            }
        }
        best.place.map(|place| (best.score, best.first_weight, place))
    }
}
