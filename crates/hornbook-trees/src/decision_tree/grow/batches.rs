//! Histogram splits in statistical-query form: the same tree as [`binned`](super::binned), for rows that come in
//! batches.
//!
//! The first pass draws a sample for the bins and sums the target. Each later pass sends every row down the tree
//! grown so far and gathers the histograms of the nodes that are open, as many as fit in a fixed memory.

use super::constraints::UNBOUNDED;
use super::histogram::best_split;
use super::impurity::add_to;
use super::{
    NodeBuilder, NodeContext, SplitCandidate, SplitOptions, TreeLimits, answer, gain_table, longer, pick,
};
use crate::bins::{ColumnBins, draw, sample_rows};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Input, MISSING_CODE, Target};
use hornbook_learner::{PassOutcome, StatisticalQuery};

/// Numbers that the histograms of one pass may hold.
const CELLS: usize = 1 << 21;

/// A tree that grows by passes over the rows.
pub(crate) struct BatchTreeGrower<'a> {
    options: SplitOptions,
    limits: TreeLimits,
    most_bins: usize,
    inputs: &'a [Input],
    run: &'a Run,
    pub rows: u64,
    /// What is taken off the numbers to predict: their mean.
    pub shift: f64,
    bins: Vec<ColumnBins>,
    pub builders: Vec<NodeBuilder>,
    depths: Vec<u32>,
    bounds: Vec<[f64; 2]>,
    counts: Vec<u64>,
    /// The answers that lead to each draft; only kept for a trace.
    paths: Vec<Vec<String>>,
    /// Drafts that wait for a split.
    waiting: Vec<usize>,
    /// The position of each draft in this pass, if its histogram is gathered.
    slots: Vec<Option<usize>>,
}

/// A row of the sample that bins are made from.
pub(crate) struct BinSampleRow {
    /// Where it stands in the draw.
    draw: u64,
    weight: f64,
    /// Its values in the columns of numbers.
    numbers: Vec<f64>,
}

/// What a pass gathers.
pub(crate) enum TreeStatistic {
    /// The first: a sample of the numbers, and the tally of the target as it is.
    Sample { rows: Vec<BinSampleRow>, count: u64, tally: Vec<f64> },
    /// The others: the histograms of the open nodes, and how many rows they have.
    Histograms { cells: Vec<f64>, counts: Vec<u64> },
}

