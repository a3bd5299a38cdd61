//! Finding the best split for a node from its histogram.
//!
//! With $G$ and $H$ the sums of gradients and Hessians on a side and $\lambda$ the penalty, the best value of a leaf is
//! $-G/(H+\lambda)$, which lowers the loss by half of $G^2/(H+\lambda)$. A split gains what its sides lower it by more
//! than the node.
//!
//! Sums are in the units of the histogram throughout; only the grower turns them into values.

use super::gradients::PackedGradHess;
use super::histogram::{BoostingNodeRows, GradientHistogram};
use super::matrix::{BinColumn, BinMatrix};
use crate::bins::ColumnBins;
use crate::bits::set_bit;
use crate::category_order::sort_ends;
use std::cmp::Ordering;

/// Categories with more levels than this are tamed by the smoothing.
const FEW_LEVELS: usize = 4;
/// Most levels of such a category on the first side.
const MOST_LEVELS: usize = 32;
/// By how many standard deviations a level of few rows must differ from the node's others to be separated.
const SIGNIFICANT: f64 = 4.0;

/// What splits must obey, in the units of the histogram.
pub(super) struct SplitParameters<'a> {
    /// The penalty on leaves' values.
    pub lambda: f64,
    /// The rows of the node's mean that are added to a level's own before levels are put in order.
    pub level_rows: f64,
    /// What turns the square of a gradient over a Hessian into variances of the gradient by chance; 0 if they are unknown.
    pub evidence: f64,
    /// The smallest weight of rows on a side.
    pub min_leaf: f64,
    /// What a split must gain more than.
    pub min_gain: f64,
    /// The Hessian from which on a side certainly has that weight; none if it says nothing.
    pub sure: Option<i64>,
    /// Whether the Hessian gives the weight exactly, so that what is not sure is not allowed.
    pub exact: bool,
    /// Gains closer than this part of their size are ties.
    pub rounding: f64,
    /// The direction in which each column may push the prediction; empty if all are free.
    pub directions: &'a [f64],
}

/// What is known of a node when its split is looked for.
pub(super) struct NodeSums {
    pub total: PackedGradHess,
    /// The weight of its rows; only asked for where there are categories.
    pub weight: f64,
    /// Bounds of the values of all leaves below, for monotone columns.
    pub bounds: [f64; 2],
}

/// A split that was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BoostingSplitCandidate {
    pub column: usize,
    pub gain: f64,
    /// The fraction of the column's bins that lie between the sides.
    margin: f64,
    pub rule: BoostingSplitRule,
    /// The sums of the first side.
    pub first: PackedGradHess,
}

/// How a split divides bins.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum BoostingSplitRule {
    /// Bins up to the last; missing values on the first side or the second, or none were seen.
    AtMost { last: usize, missing_first: Option<bool> },
    /// The bins of the first side and all that were seen, a bit a level; that after the last level is missing values.
    OneOf { first: Vec<u64>, seen: Vec<u64> },
}

impl BoostingSplitCandidate {
    /// Better by gain; between equals the wider margin, then the earlier column.
    fn beats(&self, other: &BoostingSplitCandidate, rounding: f64) -> bool {
        let tolerance = rounding * self.gain.abs().max(other.gain.abs());
        match self.gain - other.gain {
            lead if lead > tolerance => true,
            lead if lead < -tolerance => false,
            _ => self.margin > other.margin || (self.margin == other.margin && self.column < other.column),
        }
    }
}

/// The table that splits are on.
pub(super) struct SplitInputs<'a> {
    pub matrix: &'a BinMatrix,
    pub bins: &'a [ColumnBins],
    /// Empty if every row weighs 1.
    pub weights: &'a [f64],
}

/// The best split of a node on some columns.
pub(super) fn best_split(
    table: &SplitInputs<'_>,
    columns: &[usize],
    parameters: &SplitParameters<'_>,
    node: &NodeSums,
    histogram: &GradientHistogram,
    rows: BoostingNodeRows<'_>,
) -> Option<BoostingSplitCandidate> {
    let SplitInputs { matrix, bins, weights } = table;
    let mut sure: Option<BoostingSplitCandidate> = None;
    let mut hopes: Vec<BoostingSplitCandidate> = Vec::new();
    let keep = |best: &mut Option<BoostingSplitCandidate>, found: Option<BoostingSplitCandidate>| {
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.beats(best, parameters.rounding))
        {
            *best = Some(found);
        }
    };
    for &column in columns {
        let cells = histogram.column(matrix.bin_columns[column], matrix);
        let mut search = ColumnSplitSearch::new(parameters, node, column, None);
        search.column(&bins[column], cells);
        keep(&mut sure, search.sure);
        hopes.extend(search.hope);
    }
    // What might gain more if its sides have enough rows is looked at again with the rows counted, best first.
    hopes.sort_by(|a, b| match (a.beats(b, parameters.rounding), b.beats(a, parameters.rounding)) {
        (true, _) => Ordering::Less,
        (_, true) => Ordering::Greater,
        _ => Ordering::Equal,
    });
    for hope in hopes {
        if sure.as_ref().is_some_and(|sure| !hope.beats(sure, parameters.rounding)) {
            break;
        }
        let cells = histogram.column(matrix.bin_columns[hope.column], matrix);
        let counted = weigh(matrix, matrix.bin_columns[hope.column], cells.len(), rows, weights);
        let mut search = ColumnSplitSearch::new(parameters, node, hope.column, Some(&counted));
        search.column(&bins[hope.column], cells);
        keep(&mut sure, search.sure);
    }
    sure
}

