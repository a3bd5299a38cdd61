//! Naive Bayes as a linear model.

use super::model::NaiveBayesModel;
use super::scores::Scores;
use hornbook_core::{Error, Result};
use hornbook_data::{InputKind, Matrix};
use hornbook_learner::Model;

/// A naive Bayes model as weighted sums: $s_c = b_c + \sum_j w_{cj} x_j$, whose softmax are the probabilities of the
/// classes.
#[derive(Debug, Clone, PartialEq)]
pub struct LogLinear {
    /// The columns: one for each level of a category (1 where a row has it, 0 elsewhere), one for each truth (1 where it is
    /// true), and columns of numbers as they are.
    pub names: Vec<String>,
    /// The intercept of each class.
    pub intercepts: Vec<f64>,
    /// A row for each class.
    pub weights: Matrix,
}

impl LogLinear {
    /// The sums of a row of such columns, one a class.
    pub fn scores(&self, row: &[f64]) -> Result<Vec<f64>> {
        let sums = self.weights.times(row)?;
        Ok(sums.iter().zip(&self.intercepts).map(|(sum, intercept)| sum + intercept).collect())
    }
}

pub(super) fn of(model: &NaiveBayesModel) -> Result<LogLinear> {
    let classes = model.classes();
    let mut intercepts: Vec<f64> = model.priors().iter().map(|p| p.ln()).collect();
    let (mut names, mut weights): (Vec<String>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    for (input, scores) in model.info().schema.inputs.iter().zip(&model.learned.columns) {
        let name = &input.name;
        match scores {
            Scores::Table { levels, logs } => {
                for level in 0..*levels {
                    let label = match &input.kind {
                        InputKind::Number | InputKind::Date => level.to_string(),
                        kind => kind.level(level as u32).to_string(),
                    };
                    names.push(format!("{name}={label}"));
                    weights.push((0..classes).map(|class| logs[class * levels + level]).collect());
                }
            }
            Scores::Truth { threshold, logs } => {
                names.push(format!("{name}>{threshold}"));
                weights.push(logs.iter().map(|[no, yes]| yes - no).collect());
                intercepts.iter_mut().zip(logs).for_each(|(intercept, [no, _])| *intercept += no);
            }
            Scores::Events(events) => {
                names.push(name.clone());
                weights.push(events.clone());
            }
            Scores::Normal { means, factors, constants } if model.settings.shared_variance => {
                names.push(name.clone());
                // The square of the number is the same in all classes and makes no difference between them.
                weights.push(means.iter().zip(factors).map(|(mean, factor)| 2.0 * factor * mean).collect());
                for (class, intercept) in intercepts.iter_mut().enumerate() {
                    *intercept += constants[class] - factors[class] * means[class] * means[class];
                }
            }
            Scores::Silent => {}
            Scores::Normal { .. } | Scores::Kernel(_) => {
                return Err(Error::data(
                    format!("the score is not linear in column '{name}'"),
                    "fit with shared_variance, or take the column as categories or counts",
                ));
            }
        }
    }
    let weights = Matrix::from_fn(classes, names.len(), |class, column| weights[column][class]);
    Ok(LogLinear { names, intercepts, weights })
}
