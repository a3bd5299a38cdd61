//! The iterations of boosting.

use super::divide::BinSides;
use super::events::BoostingEvent;
use super::gradients::{PackedRow, PackedRowLayout, QuantizedGradients};
use super::grow::{BoostingGrower, BoostingLimits, BoostingTree, RowBuffers, missing_first};
use super::histogram::{BoostingNodeRows, FEW_ROWS};
use super::losses::weight_of;
use super::matrix::{BinColumn, BinMatrix, MatrixBinning};
use super::objective::{BoostingObjective, BoostingTargets};
use super::params::GradientBoosting;
use super::split::BoostingSplitRule;
use crate::bits::has_bit;
use crate::tree_ensemble::{BuilderNode, BuilderSplit, TreeBuilder, TreeEnsemble};
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_learner::RowSampler;
use rayon::prelude::*;

/// Rows whose scores are changed by one task.
const CHUNK: usize = 1 << 16;

/// Rows in bins with what is known of them and their present scores, output by output.
pub(super) struct BoostingRows {
    pub matrix: BinMatrix,
    pub labels: BoostingTargets,
    pub scores: Vec<Vec<f64>>,
}

/// A training under way.
pub(super) struct BoostingTraining<'a> {
    pub learner: &'a GradientBoosting,
    pub limits: BoostingLimits,
    pub binning: MatrixBinning,
    pub objective: BoostingObjective,
    pub rows: BoostingRows,
    /// Where the rows of each iteration are drawn from, if not all are taken.
    pub sampler: Option<RowSampler>,
    /// Rows held out to see when to stop, with their own loss.
    pub validation_rows: Option<(BoostingRows, Option<BoostingObjective>)>,
    /// The names of the columns, for the trace.
    pub names: Vec<String>,
    /// How many levels each column has; none for numbers.
    pub levels: Vec<Option<usize>>,
}

/// What came of a training.
pub(super) struct BoostingOutcome {
    pub ensemble: TreeEnsemble,
    /// The loss of the rows held out after each iteration.
    pub validation_losses: Vec<f64>,
    /// Whether the iterations ended before their number because nothing was gained any more.
    pub stopped: bool,
}

