//! Local explanations (SHAP values).

use super::Figure;
use crate::plots::contributions;
use hornbook_core::format::{percent, thousands};
use hornbook_study::record::LocalExplanation;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct LocalExplanationView<'a> {
    row: String,
    why: &'a str,
    truth: &'a str,
    predicted: &'a str,
    right: bool,
    probability: Option<String>,
    figure: Option<Figure>,
}

pub(super) fn case(case: &LocalExplanation) -> LocalExplanationView<'_> {
    let row = thousands(case.row);
    let figure = (!case.contributions.is_empty()).then(|| {
        let title = format!("SHAP values of the prediction of row {row}");
        Figure::small(
            contributions(&title, &case.contributions),
            "Feature contributions (SHAP values)",
            &case.scale,
        )
    });
    LocalExplanationView {
        why: &case.why,
        truth: &case.truth,
        predicted: &case.predicted,
        right: case.truth == case.predicted,
        probability: case.probability.map(percent),
        figure,
        row,
    }
}
