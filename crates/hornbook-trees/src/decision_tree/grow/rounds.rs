//! Histogram splits in statistical-query form: the same tree as [`binned`](super::binned), for rows that come in
//! batches.
//!
//! The first pass draws a sample for the bins and sums the target. Each later pass sends every row down the tree
//! grown so far and gathers the histograms of the nodes that are open, as many as fit in a fixed memory.

use super::goal::add_to;
use super::guard::UNBOUNDED;
use super::histogram::question;
use super::{Draft, Found, Limits, Style, Terms, answer, gain_table, longer, pick};
use crate::bins::{ColumnBins, draw, sample_rows};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Input, MISSING_CODE, Target};
use hornbook_learner::{Query, Step};

/// Numbers that the histograms of one pass may hold.
const CELLS: usize = 1 << 21;

/// A tree that grows by passes over the rows.
pub(crate) struct Rounds<'a> {
    style: Style,
    limits: Limits,
    most_bins: usize,
    inputs: &'a [Input],
    run: &'a Run,
    pub rows: u64,
    /// What is taken off the numbers to predict: their mean.
    pub shift: f64,
    bins: Vec<ColumnBins>,
    pub drafts: Vec<Draft>,
    depths: Vec<u32>,
    bounds: Vec<[f64; 2]>,
    counts: Vec<u64>,
    /// The answers that lead to each draft; only kept for a trace.
    paths: Vec<Vec<String>>,
    /// Drafts that wait for a question.
    waiting: Vec<usize>,
    /// The place of each draft in this pass, if it is asked.
    slots: Vec<Option<usize>>,
}

/// What a pass gathers.
pub(crate) enum Gathered {
    /// The first: a sample of the numbers, and the tally of the target as it is.
    Sample { rows: Vec<(u64, Vec<f64>)>, count: u64, tally: Vec<f64> },
    /// The others: the histograms of the nodes that are asked, and how many rows they have.
    Histograms { cells: Vec<f64>, counts: Vec<u64> },
}

impl<'a> Rounds<'a> {
    pub fn new(
        style: Style,
        limits: Limits,
        most_bins: usize,
        inputs: &'a [Input],
        run: &'a Run,
    ) -> Rounds<'a> {
        Rounds {
            style,
            limits,
            most_bins,
            inputs,
            run,
            rows: 0,
            shift: 0.0,
            bins: Vec::new(),
            drafts: Vec::new(),
            depths: Vec::new(),
            bounds: Vec::new(),
            counts: Vec::new(),
            paths: Vec::new(),
            waiting: Vec::new(),
            slots: Vec::new(),
        }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The numbers in the histogram of one node.
    fn cells(&self) -> usize {
        self.bins.iter().map(|bins| (bins.count() + 1) * self.style.goal.width()).sum()
    }

    fn open(&mut self, tally: Vec<f64>, depth: u32, bounds: [f64; 2], path: Vec<String>) -> usize {
        let draft = self.drafts.len();
        let goal = &self.style.goal;
        let constant = goal.is_numbers() && goal.cost(&tally) <= f64::EPSILON * tally[2].abs();
        if !constant && self.limits.may_split(goal, &tally, depth) {
            self.waiting.push(draft);
        }
        self.drafts.push(Draft::leaf(tally, bounds));
        self.depths.push(depth);
        self.bounds.push(bounds);
        self.counts.push(0);
        self.paths.push(path);
        self.slots.push(None);
        draft
    }

    /// Takes as many waiting drafts as fit into the next pass.
    fn next_pass(&mut self) -> Step {
        self.slots.iter_mut().for_each(|slot| *slot = None);
        let most = (CELLS / self.cells().max(1)).max(1);
        let asked: Vec<usize> = self.waiting.drain(..most.min(self.waiting.len())).collect();
        for (slot, &draft) in asked.iter().enumerate() {
            self.slots[draft] = Some(slot);
        }
        if asked.is_empty() { Step::Done } else { Step::Again }
    }

