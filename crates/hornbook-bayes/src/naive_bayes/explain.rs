//! A naive Bayes model in words: class priors and likelihoods; and the products that decide one row.

use super::cells::CellValues;
use super::model::NaiveBayesModel;
use super::words;
use hornbook_core::Result;
use hornbook_core::format::{rounded, rows, significant, table};
use hornbook_data::{Feature, MISSING_CODE};
use hornbook_learner::{ExplainedRow, Explanation, Model as _, Predictor, Section};
use serde_json::json;

/// Columns that are written out.
const MOST_COLUMNS: usize = 20;

/// The whole model.
pub(super) fn model(model: &NaiveBayesModel) -> Explanation {
    let inputs = &model.info().schema.inputs;
    let mut tables = Vec::new();
    let mut json = serde_json::Map::new();
    for (column, input) in inputs.iter().enumerate() {
        let (text, table) = words::likelihood(model, column);
        if column < MOST_COLUMNS {
            tables.push(text);
        }
        json.insert(input.name.clone(), table);
    }
    if inputs.len() > MOST_COLUMNS {
        tables.push(format!("and {} more features", inputs.len() - MOST_COLUMNS));
    }
    let likelihoods = Section { heading: "likelihoods", text: tables.join("\n\n"), json: json!(json) };
    Explanation { sections: vec![priors(model), likelihoods] }
}

fn priors(model: &NaiveBayesModel) -> Section {
    let classes = &model.info().schema.target.classes;
    let lines: Vec<Vec<String>> = classes
        .iter()
        .zip(model.priors())
        .zip(model.class_weights())
        .map(|((class, p), weight)| vec![format!("P({class})"), rounded(*p), rows(*weight)])
        .collect();
    let json: serde_json::Map<_, _> =
        classes.iter().zip(model.priors()).map(|(class, p)| (class.clone(), json!(p))).collect();
    Section { heading: "class priors", text: table(&lines), json: json!(json) }
}

/// Why one row gets its class.
pub(super) fn row(model: &NaiveBayesModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let rows = row.features();
    let columns: Vec<Feature> = (0..rows.width()).map(|column| rows.column(column)).collect();
    let classes = &model.info().schema.target.classes;
    let terms: Vec<Vec<f64>> = columns
        .iter()
        .zip(&model.learned.columns)
        .map(|(feature, scores)| {
            let value = match feature {
                Feature::Number(x) => CellValues::Numbers(&x[..1]),
                Feature::Code(codes, _) => CellValues::Codes(&codes[..1]),
                Feature::Text(_) | Feature::Object(_) => CellValues::Codes(&[MISSING_CODE]),
            };
            (0..classes.len()).map(|class| scores.term(class, value)).collect()
        })
        .collect();
    let joint = model.joint_log_probabilities(rows)?;
    let probabilities = model.raw_probabilities(rows)?;
    let said = (0..columns.len()).map(|column| words::event(model, row, column));
    let said: Vec<Option<String>> = said.collect();
    let products = products(model, &said, &terms, joint.row(0), probabilities.row(0));
    let odds = log_odds(model, &said, &terms, joint.row(0));
    Ok(Explanation { sections: [Some(products), odds].into_iter().flatten().collect() })
}

/// The product of probabilities of each class, as one would write it down.
fn products(
    model: &NaiveBayesModel,
    said: &[Option<String>],
    terms: &[Vec<f64>],
    joint: &[f64],
    probabilities: &[f64],
) -> Section {
    let classes = &model.info().schema.target.classes;
    let mut lines = Vec::new();
    let mut json = serde_json::Map::new();
    for (class, name) in classes.iter().enumerate() {
        let (mut symbols, mut factors) = (vec![format!("P({name})")], vec![model.priors()[class]]);
        for (said, terms) in said.iter().zip(terms) {
            if let Some(said) = said.as_ref().filter(|_| terms.iter().any(|term| *term != 0.0)) {
                symbols.push(format!("P({said} | {name})"));
                factors.push(terms[class].exp());
            }
        }
        let hidden = symbols.len().saturating_sub(MOST_COLUMNS + 1);
        symbols.truncate(MOST_COLUMNS + 1);
        let mut numbers: Vec<String> =
            factors.iter().take(MOST_COLUMNS + 1).map(|factor| significant(*factor)).collect();
        if hidden > 0 {
            symbols.push(format!("{hidden} more"));
            numbers.push("…".to_string());
        }
        lines.push(symbols.join(" · "));
        lines.push(format!("  = {} = {}", numbers.join(" · "), product(joint[class])));
        lines.push(format!("  posterior probability: {}", rounded(probabilities[class])));
        json.insert(
            name.clone(),
            json!({"factors": factors, "log_product": joint[class], "probability": probabilities[class]}),
        );
    }
    let missing = said.iter().filter(|said| said.is_none()).count();
    if missing > 0 {
        lines.push(format!("missing values left out: {missing} of {} features", said.len()));
    }
    Section { heading: "prior times likelihoods", text: lines.join("\n"), json: json!(json) }
}

/// A product from its logarithm, even where it is too small for a number.
fn product(log: f64) -> String {
    if log < -700.0 && log.is_finite() {
        return format!("e^{}", significant(log));
    }
    significant(log.exp())
}

/// What each column adds to the log odds of the most likely class against the next.
fn log_odds(
    model: &NaiveBayesModel,
    said: &[Option<String>],
    terms: &[Vec<f64>],
    joint: &[f64],
) -> Option<Section> {
    let classes = &model.info().schema.target.classes;
    let best = model.learned.best(joint);
    let next = (0..joint.len()).filter(|&class| class != best && joint[class] > f64::NEG_INFINITY);
    let next = next.reduce(|a, b| if joint[b] > joint[a] { b } else { a })?;
    let inputs = &model.info().schema.inputs;
    let odds: Vec<f64> = terms.iter().map(|terms| terms[best] - terms[next]).collect();
    let prior = (model.priors()[best] / model.priors()[next]).ln();
    let mut order: Vec<usize> = (0..odds.len()).collect();
    order.sort_by(|&a, &b| odds[b].abs().total_cmp(&odds[a].abs()).then(a.cmp(&b)));
    let mut lines = vec![vec!["prior".to_string(), format!("{prior:+.4}")]];
    for &column in order.iter().filter(|&&column| odds[column] != 0.0).take(MOST_COLUMNS) {
        let label = said[column].clone().unwrap_or_else(|| inputs[column].name.clone());
        lines.push(vec![label, format!("{:+.4}", odds[column])]);
    }
    let rest: f64 =
        order.iter().filter(|&&column| odds[column] != 0.0).skip(MOST_COLUMNS).map(|&c| odds[c]).sum();
    if rest != 0.0 {
        lines.push(vec!["rest".to_string(), format!("{rest:+.4}")]);
    }
    lines.push(vec!["sum".to_string(), format!("{:+.4}", joint[best] - joint[next])]);
    let text = format!("for {} against {}\n{}", classes[best], classes[next], table(&lines));
    let columns: serde_json::Map<_, _> =
        inputs.iter().zip(&odds).map(|(input, odds)| (input.name.clone(), json!(odds))).collect();
    let json = json!({
        "for": classes[best], "against": classes[next], "prior": prior, "columns": columns,
        "sum": joint[best] - joint[next],
    });
    Some(Section { heading: "log odds", text, json })
}
