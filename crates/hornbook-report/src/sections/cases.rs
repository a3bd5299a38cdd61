//! Single rows, and why they get their predictions.

use super::Figure;
use crate::plots::contributions;
use crate::words::{count, share};
use hornbook_study::record::CaseRecord;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Case<'a> {
    row: String,
    why: &'a str,
    truth: &'a str,
    predicted: &'a str,
    right: bool,
    probability: Option<String>,
    figure: Option<Figure>,
}

pub(super) fn case(case: &CaseRecord) -> Case<'_> {
    let row = count(case.row);
    let figure = (!case.contributions.is_empty()).then(|| {
        let title = format!("What each column adds to the prediction of row {row}");
        Figure::small(contributions(&title, &case.contributions), "What each column adds", &case.scale)
    });
    Case {
        why: &case.why,
        truth: &case.truth,
        predicted: &case.predicted,
        right: case.truth == case.predicted,
        probability: case.probability.map(share),
        figure,
        row,
    }
}
