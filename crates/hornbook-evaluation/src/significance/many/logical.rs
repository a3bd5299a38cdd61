//! Adjustments that know what pairs mean: if a equals b and b equals c, then a equals c.

use super::adjust::step_down;
use hornbook_core::{Error, Result};
use std::collections::BTreeSet;

/// Twelve learners can be divided in four million ways, thirteen in 28 million.
const MOST_LEARNERS: usize = 12;

/// How many learners have so many pairs.
pub(super) fn learners_of(pairs: usize) -> Result<usize> {
    let learners = (0..).find(|k| k * (k + 1) / 2 >= pairs).map_or(0, |k: usize| k + 1);
    if pairs == 0 || learners * (learners - 1) / 2 != pairs {
        return Err(Error::data(
            format!("{pairs} p-values are not those of all pairs of some learners"),
            "give one a pair, or use Holm's procedure",
        ));
    }
    Ok(learners)
}

/// The pairs of so many learners, in the order in which their p-values are given.
pub(super) fn pairs_of(learners: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..learners).flat_map(move |a| (a + 1..learners).map(move |b| (a, b)))
}

/// Shaffer's static procedure: Holm's, but each p-value times the most hypotheses that can still be true.
pub(super) fn shaffer(p_values: &[f64], learners: usize) -> Vec<f64> {
    let possible = true_counts(learners);
    let m = p_values.len();
    step_down(p_values, |place| possible.range(..=m - place).next_back().map_or(0.0, |&count| count as f64))
}

/// How many pairs can be equal at once: a group of j equal learners has j(j−1)/2 of them, and the rest have theirs.
fn true_counts(learners: usize) -> BTreeSet<usize> {
    let mut counts: Vec<BTreeSet<usize>> = vec![BTreeSet::from([0])];
    for k in 1..=learners {
        let of = |group: usize| counts[k - group].iter().map(move |rest| group * (group - 1) / 2 + rest);
        let all = (1..=k).flat_map(of).collect();
        counts.push(all);
    }
    counts.pop().unwrap_or_default()
}

/// Bergmann and Hommel's procedure: a pair's p-value is the largest, over all sets of pairs with it that can be
/// equal at once and no others, of the size of the set times its smallest p-value.
///
/// Such a set is a division of the learners into groups, so divisions are what is gone through.
pub(super) fn bergmann_hommel(p_values: &[f64], learners: usize) -> Result<Vec<f64>> {
    if learners > MOST_LEARNERS {
        return Err(Error::data(
            format!("there are {learners} learners, whose divisions into groups are too many to go through"),
            format!("use Shaffer's procedure, or compare at most {MOST_LEARNERS}"),
        ));
    }
    let pairs: Vec<(usize, usize)> = pairs_of(learners).collect();
    let mut adjusted = vec![0.0; pairs.len()];
    let mut group = vec![0; learners];
    loop {
        let equal =
            || pairs.iter().zip(p_values).enumerate().filter(|(_, ((a, b), _))| group[*a] == group[*b]);
        let (size, least) = equal().fold((0, 1.0f64), |(size, least), (_, (_, p))| (size + 1, least.min(*p)));
        let value = (f64::from(size) * least).min(1.0);
        for (place, _) in equal() {
            adjusted[place] = value.max(adjusted[place]);
        }
        if !next_division(&mut group) {
            return Ok(adjusted);
        }
    }
}

/// The next division of the learners, as each one's group; a learner's group is at most one more than all before
/// it. False after the last, in which each is alone.
fn next_division(group: &mut [usize]) -> bool {
    for place in (1..group.len()).rev() {
        let most = group[..place].iter().copied().max().unwrap_or(0);
        if group[place] <= most {
            group[place] += 1;
            group[place + 1..].fill(0);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_counted_by_bell() {
        for (learners, bell) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (9, 21_147)] {
            let mut group = vec![0; learners];
            let mut count = 1;
            while next_division(&mut group) {
                count += 1;
            }
            assert_eq!(count, bell);
        }
    }

    #[test]
    fn counts_of_true_pairs() {
        // Shaffer's table for five means.
        assert_eq!(true_counts(5), BTreeSet::from([0, 1, 2, 3, 4, 6, 10]));
        assert_eq!((learners_of(1).unwrap(), learners_of(10).unwrap()), (2, 5));
        assert!(learners_of(0).is_err() && learners_of(7).is_err());
    }
}
