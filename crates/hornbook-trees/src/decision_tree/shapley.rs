//! Shapley values of a single tree, whatever its splits.
//!
//! The walk is that of a tree ensemble, but over splits with any number of branches, and with fractions: a row goes down
//! one branch, or down all of them where a missing value does.

use super::model::DecisionTreeModel;
use super::tree::{BranchChoice, LeafTerm, NONE, columns_of, number_of};
use crate::shapley::{PathElement, check_background, extend, unwind, unwound_sum};
use hornbook_core::{Result, Run};
use hornbook_data::{Feature, Features};
use hornbook_learner::ShapValues;
use rayon::prelude::*;
use std::ops::Range;

/// The Shapley values of rows: path-dependent, or interventional if there are background rows.
pub(super) fn shap_values(
    model: &DecisionTreeModel,
    rows: &Features<'_>,
    background: Option<&Features<'_>>,
    run: &Run,
) -> Result<ShapValues> {
    check_background(background)?;
    let (width, outputs) = (rows.width(), model.tree.width);
    let columns = columns_of(rows);
    let others = background.map(columns_of);
    let other_rows = background.map_or(1, Features::rows);
    let mut values = vec![0.0; rows.rows() * width * outputs];
    if width > 0 {
        let rows = values.par_chunks_mut(width * outputs).enumerate();
        rows.try_for_each_init(Vec::new, |elements, (row, out)| {
            let row = ShapRow { columns: &columns, row };
            for other in 0..other_rows {
                run.check()?;
                let other = others.as_ref().map(|columns| ShapRow { columns, row: other });
                TreePathShap { model, row, other, share: 1.0 / other_rows as f64, elements, out }.follow(
                    0,
                    0..0,
                    PathElement::first(),
                );
            }
            Ok(())
        })?;
    }
    let base = match others {
        None => model.mean(),
        Some(others) => {
            let mut sum = vec![0.0; outputs];
            (0..other_rows).for_each(|row| model.spread_row(&others, row, &mut sum));
            sum.iter().map(|x| x / other_rows as f64).collect()
        }
    };
    Ok(ShapValues::new(base, values, rows.rows(), width))
}

impl DecisionTreeModel {
    /// What is expected of a row of which nothing is known.
    fn mean(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.tree.width];
        let mut shares = vec![0.0; self.tree.nodes.len()];
        shares[0] = 1.0;
        // Children come after their parents.
        for node in 0..self.tree.nodes.len() {
            if self.tree.nodes[node].is_leaf() {
                let numbers = self.level_of(node as u32);
                mean.iter_mut().zip(numbers).for_each(|(mean, x)| *mean += shares[node] * x);
            }
            for (child, share) in self.tree.branch_shares(node as u32) {
                shares[child as usize] += shares[node] * share;
            }
        }
        mean
    }

    /// What a node says of rows of which it knows nothing: the fractions of the classes, or a number.
    fn level_of(&self, node: u32) -> Vec<f64> {
        let tally = self.tree.tally(node as usize);
        match &self.tree.nodes[node as usize].leaf_model {
            Some(line) => vec![line.level],
            None if self.is_numbers() => tally.to_vec(),
            None => {
                let total: f64 = tally.iter().sum();
                tally.iter().map(|weight| weight / total).collect()
            }
        }
    }
}

/// A row of some columns.
#[derive(Clone, Copy)]
struct ShapRow<'a> {
    columns: &'a [Feature],
    row: usize,
}

impl ShapRow<'_> {
    /// What a term of a line adds.
    fn adds(&self, term: &LeafTerm) -> f64 {
        let x = number_of(self.columns, term.column, self.row);
        if x.is_nan() { 0.0 } else { term.coefficient * (x - term.center) }
    }
}

/// A walk through all leaves that a row, or one of which some columns are not known, can reach.
struct TreePathShap<'a> {
    model: &'a DecisionTreeModel,
    row: ShapRow<'a>,
    /// Where columns that are not known are taken from; from the training rows of each node if there is none.
    other: Option<ShapRow<'a>>,
    /// The fraction of the other row among all background rows.
    share: f64,
    /// The ways of all open nodes, one after the other.
    elements: &'a mut Vec<PathElement>,
    out: &'a mut [f64],
}

