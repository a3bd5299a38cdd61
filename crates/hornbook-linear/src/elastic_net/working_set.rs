//! Wide tables: descent on a few columns, and a look at all the others.
//!
//! Of many columns few have a weight. A working set holds those that may, with the sums of products that
//! descent needs; sums are kept from penalty to penalty and grow with the set. Once its coefficients are
//! found, the residuals are multiplied with the columns outside: those whose product is above the penalty
//! break the conditions of a minimum, and the worst of them join. A product changes by no more than the
//! length of its column times that of the change of the residuals, so that most columns need not be
//! multiplied: they certainly stay below the penalty.

use super::column_descent::descend_on_columns;
use super::columns::ScaledColumns;
use super::descent::{CoordinateDescentLimits, CoordinateDescentResult, GramSums, SweepObserver, descend};
use super::penalty::{CoordinatePenalty, ElasticNetPenalty};
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::vectors::distance;

/// At least so many columns may join at a time.
const FEWEST_TO_JOIN: usize = 64;

/// The products of more members than these would fill the memory.
const MOST_SQUARED: usize = 8000;

/// Columns that may have a weight.
pub(super) struct WorkingSet<'a> {
    columns: &'a ScaledColumns,
    members: Vec<usize>,
    is_member: Vec<bool>,
    /// The columns of the members, one after the other.
    values: Vec<f64>,
    sums: GramSums,
    /// The products of all columns with the residuals that stand beside them.
    known: Vec<f64>,
    known_for: Vec<f64>,
    /// The products at the last weights; zero where they are certainly below the last alpha.
    gradients: Vec<f64>,
    largest_product: f64,
    last_l1: f64,
    /// Most members.
    pub most: usize,
    is_crowded: bool,
}

impl<'a> WorkingSet<'a> {
    /// No column yet.
    pub fn new(columns: &'a ScaledColumns) -> WorkingSet<'a> {
        let all: Vec<usize> = (0..columns.len()).collect();
        let known = columns.products(&all, &columns.target);
        let largest_product = known.iter().fold(0.0, |most: f64, gradient| most.max(gradient.abs()));
        let squares = columns.target.iter().map(|y| y * y).sum();
        WorkingSet {
            columns,
            members: Vec::new(),
            is_member: vec![false; all.len()],
            values: Vec::new(),
            sums: GramSums { matrix: Vec::new(), products: Vec::new(), squares },
            gradients: known.clone(),
            known,
            known_for: columns.target.clone(),
            largest_product,
            last_l1: largest_product,
            most: MOST_SQUARED,
            is_crowded: false,
        }
    }

    /// The mean square of the target.
    pub fn squares(&self) -> f64 {
        self.sums.squares
    }

    /// The largest product of a column with the target.
    pub fn largest_product(&self) -> f64 {
        self.largest_product
    }

    /// Moves all coefficients until the gap is small enough.
    pub fn solve(
        &mut self,
        penalty: ElasticNetPenalty,
        weights: &mut [f64],
        limits: CoordinateDescentLimits,
        watch: &mut SweepObserver<'_>,
    ) -> Result<CoordinateDescentResult> {
        // Products rarely change by more than the penalty does, so that those that may come to it join at
        // once.
        self.join(weights, 2.0 * penalty.l1 - self.last_l1)?;
        let mut done = 0;
        loop {
            let rest = CoordinateDescentLimits { gap: limits.gap, sweeps: limits.sweeps - done };
            let mut told = |sweep: u32, gap: f64, kept: usize| watch(done + sweep, gap, kept);
            if self.is_crowded {
                let ended = descend_on_columns(self.columns, penalty, weights, rest, &mut told)?;
                return Ok(CoordinateDescentResult { sweeps: done + ended.sweeps, ..ended });
            }
            let mut inside: Vec<f64> = self.members.iter().map(|&column| weights[column]).collect();
            done += descend(&self.sums, &penalty, &mut inside, rest, &mut told)?.sweeps;
            self.members.iter().zip(&inside).for_each(|(&column, &weight)| weights[column] = weight);
            let residuals = self.columns.residuals(weights);
            self.look_around(&residuals, penalty.l1)?;
            let squares: f64 = residuals.iter().map(|r| r * r).sum();
            let gap = penalty.gap(weights, &self.gradients, squares);
            self.last_l1 = penalty.l1;
            let is_done = gap <= limits.gap || done >= limits.sweeps;
            if is_done || !self.join(weights, penalty.l1)? {
                return Ok(CoordinateDescentResult { gap, sweeps: done, squares });
            }
        }
    }

    /// Finds the products with the residuals, of the columns whose product may be above the penalty.
    fn look_around(&mut self, residuals: &[f64], alpha: f64) -> Result<()> {
        let moved = distance(residuals, &self.known_for)?;
        let lengths = &self.columns.lengths;
        let may_be_above = |&column: &usize| {
            self.is_member[column] || self.known[column].abs() + moved * lengths[column] > alpha
        };
        let which: Vec<usize> = (0..self.columns.len()).filter(may_be_above).collect();
        if 2 * which.len() > self.columns.len() {
            let all: Vec<usize> = (0..self.columns.len()).collect();
            self.known = self.columns.products(&all, residuals);
            self.known_for = residuals.to_vec();
            self.gradients.clone_from(&self.known);
        } else {
            self.gradients.fill(0.0);
            let found = self.columns.products(&which, residuals);
            which.iter().zip(found).for_each(|(&column, gradient)| self.gradients[column] = gradient);
        }
        Ok(())
    }

    /// Lets the columns join whose product is above a limit, the largest first; no more at a time than have a weight.
    /// Whether there were any; if they would be too many, the set is crowded, and stays as it is.
    fn join(&mut self, weights: &[f64], above: f64) -> Result<bool> {
        let is_outside =
            |&column: &usize| !self.is_member[column] && self.gradients[column].abs() > above.max(0.0);
        let mut joining: Vec<usize> = (0..weights.len()).filter(is_outside).collect();
        joining.sort_by(|&a, &b| self.gradients[b].abs().total_cmp(&self.gradients[a].abs()).then(a.cmp(&b)));
        joining.truncate(weights.iter().filter(|w| **w != 0.0).count().max(FEWEST_TO_JOIN));
        joining.sort_unstable();
        let (first, columns) = (self.members.len(), self.columns);
        self.is_crowded |= first + joining.len() > self.most;
        if self.is_crowded {
            return Ok(true);
        }
        self.members.extend(&joining);
        joining.iter().for_each(|&column| self.is_member[column] = true);
        let products = match columns.sparse_cross(&self.members, &joining) {
            Some(products) => products,
            None => {
                joining.iter().for_each(|&column| self.values.extend_from_slice(&columns.column(column)));
                let rows = columns.target.len();
                let members = Matrix::new(self.members.len(), rows, std::mem::take(&mut self.values))?;
                let joined =
                    Matrix::from_fn(rows, joining.len(), |row, place| members.at(first + place, row));
                let products = members.product(&joined)?;
                self.values = members.into_values();
                products
            }
        };
        for (place, row) in self.sums.matrix.iter_mut().enumerate() {
            row.extend(products.row(place));
        }
        for place in 0..joining.len() {
            self.sums.matrix.push(products.column(place));
        }
        self.sums.products.extend(columns.products(&joining, &columns.target));
        Ok(!joining.is_empty())
    }
}
