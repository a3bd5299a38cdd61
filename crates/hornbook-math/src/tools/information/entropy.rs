//! Shannon's entropy.

use super::{counted, exact, unit};
use crate::information::{code_lengths, entropy, gini, in_base};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits};

/// Shannon entropy of a distribution or of labels: how many bits it takes on average to tell an outcome.
///
/// Zero for a single class, one bit for two equally frequent classes, at most log₂ c for c classes. The optimal code gives an
/// outcome −log₂ p bits; the expected code length is the entropy.
#[derive(Debug, Tool)]
#[tool(name = "entropy", chapter = "Information", aliases("shannon entropy", "code length", "impurity"))]
pub struct EntropyTool {
    /// Counts, weights or probabilities of the classes.
    #[param(range = "0..")]
    counts: Option<Vec<f64>>,
    /// Labels to count, in place of counts.
    labels: Option<Vec<String>>,
    /// Base of the logarithm: 2 for bits, 2.718 (e) for nats, 10 for hartleys.
    #[param(default = 2.0, range = ">1..")]
    base: f64,
}

impl Tool for EntropyTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (names, counts) = match (&self.counts, &self.labels) {
            (Some(counts), None) => ((1..=counts.len()).map(|i| i.to_string()).collect(), counts.clone()),
            (None, Some(labels)) => counted(labels),
            _ => {
                return Err(Error::data(
                    "entropy needs counts or labels",
                    "give one of both: --counts 9,5 or --labels yes,no,yes",
                ));
            }
        };
        let total: f64 = counts.iter().sum();
        if total <= 0.0 {
            return Err(Error::data("all counts are 0", "give at least one positive count"));
        }
        let (base, unit) = (exact(self.base), unit(self.base));
        let value = |bits: f64| in_base(bits, base);
        let probabilities: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let mut solution = WorkedSolution::by("H = −Σ pᵢ log pᵢ");
        let shown = probabilities.iter().filter(|p| **p > 0.0);
        let terms: Vec<String> = shown.map(|p| format!("{0} log {0}", in_digits(*p))).collect();
        solution.step(format!("H = −({}) = {}", terms.join(" + "), in_digits(value(entropy(&counts)))));
        let used = counts.iter().filter(|count| **count > 0.0).count();
        solution.labeled("entropy", &format!("entropy ({unit})"), value(entropy(&counts)));
        solution.labeled(
            "maximum",
            &format!("maximum for {} classes", counts.len()),
            value((counts.len() as f64).log2()),
        );
        solution.result("gini", gini(&counts));
        let rows = names.iter().zip(&probabilities).zip(code_lengths(&counts)).map(|((name, p), bits)| {
            vec![AnswerValue::from(name.as_str()), AnswerValue::from(*p), AnswerValue::from(value(bits))]
        });
        solution.table("classes", &["class", "probability", "code length"], rows.collect());
        solution.value("unit", unit.into());
        if used == 1 {
            solution.say("all weight is in one class: nothing has to be told");
        }
        Ok(solution)
    }
}
