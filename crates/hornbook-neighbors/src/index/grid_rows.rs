//! All rows on a grid, one after the other.

use super::collect::Collect;
use super::grid::{Grid, OnGrid};
use super::near::Near;
use crate::axes::Axes;
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;
use hornbook_math::short::{ShortQueries, ShortRows};

/// How many queries go over the rows side by side.
const QUERIES: usize = 4;
/// Rows of so many numbers stay in the cache while all queries go over them.
const BLOCK: usize = 1 << 16;

/// Rows on a grid, in their order.
#[derive(Debug)]
pub(super) struct GridRows {
    grid: Grid,
    rows: ShortRows,
    outside: Vec<u32>,
}

impl GridRows {
    /// None if a grid is not worth while.
    pub fn new(points: &Matrix) -> Option<GridRows> {
        let on_grid = OnGrid::new(points, Axes::as_they_lie)?;
        let mut outside = on_grid.outside.iter().copied().peekable();
        let rows = ShortRows::new(points.columns(), points.rows(), |row, whole| {
            if outside.next_if_eq(&(row as u32)).is_some() {
                return false;
            }
            whole.copy_from_slice(&on_grid.row(row as u32).as_flattened()[..whole.len()]);
            true
        });
        Some(GridRows { grid: on_grid.grid, rows, outside: on_grid.outside })
    }

    pub fn search<K: Kernel, C: Collect>(
        &self,
        kernel: &K,
        points: &Matrix,
        queries: &[f64],
        collectors: &mut [C],
    ) {
        let width = self.grid.width();
        let mut searches = Vec::with_capacity(collectors.len().next_multiple_of(QUERIES));
        let short = ShortQueries::<QUERIES>::new(width, collectors.len(), |place, whole| {
            let (numbers, slack) = self.grid.place(&queries[place * width..(place + 1) * width]);
            whole.copy_from_slice(&numbers.as_flattened()[..width]);
            searches.push(Near::new(collectors[place].wanted(), slack, &self.grid, kernel));
        });
        searches.resize_with(searches.len().next_multiple_of(QUERIES), Near::nobody);
        for span in self.rows.spans(BLOCK / width) {
            for (some, searches) in searches.as_chunks_mut::<QUERIES>().0.iter_mut().enumerate() {
                let mut limits: [i32; QUERIES] = std::array::from_fn(|query| searches[query].limit());
                self.rows.visit_near(span.clone(), &short, some, &mut limits, |query, row, squared| {
                    searches[query].take(row as u32, squared)
                });
            }
        }
        for ((near, query), collect) in searches.iter_mut().zip(queries.chunks(width)).zip(collectors) {
            near.offer(kernel, points, query, &self.outside, collect);
        }
    }
}
