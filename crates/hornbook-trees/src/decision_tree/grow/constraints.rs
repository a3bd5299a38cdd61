//! What the parts of a split must respect: a smallest weight, and predictions that only rise or only fall.
//!
//! Along a constrained column the predictions of the parts are in order, and from there down everything on one side
//! stays on its side of the middle between them. Two rows that differ in that column only part at a split on it,
//! so their predictions are in order wherever they end. What rounding lets pass is put within bounds at the end.

use super::impurity::Impurity;

/// The demands on the parts of a node's split.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SplitConstraints<'a> {
    /// Smallest weight of a part, less what rounding takes, see [`without_rounding_error`].
    pub min_leaf: f64,
    /// Whether two parts of that weight suffice, however many there are.
    pub two_suffice: bool,
    /// Whether thresholds of numbers pay for being chosen among many, and divide rows more evenly than categories must
    /// (C4.5, release 8).
    pub strict_numbers: bool,
    /// For each column whether predictions may only rise (1) or only fall (-1); empty if all are free.
    pub signs: &'a [i8],
    /// What the predictions of the parts must lie between.
    pub bounds: [f64; 2],
    /// By how much predictions may be out of bounds or order, as sums of the same numbers in another order are.
    pub slack: f64,
}

/// A smallest weight of some rows out of this weight, lowered by what sums in another order may differ by. Fractions of rows
/// (missing values) add up to whole numbers but for rounding, and copies of a row add up otherwise than its weight. It stays
/// above 0, so that a part whose weight is lost beside a huge one is not allowed.
pub(super) fn without_rounding_error(least: f64, weight: f64) -> f64 {
    (least - 1e-12 * weight).max(least / 2.0)
}

/// No bounds at all.
pub(crate) const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl SplitConstraints<'_> {
    /// The demands on the parts of a threshold among known rows of this weight: where numbers are strict, each side must have
    /// a tenth of an equal fraction of the classes, but need not have more than 25 rows.
    #[must_use]
    pub fn for_numbers(&self, impurity: &Impurity, known: f64) -> Self {
        const MOST: f64 = 25.0;
        let share = 0.1 * known / impurity.classes().max(1) as f64;
        let share = without_rounding_error(share.min(MOST), known);
        let min_leaf = if self.strict_numbers { share.max(self.min_leaf) } else { self.min_leaf };
        SplitConstraints { min_leaf, ..*self }
    }

    /// Whether no column is constrained.
    pub fn is_free(&self) -> bool {
        self.signs.is_empty()
    }

    /// Whether nothing can be wrong with a position, so that those that cannot be best may be passed over.
    pub fn is_open(&self) -> bool {
        self.is_free() && self.min_leaf <= 0.0
    }

    /// 1 or -1 if the predictions along this column are constrained.
    pub fn sign(&self, column: u32) -> i8 {
        self.signs.get(column as usize).copied().unwrap_or(0)
    }

    /// Whether the parts of a split on this column may predict these values, in their order.
    pub fn allows(&self, column: u32, values: &[f64]) -> bool {
        let [low, high] = self.bounds;
        let in_order = |pair: &[f64]| match self.sign(column) {
            1 => pair[0] <= pair[1] + self.slack,
            -1 => pair[0] >= pair[1] - self.slack,
            _ => true,
        };
        let in_bounds = |&value: &f64| low - self.slack <= value && value <= high + self.slack;
        values.iter().all(in_bounds) && values.windows(2).all(in_order)
    }

    /// Whether these parts may be made of a split on this column.
    pub fn allows_parts<T: AsRef<[f64]>>(&self, impurity: &Impurity, column: u32, parts: &[T]) -> bool {
        let heavy = parts.iter().filter(|part| impurity.weight(part.as_ref()) >= self.min_leaf).count();
        if heavy < if self.two_suffice { 2 } else { parts.len() } {
            return false;
        }
        if !parts.iter().all(|part| impurity.may_be(part.as_ref())) {
            return false;
        }
        self.is_free() || {
            let values: Vec<f64> = parts.iter().map(|part| impurity.value(part.as_ref())).collect();
            self.allows(column, &values)
        }
    }

    /// The bounds of each part, from what the parts predict.
    pub fn bounds_below(&self, column: u32, values: &[f64]) -> Vec<[f64; 2]> {
        let sign = self.sign(column);
        if sign == 0 {
            return vec![self.bounds; values.len()];
        }
        let middle = |at: usize| f64::midpoint(values[at], values[at + 1]);
        let bound_of = |part: usize| {
            let before = part.checked_sub(1).map(middle);
            let after = (part + 1 < values.len()).then(|| middle(part));
            let (low, high) = if sign > 0 { (before, after) } else { (after, before) };
            [low.unwrap_or(self.bounds[0]), high.unwrap_or(self.bounds[1])]
        };
        (0..values.len()).map(bound_of).collect()
    }
}
