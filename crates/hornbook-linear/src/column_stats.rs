//! The first look at the rows: which classes there are, and where the columns lie.

use crate::blocks::{DesignValues, codes_of, for_stored_blocks};
use crate::design::DesignMatrixSpec;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery};

/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;
/// Rows that say where the origin should be.
const SAMPLE: usize = 256;

/// What is to be known of the rows before the search.
#[derive(Debug, Clone)]
pub(crate) struct ColumnStats {
    pub rows: u64,
    /// The sum of the weights.
    pub weight: f64,
    /// The weight of each class; of numbers, of all rows.
    pub by_class: Vec<f64>,
    /// The mean of each column.
    pub means: Vec<f64>,
    /// The standard deviation of each column from its mean; zero where that is rounding.
    pub deviations: Vec<f64>,
}

impl ColumnStats {
    /// Looks at all rows once; twice if the first of them lie far from the others.
    pub fn of(
        design: &DesignMatrixSpec,
        schema: &Schema,
        source: RowSource<'_>,
        run: &Run,
    ) -> Result<ColumnStats> {
        let mut looking = ColumnStatsQuery {
            design,
            origin: sample_means(design, source.prototype()),
            classes: schema.target.classes.len(),
            found: None,
        };
        let mut column_stats = looking.once(source, run)?;
        let is_far = |column: usize| {
            let (mean, shift) =
                (column_stats.means[column], column_stats.means[column] - looking.origin[column]);
            shift.abs() > (FAR * column_stats.deviations[column]).max(1e-8 * mean.abs())
        };
        if (0..design.width()).any(is_far) {
            looking.origin.clone_from(&column_stats.means);
            column_stats = looking.once(source, run)?;
        }
        column_stats.check(design, schema)?;
        Ok(column_stats)
    }

    /// Refuses columns whose squares are too large for numbers.
    pub fn check(&self, design: &DesignMatrixSpec, schema: &Schema) -> Result<()> {
        let Some(column) = self.deviations.iter().position(|deviation| !deviation.is_finite()) else {
            return Ok(());
        };
        Err(Error::data(
            format!("the values of column '{}' are too large for their squares", design.name(schema, column)),
            "measure it in other units",
        ))
    }

    /// Adds what is known of earlier rows: how many there were, what they weighed, and where their columns lay.
    pub fn add_earlier(&mut self, (rows, weight): (u64, f64), means: &[f64], deviations: &[f64]) {
        let (total, share) = (self.weight + weight, weight / (self.weight + weight));
        let columns = self.means.iter_mut().zip(&mut self.deviations).zip(means.iter().zip(deviations));
        for ((mean, deviation), (earlier, earlier_deviation)) in columns {
            let (own, gap) = (1.0 - share, earlier - *mean);
            let between = (share * own).sqrt() * gap;
            *deviation = (own.sqrt() * *deviation).hypot(share.sqrt() * earlier_deviation).hypot(between);
            *mean += share * gap;
        }
        (self.rows, self.weight) = (self.rows + rows, total);
    }
}

fn sample_means(design: &DesignMatrixSpec, like: &Dataset) -> Vec<f64> {
    let sample = like.slice(0..like.rows().len().min(SAMPLE)).with_nonzero_weight();
    let (count, mut means) = (sample.rows().len() as f64, vec![0.0; design.width()]);
    for row in design.rows_of(&sample).chunks_exact(design.width().max(1)) {
        means.iter_mut().zip(row).for_each(|(mean, x)| *mean += x / count);
    }
    means
}

struct ColumnStatsQuery<'a> {
    design: &'a DesignMatrixSpec,
    origin: Vec<f64>,
    /// None if the target holds numbers.
    classes: usize,
    found: Option<RunningMoments>,
}

/// Sums over rows, of columns less the origin.
struct RunningMoments {
    rows: u64,
    by_class: Vec<f64>,
    sums: Vec<f64>,
    squares: Vec<f64>,
    /// Of rows without zeros, the weight of all and for each column that of those with a number in it.
    sparse_weight: f64,
    stored: Vec<f64>,
}

