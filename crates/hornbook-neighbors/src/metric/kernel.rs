//! The inner loops of distances. Every search calls these, so that a distance has the same bits wherever it is taken.
//!
//! A kernel adds up over the columns, in their order, and finishes the sum: what is compared most often is the sum. Rows
//! stand in panels of [`LANES`], column by column, so that one instruction serves several rows.

use hornbook_math::simd;

/// How many rows stand side by side in a panel.
pub(crate) const LANES: usize = 8;

/// The rows of a panel: for each column its numbers.
pub(crate) type RowPanel = [[f64; LANES]];

/// How distances are computed.
pub(crate) trait DistanceKernel: Sync {
    /// The sum of two rows.
    fn pair(&self, one: &[f64], other: &[f64]) -> f64;

    /// The sums of the rows of a panel and another row.
    fn panel(&self, panel: &RowPanel, row: &[f64]) -> [f64; LANES];

    /// The distance that a sum stands for.
    fn finish(&self, sum: f64) -> f64;

    /// A sum beyond which no distance is as small as this one.
    fn most(&self, distance: f64) -> f64;

    /// The distance for which the triangle inequality holds.
    fn straight(&self, sum: f64) -> f64 {
        self.finish(sum)
    }

    /// A sum that none of the rows in a box is below. Only asked where sums go by columns.
    fn to_box(&self, _low: &[f64], _high: &[f64], _row: &[f64]) -> f64 {
        0.0
    }

    /// The sums of the rows of many panels and another row.
    fn panels(&self, width: usize, panels: &[[f64; LANES]], row: &[f64], sums: &mut [[f64; LANES]]);
}

/// A kernel that adds up a term for each column.
trait DistanceTerm: Sync {
    fn add(&self, sum: f64, difference: f64) -> f64;
}

struct PanelDistances<'a, T> {
    terms: &'a T,
    width: usize,
    panels: &'a [[f64; LANES]],
    row: &'a [f64],
    sums: &'a mut [[f64; LANES]],
}

impl<T: DistanceTerm> simd::SimdKernel for PanelDistances<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (panel, sums) in self.panels.chunks_exact(self.width.max(1)).zip(self.sums) {
            *sums = [0.0; LANES];
            for (column, x) in panel.iter().zip(self.row) {
                for lane in 0..LANES {
                    sums[lane] = self.terms.add(sums[lane], column[lane] - x);
                }
            }
        }
    }
}

/// What all kernels that add up terms share.
macro_rules! by_columns {
    () => {
        #[inline]
        fn pair(&self, one: &[f64], other: &[f64]) -> f64 {
            one.iter().zip(other).fold(0.0, |sum, (a, b)| self.add(sum, a - b))
        }

        fn panel(&self, panel: &RowPanel, row: &[f64]) -> [f64; LANES] {
            let mut sums = [[0.0; LANES]];
            self.panels(row.len(), panel, row, &mut sums);
            sums[0]
        }

        fn panels(&self, width: usize, panels: &[[f64; LANES]], row: &[f64], sums: &mut [[f64; LANES]]) {
            simd::run(PanelDistances { terms: self, width, panels, row, sums });
        }

        // Rounding never turns an order round, so the terms, and the sums in the same order, are no larger than those of
        // any row in the box.
        #[inline]
        fn to_box(&self, low: &[f64], high: &[f64], row: &[f64]) -> f64 {
            let ends = low.iter().zip(high);
            row.iter()
                .zip(ends)
                .fold(0.0, |sum, (x, (low, high))| self.add(sum, (low - x).max(x - high).max(0.0)))
        }
    };
}

/// A little more than one, which covers the rounding of a few operations.
const ABOVE_ONE: f64 = 1.0 + 8.0 * f64::EPSILON;

/// Squared differences; finished by the root, or by half of it all.
pub(crate) struct EuclideanKernel {
    half: bool,
}

