//! Rules that look at the training rows only, from the leaves up.

use super::PruningDecision;
use crate::decision_tree::DecisionTreeModel;
use crate::decision_tree::grow::impurity::log2_choose;
use crate::decision_tree::tree::{Tree, TreeSplit};
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{beta_inverse, chi_square_upper};
use hornbook_math::information::{chi_square, code_length};

/// What C4.5 lets a leaf be worse by than the branches it replaces.
const LENIENCE: f64 = 0.1;

/// The errors to be expected of a tree that makes some errors on its training rows: a penalty is added for each leaf.
///
/// ```
/// use hornbook_trees::pruning::pessimistic_error;
/// // Of 24 records: 4 errors with 7 leaves, or 6 errors with 4 leaves.
/// assert_eq!((pessimistic_error(4.0, 7, 0.5), pessimistic_error(6.0, 4, 0.5)), (7.5, 8.0));
/// assert_eq!((pessimistic_error(4.0, 7, 1.0), pessimistic_error(6.0, 4, 1.0)), (11.0, 10.0));
/// ```
pub fn pessimistic_error(errors: f64, leaves: usize, penalty: f64) -> f64 {
    errors + leaves as f64 * penalty
}

/// The fraction of errors that a leaf with these errors among its training rows stays below, but for the chance
/// `confidence`: the upper end of the one-sided binomial interval. Weights need not be whole.
///
/// ```
/// use hornbook_trees::pruning::error_bound;
/// // The book on C4.5 has 0.206, 0.143 and 0.750.
/// assert!((error_bound(0.0, 6.0, 0.25) - 0.206).abs() < 5e-4);
/// assert!((error_bound(0.0, 9.0, 0.25) - 0.143).abs() < 5e-4);
/// assert!((error_bound(0.0, 1.0, 0.25) - 0.750).abs() < 5e-4);
/// ```
pub fn error_bound(errors: f64, rows: f64, confidence: f64) -> f64 {
    if errors >= rows { 1.0 } else { beta_inverse(1.0 - confidence, errors + 1.0, rows - errors) }
}

/// The errors of a node as a leaf: all weight that is not of its class.
fn errors(tree: &Tree, node: usize) -> f64 {
    let tally = tree.tally(node);
    if tree.nodes[node].weight <= 0.0 {
        return 0.0;
    }
    tally.iter().sum::<f64>() - tally.iter().copied().fold(0.0, f64::max)
}

pub(super) fn pessimistic(tree: &Tree, penalty: f64) -> Vec<PruningDecision> {
    let leaf = |node| pessimistic_error(errors(tree, node), 1, penalty);
    cheaper_as_leaves(tree, leaf, |_| 0.0, 0.0)
}

pub(super) fn bounded(tree: &Tree, confidence: f64) -> Vec<PruningDecision> {
    let leaf = |node: usize| match tree.nodes[node].weight {
        weight if weight > 0.0 => weight * error_bound(errors(tree, node), weight, confidence),
        _ => 0.0,
    };
    cheaper_as_leaves(tree, leaf, |_| 0.0, LENIENCE)
}

pub(super) fn described(model: &DecisionTreeModel) -> Vec<PruningDecision> {
    let code = TreeCode { model };
    cheaper_as_leaves(&model.tree, |node| code.leaf(node), |node| code.split(node), 0.0)
}

/// Makes leaves of the nodes that cost no more so: `leaf` is what a node costs as a leaf, `own` what asking costs it
/// besides its children.
fn cheaper_as_leaves(
    tree: &Tree,
    leaf: impl Fn(usize) -> f64,
    own: impl Fn(usize) -> f64,
    lenience: f64,
) -> Vec<PruningDecision> {
    let mut costs = vec![0.0; tree.nodes.len()];
    let mut leaves = vec![1usize; tree.nodes.len()];
    let mut decisions = Vec::new();
    for node in (0..tree.nodes.len()).rev() {
        let as_leaf = leaf(node);
        let children = tree.nodes[node].split.children();
        costs[node] = as_leaf;
        if children.is_empty() {
            continue;
        }
        let as_tree = own(node) + children.iter().map(|&c| costs[c as usize]).sum::<f64>();
        let count = children.iter().map(|&c| leaves[c as usize]).sum();
        let pruned = as_leaf <= as_tree + lenience + 1e-12 * as_tree.abs();
        decisions.push(PruningDecision { node, as_leaf, as_tree, leaves: count, pruned });
        if !pruned {
            (costs[node], leaves[node]) = (as_tree, count);
        }
    }
    decisions
}

