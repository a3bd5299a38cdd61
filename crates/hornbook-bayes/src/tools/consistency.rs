//! Do hypotheses agree with the examples?

use super::names;
use crate::hypotheses::Realizability;
use hornbook_core::{AnswerValue, Error, FormulaText, Result, Run, Tool, WorkedSolution};
use hornbook_math::function::ScalarFunction;
use hornbook_math::matrix::Matrix;
use hornbook_math::optimize::Objective;

/// Consistency of hypotheses with examples: which examples each one disagrees with, and whether the hypothesis space is realizable (has a
/// consistent hypothesis).
///
/// Hypotheses are formulas of the columns of x (x1, x2, …; above 0 means 1), or a row of predictions each.
#[derive(Debug, Tool)]
#[tool(
    name = "consistency",
    chapter = "Bayesian learning",
    aliases("realizability", "consistent hypothesis", "hypothesis space")
)]
pub struct ConsistencyTool {
    /// True label of each example.
    labels: Vec<f64>,
    /// Predictions, a row for each hypothesis.
    predictions: Option<Matrix>,
    /// Hypotheses as formulas of x1, x2, …, which say 1 above 0, else 0.
    formulas: Option<Vec<FormulaText>>,
    /// Examples, a row each, for the formulas.
    x: Option<Matrix>,
    /// Names of the hypotheses.
    names: Option<Vec<String>>,
}

impl Tool for ConsistencyTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (predicted, named) = match (&self.predictions, &self.formulas, &self.x) {
            (Some(predictions), None, None) => {
                (predictions.to_rows(), names(self.names.as_ref(), predictions.rows())?)
            }
            (None, Some(formulas), Some(x)) => {
                let variables: Vec<String> = (1..=x.columns()).map(|i| format!("x{i}")).collect();
                let functions = formulas
                    .iter()
                    .map(|one| ScalarFunction::parse_of(&one.0, &variables))
                    .collect::<Result<Vec<_>>>()?;
                let says = |f: &ScalarFunction| {
                    (0..x.rows()).map(|row| f64::from(f.value(x.row(row)) > 0.0)).collect::<Vec<f64>>()
                };
                let written = formulas.iter().map(|one| one.0.clone()).collect();
                (functions.iter().map(says).collect(), self.names.clone().unwrap_or(written))
            }
            _ => {
                return Err(Error::data(
                    "there are no hypotheses",
                    "give --predictions, or --formulas and --x",
                ));
            }
        };
        for row in &predicted {
            hornbook_core::same_length(("predictions", row.len()), ("labels", self.labels.len()))?;
        }
        hornbook_core::same_length(("names", named.len()), ("hypotheses", predicted.len()))?;
        let rows: Vec<(usize, f64)> = self.labels.iter().copied().enumerate().collect();
        let hypotheses: Vec<(String, _)> =
            named.iter().cloned().zip(predicted.iter().map(|values| |at: &usize| values[*at])).collect();
        let found = Realizability::of(&hypotheses, &rows)?;
        let mut solution = WorkedSolution::by("h is consistent if h(x) = y for every example");
        let cells = found.hypotheses.iter().map(|(name, consistency)| {
            let places: Vec<String> =
                consistency.disagreements.iter().map(|row| (row + 1).to_string()).collect();
            let listed = if places.is_empty() { "none".to_string() } else { places.join(", ") };
            vec![
                AnswerValue::from(name.as_str()),
                AnswerValue::from(consistency.is_consistent()),
                AnswerValue::from(listed),
            ]
        });
        solution.table("hypotheses", &["hypothesis", "consistent", "disagrees with"], cells.collect());
        let disagreements: Vec<Vec<f64>> = found
            .hypotheses
            .iter()
            .map(|(_, one)| one.disagreements.iter().map(|row| (row + 1) as f64).collect())
            .collect();
        solution.value("disagreements", disagreements.into());
        solution.labeled("realizable", "realizable (a consistent hypothesis exists)", found.is_realizable());
        solution.labeled(
            "nearest",
            "with the fewest disagreements",
            found.nearest().into_iter().map(str::to_string).collect::<Vec<_>>(),
        );
        Ok(solution)
    }
}
