//! Passes over rows as codes: one that finds where the bins of numbers end, and one that counts.
//!
//! Threads make codes of chunks of rows side by side; what is counted is counted chunk after chunk, in the order of the rows.
//! So counts are the same to the last bit however the rows are cut into batches, and there is only one of the tables.

use super::Coding;
use crate::distinct::Distinct;
use crate::naive_bayes::cells::{Block, Cells, Values};
use crate::naive_bayes::classes_of;
use hornbook_core::{Declaration, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Batches, Query, Step, Summary, learn_in_batches, learn_in_memory};

/// Rows as codes, with their classes and weights.
pub(in crate::naive_bayes) struct CodedRows {
    /// Column by column.
    pub codes: Vec<Vec<u32>>,
    pub classes: Vec<u32>,
    pub weights: Vec<f64>,
}

/// What is counted of rows as codes.
pub(in crate::naive_bayes) trait Counts: Clone + Send + Sync {
    /// Of no rows, of columns with so many codes each.
    fn empty(sizes: &[usize], classes: usize) -> Result<Self>;

    /// Counts further rows.
    fn count(&mut self, rows: &CodedRows);
}

/// What passes over rows found.
#[derive(Debug, Clone)]
pub(in crate::naive_bayes) struct Counted<C> {
    pub coding: Coding,
    pub class_weights: Vec<f64>,
    pub counts: C,
    /// Rows that weigh something.
    pub rows: u64,
}

impl<C> Counted<C> {
    pub fn summary(&self) -> Summary {
        let weight = self.class_weights.iter().sum();
        Summary { rows: self.rows, weight, converged: true, ..Summary::default() }
    }
}

/// Counts the rows of a dataset, with numbers in at most so many bins; or adds them to what was counted earlier, in its bins.
pub(in crate::naive_bayes) fn count_rows<C: Counts>(
    data: &Dataset,
    bins: u32,
    earlier: Option<Counted<C>>,
    run: &Run,
) -> Result<Counted<C>> {
    let schema = Schema::of(data)?;
    let mut passes = Passes::new(&schema, bins, earlier);
    learn_in_memory(&mut passes, data, run)?;
    passes.finish()
}

/// The same for batches.
pub(in crate::naive_bayes) fn count_batches<C: Counts>(
    declaration: &Declaration,
    batches: &dyn Batches,
    bins: u32,
    run: &Run,
) -> Result<Counted<C>> {
    let schema = Schema::of(batches.prototype())?;
    let mut passes = Passes::new(&schema, bins, None);
    learn_in_batches(declaration, &mut passes, batches, run)?;
    passes.finish()
}

struct Passes<'a, C> {
    schema: &'a Schema,
    bins: u32,
    coding: Option<Coding>,
    found: Tally<C>,
}

/// What was counted so far; none before the first rows.
struct Tally<C> {
    counts: Option<C>,
    class_weights: Vec<f64>,
    rows: u64,
}

/// What is gathered in a pass: in the first the numbers of each column, in the second counts. Rows of a chunk wait until those
/// before them are counted.
struct Gathered<C> {
    numbers: Vec<Distinct>,
    waiting: Option<CodedRows>,
    tally: Option<Tally<C>>,
}

