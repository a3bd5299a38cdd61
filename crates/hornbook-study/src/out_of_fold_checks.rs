//! What predictions of rows that were not trained on say about the data.

use crate::data_checks::{label_noise, residual_order_finding};
use crate::record::Finding;
use hornbook_evaluation::{TargetsAndPredictions, TestPredictions};

/// Errors of neighboring rows that are alike, and rows whose class is contradicted.
pub(crate) fn out_of_fold_findings(test_predictions: &TestPredictions, is_ordered: bool) -> Vec<Finding> {
    let mut places: Vec<usize> = (0..test_predictions.len()).collect();
    places.sort_by_key(|&place| test_predictions.rows[place]);
    let residual = |place: usize| match &test_predictions.values {
        TargetsAndPredictions::Numbers { truth, predicted } => truth[place] - predicted[place],
        TargetsAndPredictions::Classes { truth, probabilities, .. } => {
            1.0 - probabilities.at(place, truth[place] as usize)
        }
        _ => f64::NAN,
    };
    let mut findings = Vec::new();
    // Rows in the order of time are not taken for independent in the first place.
    if !is_ordered {
        let residuals: Vec<f64> = places.iter().map(|&place| residual(place)).collect();
        findings.extend(residual_order_finding(&residuals));
    }
    if let TargetsAndPredictions::Classes { levels, truth, probabilities, .. } = &test_predictions.values {
        let names: Vec<usize> = test_predictions.rows.iter().map(|&row| row as usize + 1).collect();
        findings.extend(label_noise(truth, probabilities.values(), levels.len()).finding(levels, &names));
    }
    findings
}
