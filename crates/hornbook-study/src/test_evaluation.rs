//! The evaluation of the selected model on the held-out test set.

use crate::record::{ClassPlots, ConfusionRecord, NumberPlots, ResultRecord, ScoreRecord, TestedRows};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::significance::{Alternative, McNemar, PairedOutcomes, mcnemar, paired_t};
use hornbook_evaluation::{
    Curves, EvaluationOptions, Measure, Score, TargetsAndPredictions, TestPredictions,
};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

/// Quantiles of the residuals, in per cent.
const PER_CENT: [f64; 9] = [1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0];
/// The coverage of the prediction interval.
const INTERVAL_LEVEL: f64 = 0.9;
/// Points of a plot of predictions; the eye sees no more.
const POINTS: usize = 500;

/// Predictions for held-out test rows, with those of the baseline.
pub(crate) struct TestEvaluation {
    /// The evaluation design, in words.
    pub design: String,
    pub tested: TestedRows,
    pub test_predictions: TestPredictions,
    pub baseline: TestPredictions,
}

impl TestEvaluation {
    /// What is known of the model by these rows.
    pub fn result(&self, data: &Dataset, scoring: &EvaluationOptions, run: &Run) -> Result<ResultRecord> {
        let groups = data.groups().map(|groups| &**groups);
        let scores = scoring.scores(&self.test_predictions, groups, run)?;
        let baseline = scoring.scores(&self.baseline, groups, run)?;
        let p_value = scores.first().map(|score| self.p_value(score.measure)).transpose()?.flatten();
        let clears = scores.first().zip(baseline.first()).is_some_and(|(score, base)| clears(score, base));
        let beats_baseline = clears && p_value.is_none_or(|p| p <= SIGNIFICANCE_LEVEL);
        // A metric that is undefined says nothing.
        let shown = |scores: &[Score]| {
            scores.iter().filter(|score| score.value.is_finite()).map(ScoreRecord::of).collect::<Vec<_>>()
        };
        Ok(ResultRecord {
            design: self.design.clone(),
            tested: self.tested,
            rows: self.test_predictions.len(),
            scores: shown(&scores),
            baseline: shown(&baseline),
            beats_baseline,
            p_value,
            classes: self.class_plots(),
            confusion: self.confusion(),
            numbers: self.number_plots(),
            calibration: None,
            decision: None,
            learning_curve: None,
        })
    }

    /// The p-value against the baseline, by the losses of the rows; none if rows have sample weights.
    fn p_value(&self, measure: Measure) -> Result<Option<f64>> {
        if self.test_predictions.weights.iter().any(|&weight| weight != 1.0)
            || self.test_predictions.len() < 3
        {
            return Ok(None);
        }
        match (&self.test_predictions.values, &self.baseline.values) {
            (
                TargetsAndPredictions::Classes { truth, predicted, .. },
                TargetsAndPredictions::Classes { predicted: guessed, .. },
            ) if !measure.needs_probabilities() => {
                let right = |predicted: &[u32]| -> Vec<bool> {
                    truth.iter().zip(predicted).map(|(truth, predicted)| truth == predicted).collect()
                };
                let outcomes = PairedOutcomes::of(&right(predicted), &right(guessed))?;
                Ok(Some(mcnemar(&outcomes, McNemar::MidP, Alternative::Greater, 0.95)?.p_value))
            }
            _ => {
                let (own, base) = (losses(&self.test_predictions), losses(&self.baseline));
                Ok(Some(paired_t(&base, &own, Alternative::Greater, 0.95)?.p_value))
            }
        }
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

/// Whether the confidence interval of a score excludes the baseline's value.
fn clears(score: &Score, base: &Score) -> bool {
    score.interval.as_ref().is_some_and(|interval| match score.measure.higher_is_better() {
        true => interval.low > base.value,
        false => interval.high < base.value,
    })
}

/// How bad each row's prediction is: for classes the probability that the true one was not given, in nats; for numbers
/// the squared error.
fn losses(test_predictions: &TestPredictions) -> Vec<f64> {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { truth, probabilities, .. } => truth
            .iter()
            .enumerate()
            .map(|(row, &class)| -probabilities.at(row, class as usize).max(1e-15).ln())
            .collect(),
        TargetsAndPredictions::Numbers { truth, predicted } => {
            truth.iter().zip(predicted).map(|(truth, predicted)| (truth - predicted).powi(2)).collect()
        }
        // A study has a target.
        _ => vec![0.0; test_predictions.len()],
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
            baseline: test_predictions.clone(),
            test_predictions,
        };
        let plots = test_evaluation.number_plots().unwrap();
        assert_eq!(plots.interval_half_width, Some(89.0));
        assert_eq!(plots.residual_quantiles[4], (50.0, 49.0));
    }
}
