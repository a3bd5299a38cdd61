//! Looks at every row.

use super::Neighbour;
use super::collect::Collect;
use super::grid_rows::GridRows;
use super::panels::Panels;
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;

/// Panels that are measured for all queries before the next come from memory.
const BLOCK: usize = 64;

/// All rows, one after the other.
#[derive(Debug)]
pub(super) enum Brute {
    /// Rows with Euclid's distance, on a grid first.
    Grid(Box<GridRows>),
    /// Rows as they are.
    Panels(Panels),
}

impl Brute {
    pub fn new(points: &Matrix, is_straight: bool) -> Brute {
        if is_straight && let Some(grid) = GridRows::new(points) {
            return Brute::Grid(Box::new(grid));
        }
        let mut panels = Panels::new(points.columns());
        panels.push(points, &(0..points.rows() as u32).collect::<Vec<_>>());
        Brute::Panels(panels)
    }

    pub fn search<K: Kernel, C: Collect>(
        &self,
        kernel: &K,
        points: &Matrix,
        queries: &[f64],
        collectors: &mut [C],
    ) {
        match self {
            Brute::Grid(grid) => grid.search(kernel, points, queries, collectors),
            Brute::Panels(panels) => {
                for first in (0..panels.len()).step_by(BLOCK) {
                    let block = first..(first + BLOCK).min(panels.len());
                    let queries = queries.chunks_exact(points.columns());
                    for (query, collect) in queries.zip(collectors.iter_mut()) {
                        panels.search(block.clone(), kernel, query, collect);
                    }
                }
            }
        }
    }
}

/// Offers a row.
pub(super) fn offer<K: Kernel, C: Collect>(
    kernel: &K,
    points: &Matrix,
    query: &[f64],
    row: u32,
    collect: &mut C,
) {
    let distance = kernel.finish(kernel.pair(points.row(row as usize), query));
    collect.offer(Neighbour { row, distance });
}
