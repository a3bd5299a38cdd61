//! What the trace of a Gaussian discriminant says: the prior, then the normal distribution of each class.

use super::model::GaussianDiscriminantModel;
use hornbook_core::TraceEvent;
use hornbook_core::format::{rounded, rows, significant};
use hornbook_learner::Model;

/// A step of the making of a Gaussian discriminant.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum DiscriminantEvent {
    /// the class priors.
    #[event("{}", priors(classes, probabilities))]
    Prior {
        /// The classes.
        classes: Vec<String>,
        /// Their probabilities.
        probabilities: Vec<f64>,
    },
    /// The normal distribution of a class.
    #[event("class {class}: {}, mean ({})", rows(*weight), first_ten(mean))]
    #[event(", log determinant of the covariance {}", significant(*log_determinant))]
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

fn priors(classes: &[String], probabilities: &[f64]) -> String {
    let of_classes = classes.iter().zip(probabilities);
    of_classes.map(|(class, p)| format!("P({class}) = {}", rounded(*p))).collect::<Vec<_>>().join(", ")
}

/// More would fill the screen; the JSON has them all.
fn first_ten(numbers: &[f64]) -> String {
    let first: Vec<String> = numbers.iter().take(10).map(|x| significant(*x)).collect();
    first.join(", ") + if first.len() == 10 { ", …" } else { "" }
}
