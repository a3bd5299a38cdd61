//! What the trace of naive Bayes says: the prior, then the likelihood of each column.

use super::model::NaiveBayesModel;
use super::words;
use hornbook_core::format::{rounded, rows};
use hornbook_core::{Run, TraceEvent, Value};
use hornbook_learner::Model;

/// A step of the making of a naive Bayes model.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum NaiveBayesEvent {
    /// the class priors.
    #[event("{}", priors(classes, weights, probabilities))]
    Prior {
        /// The classes.
        classes: Vec<String>,
        /// The weight of their rows.
        weights: Vec<f64>,
        /// Their probabilities.
        probabilities: Vec<f64>,
    },
    /// The likelihood of one column in each class.
    #[event("{text}")]
    Likelihood {
        /// The column.
        column: String,
        /// As a table for people.
        #[event(skip)]
        text: String,
        /// As data for programs.
        table: Value,
    },
}

fn priors(classes: &[String], weights: &[f64], probabilities: &[f64]) -> String {
    let of_classes = classes.iter().zip(weights).zip(probabilities);
    let texts =
        of_classes.map(|((class, weight), p)| format!("P({class}) = {} ({})", rounded(*p), rows(*weight)));
    texts.collect::<Vec<_>>().join(", ")
}

pub(super) fn trace(model: &NaiveBayesModel, run: &Run) {
    run.trace(|| NaiveBayesEvent::Prior {
        classes: model.info().schema.target.classes.to_vec(),
        weights: model.class_weights().to_vec(),
        probabilities: model.priors().to_vec(),
    });
    for (column, input) in model.info().schema.inputs.iter().enumerate() {
        run.trace(|| {
            let (text, table) = words::likelihood(model, column);
            NaiveBayesEvent::Likelihood { column: input.name.clone(), text, table }
        });
    }
}
