//! AdaBoost.M1 and SAMME.

use super::{AdaBoost, AdaBoostState, BoostAlgorithm};
use crate::combination_rule::CombinationRule;
use crate::events::EnsembleEvent;
use crate::members::{classes_of, present};
use hornbook_core::{Error, Result};
use hornbook_learner::{Predictions, TrainingSummary, first_largest};

pub(super) fn boost(
    boost: &AdaBoost,
    rounds: &mut AdaBoostState<'_>,
    summary: &mut TrainingSummary,
) -> Result<CombinationRule> {
    let (truth, levels) = classes_of(rounds.data)?;
    let present = present(&truth, levels.len());
    let features = rounds.data.row_features();
    let row_weights = rounds.data.row_weights();
    let classes = present.len().max(2) as f64;
    let (bound, bonus) = match boost.algorithm {
        BoostAlgorithm::M1 => (0.5, 0.0),
        BoostAlgorithm::Samme => (1.0 - 1.0 / classes, (classes - 1.0).ln()),
    };
    // The votes for each class of each row; only a trace asks for them.
    let mut tally = if rounds.run.is_traced() { vec![0.0; truth.len() * levels.len()] } else { Vec::new() };
    while let Some(member) = rounds.next()? {
        let Predictions::Classes(codes, _) = member.predict_features(&features)? else {
            return Err(Error::data("the base learner predicts numbers", "boost a classifier"));
        };
        let wrong = |row: usize| codes[row] != truth[row];
        let error = (0..truth.len()).filter(|&row| wrong(row)).map(|row| rounds.weights[row]).sum::<f64>()
            / rounds.total;
        if error <= 0.0 {
            rounds.keep_alone(member);
            break;
        }
        if error >= bound {
            rounds.give_up(member, error, summary);
            break;
        }
        let beta = error / (1.0 - error);
        let vote = boost.learning_rate * (-beta.ln() + bonus);
        // Shrinking what is right by beta and growing what is wrong by its inverse is the same once they are scaled.
        let growth = vote.exp();
        rounds.reweigh(|row| if wrong(row) { growth } else { 1.0 });
        rounds.keep(member, vote, error);
        rounds.run.trace(|| {
            let width = levels.len();
            codes.iter().enumerate().for_each(|(row, &code)| tally[row * width + code as usize] += vote);
            let missed =
                |row: &usize| first_largest(&tally[row * width..(row + 1) * width]) as u32 != truth[*row];
            let ensemble_error = (0..truth.len()).filter(missed).map(|row| row_weights[row]).sum::<f64>();
            EnsembleEvent::Round {
                round: rounds.members.len(),
                error,
                beta,
                vote,
                weights: rounds.shares(),
                ensemble_error: ensemble_error / rounds.total,
            }
        });
    }
    Ok(CombinationRule::Boosted { votes: rounds.votes.clone(), present })
}
