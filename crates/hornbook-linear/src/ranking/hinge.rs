//! The search for the coefficients of the hinge, whose loss has kinks everywhere.

use super::cutting_planes::CuttingPlanes;
use super::events::RankingEvent;
use super::objective::RankingObjective;
use super::search::{RankingResult, RankingStopping};
use crate::training_rows::inner;
use hornbook_core::{ObserverAction, Result};

/// How exactly the planes are solved, beside the gap that is left.
const EXACTNESS: f64 = 0.01;
/// So often a segment is halved at most.
const HALVINGS: usize = 40;
/// A segment that is so short needs no more.
const SHORT: f64 = 1e-6;

/// What the mean loss is at some weights.
struct HingeEvaluation {
    /// With the penalty on the coefficients.
    loss: f64,
    subgradient: Vec<f64>,
    /// What the plane that touches the mean loss here, but for the penalty, is at weights of zero.
    height: f64,
}

/// Cutting planes: each iteration solves for the lowest point above all planes that are known, and adds
/// those that touch the loss there and at the lowest point between it and the best so far. The loss is
/// never below the planes, so that they tell how far it is from the smallest.
pub(super) fn search(ranking: &RankingObjective<'_>, watch: &RankingStopping<'_>) -> Result<RankingResult> {
    let mut planes = CuttingPlanes::new(ranking.rows.width, ranking.alpha);
    let mut best = vec![0.0; ranking.rows.width];
    let start = look(ranking, &best);
    let (mut value, mut violated, mut losses) = (start.loss, start.height / ranking.margin, Vec::new());
    planes.add(start.subgradient, start.height);
    let mut round = 0;
    loop {
        watch.run.check()?;
        planes.solve((EXACTNESS * (value - planes.bound())).max(0.1 * watch.tolerance));
        let bound = planes.bound();
        losses.push(value);
        watch.run.trace(|| RankingEvent::Round {
            round,
            loss: value,
            bound,
            violated,
            weights: best.clone(),
        });
        let action = watch.run.progress("learning", round as u64, Some(u64::from(watch.most_steps)));
        let is_settled = value - bound <= watch.tolerance;
        if is_settled || action == ObserverAction::Finish || round as u64 >= u64::from(watch.most_steps) {
            return Ok(RankingResult { point: best, value, steps: round, is_settled, losses });
        }
        let lowest = planes.weights();
        let there = look(ranking, &lowest);
        violated = there.height / ranking.margin;
        let between = lowest_between(ranking, &best, &lowest);
        let nearer = look(ranking, &between);
        for (point, looked) in [(lowest, there), (between, nearer)] {
            if looked.loss < value {
                (best, value) = (point, looked.loss);
            }
            planes.add(looked.subgradient, looked.height);
        }
        round += 1;
    }
}

fn look(ranking: &RankingObjective<'_>, point: &[f64]) -> HingeEvaluation {
    let (loss, gradients) = ranking.gradients(&ranking.scores(point));
    let (mean, subgradient) = (loss / ranking.total, ranking.mean_gradient(&gradients));
    let height = mean - inner(&subgradient, point);
    HingeEvaluation { loss: mean + 0.5 * ranking.alpha * inner(point, point), subgradient, height }
}

/// The point of the segment where the loss is smallest, by halving it where the gradient says. Only scores
/// are looked at, which change along the segment as the coefficients do.
fn lowest_between(ranking: &RankingObjective<'_>, from: &[f64], to: &[f64]) -> Vec<f64> {
    let way: Vec<f64> = to.iter().zip(from).map(|(a, b)| a - b).collect();
    let (scores, change) = (ranking.scores(from), ranking.scores(&way));
    let (along, length) = (inner(from, &way), inner(&way, &way));
    let is_rising = |rate: f64| {
        let moved: Vec<f64> = scores.iter().zip(&change).map(|(s, d)| s + rate * d).collect();
        let gradients = ranking.gradients(&moved).1;
        inner(&gradients, &change) / ranking.total + ranking.alpha * (along + rate * length) > 0.0
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        if high - low <= SHORT * high {
            break;
        }
        let middle = 0.5 * (low + high);
        if is_rising(middle) { high = middle } else { low = middle }
    }
    from.iter().zip(&way).map(|(x, d)| x + 0.5 * (low + high) * d).collect()
}
