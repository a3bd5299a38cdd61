//! Rows as numbers, some at a time.

use crate::design::DesignMatrixSpec;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, MatrixView, Scalars, SparseView, Target};
use hornbook_math::simd;
use std::ops::Range;

/// Numbers in a block, so that it stays in the nearer caches.
const BLOCK_VALUES: usize = 1 << 16;
/// Most and fewest rows of a block.
const BLOCK_ROWS: (usize, usize) = (64, 1024);

/// Some rows.
pub(crate) struct DesignBlock<'a, T, V = &'a [f64]> {
    /// The columns less an origin, row by row, or [`DesignValues`].
    pub values: V,
    /// The target of each row: its number, or the code of its class.
    pub targets: &'a [T],
    pub weights: &'a [f64],
}

/// The numbers of some rows.
#[derive(Clone, Copy)]
pub(crate) enum DesignValues<'a> {
    /// The columns less the origin, row by row.
    Dense(&'a [f64]),
    /// The columns as they are, without their zeros: taking the origin off is left to the sums.
    Sparse(SparseView<'a>),
}

/// The codes of the classes of the rows of a view.
pub(crate) fn codes_of(rows: &Dataset) -> Result<Vec<u32>> {
    match rows.require_target()?.1 {
        Target::Classes(classes) => Ok(rows.rows().iter().map(|row| classes.codes[row as usize]).collect()),
        Target::Numbers(_) => Err(Error::data("the target holds numbers", "give a target of classes")),
    }
}

/// Visits the rows of a view, whose targets are given, in blocks.
pub(crate) fn for_blocks<T>(
    design: &DesignMatrixSpec,
    rows: &Dataset,
    origin: &[f64],
    targets: &[T],
    mut visit: impl FnMut(&DesignBlock<'_, T>) -> Result<()>,
) -> Result<()> {
    let (weights, width) = (rows.row_weights(), design.width());
    let height = (BLOCK_VALUES / width.max(1)).clamp(BLOCK_ROWS.0, BLOCK_ROWS.1);
    let mut values = Vec::with_capacity(height.min(targets.len()) * width);
    for span in spans(targets.len(), height) {
        values.clear();
        match rows.matrix() {
            Some(matrix) => copy_centered(matrix.part(span.clone()), origin, &mut values),
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
        visit(&DesignBlock { values: &values, targets: &targets[span], weights })?;
    }
    Ok(())
}

/// The same, without their zeros where most numbers are zero.
pub(crate) fn for_stored_blocks<T>(
    design: &DesignMatrixSpec,
    rows: &Dataset,
    origin: &[f64],
    targets: &[T],
    mut visit: impl FnMut(&DesignBlock<'_, T, DesignValues<'_>>) -> Result<()>,
) -> Result<()> {
    let Some(sparse) = design.sparse_rows_of(rows) else {
        return for_blocks(design, rows, origin, targets, |&DesignBlock { values, targets, weights }| {
            visit(&DesignBlock { values: DesignValues::Dense(values), targets, weights })
        });
    };
    let (view, weights) = (sparse.view(), rows.row_weights());
    spans(targets.len(), BLOCK_ROWS.1).try_for_each(|span| {
        let values = DesignValues::Sparse(view.part(span.clone()));
        visit(&DesignBlock { values, targets: &targets[span.clone()], weights: &weights[span] })
    })
}

fn spans(rows: usize, height: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(height).map(move |start| start..(start + height).min(rows))
}

fn copy_centered(matrix: MatrixView<'_>, origin: &[f64], values: &mut Vec<f64>) {
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

/// Adds each row times its gradient.
pub(crate) fn add_products(values: &[f64], gradients: &[f64], gradient: &mut [f64]) {
    simd::run(AddProducts { values, gradients, gradient });
}

struct AddProducts<'a> {
    values: &'a [f64],
    gradients: &'a [f64],
    gradient: &'a mut [f64],
}

impl simd::SimdKernel for AddProducts<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let width = self.gradient.len();
        if width == 0 {
            return;
        }
        // Four rows at once, so that the sums are fetched and put back less often.
        let (rows, gradients) = (self.values.chunks_exact(4 * width), self.gradients.chunks_exact(4));
        let (rest, rest_gradients) = (rows.remainder(), gradients.remainder());
        for (four, gradients) in rows.zip(gradients) {
            let (first, last) = four.split_at(2 * width);
            let ((a, b), (c, d)) = (first.split_at(width), last.split_at(width));
            let lines = a.iter().zip(b).zip(c.iter().zip(d));
            for (sum, ((a, b), (c, d))) in self.gradient.iter_mut().zip(lines) {
                *sum += (gradients[0] * a + gradients[1] * b) + (gradients[2] * c + gradients[3] * d);
            }
        }
        for (row, gradient) in rest.chunks_exact(width).zip(rest_gradients) {
            self.gradient.iter_mut().zip(row).for_each(|(sum, x)| *sum += gradient * x);
        }
    }
}
