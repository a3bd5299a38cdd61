//! Stability of clusterings under resampling: whether models of overlapping samples put the same rows together.

use crate::measures::Contingency;
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;
use hornbook_learner::{Model, Predictions};
use rayon::prelude::*;

/// The clusters of the rows that a model was trained on.
pub(crate) struct TrainingClusters {
    /// The position of each row in the table, in order and once each, with its cluster and weight.
    rows: Vec<(u32, u32, f64)>,
}

impl TrainingClusters {
    pub fn of(model: &dyn Model, train: &Dataset) -> Result<TrainingClusters> {
        let Predictions::Classes(clusters, _) = model.predict_features(&train.row_features())? else {
            return Err(Error::internal("a clustering predicts numbers"));
        };
        let weight = |row: u32| train.weights().map_or(1.0, |weights| weights[row as usize]);
        let mut rows: Vec<(u32, u32, f64)> =
            train.rows().iter().zip(clusters).map(|(row, cluster)| (row, cluster, weight(row))).collect();
        // A bootstrap sample holds rows more than once.
        rows.sort_unstable_by_key(|(row, ..)| *row);
        rows.dedup_by_key(|(row, ..)| *row);
        Ok(TrainingClusters { rows })
    }

    /// The adjusted Rand index with another clustering on the rows that both were trained on; NaN if there are none.
    fn agreement(&self, other: &TrainingClusters) -> Result<f64> {
        let mut own_clusters = Vec::new();
        let mut other_clusters = Vec::new();
        let mut weights = Vec::new();
        let mut others = other.rows.iter().peekable();
        for (row, cluster, weight) in &self.rows {
            while others.next_if(|(other_row, ..)| other_row < row).is_some() {}
            if let Some((_, other_cluster, _)) = others.next_if(|(other_row, ..)| other_row == row) {
                own_clusters.push(*cluster);
                other_clusters.push(*other_cluster);
                weights.push(*weight);
            }
        }
        if weights.is_empty() {
            return Ok(f64::NAN);
        }
        Ok(Contingency::new(&own_clusters, &other_clusters, Some(&weights))?.adjusted_rand())
    }
}

/// The stability of the clustering of each split: its mean adjusted Rand index with those of the other splits.
pub(crate) fn stability_of_splits(splits: &[TrainingClusters]) -> Result<Vec<f64>> {
    let pairs: Vec<(usize, usize)> = (0..splits.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let agreements: Vec<f64> =
        pairs.par_iter().map(|&(a, b)| splits[a].agreement(&splits[b])).collect::<Result<_>>()?;
    let mut sums = vec![0.0; splits.len()];
    let mut counts = vec![0.0; splits.len()];
    for (&(a, b), &agreement) in pairs.iter().zip(&agreements).filter(|(_, agreement)| !agreement.is_nan()) {
        for split in [a, b] {
            sums[split] += agreement;
            counts[split] += 1.0;
        }
    }
    Ok(sums.iter().zip(&counts).map(|(sum, count)| sum / count).collect())
}
