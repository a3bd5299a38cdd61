//! A list of rules in words.

use super::RuleListModel;
use crate::decision_tree::tree::columns_of;
use crate::rules::Rule;
use hornbook_core::format::counted;
use hornbook_core::{Result, Value};
use hornbook_learner::{ExplainedRow, Explanation, Section};
use serde_json::json;

/// The whole list.
pub(super) fn model(model: &RuleListModel) -> Explanation {
    let schema = &model.info.schema;
    let lines = model.rules.iter().enumerate().map(|(place, rule)| {
        let or_else = if place == 0 { "" } else { "else " };
        format!("{or_else}{}{}", rule.words(schema), estimate(model, place))
    });
    let default = match model.rules.is_empty() {
        true => model.default.words(schema),
        false => format!("else {}", model.default.answer(schema)),
    };
    let lines: Vec<String> = lines.chain([default]).collect();
    let rules: Vec<Value> = (0..model.rules.len()).map(|place| in_json(model, place)).collect();
    let json = json!({"rules": rules, "default": model.default.to_json(schema)});
    Explanation { sections: vec![Section { heading: "list", text: lines.join("\n"), json }] }
}

fn estimate(model: &RuleListModel, place: usize) -> String {
    let in_words = |accuracy: &f64| format!(", estimated accuracy {accuracy:.4}");
    model.estimates.get(place).map(in_words).unwrap_or_default()
}

fn in_json(model: &RuleListModel, place: usize) -> Value {
    let mut rule = model.rules[place].to_json(&model.info.schema);
    if let Some(estimate) = model.estimates.get(place) {
        rule["estimate"] = json!(estimate);
    }
    rule
}

/// Why one row gets its prediction: the rule that fires, and the row's values that it tests.
pub(super) fn row(model: &RuleListModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let schema = &model.info.schema;
    let columns = columns_of(row.features());
    let place = model.firing(&columns, 0);
    let rule: &Rule = model.rule(place);
    let mut lines = vec![match place {
        Some(0) => "the first rule fires".to_string(),
        Some(place) => {
            let before =
                if place == 1 { "1 rule before it does" } else { &format!("{place} rules before it do") };
            format!("{before} not fire")
        }
        None => format!("none of {} fires", counted(model.rules.len() as u64, "rule")),
    }];
    for condition in &rule.conditions {
        let column = condition.column() as usize;
        let input = &schema.inputs[column];
        let value = row.compared_value(input, column);
        lines.push(format!("{} is {value}: {}", input.name, condition.words(input)));
    }
    lines.push(format!("so {} is {}", schema.target.name, rule.answer(schema)));
    let json = json!({"rule": place, "if": rule.conditions_in_words(schema), "then": rule.conclusion_in_words(schema)});
    Ok(Explanation { sections: vec![Section { heading: "reasons", text: lines.join("\n"), json }] })
}
