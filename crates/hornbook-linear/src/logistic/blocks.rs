//! Rows as numbers, some at a time.

use crate::design::Design;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, MatrixView, Scalars, SparseView, Target};
use hornbook_learner::{Batches, Query, learn_in_batches, learn_in_memory};
use std::ops::Range;

/// Numbers in a block, so that it stays in the nearer caches.
const BLOCK_VALUES: usize = 1 << 16;
/// Most and fewest rows of a block.
const BLOCK_ROWS: (usize, usize) = (64, 1024);

/// Where the rows are.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Memory(&'a Dataset),
    Batches(&'a dyn Batches),
}

impl<'a> Source<'a> {
    /// Rows like those, of which there may be few or none.
    pub fn like(self) -> &'a Dataset {
        match self {
            Source::Memory(data) => data,
            Source::Batches(batches) => batches.prototype(),
        }
    }

    /// Runs a query over all rows.
    pub fn ask(self, query: &mut impl Query, run: &hornbook_core::Run) -> Result<()> {
        use hornbook_core::Declared as _;
        match self {
            Source::Memory(data) => learn_in_memory(query, data, run),
            Source::Batches(batches) => {
                learn_in_batches(super::LogisticRegression::declaration(), query, batches, run)
            }
        }
    }
}

/// Some rows.
pub(super) struct Block<'a> {
    pub values: Values<'a>,
    /// The code of the class of each row.
    pub codes: &'a [u32],
    pub weights: &'a [f64],
}

/// The numbers of some rows.
#[derive(Clone, Copy)]
pub(super) enum Values<'a> {
    /// The columns less the origin, row by row.
    Dense(&'a [f64]),
    /// The columns as they are, without their zeros: taking the origin off is left to the sums.
    Sparse(SparseView<'a>),
}

/// Visits the rows of a view in blocks.
pub(super) fn for_blocks(
    design: &Design,
    rows: &Dataset,
    origin: &[f64],
    mut visit: impl FnMut(&Block<'_>) -> Result<()>,
) -> Result<()> {
    let Target::Classes(classes) = rows.require_target()?.1 else {
        return Err(Error::data("the target holds numbers", "give a target of classes"));
    };
    let codes: Vec<u32> = rows.rows().iter().map(|row| classes.codes[row as usize]).collect();
    let (weights, width) = (rows.row_weights(), design.width());
    let height = (BLOCK_VALUES / width.max(1)).clamp(BLOCK_ROWS.0, BLOCK_ROWS.1);
    if let Some(sparse) = design.sparse_rows_of(rows) {
        let view = sparse.view();
        return spans(codes.len(), BLOCK_ROWS.1).try_for_each(|span| {
            let values = Values::Sparse(view.part(span.clone()));
            visit(&Block { values, codes: &codes[span.clone()], weights: &weights[span] })
        });
    }
    let mut values = Vec::with_capacity(height.min(codes.len()) * width);
    for span in spans(codes.len(), height) {
        values.clear();
        match rows.matrix() {
            Some(matrix) => copy_centred(matrix.part(span.clone()), origin, &mut values),
            None => {
                values.extend(design.rows_of(&rows.slice(span.clone())));
                for row in values.chunks_exact_mut(width.max(1)) {
                    row.iter_mut().zip(origin).for_each(|(x, origin)| *x -= origin);
                }
            }
        }
        let weights = &weights[span.clone()];
        // Rows of weight zero are absent, however large their numbers are.
        for (row, _) in
            values.chunks_exact_mut(width.max(1)).zip(weights).filter(|(_, weight)| **weight == 0.0)
        {
            row.fill(0.0);
        }
        visit(&Block { values: Values::Dense(&values), codes: &codes[span], weights })?;
    }
    Ok(())
}

fn spans(rows: usize, height: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(height).map(move |start| start..(start + height).min(rows))
}

fn copy_centred(matrix: MatrixView<'_>, origin: &[f64], values: &mut Vec<f64>) {
    let width = matrix.columns().max(1);
    match matrix.values() {
        Scalars::F64(from) => {
            for row in from.chunks_exact(width) {
                values.extend(row.iter().zip(origin).map(|(x, origin)| x - origin));
            }
        }
        Scalars::F32(from) => {
            for row in from.chunks_exact(width) {
                values.extend(row.iter().zip(origin).map(|(&x, origin)| f64::from(x) - origin));
            }
        }
    }
}
