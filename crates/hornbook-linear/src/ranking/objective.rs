//! Losses of an order within groups, with their gradients.

use super::pair_counts::{PairCounts, pair_counts};
use super::params::{LinearRanking, RankingLoss};
use crate::column_stats::ColumnStats;
use crate::training_rows::{TrainingRows, inner};
use hornbook_math::loss::{LogisticLoss, PointLoss};
use hornbook_math::optimize::Objective;
use rayon::prelude::*;

/// The mean loss of the order of rows within groups, with the penalty on the coefficients. The point is a
/// weight for each column, in units of its standard deviation.
pub(super) struct RankingObjective<'a> {
    pub rows: &'a TrainingRows,
    /// The columns less their means, in units of their standard deviation, row by row.
    pub standard: Vec<f64>,
    pub targets: Vec<f64>,
    /// The rows of each group.
    pub groups: Vec<Vec<u32>>,
    pub loss: RankingLoss,
    /// The gap that a pair must have to cost nothing, of the hinge.
    pub margin: f64,
    pub alpha: f64,
    /// What the sum of the losses is divided by: the weight of all pairs, or the number of groups.
    pub total: f64,
}

impl<'a> RankingObjective<'a> {
    pub fn new(
        rows: &'a TrainingRows,
        column_stats: &ColumnStats,
        targets: Vec<f64>,
        codes: &[u32],
        learner: &LinearRanking,
    ) -> RankingObjective<'a> {
        let LinearRanking { loss, margin, alpha, .. } = *learner;
        let mut standard = rows.values.clone();
        for row in standard.chunks_exact_mut(rows.width.max(1)) {
            for ((x, mean), deviation) in
                row.iter_mut().zip(&column_stats.means).zip(&column_stats.deviations)
            {
                *x = if *deviation > 0.0 { (*x - mean) / deviation } else { 0.0 };
            }
        }
        let mut order: Vec<u32> = (0..codes.len() as u32).collect();
        order.sort_by_key(|&row| (codes[row as usize], row));
        let same = |a: &u32, b: &u32| codes[*a as usize] == codes[*b as usize];
        // A group whose rows are all alike has no order.
        let has_order =
            |group: &&[u32]| group.iter().any(|&row| targets[row as usize] != targets[group[0] as usize]);
        let groups: Vec<Vec<u32>> = order.chunk_by(same).filter(has_order).map(<[u32]>::to_vec).collect();
        let mut ranking =
            RankingObjective { rows, standard, targets, groups, loss, margin, alpha, total: 0.0 };
        ranking.total = match loss {
            RankingLoss::Pairwise | RankingLoss::Hinge => {
                ranking.weight_of_pairs(&ranking.scores(&vec![0.0; rows.width]), |_| true)
            }
            RankingLoss::Listwise => ranking.groups.len() as f64,
        };
        ranking
    }

    /// The weight of the pairs of rows of a group whose gap, the score of the one with the larger target less that of the other,
    /// is small enough.
    fn weight_of_pairs(&self, scores: &[f64], is_small: impl Fn(f64) -> bool + Sync) -> f64 {
        let of_group = |group: &Vec<u32>| {
            let members = GroupMembers::of(self, group, scores);
            let below = members.pair_counts(&is_small).below;
            below.iter().zip(&members.weights).map(|(pair_counts, weight)| pair_counts * weight).sum::<f64>()
        };
        self.groups.par_iter().map(of_group).collect::<Vec<f64>>().iter().sum()
    }

    /// The score of each row.
    pub fn scores(&self, point: &[f64]) -> Vec<f64> {
        let width = self.rows.width;
        let score = |row: usize| inner(point, &self.standard[row * width..(row + 1) * width]);
        (0..self.rows.len()).into_par_iter().map(score).collect()
    }

    /// The fraction of the pairs that are in order; pairs of equal scores count half.
    pub fn in_order(&self, point: &[f64]) -> f64 {
        let scores = self.scores(point);
        let wrong = self.weight_of_pairs(&scores, |gap| gap < 0.0);
        let not_right = self.weight_of_pairs(&scores, |gap| gap <= 0.0);
        1.0 - 0.5 * (wrong + not_right) / self.weight_of_pairs(&scores, |_| true)
    }

    /// The sum of the losses of scores, and its gradient by the score of each row.
    pub fn gradients(&self, scores: &[f64]) -> (f64, Vec<f64>) {
        let parts: Vec<(f64, Vec<f64>)> =
            self.groups.par_iter().map(|group| self.of_group(group, scores)).collect();
        let (mut loss, mut gradients) = (0.0, vec![0.0; self.rows.len()]);
        for (group, (part, of_rows)) in self.groups.iter().zip(parts) {
            loss += part;
            group.iter().zip(of_rows).for_each(|(&row, derivative)| gradients[row as usize] = derivative);
        }
        (loss, gradients)
    }

    /// The gradient of the mean loss by the coefficients, but for their penalty, from the gradients by
    /// scores.
    pub fn mean_gradient(&self, gradients: &[f64]) -> Vec<f64> {
        let width = self.rows.width;
        let mut sums = self.rows.sum(width, |row, sums| {
            let x = &self.standard[row * width..(row + 1) * width];
            sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += gradients[row] * x);
        });
        sums.iter_mut().for_each(|sum| *sum /= self.total);
        sums
    }

    /// The loss of a group, and the gradient by the score of each of its rows.
    fn of_group(&self, group: &[u32], scores: &[f64]) -> (f64, Vec<f64>) {
        let mut gradients = vec![0.0; group.len()];
        match self.loss {
            RankingLoss::Pairwise => {
                let mut loss = 0.0;
                for (i, &a) in group.iter().enumerate() {
                    for (j, &b) in group.iter().enumerate() {
                        let (a, b) = (a as usize, b as usize);
                        if self.targets[a] > self.targets[b] {
                            let weight = self.rows.weights[a] * self.rows.weights[b];
                            let gap = scores[a] - scores[b];
                            let pair = LogisticLoss.derivatives(1.0, gap);
                            loss += weight * pair.loss;
                            gradients[i] += weight * pair.gradient;
                            gradients[j] -= weight * pair.gradient;
                        }
                    }
                }
                (loss, gradients)
            }
            RankingLoss::Hinge => {
                let members = GroupMembers::of(self, group, scores);
                let pair_counts = members.pair_counts(|gap| self.margin - gap > 0.0);
                let mut loss = 0.0;
                for (i, weight) in members.weights.iter().enumerate() {
                    gradients[i] = weight * (pair_counts.above[i] - pair_counts.below[i]);
                    loss += self.margin * weight * pair_counts.below[i] + gradients[i] * members.scores[i];
                }
                (loss, gradients)
            }
            RankingLoss::Listwise => {
                let GroupMembers { targets, scores, weights } = GroupMembers::of(self, group, scores);
                let (by_target, by_score) = (log_shares(&targets, &weights), log_shares(&scores, &weights));
                let mut loss = 0.0;
                for i in 0..group.len() {
                    let share = by_target[i].exp();
                    loss -= weights[i] * share * by_score[i];
                    gradients[i] = weights[i] * (by_score[i].exp() - share);
                }
                (loss, gradients)
            }
        }
    }
}

