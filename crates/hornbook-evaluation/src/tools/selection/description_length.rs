//! The shortest description.

use crate::model_selection::{DescriptionLength, shortest};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, same_length};

/// Minimum description length: the hypothesis for which L(h) + L(D | h) is least, in your own codes or in the optimal codes −log₂ P(h)
/// and −log₂ P(D | h), for which it is the MAP hypothesis.
///
/// With a second representation (other lengths of the same hypotheses) the choice may change: Occam's razor depends on the
/// representation.
#[derive(Debug, Tool)]
#[tool(
    name = "description-length",
    chapter = "Model selection",
    aliases("mdl", "minimum description length", "occam's razor", "two-part code")
)]
pub struct DescriptionLengthTool {
    /// Names of the hypotheses.
    names: Option<Vec<String>>,
    /// Bits of each hypothesis, L(h).
    #[param(range = "0..")]
    hypothesis_bits: Option<Vec<f64>>,
    /// Bits of the data given each hypothesis, L(D | h).
    #[param(range = "0..")]
    data_bits: Option<Vec<f64>>,
    /// Prior probabilities P(h), for the optimal codes.
    #[param(range = "0..=1")]
    priors: Option<Vec<f64>>,
    /// Likelihoods P(D | h), for the optimal codes.
    #[param(range = "0..")]
    likelihoods: Option<Vec<f64>>,
    /// Bits of each hypothesis in another representation.
    #[param(range = "0..")]
    other_bits: Option<Vec<f64>>,
}

impl Tool for DescriptionLengthTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("h = argmin L(h) + L(D | h)");
        let lengths: Vec<DescriptionLength> =
            match (&self.hypothesis_bits, &self.data_bits, &self.priors, &self.likelihoods) {
                (Some(hypothesis), Some(data), None, None) => {
                    same_length(("hypothesis_bits", hypothesis.len()), ("data_bits", data.len()))?;
                    hypothesis
                        .iter()
                        .zip(data)
                        .map(|(&hypothesis, &data)| DescriptionLength { hypothesis, data })
                        .collect()
                }
                (None, None, Some(priors), Some(likelihoods)) => {
                    same_length(("priors", priors.len()), ("likelihoods", likelihoods.len()))?;
                    solution.formula("L(h) = −log₂ P(h), L(D | h) = −log₂ P(D | h)");
                    priors
                        .iter()
                        .zip(likelihoods)
                        .map(|(&p, &l)| DescriptionLength::of_probabilities(p, l))
                        .collect()
                }
                _ => {
                    return Err(Error::data(
                        "there are no lengths",
                        "give --hypothesis-bits and --data-bits, or --priors and --likelihoods",
                    ));
                }
            };
        let names =
            self.names.clone().unwrap_or_else(|| (1..=lengths.len()).map(|i| i.to_string()).collect());
        same_length(("names", names.len()), ("hypotheses", lengths.len()))?;
        let best = shortest(&lengths)?;
        let rows = names.iter().zip(&lengths).map(|(name, length)| {
            let numbers = [length.hypothesis, length.data, length.total()].map(AnswerValue::from);
            [AnswerValue::from(name.as_str())].into_iter().chain(numbers).collect()
        });
        solution.table("hypotheses", &["hypothesis", "L(h)", "L(D|h)", "total bits"], rows.collect());
        solution.labeled("shortest", "shortest description", names[best].clone());
        solution.labeled("bits", "its bits", lengths[best].total());
        if let (Some(priors), Some(likelihoods)) = (&self.priors, &self.likelihoods) {
            let joint = |i: usize| priors[i] * likelihoods[i];
            let map = (0..priors.len()).fold(0, |best, i| if joint(i) > joint(best) { i } else { best });
            solution.labeled("map", "MAP hypothesis", names[map].clone());
        }
        if let Some(other) = &self.other_bits {
            same_length(("other_bits", other.len()), ("hypotheses", lengths.len()))?;
            let second: Vec<DescriptionLength> = other
                .iter()
                .zip(&lengths)
                .map(|(&hypothesis, length)| DescriptionLength { hypothesis, data: length.data })
                .collect();
            let chosen = shortest(&second)?;
            solution.labeled("other_shortest", "shortest in the other representation", names[chosen].clone());
            solution.labeled("other_total", "its bits there", second[chosen].total());
            solution.say(match chosen == best {
                true => "both representations prefer the same hypothesis".to_string(),
                false => format!("the choice depends on the representation: '{}' has {} bits in the one, '{}' {} in the other", names[best], in_digits(lengths[best].total()), names[chosen], in_digits(second[chosen].total())),
            });
        }
        Ok(solution)
    }
}
