//! Variance, and Gini's impurity of two classes: a sum of weights and a sum of labels tell all.

use super::measure::{ImpurityMeasure, LabelImpurity};
use std::marker::PhantomData;
use std::ops::AddAssign;

/// A sum of weights and a sum of weighted labels.
pub(in crate::forest) trait WeightAndSum:
    Copy + Default + PartialEq + AddAssign + Send + Sync
{
    /// What a row is kept as.
    type Row: Copy + Default + Send + Sync;
    fn row(weight: f64, label: f64) -> Self::Row;
    fn of(row: Self::Row) -> Self;
    /// Weight and weighted label.
    fn sums(self) -> (f64, f64);
    /// Whether these rows have one label.
    fn is_pure(self, rows: &[Self::Row]) -> bool;
}

/// Whole weights of two classes: all in the lower half, those of class 1 in the upper half, one addition for both.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::forest) struct PackedCounts(u64);

impl AddAssign for PackedCounts {
    #[inline]
    fn add_assign(&mut self, other: PackedCounts) {
        self.0 += other.0;
    }
}

impl WeightAndSum for PackedCounts {
    type Row = PackedCounts;
    #[inline]
    fn row(weight: f64, label: f64) -> PackedCounts {
        let weight = u64::from(weight as u32);
        PackedCounts(weight | if label == 1.0 { weight << 32 } else { 0 })
    }
    #[inline]
    fn of(row: PackedCounts) -> PackedCounts {
        row
    }
    #[inline]
    fn sums(self) -> (f64, f64) {
        (f64::from(self.0 as u32), f64::from((self.0 >> 32) as u32))
    }
    fn is_pure(self, _: &[PackedCounts]) -> bool {
        let (all, ones) = (self.0 as u32, (self.0 >> 32) as u32);
        ones == 0 || ones == all
    }
}

/// Numbers, or two classes of any weights.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::forest) struct WeightedSums {
    weight: f64,
    label: f64,
}

/// A row with a number for its label.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::forest) struct WeightedLabel {
    weight: f64,
    label: f64,
}

impl AddAssign for WeightedSums {
    #[inline]
    fn add_assign(&mut self, other: WeightedSums) {
        self.weight += other.weight;
        self.label += other.label;
    }
}

impl WeightAndSum for WeightedSums {
    type Row = WeightedLabel;
    #[inline]
    fn row(weight: f64, label: f64) -> WeightedLabel {
        WeightedLabel { weight, label }
    }
    #[inline]
    fn of(row: WeightedLabel) -> WeightedSums {
        WeightedSums { weight: row.weight, label: row.weight * row.label }
    }
    #[inline]
    fn sums(self) -> (f64, f64) {
        (self.weight, self.label)
    }
    fn is_pure(self, rows: &[WeightedLabel]) -> bool {
        rows.windows(2).all(|pair| pair[0].label == pair[1].label)
    }
}

/// Variance, or Gini's impurity of two classes: the sum of the labels tells all.
///
/// With $W$ the weight and $m$ the mean of a node, $w$ and $s$ the weight and the sum of labels on the first side, a
/// cut saves $(s - wm)^2 W / (w (W - w))$ of variance, and twice that of Gini's impurity.
pub(in crate::forest) struct MeanImpurity<P> {
    /// None for numbers.
    classes: usize,
    /// What was taken from the labels.
    shift: f64,
    pair: PhantomData<fn() -> P>,
}

impl<P> MeanImpurity<P> {
    /// For one or two classes.
    pub fn of_classes(classes: usize) -> MeanImpurity<P> {
        MeanImpurity { classes, shift: 0.0, pair: PhantomData }
    }

    /// For numbers from which so much was taken.
    pub fn of_numbers(shift: f64) -> MeanImpurity<P> {
        MeanImpurity { classes: 0, shift, pair: PhantomData }
    }
}

/// Both sides of a cut of [`MeanImpurity`].
#[derive(Clone, Copy, Default)]
pub(in crate::forest) struct MeanImpuritySides<P> {
    first: P,
    mean: f64,
    weight: f64,
    scale: f64,
}

impl<P: WeightAndSum> ImpurityMeasure for MeanImpurity<P> {
    type Row = P::Row;
    type Cell = P;
    type Sides = MeanImpuritySides<P>;

    fn width(&self) -> usize {
        1
    }
    #[inline]
    fn add(&self, cells: &mut [P], start: usize, row: P::Row) {
        cells[start] += P::of(row);
    }
    fn weight(&self, cells: &[P]) -> f64 {
        cells[0].sums().0
    }
    fn is_pure(&self, whole: &[P], rows: &[P::Row]) -> bool {
        whole[0].is_pure(rows)
    }

    fn sides(&self) -> MeanImpuritySides<P> {
        MeanImpuritySides::default()
    }
    #[inline]
    fn start(&self, sides: &mut MeanImpuritySides<P>, whole: &[P]) {
        let (weight, label) = whole[0].sums();
        let scale = if self.classes > 0 { 2.0 * weight } else { weight };
        *sides = MeanImpuritySides { first: P::default(), mean: label / weight, weight, scale };
    }
    #[inline]
    fn push(&self, sides: &mut MeanImpuritySides<P>, cells: &[P]) {
        sides.first += cells[0];
    }
    #[inline]
    fn score(&self, sides: &MeanImpuritySides<P>) -> f64 {
        let (weight, label) = sides.first.sums();
        let excess = label - weight * sides.mean;
        sides.scale * excess * excess / (weight * (sides.weight - weight))
    }
    #[inline]
    fn first_weight(&self, sides: &MeanImpuritySides<P>) -> f64 {
        sides.first.sums().0
    }

    fn orders(&self) -> usize {
        1
    }
    fn rank(&self, _: usize, cells: &[P]) -> f64 {
        let (weight, label) = cells[0].sums();
        label / weight
    }

    fn leaf(&self, whole: &[P], values: &mut Vec<f64>) {
        let (weight, label) = whole[0].sums();
        let mean = label / weight;
        match self.classes {
            0 => values.push(self.shift + mean),
            1 => values.push(1.0),
            _ => values.extend([(weight - label) / weight, mean]),
        }
    }
}

impl<P: WeightAndSum> LabelImpurity for MeanImpurity<P> {
    #[inline]
    fn row_stats_of(&self, weight: f64, label: f64) -> P::Row {
        P::row(weight, label - self.shift)
    }
}
