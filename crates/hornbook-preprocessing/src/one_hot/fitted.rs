//! Which levels have columns.

use super::params::UnknownLevel;
use crate::level_groups::{LevelGroup, LevelGroups};
use crate::names::unique_names;
use hornbook_core::Result;
use hornbook_core::format::counted;
use hornbook_data::{Input, InputKind};
use hornbook_learner::{FittedTransformer, Section};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The levels of an input that have columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OneHotLevels {
    pub(super) groups: LevelGroups,
    /// The group without a column.
    pub(super) dropped: Option<u32>,
}

impl OneHotLevels {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.groups.count() - usize::from(self.dropped.is_some())
    }

    /// The column of a group, which it may not have.
    pub(super) fn column(&self, group: u32) -> Option<u32> {
        match self.dropped {
            Some(dropped) if dropped == group => None,
            Some(dropped) if dropped < group => Some(group - 1),
            _ => Some(group),
        }
    }

    /// The groups with columns, in their order.
    pub(super) fn groups_with_columns(&self) -> Vec<LevelGroup> {
        let mut groups = self.groups.groups();
        if let Some(dropped) = self.dropped {
            groups.remove(dropped as usize);
        }
        groups
    }

    fn is_sound(&self, levels: usize) -> bool {
        self.groups.is_sound(levels)
            && self.dropped.is_none_or(|dropped| (dropped as usize) < self.groups.count())
    }
}

/// One-hot encoding, fitted on some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedOneHot {
    pub(super) inputs: Vec<Input>,
    /// None of inputs that pass.
    pub(super) columns: Vec<Option<OneHotLevels>>,
    pub(super) unknown: UnknownLevel,
}

impl FittedOneHot {
    pub(super) fn new(
        inputs: Vec<Input>,
        columns: Vec<Option<OneHotLevels>>,
        unknown: UnknownLevel,
    ) -> FittedOneHot {
        FittedOneHot { inputs, columns, unknown }
    }

    /// The levels of each input that have columns; none of inputs that pass.
    pub fn columns(&self) -> &[Option<OneHotLevels>] {
        &self.columns
    }

    /// The columns that are made, with names of their own.
    pub(super) fn made(&self) -> Vec<Input> {
        let mut made = Vec::new();
        for (input, levels) in self.inputs.iter().zip(&self.columns) {
            match levels {
                None => made.push(input.clone()),
                Some(levels) => made.extend(
                    (levels.groups_with_columns().into_iter())
                        .map(|group| Input { name: name(input, group), kind: InputKind::Number }),
                ),
            }
        }
        unique_names(made)
    }
}

/// The name of the column of a group.
pub(super) fn name(input: &Input, group: LevelGroup) -> String {
    match group {
        LevelGroup::Level(level) => format!("{}={}", input.name, input.kind.level(level)),
        LevelGroup::Missing => format!("{} is missing", input.name),
        LevelGroup::Infrequent => format!("{} is infrequent", input.name),
    }
}

impl FittedTransformer for FittedOneHot {
    type Serialized = (Vec<Option<OneHotLevels>>, UnknownLevel);

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (input, levels) in self.inputs.iter().zip(&self.columns) {
            let Some(levels) = levels else { continue };
            let names: Vec<String> =
                levels.groups_with_columns().into_iter().map(|group| name(input, group)).collect();
            let columns = counted(names.len() as u64, "column");
            let said = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
            let dropped = levels.dropped.map(|group| name(input, levels.groups.groups()[group as usize]));
            let without = dropped.as_ref().map_or(String::new(), |name| format!(" (dropped: {name})"));
            lines.push(format!("{}: {columns}{said}{without}", input.name));
            json.insert(input.name.clone(), json!({"columns": names, "dropped": dropped}));
        }
        if lines.is_empty() {
            lines.push("no categorical features".to_string());
        }
        Section { heading: "one-hot encoding", text: lines.join("\n"), json: json.into() }
    }

    fn serialized(&self) -> Result<Self::Serialized> {
        Ok((self.columns.clone(), self.unknown))
    }

    fn from_serialized(inputs: &[Input], (columns, unknown): Self::Serialized) -> Option<FittedOneHot> {
        let fits = |(input, levels): (&Input, &Option<OneHotLevels>)| match (levels, input.kind.levels()) {
            (None, count) => count.is_none(),
            (Some(levels), Some(count)) => levels.is_sound(count),
            (Some(_), None) => false,
        };
        let is_sound = inputs.len() == columns.len() && inputs.iter().zip(&columns).all(fits);
        is_sound.then(|| FittedOneHot::new(inputs.to_vec(), columns, unknown))
    }
}
