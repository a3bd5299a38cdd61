//! Growing one tree of a forest, on one thread.
//!
//! The rows of a node stand side by side in one list, which every question divides in place. A node looks at the
//! columns in random order until it has seen as many that vary as it may; a column that is constant in a node is known
//! to be so in all nodes beneath, and is passed over there.
//!
//! Of a large table the rows of a small node lie far apart, and every look at one is a wait for memory. So the columns
//! of a node that has become small are copied side by side, and its subtree grows from the copy; of a copy that is
//! large itself there may be further copies.

mod ask;
mod chance;
mod classes;
mod columns;
mod cut;
mod lists;
mod many;
mod measure;
mod one_sum;

pub(super) use classes::Classes;
pub(super) use columns::Material;
pub(super) use many::{Combined, Many};
pub(super) use measure::{Measure, OfLabel};
pub(super) use one_sum::{Counts, OneSum, Sums};

use crate::grove::{Sapling, SaplingNode, Split};
use ask::{Asker, NodeRows, Spread};
use cut::Found;
use hornbook_core::Rng;
use lists::Lists;
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
pub(super) struct Limits {
    pub max_depth: u32,
    pub min_split: f64,
    pub min_leaf: f64,
    /// Of the impurity, times the node's share of all rows.
    pub min_decrease: f64,
    pub max_leaves: Option<usize>,
}

/// What all trees of a forest have in common.
pub(super) struct Plan<'a, M> {
    pub measure: &'a M,
    pub columns: &'a [Material],
    /// The position of each column among the inputs of the model.
    pub inputs: &'a [u32],
    pub limits: Limits,
    /// How many columns that vary a node looks at.
    pub tries: usize,
    /// Whether questions are random.
    pub random: bool,
    /// The weight of a draw.
    pub unit: f64,
    /// The rows of a table of which no copies are made; [`NEAR`] but for tests.
    pub near: usize,
}

/// A node whose question is not settled yet.
#[derive(Clone, Copy)]
struct Open {
    node: usize,
    start: usize,
    end: usize,
    depth: u32,
    /// Where the columns that are known to be constant stand in [`Grower::constants`].
    constants: usize,
}

impl Open {
    fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A node that may ask, on its way to do so.
struct Candidate {
    open: Open,
    found: Found,
}

/// The columns of some rows, side by side.
struct Copied {
    columns: Vec<Material>,
    rows: usize,
}

/// Grows trees, with room to work in that is used again.
pub(super) struct Grower<'a, M: Measure> {
    plan: &'a Plan<'a, M>,
    asker: Asker<M>,
    lists: Lists<M::Row>,
    /// Copies of the columns for the rows of small nodes whose subtrees grow, each a part of the one before.
    copies: Vec<Copied>,
    whole: Vec<M::Cell>,
    /// Columns in the order of the last draw.
    order: Vec<u32>,
    /// Sets of columns, a bit each.
    constants: Vec<u64>,
    sapling: Sapling,
    total: f64,
}

