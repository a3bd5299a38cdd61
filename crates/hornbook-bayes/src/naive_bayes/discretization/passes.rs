//! Passes over rows as codes: one that finds where the bins of numbers end, and one that counts.
//!
//! Threads make codes of chunks of rows side by side; what is counted is counted chunk after chunk, in the order of the rows.
//! So counts are the same to the last bit however the rows are cut into batches, and there is only one of the tables.

use super::Discretization;
use crate::distinct_values::DistinctValues;
use crate::naive_bayes::cells::{CellBlock, CellValues, for_cell_blocks};
use crate::naive_bayes::classes_of;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Features, Schema};
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery, TrainingSummary};

/// Rows as codes, with their classes and weights.
pub(in crate::naive_bayes) struct DiscretizedRows {
    /// Column by column.
    pub codes: Vec<Vec<u32>>,
    pub classes: Vec<u32>,
    pub weights: Vec<f64>,
}

/// What is counted of rows as codes.
pub(in crate::naive_bayes) trait CodeCounter: Clone + Send + Sync {
    /// Of no rows, of columns with so many codes each.
    fn empty(sizes: &[usize], classes: usize) -> Result<Self>;

    /// Counts further rows.
    fn count(&mut self, rows: &DiscretizedRows);
}

/// What passes over rows found.
#[derive(Debug, Clone)]
pub(in crate::naive_bayes) struct CountedRows<C> {
    pub discretization: Discretization,
    pub class_weights: Vec<f64>,
    pub counts: C,
    /// Rows that weigh something.
    pub rows: u64,
}

impl<C> CountedRows<C> {
    pub fn summary(&self) -> TrainingSummary {
        let weight = self.class_weights.iter().sum();
        TrainingSummary { rows: self.rows, weight, converged: true, ..TrainingSummary::default() }
    }
}

/// Counts the rows, with numbers in at most so many bins; or adds them to what was counted earlier, in its bins.
pub(in crate::naive_bayes) fn count_rows<C: CodeCounter>(
    rows: RowSource<'_>,
    bins: u32,
    earlier: Option<CountedRows<C>>,
    run: &Run,
) -> Result<CountedRows<C>> {
    let schema = Schema::of(rows.prototype())?;
    let mut passes = DiscretizationPasses::new(&schema, bins, earlier);
    rows.run_query(&mut passes, run)?;
    passes.finish()
}

struct DiscretizationPasses<'a, C> {
    schema: &'a Schema,
    bins: u32,
    discretization: Option<Discretization>,
    found: CodeCounts<C>,
}

/// What was counted so far; none before the first rows.
struct CodeCounts<C> {
    counts: Option<C>,
    class_weights: Vec<f64>,
    rows: u64,
}

/// What is gathered in a pass: in the first the numbers of each column, in the second counts. Rows of a chunk wait until those
/// before them are counted.
struct DiscretizationStatistic<C> {
    numbers: Vec<DistinctValues>,
    waiting: Option<DiscretizedRows>,
    tally: Option<CodeCounts<C>>,
}

impl<'a, C: CodeCounter> DiscretizationPasses<'a, C> {
    fn new(schema: &'a Schema, bins: u32, earlier: Option<CountedRows<C>>) -> DiscretizationPasses<'a, C> {
        let nothing =
            CodeCounts { counts: None, class_weights: vec![0.0; schema.target.classes.len()], rows: 0 };
        let (discretization, found) = match earlier {
            Some(CountedRows { discretization, class_weights, counts, rows }) => {
                (Some(discretization), CodeCounts { counts: Some(counts), class_weights, rows })
            }
            None if schema.inputs.iter().all(|input| input.kind.levels().is_some()) => {
                let none = vec![DistinctValues::default(); schema.inputs.len()];
                (Some(Discretization::settled(&schema.inputs, &none, bins)), nothing)
            }
            None => (None, nothing),
        };
        DiscretizationPasses { schema, bins, discretization, found }
    }

    /// The columns of numbers of some rows; none of others.
    fn numbers(&self, cells: &Features<'_>) -> Result<Vec<Vec<f64>>> {
        let mut columns = vec![Vec::new(); self.schema.inputs.len()];
        let mut copy = Vec::new();
        for_cell_blocks(cells, 0..cells.rows(), |_, block: &CellBlock<'_>| {
            for (column, (input, numbers)) in self.schema.inputs.iter().zip(&mut columns).enumerate() {
                if let (None, CellValues::Numbers(x)) = (input.kind.levels(), block.column(column, &mut copy))
                {
                    numbers.extend_from_slice(x);
                }
            }
            Ok(())
        })?;
        Ok(columns)
    }

