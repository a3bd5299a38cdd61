//! What can be read off a linear model by name.

use super::{LinearModel, RobustLoss};
use hornbook_core::{AttributeKind, AttributeSpec, Error, Result, Task};
use hornbook_learner::{AttributeValue, Model};

/// Attributes of every linear model.
pub(crate) const COEFFICIENTS: &[AttributeSpec] = &[
    AttributeSpec::new(
        "coef",
        AttributeKind::Array,
        "The coefficients, in the order of `coef_names`: of classes one row for two and else a row for each, of several targets a row for \
         each.",
    ),
    AttributeSpec::new(
        "intercept",
        AttributeKind::NumberOrArray,
        "The intercept (bias); of classes or several targets, one for each row of `coef`.",
    ),
    AttributeSpec::new(
        "coef_names",
        AttributeKind::Texts,
        "The columns of `coef`: numbers by their name, levels of categories as `column=level`.",
    ),
];

/// Attributes of a generalized linear fit.
pub(crate) const DEVIANCE: &[AttributeSpec] = &[
    AttributeSpec::new(
        "variance_power",
        AttributeKind::Number,
        "The variance is the dispersion times this power of the mean: 0 normal, 1 Poisson, 2 gamma, 3 inverse Gaussian.",
    ),
    AttributeSpec::new(
        "deviance",
        AttributeKind::Number,
        "The deviance of the fit, in units of the dispersion.",
    ),
    AttributeSpec::new("null_deviance", AttributeKind::Number, "The null deviance (intercept only)."),
    AttributeSpec::new(
        "dispersion",
        AttributeKind::Number,
        "1 of counts, else Pearson's statistic over the degrees of freedom; none if it is not known how many are left.",
    ),
    AttributeSpec::new(
        "aic",
        AttributeKind::Number,
        "Akaike's information criterion (AIC); none with a penalty, and in families without a likelihood.",
    ),
];

/// Attributes of Huber's regression.
pub(crate) const SCALE: &[AttributeSpec] = &[AttributeSpec::new(
    "scale",
    AttributeKind::Number,
    "The scale of the residuals, learned with the coefficients: `epsilon` counts in it.",
)];

/// Attributes of Bayesian regression.
pub(crate) const POSTERIOR: &[AttributeSpec] = &[
    AttributeSpec::new("alpha", AttributeKind::Number, "The precision of the noise: one over its variance."),
    AttributeSpec::new("lambda", AttributeKind::Number, "The precision of the prior of each coefficient."),
    AttributeSpec::new(
        "sigma",
        AttributeKind::Array,
        "The posterior covariance of the coefficients, in the order of `coef_names`.",
    ),
    AttributeSpec::new("log_evidence", AttributeKind::Number, "The log evidence (log marginal likelihood)."),
    AttributeSpec::new(
        "scores",
        AttributeKind::Array,
        "The log evidence with the log prior of the precisions at the end of the search, as an array of one number.",
    ),
];

/// Attributes of gradient descent.
pub(crate) const LOSS_CURVE: &[AttributeSpec] =
    &[AttributeSpec::new("loss_curve", AttributeKind::Array, "The loss after each epoch.")];

const TRAINING_CURVE_SPEC: AttributeSpec = AttributeSpec::new(
    "training_curve",
    AttributeKind::Array,
    "The misclassified fraction after each epoch; a single one for learners without epochs.",
);

/// Attributes of hyperplanes between classes.
pub(crate) const TRAINING_CURVE: &[AttributeSpec] = &[TRAINING_CURVE_SPEC];

/// The same of a learner that also does regression.
pub(crate) const CLASS_TRAINING_CURVE: &[AttributeSpec] =
    &[TRAINING_CURVE_SPEC.only_for(Task::Classification)];

pub(super) fn attribute(model: &LinearModel, name: &str) -> Result<Option<AttributeValue>> {
    let is_of_classes = model.info().schema.target.task == Task::Classification;
    Ok(Some(match name {
        "coef" if is_of_classes => AttributeValue::Matrix(model.weights().clone()),
        "coef" => AttributeValue::vector_or_matrix(model.weights().clone()),
        "intercept" if is_of_classes => AttributeValue::Vector(model.intercepts().to_vec()),
        "intercept" => AttributeValue::number_or_vector(model.intercepts()),
        "coef_names" => AttributeValue::Texts(model.design().names()),
        "scale" => match model.robust_fit().map(|fit| fit.loss) {
            Some(RobustLoss::Huber { scale, .. }) => AttributeValue::Number(scale),
            _ => return Ok(None),
        },
        "loss_curve" => AttributeValue::Vector(detail(model, "loss_curve")?),
        "training_curve" => {
            AttributeValue::Vector(detail(model, "training_curve").or_else(|_| detail(model, "wrong"))?)
        }
        other => match of_glm(model, other) {
            Some(value) => value,
            None => return Ok(of_posterior(model, other)),
        },
    }))
}

fn of_glm(model: &LinearModel, name: &str) -> Option<AttributeValue> {
    let fit = model.glm_fit()?;
    Some(match name {
        "variance_power" => AttributeValue::Number(fit.power),
        "deviance" => AttributeValue::Number(fit.deviance),
        "null_deviance" => AttributeValue::Number(fit.null_deviance),
        "dispersion" => AttributeValue::of_number(fit.dispersion()),
        "aic" => AttributeValue::of_number(fit.aic),
        _ => return None,
    })
}

fn of_posterior(model: &LinearModel, name: &str) -> Option<AttributeValue> {
    let known = model.posterior()?;
    Some(match name {
        "alpha" => AttributeValue::Number(known.noise_precision),
        "lambda" => AttributeValue::Number(known.prior_precision),
        "sigma" => AttributeValue::Matrix(known.covariance().clone()),
        "log_evidence" => AttributeValue::Number(known.log_evidence),
        "scores" => AttributeValue::Vector(vec![known.score]),
        _ => return None,
    })
}

/// Numbers among what the training reported: a list, or a single one.
fn detail(model: &LinearModel, name: &str) -> Result<Vec<f64>> {
    let details = &model.info().summary.details;
    let numbers = details.get(name).and_then(|value| match value.as_array() {
        Some(list) => list.iter().map(hornbook_core::Value::as_f64).collect(),
        None => value.as_f64().map(|number| vec![number]),
    });
    numbers.ok_or_else(|| {
        Error::mismatch(format!("the model's file does not say its '{name}'"), "train the model again")
    })
}