impl<'a, M: Measure> Grower<'a, M> {
    pub fn new(plan: &'a Plan<'a, M>) -> Grower<'a, M> {
        Grower {
            plan,
            asker: Asker::new(plan.measure, plan.columns),
            lists: Lists::new(),
            copies: Vec::new(),
            whole: vec![M::Cell::default(); plan.measure.width()],
            order: Vec::new(),
            constants: Vec::new(),
            sapling: Sapling::default(),
            total: 0.0,
        }
    }

    /// Grows a tree from rows with what they bring along.
    pub fn grow(&mut self, rows: impl Iterator<Item = (u32, M::Row)>, rng: &mut Rng) -> Sapling {
        self.lists.fill(rows);
        self.order.clear();
        self.order.extend(0..self.plan.columns.len() as u32);
        self.constants.clear();
        self.constants.resize(self.words(), 0);
        let root = Open { node: 0, start: 0, end: self.lists.len(), depth: 0, constants: 0 };
        self.add_up(root);
        self.total = self.plan.measure.weight(&self.whole);
        self.sapling.nodes.push(unasked());
        match self.plan.limits.max_leaves {
            Some(most) => self.grow_best_first(root, most, rng),
            None => self.grow_depth_first(root, rng),
        }
        std::mem::take(&mut self.sapling)
    }

    fn grow_depth_first(&mut self, root: Open, rng: &mut Rng) {
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
            match self.consider(next, rng) {
                Some(candidate) => {
                    let [first, second] = self.split(candidate);
                    open.extend([second, first]);
                }
                None => self.settle(next),
            }
        }
    }

    /// Whether the rows of a node lie apart, and its subtree looks at them more often than a copy of all columns does.
    fn is_worth_copying(&self, open: Open) -> bool {
        let Plan { columns, tries, limits, .. } = self.plan;
        let (rows, table) =
            (open.range().len(), self.copies.last().map_or(self.lists.len(), |copy| copy.rows));
        let levels = rows.max(1).ilog2().min(limits.max_depth - open.depth);
        table > self.plan.near
            && (FEW..=table / APART).contains(&rows)
            && (1..=tries * levels as usize).contains(&columns.len())
    }

    /// Copies the columns of the rows of a node side by side; rows are then called by their places in the copy.
    fn copy(&mut self, open: Open) {
        let rows = self.lists.rows(open.range());
        let columns =
            columns_now(self.plan, &self.copies).iter().map(|column| column.of_rows(rows)).collect();
        self.copies.push(Copied { columns, rows: rows.len() });
        self.lists.number(open.range());
    }

    /// The question that saves most is asked next, until there are leaves enough.
    fn grow_best_first(&mut self, root: Open, most: usize, rng: &mut Rng) {
        let mut leaves = 1;
        let mut candidates = BinaryHeap::new();
        let mut arrived = vec![root];
        loop {
            for open in arrived.drain(..) {
                match self.consider(open, rng) {
                    Some(candidate) => candidates.push(candidate),
                    None => self.settle(open),
                }
            }
            if leaves >= most {
                break;
            }
            let Some(candidate) = candidates.pop() else { break };
            arrived.extend(self.split(candidate));
            leaves += 1;
        }
        candidates.into_vec().into_iter().for_each(|candidate| self.settle(candidate.open));
    }

    fn words(&self) -> usize {
        self.plan.columns.len().div_ceil(64)
    }

    /// Adds up what the rows of a node bring along.
    fn add_up(&mut self, open: Open) {
        let measure = self.plan.measure;
        self.whole.fill(M::Cell::default());
        for &brought in self.lists.brought(open.range()) {
            measure.add(&mut self.whole, 0, brought);
        }
    }

    /// The question of a node, unless it stays a leaf.
    fn consider(&mut self, mut open: Open, rng: &mut Rng) -> Option<Candidate> {
        let Plan { measure, ref limits, tries, random, .. } = *self.plan;
        if open.end - open.start < 2 || open.depth >= limits.max_depth {
            return None;
        }
        self.add_up(open);
        let weight = measure.weight(&self.whole);
        let brought = self.lists.brought(open.range());
        if weight < limits.min_split
            || weight < 2.0 * limits.min_leaf
            || measure.is_pure(&self.whole, brought)
        {
            return None;
        }
        let node = NodeRows {
            rows: self.lists.rows(open.range()),
            brought,
            whole: &self.whole,
            min_leaf: limits.min_leaf,
        };
        let columns = columns_now(self.plan, &self.copies);
        let mut best: Option<Found> = None;
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
            let spread = if random {
                self.asker.random(measure, &node, asked, rng, &mut best)
            } else {
                self.asker.best(measure, &node, asked, &mut best)
            };
            if spread == Spread::Varies {
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
        // A question may save nothing and still help those beneath it, as with exclusive or; rounding must not refuse it.
        let is_enough =
            |found: &Found| limits.min_decrease <= 0.0 || found.score / self.total >= limits.min_decrease;
        let found = best.filter(is_enough)?;
        Some(Candidate { open, found })
    }

    /// Asks: divides the rows of a node among its two children.
    fn split(&mut self, Candidate { open, found }: Candidate) -> [Open; 2] {
        let material = &columns_now(self.plan, &self.copies)[found.column as usize];
        let middle = open.start + self.lists.divide(open.range(), material, &found.cut);
        let first = self.sapling.nodes.len();
        let child = |node, start, end| Open { node, start, end, depth: open.depth + 1, ..open };
        let children = [child(first, open.start, middle), child(first + 1, middle, open.end)];
        self.sapling.nodes.extend([unasked(), unasked()]);
        let weights = children.map(|child| {
            self.add_up(child);
            self.plan.measure.weight(&self.whole)
        });
        let weight = (weights[0] + weights[1]) * self.plan.unit;
        // Without a missing value among the rows, missing values follow the heavier child.
        let input = self.plan.inputs[found.column as usize];
        let split = found.cut.question(input, weights[0] >= weights[1], [first, first + 1]);
        self.sapling.nodes[open.node] = SaplingNode { split, weight, gain: found.score / self.total };
        children
    }

    /// Makes a node a leaf.
    fn settle(&mut self, open: Open) {
        self.add_up(open);
        let measure = self.plan.measure;
        let before = self.sapling.values.len();
        measure.leaf(&self.whole, &mut self.sapling.values);
        let width = self.sapling.values.len() - before;
        let weight = measure.weight(&self.whole) * self.plan.unit;
        self.sapling.nodes[open.node] = SaplingNode { split: Split::Leaf(before / width), weight, gain: 0.0 };
    }
}

