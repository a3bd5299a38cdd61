//! The loss of a training: what starts it, its slopes in every round, and what scores mean.

use super::losses::{
    Absolute, Exponential, Gamma, Huber, LambdaRank, Logistic, Poisson, Quantile, RowLoss, Softmax, Squared,
    Tweedie, weight_of,
};
use super::model::Response;
use super::params::{BoostingLoss, GradientBoosting};
use super::slopes::FixedSlopes;
use hornbook_core::{Error, Result};
use rayon::prelude::*;

/// What is made small.
pub(super) enum Objective {
    /// A sum over rows of a function of one score.
    Row(Box<dyn RowLoss>),
    /// The log loss of several classes.
    Softmax(Softmax),
    /// The order of rows within groups.
    Ranking(LambdaRank),
}

/// The rows to learn from, or to watch.
pub(super) struct Labels {
    /// Numbers, or the codes of classes.
    pub targets: Vec<f64>,
    /// Empty if every row weighs 1.
    pub weights: Vec<f64>,
    /// The group of each row, if they have groups.
    pub groups: Option<Vec<u32>>,
}

impl Objective {
    /// The loss of a learner for these rows.
    pub fn new(
        learner: &GradientBoosting,
        loss: BoostingLoss,
        classes: usize,
        labels: &Labels,
    ) -> Result<Objective> {
        check_targets(loss, &labels.targets)?;
        Ok(match loss {
            BoostingLoss::LogLoss if classes > 2 => Objective::Softmax(Softmax { classes }),
            BoostingLoss::Lambdarank => {
                if !labels.weights.is_empty() {
                    return Err(Error::data(
                        "the loss 'lambdarank' takes no row weights",
                        "fit it without weights",
                    ));
                }
                let groups = labels.groups.as_ref().ok_or_else(|| {
                    Error::data(
                        "the loss 'lambdarank' puts the rows of each group in order, and the rows have no groups",
                        "say which column holds the groups",
                    )
                })?;
                Objective::Ranking(LambdaRank::new(groups))
            }
            other => Objective::Row(row_loss(learner, other)),
        })
    }

    /// How many scores a row has.
    pub fn outputs(&self) -> usize {
        match self {
            Objective::Softmax(softmax) => softmax.classes,
            _ => 1,
        }
    }

    /// The scores to start from.
    pub fn start(&self, labels: &Labels) -> Vec<f64> {
        match self {
            Objective::Row(loss) => vec![loss.start(&labels.targets, &labels.weights)],
            Objective::Softmax(softmax) => softmax.start(&labels.targets, &labels.weights),
            Objective::Ranking(_) => vec![0.0],
        }
    }

    /// What a round needs before its first tree.
    pub fn begin_round(&mut self, labels: &Labels, scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
        match self {
            Objective::Row(loss) => {
                loss.look(&labels.targets, &scores[0], &labels.weights);
                Vec::new()
            }
            Objective::Softmax(_) => probabilities(scores),
            Objective::Ranking(_) => Vec::new(),
        }
    }

    /// Fills in the slopes by one output. `probabilities` is what the round began with.
    pub fn slopes(
        &self,
        output: usize,
        labels: &Labels,
        weights: &[f64],
        scores: &[Vec<f64>],
        probabilities: &[Vec<f64>],
        slopes: &mut FixedSlopes,
    ) {
        let targets = &labels.targets;
        match self {
            Objective::Row(loss) => slopes.fill(weights, loss.bounds(), |first, out| {
                let rows = first..first + out.len();
                loss.slopes(first, &targets[rows.clone()], &scores[0][rows], out);
            }),
            Objective::Softmax(softmax) => {
                let probabilities = &probabilities[output];
                slopes.fill(weights, Some(softmax.bounds()), |first, out| {
                    for (row, slope) in out.iter_mut().enumerate() {
                        let row = first + row;
                        *slope = softmax.slope(targets[row] as usize == output, probabilities[row]);
                    }
                });
            }
            Objective::Ranking(ranking) => {
                let mut all = vec![[0.0; 2]; targets.len()];
                let groups: Vec<_> = (0..ranking.groups.len())
                    .into_par_iter()
                    .map(|group| ranking.slopes_of(group, targets, &scores[0]))
                    .collect();
                for (row, slope) in groups.into_iter().flatten() {
                    all[row as usize] = slope;
                }
                slopes.fill(weights, None, |first, out| out.copy_from_slice(&all[first..first + out.len()]));
            }
        }
    }

    /// The mean loss.
    pub fn loss(&self, labels: &Labels, scores: &[Vec<f64>]) -> f64 {
        let targets = &labels.targets;
        let row_loss = |row: usize| match self {
            Objective::Row(loss) => loss.loss(targets[row], scores[0][row]),
            Objective::Softmax(_) => {
                let scores: Vec<f64> = scores.iter().map(|s| s[row]).collect();
                Softmax::loss(targets[row] as usize, &scores)
            }
            Objective::Ranking(_) => 0.0,
        };
        if let Objective::Ranking(ranking) = self {
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

    /// The best constant for some rows, if it is not a step along the slope.
    pub fn best_step(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        match self {
            Objective::Row(loss) => loss.best_step(residuals),
            _ => None,
        }
    }

    /// Whether leaves need more than sums of slopes.
    pub fn has_best_step(&self) -> bool {
        self.best_step(&mut [(0.0, 1.0)]).is_some()
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
            Softmax::respond(&mut row_scores);
            task.iter_mut().zip(&row_scores).for_each(|(class, p)| class[row] = *p);
        }
    });
    all
}

fn row_loss(learner: &GradientBoosting, loss: BoostingLoss) -> Box<dyn RowLoss> {
    match loss {
        BoostingLoss::LogLoss => Box::new(Logistic),
        BoostingLoss::Exponential => Box::new(Exponential),
        // Ranking has no loss of a row by itself and is made before.
        BoostingLoss::SquaredError | BoostingLoss::Lambdarank => Box::new(Squared),
        BoostingLoss::AbsoluteError => Box::new(Absolute),
        BoostingLoss::Huber => Box::new(Huber { quantile: learner.huber_quantile, edge: 1.0 }),
        BoostingLoss::Quantile => Box::new(Quantile(learner.quantile)),
        BoostingLoss::Poisson => Box::new(Poisson),
        BoostingLoss::Gamma => Box::new(Gamma),
        BoostingLoss::Tweedie => Box::new(Tweedie(learner.tweedie_power)),
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

impl Response {
    /// What the scores of a loss mean.
    pub fn of(loss: BoostingLoss, classes: usize) -> Response {
        match loss {
            BoostingLoss::LogLoss if classes > 2 => Response::Softmax,
            BoostingLoss::LogLoss => Response::Logistic,
            BoostingLoss::Exponential => Response::HalfLogistic,
            BoostingLoss::Poisson | BoostingLoss::Gamma | BoostingLoss::Tweedie => Response::Exponential,
            _ => Response::Identity,
        }
    }
}
