//! Loss over a world whose probabilities are known.

use super::{loss_matrix, names};
use crate::decisions::{PredictionLoss, bayes_error};
use crate::tools::index_rows;
use hornbook_core::{AnswerValue, Choice, Error, Result, Run, Tool, WorkedSolution, listed};
use hornbook_data::Matrix;

/// What it costs to predict a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NumberLoss {
    /// Squared error; the mean is best.
    Squared,
    /// Absolute error; the median is best.
    Absolute,
}

/// Expected generalization loss over a finite world: Σ L(y, h(x)) P(x, y) of hypotheses, the best of them (h*), and the best rule there
/// can be (the Bayes risk).
///
/// The world is a table of joint probabilities, a row for each case x and a column for each y. Hypotheses say a class for each case, or
/// with `values` a number.
#[derive(Debug, Tool)]
#[tool(
    name = "expected-loss",
    chapter = "Decisions",
    aliases("generalization loss", "bayes risk", "best hypothesis", "expected generalization loss")
)]
pub struct ExpectedLossTool {
    /// Joint probabilities P(x, y): a row for each case, a column for each class or value.
    #[param(range = "0..")]
    joint: Matrix,
    /// Hypotheses, a row each: for each case the class (from 0) that it says, or the number.
    hypotheses: Option<Matrix>,
    /// Losses: a row for each class or action that is said, a column for each that is true; 1 for every mistake by default.
    losses: Option<Matrix>,
    /// Names of the classes.
    classes: Option<Vec<String>>,
    /// Names of the actions, if they are not the classes.
    actions: Option<Vec<String>>,
    /// Cost of rejecting, which is an action more.
    #[param(range = "0..")]
    reject: Option<f64>,
    /// Numbers that the columns stand for, if numbers are predicted and not classes.
    values: Option<Vec<f64>>,
    /// Loss of a predicted number.
    #[param(default = NumberLoss::Squared)]
    number_loss: NumberLoss,
}

impl Tool for ExpectedLossTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("GenLoss(h) = Σ L(y, h(x)) P(x, y), h* = argmin GenLoss(h)");
        match &self.values {
            Some(values) => self.of_numbers(&mut solution, values)?,
            None => self.of_classes(&mut solution)?,
        }
        Ok(solution)
    }
}

impl ExpectedLossTool {
    fn of_classes(&self, solution: &mut WorkedSolution) -> Result<()> {
        let classes = names(self.classes.as_ref(), self.joint.columns(), "classes")?;
        let losses = loss_matrix(self.losses.as_ref(), self.actions.as_ref(), &classes, self.reject)?;
        let named = |rule: &[u32]| {
            rule.iter().map(|&action| losses.actions()[action as usize].clone()).collect::<Vec<_>>()
        };
        if let Some(hypotheses) = &self.hypotheses {
            let rules = index_rows("hypotheses", hypotheses, losses.actions().len())?;
            let mut rows = Vec::new();
            let mut all = Vec::new();
            for (at, rule) in rules.iter().enumerate() {
                let loss = losses.generalization_loss(rule, &self.joint)?;
                all.push(loss);
                rows.push(vec![
                    AnswerValue::from(at + 1),
                    AnswerValue::from(named(rule).join(", ")),
                    AnswerValue::from(loss),
                ]);
            }
            solution.table("hypotheses", &["hypothesis", "says", "expected loss"], rows);
            solution.value("losses", all.into());
            let (best, loss) = losses.best_hypothesis(&rules, &self.joint)?;
            solution.labeled("best_hypothesis", "best hypothesis h*", best + 1);
            solution.labeled("best_hypothesis_loss", "its expected loss", loss);
        }
        let best = losses.best_rule(&self.joint)?;
        solution.labeled("best_rule", "best rule there can be", named(&best.actions));
        solution.labeled("bayes_risk", "its expected loss (Bayes risk)", best.loss);
        solution.labeled("bayes_error", "Bayes error", bayes_error(&self.joint)?);
        Ok(())
    }

    fn of_numbers(&self, solution: &mut WorkedSolution, values: &[f64]) -> Result<()> {
        if self.losses.is_some() {
            return Err(Error::data("numbers have no matrix of losses", "leave out --losses or --values"));
        }
        let loss = match self.number_loss {
            NumberLoss::Squared => PredictionLoss::Squared,
            NumberLoss::Absolute => PredictionLoss::Absolute,
        };
        if let Some(hypotheses) = &self.hypotheses {
            let losses: Vec<f64> = (0..hypotheses.rows())
                .map(|row| loss.generalization_loss(hypotheses.row(row), values, &self.joint))
                .collect::<Result<_>>()?;
            let rows = losses.iter().enumerate().map(|(at, loss)| {
                vec![
                    AnswerValue::from(at + 1),
                    AnswerValue::from(listed(hypotheses.row(at))),
                    AnswerValue::from(*loss),
                ]
            });
            solution.table("hypotheses", &["hypothesis", "says", "expected loss"], rows.collect());
            let best = (0..losses.len()).fold(0, |best, i| if losses[i] < losses[best] { i } else { best });
            solution.labeled("best_hypothesis", "best hypothesis h*", best + 1);
            solution.labeled("best_hypothesis_loss", "its expected loss", losses[best]);
            solution.value("losses", losses.into());
        }
        let (predictions, least) = loss.best_predictions(values, &self.joint)?;
        solution.labeled("best_rule", "best function there can be", predictions);
        solution.labeled("bayes_risk", "its expected loss", least);
        Ok(())
    }
}
