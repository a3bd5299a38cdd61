//! Information criteria (AIC, AICc, BIC): the log-likelihood with a penalty on the number of parameters.

use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Dataset;
use hornbook_learner::Model;
use serde::Serialize;
use std::f64::consts::TAU;
use std::fmt;

/// Errors below this fraction of the targets are rounding.
const ROUNDING: f64 = 1e-12;

/// The log-likelihood of the targets of some rows under a model.
///
/// For classes it is $\sum_i w_i \ln p_i$ with the probability $p_i$ of the true class: $-\infty$ if the model holds one
/// of them for impossible. For numbers the errors are taken as normal with the variance that explains them best,
/// $\hat\sigma^2 = \sum_i w_i e_i^2 / n$, which gives $-\tfrac n2 (\ln 2\pi\hat\sigma^2 + 1)$. Weights count as repeated
/// rows. A model without any error on numbers has no likelihood.
pub fn log_likelihood(model: &dyn Model, data: &Dataset) -> Result<f64> {
    let test_predictions = TestPredictions::of(model, data)?;
    let n = rows_of(&test_predictions)?;
    match &test_predictions.values {
        TargetsAndPredictions::Classes { truth, probabilities, .. } => {
            let term = |(row, (&class, weight)): (usize, (&u32, &f64))| {
                // A row of weight zero is absent, even one that is impossible.
                if *weight == 0.0 { 0.0 } else { weight * probabilities.at(row, class as usize).ln() }
            };
            Ok(truth.iter().zip(&test_predictions.weights).enumerate().map(term).sum())
        }
        TargetsAndPredictions::Numbers { truth, predicted } => {
            let rows = || truth.iter().zip(predicted).zip(&test_predictions.weights);
            let squares: f64 = rows().map(|((y, p), w)| w * (y - p) * (y - p)).sum();
            let size: f64 = rows().map(|((y, _), w)| w * y * y).sum();
            // Errors of the size of rounding are none, and would look like a splendid likelihood.
            gaussian_log_likelihood(if squares <= ROUNDING * ROUNDING * size { 0.0 } else { squares }, n)
        }
        // A density says the likelihood of a row itself.
        TargetsAndPredictions::RowScores { task: Task::Density, values, .. } => {
            let term = |(value, weight): (&f64, &f64)| if *weight == 0.0 { 0.0 } else { weight * value };
            Ok(values.iter().zip(&test_predictions.weights).map(term).sum())
        }
        TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => Err(
            Error::mismatch("this model has no likelihood", "ask a density, a classifier or a regression"),
        ),
    }
}

/// The log-likelihood of errors with this sum of squares, taken as normal with the variance that explains them best.
fn gaussian_log_likelihood(squares: f64, n: f64) -> Result<f64> {
    if squares > 0.0 && squares.is_finite() {
        return Ok(-0.5 * n * ((TAU * squares / n).ln() + 1.0));
    }
    Err(Error::data(
        format!("the squared errors of the model sum to {squares}, which has no likelihood"),
        "compare models that leave some error, by a measure on rows they were not trained on",
    ))
}

fn rows_of(test_predictions: &TestPredictions) -> Result<f64> {
    let n: f64 = test_predictions.weights.iter().sum();
    if n > 0.0 {
        Ok(n)
    } else {
        Err(Error::data("there are no rows", "give at least one with a weight above zero"))
    }
}

/// AIC and BIC (Akaike, Schwarz): lower is better, among models fitted to the same rows.
///
/// ```
/// use hornbook_evaluation::model_selection::InformationCriteria;
/// let criteria = InformationCriteria::new(-69.85490522, 12.0, 32.0)?;
/// assert!((criteria.aic - 163.70981043).abs() < 1e-7 && (criteria.bic - 181.29864127).abs() < 1e-7);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct InformationCriteria {
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// The number of free parameters, $k$; for numbers with the variance of the errors among them.
    pub parameters: f64,
    /// The number of rows, $n$, or their weight.
    pub rows: f64,
    /// Akaike's criterion: $2k - 2\ln L$.
    pub aic: f64,
    /// Akaike's criterion for few rows: $\text{AIC} + 2k(k+1)/(n-k-1)$; infinite unless $n > k + 1$.
    pub aicc: f64,
    /// Schwarz's Bayesian criterion: $k \ln n - 2\ln L$.
    pub bic: f64,
}

