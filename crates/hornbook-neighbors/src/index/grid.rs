//! Euclid's distance on a grid of whole numbers first.
//!
//! Every row $x$ is moved to the nearest point of a grid. It moves by a known length $\delta_x$, and so does the query, by
//! $\delta_q$: by the triangle inequality the distance on the grid, which whole numbers give without rounding, is within
//! $\delta_x + \delta_q$ of the true one. Only rows that could be among the nearest by these bounds, hardly more than are
//! wanted, are measured exactly.

use super::brute::offer;
use super::collect::{Collect, Wanted};
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;
use hornbook_math::short::{FARTHEST, QUERIES, ShortQueries, ShortRows, largest};

/// Fewer rows are measured at once.
const WORTH_A_GRID: usize = 256;
/// Rows of so many numbers stay in the cache while all queries go over them.
const BLOCK: usize = 1 << 16;
/// Lengths beyond which squares leave the range of double precision.
const LONGEST: f64 = 1e140;
/// Room for the rounding of lengths.
const ROUNDING: f64 = 1e-9;
/// A few rows may be so far out that a grid for them would be too coarse for the others.
const FAR_OUT: f64 = 4.0;
const FEW: usize = 1000;

/// Rows on a grid.
#[derive(Debug)]
pub(super) struct Grid {
    centre: Vec<f64>,
    step: f64,
    /// The farthest that a row was moved, in steps.
    moved: f64,
    rows: ShortRows,
    /// Rows that are not on the grid, and always measured.
    outside: Vec<u32>,
}

impl Grid {
    /// None if a grid is not worth while.
    pub fn new(points: &Matrix) -> Option<Grid> {
        let (count, width) = (points.rows(), points.columns());
        if count < WORTH_A_GRID {
            return None;
        }
        let mut centre = vec![0.0; width];
        for row in 0..count {
            centre.iter_mut().zip(points.row(row)).for_each(|(mean, x)| *mean += x / count as f64);
        }
        let reach = |row: usize| {
            let sizes = points.row(row).iter().zip(&centre).map(|(x, c)| (x - c).abs());
            sizes.fold(0.0, f64::max)
        };
        let reaches: Vec<f64> = (0..count).map(reach).collect();
        let mut order = reaches.clone();
        let (_, usual, beyond) = order.select_nth_unstable_by(count - 1 - count / FEW, f64::total_cmp);
        let most = beyond.iter().fold(*usual, |most, x| most.max(*x));
        let reach = if most > FAR_OUT * *usual { *usual } else { most };
        if !(most < LONGEST && reach > 1.0 / LONGEST) {
            return None;
        }
        let mut grid = Grid {
            centre,
            step: reach / f64::from(largest(width)),
            moved: 0.0,
            rows: ShortRows::new(width, 0, |_, _| false),
            outside: (0..count as u32).filter(|&row| reaches[row as usize] > reach).collect(),
        };
        let mut moved: f64 = 0.0;
        grid.rows = ShortRows::new(width, count, |row, whole| {
            let is_on_grid = reaches[row] <= reach;
            if is_on_grid {
                moved = moved.max(grid.round(points.row(row), whole));
            }
            is_on_grid
        });
        grid.moved = moved;
        Some(grid)
    }

    /// Moves a row to the grid; how far, in steps.
    fn round(&self, row: &[f64], whole: &mut [i16]) -> f64 {
        let most = f64::from(largest(row.len()));
        let mut squares = 0.0;
        for ((x, c), whole) in row.iter().zip(&self.centre).zip(whole) {
            let steps = (x - c) / self.step;
            let rounded = steps.round_ties_even().clamp(-most, most);
            *whole = rounded as i16;
            squares += (steps - rounded).powi(2);
        }
        squares.sqrt() * (1.0 + ROUNDING) + ROUNDING * most
    }

    pub fn search<K: Kernel, C: Collect>(
        &self,
        kernel: &K,
        points: &Matrix,
        queries: &[f64],
        collectors: &mut [C],
    ) {
        let width = points.columns();
        let mut searches = Vec::with_capacity(collectors.len().next_multiple_of(QUERIES));
        let short = ShortQueries::new(width, collectors.len(), |place, whole| {
            let moved = self.round(&queries[place * width..(place + 1) * width], whole);
            let slack = moved + self.moved;
            searches.push(Near::new(collectors[place].wanted(), slack, self, kernel));
        });
        searches.resize_with(searches.len().next_multiple_of(QUERIES), Near::nobody);
        for span in self.rows.spans(BLOCK / width) {
            for (four, searches) in searches.as_chunks_mut::<QUERIES>().0.iter_mut().enumerate() {
                let mut limits = [0, 1, 2, 3].map(|query: usize| searches[query].limit);
                self.rows.visit_near(span.clone(), &short, four, &mut limits, |query, row, squared| {
                    searches[query].take(row as u32, squared)
                });
            }
        }
        for ((near, query), collect) in searches.iter_mut().zip(queries.chunks(width)).zip(collectors) {
            near.finish();
            let rows = near.found.iter().map(|(_, row)| row).chain(&self.outside);
            rows.for_each(|&row| offer(kernel, points, query, row, collect));
        }
    }
}

/// The search of one query on the grid: rows that may be among those wanted.
struct Near {
    /// How many are wanted; none for a radius, whose limit does not change.
    wanted: Option<usize>,
    /// How much longer or shorter than the true distance one on the grid can be, in steps.
    slack: f64,
    /// The largest squared distance on the grid that is of interest.
    limit: i32,
    found: Vec<(i32, u32)>,
    /// With so many it is time to leave some out.
    full: usize,
}

impl Near {
    fn new<K: Kernel>(wanted: Wanted, slack: f64, grid: &Grid, kernel: &K) -> Near {
        let (wanted, limit, full) = match wanted {
            Wanted::Count(count) => (Some(count), FARTHEST, 2 * count + 32),
            Wanted::Radius(radius) => {
                let steps = kernel.straight(kernel.most(radius)) / grid.step;
                (None, squared_limit(steps + slack), usize::MAX)
            }
        };
        Near { wanted, slack, limit, found: Vec::new(), full }
    }

    /// A place in a group of queries that nobody asks from.
    fn nobody() -> Near {
        Near { wanted: None, slack: 0.0, limit: i32::MIN, found: Vec::new(), full: usize::MAX }
    }

    /// Takes a row; the limit from there on.
    #[inline]
    fn take(&mut self, row: u32, squared: i32) -> i32 {
        self.found.push((squared, row));
        if self.found.len() >= self.full {
            self.finish();
            self.full = 2 * self.found.len() + 32;
        }
        self.limit
    }

    /// Leaves out rows that cannot be among those wanted.
    fn finish(&mut self) {
        let Some(wanted) = self.wanted.filter(|&wanted| wanted < self.found.len()) else { return };
        if wanted == 0 {
            self.found.clear();
            return;
        }
        let (_, (farthest, _), _) = self.found.select_nth_unstable(wanted - 1);
        // So many rows are truly no farther than this one on the grid and the slack; whoever is beyond that, and the slack
        // once more, is farther than all of them.
        self.limit = squared_limit(f64::from(*farthest).sqrt() + 2.0 * self.slack);
        let limit = self.limit;
        self.found.retain(|(squared, _)| *squared <= limit);
    }
}

/// The squared distance on the grid that a length in steps allows.
fn squared_limit(steps: f64) -> i32 {
    let squared = (steps * (1.0 + ROUNDING)).powi(2).ceil();
    squared.min(f64::from(FARTHEST)) as i32
}
