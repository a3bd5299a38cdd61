//! An ensemble in words.

use crate::class_hierarchy;
use crate::combination_rule::CombinationRule;
use crate::members::Member;
use crate::mixture_of_experts;
use crate::model::EnsembleModel;
use hornbook_core::{Result, Value};
use hornbook_data::Features;
use hornbook_learner::format::CellText;
use hornbook_learner::{Explanation, Inspect, Predictor, Section};
use serde_json::json;

/// Members are listed up to this many; the rest is counted.
const MOST: usize = 50;

pub(crate) fn model(model: &EnsembleModel) -> Explanation {
    let mut sections = vec![rule(model)];
    match &model.rule {
        CombinationRule::Experts { shape, shares, deviations } => {
            sections.extend(mixture_of_experts::sections(model, *shape, shares, deviations));
        }
        _ => sections.push(members(model)),
    }
    let importances = model.importances();
    sections.extend(
        importances.map(|shares| Section::importances("importances", &model.info.schema.inputs, &shares)),
    );
    Explanation { sections }
}

fn rule(model: &EnsembleModel) -> Section {
    let classes = &model.info.schema.target.classes;
    let name = |class: u32| classes.get(class as usize).map_or("?", String::as_str);
    let text = match &model.rule {
        CombinationRule::Mean { .. } if model.is_numbers() => {
            "weighted mean of the base learners' predictions".to_string()
        }
        CombinationRule::Mean { .. } => {
            "soft voting: weighted mean of the base learners' probabilities".to_string()
        }
        CombinationRule::Votes { .. } => "hard voting: the class with most votes".to_string(),
        CombinationRule::Boosted { .. } => "weighted majority vote, each vote log(1/beta)".to_string(),
        CombinationRule::Median { .. } => "weighted median of the base learners' predictions".to_string(),
        CombinationRule::Codes { code, hard, .. } => {
            let word = |bits: &Vec<bool>| bits.iter().map(|&b| if b { '1' } else { '0' }).collect::<String>();
            let lines: Vec<String> =
                classes.iter().zip(code).map(|(class, bits)| format!("{} {class}", word(bits))).collect();
            let bits = if *hard { "bits" } else { "probabilities of the bits" };
            format!(
                "the class whose codeword is nearest to the {bits} of the binary classifiers\n{}",
                lines.join("\n")
            )
        }
        CombinationRule::Rest { .. } => {
            "one-vs-rest: the class with the highest probability of its own classifier".to_string()
        }
        CombinationRule::Pairs { .. } => "one-vs-one: the class that wins most pairs".to_string(),
        CombinationRule::Stack { passthrough } => format!(
            "a meta-learner (the last) on the predictions of the base learners{}",
            if *passthrough { " and the features (passthrough)" } else { "" }
        ),
        CombinationRule::Cascade { confidence } => {
            format!("the first stage with a class probability of at least {confidence}; else the last")
        }
        CombinationRule::Hierarchy { forks, only } => {
            format!("class hierarchy, top-down\n{}", class_hierarchy::drawing(forks, *only, &name))
        }
        CombinationRule::Experts { .. } => {
            let what = if model.is_numbers() { "numbers" } else { "probabilities" };
            format!("mean of the experts' {what}, weighted by the gating network")
        }
    };
    Section { heading: "combination rule", json: json!(text), text }
}

/// What a member weighs or is for, in words.
fn part_of(model: &EnsembleModel, place: usize) -> String {
    let classes = &model.info.schema.target.classes;
    let name = |class: u32| classes.get(class as usize).map_or("?", String::as_str);
    match &model.rule {
        CombinationRule::Mean { weights } | CombinationRule::Votes { weights } => {
            format!("weight {:.4}", weights[place])
        }
        CombinationRule::Boosted { votes, .. } | CombinationRule::Median { votes } => {
            format!("vote {:.6}", votes[place])
        }
        CombinationRule::Codes { .. } => format!("bit {}", place + 1),
        CombinationRule::Rest { present } => match present.as_slice() {
            [first, second] => format!("{} or {}", name(*first), name(*second)),
            more => format!("{} or not", name(more[place])),
        },
        CombinationRule::Pairs { pairs, .. } => {
            format!("{} or {}", name(pairs[place].0), name(pairs[place].1))
        }
        CombinationRule::Stack { .. } if place + 1 == model.members.len() => "decides".to_string(),
        CombinationRule::Stack { .. } => "base learner".to_string(),
        CombinationRule::Cascade { .. } => format!("stage {}", place + 1),
        CombinationRule::Hierarchy { forks, .. } => class_hierarchy::node_name(&forks[place], &name),
        CombinationRule::Experts { shape, shares, .. } => {
            mixture_of_experts::part_name(*shape, shares, place)
        }
    }
}

