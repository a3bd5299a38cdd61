//! Finding the best question for a node from its histogram.
//!
//! With $G$ and $H$ the sums of slopes and curvatures on a side and $\lambda$ the penalty, the best value of a leaf is
//! $-G/(H+\lambda)$, which lowers the loss by half of $G^2/(H+\lambda)$. A split gains what its sides lower it by more
//! than the node.
//!
//! Sums are in the units of the histogram throughout; only the grower turns them into values.

use super::histogram::{Histogram, NodeRows};
use super::matrix::{BinMatrix, Place};
use super::slopes::Packed;
use crate::bins::ColumnBins;
use crate::bits::set_bit;
use std::cmp::Ordering;

/// Categories with more levels than this are tamed by the smoothing.
const FEW_LEVELS: usize = 4;
/// Most levels of such a category on the first side.
const MOST_LEVELS: usize = 32;
/// By how many standard deviations a level of few rows must differ from the node's others to be told apart.
const SIGNIFICANT: f64 = 4.0;

/// What splits must obey, in the units of the histogram.
pub(super) struct Rules<'a> {
    /// The penalty on leaves' values.
    pub lambda: f64,
    /// The rows of the node's mean that are added to a level's own before levels are put in order.
    pub level_rows: f64,
    /// What turns the square of a slope over a curvature into variances of the slope by chance; 0 if they are unknown.
    pub evidence: f64,
    /// The smallest weight of rows on a side.
    pub min_leaf: f64,
    /// What a split must gain more than.
    pub min_gain: f64,
    /// The curvature from which on a side certainly has that weight; none if it says nothing.
    pub sure: Option<i64>,
    /// Whether curvature tells weight exactly, so that what is not sure is not allowed.
    pub exact: bool,
    /// Gains closer than this part of their size are ties.
    pub rounding: f64,
    /// The direction in which each column may push the prediction; empty if all are free.
    pub directions: &'a [f64],
}

/// What is known of a node when its question is looked for.
pub(super) struct NodeSums {
    pub total: Packed,
    /// The weight of its rows; only asked for where there are categories.
    pub weight: f64,
    /// Bounds of the values of all leaves below, for monotone columns.
    pub bounds: [f64; 2],
}

/// A question that was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub column: usize,
    pub gain: f64,
    /// The share of the column's bins that lie between the sides.
    margin: f64,
    pub cut: Cut,
    /// The sums of the first side.
    pub first: Packed,
}

/// How a question divides bins.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cut {
    /// Bins up to the last; missing values on the first side or the second, or none were seen.
    AtMost { last: usize, missing_first: Option<bool> },
    /// The bins of the first side and all that were seen, a bit a level; that after the last level is missing values.
    OneOf { first: Vec<u64>, seen: Vec<u64> },
}

impl Found {
    /// Better by gain; between equals the wider margin, then the earlier column.
    fn beats(&self, other: &Found, rounding: f64) -> bool {
        let tolerance = rounding * self.gain.abs().max(other.gain.abs());
        match self.gain - other.gain {
            lead if lead > tolerance => true,
            lead if lead < -tolerance => false,
            _ => self.margin > other.margin || (self.margin == other.margin && self.column < other.column),
        }
    }
}

/// The table that questions are about.
pub(super) struct Table<'a> {
    pub matrix: &'a BinMatrix,
    pub bins: &'a [ColumnBins],
    /// Empty if every row weighs 1.
    pub weights: &'a [f64],
}

/// The best question of a node about some columns.
pub(super) fn best_split(
    table: &Table<'_>,
    columns: &[usize],
    rules: &Rules<'_>,
    node: &NodeSums,
    histogram: &Histogram,
    rows: NodeRows<'_>,
) -> Option<Found> {
    let Table { matrix, bins, weights } = table;
    let mut sure: Option<Found> = None;
    let mut hopes: Vec<Found> = Vec::new();
    let keep = |best: &mut Option<Found>, found: Option<Found>| {
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.beats(best, rules.rounding))
        {
            *best = Some(found);
        }
    };
    for &column in columns {
        let cells = histogram.column(matrix.places[column], matrix);
        let mut search = Search::new(rules, node, column, None);
        search.column(&bins[column], cells);
        keep(&mut sure, search.sure);
        hopes.extend(search.hope);
    }
    // What might gain more if its sides have enough rows is looked at again with the rows counted, best first.
    hopes.sort_by(|a, b| match (a.beats(b, rules.rounding), b.beats(a, rules.rounding)) {
        (true, _) => Ordering::Less,
        (_, true) => Ordering::Greater,
        _ => Ordering::Equal,
    });
    for hope in hopes {
        if sure.as_ref().is_some_and(|sure| !hope.beats(sure, rules.rounding)) {
            break;
        }
        let cells = histogram.column(matrix.places[hope.column], matrix);
        let counted = weigh(matrix, matrix.places[hope.column], cells.len(), rows, weights);
        let mut search = Search::new(rules, node, hope.column, Some(&counted));
        search.column(&bins[hope.column], cells);
        keep(&mut sure, search.sure);
    }
    sure
}