impl<'a> BatchTreeGrower<'a> {
    pub fn new(
        options: SplitOptions,
        limits: TreeLimits,
        most_bins: usize,
        inputs: &'a [Input],
        run: &'a Run,
    ) -> BatchTreeGrower<'a> {
        BatchTreeGrower {
            options,
            limits,
            most_bins,
            inputs,
            run,
            rows: 0,
            shift: 0.0,
            bins: Vec::new(),
            builders: Vec::new(),
            depths: Vec::new(),
            bounds: Vec::new(),
            counts: Vec::new(),
            paths: Vec::new(),
            waiting: Vec::new(),
            slots: Vec::new(),
        }
    }

    pub fn limits(&self) -> &TreeLimits {
        &self.limits
    }

    /// The numbers in the histogram of one node.
    fn cells(&self) -> usize {
        self.bins.iter().map(|bins| (bins.count() + 1) * self.options.impurity.width()).sum()
    }

    fn open(&mut self, tally: Vec<f64>, depth: u32, bounds: [f64; 2], path: Vec<String>) -> usize {
        let builder = self.builders.len();
        let impurity = &self.options.impurity;
        let constant = impurity.is_numbers() && impurity.cost(&tally) <= f64::EPSILON * tally[2].abs();
        if !constant && self.limits.may_split(impurity, &tally, depth) {
            self.waiting.push(builder);
        }
        self.builders.push(NodeBuilder::leaf(tally, bounds));
        self.depths.push(depth);
        self.bounds.push(bounds);
        self.counts.push(0);
        self.paths.push(path);
        self.slots.push(None);
        builder
    }

    /// Takes as many waiting drafts as fit into the next pass.
    fn next_pass(&mut self) -> PassOutcome {
        self.slots.iter_mut().for_each(|slot| *slot = None);
        let most = (CELLS / self.cells().max(1)).max(1);
        let asked: Vec<usize> = self.waiting.drain(..most.min(self.waiting.len())).collect();
        for (slot, &builder) in asked.iter().enumerate() {
            self.slots[builder] = Some(slot);
        }
        if asked.is_empty() { PassOutcome::Done } else { PassOutcome::AnotherPass }
    }

    fn start(&mut self, sample: Vec<BinSampleRow>, count: u64, tally: Vec<f64>) -> Result<PassOutcome> {
        let weight = self.options.impurity.weight(&tally);
        if weight <= 0.0 {
            return Err(Error::no_rows());
        }
        self.options.impurity.check_all(&tally)?;
        self.rows = count;
        self.limits.total = weight;
        let mut numeric = 0;
        for input in self.inputs {
            self.bins.push(match input.kind.levels() {
                Some(levels) => ColumnBins::Code { levels: levels as u32 },
                None => {
                    let values = sample.iter().map(|row| (row.numbers[numeric], row.weight));
                    let bins = ColumnBins::of_weighted_numbers(values, self.most_bins);
                    numeric += 1;
                    bins
                }
            });
        }
        let mut tally = tally;
        if self.options.impurity.is_numbers() && self.options.impurity.may_shift() {
            // The tally of the shifted target follows from that of the target.
            self.shift = tally[1] / weight;
            tally[2] = (tally[2] - tally[1] * self.shift).max(0.0);
            tally[1] = 0.0;
        }
        self.limits.slack = self.options.impurity.value_rounding(&tally);
        self.open(tally, 0, UNBOUNDED, Vec::new());
        Ok(self.next_pass())
    }

    fn find_split(&mut self, builder: usize, cells: &[f64]) {
        let width = self.options.impurity.width();
        let tally = self.builders[builder].tally.clone();
        let constraints = self.limits.constraints(self.options.impurity.weight(&tally), self.bounds[builder]);
        let context = NodeContext { options: &self.options, whole: &tally, constraints: &constraints };
        let mut candidates = Vec::new();
        let mut start = 0;
        for (column, bins) in self.bins.iter().enumerate() {
            let tallies = &cells[start..start + (bins.count() + 1) * width];
            start += tallies.len();
            let occupied = (0..bins.count())
                .filter(|&bin| self.options.impurity.weight(&tallies[bin * width..(bin + 1) * width]) > 0.0);
            candidates.extend(best_split::<f64>(&context, column as u32, bins, tallies, occupied));
        }
        self.limits.apply_costs(&mut candidates);
        let mut best =
            pick(&self.options.impurity, &self.limits, &tally, &candidates, &vec![false; candidates.len()]);
        let mut parts = best.map_or_else(Vec::new, |i| self.part_tallies(&candidates[i], cells));
        if !self.limits.is_significant(&parts) {
            (best, parts) = (None, Vec::new());
        }
        let place = (self.paths[builder].as_slice(), self.counts[builder] as usize, tally.as_slice());
        self.run.trace(|| gain_table(&self.options.impurity, self.inputs, place, &candidates, best));
        let Some(found) = best.map(|i| candidates.swap_remove(i)) else { return };
        let depth = self.depths[builder] + 1;
        let values: Vec<f64> = parts.iter().map(|part| self.options.impurity.value(part)).collect();
        let bounds = constraints.bounds_below(found.column, &values);
        let mut children = Vec::new();
        for (i, (tally, bounds)) in parts.into_iter().zip(bounds).enumerate() {
            let path = if self.run.is_traced() {
                longer(&self.paths[builder], answer(self.inputs, &found, i))
            } else {
                Vec::new()
            };
            children.push(self.open(tally, depth, bounds, path));
        }
        self.builders[builder].children = children;
        self.builders[builder].split = Some(found);
    }

    fn part_tallies(&self, found: &SplitCandidate, cells: &[f64]) -> Vec<Vec<f64>> {
        let (width, column) = (self.options.impurity.width(), found.column as usize);
        let size = |bins: &ColumnBins| (bins.count() + 1) * width;
        let start: usize = self.bins[..column].iter().map(size).sum();
        let mut tallies = vec![self.options.impurity.empty(); found.rule.parts()];
        let missing = self.bins[column].count() as u32;
        for bin in 0..=missing {
            let from = start + bin as usize * width;
            let tally = &cells[from..from + width];
            if self.options.impurity.weight(tally) > 0.0 {
                add_to(&mut tallies[found.rule.part(bin, missing)], tally);
            }
        }
        tallies
    }
}

