//! Loss on examples.

use super::{loss_matrix, names};
use crate::tools::{index, index_rows};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, same_length};
use hornbook_data::Matrix;

/// Empirical loss (empirical risk): the mean loss of hypotheses on examples, the best of them, and the best rule for cases that repeat.
#[derive(Debug, Tool)]
#[tool(
    name = "empirical-loss",
    chapter = "Decisions",
    aliases("empirical risk", "mean loss", "empirical risk minimization")
)]
pub struct EmpiricalLossTool {
    /// True class of each example.
    truth: Vec<String>,
    /// Hypotheses, a row each: the class (from 0, in the order of the names) that it says for each example.
    hypotheses: Option<Matrix>,
    /// What one hypothesis says for each example, by name.
    predicted: Option<Vec<String>>,
    /// Case of each example (what is known of it): gives the rule of least empirical loss.
    cases: Option<Vec<String>>,
    /// Weight of each example.
    #[param(range = "0..")]
    weights: Option<Vec<f64>>,
    /// Names of the classes, in the order of the losses; in alphabetical order by default.
    classes: Option<Vec<String>>,
    /// Losses: a row for each class that is said, a column for each that is true; 1 for every mistake by default.
    losses: Option<Matrix>,
}

fn sorted(labels: &[String]) -> Vec<String> {
    let mut names = labels.to_vec();
    names.sort();
    names.dedup();
    names
}

fn codes(labels: &[String], names: &[String]) -> Result<Vec<u32>> {
    let place = |label: &String| {
        let found = names.iter().position(|name| name == label);
        found.map(|at| at as u32).ok_or_else(|| {
            Error::data(format!("'{label}' is no class"), format!("the classes are {}", names.join(", ")))
        })
    };
    labels.iter().map(place).collect()
}

impl Tool for EmpiricalLossTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let classes = self.classes.clone().unwrap_or_else(|| sorted(&self.truth));
        let classes = names(Some(&classes), classes.len(), "classes")?;
        let losses = loss_matrix(self.losses.as_ref(), None, &classes, None)?;
        let truth = codes(&self.truth, &classes)?;
        let weights = self.weights.as_deref();
        let mut solution = WorkedSolution::by("EmpLoss(h) = 1/n Σ L(yᵢ, h(xᵢ))");
        if self.hypotheses.is_none() && self.predicted.is_none() && self.cases.is_none() {
            return Err(Error::data("there is no hypothesis", "give --predicted, --hypotheses or --cases"));
        }
        if let Some(predicted) = &self.predicted {
            same_length(("predicted", predicted.len()), ("truth", truth.len()))?;
            let loss = losses.mean_loss(&codes(predicted, losses.actions())?, &truth, weights)?;
            solution.labeled("empirical_loss", "empirical loss", loss);
        }
        if let Some(hypotheses) = &self.hypotheses {
            let rules = index_rows("hypotheses", hypotheses, losses.actions().len())?;
            let all = rules
                .iter()
                .map(|rule| losses.mean_loss(rule, &truth, weights))
                .collect::<Result<Vec<f64>>>()?;
            let rows = all
                .iter()
                .enumerate()
                .map(|(at, loss)| vec![AnswerValue::from(at + 1), AnswerValue::from(*loss)]);
            solution.table("hypotheses", &["hypothesis", "empirical loss"], rows.collect());
            let best = (0..all.len()).fold(0, |best, i| if all[i] < all[best] { i } else { best });
            solution.labeled("best_hypothesis", "hypothesis of least empirical loss", best + 1);
            solution.labeled("best_loss", "its empirical loss", all[best]);
        }
        if let Some(cases) = &self.cases {
            same_length(("cases", cases.len()), ("truth", truth.len()))?;
            let known = sorted(cases);
            let places = codes(cases, &known)?;
            let best = losses.best_empirical_rule(&places, known.len(), &truth, weights)?;
            let rows = known.iter().zip(&best.actions).map(|(case, &action)| {
                Ok(vec![
                    AnswerValue::from(case.as_str()),
                    AnswerValue::from(
                        losses.actions()[index("rule", f64::from(action), losses.actions().len())? as usize]
                            .as_str(),
                    ),
                ])
            });
            solution.table("rule", &["case", "says"], rows.collect::<Result<_>>()?);
            solution.labeled("rule_loss", "empirical loss of the best rule", best.loss);
        }
        Ok(solution)
    }
}