impl BoostingTraining<'_> {
    /// Runs the iterations. `done` says how many iterations came before, in an earlier training.
    pub fn run(mut self, done: usize, run: &Run) -> Result<BoostingOutcome> {
        let outputs = self.objective.outputs();
        let count = self.rows.matrix.rows();
        let mut trained = BoostingOutcome {
            ensemble: TreeEnsemble::new(outputs, 1),
            validation_losses: Vec::new(),
            stopped: false,
        };
        let mut gradients = QuantizedGradients::new(count, &self.rows.labels.weights);
        let mut buffers = RowBuffers::new(count);
        let seed = run.root_seed();
        let mut best = (f64::INFINITY, 0);
        if let Some(loss) = self.validation_loss() {
            best.0 = loss;
        }
        run.trace(|| BoostingEvent::Start {
            scores: self.rows.scores.iter().map(|scores| scores[0]).collect(),
            loss: self.objective.loss(&self.rows.labels, &self.rows.scores),
        });
        for round in 0..self.learner.max_iter as usize {
            run.check()?;
            let drawn = self.sampler.as_ref().map(|sampler| {
                let mut rng = seed.derive((done + round) as u64).rng();
                let weights = &self.rows.labels.weights;
                let ones = vec![1.0; if weights.is_empty() { count } else { 0 }];
                let weights = if weights.is_empty() { &ones } else { weights };
                sampler.subsample(weights, self.learner.subsample, &mut rng)
            });
            let grown = self.iterate(
                drawn.as_deref(),
                &mut gradients,
                &mut buffers,
                &mut trained.ensemble,
                seed,
                done + round,
            );
            let validation = self.validation_loss();
            run.trace(|| {
                self.event(done + round + 1, &trained.ensemble, round * outputs, drawn.as_deref(), validation)
            });
            if let Some(loss) = validation {
                trained.validation_losses.push(loss);
                if loss < best.0 - self.learner.tol {
                    best = (loss, round + 1);
                } else if round + 1 - best.1 >= self.learner.n_iter_no_change as usize {
                    trained.stopped = true;
                }
            }
            // Trees without a split change nothing, and neither would those after them.
            let idle = !grown && drawn.is_none() && self.learner.max_features >= 1.0;
            let action = run.progress("boosting", round as u64 + 1, Some(u64::from(self.learner.max_iter)));
            trained.stopped |= idle;
            if trained.stopped || action == ObserverAction::Finish {
                break;
            }
        }
        // The iterations after the best were only needed to know that it was the best.
        if self.learner.early_stopping && self.validation_rows.is_some() {
            trained.ensemble.truncate(best.1 * outputs);
        }
        Ok(trained)
    }

    /// One iteration: a tree for each output. Returns whether any of them has a split.
    fn iterate(
        &mut self,
        drawn: Option<&[f64]>,
        gradients: &mut QuantizedGradients,
        buffers: &mut RowBuffers,
        ensemble: &mut TreeEnsemble,
        seed: hornbook_core::Seed,
        round: usize,
    ) -> bool {
        let outputs = self.objective.outputs();
        let BoostingRows { matrix, labels, scores } = &mut self.rows;
        let probabilities = self.objective.begin_iteration(labels, scores);
        let sample: Option<Vec<u32>> =
            drawn.map(|drawn| (0..matrix.rows() as u32).filter(|&row| drawn[row as usize] > 0.0).collect());
        // Where every drawn row weighs 1, weights need not be looked at.
        let weights: &[f64] = match drawn {
            Some(drawn) if !labels.weights.is_empty() => drawn,
            Some(_) => &[],
            None => &labels.weights,
        };
        let mut grew = false;
        for output in 0..outputs {
            self.objective.gradients(output, labels, weights, scores, &probabilities, gradients);
            let grower = BoostingGrower { matrix, binning: &self.binning, weights, limits: &self.limits };
            let seed = seed.derive(1 << 32).derive((round * outputs + output) as u64);
            let tree = grower.grow(gradients, sample.as_deref(), buffers, seed);
            grew |= tree.nodes.len() > 1;
            let leaf = LeafValues {
                tree: &tree,
                buffers,
                gradients,
                targets: &labels.targets,
                scores: &scores[output],
                weights,
            };
            let values = leaf.values(&self.objective, self.learner, &self.limits);
            let node_weights = node_weights(&tree, buffers, gradients, weights);
            let builder = build_tree(&tree, &values, &node_weights, gradients, &self.binning, &self.levels);
            match sample {
                None => add_to_leaves(&tree, &values, buffers, gradients.layout, &mut scores[output]),
                Some(_) => {
                    add_by_traversal(
                        &tree,
                        &values,
                        &node_weights,
                        matrix,
                        &self.binning,
                        &mut scores[output],
                    );
                }
            }
            if let Some((validation_rows, _)) = &mut self.validation_rows {
                let BoostingRows { matrix, scores, .. } = validation_rows;
                add_by_traversal(&tree, &values, &node_weights, matrix, &self.binning, &mut scores[output]);
            }
            ensemble.push(&builder);
        }
        grew
    }

    fn validation_loss(&self) -> Option<f64> {
        let (rows, objective) = self.validation_rows.as_ref()?;
        Some(objective.as_ref().unwrap_or(&self.objective).loss(&rows.labels, &rows.scores))
    }

    fn event(
        &self,
        round: usize,
        ensemble: &TreeEnsemble,
        first_tree: usize,
        drawn: Option<&[f64]>,
        validation_loss: Option<f64>,
    ) -> BoostingEvent {
        let trees = first_tree..ensemble.trees();
        let nodes = || trees.clone().flat_map(|tree| ensemble.nodes_of(tree));
        let root = ensemble.nodes_of(first_tree).start;
        let first_column = ensemble.test(root).column();
        let rows = drawn.map_or(self.rows.matrix.rows(), |d| d.iter().filter(|w| **w > 0.0).count());
        BoostingEvent::Round {
            round,
            rows,
            leaves: nodes().filter(|&node| ensemble.test(node).column().is_none()).count(),
            first_column: first_column.map(|column| self.names[column].clone()),
            first_gain: first_column.map(|_| ensemble.gain(root)),
            loss: self.objective.loss(&self.rows.labels, &self.rows.scores),
            validation_loss,
        }
    }
}

