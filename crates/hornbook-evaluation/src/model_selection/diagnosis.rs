//! Diagnosis: underfitting, overfitting, or balanced?

use super::fold_mean::FoldMean;
use crate::measure::Measure;
use crate::policy::CLEAR_STANDARD_ERRORS;
use hornbook_core::as_text;
use serde::Serialize;
use std::fmt;

/// How a model fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitKind {
    /// Poor even on the rows it was trained on: it cannot express what there is to learn, or there is nothing.
    Underfitting,
    /// Good on the rows it was trained on and clearly worse on others: it has learned what was chance in them.
    Overfitting,
    /// Good on the rows it was trained on, and not much worse on others.
    Balanced,
    /// The numbers do not say.
    Unclear,
}

impl fmt::Display for FitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FitKind::Underfitting => "underfitting",
            FitKind::Overfitting => "overfitting",
            FitKind::Balanced => "balanced",
            FitKind::Unclear => "unclear",
        })
    }
}

/// How a model fits, with the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FitDiagnosis {
    /// In a word.
    #[serde(serialize_with = "as_text")]
    pub fit: FitKind,
    /// In a sentence.
    pub sentence: String,
}

impl fmt::Display for FitDiagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fit, self.sentence)
    }
}

/// The part of the baseline's loss that matters: a gain below it is hardly one, a gap below it does little harm.
const MATTERS: f64 = 0.2;

/// Tells underfitting from overfitting by what a model does on the rows it was trained on, on others, and what the
/// baseline does.
///
/// The distance of a value from the best possible one is its loss: $1 - x$ for metrics of which more is better, $x$
/// for others. With the losses $t$ in training, $o$ on other rows and $b$ of the baseline, a fit is
///
/// - underfitting if $b - t$ and $b - o$ are below a fifth of $b$;
/// - overfitting if $b - t$ is not, and $o - t$ is a fifth of $b$ or more and more than two of its standard errors;
/// - balanced if $b - t$ is not, and $o - t$ is below a fifth of $b$;
/// - unclear otherwise: the gap may be chance, a number is undefined, or the baseline leaves nothing to gain.
///
/// ```
/// use hornbook_evaluation::Measure;
/// use hornbook_evaluation::model_selection::{FoldMean, FitKind, diagnose};
/// let value = |mean| FoldMean { mean, standard_error: 0.01 };
/// let diagnosis = diagnose(Measure::Accuracy, value(1.0), value(0.55), 0.5);
/// assert_eq!(diagnosis.fit, FitKind::Overfitting);
/// assert_eq!(
///     diagnosis.to_string(),
///     "overfitting: the accuracy is 1.000 on the training set and 0.550 on the validation set"
/// );
/// ```
pub fn diagnose(measure: Measure, training: FoldMean, test: FoldMean, baseline: f64) -> FitDiagnosis {
    let [trained, other, base] = [training.mean, test.mean, baseline].map(|x| measure.loss(x));
    let [shown, shown_other, shown_base] = [training.mean, test.mean, baseline].map(|x| measure.show(x));
    let because = |fit, sentence| FitDiagnosis { fit, sentence };
    if !(trained.is_finite() && other.is_finite() && base.is_finite()) {
        return because(
            FitKind::Unclear,
            format!("the {measure} is undefined on the training or the validation set"),
        );
    }
    if base <= 0.0 {
        return because(FitKind::Unclear, format!("the baseline has the best possible {measure} already"));
    }
    let matters = MATTERS * base;
    let gap = other - trained;
    let noise = training.standard_error.hypot(test.standard_error);
    let both =
        format!("the {measure} is {shown} on the training set and {shown_other} on the validation set");
    if base - trained < matters {
        return if base - other < matters {
            let sentence = format!(
                "even on the training set the {measure} of {shown} is hardly better than the baseline's {shown_base}"
            );
            because(FitKind::Underfitting, sentence)
        } else {
            because(FitKind::Unclear, format!("{both}, which is unexpected"))
        };
    }
    if gap < matters {
        because(FitKind::Balanced, format!("{both}, where the baseline's is {shown_base}"))
    } else if gap > CLEAR_STANDARD_ERRORS * noise {
        because(FitKind::Overfitting, both)
    } else {
        because(FitKind::Unclear, format!("{both}, which may be chance; use more splits"))
    }
}

/// The errors of a hypothesis, or any other loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainTestErrors {
    /// On the rows it was trained on.
    pub training: f64,
    /// On all instances, or its estimate from validation rows.
    pub truth: f64,
}