fn members(model: &EnsembleModel) -> Section {
    let shown = || model.members.iter().enumerate().take(MOST);
    let looks_at = |member: &Member| match &member.columns {
        Some(columns) => {
            let inputs = &model.info.schema.inputs;
            let names: Vec<&str> =
                columns.iter().filter_map(|&c| inputs.get(c as usize)).map(|i| i.name.as_str()).collect();
            format!(", features {}", names.join(", "))
        }
        None => String::new(),
    };
    let mut lines: Vec<String> = shown()
        .map(|(place, member)| {
            format!("{}. {}: {}{}", place + 1, member.label(), part_of(model, place), looks_at(member))
        })
        .collect();
    let more = model.members.len().saturating_sub(MOST);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let list: Vec<Value> = shown()
        .map(|(place, member)| {
            json!({
                "learner": member.label(),
                "part": part_of(model, place),
                "columns": member.columns,
                "explanation": member.model.explain().to_json(),
            })
        })
        .collect();
    Section { heading: "members", text: lines.join("\n"), json: json!(list) }
}

/// What the members say of one row, which is there alone, and what comes of it.
pub(crate) fn row(model: &EnsembleModel, one: &Features<'_>) -> Result<Explanation> {
    let answers = match &model.rule {
        CombinationRule::Experts { shape, .. } => mixture_of_experts::answers_of_row(model, *shape, one)?,
        _ => answers_of_row(model, one)?,
    };
    let asked = answers.len();
    let (mut lines, list): (Vec<String>, Vec<Value>) = answers.into_iter().take(MOST).unzip();
    if asked > MOST {
        lines.push(format!("and {} more", asked - MOST));
    }
    let target = &model.info.schema.target;
    let ends = model.raw_predictions(one)?.cell_text(0);
    let mut json = json!({"members": list, "prediction": ends});
    if !model.is_numbers() {
        let shares = model.raw_probabilities(one)?;
        let best = shares.row(0).iter().copied().fold(0.0, f64::max);
        let equal: Vec<&str> = target
            .classes
            .iter()
            .zip(shares.row(0))
            .filter(|(_, p)| **p == best)
            .map(|(c, _)| c.as_str())
            .collect();
        if equal.len() > 1 {
            lines.push(format!("{} are tied; the first in order is taken", equal.join(" and ")));
        }
        lines.push(format!("so {} is {ends} (probability {best:.4})", target.name));
        json["probabilities"] = json!(shares.row(0));
    } else {
        lines.push(format!("so {} is {ends}", target.name));
    }
    Ok(Explanation { sections: vec![Section { heading: "reasons", text: lines.join("\n"), json }] })
}

/// What each member says of a row: a line and an entry each.
fn answers_of_row(model: &EnsembleModel, one: &Features<'_>) -> Result<Vec<(String, Value)>> {
    // What the last member of a stack is asked is not among the inputs.
    let stacked = matches!(model.rule, CombinationRule::Stack { .. });
    let asked = model.members.iter().enumerate().take(model.members.len() - usize::from(stacked));
    asked
        .map(|(place, member)| {
            let (label, part, answer) = (member.label(), part_of(model, place), answer_of(member, one)?);
            let line = format!("{label} ({part}): {answer}");
            Ok((line, json!({"learner": label, "part": part, "answer": answer})))
        })
        .collect()
}

pub(crate) fn answer_of(member: &Member, one: &Features<'_>) -> Result<CellText> {
    let target = &member.model.info().schema.target;
    if target.classes.is_empty() {
        return Ok(CellText::from(member.numbers(one)?.first().copied().unwrap_or(f64::NAN)));
    }
    let probabilities = member.probabilities(one)?;
    let class = member.codes(one)?.first().copied().unwrap_or(0) as usize;
    let name = target.classes.get(class).map_or("?", String::as_str);
    let probability = probabilities.row(0).get(class).copied().unwrap_or(f64::NAN);
    Ok(CellText::from(format!("{name} ({probability:.4})")))
}