/// A grown tree whose leaves' values are to be found.
struct LeafValues<'a> {
    tree: &'a BoostingTree,
    buffers: &'a RowBuffers,
    gradients: &'a QuantizedGradients,
    targets: &'a [f64],
    scores: &'a [f64],
    weights: &'a [f64],
}

impl LeafValues<'_> {
    /// The value of each node that is a leaf, times the learning rate; 0 for the others.
    fn values(
        &self,
        objective: &BoostingObjective,
        learner: &GradientBoosting,
        limits: &BoostingLimits,
    ) -> Vec<f64> {
        let [gradient_unit, hessian_unit] = self.gradients.histogram_units();
        let by_residuals = objective.has_optimal_leaf_value();
        let mut values = vec![0.0; self.tree.nodes.len()];
        let leaves: Vec<usize> = self.tree.leaves().collect();
        // A single task if there is little to do.
        let least = if self.targets.len() < FEW_ROWS { leaves.len() } else { 1 };
        let found: Vec<f64> = leaves
            .par_iter()
            .with_min_len(least)
            .map(|&leaf| {
                let node = &self.tree.nodes[leaf];
                let rows = self.buffers.rows(node, self.gradients);
                let step = if by_residuals { self.residual_leaf_value(objective, rows) } else { None };
                let step = step.unwrap_or_else(|| {
                    let [gradient, hessian] = self.gradients.sum(match rows {
                        BoostingNodeRows::All(..) => None,
                        BoostingNodeRows::Some(packed_rows, _) => Some(packed_rows),
                    });
                    // Rows without any Hessian have nothing to say.
                    if hessian + limits.l2 > 0.0 { -gradient / (hessian + limits.l2) } else { 0.0 }
                });
                let unit = gradient_unit / hessian_unit;
                // No bound is no bound in any unit: zero times infinity is none.
                let [low, high] =
                    node.bounds.map(|bound| if bound.is_finite() { bound * unit } else { bound });
                let step = if low <= high { step.clamp(low, high) } else { step };
                // Gradients too large or too small to be divided say nothing either.
                if step.is_finite() { learner.learning_rate * step } else { 0.0 }
            })
            .collect();
        for (leaf, value) in leaves.into_iter().zip(found) {
            values[leaf] = value;
        }
        values
    }

    fn residual_leaf_value(&self, objective: &BoostingObjective, rows: BoostingNodeRows<'_>) -> Option<f64> {
        let mut residuals: Vec<(f64, f64)> = (0..rows.len())
            .map(|at| {
                let row = rows.row(at);
                (self.targets[row] - self.scores[row], weight_of(self.weights, row))
            })
            .collect();
        objective.optimal_leaf_value(&mut residuals)
    }
}

/// Adds the leaves' values to the scores of their rows. The rows of a leaf are in ascending order, so each task finds
/// those of its part of the scores.
fn add_to_leaves(
    tree: &BoostingTree,
    values: &[f64],
    buffers: &RowBuffers,
    layout: PackedRowLayout,
    scores: &mut [f64],
) {
    let leaves: Vec<(f64, Option<&[PackedRow]>)> =
        tree.leaves().map(|leaf| (values[leaf], buffers.packed_rows(&tree.nodes[leaf]))).collect();
    scores.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, scores)| {
        let first = chunk * CHUNK;
        for (value, packed_rows) in &leaves {
            match packed_rows {
                None => scores.iter_mut().for_each(|score| *score += value),
                Some(packed_rows) => {
                    let start = packed_rows.partition_point(|&packed_row| layout.row(packed_row) < first);
                    let stop = first + scores.len();
                    let end = start
                        + packed_rows[start..].partition_point(|&packed_row| layout.row(packed_row) < stop);
                    for &packed_row in &packed_rows[start..end] {
                        scores[layout.row(packed_row) - first] += value;
                    }
                }
            }
        }
    });
}