impl InformationCriteria {
    /// The criteria of a log-likelihood with so many free parameters and rows.
    pub fn new(log_likelihood: f64, parameters: f64, rows: f64) -> Result<InformationCriteria> {
        let wrong = |parameter: &str, found: f64, expected: &str| {
            Err(crate::resampling::wrong("information criteria", parameter, found, expected))
        };
        if log_likelihood.is_nan() || log_likelihood == f64::INFINITY {
            return wrong("log_likelihood", log_likelihood, "a number");
        }
        if !(parameters >= 0.0 && parameters.is_finite()) {
            return wrong("parameters", parameters, "a number of zero or more");
        }
        if !(rows > 0.0 && rows.is_finite()) {
            return wrong("rows", rows, "a number above zero");
        }
        let aic = 2.0 * parameters - 2.0 * log_likelihood;
        let left = rows - parameters - 1.0;
        let correction =
            if left > 0.0 { 2.0 * parameters * (parameters + 1.0) / left } else { f64::INFINITY };
        let bic = parameters * rows.ln() - 2.0 * log_likelihood;
        Ok(InformationCriteria { log_likelihood, parameters, rows, aic, aicc: aic + correction, bic })
    }

    /// The criteria of a model on the rows it was fitted to.
    ///
    /// The parameters are those of [`Model::size`], and for numbers one more: the variance of the errors. They suppose
    /// a model whose parameters maximize the likelihood; of one that was found by a search, such as a tree, the size
    /// counts too little.
    pub fn of(model: &dyn Model, data: &Dataset) -> Result<InformationCriteria> {
        let info = model.info();
        let Some(size) = model.inspect().size() else {
            return Err(Error::data(
                format!("a model of '{}' does not say how many parameters it has", info.learner),
                "give the log-likelihood and the number of parameters yourself, or compare by cross-validation",
            ));
        };
        let variance = if info.schema.target.task == Task::Regression { 1.0 } else { 0.0 };
        let rows = data.weights().map_or(data.rows().len() as f64, |weights| {
            data.rows().iter().map(|row| weights[row as usize]).sum()
        });
        InformationCriteria::new(log_likelihood(model, data)?, size + variance, rows)
    }
}

impl fmt::Display for InformationCriteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "AIC {:.3}, AICc {:.3}, BIC {:.3} (log-likelihood {:.3}, {} parameters, {} rows)",
            self.aic, self.aicc, self.bic, self.log_likelihood, self.parameters, self.rows
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R 4.2.2: `lm(mpg ~ ., mtcars)` has σ = 2.6501970279 with 21 degrees of freedom, 11 coefficients.
    #[test]
    fn a_linear_model_of_r() {
        let squares = 21.0 * 2.6501970279f64.powi(2);
        let likelihood = gaussian_log_likelihood(squares, 32.0).unwrap();
        assert!((likelihood + 69.85490522).abs() < 1e-7, "{likelihood}");
        let criteria = InformationCriteria::new(likelihood, 12.0, 32.0).unwrap();
        assert!((criteria.aic - 163.70981043).abs() < 1e-7, "{criteria}");
        assert!((criteria.bic - 181.29864127).abs() < 1e-7, "{criteria}");
        // 163.70981043 + 2·12·13 / (32 − 12 − 1)
        assert!((criteria.aicc - (163.70981043 + 312.0 / 19.0)).abs() < 1e-7, "{criteria}");
    }

    /// R 4.2.2: `glm(am ~ wt + hp, binomial, mtcars)` has the deviance 10.05911047, 3 coefficients.
    #[test]
    fn a_logistic_model_of_r() {
        let criteria = InformationCriteria::new(-0.5 * 10.05911047, 3.0, 32.0).unwrap();
        assert!((criteria.aic - 16.05911047).abs() < 1e-7);
    }

    #[test]
    fn limits() {
        assert_eq!(InformationCriteria::new(-1.0, 4.0, 5.0).unwrap().aicc, f64::INFINITY);
        assert_eq!(InformationCriteria::new(f64::NEG_INFINITY, 4.0, 9.0).unwrap().aic, f64::INFINITY);
        for (likelihood, parameters, rows, word) in [
            (f64::NAN, 1.0, 9.0, "log_likelihood"),
            (-1.0, -1.0, 9.0, "parameters"),
            (-1.0, 1.0, 0.0, "rows"),
        ] {
            let error = InformationCriteria::new(likelihood, parameters, rows).unwrap_err();
            assert!(error.to_string().contains(word), "{error}");
        }
        assert!(gaussian_log_likelihood(0.0, 3.0).unwrap_err().to_string().contains("no likelihood"));
    }
}
