//! Binary counts (TP, FP, FN, TN) of one class against the rest, and the metrics of them.

use serde::Serialize;

/// How a class was told from the rest, by weight.
///
/// Each measure is NaN where its denominator is zero: the precision of a class that is never predicted, the
/// recall of one that never occurs.
///
/// ```
/// use hornbook_evaluation::measures::ClassCounts;
/// let counts = ClassCounts {
///     true_positives: 40.0, false_positives: 20.0, false_negatives: 10.0, true_negatives: 130.0,
/// };
/// assert_eq!(counts.recall(), 0.8);
/// assert!((counts.f_beta(1.0) - 8.0 / 11.0).abs() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct ClassCounts {
    /// Rows of the class that were predicted as it.
    pub true_positives: f64,
    /// Rows of other classes that were predicted as it.
    pub false_positives: f64,
    /// Rows of the class that were predicted as another.
    pub false_negatives: f64,
    /// Rows of other classes that were predicted as others.
    pub true_negatives: f64,
}

/// A metric of one class against the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClassMeasure {
    /// Fraction of the rows predicted as the class that are of it.
    Precision,
    /// Fraction of the rows of the class that are predicted as it: sensitivity, true positive rate.
    Recall,
    /// Fraction of the rows of other classes that are predicted as others: true negative rate.
    Specificity,
    /// The harmonic mean of precision and recall that counts recall as β times as important.
    FBeta(f64),
    /// Rows in both truth and prediction of the class, over rows in either.
    Jaccard,
    /// Fraction of the rows predicted as others that are of others.
    NegativePredictiveValue,
    /// Fraction of the rows of other classes that are predicted as the class.
    FalsePositiveRate,
}

/// How the metrics of several classes become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Average {
    /// The metric of the summed counts: every row counts alike.
    Micro,
    /// The mean over the classes: every class counts alike.
    Macro,
    /// The mean over the classes, each weighted by its rows in the truth.
    Weighted,
}

impl ClassCounts {
    /// TP / (TP + FP).
    pub fn precision(&self) -> f64 {
        self.true_positives / self.predicted()
    }

    /// TP / (TP + FN).
    pub fn recall(&self) -> f64 {
        self.true_positives / self.support()
    }

    /// TN / (TN + FP).
    pub fn specificity(&self) -> f64 {
        self.true_negatives / (self.true_negatives + self.false_positives)
    }

    /// $(1+\beta^2) \mathrm{TP} / ((1+\beta^2) \mathrm{TP} + \beta^2 \mathrm{FN} + \mathrm{FP})$; precision at
    /// β = 0, recall at infinity.
    pub fn f_beta(&self, beta: f64) -> f64 {
        if beta.is_infinite() {
            return self.recall();
        }
        let squared = beta * beta;
        (1.0 + squared) * self.true_positives / (squared * self.support() + self.predicted())
    }

    /// TP / (TP + FP + FN).
    pub fn jaccard(&self) -> f64 {
        self.true_positives / (self.support() + self.false_positives)
    }

    /// TN / (TN + FN).
    pub fn negative_predictive_value(&self) -> f64 {
        self.true_negatives / (self.true_negatives + self.false_negatives)
    }

    /// FP / (FP + TN).
    pub fn false_positive_rate(&self) -> f64 {
        self.false_positives / (self.false_positives + self.true_negatives)
    }

    /// Fraction of all rows that are on the right side.
    pub fn accuracy(&self) -> f64 {
        let right = self.true_positives + self.true_negatives;
        right / (right + self.false_positives + self.false_negatives)
    }

    /// The mean of recall and specificity. Youden's index is twice it, less one.
    pub fn balanced_accuracy(&self) -> f64 {
        0.5 * (self.recall() + self.specificity())
    }

    /// Matthews' correlation of truth and prediction; NaN if either is always the same.
    pub fn matthews(&self) -> f64 {
        let rest = ClassCounts {
            true_positives: self.true_negatives,
            false_positives: self.false_negatives,
            false_negatives: self.false_positives,
            true_negatives: self.true_positives,
        };
        matthews(&[*self, rest])
    }

    /// The weight of all rows.
    pub fn weight(&self) -> f64 {
        self.true_positives + self.false_positives + self.false_negatives + self.true_negatives
    }

    /// The weight of the rows of the class.
    pub fn support(&self) -> f64 {
        self.true_positives + self.false_negatives
    }

    /// The weight of the rows predicted as the class.
    pub fn predicted(&self) -> f64 {
        self.true_positives + self.false_positives
    }