/// The weight of the rows in each bin of a column.
fn weigh(
    matrix: &BinMatrix,
    bin_column: BinColumn,
    count: usize,
    rows: BoostingNodeRows<'_>,
    weights: &[f64],
) -> Vec<f64> {
    let mut counted = vec![0.0; count];
    for at in 0..rows.len() {
        let row = rows.row(at);
        counted[matrix.bin(bin_column, row)] += weights.get(row).copied().unwrap_or(1.0);
    }
    counted
}

/// The search through one column.
struct ColumnSplitSearch<'a> {
    parameters: &'a SplitParameters<'a>,
    node: &'a NodeSums,
    column: usize,
    /// The weight of each bin, if it was counted.
    counted: Option<&'a [f64]>,
    all_weight: f64,
    lambda: f64,
    /// What the node itself gains.
    unsplit: f64,
    direction: f64,
    sure: Option<BoostingSplitCandidate>,
    hope: Option<BoostingSplitCandidate>,
    best_sure: f64,
    best_hope: f64,
}

impl<'a> ColumnSplitSearch<'a> {
    fn new(
        parameters: &'a SplitParameters<'a>,
        node: &'a NodeSums,
        column: usize,
        counted: Option<&'a [f64]>,
    ) -> ColumnSplitSearch<'a> {
        ColumnSplitSearch {
            parameters,
            node,
            column,
            counted,
            all_weight: counted.map_or(0.0, |w| w.iter().sum()),
            lambda: parameters.lambda,
            unsplit: 0.0,
            direction: parameters.directions.get(column).copied().unwrap_or(0.0),
            sure: None,
            hope: None,
            best_sure: f64::NEG_INFINITY,
            best_hope: f64::NEG_INFINITY,
        }
    }

    fn column(&mut self, bins: &ColumnBins, cells: &[PackedGradHess]) {
        match bins {
            ColumnBins::Number { .. } => self.numbers(cells),
            ColumnBins::Code { .. } => self.levels(cells),
        }
    }

    fn weight(&self, bin: usize) -> f64 {
        self.counted.map_or(0.0, |weights| weights[bin])
    }

    /// Thresholds between bins, with missing values on either side.
    fn numbers(&mut self, cells: &[PackedGradHess]) {
        self.unsplit = self.value_of(self.node.total);
        let Some((&missing, known)) = cells.split_last() else { return };
        let missing_weight = self.weight(known.len());
        let has_missing = missing != PackedGradHess::default() || missing_weight > 0.0;
        let (mut first, mut weight) = (PackedGradHess::default(), 0.0);
        for (bin, &cell) in known.iter().enumerate() {
            // A bin without rows changes nothing.
            if cell == PackedGradHess::default() && self.weight(bin) == 0.0 {
                continue;
            }
            first = first.plus(cell);
            weight += self.weight(bin);
            let rule = |missing_first| BoostingSplitRule::AtMost { last: bin, missing_first };
            if has_missing {
                self.offer(first, weight, || rule(Some(false)));
                self.offer(first.plus(missing), weight + missing_weight, || rule(Some(true)));
            } else {
                self.offer(first, weight, || rule(None));
            }
        }
        for found in [&mut self.sure, &mut self.hope].into_iter().flatten() {
            if let BoostingSplitRule::AtMost { last, .. } = &mut found.rule {
                // Halfway through the empty bins between the two sides.
                if let Some(gap) =
                    known[*last + 1..].iter().position(|cell| *cell != PackedGradHess::default())
                {
                    found.margin = gap as f64 / known.len() as f64;
                    *last += gap / 2;
                }
            }
        }
    }

    /// Cuts of the levels in the order of their best values. Missing values are a level of their own.
    ///
    /// A category of many levels can be cut to fit any noise. So levels count as if they had some more rows like the
    /// node's others; levels with fewer rows than those are not separated but stay together on the second side, unless
    /// they differ from the others by more than chance allows; and at most [`MOST_LEVELS`] are taken to the first side,
    /// from either end of the order. Rows are told by their Hessian, of which the rows of a node have each its mean:
    /// what a row of a rare class says is as little as its Hessian.
    fn levels(&mut self, cells: &[PackedGradHess]) {
        let is_there =
            |level: &usize| cells[*level] != PackedGradHess::default() || self.weight(*level) > 0.0;
        let seen: Vec<usize> = (0..cells.len()).filter(is_there).collect();
        let is_wide = seen.len() > FEW_LEVELS;
        let row = self.node.total.hessian() as f64 / self.node.weight;
        let smoothing = if is_wide { self.parameters.level_rows * row } else { 0.0 };
        self.lambda = self.parameters.lambda + smoothing;
        self.unsplit = self.value_of(self.node.total);
        let rank = |level: usize| {
            let cell = cells[level];
            cell.gradient() as f64 / (cell.hessian() as f64 + self.lambda).max(f64::MIN_POSITIVE)
        };
        let mean = self.node.total.gradient() as f64 / self.node.total.hessian() as f64;
        let is_told_apart = |level: &usize| {
            let (gradient, hessian) = (cells[*level].gradient() as f64, cells[*level].hessian() as f64);
            let excess = gradient - mean * hessian;
            hessian >= smoothing
                || excess * excess * self.parameters.evidence > SIGNIFICANT * SIGNIFICANT * hessian
        };
        let mut order: Vec<(f64, u32)> =
            seen.iter().copied().filter(is_told_apart).map(|level| (rank(level), level as u32)).collect();
        let most = if is_wide { MOST_LEVELS.min(order.len()) } else { order.len() };
        sort_ends(&mut order, most);
        let from_low: Vec<usize> = order[..most].iter().map(|(_, level)| *level as usize).collect();
        let from_high: Vec<usize> = order.iter().rev().take(most).map(|(_, level)| *level as usize).collect();
        let (mut sure, mut hope): (&[usize], &[usize]) = (&[], &[]);
        for order in [&from_low, &from_high] {
            let (mut first, mut weight) = (PackedGradHess::default(), 0.0);
            for (at, &level) in order.iter().enumerate() {
                first = first.plus(cells[level]);
                weight += self.weight(level);
                let before = (self.best_sure, self.best_hope);
                self.offer(first, weight, || BoostingSplitRule::OneOf {
                    first: Vec::new(),
                    seen: Vec::new(),
                });
                if self.best_sure > before.0 {
                    sure = &order[..=at];
                }
                if self.best_hope > before.1 {
                    hope = &order[..=at];
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
                found.rule = BoostingSplitRule::OneOf { first: bits(first), seen: bits(&seen) };
            }
        }
    }

    /// What a side lowers the loss by, in the units of the histogram; twice that, to save a division.
    #[inline]
    fn value_of(&self, side: PackedGradHess) -> f64 {
        let gradient = side.gradient() as f64;
        gradient * gradient / (side.hessian() as f64 + self.lambda)
    }

    /// Takes a position for the cut if it is better than those before.
    #[inline]
    fn offer(&mut self, first: PackedGradHess, weight: f64, rule: impl Fn() -> BoostingSplitRule) {
        let second = self.node.total.minus(first);
        if first.hessian() <= 0 || second.hessian() <= 0 {
            return;
        }
        let gain = if self.parameters.directions.is_empty() {
            self.value_of(first) + self.value_of(second) - self.unsplit
        } else {
            match self.bounded_gain(first, second) {
                Some(gain) => gain,
                None => return,
            }
        };
        // The first of equals stays.
        if gain <= self.best_sure.max(0.0) * (1.0 + self.parameters.rounding) {
            return;
        }
        let is_sure = match self.counted {
            Some(_) => {
                weight >= self.parameters.min_leaf && self.all_weight - weight >= self.parameters.min_leaf
            }
            None => {
                self.parameters.sure.is_some_and(|sure| first.hessian() >= sure && second.hessian() >= sure)
            }
        };
        let found = || BoostingSplitCandidate { column: self.column, gain, margin: 0.0, rule: rule(), first };
        if is_sure {
            self.sure = Some(found());
            self.best_sure = gain;
        } else if self.counted.is_none()
            && !self.parameters.exact
            && gain > self.best_hope.max(0.0) * (1.0 + self.parameters.rounding)
        {
            self.hope = Some(found());
            self.best_hope = gain;
        }
    }

    /// The gain when the values of the sides are kept within the node's bounds; none if they would go the wrong way.
    fn bounded_gain(&self, first: PackedGradHess, second: PackedGradHess) -> Option<f64> {
        let [one, two] = [first, second].map(|side| self.bounded_value(side));
        if self.direction * (two - one) < 0.0 {
            return None;
        }
        // The loss falls by -(G·v + (H + λ)·v²/2); twice that, as above.
        let lowered = |side: PackedGradHess, value: f64| {
            -(2.0 * side.gradient() as f64 * value + (side.hessian() as f64 + self.lambda) * value * value)
        };
        let whole = self.bounded_value(self.node.total);
        Some(lowered(first, one) + lowered(second, two) - lowered(self.node.total, whole))
    }

    fn bounded_value(&self, side: PackedGradHess) -> f64 {
        let hessian = side.hessian() as f64 + self.lambda;
        let value = if hessian > 0.0 { -(side.gradient() as f64) / hessian } else { 0.0 };
        value.clamp(self.node.bounds[0], self.node.bounds[1])
    }
}