/// Makes leaves of nodes whose children are all leaves and do not differ in class by more than chance. A decision holds
/// the p-value against the level.
pub(super) fn tested(tree: &Tree, level: f64) -> Vec<PruningDecision> {
    let mut is_leaf: Vec<bool> = tree.nodes.iter().map(|node| node.is_leaf()).collect();
    let mut decisions = Vec::new();
    for node in (0..tree.nodes.len()).rev() {
        let children = tree.nodes[node].split.children();
        if children.is_empty() || !children.iter().all(|&child| is_leaf[child as usize]) {
            continue;
        }
        // A branch that no row went down says nothing.
        let with_rows = children.iter().filter(|&&child| tree.nodes[child as usize].weight > 0.0);
        let parts: Vec<&[f64]> = with_rows.map(|&child| tree.tally(child as usize)).collect();
        let (statistic, degrees) = chi_square(&parts);
        let p = if degrees > 0.0 { chi_square_upper(statistic, degrees) } else { 1.0 };
        is_leaf[node] = p > level;
        decisions.push(PruningDecision {
            node,
            as_leaf: level,
            as_tree: p,
            leaves: children.len(),
            pruned: p > level,
        });
    }
    decisions
}

/// The bits that it takes to tell a tree, and then the classes of its training rows.
///
/// - A node: one bit for whether it splits.
/// - A split: which of the columns; then for a threshold which position between the node's $n$ rows,
///   $\log_2(n-1)$ bits (for $k$ thresholds $\log_2\binom{n-1}{k}$), for a set of levels one bit for each level it saw
///   but the first, and nothing for one branch a level.
/// - A leaf: the classes of its rows,
///   [`code_length`](hornbook_math::information::code_length), which for two classes is Quinlan and Rivest's
///   code for exceptions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeDescriptionLength {
    /// The bits of the tree.
    pub tree: f64,
    /// The bits of the rows' classes.
    pub rows: f64,
}

impl TreeDescriptionLength {
    /// All bits.
    pub fn total(&self) -> f64 {
        self.tree + self.rows
    }
}

impl DecisionTreeModel {
    /// The bits that telling the tree and the classes of its training rows takes; for classes.
    pub fn description_length(&self) -> Result<TreeDescriptionLength> {
        if self.is_numbers() {
            return Err(Error::data(
                "description length is for classification, and this is a regression tree",
                "evaluate it by its error instead",
            ));
        }
        let code = TreeCode { model: self };
        let mut length = TreeDescriptionLength { tree: 0.0, rows: 0.0 };
        for (at, node) in self.tree.nodes.iter().enumerate() {
            if node.is_leaf() {
                length.tree += 1.0;
                length.rows += code.leaf(at) - 1.0;
            } else {
                length.tree += code.split(at);
            }
        }
        Ok(length)
    }
}

/// The code of a tree.
struct TreeCode<'a> {
    model: &'a DecisionTreeModel,
}

impl TreeCode<'_> {
    /// The bits of a node as a leaf, with the classes of its rows.
    fn leaf(&self, node: usize) -> f64 {
        let tree = &self.model.tree;
        1.0 + if tree.nodes[node].weight > 0.0 { code_length(tree.tally(node)) } else { 0.0 }
    }

    /// The bits of a node's split.
    fn split(&self, node: usize) -> f64 {
        let node = &self.model.tree.nodes[node];
        let places = (node.weight - 1.0).max(1.0);
        let what = match &node.split {
            TreeSplit::Leaf | TreeSplit::Which { .. } => 0.0,
            TreeSplit::AtMost { .. } => places.log2(),
            TreeSplit::Ranges { thresholds, .. } => log2_choose(places, thresholds.len()),
            TreeSplit::OneOf { known, .. } => {
                f64::from(known.iter().map(|word| word.count_ones()).sum::<u32>().max(1) - 1)
            }
        };
        1.0 + (self.model.info.schema.inputs.len() as f64).max(1.0).log2() + what
    }
}
