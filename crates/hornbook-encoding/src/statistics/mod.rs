//! What is to be known of the training rows before they become numbers: sums over the rows of each input, which merge.

mod levels;
mod moments;
mod numbers;
mod sparse;

pub use levels::LevelStatistics;
pub use numbers::NumberStatistics;

use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, MatrixView, Scalars};
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery};
use moments::MomentSums;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Numbers of a matrix that are looked at together: they stay in the nearest cache while each column is read.
const BLOCK_VALUES: usize = 4096;
/// Fewest and most rows that are looked at together.
const BLOCK_ROWS: (usize, usize) = (64, 1024);

/// What is known of the inputs of some rows. It can be kept, for more rows to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureStatistics {
    /// How many rows weigh something.
    pub rows: u64,
    /// What they weigh together.
    pub weight: f64,
    /// What is known of each input.
    pub inputs: Vec<InputStatistics>,
}

/// What is known of an input of some rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InputStatistics {
    /// Of numbers or dates.
    Number(NumberStatistics),
    /// Of a category or a boolean.
    Levels(LevelStatistics),
    /// Of text or objects, of which nothing is asked.
    Text,
}

impl InputStatistics {
    /// The weight of the rows in which it is missing.
    pub fn missing(&self) -> f64 {
        match self {
            InputStatistics::Number(numbers) => numbers.missing(),
            InputStatistics::Levels(levels) => levels.missing(),
            InputStatistics::Text => 0.0,
        }
    }

    /// All values, if they are kept.
    fn kept(&mut self) -> Option<&mut Vec<(f64, f64)>> {
        match self {
            InputStatistics::Number(numbers) => numbers.kept(),
            _ => None,
        }
    }

    /// What is known of its numbers, if it has any.
    pub fn numbers(&self) -> Option<&NumberStatistics> {
        match self {
            InputStatistics::Number(numbers) => Some(numbers),
            _ => None,
        }
    }
}

impl FeatureStatistics {
    /// Of no rows of these inputs. Quantiles and most frequent numbers need all values to be kept.
    pub fn new(inputs: &[Input], keep_values: bool) -> FeatureStatistics {
        let of = |input: &Input| match (&input.kind, input.kind.levels()) {
            (InputKind::Number | InputKind::Date, _) => {
                InputStatistics::Number(NumberStatistics::new(keep_values))
            }
            (InputKind::Boolean | InputKind::Category { .. }, Some(levels)) => {
                InputStatistics::Levels(LevelStatistics::new(levels))
            }
            _ => InputStatistics::Text,
        };
        FeatureStatistics { rows: 0, weight: 0.0, inputs: inputs.iter().map(of).collect() }
    }

    /// Of all rows of a source, in one pass.
    pub fn gather(
        inputs: &[Input],
        keep_values: bool,
        source: RowSource<'_>,
        run: &Run,
    ) -> Result<FeatureStatistics> {
        FeatureStatistics::gather_some(inputs, keep_values, false, source, run)
    }

    /// The same, perhaps without the rows in which a value is missing.
    pub(crate) fn gather_some(
        inputs: &[Input],
        keep_values: bool,
        only_complete: bool,
        source: RowSource<'_>,
        run: &Run,
    ) -> Result<FeatureStatistics> {
        let nothing = FeatureStatistics::new(inputs, keep_values);
        let mut query = FeatureStatisticsQuery { found: nothing.clone(), nothing, only_complete };
        source.run_query(&mut query, run)?;
        Ok(query.found)
    }

    /// Adds rows of these weights.
    pub fn add(&mut self, rows: &Features<'_>, weights: &[f64]) {
        self.rows += weights.iter().filter(|weight| **weight > 0.0).count() as u64;
        self.weight += weights.iter().sum::<f64>();
        // The same blocks whichever way the rows lie: then so are the sums, to the last bit.
        let height = (BLOCK_VALUES / self.inputs.len().max(1)).clamp(BLOCK_ROWS.0, BLOCK_ROWS.1);
        match rows {
            Features::Columns(columns, _) => {
                for (input, feature) in self.inputs.iter_mut().zip(columns) {
                    match (input, feature) {
                        (InputStatistics::Number(numbers), Feature::Number(values)) => {
                            for span in spans(values.len(), height) {
                                numbers.add(&values[span.clone()], &weights[span]);
                            }
                        }
                        (InputStatistics::Levels(levels), Feature::Code(codes, _)) => {
                            levels.add(codes, weights)
                        }
                        _ => {}
                    }
                }
            }
            Features::Matrix(matrix) => self.add_matrix(*matrix, weights, height),
            Features::Sparse(sparse) => sparse::add(&mut self.inputs, sparse.view(), weights),
        }
    }

