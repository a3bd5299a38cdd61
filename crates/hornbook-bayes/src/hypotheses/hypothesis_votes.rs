//! What to predict from several hypotheses.

use super::hypothesis_table::{drawn, probabilities};
use hornbook_core::{Error, Result, Seed};
use hornbook_learner::first_largest;
use hornbook_math::matrix::Matrix;

/// What hypotheses, weighed by their probabilities, say of the class of one instance.
///
/// ```
/// use hornbook_bayes::hypotheses::HypothesisVotes;
/// use hornbook_math::matrix::Matrix;
/// // Three hypotheses; the most probable says the first class, the others the second.
/// let says = Matrix::from_rows(&[[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])?;
/// let votes = HypothesisVotes::new(&[0.4, 0.3, 0.3], &says)?;
/// assert_eq!(votes.probabilities(), [0.4, 0.6]);
/// assert_eq!((votes.bayes_optimal(), votes.most_probable()), (1, 0));
/// assert!((votes.gibbs_error() - 0.48).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HypothesisVotes {
    posterior: Vec<f64>,
    says: Matrix,
    probabilities: Vec<f64>,
}

impl HypothesisVotes {
    /// From the posterior of the hypotheses and, a row a hypothesis, the probabilities that it gives the classes.
    pub fn new(posterior: &[f64], says: &Matrix) -> Result<HypothesisVotes> {
        let posterior = probabilities("the posterior", posterior)?;
        if says.rows() != posterior.len() || says.columns() == 0 {
            return Err(Error::data(
                format!(
                    "{} hypotheses say something, and {} have a probability",
                    says.rows(),
                    posterior.len()
                ),
                "give a row of class probabilities for each hypothesis",
            ));
        }
        let mut clean = Vec::with_capacity(says.values().len());
        for row in 0..says.rows() {
            clean.extend(probabilities(&format!("what hypothesis {} says", row + 1), says.row(row))?);
        }
        let says = Matrix::new(says.rows(), says.columns(), clean)?;
        let probabilities = says.transposed_times(&posterior)?;
        Ok(HypothesisVotes { posterior, says, probabilities })
    }

    /// The probability of each class: $P(v \mid D) = \sum_h P(v \mid h)\, P(h \mid D)$.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The class of the Bayes-optimal classifier, which none with the same hypotheses and prior beats on average.
    pub fn bayes_optimal(&self) -> usize {
        first_largest(&self.probabilities)
    }

    /// The class that the most probable hypothesis says.
    pub fn most_probable(&self) -> usize {
        first_largest(self.says.row(first_largest(&self.posterior)))
    }

    /// The class that a hypothesis says which is drawn with its probability: Gibbs' algorithm.
    pub fn gibbs(&self, seed: Seed) -> usize {
        first_largest(self.says.row(drawn(&self.posterior, seed)))
    }

    /// How often the Bayes-optimal class is wrong: one less its probability.
    pub fn bayes_error(&self) -> f64 {
        1.0 - self.probabilities[self.bayes_optimal()]
    }

    /// How often Gibbs' algorithm is wrong, which is at most twice as often as the Bayes-optimal class if each hypothesis is
    /// certain of its class.
    pub fn gibbs_error(&self) -> f64 {
        let right = |(row, p): (usize, &f64)| p * self.probabilities[first_largest(self.says.row(row))];
        1.0 - self.posterior.iter().enumerate().map(right).sum::<f64>()
    }

    /// How much oftener a prediction of this class is wrong than the Bayes-optimal one; NaN for no class.
    pub fn gap(&self, class: usize) -> f64 {
        let own = self.probabilities.get(class).copied().unwrap_or(f64::NAN);
        self.probabilities[self.bayes_optimal()] - own
    }
}
