//! How the answers of the members become the answer of the ensemble.

use crate::cascade;
use crate::class_hierarchy::ClassTreeNode;
use crate::members::Member;
use crate::mixture_of_experts::{self, GatingTree};
use crate::stacking;
use hornbook_core::Result;
use hornbook_data::{Features, Matrix};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use serde::{Deserialize, Serialize};

/// The rule by which an ensemble decides, with the numbers it needs; as it stands in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum CombinationRule {
    /// The weighted mean of probabilities, or of numbers.
    Mean { weights: Vec<f64> },
    /// The fraction of the votes that a class has.
    Votes { weights: Vec<f64> },
    /// AdaBoost's votes, as scores that are turned into probabilities.
    Boosted { votes: Vec<f64>, present: Vec<u32> },
    /// The weighted median of numbers.
    Median { votes: Vec<f64> },
    /// A two-class member a bit: how many bits agree with the codeword of a class. Bits are probabilities, or 0 and 1.
    Codes { code: Vec<Vec<bool>>, present: Vec<u32>, hard: bool },
    /// A two-class member a class; what each gives its class, made to sum to 1.
    Rest { present: Vec<u32> },
    /// A two-class member a pair of classes.
    Pairs { pairs: Vec<(u32, u32)>, present: Vec<u32> },
    /// The last member decides from what the others say, and perhaps from the inputs.
    Stack { passthrough: bool },
    /// The members in order, until one is confident.
    Cascade { confidence: f64 },
    /// A member a fork of a tree of classes.
    Hierarchy { forks: Vec<ClassTreeNode>, only: u32 },
    /// Gates that divide a row among experts, with the fraction of the rows that came to each in training, and the noise of
    /// experts for numbers.
    Experts { shape: GatingTree, shares: Vec<f64>, deviations: Vec<f64> },
}

impl CombinationRule {
    /// The probability of each class for each row.
    pub fn probabilities(&self, members: &[Member], rows: &Features<'_>, classes: usize) -> Result<Matrix> {
        match self {
            CombinationRule::Mean { weights } => mean(members, weights, rows, classes),
            // The median is for numbers; a file that says otherwise is refused.
            CombinationRule::Votes { weights } | CombinationRule::Median { votes: weights } => {
                votes(members, weights, rows, classes)
            }
            CombinationRule::Boosted { votes: weights, present } => {
                Ok(boosted(votes(members, weights, rows, classes)?, present))
            }
            CombinationRule::Codes { code, present, hard } => codes(members, code, present, *hard, rows),
            CombinationRule::Rest { present } => rest(members, present, rows, classes),
            CombinationRule::Pairs { pairs, present } => self::pairs(members, pairs, present, rows, classes),
            CombinationRule::Stack { passthrough } => stacking::probabilities(members, *passthrough, rows),
            CombinationRule::Cascade { confidence } => {
                cascade::probabilities(members, *confidence, rows, classes)
            }
            CombinationRule::Hierarchy { forks, only } => {
                crate::class_hierarchy::probabilities(members, forks, *only, rows, classes)
            }
            CombinationRule::Experts { shape, .. } => {
                mixture_of_experts::probabilities(members, *shape, rows, classes)
            }
        }
    }

    /// The number for each row.
    pub fn numbers(&self, members: &[Member], rows: &Features<'_>) -> Result<Vec<f64>> {
        match self {
            CombinationRule::Stack { passthrough } => stacking::numbers(members, *passthrough, rows),
            CombinationRule::Experts { shape, .. } => mixture_of_experts::numbers(members, *shape, rows),
            CombinationRule::Median { votes } => {
                let answers = numbers_of(members, rows)?;
                Ok((0..rows.rows()).map(|row| weighted_median(&answers, votes, row)).collect())
            }
            CombinationRule::Mean { weights } => {
                let answers = numbers_of(members, rows)?;
                let total: f64 = weights.iter().sum();
                let mean =
                    |row: usize| answers.iter().zip(weights).map(|(a, w)| a[row] * w).sum::<f64>() / total;
                Ok((0..rows.rows()).map(mean).collect())
            }
            // The other rules are about classes, and a file that says otherwise is refused.
            _ => Ok(vec![f64::NAN; rows.rows()]),
        }
    }

