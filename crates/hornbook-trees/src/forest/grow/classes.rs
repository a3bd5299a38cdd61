//! Gini's impurity and entropy of any number of classes: a weight for each.

use super::measure::{ImpurityMeasure, LabelImpurity};
use crate::forest::params::ForestCriterion;

/// Gini's impurity or entropy of any number of classes.
pub(in crate::forest) struct ClassImpurity {
    classes: usize,
    entropy: bool,
}

impl ClassImpurity {
    pub fn new(classes: usize, criterion: ForestCriterion) -> ClassImpurity {
        ClassImpurity { classes, entropy: criterion == ForestCriterion::Entropy }
    }
}

/// A row with a class.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::forest) struct WeightedClass {
    weight: f64,
    class: u32,
}

/// Both sides of a cut of [`ClassImpurity`].
pub(in crate::forest) struct ClassImpuritySides {
    first: Vec<f64>,
    whole: Vec<f64>,
    first_weight: f64,
    weight: f64,
    /// The sums of squares of both sides, for Gini's impurity.
    squares: [f64; 2],
    /// The cost of all rows: less of it, for entropy, or what Gini's sums of squares start from.
    unsplit: f64,
}

impl ImpurityMeasure for ClassImpurity {
    type Row = WeightedClass;
    type Cell = f64;
    type Sides = ClassImpuritySides;

    fn width(&self) -> usize {
        self.classes
    }
    #[inline]
    fn add(&self, cells: &mut [f64], start: usize, row: WeightedClass) {
        cells[start + row.class as usize] += row.weight;
    }
    fn weight(&self, cells: &[f64]) -> f64 {
        cells.iter().sum()
    }
    fn is_pure(&self, whole: &[f64], _: &[WeightedClass]) -> bool {
        whole.iter().filter(|&&weight| weight > 0.0).count() <= 1
    }

    fn sides(&self) -> ClassImpuritySides {
        let empty = vec![0.0; self.classes];
        ClassImpuritySides {
            first: empty.clone(),
            whole: empty,
            first_weight: 0.0,
            weight: 0.0,
            squares: [0.0; 2],
            unsplit: 0.0,
        }
    }
    fn start(&self, sides: &mut ClassImpuritySides, whole: &[f64]) {
        sides.first.fill(0.0);
        sides.whole.copy_from_slice(whole);
        sides.first_weight = 0.0;
        sides.weight = self.weight(whole);
        let squares = whole.iter().map(|w| w * w).sum();
        sides.squares = [0.0, squares];
        sides.unsplit =
            if self.entropy { entropy_cost(whole.iter().copied()) } else { squares / sides.weight };
    }
    #[inline]
    fn push(&self, sides: &mut ClassImpuritySides, cells: &[f64]) {
        for ((first, whole), &weight) in sides.first.iter_mut().zip(&sides.whole).zip(cells) {
            if weight > 0.0 {
                let second = whole - *first;
                sides.squares[0] += weight * (2.0 * *first + weight);
                sides.squares[1] -= weight * (2.0 * second - weight);
                *first += weight;
                sides.first_weight += weight;
            }
        }
    }
    fn score(&self, sides: &ClassImpuritySides) -> f64 {
        if self.entropy {
            let second = sides.whole.iter().zip(&sides.first).map(|(whole, first)| whole - first);
            return sides.unsplit - entropy_cost(sides.first.iter().copied()) - entropy_cost(second);
        }
        let second = sides.weight - sides.first_weight;
        sides.squares[0] / sides.first_weight + sides.squares[1] / second - sides.unsplit
    }
    fn first_weight(&self, sides: &ClassImpuritySides) -> f64 {
        sides.first_weight
    }

    fn orders(&self) -> usize {
        if self.classes > 2 { self.classes } else { 1 }
    }
    fn rank(&self, order: usize, cells: &[f64]) -> f64 {
        cells[order] / self.weight(cells)
    }

    fn leaf(&self, whole: &[f64], values: &mut Vec<f64>) {
        let weight = self.weight(whole);
        values.extend(whole.iter().map(|w| w / weight));
    }
}

impl LabelImpurity for ClassImpurity {
    #[inline]
    fn row_stats_of(&self, weight: f64, label: f64) -> WeightedClass {
        WeightedClass { weight, class: label as u32 }
    }
}

/// The weight times the entropy, in bits.
fn entropy_cost(weights: impl Iterator<Item = f64>) -> f64 {
    let (mut weight, mut cost) = (0.0, 0.0);
    for w in weights.filter(|&w| w > 0.0) {
        weight += w;
        cost -= w * w.log2();
    }
    if weight > 0.0 { cost + weight * weight.log2() } else { 0.0 }
}
