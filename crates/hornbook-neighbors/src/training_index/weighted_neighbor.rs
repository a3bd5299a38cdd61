//! Neighbors that count with a weight.

use hornbook_math::double_double::DoubleDoubleSum;

/// A neighbor, and the weight that it counts with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WeightedNeighbor {
    pub row: u32,
    pub distance: f64,
    pub weight: f64,
}

/// The mean of a number over neighbors, by their weights.
pub(crate) fn mean_of(neighbors: &[WeightedNeighbor], number: impl Fn(&WeightedNeighbor) -> f64) -> f64 {
    let (mut sum, mut weight) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
    for one in neighbors {
        sum.add_product(number(one), one.weight);
        weight.add(one.weight);
    }
    sum.value() / weight.value()
}

/// Keeps the first that weigh so much together.
pub(super) fn truncate_to_weight(weighted: &mut Vec<WeightedNeighbor>, wanted: f64) {
    let mut left = wanted;
    weighted.retain_mut(|one| {
        one.weight = one.weight.min(left);
        left -= one.weight;
        one.weight > 0.0
    });
}
