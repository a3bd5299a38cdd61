//! Normal variables of unknown mean and spread.

use super::family::{ConjugateFamily, ConjugatePair};
use super::normal::ln_likelihood;
use super::normal_variance::variance_stated;
use super::prior_statement::{PriorStatement, member, normal, one_for_each, worth};
use super::rates::ln_mean_of_powers;
use super::registry;
use super::statistics::ScatterMoments;
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Multivariate as _, NormalGamma, Student, Univariate as _};
use std::f64::consts::TAU;

/// A normal variable of unknown mean and precision. The first statement is about the mean, the second about the
/// *variance*, which people know better than its inverse.
///
/// ```
/// use hornbook_bayes::estimation::{ConjugateFamily, NormalMeanPrecision};
/// use hornbook_math::distributions::NormalGamma;
/// let family = NormalMeanPrecision;
/// let seen = family.statistics(&[4.0, 6.0, 5.0, 7.0, 8.0])?;
/// let posterior = family.posterior(&NormalGamma::new(0.0, 1.0, 2.0, 3.0)?, &seen)?;
/// assert_eq!(posterior, NormalGamma::new(5.0, 6.0, 4.5, 23.0)?);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NormalMeanPrecision;

impl ConjugateFamily for NormalMeanPrecision {
    type Statistics = ScatterMoments;
    type ParameterDistribution = NormalGamma;
    type Predictive = Student;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::NORMAL_BOTH
    }

    fn parameters(&self) -> Vec<String> {
        vec!["mean".to_string(), "precision".to_string()]
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(1)
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        let variance = statistics.covariance()?.at(0, 0);
        Ok(vec![statistics.mean[0], variance.recip()])
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        let &[mean, precision] = parameters else { return f64::NAN };
        ln_likelihood(statistics.weight, statistics.squares_about(mean), precision)
    }

    fn posterior(&self, prior: &NormalGamma, statistics: &ScatterMoments) -> Result<NormalGamma> {
        let (n, k) = (statistics.weight, prior.confidence());
        let before = prior.mean()[0];
        let gap = if n > 0.0 { statistics.mean[0] - before } else { 0.0 };
        NormalGamma::new(
            before + n / (k + n) * gap,
            k + n,
            prior.precision().shape() + 0.5 * n,
            prior.precision().rate() + 0.5 * (statistics.scatter.at(0, 0) + k * n / (k + n) * gap * gap),
        )
    }

    /// An error for a shape of at most ½, for which precision 0 is the most probable.
    fn most_probable(&self, belief: &NormalGamma) -> Result<Vec<f64>> {
        let (a, b) = (belief.precision().shape(), belief.precision().rate());
        if a > 0.5 {
            return Ok(vec![belief.mean()[0], (a - 0.5) / b]);
        }
        Err(Error::data(
            format!("the density of {} has no mode", self.describe(belief)),
            "ask for the posterior mean, or take a prior with a shape above 0.5",
        ))
    }

    fn expected(&self, belief: &NormalGamma) -> Vec<f64> {
        belief.mean()
    }

    fn predictive(&self, belief: &NormalGamma) -> Result<Student> {
        belief.predictive()
    }

    fn ln_evidence(&self, prior: &NormalGamma, statistics: &ScatterMoments) -> Result<f64> {
        let after = self.posterior(prior, statistics)?;
        let (events, time) = (0.5 * statistics.weight, after.precision().rate() - prior.precision().rate());
        Ok(ln_mean_of_powers(prior.precision(), events, time) - events * TAU.ln()
            + 0.5 * (prior.confidence() / after.confidence()).ln())
    }

    /// How many rows the mean is worth.
    fn worth_rows(&self, belief: &NormalGamma) -> f64 {
        belief.confidence()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<NormalGamma> {
        one_for_each(statements, &["mean".to_string(), "variance".to_string()])?;
        let variance = variance_stated(&statements[1])?;
        let (a, b) = (variance.shape(), variance.scale());
        if let Some((mean, rows)) = worth(&statements[0], f64::is_finite)? {
            return NormalGamma::new(mean, rows, a, b);
        }
        // The mean alone has Student's distribution: what a statement says of its width says the confidence.
        let wide = Student::new(2.0 * a, 0.0, 1.0)?;
        let (mean, scale) = match statements[0] {
            PriorStatement::Between { low, high, share } => {
                let normal = normal(&PriorStatement::Between { low, high, share })?;
                (normal.mean(), 0.5 * (high - low) / wide.quantile(0.5 + 0.5 * share))
            }
            _ => {
                let student = member(&statements[0], (f64::NEG_INFINITY, f64::INFINITY), |mean, size| {
                    Student::new(2.0 * a, mean, (b / a / size).sqrt())
                })?;
                (student.location(), student.scale())
            }
        };
        NormalGamma::new(mean, b / (a * scale * scale), a, b)
    }

    fn describe(&self, belief: &NormalGamma) -> String {
        let [mean, confidence, shape, rate] =
            [belief.mean()[0], belief.confidence(), belief.precision().shape(), belief.precision().rate()]
                .map(significant);
        format!("normal-gamma(mean {mean} worth {confidence} rows, shape {shape}, rate {rate})")
    }
}