    /// A metric by its name.
    pub fn measure(&self, measure: ClassMeasure) -> f64 {
        match measure {
            ClassMeasure::Precision => self.precision(),
            ClassMeasure::Recall => self.recall(),
            ClassMeasure::Specificity => self.specificity(),
            ClassMeasure::FBeta(beta) => self.f_beta(beta),
            ClassMeasure::Jaccard => self.jaccard(),
            ClassMeasure::NegativePredictiveValue => self.negative_predictive_value(),
            ClassMeasure::FalsePositiveRate => self.false_positive_rate(),
        }
    }

    fn plus(self, other: &ClassCounts) -> ClassCounts {
        ClassCounts {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            false_negatives: self.false_negatives + other.false_negatives,
            true_negatives: self.true_negatives + other.true_negatives,
        }
    }
}

/// A metric averaged over classes. A class whose denominator is zero gets the value `undefined`; NaN leaves it
/// out. The result is NaN if no class is left. Classes that never occur weigh nothing in [`Average::Weighted`],
/// unless none does: then they all weigh the same.
pub fn average(counts: &[ClassCounts], measure: ClassMeasure, average: Average, undefined: f64) -> f64 {
    let value = |counts: &ClassCounts| match counts.measure(measure) {
        value if value.is_nan() => undefined,
        value => value,
    };
    match average {
        Average::Micro => value(&counts.iter().fold(ClassCounts::default(), ClassCounts::plus)),
        Average::Macro => mean(counts.iter().map(|c| (value(c), 1.0))),
        Average::Weighted => match mean(counts.iter().map(|c| (value(c), c.support()))) {
            mean_of if mean_of.is_nan() => mean(counts.iter().map(|c| (value(c), 1.0))),
            mean_of => mean_of,
        },
    }
}

/// Matthews' correlation from the counts of every class; see [`ConfusionMatrix::matthews`](super::ConfusionMatrix::matthews).
pub(crate) fn matthews(counts: &[ClassCounts]) -> f64 {
    let product = |a: fn(&ClassCounts) -> f64, b: fn(&ClassCounts) -> f64| -> f64 {
        counts.iter().map(|c| a(c) * b(c)).sum()
    };
    let (support, predicted) = (ClassCounts::support, ClassCounts::predicted);
    let only_one = |rows: fn(&ClassCounts) -> f64| counts.iter().filter(|c| rows(c) > 0.0).count() < 2;
    if only_one(support) || only_one(predicted) {
        return f64::NAN;
    }
    let n: f64 = counts.iter().map(support).sum();
    let right: f64 = counts.iter().map(|c| c.true_positives).sum();
    let spread = (n * n - product(predicted, predicted)) * (n * n - product(support, support));
    (right * n - product(support, predicted)) / spread.sqrt()
}

/// The mean of the values that are not NaN.
pub(crate) fn mean(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (sum, weight) = values
        .filter(|(value, _)| !value.is_nan())
        .fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + weight * value, total + weight));
    sum / weight
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 001:82, 002:F03, 002:F04, 001:83, 002:F05, 002:F06
    #[test]
    fn textbook_counts() {
        // Curriculum 001 G7.
        let counts = ClassCounts {
            true_positives: 40.0,
            false_positives: 20.0,
            false_negatives: 10.0,
            true_negatives: 130.0,
        };
        let close =
            |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-15, "{found}, not {wanted}");
        close(counts.accuracy(), 0.85);
        close(counts.precision(), 2.0 / 3.0);
        close(counts.recall(), 0.8);
        close(counts.f_beta(1.0), 8.0 / 11.0);
        close(counts.f_beta(2.0), 10.0 / 13.0);
        close(counts.f_beta(0.5), 20.0 / 29.0);
        close(counts.f_beta(0.0), counts.precision());
        close(counts.f_beta(f64::INFINITY), counts.recall());
        close(counts.specificity(), 130.0 / 150.0);
        close(counts.false_positive_rate(), 20.0 / 150.0);
        close(counts.negative_predictive_value(), 130.0 / 140.0);
        close(counts.jaccard(), 40.0 / 70.0);
    }

    #[test]
    fn undefined_classes_get_a_value_or_are_left_out() {
        let seen = ClassCounts { true_positives: 1.0, false_positives: 1.0, ..ClassCounts::default() };
        let unseen = ClassCounts { true_negatives: 2.0, ..ClassCounts::default() };
        let macro_precision =
            |undefined| average(&[seen, unseen], ClassMeasure::Precision, Average::Macro, undefined);
        assert_eq!(macro_precision(0.0), 0.25);
        assert_eq!(macro_precision(1.0), 0.75);
        assert_eq!(macro_precision(f64::NAN), 0.5);
        assert!(average(&[unseen], ClassMeasure::Recall, Average::Macro, f64::NAN).is_nan());
        assert_eq!(average(&[unseen], ClassMeasure::Recall, Average::Weighted, 1.0), 1.0);
    }
}
