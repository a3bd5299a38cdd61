//! Growing one tree of a forest, on one thread.
//!
//! The rows of a node stand side by side in one list, which every split divides in place. A node looks at the
//! columns in random order until it has seen as many that vary as it may; a column that is constant in a node is known
//! to be so in all nodes beneath, and is passed over there.
//!
//! Of a large table the rows of a small node lie far apart, and every look at one is a wait for memory. So the columns
//! of a node that has become small are copied side by side, and its subtree grows from the copy; of a copy that is
//! large itself there may be further copies.

mod classes;
mod columns;
mod find_split;
mod lists;
mod mean;
mod measure;
mod multi_target;
mod random_split;
mod split_rule;

pub(super) use classes::ClassImpurity;
pub(super) use columns::ForestColumn;
pub(super) use mean::{MeanImpurity, PackedCounts, WeightedSums};
pub(super) use measure::{ImpurityMeasure, LabelImpurity};
pub(super) use multi_target::{CombinedRow, MultiTargetImpurity};

use crate::tree_ensemble::{BuilderNode, BuilderSplit, TreeBuilder};
use find_split::{ColumnVariation, ForestNodeRows, SplitFinder};
use hornbook_core::Rng;
use lists::RowLists;
use split_rule::ForestSplitCandidate;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A table with at most this many rows is near as it is: a column of it fits a core's own cache.
pub(super) const NEAR: usize = 1 << 17;
/// The rows of a node lie apart if the table has this many times as many: a cache line holds few of them.
const APART: usize = 16;
/// A node with fewer rows is done before a copy of them is.
const FEW: usize = 256;

/// What stops the growing. Weights count draws.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForestLimits {
    pub max_depth: u32,
    pub min_split: f64,
    pub min_leaf: f64,
    /// Of the impurity, times the node's fraction of all rows.
    pub min_decrease: f64,
    pub max_leaves: Option<usize>,
}

/// What all trees of a forest have in common.
pub(super) struct ForestContext<'a, M> {
    pub measure: &'a M,
    pub columns: &'a [ForestColumn],
    /// The position of each column among the inputs of the model.
    pub inputs: &'a [u32],
    pub limits: ForestLimits,
    /// How many columns that vary a node looks at.
    pub tries: usize,
    /// Whether splits are random.
    pub random: bool,
    /// The weight of a draw.
    pub unit: f64,
    /// The rows of a table of which no copies are made; [`NEAR`] but for tests.
    pub near: usize,
}

/// A node whose split is not chosen yet.
#[derive(Clone, Copy)]
struct ForestPendingNode {
    node: usize,
    start: usize,
    end: usize,
    depth: u32,
    /// Where the columns that are known to be constant stand in [`ForestGrower::constants`].
    constants: usize,
}

impl ForestPendingNode {
    fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A node that may be split.
struct SplittableNode {
    open: ForestPendingNode,
    found: ForestSplitCandidate,
}

/// The columns of some rows, side by side.
struct CompactedColumns {
    columns: Vec<ForestColumn>,
    rows: usize,
}

/// Grows trees, with room to work in that is used again.
pub(super) struct ForestGrower<'a, M: ImpurityMeasure> {
    context: &'a ForestContext<'a, M>,
    finder: SplitFinder<M>,
    lists: RowLists<M::Row>,
    /// Copies of the columns for the rows of small nodes whose subtrees grow, each a part of the one before.
    copies: Vec<CompactedColumns>,
    whole: Vec<M::Cell>,
    /// Columns in the order of the last draw.
    order: Vec<u32>,
    /// Sets of columns, a bit each.
    constants: Vec<u64>,
    builder: TreeBuilder,
    total: f64,
}

