//! What a tree adds up over the rows of a node, and how good a cut is by it.
//!
//! Rows bring an amount of weight and label along, a histogram adds the amounts of the rows in each bin, and a walk
//! over the bins moves them from the second side of a cut to the first. Impurity is measured by its *cost*, the weight
//! times the impurity, so that what a cut saves is a difference of costs.

use std::ops::AddAssign;

/// How rows are added up and cuts are scored.
pub(in crate::forest) trait ImpurityMeasure: Sync {
    /// What a row brings along.
    type Row: Copy + Default + Send + Sync;
    /// A number of a histogram; a bin has one, or one for each class.
    type Cell: Copy + Default + PartialEq + AddAssign + Send + Sync;
    /// Both sides of a cut.
    type Sides: Send;

    /// How many cells a bin has.
    fn width(&self) -> usize;
    /// Adds a row to the bin whose cells start here.
    fn add(&self, cells: &mut [Self::Cell], start: usize, row: Self::Row);
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
    /// By what a level of these cells stands in one of those orders.
    fn rank(&self, order: usize, cells: &[Self::Cell]) -> f64;

    /// What a leaf predicts.
    fn leaf(&self, whole: &[Self::Cell], values: &mut Vec<f64>);
}

/// A measure of one label a row.
pub(in crate::forest) trait LabelImpurity: ImpurityMeasure {
    /// What a row of some weight brings along; its label is a class or a number.
    fn row_stats_of(&self, weight: f64, label: f64) -> Self::Row;
}
