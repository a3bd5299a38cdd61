//! What the trace of a Gaussian discriminant says: the prior, then the normal distribution of each class.

use super::model::GaussianDiscriminantModel;
use hornbook_core::format::{rounded, rows, significant};
use hornbook_core::{TraceEvent, Value};
use hornbook_learner::Model;
use serde_json::json;
use std::fmt;

/// A step of the making of a Gaussian discriminant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DiscriminantEvent {
    /// the class priors.
    Prior {
        /// The classes.
        classes: Vec<String>,
        /// Their probabilities.
        probabilities: Vec<f64>,
    },
    /// The normal distribution of a class.
    Class {
        /// The class.
        class: String,
        /// The weight of its rows.
        weight: f64,
        /// The mean of each column.
        mean: Vec<f64>,
        /// The covariance, row by row.
        covariance: Vec<f64>,
        /// The logarithm of its determinant.
        log_determinant: f64,
    },
}

impl DiscriminantEvent {
    pub(super) fn of_class(model: &GaussianDiscriminantModel, class: usize) -> DiscriminantEvent {
        let classes = model.classes();
        DiscriminantEvent::Class {
            class: model.info().schema.target.classes[class].clone(),
            weight: model.class_weights()[class],
            mean: classes.means().row(class).to_vec(),
            covariance: classes.covariance(class).map(|matrix| matrix.into_values()).unwrap_or_default(),
            log_determinant: classes.inverse(class).log_determinant,
        }
    }
}

pub(super) fn prior(model: &GaussianDiscriminantModel) -> DiscriminantEvent {
    DiscriminantEvent::Prior {
        classes: model.info().schema.target.classes.to_vec(),
        probabilities: model.classes().priors().to_vec(),
    }
}

impl fmt::Display for DiscriminantEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiscriminantEvent::Prior { classes, probabilities } => {
                let words =
                    classes.iter().zip(probabilities).map(|(c, p)| format!("P({c}) = {}", rounded(*p)));
                f.write_str(&words.collect::<Vec<_>>().join(", "))
            }
            DiscriminantEvent::Class { class, weight, mean, log_determinant, .. } => {
                let mean: Vec<String> = mean.iter().take(10).map(|x| significant(*x)).collect();
                write!(
                    f,
                    "class {class}: {}, mean ({}{}), log determinant of the covariance {}",
                    rows(*weight),
                    mean.join(", "),
                    if mean.len() == 10 { ", …" } else { "" },
                    significant(*log_determinant)
                )
            }
        }
    }
}

impl TraceEvent for DiscriminantEvent {
    fn to_json(&self) -> Value {
        match self {
            DiscriminantEvent::Prior { classes, probabilities } => {
                json!({"event": "prior", "classes": classes, "probabilities": probabilities})
            }
            DiscriminantEvent::Class { class, weight, mean, covariance, log_determinant } => json!({
                "event": "class", "class": class, "weight": weight, "mean": mean, "covariance": covariance,
                "log_determinant": log_determinant,
            }),
        }
    }
}
