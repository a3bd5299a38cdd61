//! How well out-of-fold predictions follow the targets, for the targets as they are and for every permutation of them.

use super::exchangeable_units::ExchangeableUnits;
use super::fold_assignment::FoldAssignment;
use super::linear_smoother::LinearSmoother;
use hornbook_core::{Result, Run};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// Columns of targets that are predicted together: with their predictions they stay in the nearer caches.
const TOGETHER: usize = 128;
/// Predictions whose squares add up to less are rounding, of residuals whose squares add up to 1.
const ROUNDING: f64 = 1e-20;

/// The rows that are predicted and what is permuted among them.
pub(super) struct OutOfFoldAssociation<'a> {
    /// The weighted residuals of the targets: a row each, a column for each output.
    pub residuals: &'a Matrix,
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
        run: &Run,
    ) -> Result<Vec<Vec<f64>>> {
        let at_once = (TOGETHER / self.residuals.columns()).max(1);
        let of_some = |exchanges: &[Vec<u32>]| -> Result<Vec<Vec<f64>>> {
            run.check()?;
            let targets = self.exchanged(exchanges);
            smoothers
                .iter()
                .map(|smoother| self.statistics(&smoother.predictions(&targets)?, &targets))
                .collect()
        };
        let blocks: Vec<Vec<Vec<f64>>> = exchanges.par_chunks(at_once).map(of_some).collect::<Result<_>>()?;
        let of_smoother = |at: usize| blocks.iter().flat_map(|block| block[at].iter().copied()).collect();
        Ok((0..smoothers.len()).map(of_smoother).collect())
    }

    /// The residuals after each exchange, side by side.
    fn exchanged(&self, exchanges: &[Vec<u32>]) -> Matrix {
        let outputs = self.residuals.columns();
        let mut targets = Matrix::zeros(self.residuals.rows(), exchanges.len() * outputs);
        for (at, exchange) in exchanges.iter().enumerate() {
            for (row, from) in self.units.sources(exchange) {
                let to = &mut targets.row_mut(row)[at * outputs..(at + 1) * outputs];
                to.copy_from_slice(self.residuals.row(from));
            }
        }
        targets
    }

    /// $\sum (f - \bar f) z / \lVert f - \bar f\rVert$ of each exchange, with the means of the folds $\bar f$: what the mean of the
    /// other folds says of a fold is that it is on the other side of the mean of all, which is no signal.
    fn statistics(&self, predictions: &Matrix, targets: &Matrix) -> Result<Vec<f64>> {
        let columns = targets.columns();
        let mut means = Matrix::zeros(self.folds.count(), columns);
        let mut sizes = vec![0.0; self.folds.count()];
        for (row, &fold) in self.folds.fold_of.iter().enumerate() {
            sizes[fold] += 1.0;
            means.row_mut(fold).iter_mut().zip(predictions.row(row)).for_each(|(sum, f)| *sum += f);
        }
        for (fold, size) in sizes.iter().enumerate() {
            means.row_mut(fold).iter_mut().for_each(|sum| *sum /= size);
        }
        let mut products = vec![0.0; columns];
        let mut squares = vec![0.0; columns];
        for (row, &fold) in self.folds.fold_of.iter().enumerate() {
            let cells = predictions.row(row).iter().zip(means.row(fold)).zip(targets.row(row));
            for (((f, mean), z), (product, square)) in cells.zip(products.iter_mut().zip(&mut squares)) {
                *product += (f - mean) * z;
                *square += (f - mean).powi(2);
            }
        }
        let outputs = self.residuals.columns();
        let of_exchange = |(products, squares): (&[f64], &[f64])| {
            let square: f64 = squares.iter().sum();
            if square > ROUNDING { products.iter().sum::<f64>() / square.sqrt() } else { 0.0 }
        };
        Ok(products.chunks_exact(outputs).zip(squares.chunks_exact(outputs)).map(of_exchange).collect())
    }
}
