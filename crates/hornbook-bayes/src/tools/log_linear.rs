//! Naive Bayes as weighted sums.

use super::load;
use crate::naive_bayes::NaiveBayesModel;
use hornbook_core::{AnswerValue, Error, ModelArgument, Result, Run, Tool, WorkedSolution};
use std::any::Any;

/// Naive Bayes model as a log-linear classifier: for each class an intercept (log prior) and a weight (log probability) for each value, whose
/// weighted sums the softmax turns into probabilities.
#[derive(Debug, Tool)]
#[tool(
    name = "log-linear",
    chapter = "Bayesian learning",
    aliases("naive bayes weights", "export naive bayes", "linear form of naive bayes")
)]
pub struct LogLinearTool {
    /// A trained naive Bayes model.
    model: ModelArgument,
}

impl Tool for LogLinearTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let model = load(&self.model)?;
        let any: &dyn Any = &*model;
        let Some(bayes) = any.downcast_ref::<NaiveBayesModel>() else {
            return Err(Error::data(
                format!("the model is of '{}'", model.info().learner),
                "give a naive Bayes model",
            ));
        };
        let linear = bayes.log_linear()?;
        let classes = model.info().schema.target.classes.to_vec();
        let mut solution =
            WorkedSolution::by("s_c = w₀ + Σ w_cj x_j, P(c | x) = softmax(s), w = log θ, w₀ = log prior");
        let columns: Vec<&str> = ["input"].into_iter().chain(classes.iter().map(String::as_str)).collect();
        let intercepts = linear.intercepts.iter().map(|w| AnswerValue::from(*w));
        let mut rows: Vec<Vec<AnswerValue>> =
            vec![[AnswerValue::from("(intercept)")].into_iter().chain(intercepts).collect()];
        for (j, name) in linear.names.iter().enumerate() {
            let weights = (0..classes.len()).map(|class| AnswerValue::from(linear.weights.at(class, j)));
            rows.push([AnswerValue::from(name.as_str())].into_iter().chain(weights).collect());
        }
        solution.table("weights", &columns, rows);
        solution.value("intercepts", linear.intercepts.clone().into());
        solution.value("names", linear.names.clone().into());
        solution.value("classes", classes.into());
        solution.value("coefficients", linear.weights.to_rows().into());
        Ok(solution)
    }
}
