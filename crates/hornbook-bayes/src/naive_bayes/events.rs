//! What the trace of naive Bayes says: the prior, then the likelihood of each column.

use super::model::NaiveBayesModel;
use super::words;
use hornbook_core::format::{rounded, rows};
use hornbook_core::{Run, TraceEvent, Value};
use hornbook_learner::Model;
use serde_json::json;
use std::fmt;

/// A step of the making of a naive Bayes model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NaiveBayesEvent {
    /// the class priors.
    Prior {
        /// The classes.
        classes: Vec<String>,
        /// The weight of their rows.
        weights: Vec<f64>,
        /// Their probabilities.
        probabilities: Vec<f64>,
    },
    /// The likelihood of one column in each class.
    Likelihood {
        /// The column.
        column: String,
        /// As a table for people.
        text: String,
        /// As data for programs.
        table: Value,
    },
}

impl fmt::Display for NaiveBayesEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NaiveBayesEvent::Prior { classes, weights, probabilities } => {
                let words =
                    classes.iter().zip(weights).zip(probabilities).map(|((class, weight), p)| {
                        format!("P({class}) = {} ({})", rounded(*p), rows(*weight))
                    });
                f.write_str(&words.collect::<Vec<_>>().join(", "))
            }
            NaiveBayesEvent::Likelihood { text, .. } => f.write_str(text),
        }
    }
}

impl TraceEvent for NaiveBayesEvent {
    fn to_json(&self) -> Value {
        match self {
            NaiveBayesEvent::Prior { classes, weights, probabilities } => json!({
                "event": "prior", "classes": classes, "weights": weights, "probabilities": probabilities,
            }),
            NaiveBayesEvent::Likelihood { column, table, .. } => {
                json!({"event": "likelihood", "column": column, "table": table})
            }
        }
    }
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
