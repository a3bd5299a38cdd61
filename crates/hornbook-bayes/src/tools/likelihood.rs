//! Which function is most likely?

use super::names;
use crate::hypotheses::{Example, Hypothesis, brute_force};
use hornbook_core::{
    AnswerValue, Choice, Error, FormulaText, Result, Run, Tool, WorkedSolution, same_length,
};
use hornbook_math::function::ScalarFunction;
use hornbook_math::matrix::Matrix;
use hornbook_math::optimize::Objective;

/// The noise that observations have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NoiseModel {
    /// Normal noise of constant deviation in the target: the most likely hypothesis has the least sum of squared errors.
    Gaussian,
    /// The target is 0 or 1, and the hypothesis its probability: the most likely one has the least cross-entropy.
    Bernoulli,
}

/// Likelihood of hypotheses under Gaussian noise (least squares) or Bernoulli noise (cross-entropy): log-likelihoods, errors, the maximum
/// likelihood and the MAP hypothesis.
///
/// Hypotheses are formulas of x, or their predictions. Noise in x is not modeled, and P(x) does not depend on the hypothesis.
#[derive(Debug, Tool)]
#[tool(
    name = "likelihood",
    chapter = "Bayesian learning",
    aliases(
        "maximum likelihood",
        "gaussian noise",
        "bernoulli likelihood",
        "least squares as maximum likelihood"
    )
)]
pub struct LikelihoodTool {
    /// Observed targets.
    y: Vec<f64>,
    /// Predictions, a row for each hypothesis.
    predictions: Option<Matrix>,
    /// Hypotheses as formulas of x, in place of predictions.
    formulas: Option<Vec<FormulaText>>,
    /// Inputs x of the formulas.
    x: Option<Vec<f64>>,
    /// Noise of the observations.
    #[param(default = NoiseModel::Gaussian)]
    noise: NoiseModel,
    /// Standard deviation of Gaussian noise.
    #[param(default = 1.0, range = ">0..")]
    deviation: f64,
    /// Prior probability of each hypothesis; all the same by default.
    #[param(range = "0..=1")]
    priors: Option<Vec<f64>>,
    /// Names of the hypotheses.
    names: Option<Vec<String>>,
}

impl LikelihoodTool {
    fn predicted(&self) -> Result<(Vec<Vec<f64>>, Vec<String>)> {
        match (&self.predictions, &self.formulas, &self.x) {
            (Some(predictions), None, None) => {
                same_length(("predictions", predictions.columns()), ("y", self.y.len()))?;
                Ok((predictions.to_rows(), names(self.names.as_ref(), predictions.rows())?))
            }
            (None, Some(formulas), Some(x)) => {
                same_length(("x", x.len()), ("y", self.y.len()))?;
                let functions = formulas
                    .iter()
                    .map(|one| ScalarFunction::parse_of(&one.0, &["x"]))
                    .collect::<Result<Vec<_>>>()?;
                let values = functions.iter().map(|f| x.iter().map(|x| f.value(&[*x])).collect()).collect();
                let written = formulas.iter().map(|one| one.0.clone()).collect();
                Ok((values, self.names.clone().unwrap_or(written)))
            }
            _ => Err(Error::data("there are no hypotheses", "give --predictions, or --formulas and --x")),
        }
    }
}

impl Tool for LikelihoodTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (predicted, names) = self.predicted()?;
        same_length(("names", names.len()), ("hypotheses", predicted.len()))?;
        let priors =
            self.priors.clone().unwrap_or_else(|| vec![1.0 / predicted.len() as f64; predicted.len()]);
        same_length(("priors", priors.len()), ("hypotheses", predicted.len()))?;
        if self.noise == NoiseModel::Bernoulli {
            if let Some(odd) = self.y.iter().find(|y| **y != 0.0 && **y != 1.0) {
                return Err(Error::data(format!("a target is {odd}"), "Bernoulli noise has targets 0 and 1"));
            }
            if let Some(odd) = predicted.iter().flatten().find(|p| !(0.0..=1.0).contains(*p)) {
                return Err(Error::data(
                    format!("a hypothesis says {odd}"),
                    "Bernoulli noise has probabilities from 0 to 1",
                ));
            }
        }
        let rows: Vec<Example> = self.y.iter().enumerate().map(|(at, y)| (vec![at as f64], *y)).collect();
        let hypotheses: Vec<Hypothesis<'_, Example>> = predicted
            .iter()
            .zip(&names)
            .zip(&priors)
            .map(|((values, name), prior)| {
                let says = |at: &[f64]| values[at[0] as usize];
                match self.noise {
                    NoiseModel::Gaussian => Hypothesis::with_noise(name, *prior, says, self.deviation),
                    NoiseModel::Bernoulli => Hypothesis::of_probability(name, *prior, says),
                }
            })
            .collect();
        let table = brute_force(&hypotheses, rows.iter())?.table;
        let (formula, column) = match self.noise {
            NoiseModel::Gaussian => (
                "ln P(D | h) = Σ (−½ ln 2πσ² − (y − h(x))²/(2σ²)): largest where Σ (y − h(x))² is least",
                "squared error",
            ),
            NoiseModel::Bernoulli => (
                "P(D | h) = Π h(x)ʸ (1 − h(x))¹⁻ʸ: largest where the cross-entropy is least",
                "cross-entropy",
            ),
        };
        let error = |values: &[f64]| {
            let pairs = values.iter().zip(&self.y);
            match self.noise {
                NoiseModel::Gaussian => pairs.map(|(h, y)| (y - h).powi(2)).sum::<f64>(),
                NoiseModel::Bernoulli => {
                    pairs.map(|(h, y)| if *y == 1.0 { -h.ln() } else { -(1.0 - h).ln() }).sum()
                }
            }
        };
        let mut solution = WorkedSolution::by(formula);
        let posterior = table.posterior();
        let cells = names.iter().enumerate().map(|(i, name)| {
            let numbers =
                [error(&predicted[i]), table.ln_likelihood()[i], posterior[i]].map(AnswerValue::from);
            [AnswerValue::from(name.as_str())].into_iter().chain(numbers).collect()
        });
        solution.table("hypotheses", &["hypothesis", column, "log-likelihood", "posterior"], cells.collect());
        let named = |places: Vec<usize>| places.into_iter().map(|at| names[at].clone()).collect::<Vec<_>>();
        solution.labeled("maximum_likelihood", "maximum likelihood hypothesis", named(table.most_likely()));
        solution.labeled("map", "MAP hypothesis", named(table.most_probable()));
        solution.value("log_likelihoods", table.ln_likelihood().to_vec().into());
        solution.value("errors", predicted.iter().map(|values| error(values)).collect::<Vec<_>>().into());
        Ok(solution)
    }
}
