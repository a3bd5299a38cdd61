//! AdaBoost.R2.

use super::{AdaBoost, AdaBoostState, BoostLoss};
use crate::combination_rule::{CombinationRule, weighted_median};
use crate::events::EnsembleEvent;
use crate::members::{Member, numbers_of};
use hornbook_core::Result;
use hornbook_learner::TrainingSummary;

pub(super) fn boost(
    boost: &AdaBoost,
    rounds: &mut AdaBoostState<'_>,
    summary: &mut TrainingSummary,
) -> Result<CombinationRule> {
    let truth = numbers_of(rounds.data)?;
    let features = rounds.data.row_features();
    let row_weights = rounds.data.row_weights();
    // What each member says; only a trace asks for them.
    let mut answers: Vec<Vec<f64>> = Vec::new();
    while let Some(model) = rounds.next()? {
        let member = Member::of(model);
        let predicted = member.numbers(&features)?;
        let mut losses: Vec<f64> = truth.iter().zip(&predicted).map(|(y, p)| (y - p).abs()).collect();
        let largest = losses.iter().copied().fold(0.0, f64::max);
        if largest > 0.0 {
            losses.iter_mut().for_each(|loss| *loss = scaled(boost.loss, *loss / largest));
        }
        let error = losses.iter().zip(&rounds.weights).map(|(loss, weight)| loss * weight).sum::<f64>()
            / rounds.total;
        if error <= 0.0 {
            rounds.keep_alone(member.model);
            break;
        }
        if error >= 0.5 {
            rounds.give_up(member.model, error, summary);
            break;
        }
        let beta = error / (1.0 - error);
        let vote = -boost.learning_rate * beta.ln();
        rounds.reweigh(|row| beta.powf((1.0 - losses[row]) * boost.learning_rate));
        rounds.keep(member.model, vote, error);
        rounds.run.trace(|| {
            answers.push(predicted);
            let off = |row: usize| (weighted_median(&answers, &rounds.votes, row) - truth[row]).abs();
            let sum: f64 = row_weights.iter().enumerate().map(|(row, weight)| weight * off(row)).sum();
            EnsembleEvent::Round {
                round: rounds.members.len(),
                error,
                beta,
                vote,
                weights: rounds.shares(),
                ensemble_error: sum / rounds.total,
            }
        });
    }
    Ok(CombinationRule::Median { votes: rounds.votes.clone() })
}

fn scaled(loss: BoostLoss, error: f64) -> f64 {
    match loss {
        BoostLoss::Linear => error,
        BoostLoss::Square => error * error,
        BoostLoss::Exponential => 1.0 - (-error).exp(),
    }
}
