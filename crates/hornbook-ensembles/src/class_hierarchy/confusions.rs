//! Groups of classes from how a model confuses them.

use super::class_tree::Grouping;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{FoldRows, InnerFolds, Learner};

/// Joins, again and again, the two groups that are confused most: the mean, over the pairs of their classes, of how
/// often one is taken for the other.
pub(super) fn grouping(
    learner: &dyn Learner,
    data: &Dataset,
    present: &[u32],
    folds: usize,
    run: &Run,
) -> Result<Grouping> {
    let mut groups: Vec<Grouping> = present.iter().map(|&class| Grouping::Class(class)).collect();
    if groups.len() > 2 {
        let (levels, rates) = (classes_of(data)?.1, rates(learner, data, folds, run)?);
        while groups.len() > 2 {
            let (a, b, confusion) = most_confused(&groups, &rates);
            let (other, one) = (groups.remove(b), groups.remove(a));
            let names = |group: &Grouping| {
                group.classes().iter().map(|&class| levels[class as usize].clone()).collect::<Vec<_>>()
            };
            run.trace(|| EnsembleEvent::Joined { one: names(&one), other: names(&other), confusion });
            groups.insert(a, Grouping::Group(vec![one, other]));
        }
    }
    Ok(match groups.len() {
        1 => groups.remove(0),
        _ => Grouping::Group(groups),
    })
}

/// The two groups that are confused most, the first of equals.
fn most_confused(groups: &[Grouping], rates: &[Vec<f64>]) -> (usize, usize, f64) {
    let mut best = (0, 1, f64::NEG_INFINITY);
    for a in 0..groups.len() {
        for b in a + 1..groups.len() {
            let (one, other) = (groups[a].classes(), groups[b].classes());
            let pairs = one.iter().flat_map(|&i| other.iter().map(move |&j| (i as usize, j as usize)));
            let sum: f64 = pairs.map(|(i, j)| rates[i][j] + rates[j][i]).sum();
            let mean = sum / (2 * one.len() * other.len()) as f64;
            if mean > best.2 {
                best = (a, b, mean);
            }
        }
    }
    best
}

/// How often each class is taken for each other, by models that did not see the rows.
fn rates(learner: &dyn Learner, data: &Dataset, folds: usize, run: &Run) -> Result<Vec<Vec<f64>>> {
    let seed = run.root_seed().derive(u64::MAX);
    let mut folds = InnerFolds::of(data, Some(folds), seed)?.folds;
    if folds.is_empty() {
        // Rows that cannot be divided are asked about themselves.
        let all: Vec<u32> = (0..data.rows().len() as u32).collect();
        folds.push(FoldRows { train: all.clone(), test: all });
    }
    let (truth, levels) = classes_of(data)?;
    let weights = data.row_weights();
    let predicted = in_parallel(folds.len(), run, |fold, _| {
        let FoldRows { train, test } = folds[fold].clone();
        // Member seeds are those of the forks; these models must not share them.
        let member =
            Member::of(learner.fit_with(&data.select(train), &run.part(u64::MAX - 1 - fold as u64))?);
        let codes = member.codes(&data.select(test.clone()).row_features())?;
        Ok((test, codes))
    })?;
    let mut counts = vec![vec![0.0; levels.len()]; levels.len()];
    for (rows, codes) in predicted {
        for (&row, code) in rows.iter().zip(codes) {
            counts[truth[row as usize] as usize][code as usize] += weights[row as usize];
        }
    }
    for row in &mut counts {
        let total: f64 = row.iter().sum();
        row.iter_mut().for_each(|count| *count /= total.max(f64::MIN_POSITIVE));
    }
    Ok(counts)
}
