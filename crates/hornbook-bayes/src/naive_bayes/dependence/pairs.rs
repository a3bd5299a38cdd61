//! Counts of all columns alone and by pairs, from which every model of one dependence follows.

use super::tables::DependenceTable;
use crate::naive_bayes::discretization::{CodeCounter, DiscretizedRows};
use hornbook_core::{Error, Result};
use rayon::prelude::*;

/// Most cells of all tables together, which fill half a gigabyte.
const MOST_CELLS: usize = 1 << 25;

/// The tables of all columns, and of all pairs of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColumnPairCounts {
    /// Each column by itself.
    pub alone: Vec<DependenceTable>,
    /// Each column by each one before it: 1 by 0, 2 by 0, 2 by 1, 3 by 0, …
    pub together: Vec<DependenceTable>,
}

impl ColumnPairCounts {
    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.alone.len()
    }

    /// The counts of a column, by itself or by the values of another.
    pub fn table(&self, column: usize, parent: Option<usize>) -> DependenceTable {
        match parent {
            None => self.alone[column].clone(),
            Some(parent) if parent < column => self.together[place(column, parent)].clone(),
            Some(parent) => self.together[place(parent, column)].turned(),
        }
    }
}

/// Where the table of a column by one before it is.
fn place(column: usize, before: usize) -> usize {
    column * column.saturating_sub(1) / 2 + before
}

impl CodeCounter for ColumnPairCounts {
    fn empty(sizes: &[usize], classes: usize) -> Result<ColumnPairCounts> {
        let all: usize = sizes.iter().sum();
        if all.saturating_mul(all).saturating_mul(classes) > MOST_CELLS {
            return Err(Error::data(
                format!("the columns have {all} values, whose pairs are too many to count"),
                "leave out columns of many levels, or use naive-bayes",
            ));
        }
        let columns = 0..sizes.len();
        let table = |column, parent| DependenceTable::new(column, parent, sizes, classes);
        Ok(ColumnPairCounts {
            alone: columns.clone().map(|column| table(column, None)).collect(),
            together: columns
                .flat_map(|column| (0..column).map(move |before| (column, Some(before))))
                .map(|(column, before)| table(column, before))
                .collect(),
        })
    }

    fn count(&mut self, rows: &DiscretizedRows) {
        let tables = self.alone.par_iter_mut().chain(self.together.par_iter_mut());
        tables.for_each(|table| table.count(&rows.codes, &rows.classes, &rows.weights));
    }
}
