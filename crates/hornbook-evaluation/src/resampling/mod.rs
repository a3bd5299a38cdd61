//! Resampling: cross-validation, hold-out, bootstrap, time-series splits.
//!
//! Every strategy implements [`Resampling`], which also evaluates a learner: it trains on the training part of
//! each split and evaluates the rest. A learner gets nothing but the training rows, so whatever it does to the data
//! (encoding, selecting columns, tuning parameters) happens inside the fold.

mod auto_cross_validation;
mod bootstrap;
mod cross_validation;
mod folds;
mod hold_out;
mod leave_p_out;
mod locked;
mod predefined_splits;
mod shuffle_split;
mod strata;
mod time_series_split;

pub use auto_cross_validation::AutoCrossValidation;
pub use bootstrap::{Bootstrap632, BootstrapKind};
pub use cross_validation::CrossValidation;
pub use hold_out::HoldOut;
pub use leave_p_out::LeavePOut;
pub use locked::{LockedTest, ThreeWaySplit, TrainValidationTest};
pub use predefined_splits::PredefinedSplits;
pub use shuffle_split::ShuffleSplit;
pub use time_series_split::TimeSeriesSplit;

use crate::evaluate::{evaluate, rows_that_count};
use crate::evaluation::Evaluation;
use crate::folds::{FoldResults, evaluate_folds};
use crate::options::EvaluationOptions;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use std::fmt;

/// A train/test split, as positions in the dataset's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Which repetition it belongs to, from 0.
    pub repeat: usize,
    /// Which fold of the repetition it is, from 0.
    pub fold: usize,
    /// The rows to train on, ascending; a bootstrap may name a row more than once.
    pub train: Vec<u32>,
    /// The rows to evaluate on, ascending.
    pub test: Vec<u32>,
}

/// The splits of a resampling strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitPlan {
    /// The way of resampling, in words.
    pub design: String,
    /// Who is trained on and who is evaluated, split by split.
    pub splits: Vec<Split>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
    /// Where the random numbers came from.
    pub seed: u64,
    /// How rows left out of a bootstrap are put together with the rows trained on; `None` for other designs.
    pub out_of_bag: Option<BootstrapKind>,
}

impl SplitPlan {
    /// The mean test fraction of a split, which tells how much training sets overlap.
    pub fn test_share(&self) -> f64 {
        let share = |split: &Split| split.test.len() as f64 / (split.test.len() + split.train.len()) as f64;
        self.splits.iter().map(share).sum::<f64>() / self.splits.len() as f64
    }

    /// Whether the rows trained on are evaluated too.
    pub(crate) fn looks_at_training(&self) -> bool {
        self.out_of_bag.is_some_and(|kind| kind != BootstrapKind::Alone)
    }
}

/// A resampling strategy: repeated train/test splits.
pub trait Resampling: fmt::Debug + Send + Sync {
    /// Divides the rows of a dataset.
    fn plan(&self, data: &Dataset) -> Result<SplitPlan>;

    /// The splits of a dataset.
    fn splits(&self, data: &Dataset) -> Result<Vec<Split>> {
        Ok(self.plan(data)?.splits)
    }

    /// Trains and evaluates a learner, with the usual metrics and the defaults of [`Run`].
    fn evaluate(&self, learner: &dyn Learner, data: &Dataset) -> Result<Evaluation> {
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        let run = Run::default().seed(plan.seed);
        evaluate(learner, &data, plan, &EvaluationOptions::default(), &run)
    }

    /// Trains and evaluates a learner.
    fn evaluate_with(
        &self,
        learner: &dyn Learner,
        data: &Dataset,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<Evaluation> {
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        evaluate(learner, &data, plan, scoring, run)
    }

    /// Trains and evaluates a learner split by split and leaves it at that: no intervals, no baseline.
    fn folds_with(
        &self,
        learner: &dyn Learner,
        data: &Dataset,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<FoldResults> {
        let data = rows_that_count(data)?;
        let plan = self.plan(&data)?;
        evaluate_folds(learner, &data, plan, scoring, run)
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
    Err(wrong(subject, parameter, found, &format!("an integer at least {least}")))
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
