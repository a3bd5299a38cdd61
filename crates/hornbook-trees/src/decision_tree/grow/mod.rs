//! Growing a tree, whatever the rows are kept in.
//!
//! An [`SplitEngine`] knows how to find the best split for some rows and how to divide them; [`grow`] does the
//! rest: limits, ties, trace, progress, cancellation and the order of work. Nodes with many rows use all threads
//! for one node; the small subtrees beneath them are grown side by side. Neither changes the tree. With a limit on the
//! leaves, the node whose split removes most impurity is split first.

mod absolute;
pub(super) mod batches;
pub(super) mod binned;
mod categories;
pub(crate) mod constraints;
mod finish;
mod histogram;
pub(crate) mod impurity;
mod limits;
mod ranges;
mod scan;
pub(super) mod sorted;
pub(crate) mod split_rule;

pub(crate) use finish::finish;
pub(super) use limits::{FeatureCosts, TreeLimits};

use super::events::{ConsideredSplit, TreeEvent};
use super::params::{CategorySplits, Missing};
use super::tree::Surrogate;
use constraints::{SplitConstraints, UNBOUNDED};
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_data::Input;
use impurity::Impurity;
use limits::pick;
use rayon::prelude::*;
use split_rule::{SplitCandidate, answer, describe};
use std::cmp::Ordering as Order;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A subtree with at most this many rows is grown by one thread.
const SMALL: usize = 4096;

/// What kinds of splits are considered, and the criterion that scores them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SplitOptions {
    pub impurity: Impurity,
    pub categories: CategorySplits,
    /// Most ranges of numbers, if they are split into more than two.
    pub ranges: Option<usize>,
    /// Whether thresholds are looked for only between values whose rows are not all of one label.
    pub boundary_only: bool,
    pub missing: Missing,
    pub max_surrogates: usize,
}

/// What the splits on a node's columns are scored by.
#[derive(Clone, Copy)]
pub(crate) struct NodeContext<'a> {
    pub options: &'a SplitOptions,
    /// The tally of the rows that are scored.
    pub whole: &'a [f64],
    pub constraints: &'a SplitConstraints<'a>,
}

/// Finds splits and divides rows, which are kept as `R` while they are in one node.
pub(crate) trait SplitEngine<R>: Sync {
    /// How many rows there are.
    fn count(&self, rows: &R) -> usize;
    /// Their tally.
    fn tally<'a>(&self, rows: &'a R) -> &'a [f64];
    /// Whether all labels are the same number (classes are scored by their tally).
    fn is_constant(&self, rows: &R) -> bool;
    /// The best split on each column that has one, in the order of the columns.
    fn candidates(
        &self,
        rows: &mut R,
        constraints: &SplitConstraints<'_>,
        parallel: bool,
    ) -> Vec<SplitCandidate>;
    /// The tallies of the parts that a split would make.
    fn part_tallies(&self, rows: &R, found: &SplitCandidate) -> Vec<Vec<f64>>;
    /// Splits for the rows whose answer to this one is missing.
    fn surrogates(
        &self,
        _rows: &R,
        _found: &SplitCandidate,
        _guard: &SplitConstraints<'_>,
    ) -> Vec<Surrogate> {
        Vec::new()
    }
    /// The rows of the parts, none of which is empty.
    fn divide(&self, rows: R, found: &SplitCandidate, parallel: bool) -> Vec<R>;
    /// The columns, for the trace.
    fn inputs(&self) -> &[Input];
}

/// A node while the tree grows.
pub(crate) struct NodeBuilder {
    pub tally: Vec<f64>,
    /// What its prediction must lie between.
    pub bounds: [f64; 2],
    pub split: Option<SplitCandidate>,
    pub children: Vec<usize>,
}

impl NodeBuilder {
    pub fn leaf(tally: Vec<f64>, bounds: [f64; 2]) -> NodeBuilder {
        NodeBuilder { tally, bounds, split: None, children: Vec::new() }
    }
}

struct PendingNode<R> {
    rows: R,
    depth: u32,
    builder: usize,
    bounds: [f64; 2],
    /// The answers that lead here; only kept for a trace.
    path: Vec<String>,
}

/// A growing run's shared state.
struct TreeGrower<'a, E> {
    engine: &'a E,
    impurity: &'a Impurity,
    limits: &'a TreeLimits,
    run: &'a Run,
    rows_in_leaves: AtomicU64,
    total: u64,
    finish: AtomicBool,
}

