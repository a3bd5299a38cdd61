//! Looks at every row.

use super::Neighbor;
use super::collector::Collector;
use super::panels::RowPanels;
use super::quantized_scan::QuantizedScan;
use crate::metric::kernel::DistanceKernel;
use hornbook_math::matrix::Matrix;

/// Panels that are measured for all queries before the next come from memory.
const BLOCK: usize = 64;

/// All rows, one after the other.
#[derive(Debug)]
pub(super) enum Brute {
    /// Rows with Euclid's distance, on a grid first.
    Quantized(Box<QuantizedScan>),
    /// Rows as they are.
    Panels(RowPanels),
}

impl Brute {
    pub fn new(points: &Matrix, is_straight: bool) -> Brute {
        if is_straight && let Some(quantizer) = QuantizedScan::new(points) {
            return Brute::Quantized(Box::new(quantizer));
        }
        let mut panels = RowPanels::new(points.columns());
        panels.push(points, &(0..points.rows() as u32).collect::<Vec<_>>());
        Brute::Panels(panels)
    }

    pub fn search<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        points: &Matrix,
        queries: &[f64],
        collectors: &mut [C],
    ) {
        match self {
            Brute::Quantized(quantizer) => quantizer.search(kernel, points, queries, collectors),
            Brute::Panels(panels) => {
                for first in (0..panels.len()).step_by(BLOCK) {
                    let block = first..(first + BLOCK).min(panels.len());
                    let queries = queries.chunks_exact(points.columns());
                    for (query, collector) in queries.zip(collectors.iter_mut()) {
                        panels.search(block.clone(), kernel, query, collector);
                    }
                }
            }
        }
    }
}

/// Offers a row.
pub(super) fn offer<K: DistanceKernel, C: Collector>(
    kernel: &K,
    points: &Matrix,
    query: &[f64],
    row: u32,
    collector: &mut C,
) {
    let distance = kernel.finish(kernel.pair(points.row(row as usize), query));
    collector.offer(Neighbor { row, distance });
}
