//! Trees whose splits are drawn at random, and whose leaves predict the mean of their rows.

use super::design_matrix::DesignMatrix;
use super::fold_assignment::FoldAssignment;
use super::linear_smoother::{SmootherFactor, sparse};
use hornbook_core::{Rng, Seed};
use rayon::prelude::*;

/// How many trees there are.
const TREES: usize = 60;
/// How many splits lie above a leaf.
const DEPTH: usize = 3;
const LEAVES: usize = 1 << DEPTH;
/// Columns that are tried for a split: a column may not vary in a node.
const TRIES: usize = 5;

/// The smoother: sums of the targets by tree, leaf and fold; of these, the means of a leaf over the other folds; of these, the
/// mean over the trees for each row.
pub(super) fn factors(design: &DesignMatrix, folds: &FoldAssignment, seed: Seed) -> Vec<SmootherFactor> {
    let rows = folds.fold_of.len();
    let count = folds.count();
    let leaf_of: Vec<Vec<usize>> =
        (0..TREES).into_par_iter().map(|tree| leaves(design, &mut seed.derive(tree as u64).rng())).collect();
    let cell = |tree: usize, row: usize| (tree * LEAVES + leaf_of[tree][row]) * count + folds.fold_of[row];
    let cells = TREES * LEAVES * count;
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); cells];
    for tree in 0..TREES {
        (0..rows).for_each(|row| members[cell(tree, row)].push(row as u32));
    }
    let size: Vec<usize> = members.iter().map(Vec::len).collect();
    let sums = members.into_iter().map(|rows| rows.into_iter().map(|row| (row, 1.0)).collect());
    let mean = |cell: usize| {
        let first = cell - cell % count;
        let others: Vec<usize> = (first..first + count).filter(|&other| other != cell).collect();
        let trained: usize = others.iter().map(|&other| size[other]).sum();
        // A leaf without rows to learn from predicts zero, the mean of all residuals.
        let share = if trained == 0 { 0.0 } else { 1.0 / trained as f64 };
        others.into_iter().map(|other| (other as u32, share)).collect()
    };
    let of_trees = |row: usize| (0..TREES).map(|tree| (cell(tree, row) as u32, 1.0 / TREES as f64)).collect();
    vec![sparse(cells, (0..rows).map(of_trees)), sparse(cells, (0..cells).map(mean)), sparse(rows, sums)]
}

/// The leaf of each row in a tree.
fn leaves(design: &DesignMatrix, rng: &mut Rng) -> Vec<usize> {
    let mut node_of = vec![0; design.matrix.rows()];
    for depth in 0..DEPTH {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); 1 << depth];
        node_of.iter().enumerate().for_each(|(row, &node)| members[node].push(row));
        node_of.iter_mut().for_each(|node| *node *= 2);
        for rows in members {
            let Some((column, threshold)) = draw_split(design, &rows, rng) else { continue };
            let right = rows.into_iter().filter(|&row| design.matrix.at(row, column) >= threshold);
            right.for_each(|row| node_of[row] += 1);
        }
    }
    node_of
}

/// A random column of a random feature, and the value in a random row as the threshold; none if those tried do not divide the
/// rows.
fn draw_split(design: &DesignMatrix, rows: &[usize], rng: &mut Rng) -> Option<(usize, f64)> {
    let mut draw = || {
        let span = &design.spans[rng.below(design.spans.len())];
        let column = span.start + rng.below(span.len());
        let threshold = design.matrix.at(*rows.get(rng.below(rows.len()))?, column);
        let divides = rows.iter().any(|&row| design.matrix.at(row, column) < threshold);
        divides.then_some((column, threshold))
    };
    (0..TRIES).find_map(|_| draw())
}
