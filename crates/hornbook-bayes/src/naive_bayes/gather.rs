//! One pass over the rows, which gathers all that naive Bayes must know of them.

use super::cells::{CellBlock, CellValues, for_cell_blocks};
use super::moments::MomentBuffers;
use super::settings::NaiveBayesSettings;
use super::statistics::{NaiveBayesStatistics, StatisticsLayout};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Features, Schema, SparseRows, Target};
use hornbook_learner::{PassOutcome, StatisticalQuery};

/// Codes above this are no codes but numbers.
const MOST_LEVELS: f64 = 1e6;

/// The pass, and what it found.
pub(super) struct NaiveBayesQuery<'a> {
    pub settings: &'a NaiveBayesSettings,
    pub layout: &'a StatisticsLayout,
    pub schema: &'a Schema,
    pub found: NaiveBayesStatistic,
}

/// What a pass finds.
#[derive(Debug, Default)]
pub(super) struct NaiveBayesStatistic {
    pub statistics: NaiveBayesStatistics,
    /// The first rows, to look at what sums do not tell.
    pub sample: Option<Dataset>,
}

impl<'a> NaiveBayesQuery<'a> {
    pub fn new(
        settings: &'a NaiveBayesSettings,
        layout: &'a StatisticsLayout,
        schema: &'a Schema,
    ) -> NaiveBayesQuery<'a> {
        NaiveBayesQuery { settings, layout, schema, found: NaiveBayesStatistic::default() }
    }

    fn name(&self, column: usize) -> &str {
        &self.schema.inputs[column].name
    }

    fn add_block(
        &self,
        to: &mut NaiveBayesStatistics,
        block: &CellBlock<'_>,
        rows: &LabeledRows<'_>,
        room: &mut GatherBuffers,
    ) -> Result<()> {
        let layout = self.layout;
        let lines = block.lines(&layout.gaussian, &mut room.copy);
        to.moments.add(lines, rows.classes, rows.weights, &mut room.moments);
        for (place, &column) in layout.kernel.iter().enumerate() {
            let CellValues::Numbers(x) = block.column(column, &mut room.copy) else { continue };
            rows.for_each(|row, class, weight| {
                if !x[row].is_nan() {
                    // Adding zero makes -0.0 the same value as 0.0.
                    to.points[place * layout.classes + class].push((x[row] + 0.0, weight));
                }
                Ok(())
            })?;
        }
        for (place, &column) in layout.categorical.iter().enumerate() {
            let values = block.column(column, &mut room.copy);
            if layout.are_numbers[place] {
                self.make_room(&mut to.counts[place], column, values, rows)?;
            }
            let counts = &mut to.counts[place];
            let levels = counts.len() / layout.classes.max(1);
            rows.for_each(|row, class, weight| {
                if let Some(level) = values.level(row, levels) {
                    counts[level * layout.classes + class] += weight;
                }
                Ok(())
            })?;
        }
        let width = layout.bernoulli.len();
        for (place, &column) in layout.bernoulli.iter().enumerate() {
            let CellValues::Numbers(x) = block.column(column, &mut room.copy) else { continue };
            rows.for_each(|row, class, weight| {
                self.check_truth(column, x[row])?;
                let at = class * width + place;
                to.absent[at] += if x[row].is_nan() { weight } else { 0.0 };
                to.truths[at] += if x[row] > self.settings.threshold() { weight } else { 0.0 };
                Ok(())
            })?;
        }
        let width = layout.events.len();
        for (place, &column) in layout.events.iter().enumerate() {
            let CellValues::Numbers(x) = block.column(column, &mut room.copy) else { continue };
            rows.for_each(|row, class, weight| {
                self.check_count(column, x[row])?;
                to.events[class * width + place] += if x[row].is_nan() { 0.0 } else { weight * x[row] };
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Makes the table of a column of codes large enough.
    fn make_room(
        &self,
        counts: &mut Vec<f64>,
        column: usize,
        values: CellValues<'_>,
        rows: &LabeledRows<'_>,
    ) -> Result<()> {
        let CellValues::Numbers(x) = values else { return Ok(()) };
        rows.for_each(|row, _, _| {
            let code = x[row];
            if code.is_nan() {
                return Ok(());
            }
            if !(0.0..=MOST_LEVELS).contains(&code) || code.fract() != 0.0 {
                let negative = if code < 0.0 { "Negative values in data: " } else { "" };
                return Err(Error::data(
                    format!(
                        "{negative}column '{}' holds {code}, which is no code of a category",
                        self.name(column)
                    ),
                    format!("give codes from 0 to {MOST_LEVELS}, or take the column as numbers or as text"),
                ));
            }
            let needed = (code as usize + 1) * self.layout.classes;
            counts.resize(counts.len().max(needed), 0.0);
            Ok(())
        })
    }

    fn check_truth(&self, column: usize, x: f64) -> Result<()> {
        if self.settings.binarize.is_some() || x == 0.0 || x == 1.0 || x.is_nan() {
            return Ok(());
        }
        Err(Error::data(
            format!("column '{}' holds {x} where 0 and 1 are expected", self.name(column)),
            "set the threshold with 'binarize'",
        ))
    }

    fn check_count(&self, column: usize, x: f64) -> Result<()> {
        if x >= 0.0 || x.is_nan() {
            return Ok(());
        }
        Err(Error::data(
            format!(
                "Negative values in data: column '{}' holds {x}, which is no count of events",
                self.name(column)
            ),
            "give counts of at least 0, or give the column a Gaussian likelihood",
        ))
    }

    /// Whether zeros add nothing, so that sparse rows need not be filled up.
    fn passes_over_zeros(&self) -> bool {
        let layout = self.layout;
        let others = layout.gaussian.len() + layout.kernel.len() + layout.categorical.len();
        others == 0 && (layout.bernoulli.is_empty() || self.settings.threshold() >= 0.0)
    }

    fn add_sparse(
        &self,
        to: &mut NaiveBayesStatistics,
        sparse: &SparseRows,
        rows: &LabeledRows<'_>,
    ) -> Result<()> {
        let view = sparse.view();
        let (truths, events) = (self.layout.bernoulli.len(), self.layout.events.len());
        let is_truth: Vec<bool> =
            (0..sparse.width()).map(|column| self.layout.bernoulli.binary_search(&column).is_ok()).collect();
        rows.for_each(|row, class, weight| {
            let (columns, values) = view.row(row);
            for (&column, &x) in columns.iter().zip(values) {
                let (column, place) = (column as usize, self.layout.places[column as usize]);
                if is_truth[column] {
                    self.check_truth(column, x)?;
                    let at = class * truths + place;
                    to.absent[at] += if x.is_nan() { weight } else { 0.0 };
                    to.truths[at] += if x > self.settings.threshold() { weight } else { 0.0 };
                } else {
                    self.check_count(column, x)?;
                    to.events[class * events + place] += if x.is_nan() { 0.0 } else { weight * x };
                }
            }
            Ok(())
        })
    }
}

/// Memory that is used again for each block.
#[derive(Default)]
struct GatherBuffers {
    copy: Vec<f64>,
    moments: MomentBuffers,
}

/// The classes and weights of some rows.
struct LabeledRows<'a> {
    classes: &'a [u32],
    weights: Option<&'a [f64]>,
}

impl LabeledRows<'_> {
    /// Visits the rows that weigh something: their positions, classes and weights.
    #[inline]
    fn for_each(&self, mut visit: impl FnMut(usize, usize, f64) -> Result<()>) -> Result<()> {
        for (row, &class) in self.classes.iter().enumerate() {
            let weight = self.weights.map_or(1.0, |weights| weights[row]);
            if weight > 0.0 {
                visit(row, class as usize, weight)?;
            }
        }
        Ok(())
    }
}

/// The class of each row of a view.
pub(crate) fn classes_of(data: &Dataset) -> Result<Vec<u32>> {
    match data.require_target()?.1 {
        Target::Classes(classes) => Ok(data.rows().iter().map(|row| classes.codes[row as usize]).collect()),
        Target::Numbers(_) => Err(Error::data("the target holds numbers", "call classify() on the dataset")),
    }
}

impl StatisticalQuery for NaiveBayesQuery<'_> {
    type Statistic = NaiveBayesStatistic;

    fn empty(&self) -> NaiveBayesStatistic {
        NaiveBayesStatistic { statistics: NaiveBayesStatistics::new(self.layout), sample: None }
    }

    fn add(&self, gathered: &mut NaiveBayesStatistic, rows: &Dataset, first: u64) -> Result<()> {
        let classes = classes_of(rows)?;
        let weights = rows.weights().map(|_| rows.row_weights());
        let all = LabeledRows { classes: &classes, weights: weights.as_deref() };
        let to = &mut gathered.statistics;
        all.for_each(|_, class, weight| {
            to.rows += 1;
            to.class_weights[class] += weight;
            Ok(())
        })?;
        if first == 0 {
            gathered.sample = Some(rows.clone());
        }
        let cells = rows.features_in_place();
        if let Features::Sparse(sparse) = &cells
            && self.passes_over_zeros()
        {
            return self.add_sparse(to, sparse, &all);
        }
        let mut room = GatherBuffers::default();
        for_cell_blocks(&cells, 0..classes.len(), |range, block| {
            let weights = weights.as_deref().map(|weights| &weights[range.clone()]);
            self.add_block(to, block, &LabeledRows { classes: &classes[range], weights }, &mut room)
        })
    }

    fn merge(&self, into: &mut NaiveBayesStatistic, from: NaiveBayesStatistic) -> Result<()> {
        into.sample = into.sample.take().or(from.sample);
        into.statistics.merge(from.statistics);
        Ok(())
    }

    fn update(&mut self, gathered: NaiveBayesStatistic) -> Result<PassOutcome> {
        self.found = gathered;
        Ok(PassOutcome::Done)
    }
}
