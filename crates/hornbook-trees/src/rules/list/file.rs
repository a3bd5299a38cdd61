//! A list of rules in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain variants, and must not change.

use super::RuleListModel;
use super::model::class_of;
use crate::rules::{Conclusion, Condition, Rule};
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{ModelInfo, is_sample_weight, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileList {
    rules: Vec<FileRule>,
    default: FileRule,
    estimates: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
struct FileRule {
    conditions: Vec<FileCondition>,
    class: u32,
    tally: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
struct FileCondition {
    column: u32,
    values: FileValues,
    missing: bool,
}

#[derive(Serialize, Deserialize)]
enum FileValues {
    Range { low: f64, high: f64 },
    Levels(Vec<u32>),
}

pub(super) fn to_bytes(model: &RuleListModel) -> Result<Vec<u8>> {
    let file = FileList {
        rules: model.rules.iter().map(rule_to_file).collect(),
        default: rule_to_file(&model.default),
        estimates: model.estimates.clone(),
    };
    write_model_part(&file)
}

fn rule_to_file(rule: &Rule) -> FileRule {
    let conditions = rule.conditions.iter().map(|condition| FileCondition {
        column: condition.column(),
        values: match condition.bounds() {
            Some((low, high)) => FileValues::Range { low, high },
            None => FileValues::Levels(condition.codes().unwrap_or_default()),
        },
        missing: condition.takes_missing(),
    });
    FileRule { conditions: conditions.collect(), class: class_of(rule), tally: rule.tally.clone() }
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<RuleListModel> {
    let file: FileList = read_model_part(bytes, "rules")?;
    let unsound = |place: usize| Error::damaged(format!("rule {} of its list is not sound", place + 1));
    let count = file.rules.len();
    if !file.estimates.is_empty() && file.estimates.len() != count {
        return Err(Error::damaged("its estimates are not one a rule"));
    }
    if !file.estimates.iter().all(|estimate| estimate.is_finite()) {
        return Err(Error::damaged("its estimates are not all numbers"));
    }
    let rules = file.rules.into_iter().enumerate();
    let rules = rules.map(|(place, rule)| read(rule, &info.schema).ok_or_else(|| unsound(place)));
    let rules = rules.collect::<Result<Vec<Rule>>>()?;
    let default = read(file.default, &info.schema).filter(|rule| rule.conditions.is_empty());
    let default = default.ok_or_else(|| unsound(count))?;
    Ok(RuleListModel { info, rules, default, estimates: file.estimates })
}

/// The rule, if it suits these inputs and classes.
fn read(file: FileRule, schema: &Schema) -> Option<Rule> {
    let classes = schema.target.classes.len();
    let tally_fits = file.tally.len() == classes && file.tally.iter().all(|w| is_sample_weight(*w));
    if !tally_fits || file.class as usize >= classes {
        return None;
    }
    let conditions = file.conditions.into_iter().map(|condition| {
        let levels = schema.inputs.get(condition.column as usize)?.kind.levels();
        let read = match (condition.values, levels) {
            (FileValues::Range { low, high }, None) if !low.is_nan() && !high.is_nan() => {
                Condition::range(condition.column, low, high)
            }
            (FileValues::Levels(codes), Some(count)) if codes.iter().all(|&c| (c as usize) < count) => {
                Condition::levels(condition.column, &codes)
            }
            _ => return None,
        };
        Some(read.or_missing(condition.missing))
    });
    let weight = file.tally.iter().sum();
    Some(Rule {
        conditions: conditions.collect::<Option<Vec<Condition>>>()?,
        conclusion: Conclusion::Class(file.class),
        tally: file.tally,
        weight,
    })
}