impl<'a, M: ImpurityMeasure> ForestGrower<'a, M> {
    pub fn new(context: &'a ForestContext<'a, M>) -> ForestGrower<'a, M> {
        ForestGrower {
            context,
            finder: SplitFinder::new(context.measure, context.columns),
            lists: RowLists::new(),
            copies: Vec::new(),
            whole: vec![M::Cell::default(); context.measure.width()],
            order: Vec::new(),
            constants: Vec::new(),
            builder: TreeBuilder::default(),
            total: 0.0,
        }
    }

    /// Grows a tree from rows with what they bring along.
    pub fn grow(&mut self, rows: impl Iterator<Item = (u32, M::Row)>, rng: &mut Rng) -> TreeBuilder {
        self.lists.fill(rows);
        self.order.clear();
        self.order.extend(0..self.context.columns.len() as u32);
        self.constants.clear();
        self.constants.resize(self.words(), 0);
        let root = ForestPendingNode { node: 0, start: 0, end: self.lists.len(), depth: 0, constants: 0 };
        self.sum_node(root);
        self.total = self.context.measure.weight(&self.whole);
        self.builder.nodes.push(placeholder_node());
        match self.context.limits.max_leaves {
            Some(most) => self.grow_best_first(root, most, rng),
            None => self.grow_depth_first(root, rng),
        }
        std::mem::take(&mut self.builder)
    }

    fn grow_depth_first(&mut self, root: ForestPendingNode, rng: &mut Rng) {
        let mut open = vec![root];
        while let Some(next) = open.pop() {
            // What the subtree before has found out about its own rows is of no use any more.
            self.constants.truncate(next.constants + self.words());
            if self.is_worth_copying(next) {
                self.copy(next);
                self.grow_depth_first(next, rng);
                self.copies.pop();
                continue;
            }
            match self.find_best_split(next, rng) {
                Some(candidate) => {
                    let [first, second] = self.split(candidate);
                    open.extend([second, first]);
                }
                None => self.finish_leaf(next),
            }
        }
    }

    /// Whether the rows of a node lie apart, and its subtree looks at them more often than a copy of all columns does.
    fn is_worth_copying(&self, open: ForestPendingNode) -> bool {
        let ForestContext { columns, tries, limits, .. } = self.context;
        let (rows, table) =
            (open.range().len(), self.copies.last().map_or(self.lists.len(), |copy| copy.rows));
        let levels = rows.max(1).ilog2().min(limits.max_depth - open.depth);
        table > self.context.near
            && (FEW..=table / APART).contains(&rows)
            && (1..=tries * levels as usize).contains(&columns.len())
    }

    /// Copies the columns of the rows of a node side by side; rows are then called by their position in the copy.
    fn copy(&mut self, open: ForestPendingNode) {
        let rows = self.lists.rows(open.range());
        let columns =
            columns_now(self.context, &self.copies).iter().map(|column| column.of_rows(rows)).collect();
        self.copies.push(CompactedColumns { columns, rows: rows.len() });
        self.lists.number(open.range());
    }

    /// The split that saves most is made next, until there are leaves enough.
    fn grow_best_first(&mut self, root: ForestPendingNode, most: usize, rng: &mut Rng) {
        let mut leaves = 1;
        let mut candidates = BinaryHeap::new();
        let mut arrived = vec![root];
        loop {
            for open in arrived.drain(..) {
                match self.find_best_split(open, rng) {
                    Some(candidate) => candidates.push(candidate),
                    None => self.finish_leaf(open),
                }
            }
            if leaves >= most {
                break;
            }
            let Some(candidate) = candidates.pop() else { break };
            arrived.extend(self.split(candidate));
            leaves += 1;
        }
        candidates.into_vec().into_iter().for_each(|candidate| self.finish_leaf(candidate.open));
    }

    fn words(&self) -> usize {
        self.context.columns.len().div_ceil(64)
    }

    /// Adds up what the rows of a node bring along.
    fn sum_node(&mut self, open: ForestPendingNode) {
        let measure = self.context.measure;
        self.whole.fill(M::Cell::default());
        for &row_stats in self.lists.row_stats(open.range()) {
            measure.add(&mut self.whole, 0, row_stats);
        }
    }

    /// The split of a node, unless it stays a leaf.
    fn find_best_split(&mut self, mut open: ForestPendingNode, rng: &mut Rng) -> Option<SplittableNode> {
        let ForestContext { measure, ref limits, tries, random, .. } = *self.context;
        if open.end - open.start < 2 || open.depth >= limits.max_depth {
            return None;
        }
        self.sum_node(open);
        let weight = measure.weight(&self.whole);
        let row_stats = self.lists.row_stats(open.range());
        if weight < limits.min_split
            || weight < 2.0 * limits.min_leaf
            || measure.is_pure(&self.whole, row_stats)
        {
            return None;
        }
        let node = ForestNodeRows {
            rows: self.lists.rows(open.range()),
            row_stats,
            whole: &self.whole,
            min_leaf: limits.min_leaf,
        };
        let columns = columns_now(self.context, &self.copies);
        let mut best: Option<ForestSplitCandidate> = None;
        let (mut seen, mut left) = (0, self.order.len());
        let inherited = open.constants;
        while seen < tries && left > 0 {
            let drawn = rng.below(left);
            let column = self.order[drawn];
            left -= 1;
            self.order.swap(drawn, left);
            let (word, bit) = (column as usize / 64, 1 << (column % 64));
            if self.constants[inherited + word] & bit != 0 {
                continue;
            }
            let asked = (column, &columns[column as usize]);
            let variation = if random {
                self.finder.random(measure, &node, asked, rng, &mut best)
            } else {
                self.finder.best(measure, &node, asked, &mut best)
            };
            if variation == ColumnVariation::Varies {
                seen += 1;
                continue;
            }
            if open.constants == inherited {
                open.constants = self.constants.len();
                let words = columns.len().div_ceil(64);
                self.constants.extend_from_within(inherited..inherited + words);
            }
            self.constants[open.constants + word] |= bit;
        }
        // A split may save nothing and still help those beneath it, as with exclusive or; rounding must not refuse it.
        let is_enough = |found: &ForestSplitCandidate| {
            limits.min_decrease <= 0.0 || found.score / self.total >= limits.min_decrease
        };
        let found = best.filter(is_enough)?;
        Some(SplittableNode { open, found })
    }

    /// Splits: divides the rows of a node among its two children.
    fn split(&mut self, SplittableNode { open, found }: SplittableNode) -> [ForestPendingNode; 2] {
        let forest_column = &columns_now(self.context, &self.copies)[found.column as usize];
        let middle = open.start + self.lists.divide(open.range(), forest_column, &found.rule);
        let first = self.builder.nodes.len();
        let child = |node, start, end| ForestPendingNode { node, start, end, depth: open.depth + 1, ..open };
        let children = [child(first, open.start, middle), child(first + 1, middle, open.end)];
        self.builder.nodes.extend([placeholder_node(), placeholder_node()]);
        let weights = children.map(|child| {
            self.sum_node(child);
            self.context.measure.weight(&self.whole)
        });
        let weight = (weights[0] + weights[1]) * self.context.unit;
        // Without a missing value among the rows, missing values follow the heavier child.
        let input = self.context.inputs[found.column as usize];
        let split = found.rule.builder_split(input, weights[0] >= weights[1], [first, first + 1]);
        self.builder.nodes[open.node] = BuilderNode { split, weight, gain: found.score / self.total };
        children
    }

    /// Makes a node a leaf.
    fn finish_leaf(&mut self, open: ForestPendingNode) {
        self.sum_node(open);
        let measure = self.context.measure;
        let before = self.builder.values.len();
        measure.leaf(&self.whole, &mut self.builder.values);
        let width = self.builder.values.len() - before;
        let weight = measure.weight(&self.whole) * self.context.unit;
        self.builder.nodes[open.node] =
            BuilderNode { split: BuilderSplit::Leaf(before / width), weight, gain: 0.0 };
    }
}

