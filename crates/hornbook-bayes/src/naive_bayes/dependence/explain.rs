//! Dependent columns in words: what depends on what; and what each column says of one row.

use super::model::OneDependenceModel;
use hornbook_core::Result;
use hornbook_core::format::{counted, rounded, significant, table};
use hornbook_data::{Features, MISSING_CODE};
use hornbook_learner::{Explanation, Model as _, Predictor, Section};
use serde_json::json;

/// The whole model.
pub(super) fn model(model: &OneDependenceModel) -> Explanation {
    let schema = &model.info().schema;
    let classes = &schema.target.classes;
    let lines: Vec<Vec<String>> = classes
        .iter()
        .zip(model.priors())
        .map(|(class, p)| vec![format!("P({class})"), rounded(p)])
        .collect();
    let prior = Section {
        heading: "class priors",
        text: table(&lines),
        json: json!(
            classes.iter().cloned().zip(model.priors()).collect::<std::collections::BTreeMap<_, _>>()
        ),
    };
    let depends = match model.parents() {
        Some(parents) => {
            let name = |column: usize| schema.inputs[column].name.as_str();
            let line = |(column, parent): (usize, &Option<usize>)| match parent {
                Some(parent) => format!("{} depends on the class and {}", name(column), name(*parent)),
                None => format!("{} depends on the class", name(column)),
            };
            let text: Vec<String> = parents.iter().enumerate().map(line).collect();
            let json: Vec<Option<&str>> = parents.iter().map(|parent| parent.map(name)).collect();
            Section { heading: "dependences", text: text.join("\n"), json: json!({"parents": json}) }
        }
        None => {
            let count = model.dependence.structures.len() - 1;
            Section {
                heading: "dependences",
                text: format!(
                    "the average of {} (AODE), in each of which all features depend on the class and one parent feature",
                    counted(count as u64, "model")
                ),
                json: json!({"models": count}),
            }
        }
    };
    Explanation { sections: vec![prior, depends] }
}

/// Why one row, which is there alone, gets its class.
pub(super) fn row(model: &OneDependenceModel, rows: &Features<'_>) -> Result<Explanation> {
    let schema = &model.info().schema;
    let joint = model.joint_log_probabilities(rows)?;
    let probabilities = model.raw_probabilities(rows)?;
    let header = ["class", "log joint probability", "probability"].map(str::to_string).to_vec();
    let line = |class: usize| {
        vec![
            schema.target.classes[class].clone(),
            significant(joint.at(0, class)),
            rounded(probabilities.at(0, class)),
        ]
    };
    let lines: Vec<Vec<String>> =
        std::iter::once(header).chain((0..schema.target.classes.len()).map(line)).collect();
    let scores = Section {
        heading: "classes",
        text: table(&lines),
        json: json!({"joint_log": joint.row(0), "probabilities": probabilities.row(0)}),
    };
    let mut sections = vec![scores];
    if let Some(parents) = model.parents() {
        sections.push(factors(model, rows, &parents)?);
    }
    Ok(Explanation { sections })
}

/// The probability of each value given the class and the value of its parent.
fn factors(model: &OneDependenceModel, rows: &Features<'_>, parents: &[Option<usize>]) -> Result<Section> {
    let schema = &model.info().schema;
    let codes: Vec<u32> = model.dependence.discretization.codes(rows)?.iter().map(|codes| codes[0]).collect();
    let said = |column: usize| {
        model.dependence.discretization.0[column].words(&schema.inputs[column], codes[column])
    };
    let header = std::iter::once(String::new()).chain(schema.target.classes.iter().cloned()).collect();
    let (mut lines, mut json) = (vec![header], Vec::new());
    for (column, parent) in parents.iter().enumerate() {
        let is_known = |column: usize| codes[column] != MISSING_CODE;
        if !is_known(column) || parent.is_some_and(|parent| !is_known(parent)) {
            continue;
        }
        let table = &model.dependence.tables[model.dependence.structures[0][column]];
        let context = parent.map_or(0, |parent| codes[parent] as usize);
        let of = |class: usize| table.row(class, context)[codes[column] as usize].exp();
        let ps: Vec<f64> = (0..schema.target.classes.len()).map(of).collect();
        let given = parent.map_or("…".to_string(), |parent| format!("…, {}", said(parent)));
        let label = format!("P({} | {given})", said(column));
        json.push(json!({"factor": label, "probabilities": ps}));
        lines.push(std::iter::once(label).chain(ps.iter().map(|p| rounded(*p))).collect());
    }
    Ok(Section { heading: "factors", text: table(&lines), json: json!(json) })
}
