//! Drawing a few rows of many.

use crate::row_sampler::most_draws;
use hornbook_core::Rng;
use std::collections::HashSet;

/// More units than this are not needed, and a line of doubles is exact enough for so many.
const MOST_UNITS: f64 = (1u64 << 32) as f64;

/// The weight of the rows of a [`RowSampler`](crate::RowSampler) cut into units of 1, of which a few can be drawn again and
/// again.
///
/// A unit is a row of weight 1. A row of weight 2 is two units; rows that weigh less share one, which then brings a part
/// of each. What a draw costs depends on how many units it takes, not on how many rows there are.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_data::Table;
/// use hornbook_learner::RowSampler;
/// let table = Table::builder().number("x", vec![5.0, 6.0, 7.0]).build()?;
/// let sampler = RowSampler::of(&table.dataset());
/// let units = sampler.unit_weights(&[1.0, 0.0, 2.0]);
/// assert_eq!(units.len(), 3);
/// let drawn = units.draw(3, &mut Seed(1).rng());
/// assert_eq!(drawn.iter().filter(|(row, _)| *row == 2).map(|(_, weight)| weight).sum::<f64>(), 2.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct UnitWeightSampler<'a> {
    /// Positions in the view, in the order of the line.
    order: &'a [u32],
    /// Where each of those rows ends on the line.
    ends: Vec<f64>,
    count: usize,
    /// How long a unit is on the line: 1, unless there would be too many.
    width: f64,
}

impl<'a> UnitWeightSampler<'a> {
    pub(crate) fn new(order: &'a [u32], ends: Vec<f64>) -> UnitWeightSampler<'a> {
        UnitWeightSampler::at_most(MOST_UNITS, order, ends)
    }

    /// Units that are longer than 1 if there would be more than so many.
    pub(crate) fn at_most(most: f64, order: &'a [u32], ends: Vec<f64>) -> UnitWeightSampler<'a> {
        let total = ends.last().copied().unwrap_or(0.0);
        let width = (total / most).max(1.0);
        UnitWeightSampler { order, ends, count: (total / width).ceil() as usize, width }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// How many draws are worth making: time and memory follow the rows, and not their weights.
    pub fn most_draws(&self) -> usize {
        most_draws(self.order.len()) as usize
    }

    /// Whether no row weighs anything.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Draws so many different units, or all; gives their rows, each with its part of a unit. A row may be there more
    /// than once.
    pub fn draw(&self, count: usize, rng: &mut Rng) -> Vec<(u32, f64)> {
        let mut drawn = Vec::with_capacity(count.min(self.count));
        let mut taken = HashSet::new();
        // Floyd's algorithm: each set of units is as likely as any other, and none has to be laid out.
        for last in self.count.saturating_sub(count)..self.count {
            let unit = rng.below(last + 1);
            let unit = if taken.insert(unit) { unit } else { last };
            taken.insert(unit);
            self.for_each_part(unit, |row, part| drawn.push((row, part / self.width)));
        }
        drawn
    }

    /// Draws so many units, each from all of them; gives their rows as [`draw`](UnitWeightSampler::draw) does.
    pub fn draw_with_replacement(&self, count: usize, rng: &mut Rng) -> Vec<(u32, f64)> {
        let mut drawn = Vec::with_capacity(count);
        for _ in 0..if self.is_empty() { 0 } else { count } {
            self.for_each_part(rng.below(self.count), |row, part| drawn.push((row, part / self.width)));
        }
        drawn
    }

    /// The rows of a unit, each with the weight that lies in it.
    pub(crate) fn for_each_part(&self, unit: usize, mut put: impl FnMut(u32, f64)) {
        let (start, end) = (unit as f64 * self.width, (unit as f64 + 1.0) * self.width);
        let first = self.ends.partition_point(|&row_end| row_end <= start);
        for at in first..self.ends.len() {
            let from = if at == 0 { 0.0 } else { self.ends[at - 1] };
            if from >= end {
                break;
            }
            let part = self.ends[at].min(end) - from.max(start);
            if part > 0.0 {
                put(self.order[at], part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::RowSampler;
    use hornbook_core::Seed;
    use hornbook_data::Table;

    fn sampler_of(x: Vec<f64>) -> RowSampler {
        RowSampler::of(&Table::builder().number("x", x).build().unwrap().dataset())
    }

    fn values(x: &[f64], drawn: &[(u32, f64)]) -> Vec<f64> {
        let mut values: Vec<f64> =
            drawn.iter().flat_map(|&(row, weight)| vec![x[row as usize]; weight as usize]).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    #[test]
    fn a_weight_of_two_is_two_units() {
        let (x, weights) = (vec![4.0, 1.0, 3.0, 9.0], [2.0, 0.0, 1.0, 3.0]);
        let copies = vec![9.0, 4.0, 9.0, 3.0, 4.0, 9.0];
        let (one, other) = (sampler_of(x.clone()), sampler_of(copies.clone()));
        let (one, other) = (one.unit_weights(&weights), other.unit_weights(&[1.0; 6]));
        assert_eq!((one.len(), other.len()), (6, 6));
        for seed in 0..50 {
            let rng = || Seed(seed).rng();
            for count in [1, 3, 6, 9] {
                let drawn = values(&x, &one.draw(count, &mut rng()));
                assert_eq!(drawn.len(), count.min(6));
                assert_eq!(drawn, values(&copies, &other.draw(count, &mut rng())));
                let drawn = values(&x, &one.draw_with_replacement(count, &mut rng()));
                assert_eq!(drawn, values(&copies, &other.draw_with_replacement(count, &mut rng())));
            }
        }
    }

    #[test]
    fn draws_are_even() {
        let sampler = sampler_of(vec![1.0, 2.0, 3.0, 4.0, 5.0]);
        let units = sampler.unit_weights(&[1.0; 5]);
        let mut counts = [0.0; 5];
        for seed in 0..5000 {
            let drawn = units.draw(2, &mut Seed(seed).rng());
            assert_ne!(drawn[0].0, drawn[1].0, "a unit was drawn twice");
            drawn.iter().for_each(|&(row, weight)| counts[row as usize] += weight);
        }
        assert!(counts.iter().all(|count| (count / 5000.0 - 0.4f64).abs() < 0.03), "{counts:?}");
    }

    #[test]
    fn light_rows_share_a_unit() {
        let sampler = sampler_of(vec![1.0, 2.0, 3.0, 4.0]);
        let units = sampler.unit_weights(&[0.5, 0.25, 0.25, 0.5]);
        assert_eq!(units.len(), 2);
        let all: f64 = units.draw(2, &mut Seed(1).rng()).iter().map(|drawn| drawn.1).sum();
        assert!((all - 1.5).abs() < 1e-12, "{all}");
        let none = sampler.unit_weights(&[0.0; 4]);
        assert!(none.is_empty() && none.draw(3, &mut Seed(1).rng()).is_empty());
        assert!(none.draw_with_replacement(3, &mut Seed(1).rng()).is_empty());
        let heavy = sampler.unit_weights(&[1e300; 4]);
        let drawn: f64 = heavy.draw(8, &mut Seed(1).rng()).iter().map(|drawn| drawn.1).sum();
        assert!((drawn - 8.0).abs() < 1e-4, "{drawn}");
    }
}
