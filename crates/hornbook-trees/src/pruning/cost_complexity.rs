//! Weakest links: the sequence of trees that are best for a price of leaves.

use super::shears::Shears;
use super::{Decision, errors};
use crate::decision_tree::DecisionTreeModel;
use crate::decision_tree::tree::Tree;
use hornbook_core::Result;
use hornbook_data::Dataset;

/// Links that differ in strength by less than this part of it are cut together.
const ROUNDING: f64 = 1e-10;

/// Every tree that cost-complexity pruning makes of a tree, for rising prices of a leaf: the first is the tree itself
/// without branches that remove nothing, the last is its root.
#[derive(Debug, Clone, PartialEq)]
pub struct CostComplexityPath {
    /// From which price of a leaf on each tree is the best; 0 for the first.
    pub alphas: Vec<f64>,
    /// The impurity of each tree: that of its leaves, each times its share of the rows.
    pub impurities: Vec<f64>,
    /// The leaves of each tree.
    pub leaves: Vec<usize>,
}

impl DecisionTreeModel {
    /// The sequence of trees that cost-complexity pruning goes through.
    pub fn cost_complexity_path(&self) -> CostComplexityPath {
        let mut path = CostComplexityPath { alphas: Vec::new(), impurities: Vec::new(), leaves: Vec::new() };
        let mut shears = shears(&self.tree);
        let mut alpha = 0.0;
        loop {
            cut_up_to(&mut shears, alpha, |_| {});
            path.alphas.push(alpha);
            path.impurities.push(shears.total());
            path.leaves.push(shears.leaves());
            match shears.next() {
                Some((next, _)) => alpha = next,
                None => return path,
            }
        }
    }
}

/// The mean error of some rows at each of these rising prices of a leaf.
pub(crate) fn errors_along(model: &DecisionTreeModel, alphas: &[f64], data: &Dataset) -> Result<Vec<f64>> {
    let errors = errors::of(model, data)?;
    let (mut shears, mut measured) = (shears(&model.tree), errors.shears(&model.tree));
    let error_at = |&alpha: &f64| {
        cut_up_to(&mut shears, alpha, |decision| measured.cut(decision.node));
        measured.total() / errors.weight
    };
    Ok(alphas.iter().map(error_at).collect())
}

/// What becomes of each link at a price of a leaf.
pub(super) fn decisions(tree: &Tree, alpha: f64) -> Vec<Decision> {
    let mut shears = shears(tree);
    let mut decisions = Vec::new();
    cut_up_to(&mut shears, alpha, |decision| decisions.push(decision));
    if let Some((_, decision)) = shears.next() {
        decisions.push(Decision { pruned: false, ..decision });
    }
    decisions
}

/// Impurities as shares of the whole, and the strength of a link: what a leaf of its branches removes.
pub(super) fn shears(tree: &Tree) -> Shears {
    let total = tree.nodes[0].weight;
    let as_leaf = tree.nodes.iter().map(|node| node.impurity * node.weight / total).collect();
    let ends = vec![0.0; tree.nodes.len()];
    Shears::new(tree, as_leaf, ends, |d| ((d.as_leaf - d.as_tree) / (d.leaves as f64 - 1.0)).max(0.0))
}

/// Cuts every link that is not stronger than this.
fn cut_up_to(shears: &mut Shears, alpha: f64, mut decided: impl FnMut(Decision)) {
    let reach = reach(shears, alpha);
    while let Some((strength, decision)) = shears.next()
        && strength <= reach
    {
        shears.cut(decision.node);
        decided(decision);
    }
}

/// Up to this strength a link counts as no stronger: sums over a tree of this impurity are not more exact.
pub(super) fn reach(shears: &Shears, alpha: f64) -> f64 {
    alpha + ROUNDING * alpha + 1e-14 * shears.of_root()
}