    /// What each member weighs in the mean of their importances.
    pub fn importance_weights(&self, members: usize) -> Vec<f64> {
        match self {
            CombinationRule::Mean { weights }
            | CombinationRule::Votes { weights }
            | CombinationRule::Experts { shares: weights, .. } => weights.clone(),
            CombinationRule::Boosted { votes, .. } | CombinationRule::Median { votes } => votes.clone(),
            _ => vec![1.0; members],
        }
    }
}

fn numbers_of(members: &[Member], rows: &Features<'_>) -> Result<Vec<Vec<f64>>> {
    members.iter().map(|member| member.numbers(rows)).collect()
}

fn mean(members: &[Member], weights: &[f64], rows: &Features<'_>, classes: usize) -> Result<Matrix> {
    let mut sum = Matrix::zeros(rows.rows(), classes);
    let total: f64 = weights.iter().sum();
    for (member, weight) in members.iter().zip(weights) {
        let part = member.probabilities(rows)?;
        let share = weight / total;
        sum.values_mut().iter_mut().zip(part.values()).for_each(|(s, p)| *s += share * p);
    }
    Ok(sum)
}

/// The fraction of the votes for each class.
fn votes(members: &[Member], weights: &[f64], rows: &Features<'_>, classes: usize) -> Result<Matrix> {
    let mut sum = Matrix::zeros(rows.rows(), classes);
    let total: f64 = weights.iter().sum();
    for (member, weight) in members.iter().zip(weights) {
        let share = weight / total;
        for (row, code) in member.codes(rows)?.into_iter().enumerate() {
            sum.values_mut()[row * classes + code as usize] += share;
        }
    }
    Ok(sum)
}

/// Fractions of votes as probabilities: a vote counts $1$ for its class and $-1/(K-1)$ for the others, and probabilities
/// are the exponentials of the sums over $K - 1$, made to sum to 1.
fn boosted(mut shares: Matrix, present: &[u32]) -> Matrix {
    let (width, classes) = (shares.columns(), present.len() as f64);
    if present.len() < 2 {
        return shares;
    }
    for row in shares.values_mut().chunks_mut(width.max(1)) {
        let score = |share: f64| (share - (1.0 - share) / (classes - 1.0)) / (classes - 1.0);
        let scores: Vec<f64> = present.iter().map(|&class| score(row[class as usize]).exp()).collect();
        let total: f64 = scores.iter().sum();
        row.fill(0.0);
        present.iter().zip(scores).for_each(|(&class, score)| row[class as usize] = score / total);
    }
    shares
}

/// The weighted median of what the members predict for a row: the smallest prediction at which half of the weight is reached.
pub(crate) fn weighted_median(answers: &[Vec<f64>], weights: &[f64], row: usize) -> f64 {
    let predictions = answers.iter().zip(weights).map(|(answer, &weight)| (answer[row], weight));
    EmpiricalDistribution::of(predictions).quantile(0.5, QuantileMethod::InvertedCdf)
}

/// The probability of the second class of each member, a list a member; 0 or 1 if bits are wanted.
fn second_class(members: &[Member], hard: bool, rows: &Features<'_>) -> Result<Vec<Vec<f64>>> {
    let bit = |member: &Member| -> Result<Vec<f64>> {
        if hard {
            return Ok(member.codes(rows)?.into_iter().map(f64::from).collect());
        }
        let matrix = member.probabilities(rows)?;
        Ok((0..matrix.rows()).map(|row| matrix.at(row, 1)).collect())
    };
    members.iter().map(bit).collect()
}

fn codes(
    members: &[Member],
    code: &[Vec<bool>],
    present: &[u32],
    hard: bool,
    rows: &Features<'_>,
) -> Result<Matrix> {
    let bits = second_class(members, hard, rows)?;
    let mut matrix = Matrix::zeros(rows.rows(), code.len());
    for (row, out) in matrix.values_mut().chunks_mut(code.len().max(1)).enumerate() {
        let mut agreement: Vec<f64> = present
            .iter()
            .map(|&class| {
                let agrees = |(bit, &one): (&Vec<f64>, &bool)| if one { bit[row] } else { 1.0 - bit[row] };
                bits.iter().zip(&code[class as usize]).map(agrees).sum()
            })
            .collect();
        to_sum_one(&mut agreement);
        present.iter().zip(agreement).for_each(|(&class, share)| out[class as usize] = share);
    }
    Ok(matrix)
}

