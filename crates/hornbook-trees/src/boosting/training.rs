//! The rounds of boosting.

use super::divide::Sides;
use super::events::BoostingEvent;
use super::grow::{Buffers, Grower, Grown, Limits, missing_first};
use super::histogram::{FEW_ROWS, NodeRows};
use super::losses::weight_of;
use super::matrix::{BinMatrix, Binning, Place};
use super::objective::{Labels, Objective};
use super::params::GradientBoosting;
use super::slopes::{Entry, FixedSlopes, Layout};
use super::split::Cut;
use crate::bits::has_bit;
use crate::grove::{Grove, Sapling, SaplingNode, Split};
use hornbook_core::{Result, Run, Verdict};
use hornbook_learner::Urn;
use rayon::prelude::*;

/// Rows whose scores are changed by one task.
const CHUNK: usize = 1 << 16;

/// Rows in bins with what is known of them and their present scores, output by output.
pub(super) struct Rows {
    pub matrix: BinMatrix,
    pub labels: Labels,
    pub scores: Vec<Vec<f64>>,
}

/// A training under way.
pub(super) struct Training<'a> {
    pub learner: &'a GradientBoosting,
    pub limits: Limits,
    pub binning: Binning,
    pub objective: Objective,
    pub rows: Rows,
    /// Where the rows of each round are drawn from, if not all are taken.
    pub urn: Option<Urn>,
    /// Rows held out to see when to stop, with their own loss.
    pub watched: Option<(Rows, Option<Objective>)>,
    /// The names of the columns, for the trace.
    pub names: Vec<String>,
    /// How many levels each column has; none for numbers.
    pub levels: Vec<Option<usize>>,
}

/// What came of a training.
pub(super) struct Trained {
    pub grove: Grove,
    /// The loss of the rows held out after each round.
    pub watched: Vec<f64>,
    /// Whether the rounds ended before their number because nothing was gained any more.
    pub stopped: bool,
}

impl Training<'_> {
    /// Runs the rounds. `done` says how many rounds came before, in an earlier training.
    pub fn run(mut self, done: usize, run: &Run) -> Result<Trained> {
        let outputs = self.objective.outputs();
        let count = self.rows.matrix.rows();
        let mut trained = Trained { grove: Grove::new(outputs, 1), watched: Vec::new(), stopped: false };
        let mut slopes = FixedSlopes::new(count);
        let mut buffers = Buffers::new(count);
        let seed = run.root_seed();
        let mut best = (f64::INFINITY, 0);
        if let Some(loss) = self.watch() {
            best.0 = loss;
        }
        run.trace(|| BoostingEvent::Start {
            scores: self.rows.scores.iter().map(|scores| scores[0]).collect(),
            loss: self.objective.loss(&self.rows.labels, &self.rows.scores),
        });
        for round in 0..self.learner.max_iter as usize {
            run.check()?;
            let drawn = self.urn.as_ref().map(|urn| {
                let mut rng = seed.derive((done + round) as u64).rng();
                let weights = &self.rows.labels.weights;
                let ones = vec![1.0; if weights.is_empty() { count } else { 0 }];
                let weights = if weights.is_empty() { &ones } else { weights };
                urn.without_replacement(weights, self.learner.subsample, &mut rng)
            });
            let grown = self.round(
                drawn.as_deref(),
                &mut slopes,
                &mut buffers,
                &mut trained.grove,
                seed,
                done + round,
            );
            let validation = self.watch();
            run.trace(|| {
                self.event(done + round + 1, &trained.grove, round * outputs, drawn.as_deref(), validation)
            });
            if let Some(loss) = validation {
                trained.watched.push(loss);
                if loss < best.0 - self.learner.tol {
                    best = (loss, round + 1);
                } else if round + 1 - best.1 >= self.learner.n_iter_no_change as usize {
                    trained.stopped = true;
                }
            }
            // Trees without a question change nothing, and neither would those after them.
            let idle = !grown && drawn.is_none() && self.learner.max_features >= 1.0;
            let verdict = run.progress("boosting", round as u64 + 1, Some(u64::from(self.learner.max_iter)));
            trained.stopped |= idle;
            if trained.stopped || verdict == Verdict::Finish {
                break;
            }
        }
        // The rounds after the best were only needed to know that it was the best.
        if self.learner.early_stopping && self.watched.is_some() {
            trained.grove.truncate(best.1 * outputs);
        }
        Ok(trained)
    }

    /// One round: a tree for each output. Returns whether any of them asks anything.
    fn round(
        &mut self,
        drawn: Option<&[f64]>,
        slopes: &mut FixedSlopes,
        buffers: &mut Buffers,
        grove: &mut Grove,
        seed: hornbook_core::Seed,
        round: usize,
    ) -> bool {
        let outputs = self.objective.outputs();
        let Rows { matrix, labels, scores } = &mut self.rows;
        let probabilities = self.objective.begin_round(labels, scores);
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
            self.objective.slopes(output, labels, weights, scores, &probabilities, slopes);
            let grower = Grower { matrix, binning: &self.binning, weights, limits: &self.limits };
            let seed = seed.derive(1 << 32).derive((round * outputs + output) as u64);
            let tree = grower.grow(slopes, sample.as_deref(), buffers, seed);
            grew |= tree.nodes.len() > 1;
            let leaf = Leaves {
                tree: &tree,
                buffers,
                slopes,
                targets: &labels.targets,
                scores: &scores[output],
                weights,
            };
            let values = leaf.values(&self.objective, self.learner, &self.limits);
            let node_weights = node_weights(&tree, buffers, slopes, weights);
            let sapling = sapling(&tree, &values, &node_weights, slopes, &self.binning, &self.levels);
            match sample {
                None => add_to_leaves(&tree, &values, buffers, slopes.layout, &mut scores[output]),
                Some(_) => {
                    add_by_route(&tree, &values, &node_weights, matrix, &self.binning, &mut scores[output]);
                }
            }
            if let Some((watched, _)) = &mut self.watched {
                let Rows { matrix, scores, .. } = watched;
                add_by_route(&tree, &values, &node_weights, matrix, &self.binning, &mut scores[output]);
            }
            grove.push(&sapling);
        }
        grew
    }

    fn watch(&self) -> Option<f64> {
        let (rows, objective) = self.watched.as_ref()?;
        Some(objective.as_ref().unwrap_or(&self.objective).loss(&rows.labels, &rows.scores))
    }

    fn event(
        &self,
        round: usize,
        grove: &Grove,
        first_tree: usize,
        drawn: Option<&[f64]>,
        validation: Option<f64>,
    ) -> BoostingEvent {
        let trees = first_tree..grove.trees();
        let nodes = || trees.clone().flat_map(|tree| grove.nodes_of(tree));
        let root = grove.nodes_of(first_tree).start;
        let rows = drawn.map_or(self.rows.matrix.rows(), |d| d.iter().filter(|w| **w > 0.0).count());
        BoostingEvent::Round {
            round,
            rows,
            leaves: nodes().filter(|&node| grove.ask(node).column().is_none()).count(),
            first: grove.ask(root).column().map(|column| (self.names[column].clone(), grove.gain(root))),
            loss: self.objective.loss(&self.rows.labels, &self.rows.scores),
            validation,
        }
    }
}

