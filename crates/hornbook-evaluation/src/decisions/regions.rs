//! Where each action is taken: decision regions and the boundaries between them.

use super::LossMatrix;
use hornbook_core::{Error, Result};
use rayon::prelude::*;

/// A position on a grid line where the action changes, found to rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The first feature.
    pub x: f64,
    /// The second feature; 0 on a line.
    pub y: f64,
    /// The action on the side of the smaller values.
    pub before: u32,
    /// The action that follows it.
    pub after: u32,
}

/// The regions of one feature.
#[derive(Debug, Clone, PartialEq)]
pub struct LineRegions {
    /// The action at each point of the grid.
    pub actions: Vec<u32>,
    /// Where one action gives way to the next, ascending.
    pub boundaries: Vec<Crossing>,
}

/// The regions of two features.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaneRegions {
    /// The action at each point of the grid: a list for each value of the second feature.
    pub actions: Vec<Vec<u32>>,
    /// Where boundaries cross the lines of the grid.
    pub boundaries: Vec<Crossing>,
}

/// The action of least risk along one feature. `probabilities` gives those of the classes at a value of it. A region
/// that lies between two points of the grid and reaches neither is not seen; a finer grid sees it.
pub fn regions_of_line(
    losses: &LossMatrix,
    grid: &[f64],
    probabilities: impl Fn(f64) -> Vec<f64> + Sync,
) -> Result<LineRegions> {
    check_grid(grid)?;
    let decide = |x: f64, _y: f64| losses.decide(&probabilities(x)).map(|action| action as u32);
    let actions = grid.par_iter().map(|&x| decide(x, 0.0)).collect::<Result<Vec<u32>>>()?;
    let points: Vec<(f64, f64)> = grid.iter().map(|&x| (x, 0.0)).collect();
    let boundaries = crossings(&points, &actions, &decide)?;
    Ok(LineRegions { actions, boundaries })
}

/// The action of least risk over two features, as [`regions_of_line`] has it for one.
pub fn regions_of_plane(
    losses: &LossMatrix,
    xs: &[f64],
    ys: &[f64],
    probabilities: impl Fn(f64, f64) -> Vec<f64> + Sync,
) -> Result<PlaneRegions> {
    check_grid(xs)?;
    check_grid(ys)?;
    let decide = |x: f64, y: f64| losses.decide(&probabilities(x, y)).map(|action| action as u32);
    let actions = ys
        .par_iter()
        .map(|&y| xs.iter().map(|&x| decide(x, y)).collect::<Result<Vec<u32>>>())
        .collect::<Result<Vec<_>>>()?;
    let along_rows = ys.par_iter().zip(&actions).map(|(&y, row)| {
        let points: Vec<(f64, f64)> = xs.iter().map(|&x| (x, y)).collect();
        crossings(&points, row, &decide)
    });
    let mut boundaries = along_rows.collect::<Result<Vec<_>>>()?.concat();
    let along_columns = xs.par_iter().enumerate().map(|(column, &x)| {
        let points: Vec<(f64, f64)> = ys.iter().map(|&y| (x, y)).collect();
        let column: Vec<u32> = actions.iter().map(|row| row[column]).collect();
        crossings(&points, &column, &decide)
    });
    boundaries.extend(along_columns.collect::<Result<Vec<_>>>()?.concat());
    Ok(PlaneRegions { actions, boundaries })
}

/// Boundaries that are looked for between two points of the grid; where there are more, the grid is too coarse.
const MOST_BETWEEN: usize = 16;

/// The changes of action along a line of points.
fn crossings(
    points: &[(f64, f64)],
    actions: &[u32],
    decide: &impl Fn(f64, f64) -> Result<u32>,
) -> Result<Vec<Crossing>> {
    let mut found = Vec::new();
    for (ends, pair) in points.windows(2).zip(actions.windows(2)) {
        let (mut place, mut action) = (ends[0], pair[0]);
        // A third action may stand between the two.
        for _ in 0..MOST_BETWEEN {
            if action == pair[1] {
                break;
            }
            let crossing = first_change((place, action), (ends[1], pair[1]), decide)?;
            (place, action) = ((crossing.x, crossing.y), crossing.after);
            found.push(crossing);
        }
    }
    Ok(found)
}

/// Where the action of the first point ends on the way to the second. Halving goes on until no number lies between
/// the two sides.
fn first_change(
    (mut from, before): ((f64, f64), u32),
    (mut to, mut after): ((f64, f64), u32),
    decide: &impl Fn(f64, f64) -> Result<u32>,
) -> Result<Crossing> {
    loop {
        let middle = (from.0 + (to.0 - from.0) / 2.0, from.1 + (to.1 - from.1) / 2.0);
        if middle == from || middle == to {
            return Ok(Crossing { x: to.0, y: to.1, before, after });
        }
        let action = decide(middle.0, middle.1)?;
        if action == before {
            from = middle;
        } else {
            (to, after) = (middle, action);
        }
    }
}

fn check_grid(grid: &[f64]) -> Result<()> {
    if !grid.is_empty() && grid.iter().all(|x| x.is_finite()) && grid.windows(2).all(|pair| pair[0] < pair[1])
    {
        return Ok(());
    }
    Err(Error::data("the grid is not an ascending list of numbers", "sort it and leave out repetitions"))
}