/// Adds to the scores of rows what the leaves say that their bins lead to.
fn add_by_traversal(
    tree: &BoostingTree,
    values: &[f64],
    node_weights: &[f64],
    matrix: &BinMatrix,
    binning: &MatrixBinning,
    scores: &mut [f64],
) {
    let turns: Vec<Option<(BinColumn, BinSides, [usize; 2])>> = tree
        .nodes
        .iter()
        .map(|node| {
            node.split.as_ref().map(|(found, children)| {
                let bins = &binning.columns[found.column];
                let mut sides = BinSides::of(&found.rule, bins.count() + 1);
                let weights = children.map(|child| node_weights[child]);
                let first = missing_first(&found.rule, bins.count(), weights);
                sides.send_unseen(&found.rule, bins.count(), first);
                (matrix.bin_columns[found.column], sides, *children)
            })
        })
        .collect();
    scores.par_iter_mut().enumerate().for_each(|(row, score)| {
        let mut node = 0;
        while let Some((bin_column, sides, children)) = &turns[node] {
            node = children[usize::from(!sides.is_first(matrix.bin(*bin_column, row)))];
        }
        *score += values[node];
    });
}

/// The tree as a tree ensemble takes it: thresholds in place of bins, values at the leaves.
fn build_tree(
    tree: &BoostingTree,
    values: &[f64],
    node_weights: &[f64],
    gradients: &QuantizedGradients,
    binning: &MatrixBinning,
    levels: &[Option<usize>],
) -> TreeBuilder {
    let [gradient_unit, hessian_unit] = gradients.histogram_units();
    // Half of the fall of the loss, in its own units.
    let gain_unit = 0.5 * gradient_unit * gradient_unit / hessian_unit;
    let mut builder = TreeBuilder::default();
    for (index, node) in tree.nodes.iter().enumerate() {
        let (split, gain) = match &node.split {
            None => {
                builder.values.push(values[index]);
                (BuilderSplit::Leaf(builder.values.len() - 1), 0.0)
            }
            Some((found, children)) => {
                let bins = &binning.columns[found.column];
                let weights = children.map(|child| node_weights[child]);
                let missing_first = missing_first(&found.rule, bins.count(), weights);
                let (column, children) = (found.column as u32, *children);
                let split = match &found.rule {
                    BoostingSplitRule::AtMost { last, .. } => BuilderSplit::AtMost {
                        column,
                        threshold: bins.upper_edge(*last),
                        missing_first,
                        children,
                    },
                    BoostingSplitRule::OneOf { first, seen } => {
                        let count = levels[found.column].unwrap_or(0);
                        let known = level_bits(seen, bins.count(), count);
                        let levels = level_bits(first, bins.count(), count);
                        BuilderSplit::OneOf { column, levels, known, missing_first, children }
                    }
                };
                (split, found.gain * gain_unit)
            }
        };
        builder.nodes.push(BuilderNode { split, weight: node_weights[index], gain });
    }
    builder
}

/// The weight of the rows of each node.
fn node_weights(
    tree: &BoostingTree,
    buffers: &RowBuffers,
    gradients: &QuantizedGradients,
    weights: &[f64],
) -> Vec<f64> {
    let mut all: Vec<f64> = tree.nodes.iter().map(|node| node.range.len() as f64).collect();
    if !weights.is_empty() {
        // Children come after their parents, whose rows are theirs.
        for index in (0..tree.nodes.len()).rev() {
            let node = &tree.nodes[index];
            all[index] = match &node.split {
                Some((_, [first, second])) => all[*first] + all[*second],
                None => {
                    let rows = buffers.rows(node, gradients);
                    (0..rows.len()).map(|at| weights[rows.row(at)]).sum()
                }
            };
        }
    }
    all
}

/// The bits of the levels that have a bin, in as many words as all levels take.
fn level_bits(bits: &[u64], bins: usize, levels: usize) -> Vec<u64> {
    let mut words = vec![0u64; levels.div_ceil(64)];
    for level in (0..bins as u32).filter(|&level| has_bit(bits, level)) {
        crate::bits::set_bit(&mut words, level);
    }
    words
}
