//! How well out-of-fold predictions follow the targets, for the targets as they are and for every permutation of them.

use super::exchangeable_units::ExchangeableUnits;
use super::fold_assignment::FoldAssignment;
use super::linear_smoother::LinearSmoother;
use super::response::{Response, WeightOwner};
use hornbook_core::{Result, Run};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// Columns of targets that are predicted together: with their predictions they stay in the nearer caches.
const TOGETHER: usize = 128;
/// Predictions whose squares add up to so little of those of the residuals are rounding.
const ROUNDING: f64 = 1e-20;

/// The rows that are predicted and what is permuted among them.
pub(super) struct OutOfFoldAssociation<'a> {
    /// The targets.
    pub response: &'a Response,
    /// How they may be exchanged.
    pub units: &'a ExchangeableUnits,
    /// The folds.
    pub folds: &'a FoldAssignment,
}

impl OutOfFoldAssociation<'_> {
    /// The statistic of each smoother for each exchange of the units.
    pub fn of_all(
        &self,
        smoothers: &[LinearSmoother],
        exchanges: &[Vec<u32>],
        owner: WeightOwner,
        run: &Run,
    ) -> Result<Vec<Vec<f64>>> {
        let at_once = (TOGETHER / self.response.columns()).max(1);
        let of_some = |exchanges: &[Vec<u32>]| -> Result<Vec<Vec<f64>>> {
            run.check()?;
            let targets = self.response.residuals(self.units, exchanges, owner);
            smoothers
                .iter()
                .map(|smoother| self.statistics(&smoother.predictions(&targets)?, &targets))
                .collect()
        };
        let blocks: Vec<Vec<Vec<f64>>> = exchanges.par_chunks(at_once).map(of_some).collect::<Result<_>>()?;
        let of_smoother = |at: usize| blocks.iter().flat_map(|block| block[at].iter().copied()).collect();
        Ok((0..smoothers.len()).map(of_smoother).collect())
    }

    /// $\sum (f - \bar f) z / \lVert f - \bar f\rVert$ of each exchange, with the means of the folds $\bar f$: what the mean of the
    /// other folds says of a fold is that it is on the other side of the mean of all, which is no signal.
    fn statistics(&self, predictions: &Matrix, targets: &Matrix) -> Result<Vec<f64>> {
        let columns = targets.columns();
        let mut means = Matrix::zeros(self.folds.count(), columns);
        let mut rows = vec![0.0; self.folds.count()];
        for (row, &fold) in self.folds.fold_of.iter().enumerate() {
            rows[fold] += 1.0;
            means.row_mut(fold).iter_mut().zip(predictions.row(row)).for_each(|(sum, f)| *sum += f);
        }
        for (fold, rows) in rows.iter().enumerate() {
            means.row_mut(fold).iter_mut().for_each(|sum| *sum /= rows);
        }
        let (mut products, mut squares, mut sizes) =
            (vec![0.0; columns], vec![0.0; columns], vec![0.0; columns]);
        for (row, &fold) in self.folds.fold_of.iter().enumerate() {
            let cells = predictions.row(row).iter().zip(means.row(fold)).zip(targets.row(row));
            for (column, ((f, mean), z)) in cells.enumerate() {
                products[column] += (f - mean) * z;
                squares[column] += (f - mean).powi(2);
                sizes[column] += z * z;
            }
        }
        let outputs = self.response.columns();
        let total = |of_columns: &[f64], exchange: usize| -> f64 {
            of_columns[exchange * outputs..(exchange + 1) * outputs].iter().sum()
        };
        let statistic = |exchange: usize| {
            let square = total(&squares, exchange);
            let is_signal = square > ROUNDING * total(&sizes, exchange);
            if is_signal { total(&products, exchange) / square.sqrt() } else { 0.0 }
        };
        Ok((0..columns / outputs).map(statistic).collect())
    }
}