impl StatisticalQuery for BatchTreeGrower<'_> {
    type Statistic = TreeStatistic;

    fn empty(&self) -> TreeStatistic {
        if self.builders.is_empty() {
            return TreeStatistic::Sample {
                rows: Vec::new(),
                count: 0,
                tally: self.options.impurity.empty(),
            };
        }
        let asked = self.slots.iter().flatten().count();
        TreeStatistic::Histograms { cells: vec![0.0; asked * self.cells()], counts: vec![0; asked] }
    }

    fn add(&self, statistic: &mut TreeStatistic, data: &Dataset, first: u64) -> Result<()> {
        let features: Vec<Feature> = (0..data.features().len()).map(|i| data.feature(i)).collect();
        let target = data.require_target()?.1;
        let add = |tally: &mut [f64], row: usize, weight: f64| match target {
            Target::Classes(classes) => self.options.impurity.add(tally, classes.codes[row], weight),
            Target::Numbers(y) => self.options.impurity.add(tally, y[row] - self.shift, weight),
        };
        let width = self.options.impurity.width();
        let starts: Vec<usize> = self
            .bins
            .iter()
            .scan(0, |at, bins| {
                let start = *at;
                *at += (bins.count() + 1) * width;
                Some(start)
            })
            .collect();
        let node_cells = self.cells();
        let mut row_bins = vec![0u32; features.len()];
        for (i, row) in data.rows().iter().map(|r| r as usize).enumerate() {
            let weight = data.weights().map_or(1.0, |w| w[row]);
            if weight <= 0.0 {
                continue;
            }
            match statistic {
                TreeStatistic::Sample { rows, count, tally } => {
                    if let Target::Numbers(y) = target {
                        self.options.impurity.check_number(y[row])?;
                    }
                    *count += 1;
                    add(tally, row, weight);
                    let numbers = features.iter().filter_map(|f| match f {
                        Feature::Number(values) => Some(values[row] + 0.0),
                        _ => None,
                    });
                    let draw = draw(first + i as u64);
                    rows.push(BinSampleRow { draw, weight, numbers: numbers.collect() });
                }
                TreeStatistic::Histograms { cells, counts } => {
                    for ((bin, feature), bins) in row_bins.iter_mut().zip(&features).zip(&self.bins) {
                        *bin = match feature {
                            Feature::Number(values) => bins.of(values[row]) as u32,
                            Feature::Code(codes, _) if codes[row] == MISSING_CODE => bins.count() as u32,
                            Feature::Code(codes, _) => codes[row],
                            Feature::Text(_) | Feature::Object(_) => bins.count() as u32,
                        };
                    }
                    let mut builder = 0;
                    while let Some(found) = &self.builders[builder].split {
                        let column = found.column as usize;
                        let part = found.rule.part(row_bins[column], self.bins[column].count() as u32);
                        builder = self.builders[builder].children[part];
                    }
                    let Some(slot) = self.slots[builder] else { continue };
                    counts[slot] += 1;
                    let cells = &mut cells[slot * node_cells..(slot + 1) * node_cells];
                    for (&start, &bin) in starts.iter().zip(&row_bins) {
                        let from = start + bin as usize * width;
                        add(&mut cells[from..from + width], row, weight);
                    }
                }
            }
        }
        self.trim(statistic);
        Ok(())
    }

    fn merge(&self, into: &mut TreeStatistic, from: TreeStatistic) -> Result<()> {
        match (&mut *into, from) {
            (
                TreeStatistic::Sample { rows, count, tally },
                TreeStatistic::Sample { rows: more, count: n, tally: t },
            ) => {
                rows.extend(more);
                *count += n;
                add_to(tally, &t);
            }
            (
                TreeStatistic::Histograms { cells, counts },
                TreeStatistic::Histograms { cells: more, counts: n },
            ) => {
                add_to(cells, &more);
                counts.iter_mut().zip(n).for_each(|(a, b)| *a += b);
            }
            // All statistics of one pass are of one kind.
            _ => {}
        }
        self.trim(into);
        Ok(())
    }

    fn update(&mut self, statistic: TreeStatistic) -> Result<PassOutcome> {
        match statistic {
            TreeStatistic::Sample { rows, count, tally } => self.start(rows, count, tally),
            TreeStatistic::Histograms { cells, counts } => {
                let size = self.cells();
                let mut asked: Vec<(usize, usize)> = self
                    .slots
                    .iter()
                    .enumerate()
                    .filter_map(|(builder, slot)| slot.map(|s| (s, builder)))
                    .collect();
                asked.sort_unstable();
                for (slot, builder) in asked {
                    self.counts[builder] = counts[slot];
                    self.find_split(builder, &cells[slot * size..(slot + 1) * size]);
                }
                Ok(self.next_pass())
            }
        }
    }
}

impl BatchTreeGrower<'_> {
    /// Keeps a sample at its size.
    fn trim(&self, statistic: &mut TreeStatistic) {
        let most = sample_rows(self.inputs.len());
        if let TreeStatistic::Sample { rows, .. } = statistic
            && rows.len() > most
        {
            rows.select_nth_unstable_by_key(most, |row| row.draw);
            rows.truncate(most);
        }
    }
}
