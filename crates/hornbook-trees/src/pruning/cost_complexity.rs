//! Weakest links: the sequence of trees that are best for a penalty per leaf.

use super::pruning_queue::PruningQueue;
use super::{PruningDecision, errors};
use crate::decision_tree::DecisionTreeModel;
use crate::decision_tree::tree::Tree;
use hornbook_core::Result;
use hornbook_data::Dataset;

/// Links that differ in strength by less than this part of it are cut together.
const ROUNDING: f64 = 1e-10;

/// Every tree that cost-complexity pruning makes of a tree, for rising `ccp_alpha`: the first is the tree itself
/// without branches that remove nothing, the last is its root.
#[derive(Debug, Clone, PartialEq)]
pub struct CostComplexityPath {
    /// From which `ccp_alpha` on each tree is the best; 0 for the first.
    pub alphas: Vec<f64>,
    /// The impurity of each tree: that of its leaves, each times its fraction of the rows.
    pub impurities: Vec<f64>,
    /// The leaves of each tree.
    pub leaves: Vec<usize>,
}

impl DecisionTreeModel {
    /// The sequence of trees that cost-complexity pruning goes through.
    pub fn cost_complexity_path(&self) -> CostComplexityPath {
        let mut path = CostComplexityPath { alphas: Vec::new(), impurities: Vec::new(), leaves: Vec::new() };
        let mut pruning_queue = pruning_queue(&self.tree);
        let mut alpha = 0.0;
        loop {
            prune_up_to(&mut pruning_queue, alpha, |_| {});
            path.alphas.push(alpha);
            path.impurities.push(pruning_queue.total());
            path.leaves.push(pruning_queue.leaves());
            match pruning_queue.next() {
                // Alphas rise from step to step; one that does not is lost to rounding, and would come again for ever.
                Some((next, _)) if next > alpha => alpha = next,
                _ => return path,
            }
        }
    }
}

/// The mean error of some rows at each of these rising `ccp_alpha`.
pub(crate) fn errors_along(model: &DecisionTreeModel, alphas: &[f64], data: &Dataset) -> Result<Vec<f64>> {
    let errors = errors::of(model, data)?;
    let (mut pruning_queue, mut measured) = (pruning_queue(&model.tree), errors.pruning_queue(&model.tree));
    let error_at = |&alpha: &f64| {
        prune_up_to(&mut pruning_queue, alpha, |decision| measured.prune_node(decision.node));
        measured.total() / errors.weight
    };
    Ok(alphas.iter().map(error_at).collect())
}

/// What becomes of each link at a `ccp_alpha`.
pub(super) fn decisions(tree: &Tree, alpha: f64) -> Vec<PruningDecision> {
    let mut pruning_queue = pruning_queue(tree);
    let mut decisions = Vec::new();
    prune_up_to(&mut pruning_queue, alpha, |decision| decisions.push(decision));
    if let Some((_, decision)) = pruning_queue.next() {
        decisions.push(PruningDecision { pruned: false, ..decision });
    }
    decisions
}

/// Impurities as fractions of the whole, and the strength of a link: what a leaf of its branches removes.
pub(super) fn pruning_queue(tree: &Tree) -> PruningQueue {
    let total = tree.nodes[0].weight;
    let as_leaf = tree.nodes.iter().map(|node| node.impurity * node.weight / total).collect();
    let ends = vec![0.0; tree.nodes.len()];
    PruningQueue::new(tree, as_leaf, ends, |d| ((d.as_leaf - d.as_tree) / (d.leaves as f64 - 1.0)).max(0.0))
}

/// Cuts every link that is not stronger than this.
fn prune_up_to(pruning_queue: &mut PruningQueue, alpha: f64, mut decided: impl FnMut(PruningDecision)) {
    let reach = reach(pruning_queue, alpha);
    while let Some((strength, decision)) = pruning_queue.next()
        && strength <= reach
    {
        pruning_queue.prune_node(decision.node);
        decided(decision);
    }
}

/// Up to this strength a link counts as no stronger: sums over a tree of this impurity are not more exact.
pub(super) fn reach(pruning_queue: &PruningQueue, alpha: f64) -> f64 {
    alpha + ROUNDING * alpha + 1e-14 * pruning_queue.of_root()
}
