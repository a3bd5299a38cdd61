use super::classes_of;
use crate::rows::{MISSING_RANK, TreeColumn, TreeRows, between, rank};
use hornbook_core::Result;
use hornbook_data::Dataset;
use hornbook_math::distributions::chi_square_upper;
use hornbook_math::information::{chi_square, gain_ratio, gini, information_gain, remainder};
use serde::Serialize;

/// How much a column tells of the class, by itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedFeature {
    /// The column.
    #[serde(rename = "column")]
    pub name: String,
    /// Where a column of numbers is divided; none for categories, and for numbers that are all the same.
    pub threshold: Option<f64>,
    /// The information gain of asking for it, in bits.
    pub gain: f64,
    /// The gain over the information of the split itself.
    pub gain_ratio: f64,
    /// How much less Gini's impurity is when it is known.
    pub gini: f64,
    /// The chi-square statistic of its values and the classes.
    pub chi_square: f64,
    /// The degrees of freedom of that.
    pub degrees: f64,
    /// How probable so large a statistic is if the column and the class have nothing to do with each other.
    pub p_value: f64,
}

/// Ranks the features by their information gain, the highest first; equal ones stay in their order. Categories are
/// asked for their level; numbers at the threshold of the highest gain, so that their p-values flatter them. Missing
/// values are an answer of their own.
pub fn ranking(data: &Dataset) -> Result<Vec<RankedFeature>> {
    let classes = classes_of(data)?;
    let rows = TreeRows::gather(data, |row| classes.codes[row]);
    let names = data.feature_names();
    let width = classes.levels.len();
    let mut all: Vec<RankedFeature> = rows
        .features
        .iter()
        .zip(names)
        .map(|(column, name)| {
            let (threshold, parts) = match column {
                TreeColumn::Code { codes, .. } => (None, by_level(&rows, codes, width)),
                TreeColumn::Number(numbers) => by_threshold(&rows, numbers, width),
            };
            ranked(name, threshold, &parts)
        })
        .collect();
    all.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    Ok(all)
}

fn ranked(name: &str, threshold: Option<f64>, parts: &[Vec<f64>]) -> RankedFeature {
    let parts: Vec<&[f64]> = parts.iter().map(Vec::as_slice).collect();
    let width = parts.first().map_or(0, |part| part.len());
    let whole: Vec<f64> = (0..width).map(|class| parts.iter().map(|part| part[class]).sum()).collect();
    let (statistic, degrees) = chi_square(&parts);
    RankedFeature {
        name: name.to_string(),
        threshold,
        gain: information_gain(&parts),
        gain_ratio: gain_ratio(&parts),
        gini: gini(&whole) - remainder(&parts, gini),
        chi_square: statistic,
        degrees,
        p_value: if degrees > 0.0 { chi_square_upper(statistic, degrees) } else { 1.0 },
    }
}

fn weight(rows: &TreeRows<u32>, at: usize) -> f64 {
    rows.weights.get(at).copied().unwrap_or(1.0)
}

/// The weights of the classes of each level, and of missing values.
fn by_level(rows: &TreeRows<u32>, codes: &[u32], width: usize) -> Vec<Vec<f64>> {
    let mut seen = codes.to_vec();
    seen.sort_unstable();
    seen.dedup();
    let mut parts = vec![vec![0.0; width]; seen.len()];
    for (at, code) in codes.iter().enumerate() {
        let part = seen.partition_point(|level| level < code);
        parts[part][rows.labels[at] as usize] += weight(rows, at);
    }
    parts
}

/// The threshold of the highest gain, and the weights of the classes below it, above it, and of missing values.
fn by_threshold(rows: &TreeRows<u32>, numbers: &[f64], width: usize) -> (Option<f64>, Vec<Vec<f64>>) {
    let (ranked, distinct) = rank(numbers);
    let mut parts = vec![vec![0.0; width]; 3];
    for &(rank, at) in &ranked {
        let part = if rank == MISSING_RANK { 2 } else { 1 };
        parts[part][rows.labels[at as usize] as usize] += weight(rows, at as usize);
    }
    let known = ranked.iter().position(|&(rank, _)| rank == MISSING_RANK).unwrap_or(ranked.len());
    let mut best: (f64, Option<f64>, Vec<Vec<f64>>) = (f64::NEG_INFINITY, None, parts.clone());
    for value in ranked[..known].chunk_by(|a, b| a.0 == b.0) {
        for &(_, at) in value {
            let (class, weight) = (rows.labels[at as usize] as usize, weight(rows, at as usize));
            parts[0][class] += weight;
            parts[1][class] -= weight;
        }
        let Some(&above) = distinct.get(value[0].0 as usize + 1) else { break };
        let gain = information_gain(&[&parts[0], &parts[1], &parts[2]]);
        if gain > best.0 + 1e-13 {
            best = (gain, Some(between(distinct[value[0].0 as usize], above)), parts.clone());
        }
    }
    (best.1, best.2)
}