/// The columns that rows are looked up in: the last copy, or the table itself.
fn columns_now<'b, M>(
    context: &'b ForestContext<'_, M>,
    copies: &'b [CompactedColumns],
) -> &'b [ForestColumn] {
    copies.last().map_or(context.columns, |copy| &copy.columns)
}

/// A node that will be split or become a leaf.
fn placeholder_node() -> BuilderNode {
    BuilderNode { split: BuilderSplit::Leaf(0), weight: 0.0, gain: 0.0 }
}

impl Ord for SplittableNode {
    fn cmp(&self, other: &SplittableNode) -> Ordering {
        self.found.score.total_cmp(&other.found.score).then(other.open.node.cmp(&self.open.node))
    }
}

impl PartialOrd for SplittableNode {
    fn partial_cmp(&self, other: &SplittableNode) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SplittableNode {
    fn eq(&self, other: &SplittableNode) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for SplittableNode {}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    #[test]
    fn copies_change_nothing() {
        let rows = 80_000;
        let mut rng = Seed(1).rng();
        let mut bytes = |below: usize| -> Vec<u8> { (0..rows).map(|_| rng.below(below) as u8).collect() };
        let edges: std::sync::Arc<[f64]> = (0..199).map(f64::from).collect();
        let binned = ForestColumn::Binned { bins: bytes(200), edges: edges.clone() };
        let codes = ForestColumn::Codes { bins: bytes(9), levels: 9 };
        let wide =
            ForestColumn::WideCodes { codes: bytes(100).iter().map(|&b| b.into()).collect(), levels: 300 };
        let labels = bytes(2);
        let fine = bytes(250);
        let numbers = |shift: usize| {
            let value = |at: usize| f64::from(fine[at]) * 250.0 + f64::from(fine[(at + shift) % rows]);
            ForestColumn::Values((0..rows).map(value).collect())
        };
        let values = vec![numbers(1), numbers(2)];
        let limits = ForestLimits {
            max_depth: u32::MAX,
            min_split: 2.0,
            min_leaf: 1.0,
            min_decrease: 0.0,
            max_leaves: None,
        };
        let measure = MeanImpurity::<PackedCounts>::of_classes(2);
        for (columns, random) in [(vec![binned, codes, wide], false), (values, true)] {
            let inputs: Vec<u32> = (0..columns.len() as u32).collect();
            let grown = |near: usize| {
                let context = ForestContext {
                    measure: &measure,
                    columns: &columns,
                    inputs: &inputs,
                    limits,
                    tries: 1,
                    random,
                    unit: 1.0,
                    near,
                };
                let mut grower = ForestGrower::new(&context);
                let all = labels
                    .iter()
                    .zip(0..)
                    .map(|(&label, row)| (row, measure.row_stats_of(1.0, label.into())));
                let builder = grower.grow(all, &mut Seed(2).rng());
                assert!(grower.copies.is_empty());
                builder
            };
            let plain = grown(rows);
            assert!(plain.nodes.len() > 1000, "{}", plain.nodes.len());
            // Copies of the table, and copies of copies.
            assert_eq!(plain, grown(rows - 1));
            assert_eq!(plain, grown(300));
        }
    }
}
