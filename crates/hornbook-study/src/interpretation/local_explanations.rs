//! Local explanations (SHAP values) of single rows.

use crate::record::{ContributionRecord, LocalExplanation};
use hornbook_core::format::significant;
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::inspection::sampled_shap_values;
use hornbook_evaluation::{TargetsAndPredictions, TestPredictions};
use hornbook_learner::Model;

/// The largest errors shown, and the features shown of a row.
const WORST: usize = 5;
const COLUMNS: usize = 8;
/// SHAP values by sampling: background rows, permutations of the features, and the most features there is time for.
const BACKGROUND: usize = 50;
const PERMUTATIONS: usize = 4;
const MOST_SAMPLED: usize = 60;
/// Rows that examples are chosen from.
const ROWS: usize = 2000;

/// Rows with what is predicted for them, and the model that predicts each, which explains it.
pub(crate) struct ExplainedRows<'a> {
    pub data: &'a Dataset,
    pub test_predictions: &'a TestPredictions,
    /// By the place among the predictions.
    pub model_of: &'a dyn Fn(usize) -> Option<&'a dyn Model>,
}

/// The largest errors, the largest first.
pub(crate) fn worst(rows: &ExplainedRows<'_>, run: &Run) -> Result<Vec<LocalExplanation>> {
    let test_predictions = rows.test_predictions;
    let mut places: Vec<(usize, f64)> = (0..test_predictions.len())
        .map(|place| (place, mistake(test_predictions, place)))
        .filter(|(_, size)| *size > 0.0)
        .collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let picked: Vec<(usize, &str)> =
        places.into_iter().take(WORST).map(|(place, _)| (place, "one of the largest errors")).collect();
    cases(rows, &picked, run)
}

/// Some rows that show how the model predicts: for classes the surest and the least sure, for numbers the lowest, the
/// middle and the highest.
pub(crate) fn examples(model: &dyn Model, data: &Dataset, run: &Run) -> Result<Vec<LocalExplanation>> {
    let data = &data.subsampled(ROWS);
    let test_predictions = &TestPredictions::of(model, data)?;
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
    cases(&ExplainedRows { data, test_predictions, model_of: &|_| Some(model) }, &picked, run)
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

fn cases(rows: &ExplainedRows<'_>, picked: &[(usize, &str)], run: &Run) -> Result<Vec<LocalExplanation>> {
    picked.iter().filter_map(|&(place, why)| local_explanation(rows, place, why, run).transpose()).collect()
}

fn local_explanation(
    rows: &ExplainedRows<'_>,
    place: usize,
    why: &str,
    run: &Run,
) -> Result<Option<LocalExplanation>> {
    // Positions in the view that is asked for are positions in the table.
    let row = rows.test_predictions.rows[place];
    let (truth, predicted, probability, output) = match &rows.test_predictions.values {
        TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } => {
            let (truth, class) = (truth[place] as usize, predicted[place] as usize);
            let probability = Some(probabilities.at(place, class));
            (levels[truth].clone(), levels[class].clone(), probability, class)
        }
        TargetsAndPredictions::Numbers { truth, predicted } => {
            (significant(truth[place]), significant(predicted[place]), None, 0)
        }
        // A study has a target.
        _ => return Ok(None),
    };
    let mut record = LocalExplanation {
        row: row as usize + 1,
        why: why.to_string(),
        truth,
        predicted,
        probability,
        scale: String::new(),
        contributions: Vec::new(),
    };
    let Some(model) = (rows.model_of)(place) else { return Ok(Some(record)) };
    let view = rows.data.table_rows(vec![row]);
    let inputs = &model.info().schema.inputs;
    let classes = &model.info().schema.target.classes;
    let exact = model.predictor()?.shap_values(&view.row_features(), None, run)?;
    let exact = exact.filter(|all| all.columns() == inputs.len());
    let is_exact = exact.is_some();
    let shap_values = match exact {
        Some(exact) => exact,
        None if inputs.len() > MOST_SAMPLED => return Ok(Some(record)),
        None => {
            let background = rows.data.subsampled(BACKGROUND);
            sampled_shap_values(model, &view, &background, PERMUTATIONS, run)?
        }
    };
    // One score for two classes speaks for the second.
    let output = if shap_values.outputs() == 1 { 0 } else { output };
    let score = if is_exact { "score" } else { "probability" };
    let about = match shap_values.outputs() {
        1 if classes.len() == 2 => format!("the {score} of '{}'", classes[1]),
        1 => "the prediction".to_string(),
        _ => format!("the {score} of '{}'", classes.get(output).map_or("", String::as_str)),
    };
    let how = if is_exact { "SHAP values" } else { "SHAP values (by sampling)" };
    record.scale = format!(
        "{how}: what each feature adds to {about}; base value {}.",
        significant(shap_values.base()[output])
    );
    let label = |name: &str| {
        let values = rows.data.table().column(name).ok();
        values.and_then(|values| values.label(row as usize)).unwrap_or_else(|| "missing".to_string())
    };
    let mut all: Vec<ContributionRecord> = inputs
        .iter()
        .enumerate()
        .map(|(column, input)| ContributionRecord {
            column: input.name.clone(),
            value: label(&input.name),
            contribution: shap_values.value(0, column, output),
        })
        .filter(|part| part.contribution.is_finite() && part.contribution != 0.0)
        .collect();
    all.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
    all.truncate(COLUMNS);
    record.contributions = all;
    Ok(Some(record))
}
