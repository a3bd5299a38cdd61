//! Outlier detection: labels, scores and the decision threshold that detectors share.

use crate::outputs::Predictions;
use hornbook_core::{ParameterKind, ParameterValue, Task, Value};
use hornbook_data::{Levels, TargetSchema};
use hornbook_math::quantiles::{QuantileMethod, quantile};
use serde_json::json;

/// What the predictions are called.
const ANSWER: &str = "outlier";
/// The index of the outliers among the [`answers`].
const OUTLIER: u32 = 1;

/// What a row can be.
pub fn answers() -> Levels {
    ["inlier".to_string(), "outlier".to_string()].into_iter().collect()
}

/// What a model of outliers predicts.
pub fn answer_schema() -> TargetSchema {
    TargetSchema { name: ANSWER.to_string(), task: Task::Outliers, classes: answers() }
}

/// Rows with a score above the threshold are outliers.
pub fn predictions(scores: &[f64], threshold: f64) -> Predictions {
    let code = |score: &f64| if *score > threshold { OUTLIER } else { 0 };
    Predictions::Classes(scores.iter().map(code).collect(), answers())
}

/// Expected fraction of outliers, which sets the decision threshold on the score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Contamination {
    /// Not known: rows with a score above the default threshold of the learner are outliers.
    Auto,
    /// This fraction: the threshold is the score that so many training rows are above.
    Share(f64),
}

impl Contamination {
    /// The threshold, given the scores and weights of the training rows.
    pub fn threshold(self, usual: f64, scores: &[f64], weights: &[f64]) -> f64 {
        match self {
            Contamination::Auto => usual,
            Contamination::Share(share) => score_above(share, scores, weights).unwrap_or(usual),
        }
    }
}

impl ParameterValue for Contamination {
    const KIND: ParameterKind = ParameterKind::FloatOr(&[(
        "auto",
        "Not known: rows with a score above the default threshold of the learner are outliers.",
    )]);

    fn to_value(&self) -> Value {
        match self {
            Contamination::Auto => json!("auto"),
            Contamination::Share(share) => json!(share),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(Contamination::Auto),
            _ => value.as_f64().map(Contamination::Share),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Contamination::Auto => None,
            Contamination::Share(share) => Some(*share),
        }
    }
}

/// The score that a fraction of the weight lies above, between two scores in proportion; none without rows.
pub fn score_above(share: f64, scores: &[f64], weights: &[f64]) -> Option<f64> {
    // Counted from the highest score down, so that the fraction is not rounded by taking it from 1.
    let downward: Vec<f64> = scores.iter().map(|score| -score).collect();
    let found = -quantile(&downward, Some(weights), share, QuantileMethod::Linear);
    (!found.is_nan()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_quantiles_of_the_scores() {
        // numpy.quantile([0.1, 0.2, 0.3, 0.4, 0.9], 1 - share)
        let scores = [0.4, 0.9, 0.1, 0.3, 0.2];
        for (share, expected) in [(0.1, 0.7), (0.25, 0.4), (0.4, 0.34), (0.5, 0.3)] {
            let found = score_above(share, &scores, &[1.0; 5]).unwrap();
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
        let heavy = score_above(0.3, &[0.4, 0.9, 0.1], &[2.0, 3.0, 4.0]);
        let copies = score_above(0.3, &[0.1, 0.9, 0.4, 0.9, 0.1, 0.1, 0.4, 0.1, 0.9], &[1.0; 9]);
        assert_eq!(heavy, copies);
        assert_eq!(score_above(0.5, &[0.7], &[0.25]), Some(0.7));
        assert_eq!(score_above(0.5, &[], &[]), None);
    }

    #[test]
    fn above_the_threshold_is_an_outlier() {
        let found = predictions(&[0.5, 0.6], Contamination::Auto.threshold(0.5, &[], &[]));
        assert_eq!((found.label(0).as_str(), found.label(1).as_str()), ("inlier", "outlier"));
        assert_eq!(Contamination::Share(0.5).threshold(0.5, &[0.1, 0.3], &[1.0, 1.0]), 0.2);
    }
}