impl TreePathShap<'_> {
    /// Goes to a node by one more link after the way of its parent.
    fn follow(&mut self, node: u32, parent: Range<usize>, element: PathElement) {
        let start = self.elements.len();
        self.elements.extend_from_within(parent);
        extend(self.elements, start, element);
        let tree = &self.model.tree;
        match tree.nodes[node as usize].split.column() {
            None => self.arrive(start, node),
            Some(column) => {
                let column = column as usize;
                let (unknown, known) = self.take_out(start, column);
                let path = start..self.elements.len();
                for (to, [go_unknown, go_known]) in self.branch_weights(node) {
                    let element = PathElement::new(column, unknown * go_unknown, known * go_known);
                    if element.unknown == 0.0 && element.known == 0.0 {
                        continue;
                    }
                    if to == NONE {
                        // The node itself answers where it has no branch.
                        let stay = self.elements.len();
                        self.elements.extend_from_within(path.clone());
                        extend(self.elements, stay, element);
                        self.arrive(stay, node);
                        self.elements.truncate(stay);
                    } else {
                        self.follow(to, path.clone(), element);
                    }
                }
            }
        }
        self.elements.truncate(start);
    }

    /// The factors of a column on the way that begins at `start`, which is taken out: a column counts once.
    fn take_out(&mut self, start: usize, column: usize) -> (f64, f64) {
        match self.elements[start..].iter().position(|element| element.column == column) {
            None => (1.0, 1.0),
            Some(at) => {
                let element = self.elements[start + at];
                unwind(self.elements, start, at);
                (element.unknown, element.known)
            }
        }
    }

    /// Where a node leads, with the fractions of the row if the split column is not known and if it is.
    fn branch_weights(&self, node: u32) -> Vec<(u32, [f64; 2])> {
        let training = self.model.tree.branch_shares(node);
        let known = self.shares(node, self.row, &training);
        let unknown = match self.other {
            Some(other) => self.shares(node, other, &training),
            None => training,
        };
        let mut branch_weights: Vec<(u32, [f64; 2])> =
            unknown.into_iter().map(|(to, share)| (to, [share, 0.0])).collect();
        for (to, share) in known {
            match branch_weights.iter_mut().find(|path| path.0 == to) {
                Some(path) => path.1[1] = share,
                None => branch_weights.push((to, [0.0, share])),
            }
        }
        branch_weights
    }

    /// Where a row goes from a node.
    fn shares(&self, node: u32, row: ShapRow<'_>, training: &[(u32, f64)]) -> Vec<(u32, f64)> {
        match self.model.tree.branch_of(node, row.columns, row.row) {
            None => Vec::new(),
            Some(BranchChoice::Missing(_)) if self.model.tree.fractional => training.to_vec(),
            Some(BranchChoice::To(to) | BranchChoice::Surrogate(to, _) | BranchChoice::Missing(to)) => {
                vec![(to, 1.0)]
            }
        }
    }

    /// Adds what a node at the end of the way that begins at `start` gives to each column on it.
    fn arrive(&mut self, start: usize, node: u32) {
        self.give(start, &self.model.level_of(node));
        let Some(line) = &self.model.tree.nodes[node as usize].leaf_model else { return };
        for term in &line.terms {
            // One more factor of the column, which may be on the way.
            let path = self.elements.len();
            self.elements.extend_from_within(start..);
            let (unknown, known) = self.take_out(path, term.column as usize);
            let added = self.other.map_or(0.0, |other| other.adds(term));
            let element =
                PathElement::new(term.column as usize, unknown * added, known * self.row.adds(term));
            if element.unknown != 0.0 || element.known != 0.0 {
                extend(self.elements, path, element);
                self.give(path, &[1.0]);
            }
            self.elements.truncate(path);
        }
    }

    fn give(&mut self, start: usize, numbers: &[f64]) {
        let outputs = numbers.len();
        for at in 1..self.elements.len() - start {
            let element = self.elements[start + at];
            let factor =
                self.share * unwound_sum(&self.elements[start..], at) * (element.known - element.unknown);
            let out = &mut self.out[element.column * outputs..(element.column + 1) * outputs];
            out.iter_mut().zip(numbers).for_each(|(out, x)| *out += factor * x);
        }
    }
}