/// A grown tree whose leaves' values are to be found.
struct Leaves<'a> {
    tree: &'a Grown,
    buffers: &'a Buffers,
    slopes: &'a FixedSlopes,
    targets: &'a [f64],
    scores: &'a [f64],
    weights: &'a [f64],
}

impl Leaves<'_> {
    /// The value of each node that is a leaf, times the learning rate; 0 for the others.
    fn values(&self, objective: &Objective, learner: &GradientBoosting, limits: &Limits) -> Vec<f64> {
        let [slope_unit, curvature_unit] = self.slopes.histogram_units();
        let by_residuals = objective.has_best_step();
        let mut values = vec![0.0; self.tree.nodes.len()];
        let leaves: Vec<usize> = self.tree.leaves().collect();
        // A single task if there is little to do.
        let least = if self.targets.len() < FEW_ROWS { leaves.len() } else { 1 };
        let found: Vec<f64> = leaves
            .par_iter()
            .with_min_len(least)
            .map(|&leaf| {
                let node = &self.tree.nodes[leaf];
                let rows = self.buffers.rows(node, self.slopes);
                let step = if by_residuals { self.residual_step(objective, rows) } else { None };
                let step = step.unwrap_or_else(|| {
                    let [slope, curvature] = self.slopes.sum(match rows {
                        NodeRows::All(..) => None,
                        NodeRows::Some(entries, _) => Some(entries),
                    });
                    // Rows without any curvature have nothing to say.
                    if curvature + limits.l2 > 0.0 { -slope / (curvature + limits.l2) } else { 0.0 }
                });
                let unit = slope_unit / curvature_unit;
                learner.learning_rate * step.clamp(node.bounds[0] * unit, node.bounds[1] * unit)
            })
            .collect();
        for (leaf, value) in leaves.into_iter().zip(found) {
            values[leaf] = value;
        }
        values
    }

    fn residual_step(&self, objective: &Objective, rows: NodeRows<'_>) -> Option<f64> {
        let mut residuals: Vec<(f64, f64)> = (0..rows.len())
            .map(|at| {
                let row = rows.row(at);
                (self.targets[row] - self.scores[row], weight_of(self.weights, row))
            })
            .collect();
        objective.best_step(&mut residuals)
    }
}

