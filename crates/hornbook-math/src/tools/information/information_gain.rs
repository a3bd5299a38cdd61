//! What a split tells of the class.

use super::{counted, cross_counted};
use crate::distributions::{ChiSquare, Univariate};
use crate::information::{
    chi_square, entropy, gain_ratio, gini, information_gain, remainder, split_information,
};
use crate::matrix::Matrix;
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, listed};

/// Information gain of a split: entropy before, remainder (expected entropy after), gain, split information (the entropy of the
/// attribute itself) and gain ratio.
///
/// The split is a table of class counts, a row for each value of the attribute, or two columns: the attribute and the labels.
#[derive(Debug, Tool)]
#[tool(
    name = "information-gain",
    chapter = "Information",
    aliases("gain ratio", "split information", "remainder", "intrinsic value", "splitinfo")
)]
pub struct InformationGainTool {
    /// Class counts: a row for each value of the attribute, a column for each class.
    #[param(range = "0..")]
    parts: Option<Matrix>,
    /// Value of the attribute in each row, in place of counts.
    attribute: Option<Vec<String>>,
    /// Class of each row, beside the attribute.
    labels: Option<Vec<String>>,
}

impl Tool for InformationGainTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (names, table) = match (&self.parts, &self.attribute, &self.labels) {
            (Some(parts), None, None) => {
                ((1..=parts.rows()).map(|i| i.to_string()).collect(), parts.to_rows())
            }
            (None, Some(attribute), Some(labels)) => cross_counted(attribute, labels)?,
            (None, Some(attribute), None) => {
                // The attribute alone has a split information, and nothing to tell of.
                let (values, counts) = counted(attribute);
                (values, counts.into_iter().map(|count| vec![count]).collect())
            }
            _ => {
                return Err(Error::data(
                    "a split needs class counts, or an attribute and labels",
                    "give --parts '6,2;3,3', or --attribute and --labels",
                ));
            }
        };
        let parts: Vec<&[f64]> = table.iter().map(Vec::as_slice).collect();
        let whole: Vec<f64> =
            (0..parts[0].len()).map(|class| parts.iter().map(|part| part[class]).sum()).collect();
        let total: f64 = whole.iter().sum();
        if total <= 0.0 {
            return Err(Error::data("all counts are 0", "give at least one positive count"));
        }
        let mut solution = WorkedSolution::by("Gain(S, A) = H(S) − Σ |Sᵥ|/|S| H(Sᵥ)");
        solution.formula("SplitInformation(S, A) = −Σ |Sᵥ|/|S| log₂ |Sᵥ|/|S|");
        solution.step(format!("H(S) = H({}) = {}", listed(&whole), in_digits(entropy(&whole))));
        let rows = names.iter().zip(&parts).map(|(name, part)| {
            let size: f64 = part.iter().sum();
            solution.step(format!(
                "H({name}) = H({}) = {}, weight {}/{}",
                listed(part),
                in_digits(entropy(part)),
                in_digits(size),
                in_digits(total)
            ));
            vec![AnswerValue::from(name.as_str()), AnswerValue::from(size), AnswerValue::from(entropy(part))]
        });
        let rows = rows.collect();
        solution.labeled("entropy", "entropy before (bits)", entropy(&whole));
        solution.labeled("remainder", "remainder (bits)", remainder(&parts, entropy));
        solution.labeled("gain", "information gain (bits)", information_gain(&parts));
        solution.labeled("split_information", "split information (bits)", split_information(&parts));
        solution.result("gain_ratio", gain_ratio(&parts));
        solution.labeled("gini_gain", "decrease of Gini impurity", gini(&whole) - remainder(&parts, gini));
        let (statistic, degrees) = chi_square(&parts);
        solution.labeled("chi_square", "chi-square", statistic);
        solution.labeled(
            "p_value",
            "p-value",
            if degrees > 0.0 { ChiSquare::new(degrees)?.upper(statistic) } else { 1.0 },
        );
        solution.table("parts", &["part", "weight", "entropy"], rows);
        Ok(solution)
    }
}
