//! What to do for the costs that were given.

use crate::record::DecisionRecord;
use hornbook_core::Result;
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::{Measure, TargetsAndPredictions, TestPredictions};

/// The decisions of least expected loss, with what they cost on test rows; none without costs or classes.
pub(crate) fn decision_record(
    losses: Option<&LossMatrix>,
    test_predictions: &TestPredictions,
) -> Result<Option<DecisionRecord>> {
    let (Some(losses), TargetsAndPredictions::Classes { levels, truth, probabilities, .. }) =
        (losses, &test_predictions.values)
    else {
        return Ok(None);
    };
    let losses = losses.for_classes(levels)?;
    let costs = &test_predictions.costs;
    let mean = |decisions: &[u32]| {
        let loss = |(row, (&action, &class)): (usize, (&u32, &u32))| {
            let cost = costs.get(row).copied();
            test_predictions.weights[row] * losses.at_cost(action as usize, class as usize, cost)
        };
        let sum: f64 = decisions.iter().zip(truth).enumerate().map(loss).sum();
        sum / test_predictions.weights.iter().sum::<f64>()
    };
    let best = mean(&losses.decide_with_costs(probabilities, costs)?);
    let likeliest = LossMatrix::zero_one(&levels[..])?.decide_all(probabilities)?;
    let plain = mean(&likeliest);
    let threshold = match levels.len() {
        2 => losses.threshold().ok(),
        _ => None,
    };
    let (actions, classes) = (losses.actions(), losses.classes());
    let costs = actions.iter().enumerate().flat_map(|(a, action)| {
        let losses = &losses;
        classes.iter().enumerate().map(move |(c, class)| (action.clone(), class.clone(), losses.at(a, c)))
    });
    let gain = format!(
        "mean cost per row {}, against {} for the most probable class",
        Measure::ExpectedLoss.show(best),
        Measure::ExpectedLoss.show(plain)
    );
    let sentence = match threshold {
        Some(threshold) => format!(
            "Decision threshold for these costs: predict '{}' from a probability of {threshold:.3} on ({gain}).",
            levels[1]
        ),
        None => format!("Cost-sensitive decision: take the action of least expected cost ({gain})."),
    };
    Ok(Some(DecisionRecord { sentence, threshold, costs: costs.collect(), mean_cost: Some((best, plain)) }))
}
