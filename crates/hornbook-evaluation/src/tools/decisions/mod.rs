//! Decisions under losses.

mod bayes_decision;
mod empirical_loss;
mod expected_loss;
mod regions;

use crate::decisions::LossMatrix;
use hornbook_core::{Error, Result, ToolEntry};
use hornbook_data::Matrix;

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<bayes_decision::BayesDecisionTool>(),
        ToolEntry::of::<regions::DecisionRegionsTool>(),
        ToolEntry::of::<expected_loss::ExpectedLossTool>(),
        ToolEntry::of::<empirical_loss::EmpiricalLossTool>(),
    ]
}

/// Names that are given, or numbers from 1.
fn names(given: Option<&Vec<String>>, count: usize, what: &str) -> Result<Vec<String>> {
    match given {
        Some(names) if names.len() == count => Ok(names.clone()),
        Some(names) => {
            Err(Error::data(format!("there are {} names for {count} {what}", names.len()), "give one each"))
        }
        None => Ok((1..=count).map(|i| i.to_string()).collect()),
    }
}

/// The losses: a row for each action, a column for each class; 1 for every mistake if none are given. A cost of rejection adds an action.
fn loss_matrix(
    losses: Option<&Matrix>,
    actions: Option<&Vec<String>>,
    classes: &[String],
    reject: Option<f64>,
) -> Result<LossMatrix> {
    let matrix = match losses {
        Some(losses) if losses.columns() != classes.len() => {
            return Err(Error::data(
                format!("the losses have {} columns for {} classes", losses.columns(), classes.len()),
                "give a row for each action and a column for each class",
            ));
        }
        Some(losses) => {
            let actions = match actions {
                None if losses.rows() == classes.len() => classes.to_vec(),
                given => names(given, losses.rows(), "actions")?,
            };
            LossMatrix::new(&actions, classes, losses.values().to_vec())?
        }
        None => LossMatrix::zero_one(classes)?,
    };
    match reject {
        Some(cost) => matrix.with_reject(cost),
        None => Ok(matrix),
    }
}
