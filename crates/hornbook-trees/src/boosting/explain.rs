//! Boosted trees in words.

use super::model::GradientBoostingModel;
use hornbook_core::{Error, Result};
use hornbook_data::Features;
use hornbook_learner::{Explanation, Model, Section};
use serde_json::json;

/// The whole model.
pub(super) fn model(model: &GradientBoostingModel) -> Explanation {
    let (rounds, trees, leaves) = (model.rounds(), model.trees(), model.grove.leaves());
    Explanation {
        sections: vec![
            Section {
                heading: "trees",
                text: format!("{trees} trees of {rounds} rounds, {leaves} leaves"),
                json: json!({"rounds": rounds, "trees": trees, "leaves": leaves, "start": model.start}),
            },
            Section::of_importances(
                "share of the gain",
                &model.info.schema.inputs,
                &model.importances().unwrap_or_default(),
            ),
        ],
    }
}

/// One row.
pub(super) fn row(model: &GradientBoostingModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    if row >= rows.rows() {
        return Err(Error::data(
            format!("there is no row {row}: there are {} rows", rows.rows()),
            "rows are counted from 0",
        ));
    }
    let scores = model.scores(&rows.single(row), None);
    let scores = scores.row(0);
    Ok(Explanation {
        sections: vec![Section {
            heading: "scores",
            text: scores.iter().map(|score| format!("{score:.6}")).collect::<Vec<_>>().join("\n"),
            json: json!(scores),
        }],
    })
}
