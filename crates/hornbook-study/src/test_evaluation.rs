//! The evaluation of the model that is kept, on rows that the models behind it did not see.

use crate::baseline_test::BaselineVerdict;
use crate::record::{ClassPlots, ConfusionRecord, NumberPlots, ResultRecord, ScoreRecord, TestedRows};
use hornbook_core::Result;
use hornbook_evaluation::{Curves, TargetsAndPredictions, TestPredictions};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

/// Quantiles of the residuals, in per cent.
const PER_CENT: [f64; 9] = [1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0];
/// The coverage of the prediction interval.
const INTERVAL_LEVEL: f64 = 0.9;
/// Points of a plot of predictions; the eye sees no more.
const POINTS: usize = 500;

/// Predictions for rows that the models did not see, and what they are worth.
pub(crate) struct TestEvaluation {
    /// The evaluation design, in words.
    pub design: String,
    pub tested: TestedRows,
    /// The metric that is reported first at the front.
    pub scores: Vec<ScoreRecord>,
    pub baseline_scores: Vec<ScoreRecord>,
    pub verdict: BaselineVerdict,
    /// Sentences about what the test of the verdict did not look at.
    pub notes: Vec<String>,
    pub test_predictions: TestPredictions,
}

impl TestEvaluation {
    /// What is known of the model by these rows.
    pub fn result(&self) -> Result<ResultRecord> {
        // A metric that is undefined says nothing.
        let shown = |scores: &[ScoreRecord]| -> Vec<ScoreRecord> {
            scores.iter().filter(|score| score.value.is_finite()).cloned().collect()
        };
        Ok(ResultRecord {
            design: self.design.clone(),
            tested: self.tested,
            rows: self.test_predictions.len(),
            scores: shown(&self.scores),
            baseline: shown(&self.baseline_scores),
            beats_baseline: self.verdict.is_better,
            p_value: self.verdict.p_value,
            classes: self.class_plots(),
            confusion: self.confusion(),
            numbers: self.number_plots(),
            calibration: None,
            decision: None,
            learning_curve: None,
        })
    }

    fn class_plots(&self) -> Vec<ClassPlots> {
        let Ok(Curves::Classes(curves)) = Curves::of(&self.test_predictions) else { return Vec::new() };
        let TargetsAndPredictions::Classes { levels, truth, .. } = &self.test_predictions.values else {
            return Vec::new();
        };
        let total: f64 = self.test_predictions.weights.iter().sum();
        let share = |class: &str| {
            let weight = truth.iter().zip(&self.test_predictions.weights);
            let own = weight.filter(|(code, _)| levels[**code as usize] == class).map(|(_, weight)| weight);
            own.sum::<f64>() / total
        };
        let flat = |points: &[[f64; 3]]| {
            points
                .iter()
                .map(|point| (point[0], point[1]))
                .filter(|(x, y)| x.is_finite() && y.is_finite())
                .collect()
        };
        curves
            .iter()
            .map(|curve| ClassPlots {
                class: curve.class.clone(),
                area: area(&curve.roc),
                roc: flat(&curve.roc),
                precision_recall: flat(&curve.precision_recall),
                share: share(&curve.class),
                calibration: curve
                    .calibration
                    .iter()
                    .filter(|point| point.iter().all(|x| x.is_finite()))
                    .map(|point| (point[0], point[1], point[2]))
                    .collect(),
            })
            .collect()
    }

    fn confusion(&self) -> Option<ConfusionRecord> {
        let TargetsAndPredictions::Classes { levels, truth, predicted, .. } = &self.test_predictions.values
        else {
            return None;
        };
        let mut weights = vec![vec![0.0; levels.len()]; levels.len()];
        for (row, weight) in self.test_predictions.weights.iter().enumerate() {
            weights[truth[row] as usize][predicted[row] as usize] += weight;
        }
        Some(ConfusionRecord { classes: levels.to_vec(), weights })
    }

    fn number_plots(&self) -> Option<NumberPlots> {
        let TargetsAndPredictions::Numbers { truth, predicted } = &self.test_predictions.values else {
            return None;
        };
        let finite = |pair: &(f64, f64)| pair.0.is_finite() && pair.1.is_finite();
        let pairs: Vec<(f64, f64)> =
            truth.iter().copied().zip(predicted.iter().copied()).filter(finite).collect();
        let residuals: Vec<f64> = pairs.iter().map(|(truth, predicted)| truth - predicted).collect();
        let distribution = EmpiricalDistribution::unweighted(residuals.iter().copied());
        let mut sizes: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        // One more than there are, so that the next row is counted among them.
        let place = ((sizes.len() + 1) as f64 * INTERVAL_LEVEL).ceil() as usize;
        let half_width = place.checked_sub(1).and_then(|place| sizes.get(place)).copied();
        let step = pairs.len().div_ceil(POINTS).max(1);
        Some(NumberPlots {
            truth_predicted: pairs.iter().step_by(step).copied().collect(),
            residual_quantiles: PER_CENT
                .iter()
                .map(|&q| (q, distribution.quantile(q / 100.0, QuantileMethod::Linear)))
                .filter(|(_, residual)| !residual.is_nan())
                .collect(),
            interval_half_width: half_width,
            interval_level: half_width.map(|_| INTERVAL_LEVEL),
        })
    }
}

/// The area under a curve of points, by trapezia.
fn area(points: &[[f64; 3]]) -> Option<f64> {
    let area: f64 =
        points.windows(2).map(|pair| (pair[1][0] - pair[0][0]) * 0.5 * (pair[0][1] + pair[1][1])).sum();
    (area.is_finite() && points.len() > 1).then_some(area.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_widths_hold_what_they_say() {
        let truth: Vec<f64> = (0..99).map(f64::from).collect();
        let test_predictions = TestPredictions::of_numbers(truth, vec![0.0; 99], None).unwrap();
        let test_evaluation = TestEvaluation {
            design: String::new(),
            tested: TestedRows::HeldOut,
            scores: Vec::new(),
            baseline_scores: Vec::new(),
            verdict: BaselineVerdict { is_better: false, p_value: None },
            notes: Vec::new(),
            test_predictions,
        };
        let plots = test_evaluation.number_plots().unwrap();
        assert_eq!(plots.interval_half_width, Some(89.0));
        assert_eq!(plots.residual_quantiles[4], (50.0, 49.0));
    }
}
