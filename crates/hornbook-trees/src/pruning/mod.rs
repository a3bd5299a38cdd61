//! Cutting a grown tree back: what it learned of chance is taken out again.
//!
//! A tree that is grown until its leaves are pure overfits its training rows. Pruning replaces nodes by leaves,
//! each with the most common class (or the mean) of its training rows. The rules differ in what they hold against a
//! branch:
//!
//! | rule | a node $t$ with the branches $T_t$ becomes a leaf if |
//! |---|---|
//! | cost-complexity | $R(t) \le R(T_t) + \alpha\,(\lvert T_t\rvert - 1)$, with $R$ the impurity that is left, as a fraction of all rows, and $\lvert T_t\rvert$ the leaves; weakest link first |
//! | reduced error | rows that were kept from growing are predicted no worse; the cut that helps most first |
//! | pessimistic | $e(t) + k \le e(T_t) + k\,\lvert T_t\rvert$, with $e$ the training errors and a penalty $k$ a leaf |
//! | error bound (C4.5) | $N_t\,U(e(t), N_t) \le \sum N_l\,U(e(l), N_l) + 0.1$ over its leaves $l$, with $U$ the upper end of a one-sided binomial interval |
//! | chi-square | its children are leaves, and their classes differ no more than by chance, at a level |
//! | description length | telling the tree and the classes takes no more bits without the branches |
//!
//! The last four look at training rows only and go from the leaves up. Error-bound pruning replaces subtrees by leaves;
//! it does not raise subtrees. For the bits of a split, see [`TreeDescriptionLength`].
//!
//! A tree is pruned as it is fitted (`pruning` among the parameters of [`DecisionTree`](crate::DecisionTree)) or
//! afterwards, with [`DecisionTreeModel::pruned_by`]. [`DecisionTreeModel::cost_complexity_path`] has every tree of the
//! sequence, and [`DecisionTreeModel::size_curve`] shows accuracy against size while a tree is pruned.
//!
//! Cost: O(nodes · depth · log nodes) for the first two, O(nodes) for the others, and once over the validation rows.
//! There is nothing random in pruning.
//!
//! # References
//!
//! Breiman, Friedman, Olshen and Stone, *Classification and regression trees* (1984); Quinlan, *Simplifying decision
//! trees* (1987), *C4.5* (1993); Quinlan and Rivest, *Inferring decision trees using the minimum description length
//! principle* (1989); Mitchell, *Machine learning* (1997), section 3.7; Russell and Norvig, *Artificial intelligence*,
//! section 18.3.5.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_trees::DecisionTree;
//! use hornbook_trees::pruning::PruningRule;
//!
//! let table = Table::builder()
//!     .number("x", (0..12).map(f64::from).collect())
//!     .category("c", &"aaabaabbbbbb".chars().map(|c| Some(c.to_string())).collect::<Vec<_>>())
//!     .build()?;
//! let model = DecisionTree::default().fit(&table.dataset().target("c")?)?;
//! let pruned = model.pruned_by(&PruningRule::ChiSquare { level: 0.05 })?;
//! assert_eq!((model.leaves(), pruned.leaves()), (4, 2));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bottom_up;
mod cost_complexity;
mod curve;
mod errors;
mod plot;
mod pruning_queue;

#[cfg(test)]
mod tests;

pub(crate) use cost_complexity::errors_along;

pub use bottom_up::{TreeDescriptionLength, error_bound, pessimistic_error};
pub use cost_complexity::CostComplexityPath;
pub use curve::{PruningCurve, PruningPoint};

use crate::decision_tree::branches::paths;
use crate::decision_tree::{DecisionTreeModel, TreeEvent};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;

/// How a tree is pruned. The module's page has the formulas.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PruningRule<'a> {
    /// As long as a leaf less is worth `alpha`, in impurity of the whole tree.
    CostComplexity {
        /// What a leaf costs.
        alpha: f64,
    },
    /// As long as these rows are predicted no worse: fewer errors, or for numbers squared errors. A class that training
    /// did not know counts as an error.
    ReducedError {
        /// Rows that the tree was not grown from.
        validation: &'a Dataset,
    },
    /// Training errors and a penalty a leaf; for classes.
    Pessimistic {
        /// Errors that a leaf costs.
        penalty: f64,
    },
    /// Upper bounds of the leaves' errors, as C4.5 has them; for classes.
    ErrorBound {
        /// The chance that a bound is too low; 0.25 in C4.5.
        confidence: f64,
    },
    /// A chi-square test of the branches of each node whose children are all leaves; for classes.
    ChiSquare {
        /// The level of the tests.
        level: f64,
    },
    /// The bits of tree and classes; for classes.
    Mdl,
}