    fn add_matrix(&mut self, matrix: MatrixView<'_>, weights: &[f64], height: usize) {
        let width = matrix.columns();
        let keeps_values =
            self.inputs.iter().filter_map(InputStatistics::numbers).any(NumberStatistics::keeps_values);
        let mut column = Vec::with_capacity(height);
        for span in spans(matrix.rows(), height) {
            let block = matrix.part(span.clone());
            if let Scalars::F64(rows) = block.values()
                && !keeps_values
            {
                self.add_rows(rows, width, &weights[span]);
                continue;
            }
            for (at, input) in self.inputs.iter_mut().enumerate() {
                let InputStatistics::Number(numbers) = input else { continue };
                column.clear();
                match block.values() {
                    Scalars::F64(values) => column.extend(values.iter().skip(at).step_by(width)),
                    Scalars::F32(values) => {
                        column.extend(values.iter().skip(at).step_by(width).map(|&x| f64::from(x)));
                    }
                }
                numbers.add(&column, &weights[span.clone()]);
            }
        }
    }

    /// Adds rows of numbers that lie side by side.
    fn add_rows(&mut self, rows: &[f64], width: usize, weights: &[f64]) {
        let first_known = |column: usize| {
            let of_column = rows.iter().skip(column).step_by(width).zip(weights);
            of_column.filter(|(x, weight)| !x.is_nan() && **weight > 0.0).map(|(x, _)| *x).next()
        };
        let origin = |(column, input): (usize, &InputStatistics)| {
            input.numbers().map_or(0.0, |numbers| numbers.origin(|| first_known(column)))
        };
        let origins: Vec<f64> = self.inputs.iter().enumerate().map(origin).collect();
        let sums = MomentSums::of_columns(rows, weights, &origins);
        for ((input, sums), origin) in self.inputs.iter_mut().zip(sums).zip(origins) {
            if let InputStatistics::Number(numbers) = input {
                numbers.add_sums(sums, origin);
            }
        }
    }

    /// Adds what is known of later rows.
    pub fn merge(&mut self, later: FeatureStatistics) {
        self.rows += later.rows;
        self.weight += later.weight;
        for (input, later) in self.inputs.iter_mut().zip(later.inputs) {
            match (input, later) {
                (InputStatistics::Number(numbers), InputStatistics::Number(later)) => numbers.merge(later),
                (InputStatistics::Levels(levels), InputStatistics::Levels(later)) => levels.merge(&later),
                _ => {}
            }
        }
    }
}

/// Neighboring rows, so many at a time.
pub(crate) fn spans(rows: usize, height: usize) -> impl Iterator<Item = Range<usize>> {
    let height = height.max(1);
    (0..rows).step_by(height).map(move |start| start..(start + height).min(rows))
}

struct FeatureStatisticsQuery {
    nothing: FeatureStatistics,
    /// Whether rows with a missing value are left out.
    only_complete: bool,
    found: FeatureStatistics,
}

impl StatisticalQuery for FeatureStatisticsQuery {
    type Statistic = FeatureStatistics;

    fn empty(&self) -> FeatureStatistics {
        self.nothing.clone()
    }

    fn add(&self, statistics: &mut FeatureStatistics, rows: &Dataset, _first: u64) -> Result<()> {
        let (features, mut weights) = (rows.features_in_place(), rows.row_weights());
        if self.only_complete {
            for column in 0..features.width() {
                let feature = features.column(column);
                let rows = weights.iter_mut().enumerate().filter(|(row, _)| feature.is_missing(*row));
                rows.for_each(|(_, weight)| *weight = 0.0);
            }
        }
        statistics.add(&features, &weights);
        Ok(())
    }

    fn merge(&self, into: &mut FeatureStatistics, from: FeatureStatistics) -> Result<()> {
        into.merge(from);
        Ok(())
    }

    fn update(&mut self, statistics: FeatureStatistics) -> Result<PassOutcome> {
        self.found = statistics;
        Ok(PassOutcome::Done)
    }
}
