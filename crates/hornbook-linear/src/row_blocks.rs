//! Rows that an online rule meets again and again, a block at a time: all at once in memory, and else a batch of a file.

use crate::column_stats::ColumnStats;
use crate::design::targets_of;
use crate::model::LinearModel;
use crate::training_rows::{BlockedSums, RowClasses, RowOrder, TrainingRows};
use hornbook_core::{Result, Run, Task};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;
use hornbook_math::prefetch::prefetch;

/// Some rows, with what is to be learned of them.
pub(crate) struct RowBlock {
    pub rows: TrainingRows,
    /// Of classes; none if the target holds numbers.
    pub labels: RowClasses,
    /// The target of each row, if it is a number.
    pub targets: Vec<f64>,
    /// The rows as a rule meets them one by one; none if each is met once. See [`TrainingRows::epoch_order`].
    presented: Option<Vec<(u32, f64)>>,
    /// The number of each row, from 1.
    pub numbers: Vec<u32>,
    /// For each row 1 and the sizes of all its numbers, which bound what a weighted sum of it adds up.
    pub sizes: Vec<f64>,
}

impl RowBlock {
    /// How often rows are met in an iteration.
    pub fn visits(&self) -> usize {
        self.presented.as_ref().map_or(self.rows.len(), Vec::len)
    }

    /// Which row is met, and the fraction that it counts.
    #[inline]
    pub fn visit(&self, number: usize) -> (u32, f64) {
        match &self.presented {
            Some(all) => all[number],
            None => (number as u32, 1.0),
        }
    }

    /// Fetches a row that will be asked for soon.
    #[inline]
    pub fn expect(&self, row: usize) {
        prefetch(&self.labels.places, row);
        prefetch(&self.targets, row);
        self.rows.expect(row);
    }
}

/// All rows, in blocks.
pub(crate) struct RowBlocks<'a> {
    source: RowSource<'a>,
    run: &'a Run,
    design: &'a Encoder,
    order: RowOrder,
    /// Where the columns lie.
    pub column_stats: ColumnStats,
    /// The codes of all classes, in order; none if the target holds numbers.
    pub classes: Vec<u32>,
    /// What is in memory.
    whole: Option<RowBlock>,
}

impl<'a> RowBlocks<'a> {
    /// With the classes that occur, and those of an earlier model.
    pub fn of(
        source: RowSource<'a>,
        design: &'a Encoder,
        order: RowOrder,
        earlier: Option<&LinearModel>,
        run: &'a Run,
    ) -> Result<RowBlocks<'a>> {
        let schema = Schema::of(source.prototype())?;
        let (column_stats, rows) = match source {
            RowSource::Memory(data) => {
                let rows = TrainingRows::of(data, design, order)?;
                (rows.column_stats(data, design)?, Some(rows))
            }
            RowSource::Batches(..) => (ColumnStats::of(design, &schema, source, run)?, None),
        };
        let known = earlier.map_or(&[][..], |model| model.response().codes());
        let classes = match schema.target.task {
            Task::Classification => (0..schema.target.classes.len() as u32)
                .filter(|code| column_stats.by_class[*code as usize] > 0.0 || known.contains(code))
                .collect(),
            _ => Vec::new(),
        };
        let mut blocks = RowBlocks { source, run, design, order, column_stats, classes, whole: None };
        if let (RowSource::Memory(data), Some(rows)) = (source, rows) {
            let numbers = rows.positions.iter().map(|&i| data.rows().at(i as usize) + 1).collect();
            blocks.whole = Some(blocks.block(data, rows, numbers)?);
        }
        Ok(blocks)
    }

    fn block(&self, data: &Dataset, rows: TrainingRows, numbers: Vec<u32>) -> Result<RowBlock> {
        let (labels, targets) = match self.classes.is_empty() {
            false => (RowClasses::among(&self.classes, data, &rows)?, Vec::new()),
            true => {
                let all = targets_of(data)?;
                let targets = rows.positions.iter().map(|&i| all[i as usize]).collect();
                (RowClasses { classes: Vec::new(), places: Vec::new() }, targets)
            }
        };
        let is_plain = rows.weights.iter().all(|&weight| weight == 1.0);
        let presented =
            (!is_plain).then(|| rows.epoch_order(self.column_stats.rows, self.column_stats.weight));
        let size = |row: usize| rows.row(row).iter().fold(1.0, |sum, x| sum + x.abs());
        let sizes = (0..rows.len()).map(size).collect();
        Ok(RowBlock { labels, targets, presented, numbers, sizes, rows })
    }

    pub fn design(&self) -> &Encoder {
        self.design
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.design.width()
    }

    /// All rows, if they are in memory.
    pub fn whole(&self) -> Option<&RowBlock> {
        self.whole.as_ref()
    }

    /// Visits all rows once, block by block.
    pub fn for_each(&self, mut visit: impl FnMut(&RowBlock) -> Result<()>) -> Result<()> {
        let batches = match (&self.whole, self.source) {
            (Some(block), _) => return visit(block),
            (None, RowSource::Memory(_)) => return Ok(()),
            (None, RowSource::Batches(batches)) => batches,
        };
        let mut before = 0u32;
        batches.for_each(&mut |batch| {
            self.run.check()?;
            let rows = TrainingRows::of(batch, self.design, self.order)?;
            let numbers = rows.positions.iter().map(|&i| before.saturating_add(i + 1)).collect();
            before = before.saturating_add(batch.rows().len() as u32);
            visit(&self.block(batch, rows, numbers)?)
        })
    }

    /// How often rows are met in an iteration.
    pub fn visits(&self) -> Result<u64> {
        let mut count = 0;
        self.for_each(|block| {
            count += block.visits() as u64;
            Ok(())
        })?;
        Ok(count)
    }

    /// A vector that is the sum of what each row adds to it, bit for bit the same in any blocks.
    pub fn sum(&self, length: usize, add: impl Fn(&RowBlock, usize, &mut [f64]) + Sync) -> Result<Vec<f64>> {
        let mut sums = BlockedSums::new(length);
        self.for_each(|block| {
            sums.add(block.rows.len(), |row, to| add(block, row, to));
            Ok(())
        })?;
        Ok(sums.total())
    }
}
