//! Euclid's distance on a grid of integers first.
//!
//! Every row $x$ is moved to the nearest point of a grid. It moves by a known length $\delta_x$, and so does the query, by
//! $\delta_q$: by the triangle inequality the distance on the grid, which integers give without rounding, is within
//! $\delta_x + \delta_q$ of the true one. Only rows that could be among the nearest by these bounds, hardly more than are
//! wanted, are measured exactly.

use crate::principal_axes::PrincipalAxes;
use hornbook_math::int16::{FARTHEST, Int16Panel, WIDE, largest, numbers_of};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// Fewer rows are measured at once.
const WORTH_A_GRID: usize = 256;
/// Lengths beyond which squares leave the range of double precision.
const LONGEST: f64 = 1e140;
/// Room for the rounding of lengths.
const ROUNDING: f64 = 1e-9;
/// A few rows may be so far out that a grid for them would be too coarse for the others.
const FAR_OUT: f64 = 4.0;
const FEW: usize = 1000;

/// Where the points of a grid are.
#[derive(Debug)]
pub(super) struct Quantizer {
    axes: PrincipalAxes,
    step: f64,
    /// The farthest that a row was moved, in steps.
    moved: f64,
    width: usize,
}

/// Rows on a grid.
pub(super) struct QuantizedRows {
    pub quantizer: Quantizer,
    /// The numbers of each row, in `parts` of a row each.
    pub numbers: Vec<Int16Panel>,
    pub parts: usize,
    /// Rows that are not on the grid, and always measured.
    pub outside: Vec<u32>,
}

impl QuantizedRows {
    /// None if a grid is not worth while.
    pub fn new(points: &Matrix, axes: impl Fn(&Matrix) -> PrincipalAxes) -> Option<QuantizedRows> {
        let (count, width) = (points.rows(), points.columns());
        if count < WORTH_A_GRID {
            return None;
        }
        let axes = axes(points);
        let rotated = axes.rotated_rows(points);
        let farthest = |row: &[f64]| row.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let reaches: Vec<f64> = rotated.values().par_chunks(width).with_min_len(256).map(farthest).collect();
        let mut order = reaches.clone();
        let (_, usual, beyond) = order.select_nth_unstable_by(count - 1 - count / FEW, f64::total_cmp);
        let most = beyond.iter().fold(*usual, |most, x| most.max(*x));
        let reach = if most > FAR_OUT * *usual { *usual } else { most };
        if !(most < LONGEST && reach > 1.0 / LONGEST) {
            return None;
        }
        let mut quantizer = Quantizer { axes, step: reach / f64::from(largest(width)), moved: 0.0, width };
        let parts = numbers_of(width);
        let mut numbers = vec![[0; WIDE]; count * parts];
        let rows = numbers.par_chunks_mut(parts).zip(rotated.values().par_chunks(width)).zip(&reaches);
        let moved =
            rows.with_min_len(256).map(
                |((numbers, row), row_reach)| {
                    if *row_reach <= reach { quantizer.round(row, numbers) } else { 0.0 }
                },
            );
        quantizer.moved = moved.reduce(|| 0.0, f64::max);
        let outside = (0..count as u32).filter(|&row| reaches[row as usize] > reach).collect();
        Some(QuantizedRows { quantizer, numbers, parts, outside })
    }

    /// The numbers of a row.
    pub fn row(&self, row: u32) -> &[Int16Panel] {
        &self.numbers[row as usize * self.parts..(row as usize + 1) * self.parts]
    }
}

impl Quantizer {
    /// A query on the grid, and how much longer or shorter than the true distance one on the grid can be, in steps.
    pub fn quantize(&self, query: &[f64]) -> (Vec<Int16Panel>, f64) {
        let mut numbers = vec![[0; WIDE]; numbers_of(self.width)];
        let moved = self.round(&self.axes.rotated(query), &mut numbers);
        (numbers, moved + self.moved)
    }

    /// Moves a row to the grid; how far, in steps.
    fn round(&self, rotated: &[f64], numbers: &mut [Int16Panel]) -> f64 {
        let most = f64::from(largest(rotated.len()));
        let mut squares = 0.0;
        for (x, whole) in rotated.iter().zip(numbers.as_flattened_mut()) {
            let steps = x / self.step;
            let rounded = steps.round_ties_even().clamp(-most, most);
            *whole = rounded as i16;
            squares += (steps - rounded).powi(2);
        }
        squares.sqrt() * (1.0 + ROUNDING) + ROUNDING * most * (rotated.len() as f64).sqrt()
    }

    /// The squared distance on the grid that a true distance allows.
    pub fn limit(&self, distance: f64, slack: f64) -> i32 {
        squared_limit(distance / self.step + slack)
    }

    /// How many columns rows have.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// The squared distance on the grid that a length in steps allows.
pub(super) fn squared_limit(steps: f64) -> i32 {
    let squared = (steps * (1.0 + ROUNDING)).powi(2).ceil();
    squared.min(f64::from(FARTHEST)) as i32
}
