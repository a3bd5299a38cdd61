//! Boosted trees in words.

use super::model::GradientBoostingModel;
use hornbook_core::{Result, Run};
use hornbook_learner::{ExplainedRow, Explanation, Inspect, Section, first_largest};
use serde_json::json;

/// The whole model.
pub(super) fn model(model: &GradientBoostingModel) -> Explanation {
    let (rounds, trees, leaves) = (model.iterations(), model.trees(), model.ensemble.leaves());
    Explanation {
        sections: vec![
            Section {
                heading: "trees",
                text: format!("{trees} trees of {rounds} boosting iterations, {leaves} leaves"),
                json: json!({"rounds": rounds, "trees": trees, "leaves": leaves, "start": model.start}),
            },
            Section::importances(
                "feature importances (total gain)",
                &model.info.schema.inputs,
                &model.importances().unwrap_or_default(),
            ),
        ],
    }
}

/// One row.
pub(super) fn row(model: &GradientBoostingModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let single = row.features();
    let scores = model.scores(single, None);
    let contributions = model.ensemble.shap_values(single, None, (&model.start, 1.0), &Run::default())?;
    // The score to explain: that of the predicted class, where each class has one.
    let output = first_largest(scores.row(0));
    let (meaning, score) = (model.response.meaning(), scores.row(0)[output]);
    let target = &model.info.schema.target;
    let of = if scores.columns() > 1 { format!(" of {}", target.classes[output]) } else { String::new() };
    Ok(Explanation {
        sections: vec![
            Section {
                heading: "score",
                text: format!("{meaning}{of}: {score:.6}"),
                json: json!({"meaning": meaning, "scores": scores.row(0)}),
            },
            contributions.section(&model.info.schema.inputs, 0, output),
        ],
    })
}
