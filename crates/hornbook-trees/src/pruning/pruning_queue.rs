//! Cutting nodes off, one after the other or all at once.

use super::PruningDecision;
use super::errors::NodeErrors;
use crate::decision_tree::tree::{NONE, Node, Tree, TreeSplit};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The tree with these nodes made leaves.
pub(super) fn prune(tree: &Tree, is_pruned: &[bool]) -> Tree {
    let mut order = Vec::new();
    let mut number = vec![NONE; tree.nodes.len()];
    let mut open = vec![0u32];
    while let Some(at) = open.pop() {
        number[at as usize] = order.len() as u32;
        order.push(at as usize);
        if !is_pruned[at as usize] {
            open.extend(tree.nodes[at as usize].split.children().iter().rev());
        }
    }
    let new = |child: &mut u32| {
        if *child != NONE {
            *child = number[*child as usize];
        }
    };
    let mut pruned = Tree { nodes: Vec::new(), tallies: Vec::new(), ..*tree };
    for at in order {
        let mut node = tree.nodes[at].clone();
        if is_pruned[at] {
            node = Node { leaf_model: node.leaf_model, ..Node::leaf(node.weight, node.impurity) };
        }
        match &mut node.split {
            TreeSplit::Leaf => {}
            TreeSplit::AtMost { children, missing, .. } | TreeSplit::OneOf { children, missing, .. } => {
                children.iter_mut().chain([missing]).for_each(new);
            }
            TreeSplit::Which { children, missing, .. } | TreeSplit::Ranges { children, missing, .. } => {
                children.iter_mut().chain([missing]).for_each(new);
            }
        }
        pruned.nodes.push(node);
        pruned.tallies.extend_from_slice(tree.tally(at));
    }
    pruned
}

/// A tree while it is pruned node by node: what every node costs as a leaf and with what is left of its branches.
pub(super) struct PruningQueue {
    children: Vec<Vec<u32>>,
    parents: Vec<u32>,
    as_leaf: Vec<f64>,
    /// What the rows cost that end at an internal node.
    ends: Vec<f64>,
    as_tree: Vec<f64>,
    leaves: Vec<usize>,
    nodes: Vec<usize>,
    /// Cut off, with a node above or as a leaf.
    gone: Vec<bool>,
    /// How often each node's costs have changed: an entry of the queue that is older does not count.
    changes: Vec<u32>,
    queue: BinaryHeap<QueuedNode>,
    key: fn(&PruningDecision) -> f64,
}

struct QueuedNode {
    key: f64,
    node: usize,
    changes: u32,
}

impl PruningQueue {
    /// The costs of each node as a leaf, and of the rows that end at internal nodes; the node whose `key` is lowest is
    /// cut first, between equals the one nearest to the root.
    pub fn new(
        tree: &Tree,
        as_leaf: Vec<f64>,
        ends: Vec<f64>,
        key: fn(&PruningDecision) -> f64,
    ) -> PruningQueue {
        let count = tree.nodes.len();
        let children: Vec<Vec<u32>> = tree.nodes.iter().map(|node| node.split.children()).collect();
        let mut parents = vec![NONE; count];
        for (at, below) in children.iter().enumerate() {
            below.iter().for_each(|&child| parents[child as usize] = at as u32);
        }
        let mut pruning_queue = PruningQueue {
            children,
            parents,
            as_tree: as_leaf.clone(),
            as_leaf,
            ends,
            leaves: vec![1; count],
            nodes: vec![1; count],
            gone: vec![false; count],
            changes: vec![0; count],
            queue: BinaryHeap::new(),
            key,
        };
        // Every child comes after its parent.
        (0..count).rev().for_each(|at| pruning_queue.update(at));
        pruning_queue
    }

    /// Sums a node's costs up from its children, and queues it.
    fn update(&mut self, at: usize) {
        let below = &self.children[at];
        if below.is_empty() || self.gone[at] {
            return;
        }
        self.as_tree[at] = self.ends[at] + below.iter().map(|&c| self.as_tree[c as usize]).sum::<f64>();
        self.leaves[at] = below.iter().map(|&c| self.leaves[c as usize]).sum();
        self.nodes[at] = 1 + below.iter().map(|&c| self.nodes[c as usize]).sum::<usize>();
        self.changes[at] += 1;
        let key = (self.key)(&self.decision(at, true));
        self.queue.push(QueuedNode { key, node: at, changes: self.changes[at] });
    }

    fn decision(&self, node: usize, pruned: bool) -> PruningDecision {
        let (as_leaf, as_tree) = (self.as_leaf[node], self.as_tree[node]);
        PruningDecision { node, as_leaf, as_tree, leaves: self.leaves[node], pruned }
    }

    /// The node to cut next, and its key.
    pub fn next(&mut self) -> Option<(f64, PruningDecision)> {
        while let Some(first) = self.queue.peek() {
            if !self.gone[first.node] && first.changes == self.changes[first.node] {
                return Some((first.key, self.decision(first.node, true)));
            }
            self.queue.pop();
        }
        None
    }

    /// Makes a node a leaf.
    pub fn prune_node(&mut self, node: usize) {
        self.as_tree[node] = self.as_leaf[node];
        (self.leaves[node], self.nodes[node]) = (1, 1);
        let mut open = vec![node];
        while let Some(at) = open.pop() {
            self.gone[at] = true;
            open.extend(self.children[at].iter().map(|&c| c as usize).filter(|&c| !self.gone[c]));
        }
        let mut above = self.parents[node];
        while above != NONE {
            self.update(above as usize);
            above = self.parents[above as usize];
        }
    }

    /// What the whole tree costs now.
    pub fn total(&self) -> f64 {
        self.as_tree[0]
    }

    /// What the root would cost as a leaf.
    pub fn of_root(&self) -> f64 {
        self.as_leaf[0]
    }

    /// How many leaves the whole tree has now.
    pub fn leaves(&self) -> usize {
        self.leaves[0]
    }

    /// How many nodes the whole tree has now.
    pub fn nodes(&self) -> usize {
        self.nodes[0]
    }
}

impl Ord for QueuedNode {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for QueuedNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedNode {}

/// Cuts the node that helps most, again and again, as long as none does harm.
pub(super) fn most_helpful_first(tree: &Tree, errors: &NodeErrors) -> Vec<PruningDecision> {
    let mut pruning_queue = errors.pruning_queue(tree);
    let mut decisions = Vec::new();
    while let Some((harm, decision)) = pruning_queue.next() {
        if harm > errors.rounding() {
            decisions.push(PruningDecision { pruned: false, ..decision });
            break;
        }
        pruning_queue.prune_node(decision.node);
        decisions.push(decision);
    }
    decisions
}