/// Whether a hypothesis overfits in the light of another: it has the smaller error in training and the larger one in
/// truth. False if an error is undefined.
///
/// ```
/// use hornbook_evaluation::model_selection::{TrainTestErrors, overfits};
/// let (full, pruned) = (TrainTestErrors { training: 0.0, truth: 0.3 }, TrainTestErrors { training: 0.1, truth: 0.2 });
/// assert!(overfits(full, pruned) && !overfits(pruned, full));
/// ```
pub fn overfits(hypothesis: TrainTestErrors, other: TrainTestErrors) -> bool {
    hypothesis.training < other.training && hypothesis.truth > other.truth
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fit(measure: Measure, training: (f64, f64), test: (f64, f64), baseline: f64) -> FitKind {
        let estimate = |(mean, standard_error)| FoldMean { mean, standard_error };
        diagnose(measure, estimate(training), estimate(test), baseline).fit
    }

    #[test]
    fn each_of_the_four() {
        use Measure::{Accuracy, RSquared, Rmse, RocAuc};
        assert_eq!(fit(Accuracy, (0.55, 0.01), (0.5, 0.01), 0.5), FitKind::Underfitting);
        assert_eq!(fit(Accuracy, (1.0, 0.0), (0.52, 0.02), 0.5), FitKind::Overfitting);
        assert_eq!(fit(Accuracy, (0.93, 0.01), (0.9, 0.01), 0.5), FitKind::Balanced);
        assert_eq!(fit(Accuracy, (1.0, 0.0), (0.7, 0.2), 0.5), FitKind::Unclear);
        // Where one class is common, an accuracy of 0.91 is poor.
        assert_eq!(fit(Accuracy, (0.91, 0.0), (0.9, 0.0), 0.9), FitKind::Underfitting);
        assert_eq!(fit(Rmse, (9.0, 0.1), (9.5, 0.1), 10.0), FitKind::Underfitting);
        assert_eq!(fit(Rmse, (1.0, 0.1), (9.5, 0.1), 10.0), FitKind::Overfitting);
        assert_eq!(fit(Rmse, (1.0, 0.1), (1.5, 0.1), 10.0), FitKind::Balanced);
        assert_eq!(fit(RSquared, (0.9, 0.01), (-0.2, 0.1), 0.0), FitKind::Overfitting);
        assert_eq!(fit(RocAuc, (f64::NAN, 0.0), (0.7, 0.0), 0.5), FitKind::Unclear);
        assert_eq!(fit(Accuracy, (1.0, 0.0), (1.0, 0.0), 1.0), FitKind::Unclear);
        assert_eq!(fit(Accuracy, (0.5, 0.0), (0.9, 0.0), 0.5), FitKind::Unclear);
        // One split cannot tell a gap from chance; that there is no gap it can.
        assert_eq!(fit(Accuracy, (1.0, f64::NAN), (0.6, f64::NAN), 0.5), FitKind::Unclear);
        assert_eq!(fit(Accuracy, (0.9, f64::NAN), (0.9, f64::NAN), 0.5), FitKind::Balanced);
    }

    proptest! {
        /// The unit of the target says nothing about the fit, and a larger gap never looks better.
        #[test]
        fn scale_and_order(t in 0.0..1.0f64, gap in 0.0..1.0f64, error in 0.0..0.2f64, unit in 0.01..100.0f64) {
            let of = |gap: f64, unit: f64| {
                fit(Measure::Mae, (t * unit, error * unit), ((t + gap) * unit, error * unit), unit)
            };
            // Away from the thresholds, where rounding could decide.
            let near = [1.0 - t - 0.2, gap - 0.2, 1.0 - t - gap - 0.2, gap - 2.0 * error * 2f64.sqrt()];
            prop_assume!(near.iter().all(|x| x.abs() > 1e-9));
            prop_assert_eq!(of(gap, 1.0), of(gap, unit));
            if of(gap, 1.0) == FitKind::Overfitting {
                prop_assert_eq!(of(gap + 0.5, 1.0), FitKind::Overfitting);
            }
        }
    }

    // proves: 000a:D3
    #[test]
    fn overfitting_by_definition() {
        let errors = |training, truth| TrainTestErrors { training, truth };
        assert!(overfits(errors(0.02, 0.35), errors(0.1, 0.25)));
        assert!(!overfits(errors(0.02, 0.25), errors(0.1, 0.25)));
        assert!(!overfits(errors(0.1, 0.35), errors(0.1, 0.25)));
        assert!(!overfits(errors(0.0, f64::NAN), errors(0.1, 0.25)));
    }
}