/// What the rows of a group have.
struct GroupMembers {
    targets: Vec<f64>,
    scores: Vec<f64>,
    weights: Vec<f64>,
}

impl GroupMembers {
    fn of(ranking: &RankingObjective<'_>, group: &[u32], scores: &[f64]) -> GroupMembers {
        let pick = |from: &[f64]| group.iter().map(|&row| from[row as usize]).collect();
        GroupMembers {
            targets: pick(&ranking.targets),
            scores: pick(scores),
            weights: pick(&ranking.rows.weights),
        }
    }

    fn pair_counts(&self, is_small: impl Fn(f64) -> bool) -> PairCounts {
        pair_counts(&self.targets, &self.scores, &self.weights, is_small)
    }
}

/// The logarithm of the fraction of each row by the exponentials of some numbers; a row of weight 2 counts
/// twice.
fn log_shares(numbers: &[f64], weights: &[f64]) -> Vec<f64> {
    let largest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = numbers.iter().zip(weights).map(|(x, weight)| weight * (x - largest).exp()).sum();
    numbers.iter().map(|x| x - largest - total.ln()).collect()
}

impl Objective for RankingObjective<'_> {
    fn dimension(&self) -> usize {
        self.rows.width
    }

    fn value_and_gradient(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let (loss, gradients) = self.gradients(&self.scores(point));
        for ((to, sum), w) in gradient.iter_mut().zip(self.mean_gradient(&gradients)).zip(point) {
            *to = sum + self.alpha * w;
        }
        loss / self.total + 0.5 * self.alpha * inner(point, point)
    }
}
