//! What can be read off Gaussian discriminants by name.

use super::model::{DiscriminantAxes, GaussianDiscriminantModel};
use hornbook_core::{AttributeKind, AttributeSpec, Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::AttributeValue;

/// Attributes of every Gaussian discriminant.
pub(super) const NORMAL_CLASSES: &[AttributeSpec] = &[
    AttributeSpec::new("priors", AttributeKind::Array, "The prior probability of each class."),
    AttributeSpec::new("means", AttributeKind::Array, "The mean of each class."),
    AttributeSpec::new(
        "covariance",
        AttributeKind::Matrices,
        "The covariance of each class; one for all if they share it.",
    ),
    AttributeSpec::new(
        "coef",
        AttributeKind::Array,
        "The coefficients of linear decision boundaries: one row for two classes, else a row for each class.",
    ),
    AttributeSpec::new("intercept", AttributeKind::Array, "The intercepts of linear decision boundaries."),
];

/// Attributes of linear discriminants.
pub(super) const AXES: &[AttributeSpec] = &[
    AttributeSpec::new(
        "explained_variance_ratio",
        AttributeKind::Array,
        "How much of the distances between classes lies along each direction.",
    ),
    AttributeSpec::new(
        "scalings",
        AttributeKind::Array,
        "The directions along which the classes lie apart, a column each.",
    ),
    AttributeSpec::new("xbar", AttributeKind::Array, "The mean of all rows."),
];

pub(super) fn attribute(model: &GaussianDiscriminantModel, name: &str) -> Result<Option<AttributeValue>> {
    let classes = model.classes();
    Ok(Some(match name {
        "priors" => AttributeValue::Vector(classes.priors().to_vec()),
        "means" => AttributeValue::Matrix(classes.means().clone()),
        "covariance" if classes.is_linear() => AttributeValue::Matrix(classes.covariance(0)?),
        "covariance" => AttributeValue::Matrices(
            (0..classes.classes()).map(|class| classes.covariance(class)).collect::<Result<_>>()?,
        ),
        "coef" => AttributeValue::Matrix(boundaries(model)?.0),
        "intercept" => AttributeValue::Vector(boundaries(model)?.1),
        "explained_variance_ratio" => AttributeValue::Vector(axes(model)?.shares),
        "scalings" => AttributeValue::Matrix(axes(model)?.matrix),
        "xbar" => AttributeValue::Vector(axes(model)?.center),
        _ => return Ok(None),
    }))
}

fn boundaries(model: &GaussianDiscriminantModel) -> Result<(Matrix, Vec<f64>)> {
    model.coefficients().ok_or_else(|| no_linear("linear boundaries"))
}

fn axes(model: &GaussianDiscriminantModel) -> Result<DiscriminantAxes> {
    model.directions()?.ok_or_else(|| no_linear("discriminant axes"))
}

fn no_linear(what: &str) -> Error {
    Error::mismatch(
        format!("classes with covariances of their own have no {what}"),
        "fit a discriminant with one covariance for all classes",
    )
}
