//! The loss of a training: what starts it, its gradients in every iteration, and what scores mean.

use super::gradients::QuantizedGradients;
use super::losses::{AdaptiveHuberLoss, LambdaRank, RowLoss, softmax_bounds, softmax_init_score, weight_of};
use super::model::BoostingResponse;
use super::params::{BoostingLoss, GradientBoosting};
use hornbook_core::{Error, Result};
use hornbook_math::loss::{
    AbsoluteLoss, ExponentialLoss, GammaLoss, HuberLoss, LogisticLoss, PinballLoss, PoissonLoss, SoftmaxLoss,
    SquaredLoss, TweedieLoss,
};
use rayon::prelude::*;

/// The loss function.
pub(super) enum BoostingObjective {
    /// A sum over rows of a function of one score.
    Row(Box<dyn RowLoss>),
    /// The log loss of several classes.
    Softmax(SoftmaxLoss),
    /// The order of rows within groups.
    Ranking(LambdaRank),
}

/// The training or validation rows.
pub(super) struct BoostingTargets {
    /// Numbers, or the codes of classes.
    pub targets: Vec<f64>,
    /// Empty if every row weighs 1.
    pub weights: Vec<f64>,
    /// The group of each row, if they have groups.
    pub groups: Option<Vec<u32>>,
}

impl BoostingObjective {
    /// The loss of a learner for these rows.
    pub fn new(
        learner: &GradientBoosting,
        loss: BoostingLoss,
        classes: usize,
        labels: &BoostingTargets,
    ) -> Result<BoostingObjective> {
        check_targets(loss, &labels.targets)?;
        Ok(match loss {
            BoostingLoss::LogLoss if classes > 2 => BoostingObjective::Softmax(SoftmaxLoss { classes }),
            BoostingLoss::Lambdarank => {
                if !labels.weights.is_empty() {
                    return Err(Error::data(
                        "the loss 'lambdarank' takes no sample weights",
                        "fit it without weights",
                    ));
                }
                let groups = labels.groups.as_ref().ok_or_else(|| {
                    Error::data(
                        "the loss 'lambdarank' ranks the rows of each group (query), and the rows have no groups",
                        "say which column holds the groups",
                    )
                })?;
                BoostingObjective::Ranking(LambdaRank::new(groups))
            }
            other => BoostingObjective::Row(row_loss(learner, other)),
        })
    }

    /// How many scores a row has.
    pub fn outputs(&self) -> usize {
        match self {
            BoostingObjective::Softmax(softmax) => softmax.classes,
            _ => 1,
        }
    }

    /// The scores to start from.
    pub fn init_score(&self, labels: &BoostingTargets) -> Vec<f64> {
        match self {
            BoostingObjective::Row(loss) => vec![loss.init_score(&labels.targets, &labels.weights)],
            BoostingObjective::Softmax(softmax) => {
                softmax_init_score(*softmax, &labels.targets, &labels.weights)
            }
            BoostingObjective::Ranking(_) => vec![0.0],
        }
    }

    /// What an iteration needs before its first tree.
    pub fn begin_iteration(&mut self, labels: &BoostingTargets, scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
        match self {
            BoostingObjective::Row(loss) => {
                loss.before_iteration(&labels.targets, &scores[0], &labels.weights);
                Vec::new()
            }
            BoostingObjective::Softmax(_) => probabilities(scores),
            BoostingObjective::Ranking(_) => Vec::new(),
        }
    }

    /// Fills in the gradients by one output. `probabilities` is what the iteration began with.
    pub fn gradients(
        &self,
        output: usize,
        labels: &BoostingTargets,
        weights: &[f64],
        scores: &[Vec<f64>],
        probabilities: &[Vec<f64>],
        gradients: &mut QuantizedGradients,
    ) {
        let targets = &labels.targets;
        match self {
            BoostingObjective::Row(loss) => gradients.fill(weights, loss.bounds(), |first, out| {
                let rows = first..first + out.len();
                loss.gradients(first, &targets[rows.clone()], &scores[0][rows], out);
            }),
            BoostingObjective::Softmax(softmax) => {
                let probabilities = &probabilities[output];
                gradients.fill(weights, Some(softmax_bounds(*softmax)), |first, out| {
                    for (row, grad_hess) in out.iter_mut().enumerate() {
                        let row = first + row;
                        *grad_hess = softmax.grad_hess(targets[row] as usize == output, probabilities[row]);
                    }
                });
            }
            BoostingObjective::Ranking(ranking) => {
                let mut all = vec![[0.0; 2]; targets.len()];
                let groups: Vec<_> = (0..ranking.groups.len())
                    .into_par_iter()
                    .map(|group| ranking.gradients_of(group, targets, &scores[0]))
                    .collect();
                for (row, grad_hess) in groups.into_iter().flatten() {
                    all[row as usize] = grad_hess;
                }
                gradients
                    .fill(weights, None, |first, out| out.copy_from_slice(&all[first..first + out.len()]));
            }
        }
    }

