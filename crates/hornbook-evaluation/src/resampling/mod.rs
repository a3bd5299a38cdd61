//! How rows are divided into training and test.
//!
//! Every way of dividing implements [`Resampling`], which also evaluates a learner: it trains on the training part of
//! each split and judges the rest. A learner gets nothing but the training rows, so whatever it does to the data
//! (encoding, selecting columns, tuning parameters) happens inside the fold.

mod bootstrap;
mod cross_validation;
mod deal;
mod given;
mod hold_out;
mod leave_out;
mod locked;
mod strata;
mod subsampling;
mod time_ordered;

pub use bootstrap::{Bootstrap632, OutOfBag};
pub use cross_validation::CrossValidation;
pub use given::GivenSplits;
pub use hold_out::HoldOut;
pub use leave_out::LeaveOut;
pub use locked::{LockedTest, Parts, ThreeParts};
pub use subsampling::Subsampling;
pub use time_ordered::TimeOrdered;

use crate::evaluate::{check_scorable, evaluate, rows_that_count};
use crate::evaluation::Evaluation;
use crate::folds::{Folds, judge_folds};
use crate::judging::Judging;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use std::fmt;

/// Rows to train on and rows to judge on, as positions in the dataset's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Which repetition it belongs to, from 0.
    pub repeat: usize,
    /// Which fold of the repetition it is, from 0.
    pub fold: usize,
    /// The rows to train on, ascending; a bootstrap may name a row more than once.
    pub train: Vec<u32>,
    /// The rows to judge on, ascending.
    pub test: Vec<u32>,
}

/// What a way of resampling made of a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The way of resampling, in words.
    pub design: String,
    /// Who is trained on and who is judged, split by split.
    pub splits: Vec<Split>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
    /// Where the random numbers came from.
    pub seed: u64,
    /// How rows left out of a bootstrap are put together with the rows trained on; `None` for other designs.
    pub out_of_bag: Option<OutOfBag>,
}

impl Plan {
    /// The mean share of a split's rows that are judged, which tells how much training sets overlap.
    pub fn test_share(&self) -> f64 {
        let share = |split: &Split| split.test.len() as f64 / (split.test.len() + split.train.len()) as f64;
        self.splits.iter().map(share).sum::<f64>() / self.splits.len() as f64
    }

    /// Whether the rows trained on are judged too.
    pub(crate) fn looks_at_training(&self) -> bool {
        self.out_of_bag.is_some_and(|kind| kind != OutOfBag::Alone)
    }
}

/// A way to divide rows into training and test, again and again.
pub trait Resampling: fmt::Debug + Send + Sync {
    /// Divides the rows of a dataset.
    fn plan(&self, data: &Dataset) -> Result<Plan>;

    /// The splits of a dataset.
    fn splits(&self, data: &Dataset) -> Result<Vec<Split>> {
        Ok(self.plan(data)?.splits)
    }

    /// Trains and judges a learner, with the usual measures and the defaults of [`Run`].
    fn evaluate(&self, learner: &dyn Learner, data: &Dataset) -> Result<Evaluation> {
        check_scorable(learner.declaration())?;
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        let run = Run::default().seed(plan.seed);
        evaluate(learner, &data, plan, &Judging::default(), &run)
    }

    /// Trains and judges a learner.
    fn evaluate_with(
        &self,
        learner: &dyn Learner,
        data: &Dataset,
        judging: &Judging,
        run: &Run,
    ) -> Result<Evaluation> {
        check_scorable(learner.declaration())?;
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        evaluate(learner, &data, plan, judging, run)
    }

    /// Trains and judges a learner split by split and leaves it at that: no intervals, no baseline.
    fn folds_with(
        &self,
        learner: &dyn Learner,
        data: &Dataset,
        judging: &Judging,
        run: &Run,
    ) -> Result<Folds> {
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        judge_folds(learner, &data, plan, judging, run)
    }
}

fn split(repeat: usize, fold: usize, is_test: impl Fn(usize) -> bool, rows: usize) -> Split {
    let (test, train) = (0..rows as u32).partition(|&row| is_test(row as usize));
    Split { repeat, fold, train, test }
}

fn check_share(subject: &str, parameter: &str, share: f64) -> Result<()> {
    if share > 0.0 && share < 1.0 {
        return Ok(());
    }
    Err(wrong(subject, parameter, share, "a number above 0 and below 1"))
}

fn check_at_least(subject: &str, parameter: &str, found: usize, least: usize) -> Result<()> {
    if found >= least {
        return Ok(());
    }
    Err(wrong(subject, parameter, found, &format!("a whole number at least {least}")))
}

pub(crate) fn wrong(subject: &str, parameter: &str, found: impl ToString, expected: &str) -> Error {
    Error::Parameter {
        learner: subject.to_string(),
        parameter: parameter.to_string(),
        found: found.to_string(),
        expected: expected.to_string(),
    }
}

/// More splits than this are a mistake, not a wish.
const MOST_SPLITS: usize = 100_000;

/// Sentences for a share of the rows.
fn percent(share: f64) -> String {
    let percent = (share * 1e4).round() / 100.0;
    format!("{percent} %")
}
