//! A mixture in words: where each expert counts, and what it says.

use super::gating_tree::{self, GatingTree, linear};
use crate::model::EnsembleModel;
use hornbook_core::format::{rounded, significant, table};
use hornbook_core::{Result, Value};
use hornbook_data::Features;
use hornbook_learner::{Model as _, Section};
use hornbook_linear::{LinearModel, ResponseType};
use serde_json::json;

/// More columns than these are not listed in words.
const MOST_LINES: usize = 60;

/// What stands at a position and how much of the rows comes there, in words.
pub(crate) fn part_name(shape: GatingTree, shares: &[f64], place: usize) -> String {
    format!("{}, proportion {}", shape.name(place), rounded(shares[place]))
}

/// The weights of the gates, and those of the experts.
pub(crate) fn sections(
    model: &EnsembleModel,
    shape: GatingTree,
    shares: &[f64],
    noise: &[f64],
) -> Vec<Section> {
    let of = |heading: &'static str, places: std::ops::Range<usize>| {
        let (mut texts, mut list) = (Vec::new(), Vec::new());
        for place in places {
            let Some(own) = model.members.get(place).and_then(linear) else { continue };
            let (text, weights) = weights(own);
            let noise = place.checked_sub(shape.gates()).and_then(|expert| noise.get(expert));
            let said = noise
                .map_or(String::new(), |noise| format!(", noise standard deviation {}", significant(*noise)));
            texts.push(format!("{}{said}\n{text}", part_name(shape, shares, place)));
            list.push(json!({
                "name": shape.name(place), "share": shares[place], "noise": noise, "weights": weights,
            }));
        }
        Section { heading, text: texts.join("\n\n"), json: json!(list) }
    };
    vec![of("gating network", 0..shape.gates()), of("experts", shape.gates()..shape.places())]
}

/// The weights of a model: a column for each of its sums.
fn weights(model: &LinearModel) -> (String, Value) {
    let outputs = match model.response() {
        ResponseType::Softmax { classes } if classes.len() == 1 => {
            let only = &model.info().schema.target.classes[classes[0] as usize];
            return (format!("always '{only}'"), json!({"only": only}));
        }
        ResponseType::Numbers => vec!["coefficient".to_string()],
        _ => model.output_names(),
    };
    let by_output: Vec<_> = (0..outputs.len()).map(|output| model.coefficients(output)).collect();
    let mut lines = vec![[vec!["column".to_string()], outputs.clone()].concat()];
    let columns = by_output.first().map_or(0, Vec::len);
    for column in 0..columns.min(MOST_LINES) {
        let cells = by_output.iter().map(|coefficients| significant(coefficients[column].estimate));
        lines.push(std::iter::once(by_output[0][column].name.clone()).chain(cells).collect());
    }
    let mut text = table(&lines);
    if columns > MOST_LINES {
        text += &format!("\nand {} more", columns - MOST_LINES);
    }
    let of_output = |coefficients: &Vec<hornbook_linear::Coefficient>| {
        coefficients
            .iter()
            .map(|one| (one.name.clone(), json!(one.estimate)))
            .collect::<serde_json::Map<_, _>>()
    };
    let json = outputs.into_iter().zip(&by_output).map(|(name, one)| (name, json!(of_output(one))));
    (text, Value::Object(json.collect()))
}

/// What each expert says of a row, and how much it counts there: a line and an entry each.
pub(crate) fn answers_of_row(
    model: &EnsembleModel,
    shape: GatingTree,
    one: &Features<'_>,
) -> Result<Vec<(String, Value)>> {
    let shares = gating_tree::shares(&model.members, shape, one)?;
    let experts = model.members[shape.gates()..].iter().zip(shares).enumerate();
    experts
        .map(|(expert, (member, shares))| {
            let (name, share) = (shape.name(shape.gates() + expert), shares[0]);
            let answer = crate::explain::answer_of(member, one)?;
            let line = format!("{name} (gate probability {}): {answer}", rounded(share));
            Ok((line, json!({"name": name, "share": share, "answer": answer})))
        })
        .collect()
}
