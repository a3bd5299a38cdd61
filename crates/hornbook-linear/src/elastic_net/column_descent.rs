//! Coordinate descent on the columns themselves, for wide tables in which so many columns have a weight that their products
//! with each other would fill the memory: a weight that moves costs as much as there are rows.

use super::columns::{DotProduct, ScaledColumns};
use super::descent::{CoordinateDescentLimits, CoordinateDescentResult, SweepObserver};
use super::penalty::{CoordinatePenalty, ElasticNetPenalty};
use hornbook_core::Result;
use hornbook_math::simd;

/// Moves the coefficients until the gap is small enough.
pub(super) fn descend_on_columns(
    columns: &ScaledColumns,
    penalty: ElasticNetPenalty,
    weights: &mut [f64],
    limits: CoordinateDescentLimits,
    watch: &mut SweepObserver<'_>,
) -> Result<CoordinateDescentResult> {
    let all: Vec<usize> = (0..columns.len()).collect();
    let mut sweeps = 0;
    loop {
        // From the coefficients, and not from the residuals of the sweep before, so that rounding does not
        // add up.
        let mut residuals = columns.residuals(weights);
        let gradients = columns.products(&all, &residuals);
        let squares = simd::run(DotProduct(&residuals, &residuals));
        let gap = penalty.gap(weights, &gradients, squares);
        if sweeps > 0 {
            watch(sweeps, gap, weights.iter().filter(|w| **w != 0.0).count())?;
        }
        if gap <= limits.gap || sweeps == limits.sweeps {
            return Ok(CoordinateDescentResult { gap, sweeps, squares });
        }
        let may_move = |&column: &usize| weights[column] != 0.0 || gradients[column].abs() > penalty.l1;
        let moving: Vec<usize> = all.iter().copied().filter(may_move).collect();
        sweeps += 1;
        columns.sweep(penalty, &moving, weights, &mut residuals);
    }
}