impl PruningRule<'_> {
    /// The name of the rule, as in the parameter `pruning`.
    pub fn name(&self) -> &'static str {
        match self {
            PruningRule::CostComplexity { .. } => "cost_complexity",
            PruningRule::ReducedError { .. } => "reduced_error",
            PruningRule::Pessimistic { .. } => "pessimistic",
            PruningRule::ErrorBound { .. } => "error_bound",
            PruningRule::ChiSquare { .. } => "chi_square",
            PruningRule::Mdl => "mdl",
        }
    }

    /// Refuses what the rule cannot do.
    fn check(&self, model: &DecisionTreeModel) -> Result<()> {
        let wrong = |what: &str, found: f64, expected: &str| {
            Err(Error::data(format!("the {what} of pruning is {found}"), format!("give {expected}")))
        };
        match *self {
            PruningRule::CostComplexity { alpha } if alpha.is_nan() || alpha < 0.0 => {
                return wrong("alpha", alpha, "a number at least 0");
            }
            PruningRule::Pessimistic { penalty } if penalty.is_nan() || penalty < 0.0 => {
                return wrong("penalty", penalty, "a number at least 0");
            }
            PruningRule::ErrorBound { confidence } if !(confidence > 0.0 && confidence < 1.0) => {
                return wrong("confidence", confidence, "a number between 0 and 1");
            }
            PruningRule::ChiSquare { level } if !(level > 0.0 && level <= 1.0) => {
                return wrong("level", level, "a number above 0 and up to 1");
            }
            _ => {}
        }
        let for_any = matches!(self, PruningRule::CostComplexity { .. } | PruningRule::ReducedError { .. });
        if model.is_numbers() && !for_any {
            return Err(Error::data(
                format!("pruning by '{}' is for classification, and this is a regression tree", self.name()),
                "prune by cost_complexity or reduced_error",
            ));
        }
        Ok(())
    }
}

/// A node that was weighed: what it costs as a leaf, and with its branches.
#[derive(Debug, Clone, Copy)]
struct PruningDecision {
    node: usize,
    as_leaf: f64,
    as_tree: f64,
    leaves: usize,
    pruned: bool,
}

impl DecisionTreeModel {
    /// The tree pruned by a rule.
    pub fn pruned_by(&self, rule: &PruningRule<'_>) -> Result<DecisionTreeModel> {
        self.pruned_with(rule, &Run::default())
    }

    /// The tree pruned by a rule, with a trace of every decision.
    pub fn pruned_with(&self, rule: &PruningRule<'_>, run: &Run) -> Result<DecisionTreeModel> {
        rule.check(self)?;
        run.check()?;
        let decisions = match *rule {
            PruningRule::CostComplexity { alpha } => cost_complexity::decisions(&self.tree, alpha),
            PruningRule::ReducedError { validation } => {
                pruning_queue::most_helpful_first(&self.tree, &errors::of(self, validation)?)
            }
            PruningRule::Pessimistic { penalty } => bottom_up::pessimistic(&self.tree, penalty),
            PruningRule::ErrorBound { confidence } => bottom_up::bounded(&self.tree, confidence),
            PruningRule::ChiSquare { level } => bottom_up::tested(&self.tree, level),
            PruningRule::Mdl => bottom_up::described(self),
        };
        if run.is_traced() {
            let paths = paths(&self.tree, &self.info.schema.inputs);
            for decision in &decisions {
                run.trace(|| TreeEvent::Pruning {
                    rule: rule.name(),
                    path: paths[decision.node].clone(),
                    as_leaf: decision.as_leaf,
                    as_tree: decision.as_tree,
                    leaves: decision.leaves,
                    pruned: decision.pruned,
                });
            }
        }
        let mut is_pruned = vec![false; self.tree.nodes.len()];
        decisions.iter().filter(|d| d.pruned).for_each(|d| is_pruned[d.node] = true);
        Ok(DecisionTreeModel::new(self.info.clone(), pruning_queue::prune(&self.tree, &is_pruned)))
    }
}
