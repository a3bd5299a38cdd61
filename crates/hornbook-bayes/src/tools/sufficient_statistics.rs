//! A few numbers that say all.

use crate::estimation::{ScatterMoments, SufficientStatistics};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution};
use hornbook_math::matrix::Matrix;

/// Sufficient statistics of a sample: counts of labels, or number, mean and covariances of rows; and those of two samples merged, which are
/// the same as of all rows (streaming, parallel estimation).
#[derive(Debug, Tool)]
#[tool(
    name = "sufficient-statistics",
    chapter = "Estimation",
    aliases("streaming mean", "merge statistics", "sample mean and covariance", "counts")
)]
pub struct SufficientStatisticsTool {
    /// Rows of numbers, or one list of numbers.
    rows: Option<Matrix>,
    /// Rows of a second sample, to be merged.
    more: Option<Matrix>,
    /// Labels to count, in place of rows.
    labels: Option<Vec<String>>,
    /// Labels of a second sample.
    more_labels: Option<Vec<String>>,
}

/// The statistics of rows; a list of numbers is one column.
fn moments(rows: &Matrix) -> Result<ScatterMoments> {
    let turned = if rows.rows() == 1 { rows.transpose() } else { rows.clone() };
    let mut statistics = ScatterMoments::empty(turned.columns());
    for row in 0..turned.rows() {
        statistics.add(turned.row(row), 1.0)?;
    }
    Ok(statistics)
}

fn add(solution: &mut WorkedSolution, prefix: &str, words: &str, statistics: &ScatterMoments) {
    let n = statistics.weight();
    solution.labeled(&format!("{prefix}n"), &format!("{words}number of rows"), n);
    solution.labeled(&format!("{prefix}mean"), &format!("{words}mean"), statistics.mean.clone());
    let covariance = statistics.scatter.scaled(1.0 / n);
    solution.labeled(&format!("{prefix}covariance"), &format!("{words}covariances (divisor n)"), &covariance);
    if n > 1.0 {
        let unbiased = statistics.scatter.scaled(1.0 / (n - 1.0));
        solution.labeled(
            &format!("{prefix}unbiased_covariance"),
            &format!("{words}covariances (divisor n − 1)"),
            &unbiased,
        );
    }
}

impl Tool for SufficientStatisticsTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        match (&self.rows, &self.labels) {
            (Some(rows), None) => {
                let mut solution = WorkedSolution::by("n, x̄ = Σ x/n, S = Σ (x − x̄)(x − x̄)ᵀ/n");
                let mut statistics = moments(rows)?;
                add(&mut solution, "", "", &statistics);
                if let Some(more) = &self.more {
                    let second = moments(more)?;
                    if second.mean.len() != statistics.mean.len() {
                        return Err(Error::data(
                            "the two samples have different columns",
                            "give as many columns in both",
                        ));
                    }
                    add(&mut solution, "second_", "second sample: ", &second);
                    statistics.merge(&second);
                    add(&mut solution, "merged_", "merged: ", &statistics);
                }
                Ok(solution)
            }
            (None, Some(labels)) => Ok(self.counts(labels)),
            _ => Err(Error::data("there is no sample", "give --rows or --labels")),
        }
    }
}

impl SufficientStatisticsTool {
    fn counts(&self, labels: &[String]) -> WorkedSolution {
        let more = self.more_labels.as_deref().unwrap_or_default();
        let mut names: Vec<&String> = labels.iter().chain(more).collect();
        names.sort();
        names.dedup();
        let count = |of: &[String], name: &String| of.iter().filter(|label| *label == name).count();
        let mut solution = WorkedSolution::by("n_k, the number of rows with each label");
        let rows = names.iter().map(|name| {
            let (first, second) = (count(labels, name), count(more, name));
            vec![
                AnswerValue::from(name.as_str()),
                AnswerValue::from(first),
                AnswerValue::from(second),
                AnswerValue::from(first + second),
            ]
        });
        solution.table("counts", &["label", "first", "second", "merged"], rows.collect());
        solution
    }
}