/// Grows a tree from its root's rows.
pub(super) fn grow<R: Send, E: SplitEngine<R>>(
    engine: &E,
    impurity: &Impurity,
    limits: &TreeLimits,
    root: R,
    run: &Run,
) -> Result<Vec<NodeBuilder>> {
    let total = engine.count(&root) as u64;
    impurity.check_all(engine.tally(&root))?;
    let limits = TreeLimits { slack: impurity.value_rounding(engine.tally(&root)), ..limits.clone() };
    let grower = TreeGrower {
        engine,
        impurity,
        limits: &limits,
        run,
        rows_in_leaves: AtomicU64::new(0),
        total,
        finish: AtomicBool::new(false),
    };
    let mut builders = vec![NodeBuilder::leaf(engine.tally(&root).to_vec(), UNBOUNDED)];
    let root = PendingNode { rows: root, depth: 0, builder: 0, bounds: UNBOUNDED, path: Vec::new() };
    if let Some(most) = limits.max_leaves {
        grower.best_first(&mut builders, root, most)?;
        return Ok(builders);
    }
    // A trace is read from the root down, node by node; so it is grown.
    let small = if run.is_traced() { 0 } else { SMALL };
    let mut later = Vec::new();
    grower.grow_depth_first(&mut builders, vec![root], small, &mut later)?;

    let subtrees: Vec<Result<(usize, Vec<NodeBuilder>)>> = later
        .into_par_iter()
        .map(|open| {
            let index = open.builder;
            let mut builders = vec![NodeBuilder::leaf(engine.tally(&open.rows).to_vec(), open.bounds)];
            grower.grow_depth_first(
                &mut builders,
                vec![PendingNode { builder: 0, ..open }],
                0,
                &mut Vec::new(),
            )?;
            Ok((index, builders))
        })
        .collect();
    for subtree in subtrees {
        let (index, nodes) = subtree?;
        graft(&mut builders, index, nodes);
    }
    Ok(builders)
}

/// Puts a subtree in place of its root's draft.
fn graft(builders: &mut Vec<NodeBuilder>, index: usize, subtree: Vec<NodeBuilder>) {
    let offset = builders.len() - 1;
    for (i, mut builder) in subtree.into_iter().enumerate() {
        builder.children.iter_mut().for_each(|child| *child += offset);
        if i == 0 {
            builders[index] = builder;
        } else {
            builders.push(builder);
        }
    }
}

