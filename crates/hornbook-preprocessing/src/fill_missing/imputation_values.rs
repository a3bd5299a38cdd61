//! Imputation values: what missing values are replaced by.

use super::params::{CategoricalStrategy, FillMissing, NumericStrategy};
use hornbook_core::format::significant;
use hornbook_data::{Column, Dataset, Feature, Input, InputKind, Levels, MISSING_CODE, Schema};
use hornbook_learner::transformer_schema;
use hornbook_math::double_double::DoubleDoubleSum;
use hornbook_math::quantiles::EmpiricalDistribution;
use rayon::prelude::*;
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
    /// What the rows of a view are filled with.
    pub fn of(learner: &FillMissing, data: &Dataset) -> ImputationValues {
        let data = data.with_nonzero_weight();
        let inputs = Schema::predicting(transformer_schema(), &data).inputs;
        let (rows, weights) = (data.row_features(), data.row_weights());
        let values = (inputs.par_iter().enumerate())
            .map(|(place, input)| match rows.column(place) {
                Feature::Number(values) => number(learner, &values, &weights, input.kind == InputKind::Date),
                Feature::Code(codes, levels) => level(learner.categories, &codes, &weights, levels.len()),
                Feature::Text(_) | Feature::Object(_) => ImputationValue::Nothing,
            })
            .collect();
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

/// The name, with marks behind it until nothing else has it.
pub(super) fn unlike(mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name.push('\'');
    }
    name
}

fn number(learner: &FillMissing, values: &[f64], weights: &[f64], is_date: bool) -> ImputationValue {
    let known = || values.iter().copied().zip(weights.iter().copied()).filter(|(value, _)| !value.is_nan());
    let missing: f64 = values.iter().zip(weights).filter(|(value, _)| value.is_nan()).map(|(_, w)| w).sum();
    let has_values = known().next().is_some();
    let value = match learner.strategy {
        NumericStrategy::Constant => learner.fill_value,
        _ if !has_values => 0.0,
        NumericStrategy::Median => EmpiricalDistribution::of(known()).median(),
        NumericStrategy::Mean => {
            let (mut sum, mut total) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
            known().for_each(|(value, weight)| {
                sum.add_product(value, weight);
                total.add(weight);
            });
            sum.value() / total.value()
        }
    };
    // A moment between two is kept as exactly as tables keep moments.
    let value = if is_date { milliseconds(value) as f64 / 1000.0 } else { value };
    ImputationValue::Number {
        value,
        missing,
        is_marked: learner.add_indicator && missing > 0.0 && has_values,
    }
}

fn level(how: CategoricalStrategy, codes: &[u32], weights: &[f64], levels: usize) -> ImputationValue {
    let mut counts = vec![0.0; levels];
    let mut missing = 0.0;
    for (&code, &weight) in codes.iter().zip(weights) {
        *counts.get_mut(code as usize).filter(|_| code != MISSING_CODE).unwrap_or(&mut missing) += weight;
    }
    // A level that no training row has would teach the learner nothing: without a gap, the most frequent one has to do.
    let is_own = levels == 0 || (how == CategoricalStrategy::OwnLevel && missing > 0.0);
    let code = if is_own { levels } else { hornbook_learner::first_largest(&counts) };
    ImputationValue::Level { code: code as u32, missing }
}