impl RunningMoments {
    /// Adds what a row without its zeros stores.
    fn add_stored(&mut self, (columns, values): (&[u32], &[f64]), weight: f64, origin: &[f64]) {
        self.sparse_weight += weight;
        for (&column, value) in columns.iter().zip(values) {
            let (column, x) = (column as usize, value - origin[column as usize]);
            self.sums[column] += weight * x;
            self.squares[column] += weight * x * x;
            self.stored[column] += weight;
        }
    }

    /// Adds the zeros that were not stored.
    fn add_zeros(&mut self, origin: &[f64]) {
        for (column, &origin) in origin.iter().enumerate() {
            let zeros = self.sparse_weight - self.stored[column];
            // What is left of coefficients that are all stored is rounding.
            if zeros > 1e-12 * self.sparse_weight {
                self.sums[column] -= zeros * origin;
                self.squares[column] += zeros * origin * origin;
            }
        }
    }
}

impl ColumnStatsQuery<'_> {
    fn once(&mut self, source: RowSource<'_>, run: &Run) -> Result<ColumnStats> {
        source.run_query(self, run)?;
        let none = self.empty();
        let mut moments = self.found.take().unwrap_or(none);
        moments.add_zeros(&self.origin);
        let RunningMoments { rows, by_class, sums, squares, .. } = moments;
        let weight: f64 = by_class.iter().sum();
        if weight <= 0.0 {
            return Err(Error::no_rows());
        }
        let shifts: Vec<f64> = sums.iter().map(|sum| sum / weight).collect();
        let means: Vec<f64> = shifts.iter().zip(&self.origin).map(|(shift, origin)| origin + shift).collect();
        let deviation = |column: usize| {
            let variance = squares[column] / weight - shifts[column] * shifts[column];
            let rounding = 4.0 * f64::EPSILON * means[column];
            // Not a number is more than rounding, and is found out by the caller.
            if variance <= rounding * rounding { 0.0 } else { variance.sqrt() }
        };
        let deviations = (0..means.len()).map(deviation).collect();
        Ok(ColumnStats { rows, weight, by_class, means, deviations })
    }
}

impl StatisticalQuery for ColumnStatsQuery<'_> {
    type Statistic = RunningMoments;

    fn empty(&self) -> RunningMoments {
        let width = self.design.width();
        RunningMoments {
            rows: 0,
            by_class: vec![0.0; self.classes.max(1)],
            sums: vec![0.0; width],
            squares: vec![0.0; width],
            sparse_weight: 0.0,
            stored: vec![0.0; width],
        }
    }

    fn add(&self, moments: &mut RunningMoments, rows: &Dataset, _first: u64) -> Result<()> {
        let codes = if self.classes == 0 { vec![0; rows.rows().len()] } else { codes_of(rows)? };
        for_stored_blocks(self.design, rows, &self.origin, &codes, |block| {
            for (&code, &weight) in block.targets.iter().zip(block.weights) {
                moments.rows += u64::from(weight > 0.0);
                moments.by_class[code as usize] += weight;
            }
            let values = match block.values {
                DesignValues::Dense(values) => values,
                DesignValues::Sparse(view) => {
                    let counting = block.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
                    counting
                        .for_each(|(row, &weight)| moments.add_stored(view.row(row), weight, &self.origin));
                    return Ok(());
                }
            };
            let lines = values.chunks_exact(self.design.width().max(1));
            for (row, &weight) in lines.zip(block.weights).filter(|(_, weight)| **weight > 0.0) {
                for ((sum, square), x) in moments.sums.iter_mut().zip(&mut moments.squares).zip(row) {
                    *sum += weight * x;
                    *square += weight * x * x;
                }
            }
            Ok(())
        })
    }

    fn merge(&self, into: &mut RunningMoments, from: RunningMoments) -> Result<()> {
        let add = |to: &mut [f64], from: &[f64]| to.iter_mut().zip(from).for_each(|(a, b)| *a += b);
        into.rows += from.rows;
        add(&mut into.by_class, &from.by_class);
        add(&mut into.sums, &from.sums);
        add(&mut into.squares, &from.squares);
        into.sparse_weight += from.sparse_weight;
        add(&mut into.stored, &from.stored);
        Ok(())
    }

    fn update(&mut self, moments: RunningMoments) -> Result<PassOutcome> {
        self.found = Some(moments);
        Ok(PassOutcome::Done)
    }
}