/// Adds the leaves' values to the scores of their rows. The rows of a leaf are in ascending order, so each task finds
/// those of its part of the scores.
fn add_to_leaves(tree: &Grown, values: &[f64], buffers: &Buffers, layout: Layout, scores: &mut [f64]) {
    let leaves: Vec<(f64, Option<&[Entry]>)> =
        tree.leaves().map(|leaf| (values[leaf], buffers.entries(&tree.nodes[leaf]))).collect();
    scores.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, scores)| {
        let first = chunk * CHUNK;
        for (value, entries) in &leaves {
            match entries {
                None => scores.iter_mut().for_each(|score| *score += value),
                Some(entries) => {
                    let start = entries.partition_point(|&entry| layout.row(entry) < first);
                    let stop = first + scores.len();
                    let end = start + entries[start..].partition_point(|&entry| layout.row(entry) < stop);
                    for &entry in &entries[start..end] {
                        scores[layout.row(entry) - first] += value;
                    }
                }
            }
        }
    });
}

/// Adds to the scores of rows what the leaves say that their bins lead to.
fn add_by_route(
    tree: &Grown,
    values: &[f64],
    node_weights: &[f64],
    matrix: &BinMatrix,
    binning: &Binning,
    scores: &mut [f64],
) {
    let turns: Vec<Option<(Place, Sides, [usize; 2])>> = tree
        .nodes
        .iter()
        .map(|node| {
            node.split.as_ref().map(|(found, children)| {
                let bins = &binning.columns[found.column];
                let mut sides = Sides::of(&found.cut, bins.count() + 1);
                let weights = children.map(|child| node_weights[child]);
                let first = missing_first(&found.cut, bins.count(), weights);
                sides.send_unseen(&found.cut, bins.count(), first);
                (matrix.places[found.column], sides, *children)
            })
        })
        .collect();
    scores.par_iter_mut().enumerate().for_each(|(row, score)| {
        let mut node = 0;
        while let Some((place, sides, children)) = &turns[node] {
            node = children[usize::from(!sides.is_first(matrix.bin(*place, row)))];
        }
        *score += values[node];
    });
}

/// The tree as a grove takes it: thresholds in the place of bins, values at the leaves.
fn sapling(
    tree: &Grown,
    values: &[f64],
    node_weights: &[f64],
    slopes: &FixedSlopes,
    binning: &Binning,
    levels: &[Option<usize>],
) -> Sapling {
    let [slope_unit, curvature_unit] = slopes.histogram_units();
    // Half of the fall of the loss, in its own units.
    let gain_unit = 0.5 * slope_unit * slope_unit / curvature_unit;
    let mut sapling = Sapling::default();
    for (index, node) in tree.nodes.iter().enumerate() {
        let (split, gain) = match &node.split {
            None => {
                sapling.values.push(values[index]);
                (Split::Leaf(sapling.values.len() - 1), 0.0)
            }
            Some((found, children)) => {
                let bins = &binning.columns[found.column];
                let weights = children.map(|child| node_weights[child]);
                let missing_first = missing_first(&found.cut, bins.count(), weights);
                let (column, children) = (found.column as u32, *children);
                let split = match &found.cut {
                    Cut::AtMost { last, .. } => {
                        Split::AtMost { column, threshold: bins.upper_edge(*last), missing_first, children }
                    }
                    Cut::OneOf { first, seen } => {
                        let count = levels[found.column].unwrap_or(0);
                        let known = level_bits(seen, bins.count(), count);
                        let levels = level_bits(first, bins.count(), count);
                        Split::OneOf { column, levels, known, missing_first, children }
                    }
                };
                (split, found.gain * gain_unit)
            }
        };
        sapling.nodes.push(SaplingNode { split, weight: node_weights[index], gain });
    }
    sapling
}

/// The weight of the rows of each node.
fn node_weights(tree: &Grown, buffers: &Buffers, slopes: &FixedSlopes, weights: &[f64]) -> Vec<f64> {
    let mut all: Vec<f64> = tree.nodes.iter().map(|node| node.range.len() as f64).collect();
    if !weights.is_empty() {
        // Children come after their parents, whose rows are theirs.
        for index in (0..tree.nodes.len()).rev() {
            let node = &tree.nodes[index];
            all[index] = match &node.split {
                Some((_, [first, second])) => all[*first] + all[*second],
                None => {
                    let rows = buffers.rows(node, slopes);
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
