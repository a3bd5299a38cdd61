//! Which action to take.

use super::{loss_matrix, names};
use crate::decisions::{
    LossMatrix, argmax_discriminant, binary_discriminant, conditional_error, discriminants,
    log_discriminants, log_odds, posterior,
};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits};
use hornbook_data::Matrix;

/// Bayes decision rule: posterior probabilities, discriminant functions in their three forms (minus the risk, posterior, likelihood
/// times prior), conditional risks or expected utilities, log odds, and the best action.
///
/// From priors and likelihoods p(x | C), or from posterior probabilities; with losses, utilities, and a cost of rejection if there is
/// one.
#[derive(Debug, Tool)]
#[tool(
    name = "bayes-decision",
    chapter = "Decisions",
    aliases(
        "bayes classifier",
        "discriminant functions",
        "expected utility",
        "conditional risk",
        "log odds",
        "dichotomizer",
        "map decision",
        "conditional error"
    )
)]
pub struct BayesDecisionTool {
    /// Likelihood p(x | C) of each class.
    #[param(range = "0..")]
    likelihoods: Option<Vec<f64>>,
    /// Prior probability P(C) of each class; all the same by default.
    #[param(range = "0..=1")]
    priors: Option<Vec<f64>>,
    /// Posterior probability P(C | x) of each class, in place of likelihoods and priors.
    #[param(range = "0..=1")]
    posterior: Option<Vec<f64>>,
    /// Names of the classes.
    classes: Option<Vec<String>>,
    /// Losses: a row for each action, a column for each class; 1 for every mistake by default.
    losses: Option<Matrix>,
    /// Utilities, in place of losses: a row for each action, a column for each state.
    utilities: Option<Matrix>,
    /// Names of the actions.
    actions: Option<Vec<String>>,
    /// Cost of rejecting, which is an action more.
    #[param(range = "0..")]
    reject: Option<f64>,
}

impl Tool for BayesDecisionTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("P(C | x) = p(x | C) P(C)/Σ p(x | C) P(C)");
        let (probabilities, joint) = match (&self.likelihoods, &self.posterior) {
            (Some(likelihoods), None) => {
                let uniform = vec![1.0 / likelihoods.len() as f64; likelihoods.len()];
                let priors = self.priors.as_ref().unwrap_or(&uniform);
                let joint = discriminants(likelihoods, priors)?;
                let evidence: f64 = joint.iter().sum();
                solution.step(format!("p(x) = {}", in_digits(evidence)));
                let logs: Vec<f64> = likelihoods.iter().map(|l| l.ln()).collect();
                (posterior(likelihoods, priors)?, Some((joint, log_discriminants(&logs, priors)?)))
            }
            (None, Some(posterior)) => (posterior.clone(), None),
            _ => {
                return Err(Error::data(
                    "the classes have no probabilities",
                    "give --likelihoods and --priors, or --posterior",
                ));
            }
        };
        let classes = names(self.classes.as_ref(), probabilities.len(), "classes")?;
        let best = argmax_discriminant(&probabilities)?;
        let losses = self.losses(&classes)?;
        let risks = losses.risks(&probabilities)?;
        let minus_risks = losses.discriminants(&probabilities)?;
        let mut columns = vec!["class", "P(C|x)", "log odds"];
        if joint.is_some() {
            columns.extend(["p(x|C)P(C)", "ln p(x|C)+ln P(C)"]);
        }
        let rows = classes.iter().enumerate().map(|(i, class)| {
            let mut row = vec![
                AnswerValue::from(class.as_str()),
                AnswerValue::from(probabilities[i]),
                AnswerValue::from(log_odds(probabilities[i])),
            ];
            if let Some((joint, logs)) = &joint {
                row.extend([AnswerValue::from(joint[i]), AnswerValue::from(logs[i])]);
            }
            row
        });
        solution.table("classes", &columns, rows.collect());
        solution.value("posterior", probabilities.clone().into());
        if let Some((joint, _)) = &joint {
            solution.value("discriminants", joint.clone().into());
        }
        self.actions(&mut solution, &losses, &probabilities, &risks, &minus_risks)?;
        solution.labeled("class", "most probable class", classes[best].clone());
        solution.labeled(
            "conditional_error",
            "its conditional error 1 − max P(C | x)",
            conditional_error(&probabilities)?,
        );
        if let [first, second] = probabilities.as_slice() {
            solution.labeled(
                "dichotomizer",
                "dichotomizer g = g₁ − g₂",
                binary_discriminant(*first, *second),
            );
            solution.labeled("log_odds", "log odds of the first class", log_odds(*first));
        } else {
            solution.say(format!(
                "with {} classes this is a polychotomizer: the largest discriminant decides",
                probabilities.len()
            ));
        }
        Ok(solution)
    }
}

impl BayesDecisionTool {
    fn losses(&self, classes: &[String]) -> Result<LossMatrix> {
        let Some(utilities) = &self.utilities else {
            return loss_matrix(self.losses.as_ref(), self.actions.as_ref(), classes, self.reject);
        };
        if self.losses.is_some() {
            return Err(Error::data("there are both losses and utilities", "give one of both"));
        }
        if utilities.columns() != classes.len() {
            return Err(Error::data(
                format!("the utilities have {} columns for {} states", utilities.columns(), classes.len()),
                "give a row for each action and a column for each state",
            ));
        }
        let actions = names(self.actions.as_ref(), utilities.rows(), "actions")?;
        LossMatrix::from_utilities(&actions, classes, utilities.values().to_vec())
    }

    fn actions(
        &self,
        solution: &mut WorkedSolution,
        losses: &LossMatrix,
        probabilities: &[f64],
        risks: &[f64],
        minus_risks: &[f64],
    ) -> Result<()> {
        let chosen = losses.decide(probabilities)?;
        if self.utilities.is_some() {
            solution.formula("EU(a | x) = Σ U(a, s) P(s | x)");
            let utilities = losses.expected_utilities(probabilities)?;
            let rows = losses
                .actions()
                .iter()
                .zip(&utilities)
                .map(|(name, value)| vec![AnswerValue::from(name.as_str()), AnswerValue::from(*value)]);
            solution.table("actions", &["action", "expected utility"], rows.collect());
            solution.value("expected_utilities", utilities.clone().into());
            solution.labeled("expected_utility", "greatest expected utility", utilities[chosen]);
        } else {
            solution.formula("R(a | x) = Σ λ(a, C) P(C | x), g = −R");
            for (action, name) in losses.actions().iter().enumerate() {
                let terms: Vec<String> = (0..probabilities.len())
                    .map(|class| {
                        format!(
                            "{} · {}",
                            in_digits(losses.at(action, class)),
                            in_digits(probabilities[class])
                        )
                    })
                    .collect();
                solution.step(format!("R({name}) = {} = {}", terms.join(" + "), in_digits(risks[action])));
            }
            let rows = losses.actions().iter().zip(risks.iter().zip(minus_risks));
            let rows = rows.map(|(name, (risk, g))| {
                vec![AnswerValue::from(name.as_str()), AnswerValue::from(*risk), AnswerValue::from(*g)]
            });
            solution.table("actions", &["action", "risk", "g = −R"], rows.collect());
            solution.value("risks", risks.to_vec().into());
            solution.value("minus_risks", minus_risks.to_vec().into());
            solution.labeled("risk", "least risk", risks[chosen]);
        }
        solution.labeled("action", "best action", losses.actions()[chosen].clone());
        Ok(())
    }
}
