//! The first look at the rows: which classes there are, and where the columns lie.

use crate::blocks::codes_of;
use hornbook_core::format::significant;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::{Encoder, FeatureStatistics};
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery};

/// How many times as much as another a column may vary where both have steps, or penalties, of one size.
const UNEVEN: f64 = 1e5;

/// Names the column that varies most and the one that varies least, if no step and no penalty suits both.
pub(crate) fn uneven_columns(design: &Encoder, deviations: &[f64]) -> Option<String> {
    let varying = || (0..deviations.len()).filter(|&column| deviations[column] > 0.0);
    let most = varying().max_by(|&a, &b| deviations[a].total_cmp(&deviations[b]))?;
    let least = varying().min_by(|&a, &b| deviations[a].total_cmp(&deviations[b]))?;
    let times = deviations[most] / deviations[least];
    (times > UNEVEN).then(|| {
        format!(
            "column '{}' varies {} times as much as '{}', and what suits the one is far too much or too little for the other: \
             standardize the features",
            design.name(most),
            significant(times),
            design.name(least)
        )
    })
}

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
    /// Looks at all rows once.
    pub fn of(design: &Encoder, schema: &Schema, source: RowSource<'_>, run: &Run) -> Result<ColumnStats> {
        let nothing = FeatureStatistics::new(design.inputs(), false);
        let by_class = vec![0.0; schema.target.classes.len().max(1)];
        let is_classes = !schema.target.classes.is_empty();
        let mut query =
            ColumnStatsQuery { is_classes, found: (nothing.clone(), by_class.clone()), nothing, by_class };
        source.run_query(&mut query, run)?;
        let (statistics, by_class) = query.found;
        if statistics.rows == 0 {
            return Err(Error::no_rows());
        }
        let (means, deviations) = design.moments(&statistics);
        let FeatureStatistics { rows, weight, .. } = statistics;
        let column_stats = ColumnStats { rows, weight, by_class, means, deviations };
        column_stats.check(design)?;
        Ok(column_stats)
    }

    /// Refuses columns whose squares are too large for numbers.
    pub fn check(&self, design: &Encoder) -> Result<()> {
        let Some(column) = self.deviations.iter().position(|deviation| !deviation.is_finite()) else {
            return Ok(());
        };
        Err(Error::data(
            format!("the values of column '{}' are too large for their squares", design.name(column)),
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

/// Gathers what is known of the inputs, and the weight of each class.
struct ColumnStatsQuery {
    is_classes: bool,
    nothing: FeatureStatistics,
    by_class: Vec<f64>,
    found: (FeatureStatistics, Vec<f64>),
}

impl StatisticalQuery for ColumnStatsQuery {
    type Statistic = (FeatureStatistics, Vec<f64>);

    fn empty(&self) -> (FeatureStatistics, Vec<f64>) {
        (self.nothing.clone(), self.by_class.clone())
    }

    fn add(
        &self,
        (statistics, by_class): &mut (FeatureStatistics, Vec<f64>),
        rows: &Dataset,
        _first: u64,
    ) -> Result<()> {
        let weights = rows.row_weights();
        statistics.add(&rows.features_in_place(), &weights);
        let codes = if self.is_classes { codes_of(rows)? } else { vec![0; weights.len()] };
        codes.iter().zip(&weights).for_each(|(&code, weight)| by_class[code as usize] += weight);
        Ok(())
    }

    fn merge(
        &self,
        (into, into_classes): &mut (FeatureStatistics, Vec<f64>),
        (from, from_classes): (FeatureStatistics, Vec<f64>),
    ) -> Result<()> {
        into.merge(from);
        into_classes.iter_mut().zip(&from_classes).for_each(|(into, from)| *into += from);
        Ok(())
    }

    fn update(&mut self, found: (FeatureStatistics, Vec<f64>)) -> Result<PassOutcome> {
        self.found = found;
        Ok(PassOutcome::Done)
    }
}
