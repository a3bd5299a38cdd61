//! Telling outcomes of one distribution in the code of another.

use super::{exact, unit};
use crate::information::{cross_entropy, entropy, in_base, relative_entropy};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits, same_length};

/// Cross-entropy and relative entropy (Kullback–Leibler divergence) of two distributions, or the cross-entropy loss of
/// predicted probabilities.
///
/// Relative entropy is what is lost by taking q for p; it is not symmetric, and infinite where q rules out what p allows.
#[derive(Debug, Tool)]
#[tool(
    name = "cross-entropy",
    chapter = "Information",
    aliases("relative entropy", "kl divergence", "kullback-leibler", "log loss")
)]
pub struct CrossEntropyTool {
    /// True distribution: probabilities, counts or weights.
    #[param(range = "0..")]
    p: Option<Vec<f64>>,
    /// The distribution taken for it.
    #[param(range = "0..")]
    q: Option<Vec<f64>>,
    /// True class of each row, by its column in the probabilities (from 0), in place of p and q.
    labels: Option<Vec<f64>>,
    /// Predicted probabilities, a row for each label and a column for each class; one column is the probability of class 1.
    #[param(range = "0..=1")]
    probabilities: Option<Matrix>,
    /// Base of the logarithm: 2 for bits, 2.718 (e) for nats, 10 for hartleys.
    #[param(default = 2.0, range = ">1..")]
    base: f64,
}

impl Tool for CrossEntropyTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        match (&self.p, &self.q, &self.labels, &self.probabilities) {
            (Some(p), Some(q), None, None) => self.of_distributions(p, q),
            (None, None, Some(labels), Some(probabilities)) => self.of_predictions(labels, probabilities),
            _ => Err(Error::data(
                "two distributions, or labels and probabilities, are needed",
                "give --p and --q, or --labels and --probabilities",
            )),
        }
    }
}

impl CrossEntropyTool {
    fn of_distributions(&self, p: &[f64], q: &[f64]) -> Result<WorkedSolution> {
        same_length(("p", p.len()), ("q", q.len()))?;
        if p.iter().sum::<f64>() <= 0.0 || q.iter().sum::<f64>() <= 0.0 {
            return Err(Error::data(
                "a distribution has no weight",
                "give at least one positive number in p and in q",
            ));
        }
        let value = |bits: f64| in_base(bits, exact(self.base));
        let mut solution = WorkedSolution::by("H(p, q) = −Σ pᵢ log qᵢ = H(p) + D(p ‖ q)");
        solution.formula("D(p ‖ q) = Σ pᵢ log (pᵢ / qᵢ)");
        solution.labeled("entropy", &format!("H(p) ({})", unit(self.base)), value(entropy(p)));
        solution.labeled("cross_entropy", "H(p, q)", value(cross_entropy(p, q)));
        solution.labeled("relative_entropy", "D(p ‖ q)", value(relative_entropy(p, q)));
        solution.labeled("reverse_relative_entropy", "D(q ‖ p)", value(relative_entropy(q, p)));
        solution.value("unit", unit(self.base).into());
        if relative_entropy(p, q).is_infinite() {
            solution.say("q rules out an outcome that p allows, so no finite code tells it");
        }
        Ok(solution)
    }

    fn of_predictions(&self, labels: &[f64], probabilities: &Matrix) -> Result<WorkedSolution> {
        // A list of probabilities is one row; it means a row each.
        let turned = if probabilities.rows() == 1 && labels.len() != 1 {
            probabilities.transpose()
        } else {
            probabilities.clone()
        };
        same_length(("labels", labels.len()), ("probabilities", turned.rows()))?;
        let mut sum = 0.0;
        let mut solution = WorkedSolution::by("loss = −1/n Σ log p(yᵢ | xᵢ)");
        for (row, label) in labels.iter().enumerate() {
            let given = turned.row(row);
            let of_class = match given {
                [one] if *label == 1.0 => *one,
                [one] if *label == 0.0 => 1.0 - one,
                many if label.fract() == 0.0
                    && *label >= 0.0
                    && (*label as usize) < many.len()
                    && many.len() > 1 =>
                {
                    many[*label as usize]
                }
                _ => {
                    return Err(Error::data(
                        format!("the label of row {} is {label}", row + 1),
                        "give the column of its class in the probabilities, counted from 0",
                    ));
                }
            };
            let term = in_base(-of_class.log2(), exact(self.base));
            solution.step(format!("row {}: −log {} = {}", row + 1, in_digits(of_class), in_digits(term)));
            sum += term;
        }
        solution.labeled(
            "cross_entropy",
            &format!("cross-entropy ({} a row)", unit(self.base)),
            sum / labels.len() as f64,
        );
        solution.labeled("total", "sum over the rows", sum);
        solution.value("unit", unit(self.base).into());
        Ok(solution)
    }
}
