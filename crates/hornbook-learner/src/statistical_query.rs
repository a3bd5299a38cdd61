//! The statistical-query form: iterations of *fold a mergeable statistic over the rows, then update*.
//!
//! Counts, moments, Gram matrices, histograms and gradients are all statistics that can be gathered on parts of
//! the rows and merged. A learner written as a [`StatisticalQuery`] therefore runs unchanged on threads over memory
//! ([`run_query_in_memory`]) and in batches over a file larger than memory ([`run_query_in_batches`]).
//!
//! Rows are cut into chunks by position and merged in order, so the result does not depend on the number of
//! threads; and if the batches hold a multiple of [`CHUNK_ROWS`] rows, both runners give the same result to the
//! last bit.

use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many rows are folded into one statistic before it is merged.
pub const CHUNK_ROWS: usize = 16_384;

/// Whether another pass over the rows is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassOutcome {
    /// Another pass.
    AnotherPass,
    /// That was the last.
    Done,
}

/// A learner in statistical-query form, between two passes over the rows.
pub trait StatisticalQuery: Sync {
    /// What is gathered in one pass.
    type Statistic: Send;

    /// The statistic of no rows.
    fn empty(&self) -> Self::Statistic;

    /// Adds the rows of a view, whose first row is row `first` of all rows.
    fn add(&self, statistic: &mut Self::Statistic, rows: &Dataset, first: u64) -> Result<()>;

    /// Adds what was gathered on later rows.
    fn merge(&self, into: &mut Self::Statistic, from: Self::Statistic) -> Result<()>;

    /// Learns from a whole pass.
    fn update(&mut self, statistic: Self::Statistic) -> Result<PassOutcome>;
}

/// Rows that come in batches and can be read again and again.
pub trait Batches: Sync {
    /// Visits all rows once, in order, batch by batch. Every batch has the same columns, levels and roles.
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()>;

    /// The columns and roles, on no rows or a few.
    fn prototype(&self) -> &Dataset;
}

/// A dataset in memory, handed out in batches. For tests, and for data that come in pieces.
#[derive(Debug)]
pub struct TableBatches {
    data: Dataset,
    batch_rows: usize,
}

impl TableBatches {
    /// Hands `data` out in batches of `batch_rows` rows.
    pub fn new(data: Dataset, batch_rows: usize) -> TableBatches {
        TableBatches { data, batch_rows: batch_rows.max(1) }
    }
}

impl Batches for TableBatches {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        let rows = self.data.rows().len();
        (0..rows)
            .step_by(self.batch_rows)
            .try_for_each(|start| visit(&self.data.slice(start..(start + self.batch_rows).min(rows))))
    }

    fn prototype(&self) -> &Dataset {
        &self.data
    }
}

/// Runs the iterations over rows in memory, on the run's threads.
pub fn run_query_in_memory<Q: StatisticalQuery>(query: &mut Q, data: &Dataset, run: &Run) -> Result<()> {
    loop {
        let mut statistic = query.empty();
        fold(query, &mut statistic, data, 0, run)?;
        if query.update(statistic)? == PassOutcome::Done {
            return Ok(());
        }
    }
}

/// What must hold of a batch.
type BatchCheck<'a> = dyn Fn(&Dataset) -> Result<()> + Sync + 'a;

/// Batches that are checked as a whole dataset would be, on the first pass over them.
pub struct CheckedBatches<'a> {
    batches: &'a dyn Batches,
    check: Box<BatchCheck<'a>>,
    passed: AtomicBool,
}

impl<'a> CheckedBatches<'a> {
    /// Batches, and what must hold of each.
    pub fn new(
        batches: &'a dyn Batches,
        check: impl Fn(&Dataset) -> Result<()> + Sync + 'a,
    ) -> CheckedBatches<'a> {
        CheckedBatches { batches, check: Box::new(check), passed: AtomicBool::new(false) }
    }
}

impl Batches for CheckedBatches<'_> {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        let passed = self.passed.load(Ordering::Relaxed);
        self.batches.for_each(&mut |batch| {
            // A batch whose rows all weigh nothing is none, though a whole dataset of such rows is an error.
            if !passed && !weighs_nothing(batch) {
                (self.check)(batch)?;
            }
            visit(batch)
        })?;
        self.passed.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn prototype(&self) -> &Dataset {
        self.batches.prototype()
    }
}

fn weighs_nothing(batch: &Dataset) -> bool {
    batch.weights().is_some() && batch.row_weights().iter().all(|weight| *weight == 0.0)
}

/// Runs the iterations over batches.
pub fn run_query_in_batches<Q: StatisticalQuery>(
    query: &mut Q,
    batches: &dyn Batches,
    run: &Run,
) -> Result<()> {
    loop {
        let mut statistic = query.empty();
        let mut rows = 0u64;
        let mut some_count = false;
        batches.for_each(&mut |batch| {
            if weighs_nothing(batch) {
                rows += batch.rows().len() as u64;
                return Ok(());
            }
            some_count = true;
            let first = rows;
            rows += batch.rows().len() as u64;
            run.progress("reading", rows, None);
            fold(query, &mut statistic, batch, first, run)
        })?;
        if !some_count {
            return Err(Error::no_rows());
        }
        if query.update(statistic)? == PassOutcome::Done {
            return Ok(());
        }
    }
}

/// Adds all rows of `data`, chunk by chunk. A wave of chunks is folded side by side and merged in order: that
/// bounds the memory by the number of threads, and the waves leave no trace in the result.
fn fold<Q: StatisticalQuery>(
    query: &Q,
    statistic: &mut Q::Statistic,
    data: &Dataset,
    first: u64,
    run: &Run,
) -> Result<()> {
    let rows = data.rows().len();
    let starts: Vec<usize> = (0..rows).step_by(CHUNK_ROWS).collect();
    for wave in starts.chunks(rayon::current_num_threads().max(1) * 2) {
        run.check()?;
        let parts: Vec<Result<Q::Statistic>> = wave
            .par_iter()
            .map(|&start| {
                let mut part = query.empty();
                let chunk = data.slice(start..(start + CHUNK_ROWS).min(rows));
                query.add(&mut part, &chunk, first + start as u64)?;
                Ok(part)
            })
            .collect();
        for part in parts {
            query.merge(statistic, part?)?;
        }
    }
    Ok(())
}
