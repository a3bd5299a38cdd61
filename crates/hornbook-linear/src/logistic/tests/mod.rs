//! Logistic regression against what others found, and against itself.

mod goldens;
mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::LinearModel;
use crate::testing::{cars, close, data, iris, learned, some_table, weighted};
use hornbook_data::{Dataset, Table};
use hornbook_learner::Fit;

/// Some columns of the cars, and a target of classes.
fn of_cars(target: &str, columns: &[&str]) -> Dataset {
    cars().dataset().target(target).unwrap().classify().unwrap().only(columns).unwrap()
}

fn free() -> LogisticRegression {
    LogisticRegression::default().penalty(WeightPenalty::None)
}
