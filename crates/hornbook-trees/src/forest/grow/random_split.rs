//! Splits drawn at random.

use super::columns::ForestColumn;
use super::find_split::{ColumnVariation, ForestNodeRows, SplitFinder, is_large};
use super::measure::ImpurityMeasure;
use super::split_rule::{ForestSplitCandidate, ForestSplitRule};
use hornbook_core::Rng;

impl<M: ImpurityMeasure> SplitFinder<M> {
    /// A split at random, if it is better than the best so far.
    pub fn random(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        (column, forest_column): (u32, &ForestColumn),
        rng: &mut Rng,
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        match forest_column {
            ForestColumn::Values(values) => self.random_threshold(measure, node, column, values, rng, best),
            ForestColumn::Codes { bins, levels } => {
                self.levels.clear();
                self.levels.extend(node.rows.iter().map(|&row| u32::from(bins[row as usize])));
                let code = |row: u32| bins[row as usize].into();
                self.random_levels(measure, node, (column, *levels), code, rng, best)
            }
            ForestColumn::WideCodes { codes, levels } => {
                self.levels.clear();
                self.levels.extend(node.rows.iter().map(|&row| codes[row as usize]));
                let code = |row: u32| codes[row as usize];
                self.random_levels(measure, node, (column, *levels), code, rng, best)
            }
            ForestColumn::Binned { .. } => ColumnVariation::Constant,
        }
    }

    /// A threshold drawn evenly between the lowest and the highest value.
    fn random_threshold(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        column: u32,
        values: &[f64],
        rng: &mut Rng,
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        let (mut low, mut high, mut has_missing) = (f64::INFINITY, f64::NEG_INFINITY, false);
        self.values.clear();
        self.values.extend(node.rows.iter().map(|&row| {
            let x = values[row as usize];
            low = if x < low { x } else { low };
            high = if x > high { x } else { high };
            has_missing |= x.is_nan();
            x
        }));
        let threshold = if low < high {
            let part = rng.unit();
            let drawn = low * (1.0 - part) + high * part;
            if drawn >= low && drawn < high { drawn } else { low }
        } else if low == high && has_missing {
            // All known values against the missing ones.
            f64::INFINITY
        } else {
            return ColumnVariation::Constant;
        };
        let width = measure.width();
        self.tallies.fill(M::Cell::default());
        for (&x, &row_stats) in self.values.iter().zip(node.row_stats) {
            // Known and first, missing or second: a position, not a branch, since nobody can guess it.
            let side = usize::from(x <= threshold);
            measure.add(&mut self.tallies, side * width, row_stats);
        }
        if has_missing {
            let missing = self.values.iter().zip(node.row_stats).filter(|(x, _)| x.is_nan());
            for (_, &row_stats) in missing {
                measure.add(&mut self.tallies, 2 * width, row_stats);
            }
        }
        for missing_first in [false, true] {
            if missing_first && (!has_missing || threshold == f64::INFINITY) {
                break;
            }
            measure.start(&mut self.sides, node.whole);
            measure.push(&mut self.sides, &self.tallies[width..2 * width]);
            if missing_first {
                measure.push(&mut self.sides, &self.tallies[2 * width..]);
            }
            let rule = || ForestSplitRule::Threshold {
                threshold,
                missing_first: has_missing.then_some(missing_first),
            };
            offer(measure, &self.sides, node, column, rule, best);
        }
        ColumnVariation::Varies
    }

    /// Each level on a side at random. The levels of the rows are listed, perhaps more than once.
    fn random_levels(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        (column, levels): (u32, u32),
        code: impl Fn(u32) -> u32,
        rng: &mut Rng,
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        self.levels.sort_unstable();
        self.levels.dedup();
        if self.levels.len() < 2 {
            return ColumnVariation::Constant;
        }
        // One level is sure to be on each side.
        rng.shuffle(&mut self.levels);
        let size = 1 + rng.below(self.levels.len() - 1);
        self.levels[..size].sort_unstable();
        let width = measure.width();
        self.tallies.fill(M::Cell::default());
        for (&row, &row_stats) in node.rows.iter().zip(node.row_stats) {
            let side = usize::from(self.levels[..size].binary_search(&code(row)).is_ok());
            measure.add(&mut self.tallies, side * width, row_stats);
        }
        measure.start(&mut self.sides, node.whole);
        measure.push(&mut self.sides, &self.tallies[width..2 * width]);
        let rule = || ForestSplitRule::at_levels(self.levels[..size].iter().copied(), &self.levels, levels);
        offer(measure, &self.sides, node, column, rule, best);
        ColumnVariation::Varies
    }
}

/// Takes a cut if it is better than the best so far and both sides are large enough.
fn offer<M: ImpurityMeasure>(
    measure: &M,
    sides: &M::Sides,
    node: &ForestNodeRows<'_, M>,
    column: u32,
    rule: impl FnOnce() -> ForestSplitRule,
    best: &mut Option<ForestSplitCandidate>,
) {
    let score = measure.score(sides);
    if score > best.as_ref().map_or(f64::NEG_INFINITY, |found| found.score) && is_large(measure, sides, node)
    {
        *best = Some(ForestSplitCandidate { column, score, rule: rule() });
    }
}
