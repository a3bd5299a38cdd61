//! The number of each level.

use super::OrdinalModel;
use super::params::{Ordinal, OrdinalUnknown};
use crate::column_wise::{ColumnWise, FittedColumn, codes, numbers};
use crate::level_groups::{FrequencyLimits, LevelGroup, LevelGroups};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result, Run, Value};
use hornbook_data::{Booleans, Feature, Input, InputKind, MISSING_CODE};
use hornbook_encoding::{FeatureStatistics, InputStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The numbers of the levels of an input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelNumbers {
    groups: LevelGroups,
    /// Whether training rows have missing values.
    has_missing: bool,
    /// What missing values become; none keeps them missing.
    missing: Option<f64>,
    /// What unknown levels become, if they are not refused; within, none makes them missing.
    unknown: Option<Option<f64>>,
}

impl Fit for Ordinal {
    type Model = OrdinalModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OrdinalModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let known = FeatureStatistics::gather(&inputs, false, input.rows(), run)?;
        let limits =
            FrequencyLimits { min_frequency: self.min_frequency, max_categories: self.max_categories };
        let column = |known: &InputStatistics| match known {
            InputStatistics::Levels(levels) => Some(LevelNumbers {
                groups: LevelGroups::of(levels, limits, false),
                has_missing: levels.missing() > 0.0,
                missing: self.encoded_missing_value,
                unknown: match self.handle_unknown {
                    OrdinalUnknown::Error => None,
                    OrdinalUnknown::UseEncodedValue => Some(self.unknown_value),
                },
            }),
            _ => None,
        };
        let columns = known.inputs.iter().map(column).collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl LevelNumbers {
    /// The number of a code; none if it is refused.
    fn number(&self, code: u32) -> Option<f64> {
        match self.groups.find(code) {
            Some(group) => Some(f64::from(group)),
            None if code == MISSING_CODE && self.has_missing => Some(self.missing.unwrap_or(f64::NAN)),
            None => self.unknown.map(|value| value.unwrap_or(f64::NAN)),
        }
    }
}

impl FittedColumn for LevelNumbers {
    const HEADING: &'static str = "ordinal encoding";
    const NOTHING: &'static str = "no categorical features";

    fn fits(&self, input: &Input) -> bool {
        input.kind.levels().is_some_and(|levels| self.groups.is_sound(levels))
            && self.groups.missing().is_none()
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        vec![Input { name: input.name.clone(), kind: InputKind::Number }]
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let codes = codes(input, column)?;
        let mut made = Vec::with_capacity(codes.len());
        for (row, &code) in codes.iter().enumerate() {
            made.push(self.number(code).ok_or_else(|| {
                Error::data(
                    format!(
                        "column '{}' is missing or of a level that training did not see in row {}",
                        input.name,
                        row + 1
                    ),
                    "correct the row, or give such levels a number (handle_unknown=use_encoded_value)",
                )
            })?);
        }
        Ok(vec![Feature::Number(made.into())])
    }

    /// Infrequent levels cannot be told apart, and are missing.
    fn invert(&self, input: &Input, columns: &[Feature]) -> Result<Feature> {
        let Some(column) = columns.first() else {
            return Err(Error::internal("an ordinal without a column"));
        };
        let groups = self.groups.groups();
        let code = |&x: &f64| match groups.get(x as usize) {
            Some(LevelGroup::Level(level)) if x >= 0.0 && x.fract() == 0.0 => *level,
            _ => MISSING_CODE,
        };
        let levels = match &input.kind {
            InputKind::Category { levels } => levels.clone(),
            _ => Booleans::levels(),
        };
        Ok(Feature::Code(numbers(input, column)?.iter().map(code).collect(), levels))
    }

    fn explained(&self, input: &Input) -> (String, Value) {
        let name = |group: LevelGroup| match group {
            LevelGroup::Level(level) => input.kind.level(level).to_string(),
            LevelGroup::Infrequent => "infrequent levels".to_string(),
            LevelGroup::Missing => "missing".to_string(),
        };
        let names: Vec<String> = self.groups.groups().into_iter().map(name).collect();
        let mut words: Vec<String> =
            names.iter().enumerate().map(|(number, name)| format!("{name} = {number}")).collect();
        if self.has_missing {
            words.push(match self.missing {
                Some(value) => format!("missing = {}", significant(value)),
                None => "missing stays missing".to_string(),
            });
        }
        (words.join(", "), json!({"levels": names}))
    }
}
