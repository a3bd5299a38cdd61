//! Questions from histograms: the tally of each bin of each column.

use super::categories::best_question;
use super::scan::{Best, Scanner, WithScanner};
use super::{Cut, Found, Terms};
use crate::bins::ColumnBins;
use crate::rows::Label;

/// The best question about a column, from the tallies of its bins (one after the other, that of the missing
/// values last). `occupied` lists the bins that hold any row, in order, without that of the missing values.
pub(super) fn question<L: Label>(
    terms: &Terms<'_>,
    column: u32,
    bins: &ColumnBins,
    tallies: &[f64],
    occupied: impl Iterator<Item = usize>,
) -> Option<Found> {
    let (goal, whole) = (terms.goal, terms.whole);
    let width = goal.width();
    let edges = match bins {
        ColumnBins::Code { .. } => {
            let tallies: Vec<Vec<f64>> = tallies.chunks(width).map(<[f64]>::to_vec).collect();
            return best_question(terms, column, &tallies);
        }
        ColumnBins::Number { edges } => edges,
    };
    let missing = &tallies[bins.count() * width..];
    let walk = Walk { terms, tallies, missing, occupied };
    let (score, first, place) = goal.with_scanner::<L, _>(whole, walk)?;
    let gain = goal.gain_of(score, whole);
    let merit = goal.two_way_merit(gain, first, goal.weight(whole));
    let (margin, rank) = match place.next {
        // Halfway through the empty bins between the two sides.
        Some(next) => ((next - place.last - 1) as f64 / bins.count() as f64, (place.last + next - 1) / 2),
        // All known values are on one side, only missing ones on the other.
        None => (0.0, place.last),
    };
    let threshold = edges.get(rank).copied().unwrap_or(f64::MAX);
    let cut = Cut::AtMost { threshold, rank: rank as u32, missing_first: place.missing_first };
    Some(Found { column, merit, gain, margin, cut })
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
    tallies: &'a [f64],
    missing: &'a [f64],
    occupied: I,
}

impl<L: Label, I: Iterator<Item = usize>> WithScanner<L> for Walk<'_, I> {
    type Output = Option<(f64, f64, Place)>;

    fn run<S: Scanner<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output {
        let Terms { goal, whole, min_leaf, .. } = *self.terms;
        let width = goal.width();
        let has_missing = goal.weight(self.missing) > 0.0;
        let mut best: Best<Place> = Best::new(goal, whole, min_leaf);
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
            if S::DEAR && min_leaf <= 0.0 && goal.same_label(tally, tally_of(next)) {
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
