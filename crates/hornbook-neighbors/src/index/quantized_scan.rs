//! All rows on a grid, one after the other.

use super::candidates::CandidateSet;
use super::collector::Collector;
use super::quantizer::{QuantizedRows, Quantizer};
use crate::metric::kernel::DistanceKernel;
use crate::principal_axes::PrincipalAxes;
use hornbook_math::int16::{Int16Queries, Int16Rows};
use hornbook_math::matrix::Matrix;

/// How many queries go over the rows side by side.
const QUERIES: usize = 4;
/// Rows of so many numbers stay in the cache while all queries go over them.
const BLOCK: usize = 1 << 16;

/// Rows on a grid, in their order.
#[derive(Debug)]
pub(super) struct QuantizedScan {
    quantizer: Quantizer,
    rows: Int16Rows,
    outside: Vec<u32>,
}

impl QuantizedScan {
    /// None if a grid is not worth while.
    pub fn new(points: &Matrix) -> Option<QuantizedScan> {
        let quantized = QuantizedRows::new(points, PrincipalAxes::unrotated)?;
        let mut outside = quantized.outside.iter().copied().peekable();
        let rows = Int16Rows::new(points.columns(), points.rows(), |row, whole| {
            if outside.next_if_eq(&(row as u32)).is_some() {
                return false;
            }
            whole.copy_from_slice(&quantized.row(row as u32).as_flattened()[..whole.len()]);
            true
        });
        Some(QuantizedScan { quantizer: quantized.quantizer, rows, outside: quantized.outside })
    }

    pub fn search<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        points: &Matrix,
        queries: &[f64],
        collectors: &mut [C],
    ) {
        let width = self.quantizer.width();
        let mut searches = Vec::with_capacity(collectors.len().next_multiple_of(QUERIES));
        let short = Int16Queries::<QUERIES>::new(width, collectors.len(), |place, whole| {
            let (numbers, slack) = self.quantizer.quantize(&queries[place * width..(place + 1) * width]);
            whole.copy_from_slice(&numbers.as_flattened()[..width]);
            searches.push(CandidateSet::new(collectors[place].wanted(), slack, &self.quantizer, kernel));
        });
        searches.resize_with(searches.len().next_multiple_of(QUERIES), CandidateSet::empty);
        for span in self.rows.spans(BLOCK / width) {
            for (some, searches) in searches.as_chunks_mut::<QUERIES>().0.iter_mut().enumerate() {
                let mut limits: [i32; QUERIES] = std::array::from_fn(|query| searches[query].limit());
                self.rows.visit_near(span.clone(), &short, some, &mut limits, |query, row, squared| {
                    searches[query].take(row as u32, squared)
                });
            }
        }
        for ((candidates, query), collector) in searches.iter_mut().zip(queries.chunks(width)).zip(collectors)
        {
            candidates.offer(kernel, points, query, &self.outside, collector);
        }
    }
}
