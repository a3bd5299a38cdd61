//! Accuracy against size, while a tree is pruned.

use super::{PruningRule, cost_complexity, errors};
use crate::decision_tree::DecisionTreeModel;
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;

/// How well a tree does on some sets of rows while it is pruned, node by node, to its root.
#[derive(Debug, Clone, PartialEq)]
pub struct PruningCurve {
    /// What is measured: `accuracy`, or for numbers `mean squared error`.
    pub measure: &'static str,
    /// The names of the sets of rows.
    pub sets: Vec<String>,
    /// From the whole tree to its root.
    pub points: Vec<PruningPoint>,
    /// The point at which the rule stops.
    pub kept: usize,
}

/// A tree on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct PruningPoint {
    /// Its nodes.
    pub nodes: usize,
    /// Its leaves.
    pub leaves: usize,
    /// How well it does on each set of rows.
    pub scores: Vec<f64>,
}

impl DecisionTreeModel {
    /// Prunes the tree to its root and measures every tree on the way on these sets of rows. Nodes go in the order
    /// of the rule, which is cost complexity or reduced error: those have one.
    ///
    /// ```
    /// use hornbook_data::Table;
    /// use hornbook_learner::Fit;
    /// use hornbook_trees::DecisionTree;
    /// use hornbook_trees::pruning::PruningRule;
    ///
    /// let table = Table::builder()
    ///     .number("x", (0..12).map(f64::from).collect())
    ///     .category("c", &"aaabaabbbbbb".chars().map(|c| Some(c.to_string())).collect::<Vec<_>>())
    ///     .build()?;
    /// let data = table.dataset().target("c")?;
    /// let model = DecisionTree::default().fit(&data)?;
    /// let curve = model.pruning_curve(&PruningRule::CostComplexity { alpha: 0.1 }, &[("training", &data)])?;
    /// assert_eq!(curve.points.iter().map(|p| p.leaves).collect::<Vec<_>>(), [4, 2, 1]);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn pruning_curve(&self, rule: &PruningRule<'_>, sets: &[(&str, &Dataset)]) -> Result<PruningCurve> {
        rule.check(self)?;
        let errors: Vec<errors::NodeErrors> =
            sets.iter().map(|(_, data)| errors::of(self, data)).collect::<Result<_>>()?;
        let (mut order, limit) = match rule {
            PruningRule::CostComplexity { alpha } => {
                let pruning_queue = cost_complexity::pruning_queue(&self.tree);
                let limit = cost_complexity::reach(&pruning_queue, *alpha);
                (pruning_queue, limit)
            }
            PruningRule::ReducedError { validation } => {
                let errors = errors::of(self, validation)?;
                (errors.pruning_queue(&self.tree), errors.rounding())
            }
            other => {
                return Err(Error::data(
                    format!("pruning by '{}' has no pruning path", other.name()),
                    "use cost_complexity or reduced_error",
                ));
            }
        };
        let mut measured: Vec<_> = errors.iter().map(|errors| errors.pruning_queue(&self.tree)).collect();
        let is_numbers = self.is_numbers();
        let mut curve = PruningCurve {
            measure: if is_numbers { "mean squared error" } else { "accuracy" },
            sets: sets.iter().map(|(name, _)| name.to_string()).collect(),
            points: Vec::new(),
            kept: 0,
        };
        let mut stopped = false;
        loop {
            let share =
                |(pruning_queue, errors): (&super::pruning_queue::PruningQueue, &errors::NodeErrors)| {
                    let error = pruning_queue.total() / errors.weight;
                    if is_numbers { error } else { 1.0 - error }
                };
            let scores = measured.iter().zip(&errors).map(share).collect();
            curve.points.push(PruningPoint { nodes: order.nodes(), leaves: order.leaves(), scores });
            let Some((key, decision)) = order.next() else { break };
            stopped |= key > limit;
            if !stopped {
                curve.kept = curve.points.len();
            }
            order.prune_node(decision.node);
            measured.iter_mut().for_each(|pruning_queue| pruning_queue.prune_node(decision.node));
        }
        Ok(curve)
    }
}
