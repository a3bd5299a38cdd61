//! Local explanations (SHAP values) of single rows.

use crate::record::{ContributionRecord, LocalExplanation};
use hornbook_core::format::significant;
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::{TargetsAndPredictions, TestPredictions};
use hornbook_learner::Model;

/// The largest errors shown, and the features shown of a row.
const WORST: usize = 5;
const COLUMNS: usize = 8;

/// The largest errors, the largest first.
pub(crate) fn worst(
    model: &dyn Model,
    data: &Dataset,
    test_predictions: &TestPredictions,
    run: &Run,
) -> Result<Vec<LocalExplanation>> {
    let mut places: Vec<(usize, f64)> = (0..test_predictions.len())
        .map(|place| (place, mistake(test_predictions, place)))
        .filter(|(_, size)| *size > 0.0)
        .collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let picked: Vec<(usize, &str)> =
        places.into_iter().take(WORST).map(|(place, _)| (place, "one of the largest errors")).collect();
    cases(model, data, test_predictions, &picked, run)
}

/// Some rows that show how the model thinks: for classes the surest and the least sure, for numbers the lowest, the
/// middle and the highest.
pub(crate) fn examples(
    model: &dyn Model,
    data: &Dataset,
    test_predictions: &TestPredictions,
    run: &Run,
) -> Result<Vec<LocalExplanation>> {
    let mut order: Vec<usize> = (0..test_predictions.len()).collect();
    order.sort_by(|&a, &b| {
        prediction_value(test_predictions, a).total_cmp(&prediction_value(test_predictions, b))
    });
    let Some((&first, &last)) = order.first().zip(order.last()) else { return Ok(Vec::new()) };
    let middle = order[order.len() / 2];
    let picked = match &test_predictions.values {
        TargetsAndPredictions::Classes { .. } => {
            vec![(last, "the most confident prediction"), (first, "the least confident prediction")]
        }
        TargetsAndPredictions::Numbers { .. } => {
            vec![
                (last, "the highest prediction"),
                (middle, "a median prediction"),
                (first, "the lowest prediction"),
            ]
        }
        // A study has a target.
        _ => Vec::new(),
    };
    cases(model, data, test_predictions, &picked, run)
}

/// How wrong a row is: for classes how sure the model was of another than the true one, and 0 if it was right.
fn mistake(test_predictions: &TestPredictions, place: usize) -> f64 {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { truth, predicted, probabilities, .. }
            if truth[place] != predicted[place] =>
        {
            1.0 - probabilities.at(place, truth[place] as usize)
        }
        TargetsAndPredictions::Classes { .. } => 0.0,
        TargetsAndPredictions::Numbers { truth, predicted } => (truth[place] - predicted[place]).abs(),
        _ => 0.0,
    }
}

/// The probability of the predicted class, or the predicted number.
fn prediction_value(test_predictions: &TestPredictions, place: usize) -> f64 {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { predicted, probabilities, .. } => {
            probabilities.at(place, predicted[place] as usize)
        }
        TargetsAndPredictions::Numbers { predicted, .. } => predicted[place],
        _ => 0.0,
    }
}

fn cases(
    model: &dyn Model,
    data: &Dataset,
    test_predictions: &TestPredictions,
    picked: &[(usize, &str)],
    run: &Run,
) -> Result<Vec<LocalExplanation>> {
    // Positions in the view that is asked for are positions in the table.
    let rows: Vec<u32> = picked.iter().map(|&(place, _)| test_predictions.rows[place]).collect();
    let view = data.table_rows(rows.clone());
    let contributions = model.predictor()?.shap_values(&view.row_features(), None, run)?;
    let inputs = &model.info().schema.inputs;
    let classes = &model.info().schema.target.classes;
    let mut found = Vec::with_capacity(picked.len());
    for (at, &(place, why)) in picked.iter().enumerate() {
        let (truth, predicted, probability, output) = match &test_predictions.values {
            TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } => {
                let (truth, class) = (truth[place] as usize, predicted[place] as usize);
                let probability = Some(probabilities.at(place, class));
                (levels[truth].clone(), levels[class].clone(), probability, class)
            }
            TargetsAndPredictions::Numbers { truth, predicted } => {
                (significant(truth[place]), significant(predicted[place]), None, 0)
            }
            _ => continue,
        };
        let mut record = LocalExplanation {
            row: rows[at] as usize + 1,
            why: why.to_string(),
            truth,
            predicted,
            probability,
            scale: String::new(),
            contributions: Vec::new(),
        };
        if let Some(contributions) = contributions.as_ref().filter(|all| all.columns() == inputs.len()) {
            // One score for two classes speaks for the second.
            let output = if contributions.outputs() == 1 { 0 } else { output };
            let about = match contributions.outputs() {
                1 if classes.len() == 2 => format!("the score of '{}'", classes[1]),
                1 => "the prediction".to_string(),
                _ => format!("the score of '{}'", classes.get(output).map_or("", String::as_str)),
            };
            record.scale = format!(
                "SHAP values: what each feature adds to {about}; base value {}.",
                significant(contributions.base()[output])
            );
            let mut all: Vec<ContributionRecord> = inputs
                .iter()
                .enumerate()
                .map(|(column, input)| ContributionRecord {
                    column: input.name.clone(),
                    value: data
                        .table()
                        .column(&input.name)
                        .ok()
                        .and_then(|values| values.label(rows[at] as usize))
                        .unwrap_or_else(|| "missing".to_string()),
                    contribution: contributions.value(at, column, output),
                })
                .filter(|part| part.contribution.is_finite() && part.contribution != 0.0)
                .collect();
            all.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
            all.truncate(COLUMNS);
            record.contributions = all;
        }
        found.push(record);
    }
    Ok(found)
}
