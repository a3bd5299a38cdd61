//! Rows as numbers, some at a time.

use crate::design::sparse_rows_of;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, SparseView, Target};
use hornbook_encoding::Encoder;
use hornbook_math::simd;

/// Rows of a block that is not made dense.
const SPARSE_ROWS: usize = 1024;

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
    design: &Encoder,
    rows: &Dataset,
    origin: &[f64],
    targets: &[T],
    mut visit: impl FnMut(&DesignBlock<'_, T>) -> Result<()>,
) -> Result<()> {
    let (weights, width) = (rows.row_weights(), design.width());
    let mut values = Vec::new();
    for span in design.block_spans(targets.len()) {
        design.write_rows(&rows.slice(span.clone()).features_in_place(), Some(origin), &mut values);
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
    design: &Encoder,
    rows: &Dataset,
    origin: &[f64],
    targets: &[T],
    mut visit: impl FnMut(&DesignBlock<'_, T, DesignValues<'_>>) -> Result<()>,
) -> Result<()> {
    let Some(sparse) = sparse_rows_of(design, rows) else {
        return for_blocks(design, rows, origin, targets, |&DesignBlock { values, targets, weights }| {
            visit(&DesignBlock { values: DesignValues::Dense(values), targets, weights })
        });
    };
    let (view, weights) = (sparse.view(), rows.row_weights());
    (0..targets.len()).step_by(SPARSE_ROWS).try_for_each(|start| {
        let span = start..(start + SPARSE_ROWS).min(targets.len());
        let values = DesignValues::Sparse(view.part(span.clone()));
        visit(&DesignBlock { values, targets: &targets[span.clone()], weights: &weights[span] })
    })
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
