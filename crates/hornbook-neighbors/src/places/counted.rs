//! Neighbours that count with a weight.

use hornbook_math::exact::Sum;

/// A neighbour, and the weight that it counts with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counted {
    pub row: u32,
    pub distance: f64,
    pub weight: f64,
}

/// The mean of a number over neighbours, by their weights.
pub(crate) fn mean_of(neighbours: &[Counted], number: impl Fn(&Counted) -> f64) -> f64 {
    let (mut sum, mut weight) = (Sum::default(), Sum::default());
    for one in neighbours {
        sum.add_product(number(one), one.weight);
        weight.add(one.weight);
    }
    sum.value() / weight.value()
}

/// Keeps the first that weigh so much together.
pub(super) fn cut(counted: &mut Vec<Counted>, wanted: f64) {
    let mut left = wanted;
    counted.retain_mut(|one| {
        one.weight = one.weight.min(left);
        left -= one.weight;
        one.weight > 0.0
    });
}
