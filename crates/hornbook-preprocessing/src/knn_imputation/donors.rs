//! Missing values filled from the nearest training rows.

use super::params::DonorWeights;
use crate::fill_missing::{ImputationValue, ImputationValues};
use hornbook_core::Result;
use hornbook_core::format::counted;
use hornbook_data::{Feature, Features, Input, InputKind, MISSING_CODE};
use hornbook_learner::{
    ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer, first_largest, is_sample_weight,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A feature of the training rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DonorColumn {
    /// Numbers and dates.
    Numbers(Vec<f64>),
    /// Codes of levels.
    Codes(Vec<u32>),
    /// Text, which is neither compared nor filled.
    Text,
}

/// The training rows that missing values are filled from.
#[derive(Debug, Clone, PartialEq)]
pub struct DonorRows {
    /// What fills a value that no neighbor has.
    pub(super) otherwise: ImputationValues,
    pub(super) n_neighbors: u32,
    pub(super) rule: DonorWeights,
    /// What each training row weighs.
    pub(super) weights: Vec<f64>,
    pub(super) columns: Vec<DonorColumn>,
}

/// A training row with its distance, its own value and how much it counts.
struct Donor {
    distance: f64,
    value: f64,
    count: f64,
}

impl DonorRows {
    /// The squared distance of a row from each training row, infinite where they share no number.
    fn squared_distances(&self, row: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.weights.len()];
        let mut shared = vec![0u32; self.weights.len()];
        let mut all = 0;
        let mut numbers = row.iter();
        for column in &self.columns {
            let DonorColumn::Numbers(values) = column else { continue };
            all += 1;
            let Some(&x) = numbers.next() else { continue };
            if x.is_nan() {
                continue;
            }
            for (at, y) in values.iter().enumerate() {
                if !y.is_nan() {
                    sums[at] += (x - y) * (x - y);
                    shared[at] += 1;
                }
            }
        }
        let distance = |(sum, shared): (&f64, &u32)| match shared {
            0 => f64::INFINITY,
            shared => sum * f64::from(all) / f64::from(*shared),
        };
        sums.iter().zip(&shared).map(distance).collect()
    }

    /// The nearest training rows that have a value, as many as are to be taken; of the last only the rest of its weight.
    fn neighbors(&self, distances: &[f64], value: impl Fn(usize) -> Option<f64>) -> Vec<Donor> {
        let mut donors: Vec<Donor> = (distances.iter().enumerate())
            .filter(|(_, distance)| distance.is_finite())
            .filter_map(|(row, distance)| {
                let count = self.weights[row];
                value(row).map(|value| Donor { distance: distance.sqrt(), value, count })
            })
            .collect();
        let nearer = |a: &Donor, b: &Donor| {
            a.distance
                .total_cmp(&b.distance)
                .then(a.value.total_cmp(&b.value))
                .then(a.count.total_cmp(&b.count))
        };
        donors.sort_unstable_by(nearer);
        let mut left = f64::from(self.n_neighbors);
        for donor in &mut donors {
            donor.count = donor.count.min(left);
            left -= donor.count;
        }
        donors.retain(|donor| donor.count > 0.0);
        if self.rule == DonorWeights::Distance {
            let has_equal = donors.iter().any(|donor| donor.distance == 0.0);
            for donor in &mut donors {
                donor.count *= match has_equal {
                    true => f64::from(u8::from(donor.distance == 0.0)),
                    false => 1.0 / donor.distance,
                };
            }
        }
        donors
    }

    /// What fills a missing value of a column; none if no neighbor has one.
    fn fill(&self, place: usize, distances: &[f64]) -> Option<f64> {
        match &self.columns[place] {
            DonorColumn::Text => None,
            DonorColumn::Numbers(values) => {
                let donors = self.neighbors(distances, |row| Some(values[row]).filter(|x| !x.is_nan()));
                let total: f64 = donors.iter().map(|donor| donor.count).sum();
                let mean = donors.iter().map(|donor| donor.count * donor.value).sum::<f64>() / total;
                Some(mean).filter(|mean| mean.is_finite())
            }
            DonorColumn::Codes(codes) => {
                let known = |row: usize| Some(codes[row]).filter(|code| *code != MISSING_CODE).map(f64::from);
                let donors = self.neighbors(distances, known);
                let levels = donors.iter().map(|donor| donor.value as usize + 1).max()?;
                let mut counts = vec![0.0; levels];
                donors.iter().for_each(|donor| counts[donor.value as usize] += donor.count);
                Some(first_largest(&counts) as f64)
            }
        }
    }

    /// What fills each missing value of a row: its place and the value.
    fn fills(&self, columns: &[Feature], row: usize) -> Vec<(usize, f64)> {
        let gaps: Vec<usize> = (0..columns.len()).filter(|&place| columns[place].is_missing(row)).collect();
        if gaps.is_empty() {
            return Vec::new();
        }
        let numbers: Vec<f64> = (columns.iter())
            .filter_map(|column| match column {
                Feature::Number(values) => Some(values[row]),
                _ => None,
            })
            .collect();
        let distances = self.squared_distances(&numbers);
        gaps.into_iter().filter_map(|place| Some((place, self.fill(place, &distances)?))).collect()
    }
}