/// The columns that rows are looked up in: the last copy, or the table itself.
fn columns_now<'b, M>(plan: &'b Plan<'_, M>, copies: &'b [Copied]) -> &'b [Material] {
    copies.last().map_or(plan.columns, |copy| &copy.columns)
}

/// A node that will ask or be settled.
fn unasked() -> SaplingNode {
    SaplingNode { split: Split::Leaf(0), weight: 0.0, gain: 0.0 }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.found.score.total_cmp(&other.found.score).then(other.open.node.cmp(&self.open.node))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

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
        let binned = Material::Binned { bins: bytes(200), edges: edges.clone() };
        let codes = Material::Codes { bins: bytes(9), levels: 9 };
        let wide = Material::WideCodes { codes: bytes(100).iter().map(|&b| b.into()).collect(), levels: 300 };
        let labels = bytes(2);
        let fine = bytes(250);
        let numbers = |shift: usize| {
            let value = |at: usize| f64::from(fine[at]) * 250.0 + f64::from(fine[(at + shift) % rows]);
            Material::Values((0..rows).map(value).collect())
        };
        let values = vec![numbers(1), numbers(2)];
        let limits = Limits {
            max_depth: u32::MAX,
            min_split: 2.0,
            min_leaf: 1.0,
            min_decrease: 0.0,
            max_leaves: None,
        };
        let measure = OneSum::<Counts>::of_classes(2);
        for (columns, random) in [(vec![binned, codes, wide], false), (values, true)] {
            let inputs: Vec<u32> = (0..columns.len() as u32).collect();
            let grown = |near: usize| {
                let plan = Plan {
                    measure: &measure,
                    columns: &columns,
                    inputs: &inputs,
                    limits,
                    tries: 1,
                    random,
                    unit: 1.0,
                    near,
                };
                let mut grower = Grower::new(&plan);
                let all = labels.iter().zip(0..).map(|(&label, row)| (row, measure.bring(1.0, label.into())));
                let sapling = grower.grow(all, &mut Seed(2).rng());
                assert!(grower.copies.is_empty());
                sapling
            };
            let plain = grown(rows);
            assert!(plain.nodes.len() > 1000, "{}", plain.nodes.len());
            // Copies of the table, and copies of copies.
            assert_eq!(plain, grown(rows - 1));
            assert_eq!(plain, grown(300));
        }
    }
}
