//! Codes that are as short as can be.

use crate::information::{code_lengths, entropy};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, same_length};

/// Optimal code of some messages: −log₂ p bits for a message of probability p, and Huffman's code, the shortest one of whole
/// bits.
///
/// The expected length of the ideal code is the entropy; that of Huffman's code is less than one bit above it.
#[derive(Debug, Tool)]
#[tool(name = "optimal-code", chapter = "Information", aliases("huffman code", "optimal code length"))]
pub struct CodeLengthTool {
    /// Probabilities, counts or weights of the messages.
    #[param(range = ">0..")]
    probabilities: Vec<f64>,
    /// Names of the messages.
    names: Option<Vec<String>>,
}

impl Tool for CodeLengthTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let weights = &self.probabilities;
        let names = match &self.names {
            Some(names) => names.clone(),
            None => (1..=weights.len()).map(|i| i.to_string()).collect(),
        };
        same_length(("names", names.len()), ("probabilities", weights.len()))?;
        if weights.is_empty() {
            return Err(Error::data("there is no message", "give at least one probability"));
        }
        let total: f64 = weights.iter().sum();
        let words = huffman(weights);
        let ideal = code_lengths(weights);
        let expected: f64 = weights.iter().zip(&words).map(|(w, word)| w / total * word.len() as f64).sum();
        let mut solution = WorkedSolution::by("length = −log₂ p, expected length = Σ p · length");
        solution.labeled("expected_length", "expected length of the ideal code (bits)", entropy(weights));
        solution.labeled("huffman_length", "expected length of Huffman's code (bits)", expected);
        let rows =
            names.iter().zip(weights).zip(ideal.iter().zip(&words)).map(|((name, w), (bits, word))| {
                let cells = (
                    AnswerValue::from(w / total),
                    AnswerValue::from(*bits),
                    AnswerValue::from(word.as_str()),
                );
                vec![AnswerValue::from(name.as_str()), cells.0, cells.1, cells.2]
            });
        solution.table(
            "messages",
            &["message", "probability", "ideal length", "huffman code"],
            rows.collect(),
        );
        Ok(solution)
    }
}

/// Huffman's code: the two lightest groups become one, and get a 0 and a 1 in front, until there is one.
fn huffman(weights: &[f64]) -> Vec<String> {
    let mut words = vec![String::new(); weights.len()];
    let mut groups: Vec<(f64, Vec<usize>)> = weights.iter().enumerate().map(|(i, w)| (*w, vec![i])).collect();
    while groups.len() > 1 {
        // A stable sort, so that ties are broken by place and the code is always the same.
        groups.sort_by(|a, b| b.0.total_cmp(&a.0));
        if let (Some(light), Some(heavy)) = (groups.pop(), groups.pop()) {
            for (members, mark) in [(&light.1, '1'), (&heavy.1, '0')] {
                for &member in members {
                    words[member].insert(0, mark);
                }
            }
            groups.push((light.0 + heavy.0, [heavy.1, light.1].concat()));
        }
    }
    words
}
