//! The classification report: all metrics of a classification at once.

use super::class_counts::{Average, ClassMeasure};
use super::confusion::{ConfusionMatrix, KappaWeights};
use super::precision_recall::average_precision;
use super::probability::{binary_brier, binary_log_loss, brier, log_loss};
use super::roc::ranked_classes;
use super::sorted_scores::SortedScores;
use hornbook_core::format::{Align, aligned, three_decimals, weight};
use hornbook_core::{Error, Result};
use serde::Serialize;
use std::fmt;

/// Precision, recall and F₁ of each class, and their averages.
///
/// ```
/// use hornbook_evaluation::ConfusionMatrix;
/// use hornbook_evaluation::measures::ClassificationReport;
/// let report = ClassificationReport::of(&ConfusionMatrix::new(2, &[0, 0, 1, 1], &[0, 1, 1, 1], None)?, 0.0);
/// assert_eq!(report.classes[0].recall, 0.5);
/// assert_eq!(report.macro_average.recall, 0.75);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassificationReport {
    /// A line for each class.
    pub classes: Vec<ReportLine>,
    /// Fraction of the rows whose class is predicted right.
    pub accuracy: f64,
    /// The mean over the classes.
    pub macro_average: ReportLine,
    /// The mean over the classes, each weighted by its rows.
    pub weighted_average: ReportLine,
}

/// A line of a [`ClassificationReport`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportLine {
    /// The class, or the kind of average.
    pub name: String,
    /// The precision.
    pub precision: f64,
    /// The recall.
    pub recall: f64,
    /// F₁.
    pub f1: f64,
    /// The weight of the rows.
    pub support: f64,
}

const F1: ClassMeasure = ClassMeasure::FBeta(1.0);

impl ClassificationReport {
    /// The report of a confusion matrix. A class whose denominator is zero gets the value `undefined`; NaN shows
    /// it as undefined and leaves it out of the averages.
    pub fn of(matrix: &ConfusionMatrix, undefined: f64) -> ClassificationReport {
        let or = |value: f64| if value.is_nan() { undefined } else { value };
        let line = |(name, counts): (&String, super::ClassCounts)| ReportLine {
            name: name.clone(),
            precision: or(counts.precision()),
            recall: or(counts.recall()),
            f1: or(counts.f_beta(1.0)),
            support: counts.support(),
        };
        let average = |name: &str, how: Average| ReportLine {
            name: name.to_string(),
            precision: matrix.average(ClassMeasure::Precision, how, undefined),
            recall: matrix.average(ClassMeasure::Recall, how, undefined),
            f1: matrix.average(F1, how, undefined),
            support: matrix.weight(),
        };
        ClassificationReport {
            classes: matrix.classes().iter().zip(matrix.all_class_counts()).map(line).collect(),
            accuracy: matrix.accuracy(),
            macro_average: average("macro average", Average::Macro),
            weighted_average: average("weighted average", Average::Weighted),
        }
    }
}

impl fmt::Display for ClassificationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |line: &ReportLine| {
            let numbers = [line.precision, line.recall, line.f1].map(three_decimals);
            [vec![line.name.clone()], numbers.to_vec(), vec![weight(line.support)]].concat()
        };
        let mut rows = vec![["", "precision", "recall", "F1", "rows"].map(str::to_string).to_vec()];
        rows.extend(self.classes.iter().map(cells));
        let accuracy = ["accuracy".into(), String::new(), String::new(), three_decimals(self.accuracy)];
        rows.push([accuracy.to_vec(), vec![weight(self.macro_average.support)]].concat());
        rows.extend([&self.macro_average, &self.weighted_average].map(cells));
        f.write_str(&aligned(&rows, Align::first_left))
    }
}

/// Every metric of a classification, from one look at the data.
///
/// With two classes, precision, recall, F₁ and average precision are those of the second class; with more, they
/// are macro averages, in which a class whose denominator is zero counts as 0. Undefined metrics are NaN.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassificationMeasures {
    /// How often each class was taken for each other.
    pub confusion: ConfusionMatrix,
    /// Fraction of the rows whose class is predicted right.
    pub accuracy: f64,
    /// The mean recall of the classes that occur.
    pub balanced_accuracy: f64,
    /// See [`ClassMeasure::Precision`].
    pub precision: f64,
    /// See [`ClassMeasure::Recall`].
    pub recall: f64,
    /// See [`ClassMeasure::Specificity`].
    pub specificity: f64,
    /// F-beta at β = 1.
    pub f1: f64,
    /// Matthews' correlation.
    pub matthews: f64,
    /// Cohen's kappa.
    pub kappa: f64,
    /// See [`log_loss`].
    pub log_loss: f64,
    /// See [`brier`]; halved, 0 to 1.
    pub brier: f64,
    /// The ROC AUC; with more than two classes the mean over each against the rest.
    pub roc_area: f64,
    /// The area under the precision-recall curve in steps.
    pub average_precision: f64,
    /// Precision, recall and F₁ of each class.
    pub report: ClassificationReport,
}

