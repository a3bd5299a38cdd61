//! What a tree adds up over the rows of a node, and how good a cut is by it.
//!
//! Rows bring an amount of weight and label along, a histogram adds the amounts of the rows in each bin, and a walk
//! over the bins moves them from the second side of a cut to the first. Impurity is measured by its *cost*, the weight
//! times the impurity, so that what a cut saves is a difference of costs.

use std::marker::PhantomData;
use std::ops::AddAssign;

/// How rows are added up and cuts are judged.
pub(in crate::forest) trait Measure: Sync {
    /// What a row brings along.
    type Row: Copy + Default + Send + Sync;
    /// A number of a histogram; a bin has one, or one for each class.
    type Cell: Copy + Default + PartialEq + AddAssign + Send + Sync;
    /// Both sides of a cut.
    type Sides: Send;

    /// How many cells a bin has.
    fn width(&self) -> usize;
    /// The cell of its bin that a row belongs to.
    fn cell(&self, row: Self::Row) -> usize;
    /// What it adds there.
    fn amount(&self, row: Self::Row) -> Self::Cell;
    /// The weight in some cells.
    fn weight(&self, cells: &[Self::Cell]) -> f64;
    /// Whether all rows of a node have one label.
    fn is_pure(&self, whole: &[Self::Cell], rows: &[Self::Row]) -> bool;

    /// Room for both sides.
    fn sides(&self) -> Self::Sides;
    /// Everything on the second side.
    fn start(&self, sides: &mut Self::Sides, whole: &[Self::Cell]);
    /// Moves cells to the first side.
    fn push(&self, sides: &mut Self::Sides, cells: &[Self::Cell]);
    /// The cost that the cut saves.
    fn score(&self, sides: &Self::Sides) -> f64;
    /// The weight on the first side.
    fn first_weight(&self, sides: &Self::Sides) -> f64;

    /// In how many orders the levels of a category are worth cutting.
    fn orders(&self) -> usize;
    /// By what the levels stand in one of these orders, or none if it can be passed over at a node.
    fn rank(&self, order: usize, cells: &[Self::Cell]) -> f64;

    /// What a leaf predicts.
    fn leaf(&self, whole: &[Self::Cell], values: &mut Vec<f64>);
}

/// A sum of weights and a sum of weighted labels.
pub(in crate::forest) trait Pair:
    Copy + Default + PartialEq + AddAssign + Send + Sync
{
    /// What a row is kept as.
    type Row: Copy + Default + Send + Sync;
    fn of(row: Self::Row) -> Self;
    /// Weight and weighted label.
    fn sums(self) -> (f64, f64);
    /// Whether these rows have one label.
    fn is_pure(self, rows: &[Self::Row]) -> bool;
}

/// Whole weights of two classes: all in the lower half, those of class 1 in the upper half, one addition for both.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::forest) struct Counts(u64);

impl Counts {
    pub fn new(weight: u32, is_one: bool) -> Counts {
        Counts(u64::from(weight) | if is_one { u64::from(weight) << 32 } else { 0 })
    }
}

impl AddAssign for Counts {
    #[inline]
    fn add_assign(&mut self, other: Counts) {
        self.0 += other.0;
    }
}

impl Pair for Counts {
    type Row = Counts;
    #[inline]
    fn of(row: Counts) -> Counts {
        row
    }
    #[inline]
    fn sums(self) -> (f64, f64) {
        (f64::from(self.0 as u32), f64::from((self.0 >> 32) as u32))
    }
    fn is_pure(self, _: &[Counts]) -> bool {
        let (all, ones) = (self.0 as u32, (self.0 >> 32) as u32);
        ones == 0 || ones == all
    }
}

/// Numbers, or two classes of any weights.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::forest) struct Sums {
    weight: f64,
    label: f64,
}

/// A row with a number for its label.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::forest) struct Weighted {
    pub weight: f64,
    pub label: f64,
}

impl AddAssign for Sums {
    #[inline]
    fn add_assign(&mut self, other: Sums) {
        self.weight += other.weight;
        self.label += other.label;
    }
}

impl Pair for Sums {
    type Row = Weighted;
    #[inline]
    fn of(row: Weighted) -> Sums {
        Sums { weight: row.weight, label: row.weight * row.label }
    }
    #[inline]
    fn sums(self) -> (f64, f64) {
        (self.weight, self.label)
    }
    fn is_pure(self, rows: &[Weighted]) -> bool {
        rows.windows(2).all(|pair| pair[0].label == pair[1].label)
    }
}

/// Variance, or Gini's impurity of two classes: the sum of the labels tells all.
///
/// With $W$ the weight and $m$ the mean of a node, $w$ and $s$ the weight and the sum of labels on the first side, a
/// cut saves $(s - wm)^2 W / (w (W - w))$ of variance, and twice that of Gini's impurity.
pub(in crate::forest) struct OneSum<P> {
    /// None for numbers.
    classes: usize,
    /// What was taken from the labels.
    shift: f64,
    pair: PhantomData<fn() -> P>,
}