    fn start(&mut self, sample: Vec<(u64, Vec<f64>)>, count: u64, tally: Vec<f64>) -> Result<Step> {
        let weight = self.style.goal.weight(&tally);
        if weight <= 0.0 {
            return Err(Error::no_rows());
        }
        self.style.goal.check_all(&tally)?;
        self.rows = count;
        self.limits.total = weight;
        let mut numeric = 0;
        for input in self.inputs {
            self.bins.push(match input.kind.levels() {
                Some(levels) => ColumnBins::Code { levels: levels as u32 },
                None => {
                    let values = sample.iter().map(|(_, row)| row[numeric]);
                    let bins = ColumnBins::of_numbers(values, self.most_bins);
                    numeric += 1;
                    bins
                }
            });
        }
        let mut tally = tally;
        if self.style.goal.is_numbers() && self.style.goal.may_shift() {
            // The tally of the shifted target follows from that of the target.
            self.shift = tally[1] / weight;
            tally[2] = (tally[2] - tally[1] * self.shift).max(0.0);
            tally[1] = 0.0;
        }
        self.limits.slack = self.style.goal.value_rounding(&tally);
        self.open(tally, 0, UNBOUNDED, Vec::new());
        Ok(self.next_pass())
    }

    fn ask(&mut self, draft: usize, cells: &[f64]) {
        let width = self.style.goal.width();
        let tally = self.drafts[draft].tally.clone();
        let guard = self.limits.guard(self.bounds[draft]);
        let terms = Terms { style: &self.style, whole: &tally, guard: &guard };
        let mut questions = Vec::new();
        let mut start = 0;
        for (column, bins) in self.bins.iter().enumerate() {
            let tallies = &cells[start..start + (bins.count() + 1) * width];
            start += tallies.len();
            let occupied = (0..bins.count())
                .filter(|&bin| self.style.goal.weight(&tallies[bin * width..(bin + 1) * width]) > 0.0);
            questions.extend(question::<f64>(&terms, column as u32, bins, tallies, occupied));
        }
        self.limits.price(&mut questions);
        let mut best =
            pick(&self.style.goal, &self.limits, &tally, &questions, &vec![false; questions.len()]);
        let mut parts = best.map_or_else(Vec::new, |i| self.part_tallies(&questions[i], cells));
        if !self.limits.is_significant(&parts) {
            (best, parts) = (None, Vec::new());
        }
        let place = (self.paths[draft].as_slice(), self.counts[draft] as usize, tally.as_slice());
        self.run.trace(|| gain_table(&self.style.goal, self.inputs, place, &questions, best));
        let Some(found) = best.map(|i| questions.swap_remove(i)) else { return };
        let depth = self.depths[draft] + 1;
        let values: Vec<f64> = parts.iter().map(|part| self.style.goal.value(part)).collect();
        let bounds = guard.bounds_below(found.column, &values);
        let mut children = Vec::new();
        for (i, (tally, bounds)) in parts.into_iter().zip(bounds).enumerate() {
            let path = if self.run.is_traced() {
                longer(&self.paths[draft], answer(self.inputs, &found, i))
            } else {
                Vec::new()
            };
            children.push(self.open(tally, depth, bounds, path));
        }
        self.drafts[draft].children = children;
        self.drafts[draft].split = Some(found);
    }

    fn part_tallies(&self, found: &Found, cells: &[f64]) -> Vec<Vec<f64>> {
        let (width, column) = (self.style.goal.width(), found.column as usize);
        let size = |bins: &ColumnBins| (bins.count() + 1) * width;
        let start: usize = self.bins[..column].iter().map(size).sum();
        let mut tallies = vec![self.style.goal.empty(); found.cut.parts()];
        let missing = self.bins[column].count() as u32;
        for bin in 0..=missing {
            let from = start + bin as usize * width;
            let tally = &cells[from..from + width];
            if self.style.goal.weight(tally) > 0.0 {
                add_to(&mut tallies[found.cut.part(bin, missing)], tally);
            }
        }
        tallies
    }
}

