//! A tree of gates with experts at its ends, and what they say together.

use crate::members::Member;
use hornbook_core::{Result, Task};
use hornbook_data::{Features, Matrix, TargetSchema};
use hornbook_linear::{LinearModel, ResponseType};
use serde::{Deserialize, Serialize};
use std::any::Any;

/// Most experts of a mixture.
pub(super) const MOST: u32 = 256;
/// Most gates on the way to an expert.
const DEEPEST: u32 = 8;

/// A complete tree of gates with experts at its ends. Places are counted level by level: the first gate is at 0, and the
/// experts stand behind all gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GatingTree {
    branches: u32,
    depth: u32,
}

impl GatingTree {
    /// None if there would be too many experts, or none.
    pub fn new(branches: u32, depth: u32) -> Option<GatingTree> {
        let experts = branches.checked_pow(depth)?;
        ((1..=MOST).contains(&experts) && (1..=DEEPEST).contains(&depth))
            .then_some(GatingTree { branches, depth })
    }

    /// Among how many a gate divides the rows.
    pub fn branches(self) -> usize {
        self.branches as usize
    }

    pub fn experts(self) -> usize {
        self.branches.pow(self.depth) as usize
    }

    pub fn gates(self) -> usize {
        (0..self.depth).map(|level| self.branches.pow(level) as usize).sum()
    }

    /// Gates and experts.
    pub fn places(self) -> usize {
        self.gates() + self.experts()
    }

    /// The positions beneath a gate.
    pub fn beneath(self, gate: usize) -> std::ops::Range<usize> {
        let first = gate * self.branches() + 1;
        first..first + self.branches()
    }

    /// What stands at a position.
    pub fn name(self, place: usize) -> String {
        match place.checked_sub(self.gates()) {
            Some(expert) => format!("expert {}", expert + 1),
            None if self.depth == 1 => "gate".to_string(),
            None => format!("gate {}", place + 1),
        }
    }
}

/// How much of each row comes to each expert.
pub(super) fn shares(members: &[Member], shape: GatingTree, rows: &Features<'_>) -> Result<Vec<Vec<f64>>> {
    let mut reach = vec![Vec::new(); shape.places()];
    reach[0] = vec![1.0; rows.rows()];
    for (gate, member) in members.iter().enumerate().take(shape.gates()) {
        let parts = member.probabilities(rows)?;
        for (branch, place) in shape.beneath(gate).enumerate() {
            reach[place] =
                reach[gate].iter().enumerate().map(|(row, all)| all * parts.at(row, branch)).collect();
        }
    }
    Ok(reach.split_off(shape.gates()))
}

/// The mean of the experts' numbers, each as much as it counts.
pub(crate) fn numbers(members: &[Member], shape: GatingTree, rows: &Features<'_>) -> Result<Vec<f64>> {
    let mut sums = vec![0.0; rows.rows()];
    for (expert, shares) in members[shape.gates()..].iter().zip(shares(members, shape, rows)?) {
        for ((sum, number), share) in sums.iter_mut().zip(expert.numbers(rows)?).zip(shares) {
            *sum += share * number;
        }
    }
    Ok(sums)
}

/// The mean of the experts' probabilities, each as much as it counts.
pub(crate) fn probabilities(
    members: &[Member],
    shape: GatingTree,
    rows: &Features<'_>,
    classes: usize,
) -> Result<Matrix> {
    let mut sums = Matrix::zeros(rows.rows(), classes);
    for (expert, shares) in members[shape.gates()..].iter().zip(shares(members, shape, rows)?) {
        let part = expert.probabilities(rows)?;
        for (row, share) in shares.into_iter().enumerate() {
            sums.row_mut(row).iter_mut().zip(part.row(row)).for_each(|(sum, p)| *sum += share * p);
        }
    }
    Ok(sums)
}

/// The linear model of a member; none in a file that is damaged.
pub(super) fn linear(member: &Member) -> Option<&LinearModel> {
    let any: &dyn Any = &*member.model;
    any.downcast_ref()
}

/// Whether every gate and every expert is there and says what it is asked for.
pub(crate) fn are_sound(
    shape: GatingTree,
    deviations: &[f64],
    members: &[Member],
    target: &TargetSchema,
) -> bool {
    let Some(shape) = GatingTree::new(shape.branches, shape.depth) else { return false };
    let has_noise = target.task == Task::Regression;
    let is_gate = |member: &Member| {
        let own = &member.model.info().schema.target;
        own.task == Task::Classification && own.classes.len() == shape.branches()
    };
    let is_expert = |member: &Member| {
        let own = &member.model.info().schema.target;
        own.task == target.task && own.classes.len() == target.classes.len()
    };
    let is_of_classes = |model: &LinearModel| *model.response() != ResponseType::Numbers;
    members.len() == shape.places()
        && deviations.len() == if has_noise { shape.experts() } else { 0 }
        && deviations.iter().all(|deviation| deviation.is_finite() && *deviation > 0.0)
        && members.iter().all(|member| member.columns.is_none())
        && members[..shape.gates()].iter().all(is_gate)
        && members[shape.gates()..].iter().all(is_expert)
        && members.iter().enumerate().all(|(place, member)| {
            linear(member).is_some_and(|model| is_of_classes(model) == (place < shape.gates() || !has_noise))
        })
}
