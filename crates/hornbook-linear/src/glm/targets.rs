//! The first look at the targets: whether the family takes them, and what the likelihood needs of them.

use crate::design::targets_of;
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::loss::VarianceFunction;

/// Looks at the targets of all rows.
pub(crate) struct TargetStatsPass {
    pub variance: VarianceFunction,
    pub found: TargetStats,
}

/// What the targets are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TargetStats {
    weight: f64,
    sum: f64,
    pub low: f64,
    pub high: f64,
    pub are_whole: bool,
    /// The sum of what the likelihood needs beside the deviance.
    pub terms: f64,
}

impl TargetStats {
    pub const NONE: TargetStats = TargetStats {
        weight: 0.0,
        sum: 0.0,
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
        are_whole: true,
        terms: 0.0,
    };

    pub fn mean(&self) -> f64 {
        // Rounding must not make a mean of equal targets another number.
        (self.sum / self.weight).clamp(self.low, self.high)
    }
}

impl StatisticalQuery for TargetStatsPass {
    type Statistic = TargetStats;

    fn empty(&self) -> TargetStats {
        TargetStats::NONE
    }

    fn add(&self, sums: &mut TargetStats, rows: &Dataset, first: u64) -> Result<()> {
        let targets = targets_of(rows)?;
        for (row, (&y, weight)) in targets.iter().zip(rows.row_weights()).enumerate() {
            if weight == 0.0 {
                continue;
            }
            if !self.variance.takes(y) {
                return Err(self.refused(rows, y, first + row as u64));
            }
            sums.weight += weight;
            sums.sum += weight * y;
            sums.low = sums.low.min(y);
            sums.high = sums.high.max(y);
            sums.are_whole &= y.fract() == 0.0;
            sums.terms += weight * self.variance.likelihood_term(y);
        }
        Ok(())
    }

    fn merge(&self, into: &mut TargetStats, from: TargetStats) -> Result<()> {
        into.weight += from.weight;
        into.sum += from.sum;
        into.low = into.low.min(from.low);
        into.high = into.high.max(from.high);
        into.are_whole &= from.are_whole;
        into.terms += from.terms;
        Ok(())
    }

    fn update(&mut self, sums: TargetStats) -> Result<PassOutcome> {
        self.found = sums;
        Ok(PassOutcome::Done)
    }
}

impl TargetStatsPass {
    fn refused(&self, rows: &Dataset, y: f64, row: u64) -> Error {
        let name = rows.target_values().map_or("", |(name, _)| name);
        Error::data(
            format!(
                "the target '{name}' is {y} in row {}, and the targets of this family are {}",
                row + 1,
                self.variance.targets()
            ),
            "correct the value, leave the row out, or choose another family",
        )
    }
}