impl<P> OneSum<P> {
    /// For one or two classes.
    pub fn of_classes(classes: usize) -> OneSum<P> {
        OneSum { classes, shift: 0.0, pair: PhantomData }
    }

    /// For numbers from which so much was taken.
    pub fn of_numbers(shift: f64) -> OneSum<P> {
        OneSum { classes: 0, shift, pair: PhantomData }
    }
}

/// Both sides of a cut of [`OneSum`].
#[derive(Clone, Copy, Default)]
pub(in crate::forest) struct OneSumSides<P> {
    first: P,
    mean: f64,
    weight: f64,
    scale: f64,
}

impl<P: Pair> Measure for OneSum<P> {
    type Row = P::Row;
    type Cell = P;
    type Sides = OneSumSides<P>;

    fn width(&self) -> usize {
        1
    }
    #[inline]
    fn cell(&self, _: P::Row) -> usize {
        0
    }
    #[inline]
    fn amount(&self, row: P::Row) -> P {
        P::of(row)
    }
    fn weight(&self, cells: &[P]) -> f64 {
        cells[0].sums().0
    }
    fn is_pure(&self, whole: &[P], rows: &[P::Row]) -> bool {
        whole[0].is_pure(rows)
    }

    fn sides(&self) -> OneSumSides<P> {
        OneSumSides::default()
    }
    #[inline]
    fn start(&self, sides: &mut OneSumSides<P>, whole: &[P]) {
        let (weight, label) = whole[0].sums();
        let scale = if self.classes > 0 { 2.0 * weight } else { weight };
        *sides = OneSumSides { first: P::default(), mean: label / weight, weight, scale };
    }
    #[inline]
    fn push(&self, sides: &mut OneSumSides<P>, cells: &[P]) {
        sides.first += cells[0];
    }
    #[inline]
    fn score(&self, sides: &OneSumSides<P>) -> f64 {
        let (weight, label) = sides.first.sums();
        let excess = label - weight * sides.mean;
        sides.scale * excess * excess / (weight * (sides.weight - weight))
    }
    #[inline]
    fn first_weight(&self, sides: &OneSumSides<P>) -> f64 {
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

/// Gini's impurity or entropy of any number of classes.
pub(in crate::forest) struct Classes {
    pub classes: usize,
    pub entropy: bool,
}

/// A row with a class.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::forest) struct Classed {
    pub weight: f64,
    pub class: u32,
}

/// Both sides of a cut of [`Classes`].
pub(in crate::forest) struct ClassSides {
    first: Vec<f64>,
    whole: Vec<f64>,
    first_weight: f64,
    weight: f64,
    /// The sums of squares of both sides, for Gini's impurity.
    squares: [f64; 2],
    /// The cost of all rows: less of it, for entropy, or what Gini's sums of squares start from.
    unsplit: f64,
}

impl Measure for Classes {
    type Row = Classed;
    type Cell = f64;
    type Sides = ClassSides;

    fn width(&self) -> usize {
        self.classes
    }
    #[inline]
    fn cell(&self, row: Classed) -> usize {
        row.class as usize
    }
    #[inline]
    fn amount(&self, row: Classed) -> f64 {
        row.weight
    }
    fn weight(&self, cells: &[f64]) -> f64 {
        cells.iter().sum()
    }
    fn is_pure(&self, whole: &[f64], _: &[Classed]) -> bool {
        whole.iter().filter(|&&weight| weight > 0.0).count() <= 1
    }

    fn sides(&self) -> ClassSides {
        let empty = vec![0.0; self.classes];
        ClassSides {
            first: empty.clone(),
            whole: empty,
            first_weight: 0.0,
            weight: 0.0,
            squares: [0.0; 2],
            unsplit: 0.0,
        }
    }
    fn start(&self, sides: &mut ClassSides, whole: &[f64]) {
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
    fn push(&self, sides: &mut ClassSides, cells: &[f64]) {
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
    fn score(&self, sides: &ClassSides) -> f64 {
        if self.entropy {
            let second = sides.whole.iter().zip(&sides.first).map(|(whole, first)| whole - first);
            return sides.unsplit - entropy_cost(sides.first.iter().copied()) - entropy_cost(second);
        }
        let second = sides.weight - sides.first_weight;
        sides.squares[0] / sides.first_weight + sides.squares[1] / second - sides.unsplit
    }
    fn first_weight(&self, sides: &ClassSides) -> f64 {
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

/// The weight times the entropy, in bits.
fn entropy_cost(weights: impl Iterator<Item = f64>) -> f64 {
    let (mut weight, mut cost) = (0.0, 0.0);
    for w in weights.filter(|&w| w > 0.0) {
        weight += w;
        cost -= w * w.log2();
    }
    if weight > 0.0 { cost + weight * weight.log2() } else { 0.0 }
}
