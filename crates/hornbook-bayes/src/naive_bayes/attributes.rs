//! What can be read off naive Bayes by name.

use super::model::NaiveBayesModel;
use hornbook_core::{AttributeKind, AttributeSpec, Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::AttributeValue;

/// Attributes of every naive Bayes.
pub(super) const CLASSES: &[AttributeSpec] = &[
    AttributeSpec::new("class_count", AttributeKind::Array, "The weight of the rows of each class."),
    AttributeSpec::new("class_prior", AttributeKind::Array, "The prior probability of each class."),
    AttributeSpec::new("class_log_prior", AttributeKind::Array, "The log prior probability of each class."),
];

/// Attributes of Gaussian columns.
pub(super) const MOMENTS: &[AttributeSpec] = &[
    AttributeSpec::new("theta", AttributeKind::Array, "The mean of each feature in each class."),
    AttributeSpec::new("var", AttributeKind::Array, "The variance of each feature in each class."),
    AttributeSpec::new(
        "epsilon",
        AttributeKind::Number,
        "What was added to each variance but those of dates.",
    ),
];

/// Attributes of counts and truths.
pub(super) const COUNTS: &[AttributeSpec] = &[
    AttributeSpec::new(
        "feature_count",
        AttributeKind::Array,
        "How often each feature was met in each class.",
    ),
    AttributeSpec::new(
        "feature_log_prob",
        AttributeKind::Array,
        "The logarithm of the probability of each feature in each class.",
    ),
];

/// Attributes of categories.
pub(super) const CATEGORIES: &[AttributeSpec] = &[
    AttributeSpec::new(
        "category_count",
        AttributeKind::Matrices,
        "For each feature, how often each category was met in each class.",
    ),
    AttributeSpec::new(
        "feature_log_prob",
        AttributeKind::Matrices,
        "For each feature, the logarithm of the probability of each category in each class.",
    ),
    AttributeSpec::new("n_categories", AttributeKind::Counts, "How many categories each feature has."),
];

pub(super) fn attribute(model: &NaiveBayesModel, name: &str) -> Result<Option<AttributeValue>> {
    let is_of_categories = !model.layout.categorical.is_empty();
    Ok(Some(match name {
        "class_count" => AttributeValue::Vector(model.class_weights().to_vec()),
        "class_prior" => AttributeValue::Vector(model.priors().to_vec()),
        "class_log_prior" => AttributeValue::Vector(model.priors().iter().map(|prior| prior.ln()).collect()),
        "theta" => AttributeValue::Matrix(model.means()),
        "var" => AttributeValue::Matrix(model.variances()),
        "epsilon" => AttributeValue::Number(model.added_variance()),
        "feature_count" => AttributeValue::Matrix(model.feature_counts()),
        "category_count" => {
            AttributeValue::Matrices(of_columns(model, |column| model.category_counts(column))?)
        }
        "feature_log_prob" if is_of_categories => {
            AttributeValue::Matrices(of_columns(model, |column| model.category_log_probabilities(column))?)
        }
        "feature_log_prob" => AttributeValue::Matrix(model.feature_log_probabilities()),
        "n_categories" => {
            let counts = of_columns(model, |column| model.category_counts(column))?;
            AttributeValue::Counts(counts.iter().map(|counts| counts.columns() as u64).collect())
        }
        _ => return Ok(None),
    }))
}

fn of_columns(model: &NaiveBayesModel, of: impl Fn(usize) -> Option<Matrix>) -> Result<Vec<Matrix>> {
    (0..model.info.schema.inputs.len())
        .map(|column| {
            of(column).ok_or_else(|| {
                let name = &model.info.schema.inputs[column].name;
                Error::mismatch(
                    format!("the column '{name}' has no categories"),
                    "ask for its moments or counts",
                )
            })
        })
        .collect()
}
