//! What each node gets wrong of some rows.

use super::pruning_queue::PruningQueue;
use crate::decision_tree::DecisionTreeModel;
use crate::decision_tree::tree::{Tree, columns_of};
use hornbook_core::{Error, Result, Task};
use hornbook_data::{Dataset, MISSING_CODE, Target};

/// The errors of some rows: the weight of those whose class is wrong, or their squared errors.
pub(super) struct NodeErrors {
    /// Of each node, if it were a leaf.
    as_leaf: Vec<f64>,
    /// Of the rows that end at each node, though it splits.
    ends: Vec<f64>,
    /// The weight of the rows.
    pub weight: f64,
}

impl NodeErrors {
    /// A pair of shears that cuts what helps most first.
    pub fn pruning_queue(&self, tree: &Tree) -> PruningQueue {
        let ends = tree.nodes.iter().zip(&self.ends).map(|(n, &end)| if n.is_leaf() { 0.0 } else { end });
        PruningQueue::new(tree, self.as_leaf.clone(), ends.collect(), |d| d.as_leaf - d.as_tree)
    }

    /// Differences of errors below this are none.
    pub fn rounding(&self) -> f64 {
        1e-12 * self.as_leaf[0].max(self.weight)
    }
}

/// Sends rows down a tree and counts what each node on their way would get wrong.
pub(super) fn of(model: &DecisionTreeModel, data: &Dataset) -> Result<NodeErrors> {
    let tree = &model.tree;
    let (features, _) = model.info.schema.features(data.table())?;
    let columns = columns_of(&features);
    let target = data.require_target()?.1;
    let classes: Vec<Option<u32>> = match target {
        Target::Classes(theirs) if model.info.schema.target.task == Task::Classification => {
            let known = &model.info.schema.target.classes;
            let find = |name: &String| known.iter().position(|class| class == name).map(|at| at as u32);
            theirs.levels.iter().map(find).collect()
        }
        Target::Numbers(_) if model.is_numbers() => Vec::new(),
        _ => {
            return Err(Error::data(
                "the validation set for pruning has another kind of target than the tree",
                "give rows with the same target as in training",
            ));
        }
    };
    let decisions: Vec<u32> = tree.tallies.chunks(tree.width).map(DecisionTreeModel::decide).collect();
    let mut errors =
        NodeErrors { as_leaf: vec![0.0; tree.nodes.len()], ends: vec![0.0; tree.nodes.len()], weight: 0.0 };
    for row in data.rows().iter().map(|r| r as usize) {
        let weight = data.weights().map_or(1.0, |w| w[row]);
        if weight <= 0.0 {
            continue;
        }
        let error_at = |node: u32| match target {
            Target::Classes(theirs) => match theirs.codes[row] {
                MISSING_CODE => f64::NAN,
                code => f64::from(u8::from(classes[code as usize] != Some(decisions[node as usize]))),
            },
            Target::Numbers(y) => {
                let distance = y[row] - model.number_at(node, &columns, row);
                distance * distance
            }
        };
        if error_at(0).is_nan() {
            return Err(Error::data(
                format!("the target of the validation set for pruning is missing in row {}", row + 1),
                "leave those rows out with drop_missing_target()",
            ));
        }
        errors.weight += weight;
        tree.visit(&columns, row, |node, share, ends| {
            let error = share * weight * error_at(node);
            errors.as_leaf[node as usize] += error;
            if ends {
                errors.ends[node as usize] += error;
            }
        });
    }
    if errors.weight <= 0.0 {
        return Err(Error::data(
            "the validation set for pruning is empty",
            "give at least one row with a weight above zero",
        ));
    }
    Ok(errors)
}
