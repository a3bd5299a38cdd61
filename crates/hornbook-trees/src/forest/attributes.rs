//! What can be read off a forest by name.

use super::model::ForestModel;
use hornbook_core::{AttributeKind, AttributeSpec, Error, Result, Task};
use hornbook_data::Matrix;
use hornbook_learner::{AttributeValue, Model};

/// Attributes of random forests and extra trees.
pub(super) const FOREST: &[AttributeSpec] = &[
    AttributeSpec::new(
        "oob_score",
        AttributeKind::Number,
        "The accuracy, or R², on out-of-bag rows; needs `oob_score`. Of several targets the mean.",
    ),
    AttributeSpec::new(
        "oob_score_interval",
        AttributeKind::Array,
        "The ends of its 95 % confidence interval; of several targets, a row for each.",
    ),
    AttributeSpec::new(
        "oob_decision_function",
        AttributeKind::Matrices,
        "The class probabilities of each training row by the trees that have not seen it; NaN if all have. With several targets, a \
         list of them.",
    )
    .only_for(Task::Classification),
    AttributeSpec::new(
        "oob_prediction",
        AttributeKind::Array,
        "The number for each training row by the trees that have not seen it; NaN if all have. With several targets, a column for \
         each.",
    )
    .only_for(Task::Regression),
    AttributeSpec::new(
        "feature_importances_deviation",
        AttributeKind::Array,
        "The standard deviation of the feature importances over the trees.",
    ),
    AttributeSpec::new(
        "oob_importances",
        AttributeKind::Array,
        "Out-of-bag permutation importance, a row for each feature: the mean over the trees and the ends of its 95 % confidence \
         interval; needs `oob_importances`.",
    ),
];

pub(super) fn attribute(forest: &ForestModel, name: &str) -> Result<Option<AttributeValue>> {
    let task = forest.info().schema.target.task;
    Ok(Some(match name {
        "oob_score" => {
            out_of_bag(forest)?;
            let scores = forest.oob_scores();
            AttributeValue::Number(scores.iter().map(|score| score.value).sum::<f64>() / scores.len() as f64)
        }
        "oob_score_interval" => {
            out_of_bag(forest)?;
            let ends = forest.oob_scores().iter().flat_map(|score| [score.low, score.high]).collect();
            AttributeValue::vector_or_matrix(Matrix::new(forest.oob_scores().len(), 2, ends)?)
        }
        "oob_decision_function" if task == Task::Classification => {
            let all = out_of_bag(forest)?;
            if !forest.is_multi_target() {
                return Ok(Some(AttributeValue::Matrix(all.clone())));
            }
            let each = |(start, target)| ForestModel::outputs_of(all, start, target);
            AttributeValue::Matrices(forest.target_outputs().map(each).collect())
        }
        "oob_prediction" if task == Task::Regression => {
            let all = out_of_bag(forest)?.clone();
            if forest.is_multi_target() {
                AttributeValue::Matrix(all)
            } else {
                AttributeValue::Vector(all.into_values())
            }
        }
        "feature_importances_deviation" => AttributeValue::Vector(
            forest.impurity_importances().into_iter().map(|importance| importance.deviation).collect(),
        ),
        "oob_importances" => {
            let found = forest.oob_importances().ok_or_else(|| {
                Error::mismatch("there are no out-of-bag importances", "fit with oob_importances = true")
            })?;
            let values = found.iter().flat_map(|one| [one.mean, one.low, one.high]).collect();
            AttributeValue::Matrix(Matrix::new(found.len(), 3, values)?)
        }
        _ => return Ok(None),
    }))
}

fn out_of_bag(forest: &ForestModel) -> Result<&Matrix> {
    forest.oob_predictions().ok_or_else(|| {
        Error::mismatch("there is no out-of-bag score", "fit with oob_score = true and enough trees")
    })
}
