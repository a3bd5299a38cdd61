//! Imputation values: what missing values are replaced by.

use super::params::{CategoricalStrategy, FillMissing, NumericStrategy};
use crate::names::unlike;
use hornbook_core::format::significant;
use hornbook_data::{Column, Input, InputKind, Levels};
use hornbook_encoding::{FeatureStatistics, Imputation, InputStatistics, LevelStatistics, NumberStatistics};
use serde::{Deserialize, Serialize};

/// Imputation value of each input, fitted on some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct ImputationValues {
    pub(super) inputs: Vec<Input>,
    pub(super) values: Vec<ImputationValue>,
    /// The levels of each input that has one more than before.
    pub(super) levels: Vec<Option<Levels>>,
}

/// The imputation value of one input.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum ImputationValue {
    /// Nothing: text stays as it is.
    Nothing,
    /// A number, which for a date is seconds since 1970.
    Number {
        /// The number.
        value: f64,
        /// The weight of the training rows in which it is missing.
        missing: f64,
        /// Whether a column says where it was missing.
        is_marked: bool,
    },
    /// A level.
    Level {
        /// Its code: one more than the last if it is a level of its own.
        code: u32,
        /// The weight of the training rows in which it is missing.
        missing: f64,
    },
}

impl ImputationValue {
    /// The weight of the training rows with a gap.
    pub fn missing(&self) -> f64 {
        match self {
            ImputationValue::Nothing => 0.0,
            ImputationValue::Number { missing, .. } | ImputationValue::Level { missing, .. } => *missing,
        }
    }

    pub(super) fn is_marked(&self) -> bool {
        matches!(self, ImputationValue::Number { is_marked: true, .. })
    }
}

impl ImputationValues {
    /// What follows from what is known of the training rows.
    pub(crate) fn of(
        learner: &FillMissing,
        inputs: Vec<Input>,
        known: &FeatureStatistics,
    ) -> ImputationValues {
        let value = |(input, known): (&Input, &InputStatistics)| match known {
            InputStatistics::Text => ImputationValue::Nothing,
            InputStatistics::Number(numbers) => number(learner, numbers, input.kind == InputKind::Date),
            InputStatistics::Levels(levels) => level(learner.categories, levels),
        };
        let values = inputs.iter().zip(&known.inputs).map(value).collect();
        ImputationValues::new(inputs, values)
    }

    /// With a list of levels for each input that gets one more.
    pub(super) fn new(inputs: Vec<Input>, values: Vec<ImputationValue>) -> ImputationValues {
        let levels = inputs.iter().zip(&values).map(|(input, fill)| match (input.kind.levels(), fill) {
            (Some(known), ImputationValue::Level { code, .. }) if *code as usize == known => {
                let mut levels: Vec<String> =
                    (0..known as u32).map(|code| input.kind.level(code).to_string()).collect();
                let own = unlike("missing".to_string(), |name| levels.iter().any(|level| level == name));
                levels.push(own);
                Some(levels.into())
            }
            _ => None,
        });
        let levels = levels.collect();
        ImputationValues { inputs, values, levels }
    }

    /// The imputation value of each input.
    pub fn values(&self) -> &[ImputationValue] {
        &self.values
    }

    /// The inputs with a column that says where they were missing.
    pub(super) fn marked(&self) -> impl Iterator<Item = usize> + '_ {
        self.values.iter().enumerate().filter(|(_, fill)| fill.is_marked()).map(|(place, _)| place)
    }

    /// What an input is filled with, in words.
    pub(super) fn value_in_words(&self, place: usize) -> String {
        let kind = &self.inputs[place].kind;
        match (self.values[place], &self.levels[place]) {
            (ImputationValue::Nothing, _) => "nothing".to_string(),
            (ImputationValue::Number { value, .. }, _) if *kind == InputKind::Date => {
                Column::Date(vec![milliseconds(value)].into()).label(0).unwrap_or_default()
            }
            (ImputationValue::Number { value, .. }, _) => significant(value),
            (ImputationValue::Level { code, .. }, Some(levels)) => format!("'{}'", levels[code as usize]),
            (ImputationValue::Level { code, .. }, None) => format!("'{}'", kind.level(code)),
        }
    }
}

/// The time of a date, which learners see in seconds.
pub(super) fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0).round() as i64
}

fn number(learner: &FillMissing, known: &NumberStatistics, is_date: bool) -> ImputationValue {
    let value = known.imputation_value(learner.imputation());
    // A moment between two is kept as exactly as tables keep moments.
    let value = if is_date { milliseconds(value) as f64 / 1000.0 } else { value };
    ImputationValue::Number {
        value,
        missing: known.missing(),
        is_marked: learner.add_indicator && known.missing() > 0.0 && known.is_known(),
    }
}

impl FillMissing {
    /// How numbers are imputed.
    pub(super) fn imputation(&self) -> Imputation {
        match self.strategy {
            NumericStrategy::Median => Imputation::Median,
            NumericStrategy::Mean => Imputation::Mean,
            NumericStrategy::MostFrequent => Imputation::MostFrequent,
            NumericStrategy::Constant => Imputation::Constant(self.fill_value),
        }
    }
}

fn level(how: CategoricalStrategy, known: &LevelStatistics) -> ImputationValue {
    let levels = known.counts().len();
    // A level that no training row has would teach the learner nothing: without a gap, the most frequent one has to do.
    let is_own = levels == 0 || (how == CategoricalStrategy::OwnLevel && known.missing() > 0.0);
    let code = if is_own { levels as u32 } else { known.most_frequent().unwrap_or(0) };
    ImputationValue::Level { code, missing: known.missing() }
}
