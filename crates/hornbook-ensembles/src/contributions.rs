//! How much each column moves what an ensemble says.

use crate::combination_rule::CombinationRule;
use crate::members::Member;
use crate::model::EnsembleModel;
use hornbook_core::{Result, Run};
use hornbook_data::Features;
use hornbook_learner::ShapValues;

/// Rounding, relative to the largest answer.
const NEGLIGIBLE: f64 = 1e-9;

/// Shapley's division is linear: that of a weighted mean is the mean of the members'. Other rules are not linear in what
/// the members say, and have none.
pub(crate) fn of_mean(
    model: &EnsembleModel,
    rows: &Features<'_>,
    background: Option<&Features<'_>>,
    run: &Run,
) -> Result<Option<ShapValues>> {
    let CombinationRule::Mean { weights } = &model.rule else { return Ok(None) };
    let outputs = model.info.schema.target.classes.len().max(1);
    let width = model.info.schema.inputs.len();
    let total: f64 = weights.iter().sum();
    let (mut base, mut values) = (vec![0.0; outputs], vec![0.0; rows.rows() * width * outputs]);
    for (member, weight) in model.members.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
        let share = weight / total;
        let background = background.map(|rows| member.rows(rows));
        let part = member.model.predictor()?.shap_values(&member.rows(rows), background.as_deref(), run)?;
        let Some(part) = part.filter(|part| part.outputs() == outputs) else { return Ok(None) };
        if !is_of_answers(&part, member, model.is_numbers(), rows)? {
            return Ok(None);
        }
        base.iter_mut().zip(part.base()).for_each(|(sum, x)| *sum += share * x);
        for row in 0..part.rows() {
            for at in 0..part.columns() {
                let column = member.columns.as_ref().map_or(at, |columns| columns[at] as usize);
                let place = (row * width + column) * outputs;
                for output in 0..outputs {
                    values[place + output] += share * part.value(row, at, output);
                }
            }
        }
    }
    Ok(Some(ShapValues::new(base, values, rows.rows(), width)))
}

/// Whether it is what a member says that was divided, and not a score from which that follows, such as log odds, nor what
/// it said before it was calibrated.
fn is_of_answers(part: &ShapValues, member: &Member, numbers: bool, rows: &Features<'_>) -> Result<bool> {
    let said = if numbers { member.numbers(rows)? } else { member.probabilities(rows)?.into_values() };
    let most = said.iter().fold(1.0f64, |most, x| most.max(x.abs()));
    let outputs = part.outputs();
    Ok(said.iter().enumerate().all(|(at, x)| {
        let (row, output) = (at / outputs, at % outputs);
        let moved: f64 = (0..part.columns()).map(|column| part.value(row, column, output)).sum();
        (part.base()[output] + moved - x).abs() <= NEGLIGIBLE * most
    }))
}