impl Transformer for DonorRows {
    fn outputs(&self) -> Vec<Input> {
        self.otherwise.outputs()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let columns: Vec<Feature> = (0..self.columns.len()).map(|place| rows.column(place)).collect();
        let fills: Vec<Vec<(usize, f64)>> =
            (0..rows.rows()).into_par_iter().map(|row| self.fills(&columns, row)).collect();
        let mut by_column: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns.len()];
        for (row, fills) in fills.into_iter().enumerate() {
            fills.into_iter().for_each(|(place, value)| by_column[place].push((row, value)));
        }
        let filled = |(place, (column, fills)): (usize, (Feature, Vec<(usize, f64)>))| {
            let column = match column {
                Feature::Number(values) if !fills.is_empty() => {
                    let mut values = values.to_vec();
                    fills.into_iter().for_each(|(row, value)| values[row] = value);
                    Feature::Number(values.into())
                }
                Feature::Code(codes, levels) if !fills.is_empty() => {
                    let mut codes = codes.to_vec();
                    fills.into_iter().for_each(|(row, value)| codes[row] = value as u32);
                    Feature::Code(codes.into(), levels)
                }
                column => column,
            };
            self.otherwise.filled(place, column)
        };
        let columns = columns.into_iter().zip(by_column).enumerate().map(filled).collect();
        Ok(TransformedRows::of_columns(columns, rows.rows()))
    }

    fn origins(&self) -> ColumnOrigins {
        self.otherwise.origins()
    }
}

impl FittedTransformer for DonorRows {
    type Serialized = (Vec<ImputationValue>, Vec<DonorColumn>, Vec<f64>, u32, DonorWeights);

    fn section(&self) -> Section {
        let rows: f64 = self.weights.iter().sum();
        let neighbors = counted(u64::from(self.n_neighbors), "neighbor");
        let numbers = self.columns.iter().filter(|column| matches!(column, DonorColumn::Numbers(_))).count();
        let text = format!(
            "from {neighbors} among {}, by the distance over {}",
            hornbook_core::format::rows(rows),
            counted(numbers as u64, "numeric feature")
        );
        let json = json!({"n_neighbors": self.n_neighbors, "weight": rows});
        Section { heading: "imputation by neighbors", text, json }
    }

    fn serialized(&self) -> Result<Self::Serialized> {
        let otherwise = self.otherwise.values().to_vec();
        Ok((otherwise, self.columns.clone(), self.weights.clone(), self.n_neighbors, self.rule))
    }

    fn from_serialized(inputs: &[Input], serialized: Self::Serialized) -> Option<DonorRows> {
        let (otherwise, columns, weights, n_neighbors, rule) = serialized;
        let otherwise = ImputationValues::from_serialized(inputs, otherwise)?;
        let fits = |(input, column): (&Input, &DonorColumn)| match (column, input.kind.levels()) {
            (DonorColumn::Text, _) => input.kind == InputKind::Text,
            (DonorColumn::Numbers(values), None) => {
                input.kind != InputKind::Text && values.len() == weights.len()
            }
            (DonorColumn::Codes(codes), Some(levels)) => {
                let is_level = |&code: &u32| code == MISSING_CODE || (code as usize) < levels;
                codes.len() == weights.len() && codes.iter().all(is_level)
            }
            _ => false,
        };
        let is_sound = inputs.len() == columns.len()
            && inputs.iter().zip(&columns).all(fits)
            && weights.iter().all(|&weight| is_sample_weight(weight))
            && n_neighbors > 0
            && otherwise.outputs().len() == inputs.len();
        is_sound.then_some(DonorRows { otherwise, n_neighbors, rule, weights, columns })
    }
}
