//! Distances from a median: their sum is no sum over rows, so that every position of a split has to be weighed afresh.
//!
//! A walk adds one row at a time to a bag that knows its median, forwards for the first sides and backwards for the
//! second: O(n log n) a column.

use super::constraints::SplitConstraints;
use hornbook_math::quantiles::EmpiricalDistribution;

/// The median of weighted numbers and the sum of their distances from it.
pub(super) fn median_and_cost(mut rows: Vec<(f64, f64)>) -> (f64, f64) {
    // The sum is taken in ascending order, whatever the order of the rows.
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    if rows.is_empty() {
        return (0.0, 0.0);
    }
    let median = EmpiricalDistribution::of(rows.iter().copied()).median();
    (median, rows.iter().map(|(number, weight)| weight * (number - median).abs()).sum())
}

/// A row of a column's walk: which of the node's labels it has, and its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelStep {
    /// Position among the distinct labels, ascending.
    pub label: u32,
    pub weight: f64,
    /// The value of the column; a split is possible where it changes.
    pub value: u32,
}

/// The best position found: the last step on the first side.
#[derive(Debug, Clone, Copy)]
pub(super) struct AbsoluteSplit {
    /// The cost that the split saves.
    pub score: f64,
    pub last: usize,
    pub missing_first: Option<bool>,
}

/// The best position in a walk through known values, with rows whose value is missing put on either side.
pub(super) fn best_absolute_split(
    labels: &[f64],
    (known, missing): (&[LabelStep], &[LabelStep]),
    (cost, tolerance): (f64, f64),
    constraints: &SplitConstraints<'_>,
    column: u32,
) -> Option<AbsoluteSplit> {
    let backwards: Vec<LabelStep> = known.iter().rev().copied().collect();
    let sides = |first: &[LabelStep], second: &[LabelStep]| {
        let mut after = running(labels, second, &backwards);
        after.reverse();
        (running(labels, first, known), after)
    };
    let mut offers = vec![(sides(&[], missing), (!missing.is_empty()).then_some(false))];
    if !missing.is_empty() {
        offers.push((sides(missing, &[]), Some(true)));
    }
    let mut best: Option<AbsoluteSplit> = None;
    for last in 0..known.len() {
        if known.get(last + 1).is_some_and(|next| next.value == known[last].value) {
            continue;
        }
        for ((before, after), missing_first) in &offers {
            // After the last known value only missing ones are left.
            let second = match after.get(last + 1) {
                Some(second) => second,
                None if *missing_first == Some(false) => &running(labels, &[], missing)[missing.len() - 1],
                None => continue,
            };
            let (first, score) = (&before[last], cost - before[last].cost - second.cost);
            let heavy = first.weight >= constraints.min_leaf && second.weight >= constraints.min_leaf;
            if heavy
                && constraints.allows(column, &[first.median, second.median])
                && best.is_none_or(|b| score > b.score + tolerance)
            {
                best = Some(AbsoluteSplit { score, last, missing_first: *missing_first });
            }
        }
    }
    best
}

/// What a bag of labels is at a time.
#[derive(Debug, Clone, Copy)]
struct WeightedMedian {
    weight: f64,
    median: f64,
    cost: f64,
}

/// The bag after each step, begun with those of `start`.
fn running(labels: &[f64], start: &[LabelStep], steps: &[LabelStep]) -> Vec<WeightedMedian> {
    let mut fenwick = LabelFenwickTree::new(labels);
    start.iter().for_each(|step| fenwick.add(step));
    steps
        .iter()
        .map(|step| {
            fenwick.add(step);
            fenwick.weigh()
        })
        .collect()
}

/// Labels with their weights, in a binary indexed tree over the distinct labels.
struct LabelFenwickTree<'a> {
    labels: &'a [f64],
    /// Weight and weighted sum of the labels that each position covers.
    cells: Vec<(f64, f64)>,
    weight: f64,
    sum: f64,
}

impl<'a> LabelFenwickTree<'a> {
    fn new(labels: &'a [f64]) -> LabelFenwickTree<'a> {
        LabelFenwickTree { labels, cells: vec![(0.0, 0.0); labels.len() + 1], weight: 0.0, sum: 0.0 }
    }

    fn add(&mut self, step: &LabelStep) {
        let part = step.weight * self.labels[step.label as usize];
        self.weight += step.weight;
        self.sum += part;
        let mut at = step.label as usize + 1;
        while at < self.cells.len() {
            self.cells[at].0 += step.weight;
            self.cells[at].1 += part;
            at += at & at.wrapping_neg();
        }
    }

    /// The first label whose weight with all before is more than this (or at least), with the weight and sum of those
    /// before it.
    fn find(&self, enough: impl Fn(f64) -> bool) -> (usize, f64, f64) {
        let (mut at, mut weight, mut sum) = (0, 0.0, 0.0);
        let mut reach = (self.cells.len() - 1).next_power_of_two();
        while reach > 0 {
            if let Some(cell) = self.cells.get(at + reach)
                && !enough(weight + cell.0)
            {
                at += reach;
                weight += cell.0;
                sum += cell.1;
            }
            reach /= 2;
        }
        (at.min(self.labels.len() - 1), weight, sum)
    }

    fn weigh(&self) -> WeightedMedian {
        let half = 0.5 * self.weight;
        let (lower, weight, sum) = self.find(|w| w >= half);
        let (upper, ..) = self.find(|w| w > half);
        let middle = self.labels[lower];
        let cost = middle * weight - sum + (self.sum - sum) - middle * (self.weight - weight);
        WeightedMedian {
            weight: self.weight,
            median: f64::midpoint(middle, self.labels[upper]),
            cost: cost.max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median_and_cost(vec![(3.0, 1.0), (1.0, 1.0), (8.0, 1.0)]), (3.0, 7.0));
        assert_eq!(median_and_cost(vec![(3.0, 1.0), (1.0, 1.0)]), (2.0, 2.0));
        // A weight of two is the number twice.
        assert_eq!(median_and_cost(vec![(3.0, 2.0), (1.0, 1.0), (9.0, 1.0)]), (3.0, 8.0));
        assert_eq!(median_and_cost(vec![]), (0.0, 0.0));
    }

    #[test]
    fn a_bag_knows_its_median_at_every_step() {
        let labels = [-2.0, 0.5, 1.0, 4.0, 10.0];
        let mut rng = hornbook_core::Seed(3).rng();
        for _ in 0..50 {
            let steps: Vec<LabelStep> = (0..9)
                .map(|value| LabelStep {
                    label: rng.below(5) as u32,
                    weight: 1.0 + rng.below(3) as f64,
                    value,
                })
                .collect();
            for (i, weighed) in running(&labels, &[], &steps).iter().enumerate() {
                let rows = steps[..=i].iter().map(|s| (labels[s.label as usize], s.weight)).collect();
                let (median, cost) = median_and_cost(rows);
                assert_eq!(weighed.median, median);
                assert!((weighed.cost - cost).abs() < 1e-12);
            }
        }
    }
}
