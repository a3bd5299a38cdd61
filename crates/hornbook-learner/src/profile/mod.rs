//! Data drift: a profile of the training data, and how far new rows are from it (PSI, Kolmogorov–Smirnov,
//! chi-square).
//!
//! A [`Profile`] stands in a model's file. [`DriftCounts`] counts the rows to predict, some at a time and in little memory, in
//! the bins of the profile, and [`DriftReport`] says of each column whether the two could be rows of one kind.

mod counts;
mod drift_test;
mod report;
#[cfg(test)]
mod tests;

pub use counts::DriftCounts;
pub use report::{ColumnDrift, DriftReport};

use hornbook_core::{Error, Result, Seed, Task};
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, Levels, Schema, TargetSchema};
use hornbook_math::estimates::effective_size;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Into how many parts of equal weight numbers are cut.
const PARTS: u32 = 20;
/// The most levels of a category that are kept one by one.
const MOST_LEVELS: usize = 100;
/// The most rows that are sorted to find out where to cut.
const MOST_SORTED: usize = 100_000;
/// Of more columns than this nothing is kept: the profile would be larger than most models.
const MOST_COLUMNS: usize = 1000;

/// What rows look like, column by column: the fraction of missing values, quantiles of numbers, frequencies of levels.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::Profile;
/// let table = Table::builder().number("x", vec![1.0, 2.0, f64::NAN, 3.0]).build()?;
/// let profile = Profile::of(&table.dataset())?;
/// assert_eq!(profile.columns[0].missing, 0.25);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// For how many rows of weight 1 it stands.
    pub size: f64,
    /// The columns, in the order of the model's inputs; none if there are more than a thousand.
    pub columns: Vec<ColumnProfile>,
}

/// What a column looks like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnProfile {
    /// Its name.
    pub name: String,
    /// The fraction of rows in which it is missing.
    pub missing: f64,
    /// What it holds elsewhere.
    #[serde(flatten)]
    pub values: ValueProfile,
}

/// What the known values of a column look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValueProfile {
    /// Numbers, or dates as seconds since 1970.
    Numbers {
        /// Ascending numbers; about twenty quantiles.
        cuts: Vec<f64>,
        /// The fraction of the values that are not above each of them.
        below: Vec<f64>,
    },
    /// Levels.
    Levels {
        /// The fraction of each level, the most frequent hundred in the order of their codes.
        shares: Vec<(u32, f64)>,
        /// The fraction of all others.
        rest: f64,
    },
    /// Text or objects, of which only missing values are counted.
    Text,
}

impl Profile {
    /// The profile of the rows of a view. Weight 2 counts twice. Of very many rows, those that settle where numbers are cut are
    /// a sample, the same each time; the fractions are always of all rows.
    pub fn of(data: &Dataset) -> Result<Profile> {
        let data = data.with_nonzero_weight();
        if data.rows().is_empty() {
            return Err(Error::data("there are no rows to make a profile of", "give at least one row"));
        }
        let weights = data.row_weights();
        let total: f64 = weights.iter().sum();
        // Weights that add up to less than their rows, such as fractions of 1, still stand for all of those rows.
        let size = total.max(effective_size(weights.iter().copied()));
        let nothing =
            TargetSchema { name: String::new(), task: Task::Regression, classes: Levels::default() };
        let inputs = Schema::predicting(nothing, &data).inputs;
        if inputs.len() > MOST_COLUMNS {
            return Ok(Profile { size, columns: Vec::new() });
        }
        let (rows, sample) = (data.row_features(), sample(weights.len()));
        let columns = (inputs.into_par_iter().enumerate())
            .map(|(place, input)| column(input, place, &rows, &weights, total, &sample))
            .collect();
        Ok(Profile { size, columns })
    }

    /// Refuses a profile that cannot be of these inputs, as a damaged file may have it.
    pub(crate) fn check(&self, inputs: &[Input]) -> Result<()> {
        let is_share = |share: &f64| (0.0..=1.0).contains(share);
        let fits = |(column, input): (&ColumnProfile, &Input)| {
            let values = match (&column.values, input.kind.levels()) {
                (ValueProfile::Numbers { cuts, below }, None) => {
                    matches!(input.kind, InputKind::Number | InputKind::Date)
                        && cuts.len() == below.len()
                        && cuts.is_sorted()
                        && below.is_sorted()
                        && below.iter().all(is_share)
                }
                (ValueProfile::Levels { shares, rest }, Some(levels)) => {
                    is_share(rest)
                        && shares.is_sorted_by_key(|&(code, _)| code)
                        && shares.iter().all(|(code, share)| (*code as usize) < levels && is_share(share))
                }
                (ValueProfile::Text, None) => !matches!(input.kind, InputKind::Number | InputKind::Date),
                _ => false,
            };
            values && column.name == input.name && is_share(&column.missing)
        };
        let is_empty = self.columns.is_empty();
        match (is_empty || self.columns.len() == inputs.len())
            && self.size > 0.0
            && self.columns.iter().zip(inputs).all(fits)
        {
            true => Ok(()),
            false => Err(Error::damaged("its profile of the training rows does not fit its inputs")),
        }
    }
}