impl ClassificationMeasures {
    /// Evaluates rows by their true and predicted classes and a row-major matrix of probabilities, a column a class.
    /// For two classes the probability of the second alone will do.
    ///
    /// ```
    /// use hornbook_evaluation::measures::ClassificationMeasures;
    /// let all = ClassificationMeasures::of(2, &[0, 1, 1], &[0, 1, 0], &[0.2, 0.9, 0.4], None)?;
    /// assert_eq!((all.recall, all.roc_area), (0.5, 1.0));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of(
        classes: usize,
        truth: &[u32],
        predicted: &[u32],
        probabilities: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<ClassificationMeasures> {
        if classes < 2 {
            return Err(Error::data(
                format!("a classification of {classes} classes has nothing to tell apart"),
                "give at least two classes",
            ));
        }
        let confusion = ConfusionMatrix::new(classes, truth, predicted, weights)?;
        let (log_loss, brier, ranked) = if classes == 2 {
            let second: Vec<f64>;
            let probabilities = if probabilities.len() == truth.len() {
                probabilities
            } else {
                super::rows::full_matrix("probabilities", probabilities.len(), truth.len(), 2)?;
                second = probabilities.iter().skip(1).step_by(2).copied().collect();
                &second
            };
            let positive: Vec<bool> = truth.iter().map(|&code| code == 1).collect();
            let (losses, ranked) = rayon::join(
                || {
                    Ok::<_, Error>((
                        binary_log_loss(&positive, probabilities, weights)?,
                        binary_brier(&positive, probabilities, weights)?,
                    ))
                },
                || SortedScores::new(&positive, probabilities, weights),
            );
            let (log_loss, brier) = losses?;
            (log_loss, brier, vec![ranked?])
        } else {
            (
                log_loss(classes, truth, probabilities, weights)?,
                brier(classes, truth, probabilities, weights, true)?,
                ranked_classes(classes, truth, probabilities, weights)?,
            )
        };
        let mean = |of: fn(&SortedScores) -> f64| ranked.iter().map(of).sum::<f64>() / ranked.len() as f64;
        let measure = |measure: ClassMeasure| match classes {
            2 => confusion.class_counts(1).measure(measure),
            _ => confusion.average(measure, Average::Macro, 0.0),
        };
        Ok(ClassificationMeasures {
            accuracy: confusion.accuracy(),
            balanced_accuracy: confusion.balanced_accuracy(),
            precision: measure(ClassMeasure::Precision),
            recall: measure(ClassMeasure::Recall),
            specificity: measure(ClassMeasure::Specificity),
            f1: measure(F1),
            matthews: confusion.matthews(),
            kappa: confusion.kappa(KappaWeights::Equal),
            log_loss,
            brier,
            roc_area: mean(SortedScores::area),
            average_precision: mean(average_precision),
            report: ClassificationReport::of(&confusion, 0.0),
            confusion,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::ToJson;

    #[test]
    fn text_and_json() {
        let names = ["no".to_string(), "yes".to_string()];
        let matrix = ConfusionMatrix::new(2, &[0, 0, 1, 1], &[0, 1, 1, 1], None).unwrap();
        let report = ClassificationReport::of(&matrix.named(names.into()).unwrap(), 0.0);
        let text = "                  precision  recall     F1  rows
no                    1.000   0.500  0.667     2
yes                   0.667   1.000  0.800     2
accuracy                             0.750     4
macro average         0.833   0.750  0.733     4
weighted average      0.833   0.750  0.733     4
";
        assert_eq!(report.to_string(), text);
        assert_eq!(report.to_json()["classes"][1]["name"], "yes");
        assert_eq!(report.to_json()["accuracy"], 0.75);
    }

    #[test]
    fn both_forms_of_two_classes() {
        let (truth, predicted, p) = ([0, 1, 1, 0], [0, 1, 0, 1], [0.2, 0.9, 0.4, 0.6]);
        let matrix: Vec<f64> = p.iter().flat_map(|p| [1.0 - p, *p]).collect();
        let weights = Some(&[1.0, 2.0, 3.0, 1.0][..]);
        let all = ClassificationMeasures::of(2, &truth, &predicted, &p, weights).unwrap();
        assert_eq!(all, ClassificationMeasures::of(2, &truth, &predicted, &matrix, weights).unwrap());
        assert!(ClassificationMeasures::of(2, &truth, &predicted, &p[..3], None).is_err());
        assert!(ClassificationMeasures::of(1, &[0], &[0], &[1.0], None).is_err());
        assert!(ClassificationMeasures::of(3, &truth, &predicted, &p, None).is_err());
    }
}
