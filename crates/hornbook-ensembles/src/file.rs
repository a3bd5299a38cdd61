//! An ensemble in a model file: its rule, and each member as its header and bytes.

use crate::combination_rule::CombinationRule;
use crate::members::Member;
use crate::model::EnsembleModel;
use crate::{class_hierarchy, mixture_of_experts, stacking};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{ModelInfo, load_nested_model, nested_header, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileEnsemble {
    rule: CombinationRule,
    members: Vec<FileMember>,
}

#[derive(Serialize, Deserialize)]
struct FileMember {
    /// As [`nested_header`] has it.
    header: String,
    columns: Option<Vec<u32>>,
    bytes: Vec<u8>,
}

pub(crate) fn to_bytes(model: &EnsembleModel) -> Result<Vec<u8>> {
    let member = |member: &Member| -> Result<FileMember> {
        Ok(FileMember {
            header: nested_header(&*member.model, &model.info.schema)?,
            columns: member.columns.clone(),
            bytes: member.model.to_bytes()?,
        })
    };
    let members = model.members.iter().map(member).collect::<Result<_>>()?;
    let file = FileEnsemble { rule: model.rule.clone(), members };
    write_model_part(&file)
}

pub(crate) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<EnsembleModel> {
    let file: FileEnsemble = read_model_part(bytes, "members")?;
    let mut members = Vec::with_capacity(file.members.len());
    for member in file.members {
        let model = load_nested_model(&member.header, &member.bytes, &info.schema)?;
        members.push(Member { model, columns: member.columns });
    }
    let model = EnsembleModel { info, members, rule: file.rule };
    if is_sound(&model) { Ok(model) } else { Err(Error::damaged("its members do not fit each other")) }
}

/// Whether every index that predicting will use is there.
fn is_sound(model: &EnsembleModel) -> bool {
    let (target, members) = (&model.info.schema.target, &model.members);
    let classes = target.classes.len();
    let task_fits = match model.rule {
        CombinationRule::Mean { .. } | CombinationRule::Stack { .. } | CombinationRule::Experts { .. } => {
            true
        }
        CombinationRule::Median { .. } => target.task == Task::Regression,
        _ => target.task == Task::Classification,
    };
    let weights_fit = |weights: &[f64]| {
        let total: f64 = weights.iter().sum();
        weights.len() == members.len()
            && weights.iter().all(|w| *w >= 0.0)
            && total > 0.0
            && total.is_finite()
    };
    let classes_fit = |list: &[u32]| {
        !list.is_empty()
            && list.iter().all(|&c| (c as usize) < classes)
            && list.windows(2).all(|w| w[0] < w[1])
    };
    let see_inputs =
        |members: &[Member]| members.iter().all(|member| sees_inputs(member, &model.info.schema));
    let predict_alike = |members: &[Member]| {
        members.iter().all(|member| {
            let own = &member.model.info().schema.target;
            own.task == target.task && own.classes.len() == classes
        })
    };
    let have = |count: usize| {
        members.iter().all(|member| {
            let own = &member.model.info().schema.target;
            own.task == Task::Classification && own.classes.len() == count
        })
    };
    if !task_fits || (target.task == Task::Classification && classes == 0) {
        return false;
    }
    match &model.rule {
        CombinationRule::Mean { weights }
        | CombinationRule::Votes { weights }
        | CombinationRule::Median { votes: weights } => {
            weights_fit(weights) && see_inputs(members) && predict_alike(members)
        }
        CombinationRule::Boosted { votes, present } => {
            weights_fit(votes) && classes_fit(present) && see_inputs(members) && predict_alike(members)
        }
        CombinationRule::Codes { code, present, .. } => {
            classes_fit(present)
                && code.len() == classes
                && code.iter().all(|word| word.len() == members.len())
                && see_inputs(members)
                && have(2)
        }
        CombinationRule::Rest { present } => {
            let expected = match present.len() {
                1 => 0,
                2 => 1,
                more => more,
            };
            classes_fit(present) && members.len() == expected && see_inputs(members) && have(2)
        }
        CombinationRule::Pairs { pairs, present } => {
            classes_fit(present)
                && pairs.len() == members.len()
                && pairs.iter().all(|&(a, b)| present.contains(&a) && present.contains(&b))
                && see_inputs(members)
                && have(2)
        }
        CombinationRule::Stack { passthrough } => match members.split_last() {
            Some((last, first)) => {
                !first.is_empty()
                    && see_inputs(first)
                    && predict_alike(members)
                    && last.columns.is_none()
                    && stacking::fits(first, last, *passthrough, &model.info.schema)
            }
            None => false,
        },
        CombinationRule::Cascade { confidence } => {
            !members.is_empty() && !confidence.is_nan() && see_inputs(members) && predict_alike(members)
        }
        CombinationRule::Hierarchy { forks, only } => {
            see_inputs(members) && class_hierarchy::are_sound(forks, *only, members, classes)
        }
        CombinationRule::Experts { shape, shares, deviations } => {
            weights_fit(shares)
                && see_inputs(members)
                && mixture_of_experts::are_sound(*shape, deviations, members, target)
        }
    }
}

/// Whether the columns that a member looks at are inputs of the ensemble.
fn sees_inputs(member: &Member, schema: &Schema) -> bool {
    let inputs = &member.model.info().schema.inputs;
    let all: Vec<u32>;
    let columns = match &member.columns {
        Some(columns) => columns,
        None => {
            all = (0..schema.inputs.len() as u32).collect();
            &all
        }
    };
    columns.len() == inputs.len()
        && columns.iter().zip(inputs).all(|(&column, own)| {
            schema.inputs.get(column as usize).is_some_and(|input| input.kind == own.kind)
        })
}
