//! Fewer rows that predict as well, or better.
//!
//! *Condensing* (Hart 1968) keeps as few rows as give every training row its own class by the nearest of them: the first
//! row, then every row that those kept so far would get wrong, in the order of the table, again and again until none is
//! wrong. Of rows that are equally near, one of the row's class is enough. What is kept lies along the borders between
//! classes. It depends on the order of the rows, and keeps the noise.
//!
//! *Editing* (Wilson 1972) leaves out every row that the majority of its $k$ nearest neighbors, itself not among them,
//! contradicts: noise and rows beyond the border. All rows are tested before any is left out, so that their order does not
//! matter. Edit first, then condense, to have both.
//!
//! ```
//! use hornbook_core::Run;
//! use hornbook_math::matrix::Matrix;
//! use hornbook_neighbors::{Metric, prototype_selection};
//!
//! let rows = Matrix::new(6, 1, vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0])?;
//! let kept = prototype_selection::condense(&rows, &Metric::Euclidean, &[0, 0, 0, 1, 1, 1], &Run::default())?;
//! assert_eq!(kept, [0, 2, 3], "the first row, and those at the border");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

#[cfg(test)]
mod tests;

use crate::events::NeighborsEvent;
use crate::index::{Algorithm, Index, Neighbor};
use crate::metric::kernel::DistanceKernel;
use crate::metric::{Metric, UseDistanceKernel};
use crate::training_index::{TrainingIndex, WeightedNeighbor};
use crate::voting::VoteCounts;
use hornbook_core::{Error, Result, Run};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// The rows that condensing keeps, in the order of the table.
pub fn condense(rows: &Matrix, metric: &Metric, classes: &[u32], run: &Run) -> Result<Vec<u32>> {
    check_classes(rows, classes)?;
    let index = Index::new(rows.clone(), metric.clone(), Algorithm::Brute)?;
    condensed(index.points(), metric, classes, run)
}

/// The rows that editing keeps: those that the majority of their `k` nearest neighbors does not contradict.
pub fn edit(rows: &Matrix, metric: &Metric, classes: &[u32], k: u32, run: &Run) -> Result<Vec<u32>> {
    check_classes(rows, classes)?;
    let index = Index::new(rows.clone(), metric.clone(), Algorithm::Auto)?;
    agreeing(&OwnNeighbors { lists: own_neighbors(&index, k) }, classes, run)
}

fn check_classes(rows: &Matrix, classes: &[u32]) -> Result<()> {
    if rows.rows() == classes.len() {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {} rows and {} classes", rows.rows(), classes.len()),
        "give a class for each row",
    ))
}

/// Condenses points where the metric's kernel measures.
pub(crate) fn condensed(points: &Matrix, metric: &Metric, classes: &[u32], run: &Run) -> Result<Vec<u32>> {
    struct Condense<'a>(&'a Matrix, &'a [u32], &'a Run);
    impl UseDistanceKernel for Condense<'_> {
        type Output = Result<Vec<u32>>;
        fn run<K: DistanceKernel>(self, kernel: &K) -> Result<Vec<u32>> {
            condense_with(kernel, self.0, self.1, self.2)
        }
    }
    metric.with_kernel(Condense(points, classes, run))
}

/// The rows that are kept and nearest to a row: how far they are, and whether one of them has its class.
type Nearest = (f64, bool);

fn condense_with<K: DistanceKernel>(
    kernel: &K,
    points: &Matrix,
    classes: &[u32],
    run: &Run,
) -> Result<Vec<u32>> {
    let mut nearest: Vec<Nearest> = vec![(f64::INFINITY, false); points.rows()];
    let mut kept = vec![false; points.rows()];
    let keep = |row: usize, kept: &mut [bool], nearest: &mut [Nearest]| {
        kept[row] = true;
        nearest.par_iter_mut().enumerate().with_min_len(1024).for_each(|(other, (least, is_right))| {
            let distance = kernel.finish(kernel.pair(points.row(row), points.row(other)));
            if distance <= *least {
                let is_same = classes[row] == classes[other];
                *is_right = is_same || (distance == *least && *is_right);
                *least = distance;
            }
        });
    };
    if points.rows() > 0 {
        keep(0, &mut kept, &mut nearest);
    }
    for pass in 1.. {
        let mut added = 0;
        for row in 0..points.rows() {
            if kept[row] || nearest[row].1 {
                continue;
            }
            run.check()?;
            keep(row, &mut kept, &mut nearest);
            added += 1;
        }
        let count = kept.iter().filter(|kept| **kept).count();
        run.trace(|| NeighborsEvent::Pass { pass, kept: count, changed: added });
        if added == 0 {
            break;
        }
    }
    Ok((0..points.rows() as u32).filter(|&row| kept[row as usize]).collect())
}

/// Edits the rows of a model, with their weights.
pub(crate) fn edited(training_index: &TrainingIndex, classes: &[u32], k: u32, run: &Run) -> Result<Vec<u32>> {
    agreeing(&OwnNeighbors { lists: training_index.nearest_of_own(k.into(), run)? }, classes, run)
}

/// The neighbors of each row but itself.
struct OwnNeighbors {
    lists: Vec<Vec<WeightedNeighbor>>,
}

fn own_neighbors(index: &Index, k: u32) -> Vec<Vec<WeightedNeighbor>> {
    let counted = |one: &Neighbor| WeightedNeighbor { row: one.row, distance: one.distance, weight: 1.0 };
    index.nearest_others(k as usize).iter().map(|others| others.iter().map(counted).collect()).collect()
}

fn agreeing(neighbors: &OwnNeighbors, classes: &[u32], run: &Run) -> Result<Vec<u32>> {
    let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
    let mut tally = VoteCounts::new(count);
    let mut kept = Vec::new();
    for (row, others) in neighbors.lists.iter().enumerate() {
        tally.clear();
        others.iter().for_each(|one| tally.add_class(classes[one.row as usize], 1.0, one.weight));
        // Of classes with equally many votes none contradicts the row's own.
        let own = tally.votes(classes[row] as usize);
        if (0..count).all(|class| tally.votes(class) <= own) {
            kept.push(row as u32);
        }
    }
    let changed = classes.len() - kept.len();
    run.trace(|| NeighborsEvent::Pass { pass: 1, kept: kept.len(), changed });
    if kept.is_empty() {
        return Err(Error::data(
            "every row is misclassified by its neighbors, and editing would leave none",
            "keep all rows, or lower n_neighbors",
        ));
    }
    Ok(kept)
}