fn rest(members: &[Member], present: &[u32], rows: &Features<'_>, classes: usize) -> Result<Matrix> {
    let own = second_class(members, false, rows)?;
    let mut matrix = Matrix::zeros(rows.rows(), classes);
    for (row, out) in matrix.values_mut().chunks_mut(classes.max(1)).enumerate() {
        match (present, own.as_slice()) {
            ([only], _) => out[*only as usize] = 1.0,
            // Of two classes one member says all.
            ([first, second], [one]) => {
                out[*first as usize] = 1.0 - one[row];
                out[*second as usize] = one[row];
            }
            _ => {
                let mut scores: Vec<f64> = own.iter().map(|p| p[row]).collect();
                to_sum_one(&mut scores);
                present.iter().zip(scores).for_each(|(&class, score)| out[class as usize] = score);
            }
        }
    }
    Ok(matrix)
}

/// A vote from each pair. The sum of the probabilities decides between classes of equal votes: it is squeezed into a
/// third of a vote, so that it never overrules one.
fn pairs(
    members: &[Member],
    pairs: &[(u32, u32)],
    present: &[u32],
    rows: &Features<'_>,
    classes: usize,
) -> Result<Matrix> {
    let second = second_class(members, false, rows)?;
    let chosen: Vec<Vec<u32>> = members.iter().map(|member| member.codes(rows)).collect::<Result<_>>()?;
    let mut matrix = Matrix::zeros(rows.rows(), classes);
    for (row, out) in matrix.values_mut().chunks_mut(classes.max(1)).enumerate() {
        if let [only] = present {
            out[*only as usize] = 1.0;
            continue;
        }
        let mut sureness = vec![0.0; classes];
        for (at, &(a, b)) in pairs.iter().enumerate() {
            out[if chosen[at][row] == 1 { b } else { a } as usize] += 1.0;
            let margin = second[at][row] - 0.5;
            sureness[b as usize] += margin;
            sureness[a as usize] -= margin;
        }
        for &class in present {
            let sure = sureness[class as usize];
            // The constant keeps every score above zero.
            out[class as usize] += sure / (3.0 * (sure.abs() + 1.0)) + 1.0 / 3.0;
        }
        to_sum_one(out);
    }
    Ok(matrix)
}

/// Makes numbers sum to 1; equal fractions if they are all zero.
fn to_sum_one(numbers: &mut [f64]) {
    let (total, count) = (numbers.iter().sum::<f64>(), numbers.len() as f64);
    numbers.iter_mut().for_each(|x| *x = if total > 0.0 { *x / total } else { 1.0 / count });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_by_weight() {
        let answers = [vec![3.0], vec![1.0], vec![2.0]];
        assert_eq!(weighted_median(&answers, &[1.0, 1.0, 1.0], 0), 2.0);
        assert_eq!(weighted_median(&answers, &[5.0, 1.0, 1.0], 0), 3.0);
        assert_eq!(weighted_median(&answers, &[0.0, 2.0, 2.0], 0), 1.0);
        assert!(weighted_median(&[], &[], 0).is_nan());
    }

    #[test]
    fn shares_as_probabilities() {
        // Two classes: the exponentials of plus and minus the margin.
        let one = boosted(Matrix::new(1, 2, vec![0.7, 0.3]).unwrap(), &[0, 1]);
        assert!((one.at(0, 0) - 0.4f64.exp() / (0.4f64.exp() + (-0.4f64).exp())).abs() < 1e-15);
        let absent = boosted(Matrix::new(1, 3, vec![0.0, 0.7, 0.3]).unwrap(), &[1, 2]);
        assert_eq!((absent.at(0, 0), absent.at(0, 1)), (0.0, one.at(0, 0)));
        let mut none = [0.0, 0.0];
        to_sum_one(&mut none);
        assert_eq!(none, [0.5, 0.5]);
    }
}