    /// The mean loss.
    pub fn loss(&self, labels: &BoostingTargets, scores: &[Vec<f64>]) -> f64 {
        let targets = &labels.targets;
        let row_loss = |row: usize| match self {
            BoostingObjective::Row(loss) => loss.loss(targets[row], scores[0][row]),
            BoostingObjective::Softmax(_) => {
                let mut row_scores: Vec<f64> = scores.iter().map(|s| s[row]).collect();
                SoftmaxLoss::normalize(&mut row_scores) - scores[targets[row] as usize][row]
            }
            BoostingObjective::Ranking(_) => 0.0,
        };
        if let BoostingObjective::Ranking(ranking) = self {
            return ranking.loss(targets, &scores[0]);
        }
        // Blocks are added in order, so that threads change nothing.
        const BLOCK: usize = 4096;
        let blocks: Vec<[f64; 2]> = (0..targets.len().div_ceil(BLOCK))
            .into_par_iter()
            .map(|block| {
                let rows = block * BLOCK..((block + 1) * BLOCK).min(targets.len());
                rows.fold([0.0; 2], |[sum, total], row| {
                    let weight = weight_of(&labels.weights, row);
                    [sum + weight * row_loss(row), total + weight]
                })
            })
            .collect();
        let [sum, total] = blocks.iter().fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
        sum / total
    }

    /// The best constant for some rows, if it is not a step along the gradient.
    pub fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        match self {
            BoostingObjective::Row(loss) => loss.optimal_leaf_value(residuals),
            _ => None,
        }
    }

    /// Whether leaves need more than sums of gradients.
    pub fn has_optimal_leaf_value(&self) -> bool {
        self.optimal_leaf_value(&mut [(0.0, 1.0)]).is_some()
    }
}

/// The probability of each class for each row, class by class.
fn probabilities(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let rows = scores[0].len();
    let mut all: Vec<Vec<f64>> = scores.to_vec();
    const BLOCK: usize = 4096;
    // One task has a block of every class.
    let mut tasks: Vec<Vec<&mut [f64]>> = (0..rows.div_ceil(BLOCK)).map(|_| Vec::new()).collect();
    for class in &mut all {
        class.chunks_mut(BLOCK).zip(&mut tasks).for_each(|(chunk, task)| task.push(chunk));
    }
    tasks.par_iter_mut().for_each(|task| {
        let mut row_scores = vec![0.0; task.len()];
        for row in 0..task.first().map_or(0, |class| class.len()) {
            row_scores.iter_mut().zip(task.iter()).for_each(|(score, class)| *score = class[row]);
            SoftmaxLoss::normalize(&mut row_scores);
            task.iter_mut().zip(&row_scores).for_each(|(class, p)| class[row] = *p);
        }
    });
    all
}

fn row_loss(learner: &GradientBoosting, loss: BoostingLoss) -> Box<dyn RowLoss> {
    match loss {
        BoostingLoss::LogLoss => Box::new(LogisticLoss),
        BoostingLoss::Exponential => Box::new(ExponentialLoss),
        // Ranking has no loss of a row by itself and is made before.
        BoostingLoss::SquaredError | BoostingLoss::Lambdarank => Box::new(SquaredLoss),
        BoostingLoss::AbsoluteError => Box::new(AbsoluteLoss),
        BoostingLoss::Huber => {
            let huber = HuberLoss { corner: 1.0 };
            Box::new(AdaptiveHuberLoss { quantile: learner.huber_quantile, huber })
        }
        BoostingLoss::Quantile => Box::new(PinballLoss { level: learner.quantile }),
        BoostingLoss::Poisson => Box::new(PoissonLoss),
        BoostingLoss::Gamma => Box::new(GammaLoss),
        BoostingLoss::Tweedie => Box::new(TweedieLoss { power: learner.tweedie_power }),
    }
}

/// Refuses targets that a loss has no meaning for.
fn check_targets(loss: BoostingLoss, targets: &[f64]) -> Result<()> {
    let (fits, needed): (fn(f64) -> bool, &str) = match loss {
        BoostingLoss::Poisson | BoostingLoss::Tweedie => (|y| y >= 0.0, "not below zero"),
        BoostingLoss::Gamma => (|y| y > 0.0, "above zero"),
        BoostingLoss::Lambdarank => (|y| (0.0..=31.0).contains(&y), "grades from 0 to 31"),
        _ => return Ok(()),
    };
    if let Some(wrong) = targets.iter().find(|&&y| !fits(y)) {
        return Err(Error::data(
            format!("the loss '{}' needs targets {needed}, and one is {wrong}", loss.name()),
            "choose another loss, or correct the target",
        ));
    }
    if loss != BoostingLoss::Lambdarank && targets.iter().all(|&y| y == 0.0) {
        return Err(Error::data(
            format!("the loss '{}' needs a target that is not zero in every row", loss.name()),
            "choose another loss, or correct the target",
        ));
    }
    Ok(())
}

impl BoostingResponse {
    /// What the scores of a loss mean.
    pub fn of(loss: BoostingLoss, classes: usize) -> BoostingResponse {
        match loss {
            BoostingLoss::LogLoss if classes > 2 => BoostingResponse::Softmax,
            BoostingLoss::LogLoss => BoostingResponse::Logistic,
            BoostingLoss::Exponential => BoostingResponse::HalfLogistic,
            BoostingLoss::Poisson | BoostingLoss::Gamma | BoostingLoss::Tweedie => {
                BoostingResponse::Exponential
            }
            _ => BoostingResponse::Identity,
        }
    }
}