impl<E> TreeGrower<'_, E> {
    /// Grows depth first until nothing is open; nodes of at most `small` rows are put aside in `later`.
    fn grow_depth_first<R>(
        &self,
        builders: &mut Vec<NodeBuilder>,
        mut open: Vec<PendingNode<R>>,
        small: usize,
        later: &mut Vec<PendingNode<R>>,
    ) -> Result<()>
    where
        E: SplitEngine<R>,
    {
        while let Some(mut node) = open.pop() {
            self.run.check()?;
            if self.engine.count(&node.rows) <= small {
                later.push(node);
                continue;
            }
            let parallel = small > 0;
            match self.choose(&mut node, parallel) {
                // The last to go in is the first to come out: the first child is grown first.
                Some(found) => open.extend(self.split(builders, node, found, parallel).into_iter().rev()),
                None => self.finish_leaf(&node),
            }
        }
        Ok(())
    }

    /// Splits, until there are `most` leaves, the node whose split removes most impurity from the tree.
    fn best_first<R>(&self, builders: &mut Vec<NodeBuilder>, root: PendingNode<R>, most: usize) -> Result<()>
    where
        E: SplitEngine<R>,
    {
        let mut waiting = BinaryHeap::new();
        let wait = |mut node: PendingNode<R>, waiting: &mut BinaryHeap<QueuedSplit<R>>| {
            let parallel = self.engine.count(&node.rows) > SMALL;
            match self.choose(&mut node, parallel) {
                Some(found) => {
                    let worth = found.gain * self.impurity.weight(self.engine.tally(&node.rows));
                    waiting.push(QueuedSplit { worth: without_rounding(worth), node, found, parallel });
                }
                None => self.finish_leaf(&node),
            }
        };
        wait(root, &mut waiting);
        let mut leaves = 1;
        while let Some(QueuedSplit { node, found, parallel, .. }) = waiting.pop() {
            self.run.check()?;
            let more = found.rule.parts() - 1;
            if leaves + more > most {
                self.finish_leaf(&node);
                continue;
            }
            leaves += more;
            for child in self.split(builders, node, found, parallel) {
                wait(child, &mut waiting);
            }
        }
        Ok(())
    }

    /// Divides a node by its split; its children are drafted and returned.
    fn split<R>(
        &self,
        builders: &mut Vec<NodeBuilder>,
        node: PendingNode<R>,
        found: SplitCandidate,
        parallel: bool,
    ) -> Vec<PendingNode<R>>
    where
        E: SplitEngine<R>,
    {
        let weight = self.impurity.weight(self.engine.tally(&node.rows));
        let constraints = self.limits.constraints(weight, node.bounds);
        let parts = self.engine.divide(node.rows, &found, parallel);
        let first = builders.len();
        builders[node.builder].children = (first..first + parts.len()).collect();
        let values: Vec<f64> =
            parts.iter().map(|rows| self.impurity.value(self.engine.tally(rows))).collect();
        let bounds = constraints.bounds_below(found.column, &values);
        let mut children = Vec::with_capacity(parts.len());
        for (i, (rows, bounds)) in parts.into_iter().zip(bounds).enumerate() {
            builders.push(NodeBuilder::leaf(self.engine.tally(&rows).to_vec(), bounds));
            let path = if self.run.is_traced() {
                longer(&node.path, answer(self.engine.inputs(), &found, i))
            } else {
                Vec::new()
            };
            children.push(PendingNode { rows, depth: node.depth + 1, builder: first + i, bounds, path });
        }
        builders[node.builder].split = Some(found);
        children
    }

    /// Reports the rows of a leaf as done.
    fn finish_leaf<R>(&self, node: &PendingNode<R>)
    where
        E: SplitEngine<R>,
    {
        let count = self.engine.count(&node.rows) as u64;
        let rows_in_leaves = self.rows_in_leaves.fetch_add(count, Ordering::Relaxed) + count;
        if self.run.progress("growing", rows_in_leaves.min(self.total), Some(self.total))
            == ObserverAction::Finish
        {
            self.finish.store(true, Ordering::Relaxed);
        }
    }

    /// The split for a node, or none if it stays a leaf.
    fn choose<R>(&self, node: &mut PendingNode<R>, parallel: bool) -> Option<SplitCandidate>
    where
        E: SplitEngine<R>,
    {
        let (impurity, limits) = (self.impurity, self.limits);
        let stops = !limits.may_split(impurity, self.engine.tally(&node.rows), node.depth)
            || (impurity.is_numbers() && self.engine.is_constant(&node.rows))
            || self.finish.load(Ordering::Relaxed);
        if stops {
            return None;
        }
        let constraints = limits.constraints(impurity.weight(self.engine.tally(&node.rows)), node.bounds);
        let mut candidates = self.engine.candidates(&mut node.rows, &constraints, parallel);
        limits.apply_costs(&mut candidates);
        let best = self.pick_allowed(&node.rows, &constraints, &mut candidates);
        self.run.trace(|| {
            let (rows, tally) = (self.engine.count(&node.rows), self.engine.tally(&node.rows));
            gain_table(impurity, self.engine.inputs(), (&node.path, rows, tally), &candidates, best)
        });
        best.map(|best| candidates.swap_remove(best))
    }

    /// The best split whose parts pass every test, with its surrogates.
    fn pick_allowed<R>(
        &self,
        rows: &R,
        constraints: &SplitConstraints<'_>,
        candidates: &mut [SplitCandidate],
    ) -> Option<usize>
    where
        E: SplitEngine<R>,
    {
        let (impurity, limits, tally) = (self.impurity, self.limits, self.engine.tally(rows));
        let mut barred = vec![false; candidates.len()];
        loop {
            let best = pick(impurity, limits, tally, candidates, &barred)?;
            candidates[best].surrogates = self.engine.surrogates(rows, &candidates[best], constraints);
            if constraints.is_free() && limits.significance.is_none() {
                return Some(best);
            }
            // Rows that follow a surrogate were not there when the split was scored.
            let parts = self.engine.part_tallies(rows, &candidates[best]);
            if !constraints.is_free() && !constraints.allows_parts(impurity, candidates[best].column, &parts)
            {
                barred[best] = true;
                continue;
            }
            return limits.is_significant(&parts).then_some(best);
        }
    }
}

/// A number without its last twelve bits, so that sums in another order, as copies of a row make them, are equal.
fn without_rounding(x: f64) -> f64 {
    const LAST: u64 = 1 << 12;
    f64::from_bits((x.to_bits() + LAST / 2) & !(LAST - 1))
}

/// A node with its split, while others may be more worth splitting. Between equals, the node that came first.
struct QueuedSplit<R> {
    worth: f64,
    node: PendingNode<R>,
    found: SplitCandidate,
    parallel: bool,
}

impl<R> Ord for QueuedSplit<R> {
    fn cmp(&self, other: &Self) -> Order {
        self.worth.total_cmp(&other.worth).then(other.node.builder.cmp(&self.node.builder))
    }
}

impl<R> PartialOrd for QueuedSplit<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl<R> PartialEq for QueuedSplit<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Order::Equal
    }
}

impl<R> Eq for QueuedSplit<R> {}

/// The gain table of a node.
pub(super) fn gain_table(
    impurity: &Impurity,
    inputs: &[Input],
    (path, rows, tally): (&[String], usize, &[f64]),
    candidates: &[SplitCandidate],
    best: Option<usize>,
) -> TreeEvent {
    let considered = candidates.iter().enumerate().map(|(i, found)| ConsideredSplit {
        split: describe(inputs, found),
        gain: found.gain,
        merit: found.merit,
        chosen: best == Some(i),
    });
    TreeEvent::Node {
        path: path.to_vec(),
        rows,
        weight: impurity.weight(tally),
        impurity: impurity.of(tally),
        considered: considered.collect(),
    }
}

/// A path with one more answer.
pub(super) fn longer(path: &[String], answer: String) -> Vec<String> {
    path.iter().cloned().chain([answer]).collect()
}
