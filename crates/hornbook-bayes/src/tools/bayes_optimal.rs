//! What all hypotheses together say.

use super::names;
use crate::hypotheses::HypothesisVotes;
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution, in_digits};
use hornbook_math::matrix::Matrix;

/// Bayes optimal classifier: the class probabilities of all hypotheses weighted by their posteriors, beside the MAP hypothesis, Gibbs'
/// algorithm, and the gap of any prediction to the optimum.
///
/// No method with the same hypotheses and prior is better on average. Gibbs' algorithm draws one hypothesis, and errs at most twice as
/// often.
#[derive(Debug, Tool)]
#[tool(
    name = "bayes-optimal",
    chapter = "Bayesian learning",
    aliases(
        "bayes optimal classifier",
        "gibbs algorithm",
        "gibbs classifier",
        "model averaging",
        "weighted hypotheses",
        "bayesian model averaging"
    ),
    random
)]
pub struct BayesOptimalTool {
    /// Posterior probability of each hypothesis.
    #[param(range = "0..=1")]
    posterior: Vec<f64>,
    /// What each hypothesis says, a row each: probabilities of the classes.
    #[param(range = "0..=1")]
    says: Matrix,
    /// Names of the classes.
    classes: Option<Vec<String>>,
    /// Position of a predicted class (from 0), whose gap to the optimum is shown.
    prediction: Option<usize>,
    /// Number of times Gibbs' algorithm is run.
    #[param(default = 1, range = "1..=1000000")]
    draws: usize,
}

impl Tool for BayesOptimalTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let votes = HypothesisVotes::new(&self.posterior, &self.says)?;
        let count = self.says.columns();
        let classes = match &self.classes {
            Some(given) => names(Some(given), count)?,
            None => (1..=count).map(|i| i.to_string()).collect(),
        };
        let mut solution = WorkedSolution::by("P(v | D) = Σ P(v | h) P(h | D)");
        for (class, name) in classes.iter().enumerate() {
            let terms: Vec<String> = self
                .posterior
                .iter()
                .enumerate()
                .map(|(h, p)| format!("{} · {}", in_digits(self.says.at(h, class)), in_digits(*p)))
                .collect();
            solution.step(format!(
                "P({name} | D) = {} = {}",
                terms.join(" + "),
                in_digits(votes.probabilities()[class])
            ));
        }
        let mut drawn = vec![0usize; count];
        for draw in 0..self.draws {
            drawn[votes.gibbs(run.root_seed().derive(draw as u64))] += 1;
        }
        let rows = classes.iter().enumerate().map(|(i, name)| {
            vec![
                AnswerValue::from(name.as_str()),
                AnswerValue::from(votes.probabilities()[i]),
                AnswerValue::from(votes.gap(i)),
                AnswerValue::from(drawn[i]),
            ]
        });
        solution.table(
            "classes",
            &["class", "probability", "gap to the optimum", "drawn by Gibbs"],
            rows.collect(),
        );
        solution.value("probabilities", votes.probabilities().to_vec().into());
        solution.labeled("bayes_optimal", "Bayes optimal class", classes[votes.bayes_optimal()].clone());
        solution.labeled("map", "class of the MAP hypothesis", classes[votes.most_probable()].clone());
        solution.labeled("bayes_error", "error of the Bayes optimal class", votes.bayes_error());
        solution.labeled("gibbs_error", "expected error of Gibbs' algorithm", votes.gibbs_error());
        if let Some(class) = self.prediction {
            solution.labeled("gap", "gap of the prediction", votes.gap(class));
        }
        if votes.bayes_optimal() != votes.most_probable() {
            solution.say("the MAP hypothesis says another class than all hypotheses together");
        }
        Ok(solution)
    }
}
