//! The confusion matrix.

use super::class_counts::{Average, ClassCounts, ClassMeasure, average, matthews, mean};
use super::rows::{RowWeights, codes_below, same_length};
use hornbook_core::format::{Align, aligned, weight};
use hornbook_core::{Error, Result, ToJson, Value};
use hornbook_data::Levels;
use serde_json::json;
use std::fmt;

/// How often each class was taken for each other, by weight.
///
/// ```
/// use hornbook_evaluation::ConfusionMatrix;
/// let matrix = ConfusionMatrix::new(2, &[0, 0, 1, 1], &[0, 1, 1, 1], None)?;
/// assert_eq!(matrix.at(0, 1), 1.0);
/// assert_eq!(matrix.accuracy(), 0.75);
/// assert_eq!(matrix.class_counts(1).precision(), 2.0 / 3.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ConfusionMatrix {
    classes: Levels,
    counts: Vec<f64>,
}

/// How far apart two classes are when they are taken for each other, for Cohen's kappa.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KappaWeights {
    /// Every mistake is as bad.
    Equal,
    /// As bad as the classes are far apart in their order.
    Linear,
    /// As bad as the square of that.
    Quadratic,
}

/// A matrix wider than this is shown as a list of its largest mistakes.
const WIDEST: usize = 20;
/// How many mistakes that list has.
const LISTED: usize = 10;

impl ConfusionMatrix {
    /// The matrix of rows with these true and predicted classes, codes below `classes`. The classes are called by
    /// their codes until they are [`named`](ConfusionMatrix::named).
    pub fn new(
        classes: usize,
        truth: &[u32],
        predicted: &[u32],
        weights: Option<&[f64]>,
    ) -> Result<ConfusionMatrix> {
        let weights = RowWeights::of(truth.len(), weights)?;
        same_length("predicted classes", predicted.len(), truth.len())?;
        codes_below("true", truth, classes)?;
        codes_below("predicted", predicted, classes)?;
        let cell = |row: usize| truth[row] as usize * classes + predicted[row] as usize;
        let mut counts = vec![0.0; square(classes)?];
        match weights.given() {
            // Integers are counted as such, which is faster than adding up 1.0.
            None => {
                let mut whole = vec![0u64; counts.len()];
                (0..truth.len()).for_each(|row| whole[cell(row)] += 1);
                counts.iter_mut().zip(whole).for_each(|(count, n)| *count = n as f64);
            }
            Some(_) => weights.present().for_each(|(row, weight)| counts[cell(row)] += weight),
        }
        Ok(ConfusionMatrix { classes: (0..classes).map(|class| class.to_string()).collect(), counts })
    }

    /// The matrix with these counts, row by row, a row a true class.
    pub fn from_counts(classes: usize, counts: Vec<f64>) -> Result<ConfusionMatrix> {
        if counts.len() != square(classes)? {
            return Err(Error::data(
                format!("there are {} counts for {classes} classes", counts.len()),
                "give one for each pair of a true and a predicted class",
            ));
        }
        if let Some(count) = counts.iter().find(|count| !(**count >= 0.0 && count.is_finite())) {
            return Err(Error::data(format!("a count is {count}"), "counts are finite numbers, 0 or more"));
        }
        Ok(ConfusionMatrix { classes: (0..classes).map(|class| class.to_string()).collect(), counts })
    }

    /// The matrix with names for its classes.
    pub fn named(self, classes: Levels) -> Result<ConfusionMatrix> {
        if classes.len() != self.classes.len() {
            return Err(Error::data(
                format!("there are {} names for {} classes", classes.len(), self.classes.len()),
                "give each class a name",
            ));
        }
        Ok(ConfusionMatrix { classes, counts: self.counts })
    }

    /// The classes, in the order of rows and columns.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The weight of the rows of class `truth` that were predicted as `predicted`.
    pub fn at(&self, truth: usize, predicted: usize) -> f64 {
        self.counts[truth * self.classes.len() + predicted]
    }

