//! Ranking within groups: LambdaMART.

use super::GradHess;

/// Pairs of rows of a group whose order matters push each other apart, by as much as swapping them would change the
/// normalized discounted cumulative gain.
pub(in crate::boosting) struct LambdaRank {
    /// The rows of each group.
    pub groups: Vec<Vec<u32>>,
}

impl LambdaRank {
    /// The rows of each group, in the order of the groups' codes.
    pub fn new(codes: &[u32]) -> LambdaRank {
        let most = codes.iter().max().map_or(0, |&code| code as usize + 1);
        let mut groups = vec![Vec::new(); most];
        for (row, &code) in codes.iter().enumerate() {
            groups[code as usize].push(row as u32);
        }
        groups.retain(|group: &Vec<u32>| !group.is_empty());
        LambdaRank { groups }
    }

    fn gain(relevance: f64) -> f64 {
        relevance.exp2() - 1.0
    }

    fn discount(rank: usize) -> f64 {
        1.0 / (rank as f64 + 2.0).log2()
    }

    /// The best discounted gain that the rows of a group could have.
    fn ideal(group: &[u32], targets: &[f64]) -> f64 {
        let mut gains: Vec<f64> = group.iter().map(|&row| Self::gain(targets[row as usize])).collect();
        gains.sort_unstable_by(|a, b| b.total_cmp(a));
        gains.iter().enumerate().map(|(rank, gain)| gain * Self::discount(rank)).sum()
    }

    /// The rows of a group from the highest score down; rows of equal score in the order of their targets, lowest first,
    /// so that a tie is not taken for a good order.
    fn ranked(group: &[u32], targets: &[f64], scores: &[f64]) -> Vec<u32> {
        let mut rows = group.to_vec();
        rows.sort_by(|&a, &b| {
            let (a, b) = (a as usize, b as usize);
            scores[b].total_cmp(&scores[a]).then(targets[a].total_cmp(&targets[b]))
        });
        rows
    }

    /// The gradients of the rows of one group, as pairs of row and gradient.
    pub fn gradients_of(&self, group: usize, targets: &[f64], scores: &[f64]) -> Vec<(u32, GradHess)> {
        let rows = Self::ranked(&self.groups[group], targets, scores);
        let ideal = Self::ideal(&rows, targets);
        let mut gradients = vec![[0.0, 0.0]; rows.len()];
        if ideal > 0.0 {
            for first in 0..rows.len() {
                for second in first + 1..rows.len() {
                    let (a, b) = (rows[first] as usize, rows[second] as usize);
                    if targets[a] == targets[b] {
                        continue;
                    }
                    let (high, low) = if targets[a] > targets[b] { (first, second) } else { (second, first) };
                    let lead = scores[rows[high] as usize] - scores[rows[low] as usize];
                    let change = (Self::gain(targets[a]) - Self::gain(targets[b])).abs()
                        * (Self::discount(first) - Self::discount(second))
                        / ideal;
                    let wrong = 1.0 / (1.0 + lead.exp());
                    let (push, curve) = (change * wrong, change * wrong * (1.0 - wrong));
                    gradients[high][0] -= push;
                    gradients[low][0] += push;
                    gradients[high][1] += curve;
                    gradients[low][1] += curve;
                }
            }
        }
        // A row that nobody pushes has no Hessian; a little keeps the leaves' values finite.
        rows.into_iter().zip(gradients.into_iter().map(|[g, h]| [g, h.max(1e-9)])).collect()
    }

    /// One minus the mean normalized discounted cumulative gain over the groups where order matters.
    pub fn loss(&self, targets: &[f64], scores: &[f64]) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for group in &self.groups {
            let ideal = Self::ideal(group, targets);
            if ideal > 0.0 {
                let rows = Self::ranked(group, targets, scores);
                let gain: f64 = rows
                    .iter()
                    .enumerate()
                    .map(|(rank, &row)| Self::gain(targets[row as usize]) * Self::discount(rank))
                    .sum();
                sum += 1.0 - gain / ideal;
                count += 1.0;
            }
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }
}
