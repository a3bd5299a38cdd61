//! The folds, which are dealt without a look at the target.

use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::{CrossValidation, Resampling};
use hornbook_learner::rows_by_time;

/// Every smoother is trained on all folds but one.
const FOLDS: usize = 5;

/// The fold in which each row is predicted.
pub(super) struct FoldAssignment {
    /// A fold a row, from 0.
    pub fold_of: Vec<usize>,
}

impl FoldAssignment {
    /// Deals the rows at random, groups as a whole; where the rows have an order in time, blocks of neighbors: the target of the
    /// moment before is not a feature.
    pub fn of(data: &Dataset, seed: Seed) -> Result<FoldAssignment> {
        let mut fold_of = vec![0; data.rows().len()];
        if data.row_order().is_some() && data.groups().is_none() {
            let by_time = rows_by_time(data)?;
            let rows = by_time.len();
            by_time.iter().enumerate().for_each(|(at, &(_, row))| fold_of[row] = at * FOLDS / rows);
        } else {
            for split in CrossValidation::new(FOLDS).stratified(false).seed(seed.0).splits(data)? {
                split.test.iter().for_each(|&row| fold_of[row as usize] = split.fold);
            }
        }
        Ok(FoldAssignment { fold_of })
    }

    /// How many folds there are.
    pub fn count(&self) -> usize {
        FOLDS
    }

    /// The rows of a fold and the others, ascending.
    pub fn split(&self, fold: usize) -> (Vec<usize>, Vec<usize>) {
        (0..self.fold_of.len()).partition(|&row| self.fold_of[row] == fold)
    }
}
