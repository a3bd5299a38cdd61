//! Rows to predict, counted in the bins of a profile.

use super::drift_test;
use super::report::DriftReport;
use super::{ColumnProfile, Profile, ValueProfile, bin};
use hornbook_core::Result;
use hornbook_data::{Feature, Features, Schema, Table};
use rayon::prelude::*;

/// How many rows to predict fall into each bin of a profile. What is kept does not grow with the rows, and counts of parts of
/// the rows can be put together.
#[derive(Debug, Clone, PartialEq)]
pub struct DriftCounts {
    rows: u64,
    columns: Vec<ColumnCounts>,
}

/// The counts of a column.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ColumnCounts {
    pub missing: u64,
    /// Values of levels that training never saw.
    pub unseen: u64,
    /// Numbers by bin; levels in the order of the profile, then all others.
    pub bins: Vec<u64>,
}

impl DriftCounts {
    /// No rows yet.
    pub fn new(profile: &Profile) -> DriftCounts {
        let columns = profile.columns.iter().map(|column| {
            let bins = match &column.values {
                ValueProfile::Numbers { cuts, .. } => cuts.len() + 1,
                ValueProfile::Levels { shares, .. } => shares.len() + 1,
                ValueProfile::Text => 0,
            };
            ColumnCounts { bins: vec![0; bins], ..ColumnCounts::default() }
        });
        DriftCounts { rows: 0, columns: columns.collect() }
    }

    /// Counts the rows of a table, whose features the model's schema has found.
    pub fn add(
        &mut self,
        profile: &Profile,
        schema: &Schema,
        table: &Table,
        features: &Features<'_>,
    ) -> Result<()> {
        self.rows += features.rows() as u64;
        // A level that was never seen is missing among the features, and is not in the table.
        let gaps = schema.inputs.iter().take(self.columns.len()).map(|input| table.column(&input.name));
        let gaps: Vec<u64> = gaps.map(|column| Ok(column?.missing() as u64)).collect::<Result<_>>()?;
        (self.columns.par_iter_mut().zip(&profile.columns).zip(gaps).enumerate())
            .for_each(|(place, ((counts, column), gaps))| counts.add(column, &features.column(place), gaps));
        Ok(())
    }

    /// Adds the counts of other rows, of the same profile.
    pub fn merge(&mut self, other: &DriftCounts) {
        self.rows += other.rows;
        for (counts, more) in self.columns.iter_mut().zip(&other.columns) {
            counts.missing += more.missing;
            counts.unseen += more.unseen;
            counts.bins.iter_mut().zip(&more.bins).for_each(|(count, more)| *count += more);
        }
    }

    /// What the rows say, against the profile: which columns have drifted.
    pub fn report(&self, profile: &Profile, schema: &Schema) -> DriftReport {
        let found =
            self.columns.iter().zip(&profile.columns).zip(&schema.inputs).map(|((counts, column), input)| {
                drift_test::of_column(profile.size, column, input, self.rows, counts)
            });
        DriftReport::new(self.rows, found.collect())
    }
}

impl ColumnCounts {
    fn add(&mut self, column: &ColumnProfile, feature: &Feature, gaps: u64) {
        match (&column.values, feature) {
            (ValueProfile::Numbers { cuts, .. }, Feature::Number(values)) => {
                for &value in values.iter() {
                    match value.is_nan() {
                        true => self.missing += 1,
                        false => self.bins[bin(cuts, value)] += 1,
                    }
                }
            }
            (ValueProfile::Levels { shares, .. }, Feature::Code(codes, levels)) => {
                // Where each level is counted: a list is faster than a search for every row.
                let mut places = vec![shares.len(); levels.len()];
                shares.iter().enumerate().for_each(|(place, (code, _))| {
                    places.get_mut(*code as usize).into_iter().for_each(|at| *at = place);
                });
                let mut unknown = 0;
                for &code in codes.iter() {
                    match places.get(code as usize) {
                        Some(&place) => self.bins[place] += 1,
                        None => unknown += 1,
                    }
                }
                self.missing += gaps.min(unknown);
                self.unseen += unknown - gaps.min(unknown);
            }
            _ => self.missing += gaps,
        }
    }
}