impl EuclideanKernel {
    /// Euclid's distance.
    pub const ROOT: EuclideanKernel = EuclideanKernel { half: false };
    /// The cosine distance of rows of length 1.
    pub const HALF: EuclideanKernel = EuclideanKernel { half: true };
}

impl DistanceTerm for EuclideanKernel {
    #[inline(always)]
    fn add(&self, sum: f64, difference: f64) -> f64 {
        sum + difference * difference
    }
}

impl DistanceKernel for EuclideanKernel {
    by_columns!();

    #[inline]
    fn finish(&self, sum: f64) -> f64 {
        if self.half { sum / 2.0 } else { sum.sqrt() }
    }

    #[inline]
    fn most(&self, distance: f64) -> f64 {
        let sum = if self.half { 2.0 * distance } else { distance * distance };
        // The least above zero, too: squares of tiny differences vanish.
        sum * ABOVE_ONE + f64::MIN_POSITIVE
    }

    fn straight(&self, sum: f64) -> f64 {
        sum.sqrt()
    }
}

/// Sizes of differences.
pub(crate) struct ManhattanKernel;

impl DistanceTerm for ManhattanKernel {
    #[inline(always)]
    fn add(&self, sum: f64, difference: f64) -> f64 {
        sum + difference.abs()
    }
}

impl DistanceKernel for ManhattanKernel {
    by_columns!();

    fn finish(&self, sum: f64) -> f64 {
        sum
    }

    fn most(&self, distance: f64) -> f64 {
        distance
    }
}

/// The largest difference.
pub(crate) struct ChebyshevKernel;

impl DistanceTerm for ChebyshevKernel {
    #[inline(always)]
    fn add(&self, sum: f64, difference: f64) -> f64 {
        let size = difference.abs();
        if size > sum { size } else { sum }
    }
}

impl DistanceKernel for ChebyshevKernel {
    by_columns!();

    fn finish(&self, sum: f64) -> f64 {
        sum
    }

    fn most(&self, distance: f64) -> f64 {
        distance
    }
}

/// Powers of differences.
pub(crate) struct MinkowskiKernel(pub f64);

impl DistanceTerm for MinkowskiKernel {
    #[inline(always)]
    fn add(&self, sum: f64, difference: f64) -> f64 {
        sum + difference.abs().powf(self.0)
    }
}

/// How far a power may be from the true one, relative to it.
const POWER_ERROR: f64 = 1e-12;

impl DistanceKernel for MinkowskiKernel {
    by_columns!();

    fn finish(&self, sum: f64) -> f64 {
        sum.powf(1.0 / self.0)
    }

    fn most(&self, distance: f64) -> f64 {
        // Powers are not rounded in order, so this and every box must leave room for their error.
        distance.powf(self.0) * (1.0 + self.0 * POWER_ERROR) + f64::MIN_POSITIVE
    }
}

/// Any function of two rows.
pub(crate) struct PairwiseKernel<F>(pub F);

impl<F: Fn(&[f64], &[f64]) -> f64 + Sync> DistanceKernel for PairwiseKernel<F> {
    fn pair(&self, one: &[f64], other: &[f64]) -> f64 {
        (self.0)(one, other)
    }

    fn panel(&self, panel: &RowPanel, row: &[f64]) -> [f64; LANES] {
        let mut one = vec![0.0; row.len()];
        std::array::from_fn(|lane| {
            one.iter_mut().zip(panel).for_each(|(x, column)| *x = column[lane]);
            self.pair(&one, row)
        })
    }

    fn finish(&self, sum: f64) -> f64 {
        sum
    }

    fn most(&self, distance: f64) -> f64 {
        distance
    }

    fn panels(&self, width: usize, panels: &[[f64; LANES]], row: &[f64], sums: &mut [[f64; LANES]]) {
        for (panel, sums) in panels.chunks_exact(width.max(1)).zip(sums) {
            *sums = self.panel(panel, row);
        }
    }
}