impl Query for Rounds<'_> {
    type Statistic = Gathered;

    fn empty(&self) -> Gathered {
        if self.drafts.is_empty() {
            return Gathered::Sample { rows: Vec::new(), count: 0, tally: self.style.goal.empty() };
        }
        let asked = self.slots.iter().flatten().count();
        Gathered::Histograms { cells: vec![0.0; asked * self.cells()], counts: vec![0; asked] }
    }

    fn add(&self, gathered: &mut Gathered, data: &Dataset, first: u64) -> Result<()> {
        let features: Vec<Feature> = (0..data.features().len()).map(|i| data.feature(i)).collect();
        let target = data.require_target()?.1;
        let add = |tally: &mut [f64], row: usize, weight: f64| match target {
            Target::Classes(classes) => self.style.goal.add(tally, classes.codes[row], weight),
            Target::Numbers(y) => self.style.goal.add(tally, y[row] - self.shift, weight),
        };
        let width = self.style.goal.width();
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
            match gathered {
                Gathered::Sample { rows, count, tally } => {
                    if let Target::Numbers(y) = target {
                        self.style.goal.check_number(y[row])?;
                    }
                    *count += 1;
                    add(tally, row, weight);
                    let numbers = features.iter().filter_map(|f| match f {
                        Feature::Number(values) => Some(values[row] + 0.0),
                        Feature::Code(..) => None,
                    });
                    rows.push((draw(first + i as u64), numbers.collect()));
                }
                Gathered::Histograms { cells, counts } => {
                    for ((bin, feature), bins) in row_bins.iter_mut().zip(&features).zip(&self.bins) {
                        *bin = match feature {
                            Feature::Number(values) => bins.of(values[row]) as u32,
                            Feature::Code(codes, _) if codes[row] == MISSING_CODE => bins.count() as u32,
                            Feature::Code(codes, _) => codes[row],
                        };
                    }
                    let mut draft = 0;
                    while let Some(found) = &self.drafts[draft].split {
                        let column = found.column as usize;
                        let part = found.cut.part(row_bins[column], self.bins[column].count() as u32);
                        draft = self.drafts[draft].children[part];
                    }
                    let Some(slot) = self.slots[draft] else { continue };
                    counts[slot] += 1;
                    let cells = &mut cells[slot * node_cells..(slot + 1) * node_cells];
                    for (&start, &bin) in starts.iter().zip(&row_bins) {
                        let from = start + bin as usize * width;
                        add(&mut cells[from..from + width], row, weight);
                    }
                }
            }
        }
        self.trim(gathered);
        Ok(())
    }

    fn merge(&self, into: &mut Gathered, from: Gathered) -> Result<()> {
        match (&mut *into, from) {
            (
                Gathered::Sample { rows, count, tally },
                Gathered::Sample { rows: more, count: n, tally: t },
            ) => {
                rows.extend(more);
                *count += n;
                add_to(tally, &t);
            }
            (Gathered::Histograms { cells, counts }, Gathered::Histograms { cells: more, counts: n }) => {
                add_to(cells, &more);
                counts.iter_mut().zip(n).for_each(|(a, b)| *a += b);
            }
            // All statistics of one pass are of one kind.
            _ => {}
        }
        self.trim(into);
        Ok(())
    }

    fn update(&mut self, gathered: Gathered) -> Result<Step> {
        match gathered {
            Gathered::Sample { rows, count, tally } => self.start(rows, count, tally),
            Gathered::Histograms { cells, counts } => {
                let size = self.cells();
                let mut asked: Vec<(usize, usize)> = self
                    .slots
                    .iter()
                    .enumerate()
                    .filter_map(|(draft, slot)| slot.map(|s| (s, draft)))
                    .collect();
                asked.sort_unstable();
                for (slot, draft) in asked {
                    self.counts[draft] = counts[slot];
                    self.ask(draft, &cells[slot * size..(slot + 1) * size]);
                }
                Ok(self.next_pass())
            }
        }
    }
}

impl Rounds<'_> {
    /// Keeps a sample at its size.
    fn trim(&self, gathered: &mut Gathered) {
        let most = sample_rows(self.inputs.len());
        if let Gathered::Sample { rows, .. } = gathered
            && rows.len() > most
        {
            rows.select_nth_unstable_by_key(most, |(draw, _)| *draw);
            rows.truncate(most);
        }
    }
}
