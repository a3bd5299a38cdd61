//! Coordinate descent on the columns themselves, for wide tables in which so many columns have a weight that their products
//! with each other would fill the memory: a weight that moves costs as much as there are rows.

use super::columns::{Columns, Product};
use super::descent::{Ended, Limits, Watch};
use super::penalty::{Penalty, Prices};
use hornbook_core::Result;
use hornbook_math::wide;

/// Moves the weights until the gap is small enough.
pub(super) fn descend_on_columns(
    columns: &Columns,
    prices: Prices,
    weights: &mut [f64],
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Result<Ended> {
    let all: Vec<usize> = (0..columns.len()).collect();
    let mut sweeps = 0;
    loop {
        // From the weights, and not from the residuals of the round before, so that rounding does not add up.
        let mut residuals = columns.residuals(weights);
        let slopes = columns.products(&all, &residuals);
        let squares = wide::run(Product(&residuals, &residuals));
        let gap = prices.gap(weights, &slopes, squares);
        if sweeps > 0 {
            watch(sweeps, gap, weights.iter().filter(|w| **w != 0.0).count())?;
        }
        if gap <= limits.gap || sweeps == limits.sweeps {
            return Ok(Ended { gap, sweeps, squares });
        }
        let may_move = |&column: &usize| weights[column] != 0.0 || slopes[column].abs() > prices.l1;
        let moving: Vec<usize> = all.iter().copied().filter(may_move).collect();
        sweeps += 1;
        columns.sweep(prices, &moving, weights, &mut residuals);
    }
}