    /// The weight of all rows.
    pub fn weight(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// A class against the rest.
    pub fn class_counts(&self, class: usize) -> ClassCounts {
        self.against_rest(class, self.weight())
    }

    fn against_rest(&self, class: usize, weight: f64) -> ClassCounts {
        let k = self.classes.len();
        let row: f64 = (0..k).map(|other| self.at(class, other)).sum();
        let column: f64 = (0..k).map(|other| self.at(other, class)).sum();
        let both = self.at(class, class);
        ClassCounts {
            true_positives: both,
            false_positives: (0..k).filter(|&other| other != class).map(|other| self.at(other, class)).sum(),
            false_negatives: (0..k).filter(|&other| other != class).map(|other| self.at(class, other)).sum(),
            // Rounding must not leave a trace of rows that are not there.
            true_negatives: (weight - row - column + both).max(0.0),
        }
    }

    /// Every class against the rest.
    pub fn all_class_counts(&self) -> Vec<ClassCounts> {
        let weight = self.weight();
        (0..self.classes.len()).map(|class| self.against_rest(class, weight)).collect()
    }

    /// A metric averaged over the classes; see [`average`] for `undefined`.
    pub fn average(&self, measure: ClassMeasure, how: Average, undefined: f64) -> f64 {
        average(&self.all_class_counts(), measure, how, undefined)
    }

    /// Fraction of the rows whose class is predicted right.
    pub fn accuracy(&self) -> f64 {
        (0..self.classes.len()).map(|class| self.at(class, class)).sum::<f64>() / self.weight()
    }

    /// Fraction of the rows whose class is predicted wrong.
    pub fn error(&self) -> f64 {
        1.0 - self.accuracy()
    }

    /// The mean recall of the classes that occur: the accuracy if all of them were equally common.
    pub fn balanced_accuracy(&self) -> f64 {
        mean(self.all_class_counts().iter().map(|counts| (counts.recall(), 1.0)))
    }

    /// Balanced accuracy on a scale where guessing is 0 and perfection 1. NaN if only one class occurs.
    pub fn adjusted_balanced_accuracy(&self) -> f64 {
        let occurring = self.all_class_counts().iter().filter(|counts| counts.support() > 0.0).count();
        if occurring < 2 {
            return f64::NAN;
        }
        let chance = 1.0 / occurring as f64;
        (self.balanced_accuracy() - chance) / (1.0 - chance)
    }

    /// Matthews' correlation of truth and prediction, −1 to 1, for any number of classes (Gorodkin). NaN if all
    /// rows are of one class, or predicted as one.
    pub fn matthews(&self) -> f64 {
        matthews(&self.all_class_counts())
    }

    /// Cohen's kappa: the agreement beyond what chance would give, 1 if all agree, 0 if as chance would. NaN if
    /// truth and prediction are all of one class.
    pub fn kappa(&self, weights: KappaWeights) -> f64 {
        let counts = self.all_class_counts();
        let n = self.weight();
        let cost = |truth: usize, predicted: usize| {
            let apart = truth.abs_diff(predicted) as f64;
            match weights {
                KappaWeights::Equal => apart.min(1.0),
                KappaWeights::Linear => apart,
                KappaWeights::Quadratic => apart * apart,
            }
        };
        let (mut found, mut expected) = (0.0, 0.0);
        for (truth, row) in counts.iter().enumerate() {
            for (predicted, column) in counts.iter().enumerate() {
                let cost = cost(truth, predicted);
                found += cost * self.at(truth, predicted);
                expected += cost * row.support() * column.predicted() / n;
            }
        }
        if expected == 0.0 { f64::NAN } else { 1.0 - found / expected }
    }

    fn largest_mistakes(&self) -> Vec<(usize, usize)> {
        let k = self.classes.len();
        let mut cells: Vec<(usize, usize)> = (0..k * k)
            .map(|cell| (cell / k, cell % k))
            .filter(|&(t, p)| t != p && self.at(t, p) > 0.0)
            .collect();
        // The sort is stable: equal counts stay in the order of the classes.
        cells.sort_by(|&(a, b), &(c, d)| self.at(c, d).total_cmp(&self.at(a, b)));
        cells.truncate(LISTED);
        cells
    }
}

fn square(classes: usize) -> Result<usize> {
    let most = 1 << 14;
    if classes <= most {
        return Ok(classes * classes);
    }
    Err(Error::data(
        format!("a confusion matrix of {classes} classes does not fit"),
        format!("give at most {most} classes; are these numbers to predict?"),
    ))
}

impl ToJson for ConfusionMatrix {
    fn to_json(&self) -> Value {
        let rows: Vec<&[f64]> = self.counts.chunks(self.classes.len().max(1)).collect();
        json!({"classes": &*self.classes, "counts": rows})
    }
}

impl fmt::Display for ConfusionMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.classes.len();
        if k > WIDEST {
            writeln!(f, "confusion matrix of {k} classes; the most frequent confusions:")?;
            let rows: Vec<Vec<String>> = self
                .largest_mistakes()
                .into_iter()
                .map(|(t, p)| {
                    vec![
                        weight(self.at(t, p)),
                        format!("'{}' predicted as '{}'", self.classes[t], self.classes[p]),
                    ]
                })
                .collect();
            return f
                .write_str(&aligned(&rows, |column| if column == 0 { Align::Right } else { Align::Left }));
        }
        writeln!(f, "confusion matrix (rows: true class, columns: predicted class)")?;
        let mut rows = vec![[vec!["true class".to_string()], self.classes.to_vec()].concat()];
        for truth in 0..k {
            let counts = (0..k).map(|predicted| weight(self.at(truth, predicted)));
            rows.push([self.classes[truth].clone()].into_iter().chain(counts).collect());
        }
        f.write_str(&aligned(&rows, Align::first_left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(classes: Levels, pairs: &[(u32, u32)]) -> ConfusionMatrix {
        let (truth, predicted): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
        ConfusionMatrix::new(classes.len(), &truth, &predicted, None).unwrap().named(classes).unwrap()
    }

    #[test]
    fn text_and_json() {
        let classes: Levels = ["no".to_string(), "yes".to_string()].into();
        let matrix = matrix(classes, &[(0, 0), (0, 1), (1, 1), (1, 1)]);
        assert_eq!(
            matrix.to_string(),
            "confusion matrix (rows: true class, columns: predicted class)\ntrue class  no  yes\nno           1    1\nyes          0    2\n"
        );
        assert_eq!(matrix.to_json()["counts"], json!([[1.0, 1.0], [0.0, 2.0]]));
    }

    #[test]
    fn many_classes_become_a_list() {
        let classes: Levels = (0..30).map(|i| format!("c{i}")).collect();
        let matrix = matrix(classes, &[(0, 0), (7, 3), (7, 3), (1, 2)]);
        assert_eq!(
            matrix.to_string(),
            "confusion matrix of 30 classes; the most frequent confusions:\n2  'c7' predicted as 'c3'\n1  'c1' predicted as 'c2'\n"
        );
    }

    // proves: 001:79, 001:86, 002:F01, 001:81
    #[test]
    fn three_textbook_classes() {
        // Curriculum 001 G7.
        let counts = [8, 1, 1, 2, 6, 2, 0, 4, 11].map(f64::from).to_vec();
        let matrix = ConfusionMatrix::from_counts(3, counts).unwrap();
        let each =
            |of: fn(&ClassCounts) -> f64| -> Vec<f64> { matrix.all_class_counts().iter().map(of).collect() };
        assert_eq!(each(|c| c.precision()), [0.8, 6.0 / 11.0, 11.0 / 14.0]);
        assert_eq!(each(|c| c.recall()), [0.8, 0.6, 11.0 / 15.0]);
        assert_eq!(each(|c| c.false_positives), [2.0, 5.0, 3.0]);
        assert_eq!(each(|c| c.false_negatives), [2.0, 4.0, 4.0]);
        assert_eq!(matrix.accuracy(), 5.0 / 7.0);
        let binary = ConfusionMatrix::from_counts(2, vec![130.0, 20.0, 10.0, 40.0]).unwrap();
        assert!((binary.balanced_accuracy() - 5.0 / 6.0).abs() < 1e-15);
    }

    // proves: 000a:J1, 001:80, 001:87, 002:F02
    #[test]
    fn the_accuracy_paradox() {
        // Curriculum 002 X22: 99 of one class, 1 of the other, and all predicted as the first.
        let truth: Vec<u32> = (0..100).map(|row| u32::from(row == 99)).collect();
        let matrix = ConfusionMatrix::new(2, &truth, &[0; 100], None).unwrap();
        let rare = matrix.class_counts(1);
        assert_eq!((matrix.accuracy(), matrix.balanced_accuracy(), rare.recall()), (0.99, 0.5, 0.0));
        assert!((matrix.error() - 0.01).abs() < 1e-15);
        assert!(rare.precision().is_nan() && matrix.matthews().is_nan());
        assert_eq!((rare.false_positive_rate(), rare.f_beta(1.0)), (0.0, 0.0));
        assert_eq!((matrix.kappa(KappaWeights::Equal), matrix.adjusted_balanced_accuracy()), (0.0, 0.0));
    }

    #[test]
    fn one_class_only() {
        let matrix = ConfusionMatrix::new(1, &[0, 0], &[0, 0], None).unwrap();
        assert_eq!((matrix.accuracy(), matrix.balanced_accuracy()), (1.0, 1.0));
        assert!(matrix.kappa(KappaWeights::Equal).is_nan() && matrix.matthews().is_nan());
        assert!(matrix.adjusted_balanced_accuracy().is_nan());
    }

    #[test]
    fn what_is_refused() {
        let message = |truth: &[u32], predicted: &[u32]| {
            ConfusionMatrix::new(2, truth, predicted, None).unwrap_err().to_string()
        };
        assert!(message(&[], &[]).starts_with("there are no rows"));
        assert!(message(&[0], &[0, 1]).starts_with("there are 2 predicted classes for 1 rows"));
        assert!(message(&[0, 2], &[0, 1]).starts_with("the true class of row 2 has the code 2"));
        assert!(message(&[0], &[9]).starts_with("the predicted class of row 1 has the code 9"));
        assert!(ConfusionMatrix::from_counts(2, vec![1.0]).is_err());
        assert!(ConfusionMatrix::new(usize::MAX, &[0], &[0], None).is_err());
    }
}
