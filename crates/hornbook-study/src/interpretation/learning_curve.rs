//! The learning curve: would more data help?

use crate::record::{LearningCurveRecord, LearningPointRecord, ScoreRecord};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::EvaluationOptions;
use hornbook_evaluation::model_selection::{LearningCurve, LearningCurveOptions, TrainingSizes};
use hornbook_learner::Learner;

/// The fractions of the rows that are trained on, and how often.
const SHARES: [f64; 6] = [0.05, 0.1, 0.2, 0.4, 0.65, 0.9];
const REPEATS: usize = 4;
/// Rows of which the curve is made.
const ROWS: usize = 20_000;

/// The learning curve of a learner.
pub(crate) fn learning_curve(
    learner: &dyn Learner,
    data: &Dataset,
    scoring: &EvaluationOptions,
    (score, seed): (Option<&ScoreRecord>, u64),
    run: &Run,
) -> Result<LearningCurveRecord> {
    let options = LearningCurveOptions {
        sizes: TrainingSizes::Shares(SHARES.to_vec()),
        repeats: Some(REPEATS),
        seed,
        ..LearningCurveOptions::default()
    };
    let rows = data.subsampled(ROWS);
    let curve = LearningCurve::of(learner, &rows, &options, scoring, &run.part(0))?;
    let finite = |x: f64| x.is_finite().then_some(x);
    let points = curve
        .points
        .iter()
        .filter(|point| point.test.mean.is_finite())
        .map(|point| LearningPointRecord {
            rows: point.rows,
            training: finite(point.training.mean),
            test: point.test.mean,
            interval: point.interval.as_ref().map(|interval| (interval.low, interval.high)),
            baseline: finite(point.baseline.mean),
        })
        .collect();
    let still_helps = curve.still_helps();
    let conclusion = match &curve.forecast {
        Some(forecast) if still_helps => {
            // The curve is of parts of the rows: what it says of more rows is said of the score that was reported.
            let now = score.map_or(forecast.now, |score| score.value);
            let loss = |value: f64| curve.measure.loss(value);
            let ratio = loss(forecast.twice) / loss(forecast.now);
            let twice = curve.measure.of_loss(loss(now) * ratio);
            format!(
                "More data would help: with twice as many rows, the {} is extrapolated to go from {} to about {}.",
                curve.measure,
                curve.measure.show(now),
                curve.measure.show(twice)
            )
        }
        Some(_) => {
            format!("More data would hardly help: the learning curve of the {} has flattened.", curve.measure)
        }
        None => "There are too few rows to extrapolate the learning curve.".to_string(),
    };
    Ok(LearningCurveRecord { measure: curve.measure.to_string(), points, still_helps, conclusion })
}