/// The weight of the rows in each bin of a column.
fn weigh(matrix: &BinMatrix, place: Place, count: usize, rows: NodeRows<'_>, weights: &[f64]) -> Vec<f64> {
    let mut counted = vec![0.0; count];
    for at in 0..rows.len() {
        let row = rows.row(at);
        counted[matrix.bin(place, row)] += weights.get(row).copied().unwrap_or(1.0);
    }
    counted
}

/// The search through one column.
struct Search<'a> {
    rules: &'a Rules<'a>,
    node: &'a NodeSums,
    column: usize,
    /// The weight of each bin, if it was counted.
    counted: Option<&'a [f64]>,
    all_weight: f64,
    lambda: f64,
    /// What the node itself gains.
    unsplit: f64,
    direction: f64,
    sure: Option<Found>,
    hope: Option<Found>,
    best_sure: f64,
    best_hope: f64,
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a Rules<'a>,
        node: &'a NodeSums,
        column: usize,
        counted: Option<&'a [f64]>,
    ) -> Search<'a> {
        Search {
            rules,
            node,
            column,
            counted,
            all_weight: counted.map_or(0.0, |w| w.iter().sum()),
            lambda: rules.lambda,
            unsplit: 0.0,
            direction: rules.directions.get(column).copied().unwrap_or(0.0),
            sure: None,
            hope: None,
            best_sure: f64::NEG_INFINITY,
            best_hope: f64::NEG_INFINITY,
        }
    }

    fn column(&mut self, bins: &ColumnBins, cells: &[Packed]) {
        match bins {
            ColumnBins::Number { .. } => self.numbers(cells),
            ColumnBins::Code { .. } => self.levels(cells),
        }
    }

    fn weight(&self, bin: usize) -> f64 {
        self.counted.map_or(0.0, |weights| weights[bin])
    }

    /// Thresholds between bins, with missing values on either side.
    fn numbers(&mut self, cells: &[Packed]) {
        self.unsplit = self.value_of(self.node.total);
        let Some((&missing, known)) = cells.split_last() else { return };
        let missing_weight = self.weight(known.len());
        let has_missing = missing != Packed::default() || missing_weight > 0.0;
        let (mut first, mut weight) = (Packed::default(), 0.0);
        for (bin, &cell) in known.iter().enumerate() {
            // A bin without rows changes nothing.
            if cell == Packed::default() && self.weight(bin) == 0.0 {
                continue;
            }
            first = first.plus(cell);
            weight += self.weight(bin);
            let cut = |missing_first| Cut::AtMost { last: bin, missing_first };
            if has_missing {
                self.offer(first, weight, || cut(Some(false)));
                self.offer(first.plus(missing), weight + missing_weight, || cut(Some(true)));
            } else {
                self.offer(first, weight, || cut(None));
            }
        }
        for found in [&mut self.sure, &mut self.hope].into_iter().flatten() {
            if let Cut::AtMost { last, .. } = &mut found.cut {
                // Halfway through the empty bins between the two sides.
                if let Some(gap) = known[*last + 1..].iter().position(|cell| *cell != Packed::default()) {
                    found.margin = gap as f64 / known.len() as f64;
                    *last += gap / 2;
                }
            }
        }
    }

    /// Cuts of the levels in the order of their best values. Missing values are a level of their own.
    ///
    /// A category of many levels can be cut to fit any noise. So levels count as if they had some more rows like the
    /// node's others; levels with fewer rows than those are not told apart but stay together on the second side, unless
    /// they differ from the others by more than chance allows; and at most [`MOST_LEVELS`] are taken to the first side,
    /// from either end of the order. Rows are told by their curvature, of which the rows of a node have each its mean:
    /// what a row of a rare class says is as little as its curvature.
    fn levels(&mut self, cells: &[Packed]) {
        let is_there = |level: &usize| cells[*level] != Packed::default() || self.weight(*level) > 0.0;
        let seen: Vec<usize> = (0..cells.len()).filter(is_there).collect();
        let is_wide = seen.len() > FEW_LEVELS;
        let row = self.node.total.curvature() as f64 / self.node.weight;
        let smoothing = if is_wide { self.rules.level_rows * row } else { 0.0 };
        self.lambda = self.rules.lambda + smoothing;
        self.unsplit = self.value_of(self.node.total);
        let rank = |level: usize| {
            let cell = cells[level];
            cell.slope() as f64 / (cell.curvature() as f64 + self.lambda).max(f64::MIN_POSITIVE)
        };
        let mean = self.node.total.slope() as f64 / self.node.total.curvature() as f64;
        let is_told_apart = |level: &usize| {
            let (slope, curvature) = (cells[*level].slope() as f64, cells[*level].curvature() as f64);
            let excess = slope - mean * curvature;
            curvature >= smoothing
                || excess * excess * self.rules.evidence > SIGNIFICANT * SIGNIFICANT * curvature
        };
        let mut order: Vec<(f64, usize)> =
            seen.iter().copied().filter(is_told_apart).map(|level| (rank(level), level)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let from_low: Vec<usize> = order.iter().map(|(_, level)| *level).collect();
        let from_high: Vec<usize> = from_low.iter().rev().copied().collect();
        let most = if is_wide { MOST_LEVELS } else { from_low.len() };
        let (mut sure, mut hope) = (Vec::new(), Vec::new());
        for order in [&from_low[..most.min(from_low.len())], &from_high[..most.min(from_high.len())]] {
            let (mut first, mut weight) = (Packed::default(), 0.0);
            for (at, &level) in order.iter().enumerate() {
                first = first.plus(cells[level]);
                weight += self.weight(level);
                let before = (self.best_sure, self.best_hope);
                self.offer(first, weight, || Cut::OneOf { first: Vec::new(), seen: Vec::new() });
                if self.best_sure > before.0 {
                    sure = order[..=at].to_vec();
                }
                if self.best_hope > before.1 {
                    hope = order[..=at].to_vec();
                }
            }
        }
        let bits = |levels: &[usize]| {
            let mut bits = vec![0u64; cells.len().div_ceil(64)];
            levels.iter().for_each(|&level| set_bit(&mut bits, level as u32));
            bits
        };
        for (found, first) in [(&mut self.sure, sure), (&mut self.hope, hope)] {
            if let Some(found) = found {
                found.cut = Cut::OneOf { first: bits(&first), seen: bits(&seen) };
            }
        }
    }

    /// What a side lowers the loss by, in the units of the histogram; twice that, to save a division.
    #[inline]
    fn value_of(&self, side: Packed) -> f64 {
        let slope = side.slope() as f64;
        slope * slope / (side.curvature() as f64 + self.lambda)
    }

    /// Takes a place for the cut if it is better than those before.
    #[inline]
    fn offer(&mut self, first: Packed, weight: f64, cut: impl Fn() -> Cut) {
        let second = self.node.total.minus(first);
        if first.curvature() <= 0 || second.curvature() <= 0 {
            return;
        }
        let gain = if self.rules.directions.is_empty() {
            self.value_of(first) + self.value_of(second) - self.unsplit
        } else {
            match self.bounded_gain(first, second) {
                Some(gain) => gain,
                None => return,
            }
        };
        // The first of equals stays.
        if gain <= self.best_sure.max(0.0) * (1.0 + self.rules.rounding) {
            return;
        }
        let is_sure = match self.counted {
            Some(_) => weight >= self.rules.min_leaf && self.all_weight - weight >= self.rules.min_leaf,
            None => {
                self.rules.sure.is_some_and(|sure| first.curvature() >= sure && second.curvature() >= sure)
            }
        };
        let found = || Found { column: self.column, gain, margin: 0.0, cut: cut(), first };
        if is_sure {
            self.sure = Some(found());
            self.best_sure = gain;
        } else if self.counted.is_none()
            && !self.rules.exact
            && gain > self.best_hope.max(0.0) * (1.0 + self.rules.rounding)
        {
            self.hope = Some(found());
            self.best_hope = gain;
        }
    }

    /// The gain when the values of the sides are kept within the node's bounds; none if they would go the wrong way.
    fn bounded_gain(&self, first: Packed, second: Packed) -> Option<f64> {
        let [one, two] = [first, second].map(|side| self.bounded_value(side));
        if self.direction * (two - one) < 0.0 {
            return None;
        }
        // The loss falls by -(G·v + (H + λ)·v²/2); twice that, as above.
        let lowered = |side: Packed, value: f64| {
            -(2.0 * side.slope() as f64 * value + (side.curvature() as f64 + self.lambda) * value * value)
        };
        let whole = self.bounded_value(self.node.total);
        Some(lowered(first, one) + lowered(second, two) - lowered(self.node.total, whole))
    }

    fn bounded_value(&self, side: Packed) -> f64 {
        let value = -(side.slope() as f64) / (side.curvature() as f64 + self.lambda);
        value.clamp(self.node.bounds[0], self.node.bounds[1])
    }
}
