//! How many neighbors? The error of every number, each row predicted from the others.

use super::params::KNeighbors;
use crate::events::NeighborsEvent;
use crate::training_index::{TrainingIndex, positive_weight_rows};
use crate::voting::{NeighborTargets, VoteCounts};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::checked;
use hornbook_math::double_double::DoubleDoubleSum;

/// The error for each number of neighbors.
#[derive(Debug, Clone, PartialEq)]
pub struct KCurve {
    /// The error of 1, 2, … neighbors: the fraction of rows whose class is wrong, or the mean squared difference.
    pub errors: Vec<f64>,
}

impl KCurve {
    /// The number of neighbors with the smallest error, the first if there are several.
    pub fn best(&self) -> usize {
        let mut best = 0;
        for (at, error) in self.errors.iter().enumerate() {
            if *error < self.errors[best] {
                best = at;
            }
        }
        best + 1
    }
}

/// The error of every number of neighbors up to a limit when each row is predicted from all others, with the other
/// parameters of a learner. Neighbors are found once, for the limit; all smaller numbers follow from the same lists.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_neighbors::{KNeighbors, choose_k};
///
/// let class: Vec<_> = (0..20).map(|i| Some(if (i < 10) == (i != 4) { "low" } else { "high" })).collect();
/// let table = Table::builder().number("x", (0..20).map(f64::from).collect::<Vec<_>>()).category("class", &class).build()?;
/// let curve = choose_k(&KNeighbors::default(), &table.dataset().target("class")?, 9, &Run::default())?;
/// assert_eq!((curve.errors.len(), curve.best()), (9, 3));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn choose_k(learner: &KNeighbors, data: &Dataset, limit: usize, run: &Run) -> Result<KCurve> {
    checked(learner, data, run, |data| curve(learner, data, limit, run))
}

fn curve(learner: &KNeighbors, data: &Dataset, limit: usize, run: &Run) -> Result<KCurve> {
    let (training_index, _) = TrainingIndex::fit(&learner.settings(), data, run)?;
    let others = training_index.total_weight() - 1.0;
    if limit == 0 || limit as f64 > others {
        return Err(Error::data(
            format!("up to {limit} neighbors are to be tried, and the weight of the other rows is {others}"),
            "try from 1 up to as many as there are other rows",
        ));
    }
    let targets = NeighborTargets::of(&positive_weight_rows(data).0)?;
    let classes = match &targets {
        NeighborTargets::Classes(codes) => codes.iter().max().map_or(0, |&most| most as usize + 1),
        NeighborTargets::Numbers(_) => 0,
    };
    let mut errors = vec![DoubleDoubleSum::default(); limit];
    let mut tally = VoteCounts::new(classes);
    for (row, neighbors) in training_index.nearest_of_own(limit as f64, run)?.iter().enumerate() {
        run.check()?;
        let weight = training_index.weight(row as u32);
        let nearest = neighbors.first().map_or(0.0, |one| one.distance);
        tally.clear();
        let mut rest = neighbors.iter().copied();
        let mut next = rest.next();
        for error in &mut errors {
            // One more position among the neighbors, which several rows of small weights may share.
            let mut left = 1.0;
            while let Some(one) = next.as_mut().filter(|_| left > 0.0) {
                let part = one.weight.min(left);
                targets.add(&mut tally, one.row, learner.weights.vote(one.distance, nearest), part);
                left -= part;
                one.weight -= part;
                if one.weight <= 0.0 {
                    next = rest.next();
                }
            }
            let wrong = match &targets {
                NeighborTargets::Classes(codes) => f64::from(u8::from(tally.winner() != codes[row])),
                NeighborTargets::Numbers(numbers) => (tally.mean() - numbers[row]).powi(2),
            };
            error.add_product(wrong, weight);
        }
    }
    let total = training_index.total_weight();
    let errors: Vec<f64> = errors.into_iter().map(|sum| sum.value() / total).collect();
    for (at, &error) in errors.iter().enumerate() {
        run.trace(|| NeighborsEvent::Tried { k: at + 1, error });
    }
    Ok(KCurve { errors })
}
