//! One-hot targets.

use crate::class_indicators;
use hornbook_core::format::significant;
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution};
use hornbook_data::{Table, Target};

/// The name of the target in the sentences of errors.
const TARGET: &str = "labels";

/// One-hot target encoding (label binarization): a vector of 0 and 1 for each label, with exactly one 1, at the place of its class;
/// numbers are divided into two classes at a threshold.
///
/// Classes are in alphabetical order. These are the targets of K two-class problems, one against all others.
#[derive(Debug, Tool)]
#[tool(
    name = "class-indicators",
    chapter = "Ensembles",
    aliases("one-hot target", "label binarization", "LabelBinarizer", "binarized target")
)]
pub struct ClassIndicatorsTool {
    /// The class labels.
    labels: Option<Vec<String>>,
    /// Numbers in place of labels, to be divided at the threshold.
    numbers: Option<Vec<f64>>,
    /// Numbers above it are one class, all others the other.
    threshold: Option<f64>,
}

impl ClassIndicatorsTool {
    fn class_labels(&self) -> Result<Vec<String>> {
        match (&self.labels, &self.numbers, self.threshold) {
            (Some(labels), None, None) => Ok(labels.clone()),
            (None, Some(numbers), Some(threshold)) => {
                let limit = significant(threshold);
                let label = |x: &f64| {
                    if *x > threshold { format!("above {limit}") } else { format!("at most {limit}") }
                };
                Ok(numbers.iter().map(label).collect())
            }
            (None, Some(_), None) => Err(Error::data(
                "numbers have no classes by themselves",
                "say where they are divided with threshold",
            )),
            _ => Err(Error::data(
                "the target is not given once",
                "give labels, or numbers and the threshold that divides them",
            )),
        }
    }
}

impl Tool for ClassIndicatorsTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let labels = self.class_labels()?;
        let named: Vec<Option<&str>> = labels.iter().map(|label| Some(label.as_str())).collect();
        let data = Table::builder().category(TARGET, &named).build()?.dataset().target(TARGET)?;
        let indicators = class_indicators(&data)?;
        let classes: Vec<String> = match data.require_target()?.1 {
            Target::Classes(labels) => labels.levels.to_vec(),
            Target::Numbers(_) => return Err(Error::internal("labels that are numbers")),
        };
        let mut solution = WorkedSolution::by("rᵢᵗ = 1 if example t is of class i, else 0");
        let rows: Vec<Vec<f64>> = (0..labels.len()).map(|row| indicators.row(row).to_vec()).collect();
        let names: Vec<&str> = std::iter::once("label").chain(classes.iter().map(String::as_str)).collect();
        let line = |(label, row): (&String, &Vec<f64>)| {
            let mut line = vec![AnswerValue::from(label.as_str())];
            line.extend(row.iter().map(|&x| AnswerValue::from(x)));
            line
        };
        solution.table("examples", &names, labels.iter().zip(&rows).map(line).collect());
        let counts: Vec<f64> =
            (0..classes.len()).map(|class| rows.iter().map(|row| row[class]).sum()).collect();
        solution.result("classes", classes);
        solution.result("indicators", rows);
        solution.result("counts", counts);
        Ok(solution)
    }
}