impl<'a, C: Counts> Passes<'a, C> {
    fn new(schema: &'a Schema, bins: u32, earlier: Option<Counted<C>>) -> Passes<'a, C> {
        let nothing = Tally { counts: None, class_weights: vec![0.0; schema.target.classes.len()], rows: 0 };
        let (coding, found) = match earlier {
            Some(Counted { coding, class_weights, counts, rows }) => {
                (Some(coding), Tally { counts: Some(counts), class_weights, rows })
            }
            None if schema.inputs.iter().all(|input| input.kind.levels().is_some()) => {
                let none = vec![Distinct::default(); schema.inputs.len()];
                (Some(Coding::settled(&schema.inputs, &none, bins)), nothing)
            }
            None => (None, nothing),
        };
        Passes { schema, bins, coding, found }
    }

    /// The columns of numbers of some rows; none of others.
    fn numbers(&self, cells: &Cells<'_>) -> Result<Vec<Vec<f64>>> {
        let mut columns = vec![Vec::new(); self.schema.inputs.len()];
        let mut copy = Vec::new();
        cells.for_blocks(0..cells.rows(), |_, block: &Block<'_>| {
            for (column, (input, numbers)) in self.schema.inputs.iter().zip(&mut columns).enumerate() {
                if let (None, Values::Numbers(x)) = (input.kind.levels(), block.column(column, &mut copy)) {
                    numbers.extend_from_slice(x);
                }
            }
            Ok(())
        })?;
        Ok(columns)
    }

    /// Counts that go on from what was found earlier.
    fn start(&self, coding: &Coding) -> Result<Tally<C>> {
        let Tally { counts, class_weights, rows } = &self.found;
        let counts = match counts {
            Some(counts) => counts.clone(),
            None => C::empty(&coding.sizes(), class_weights.len())?,
        };
        Ok(Tally { counts: Some(counts), class_weights: class_weights.clone(), rows: *rows })
    }

    fn finish(self) -> Result<Counted<C>> {
        let coding = self.coding.unwrap_or(Coding(Vec::new()));
        let Tally { counts, class_weights, rows } = self.found;
        let counts = match counts {
            Some(counts) => counts,
            None => C::empty(&coding.sizes(), class_weights.len())?,
        };
        Ok(Counted { coding, class_weights, counts, rows })
    }
}

impl<C: Counts> Tally<C> {
    fn count(&mut self, rows: &CodedRows) {
        for (&class, weight) in rows.classes.iter().zip(&rows.weights) {
            self.class_weights[class as usize] += weight;
        }
        self.rows += rows.weights.len() as u64;
        if let Some(counts) = &mut self.counts {
            counts.count(rows);
        }
    }
}

impl<C: Counts> Query for Passes<'_, C> {
    type Statistic = Gathered<C>;

    fn empty(&self) -> Gathered<C> {
        let numbers = match self.coding {
            Some(_) => Vec::new(),
            None => vec![Distinct::default(); self.schema.inputs.len()],
        };
        Gathered { numbers, waiting: None, tally: None }
    }

    fn add(&self, gathered: &mut Gathered<C>, rows: &Dataset, _first: u64) -> Result<()> {
        let rows = &rows.counting_rows();
        let (cells, weights) = (Cells::of_dataset(rows), rows.row_weights());
        let Some(coding) = &self.coding else {
            for (numbers, column) in gathered.numbers.iter_mut().zip(self.numbers(&cells)?) {
                numbers.add(column.into_iter().zip(weights.iter().copied()));
            }
            return Ok(());
        };
        let codes = coding.codes(&cells.into_features())?;
        gathered.waiting = Some(CodedRows { codes, classes: classes_of(rows)?, weights });
        Ok(())
    }

    fn merge(&self, into: &mut Gathered<C>, from: Gathered<C>) -> Result<()> {
        into.numbers.iter_mut().zip(from.numbers).for_each(|(into, from)| into.merge(from));
        if let (Some(coding), Some(rows)) = (&self.coding, &from.waiting) {
            let mut tally = match into.tally.take() {
                Some(tally) => tally,
                None => self.start(coding)?,
            };
            tally.count(rows);
            into.tally = Some(tally);
        }
        Ok(())
    }

    fn update(&mut self, gathered: Gathered<C>) -> Result<Step> {
        if self.coding.is_none() {
            self.coding = Some(Coding::settled(&self.schema.inputs, &gathered.numbers, self.bins));
            return Ok(Step::Again);
        }
        if let Some(tally) = gathered.tally {
            self.found = tally;
        }
        Ok(Step::Done)
    }
}
