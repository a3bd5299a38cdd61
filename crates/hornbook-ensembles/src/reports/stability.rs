use crate::members::{Member, in_parallel, numbers_of};
use hornbook_core::{Error, Result, Run, Task};
use hornbook_data::Dataset;
use hornbook_learner::{Learner, ReweightedTrainer, RowSampler};
use serde::Serialize;
use std::fmt;

/// How much what a learner predicts changes when the rows change a little.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stability {
    /// How many models were trained.
    pub rounds: usize,
    /// The fraction of the rows that was left out for each.
    pub left_out: f64,
    /// For classes: the mean fraction of rows on which two models differ. For numbers: the root mean squared difference of
    /// two models, in standard deviations of the target.
    pub change: f64,
}

/// Trains a learner `rounds` times, each time without another random `left_out` of the rows, and compares what the
/// models predict for all rows. Unstable learners gain most from bagging.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_ensembles::reports::stability;
/// use hornbook_learner::Baseline;
/// let table = Table::builder().number("x", (0..50).map(f64::from).collect()).build()?;
/// let data = table.with_column("y", table.columns()[0].clone())?.dataset().target("y")?;
/// assert!(stability(&Baseline::default(), &data, 5, 0.1, &Run::default())?.change < 0.2);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn stability(
    learner: &dyn Learner,
    data: &Dataset,
    rounds: usize,
    left_out: f64,
    run: &Run,
) -> Result<Stability> {
    if rounds < 2 || !(left_out > 0.0 && left_out < 1.0) {
        return Err(Error::data(
            format!("{rounds} rounds without {left_out} of the rows compare nothing"),
            "train at least twice, leaving out a fraction of the rows between 0 and 1",
        ));
    }
    let data = data.with_nonzero_weight();
    run.install(|| {
        let (sampler, weights, features) = (RowSampler::of(&data), data.row_weights(), data.row_features());
        let task = data.task()?;
        let retrainer = ReweightedTrainer::new(learner, &data)?;
        let answers = in_parallel(rounds, run, |_, own| {
            let mut rng = own.root_seed().derive(u64::MAX).rng();
            let kept = sampler.subsample(&weights, 1.0 - left_out, &mut rng);
            let member = Member::of(retrainer.fit(&kept, own)?);
            match task {
                Task::Classification => Ok(member.codes(&features)?.into_iter().map(f64::from).collect()),
                _ => member.numbers(&features),
            }
        })?;
        let total: f64 = weights.iter().sum();
        let mean = |value: &dyn Fn(usize) -> f64| {
            weights.iter().enumerate().map(|(row, w)| w * value(row)).sum::<f64>() / total
        };
        let pairs = (0..rounds).flat_map(|a| (a + 1..rounds).map(move |b| (a, b)));
        let change = match task {
            Task::Classification => {
                let differ = |(a, b): (usize, usize)| {
                    mean(&|row| f64::from(u8::from(answers[a][row] != answers[b][row])))
                };
                pairs.map(differ).sum::<f64>() / (rounds * (rounds - 1) / 2) as f64
            }
            _ => {
                let truth = numbers_of(&data)?;
                let center = mean(&|row| truth[row]);
                let spread = mean(&|row| (truth[row] - center).powi(2));
                let square =
                    |(a, b): (usize, usize)| mean(&|row| (answers[a][row] - answers[b][row]).powi(2));
                let squares = pairs.map(square).sum::<f64>() / (rounds * (rounds - 1) / 2) as f64;
                if squares > 0.0 { (squares / spread).sqrt() } else { 0.0 }
            }
        };
        Ok(Stability { rounds, left_out, change })
    })
}

impl fmt::Display for Stability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} models without {} of the rows differ by {:.4} in the mean of their pairs",
            self.rounds, self.left_out, self.change
        )
    }
}