/// Rows to sort, spread evenly: one from each of equally long stretches, at a position that chance chose once for all.
fn sample(rows: usize) -> Option<Vec<usize>> {
    if rows <= MOST_SORTED {
        return None;
    }
    let mut rng = Seed(rows as u64).rng();
    let start = |stretch: usize| (stretch as u128 * rows as u128 / MOST_SORTED as u128) as usize;
    Some((0..MOST_SORTED).map(|at| start(at) + rng.below(start(at + 1) - start(at))).collect())
}

fn column(
    input: Input,
    place: usize,
    rows: &Features<'_>,
    weights: &[f64],
    total: f64,
    sample: &Option<Vec<usize>>,
) -> ColumnProfile {
    let feature = rows.column(place);
    let gaps = (0..weights.len()).filter(|&row| feature.is_missing(row));
    let missing: f64 = gaps.map(|row| weights[row]).sum();
    let values = match &feature {
        Feature::Number(values) => numbers(values, weights, sample),
        Feature::Code(codes, levels) => levels_of(codes, weights, levels.len()),
        Feature::Text(_) | Feature::Object(_) => ValueProfile::Text,
    };
    ColumnProfile { name: input.name, missing: (missing / total).clamp(0.0, 1.0), values }
}

fn numbers(values: &[f64], weights: &[f64], sample: &Option<Vec<usize>>) -> ValueProfile {
    let known =
        |&row: &usize| (!values[row].is_nan()).then(|| (values[row].clamp(f64::MIN, f64::MAX), weights[row]));
    let pairs: Vec<(f64, f64)> = match sample {
        Some(rows) => rows.iter().filter_map(known).collect(),
        None => (0..values.len()).filter_map(|row| known(&row)).collect(),
    };
    if pairs.is_empty() {
        return ValueProfile::Numbers { cuts: Vec::new(), below: Vec::new() };
    }
    let shares: Vec<f64> = (0..=PARTS).map(|part| f64::from(part) / f64::from(PARTS)).collect();
    let mut cuts = EmpiricalDistribution::of(pairs).quantiles(&shares, QuantileMethod::AveragedInvertedCdf);
    cuts.dedup();
    let mut bins = vec![0.0; cuts.len() + 1];
    for (value, weight) in values.iter().zip(weights).filter(|(value, _)| !value.is_nan()) {
        bins[bin(&cuts, *value)] += weight;
    }
    let total: f64 = bins.iter().sum();
    let mut sum = 0.0;
    let below = bins[..cuts.len()].iter().map(|weight| {
        sum += weight;
        (sum / total).clamp(0.0, 1.0)
    });
    let below = below.collect();
    ValueProfile::Numbers { cuts, below }
}

/// Between which cuts a number lies: the position of the first that it is not above.
pub(super) fn bin(cuts: &[f64], value: f64) -> usize {
    cuts.partition_point(|&cut| cut < value)
}

fn levels_of(codes: &[u32], weights: &[f64], levels: usize) -> ValueProfile {
    let mut counts = vec![0.0; levels];
    for (&code, weight) in codes.iter().zip(weights) {
        if let Some(count) = counts.get_mut(code as usize) {
            *count += weight;
        }
    }
    let total: f64 = counts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let mut order: Vec<usize> = (0..levels).collect();
    order.sort_by(|&a, &b| counts[b].total_cmp(&counts[a]).then(a.cmp(&b)));
    let rest: f64 = order.iter().skip(MOST_LEVELS).map(|&code| counts[code]).sum();
    order.truncate(MOST_LEVELS);
    order.sort_unstable();
    let shares = order.into_iter().map(|code| (code as u32, (counts[code] / total).min(1.0))).collect();
    ValueProfile::Levels { shares, rest: (rest / total).min(1.0) }
}