    /// Counts that go on from what was found earlier.
    fn start(&self, discretization: &Discretization) -> Result<CodeCounts<C>> {
        let CodeCounts { counts, class_weights, rows } = &self.found;
        let counts = match counts {
            Some(counts) => counts.clone(),
            None => C::empty(&discretization.sizes(), class_weights.len())?,
        };
        Ok(CodeCounts { counts: Some(counts), class_weights: class_weights.clone(), rows: *rows })
    }

    fn finish(self) -> Result<CountedRows<C>> {
        let discretization = self.discretization.unwrap_or(Discretization(Vec::new()));
        let CodeCounts { counts, class_weights, rows } = self.found;
        let counts = match counts {
            Some(counts) => counts,
            None => C::empty(&discretization.sizes(), class_weights.len())?,
        };
        Ok(CountedRows { discretization, class_weights, counts, rows })
    }
}

impl<C: CodeCounter> CodeCounts<C> {
    fn count(&mut self, rows: &DiscretizedRows) {
        for (&class, weight) in rows.classes.iter().zip(&rows.weights) {
            self.class_weights[class as usize] += weight;
        }
        self.rows += rows.weights.len() as u64;
        if let Some(counts) = &mut self.counts {
            counts.count(rows);
        }
    }
}

impl<C: CodeCounter> StatisticalQuery for DiscretizationPasses<'_, C> {
    type Statistic = DiscretizationStatistic<C>;

    fn empty(&self) -> DiscretizationStatistic<C> {
        let numbers = match self.discretization {
            Some(_) => Vec::new(),
            None => vec![DistinctValues::default(); self.schema.inputs.len()],
        };
        DiscretizationStatistic { numbers, waiting: None, tally: None }
    }

    fn add(&self, gathered: &mut DiscretizationStatistic<C>, rows: &Dataset, _first: u64) -> Result<()> {
        let rows = &rows.with_nonzero_weight();
        let (cells, weights) = (rows.features_in_place(), rows.row_weights());
        let Some(discretization) = &self.discretization else {
            for (numbers, column) in gathered.numbers.iter_mut().zip(self.numbers(&cells)?) {
                numbers.add(column.into_iter().zip(weights.iter().copied()));
            }
            return Ok(());
        };
        let codes = discretization.codes(&cells)?;
        gathered.waiting = Some(DiscretizedRows { codes, classes: classes_of(rows)?, weights });
        Ok(())
    }

    fn merge(&self, into: &mut DiscretizationStatistic<C>, from: DiscretizationStatistic<C>) -> Result<()> {
        into.numbers.iter_mut().zip(from.numbers).for_each(|(into, from)| into.merge(from));
        if let (Some(discretization), Some(rows)) = (&self.discretization, &from.waiting) {
            let mut tally = match into.tally.take() {
                Some(tally) => tally,
                None => self.start(discretization)?,
            };
            tally.count(rows);
            into.tally = Some(tally);
        }
        Ok(())
    }

    fn update(&mut self, gathered: DiscretizationStatistic<C>) -> Result<PassOutcome> {
        if self.discretization.is_none() {
            self.discretization =
                Some(Discretization::settled(&self.schema.inputs, &gathered.numbers, self.bins));
            return Ok(PassOutcome::AnotherPass);
        }
        if let Some(tally) = gathered.tally {
            self.found = tally;
        }
        Ok(PassOutcome::Done)
    }
}
