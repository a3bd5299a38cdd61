//! Internal clustering metrics: silhouette, Calinski-Harabasz, Davies-Bouldin.
//!
//! All functions take a row-major matrix of numbers, the clusters of its rows as any codes, and weights, which
//! count as repeated rows. Distances are Euclidean. There must be at least two clusters, and fewer than rows.

use super::rows::{RowWeights, finite, full_matrix};
use hornbook_core::{Error, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The silhouette of each row: (b − a) / max(a, b), where a is its mean distance to the rest of its cluster and b
/// the least mean distance to another cluster. 1 is well inside, 0 between two, below 0 in the wrong one; 0 for a
/// row that is alone in its cluster, and for rows of weight zero.
///
/// Time is quadratic in the rows, memory linear; runs on all threads.
///
/// ```
/// use hornbook_evaluation::measures::cluster_shape::silhouettes;
/// let values = silhouettes(1, &[0.0, 1.0, 10.0, 11.0], &[0, 0, 1, 1], None)?;
/// assert!((values[0] - (10.5 - 1.0) / 10.5).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn silhouettes(
    columns: usize,
    matrix: &[f64],
    clusters: &[u32],
    weights: Option<&[f64]>,
) -> Result<Vec<f64>> {
    let shape = ClusterGeometry::of(columns, matrix, clusters, weights)?;
    let clusters = shape.weight.len();
    let mut values = vec![0.0; shape.cluster.len()];
    values.par_chunks_mut(BLOCK).enumerate().for_each(|(block, values)| {
        let first = block * BLOCK;
        let mut sums = vec![0.0; values.len() * clusters];
        // The other row is fetched once for the whole block.
        for (other, weight) in shape.weights.present() {
            let (point, cluster) = (shape.point(other), shape.cluster[other]);
            for (row, sums) in sums.chunks_exact_mut(clusters).enumerate() {
                sums[cluster] += weight * distance(shape.point(first + row), point);
            }
        }
        for (row, (value, sums)) in values.iter_mut().zip(sums.chunks_exact(clusters)).enumerate() {
            if shape.weights.at(first + row) > 0.0 {
                *value = shape.silhouette(shape.cluster[first + row], sums);
            }
        }
    });
    Ok(values)
}

/// The mean silhouette of the rows; see [`silhouettes`].
pub fn silhouette(columns: usize, matrix: &[f64], clusters: &[u32], weights: Option<&[f64]>) -> Result<f64> {
    let values = silhouettes(columns, matrix, clusters, weights)?;
    Ok(RowWeights::of(clusters.len(), weights)?.mean(|row| values[row]))
}

/// The mean over the clusters of how much they are like the one most like them: the sum of both mean distances to
/// their centers over the distance of the centers. Smaller is better; 0 if all rows are at their centers or all
/// centers are one (Davies and Bouldin).
pub fn davies_bouldin(
    columns: usize,
    matrix: &[f64],
    clusters: &[u32],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let shape = ClusterGeometry::of(columns, matrix, clusters, weights)?;
    let centers = shape.centers();
    let mut spread = vec![0.0; centers.len()];
    for (row, weight) in shape.weights.present() {
        let cluster = shape.cluster[row];
        spread[cluster] += weight * distance(shape.point(row), &centers[cluster]) / shape.weight[cluster];
    }
    let nothing = |x: f64| x <= NOTHING;
    let apart = |a: usize, b: usize| distance(&centers[a], &centers[b]);
    let every = 0..centers.len();
    if spread.iter().all(|&x| nothing(x))
        || every.clone().all(|a| every.clone().all(|b| nothing(apart(a, b))))
    {
        return Ok(0.0);
    }
    let worst = |a: usize| {
        let likeness = |b: usize| match apart(a, b) {
            0.0 => 0.0,
            apart => (spread[a] + spread[b]) / apart,
        };
        every.clone().map(likeness).fold(0.0, f64::max)
    };
    Ok(every.clone().map(worst).sum::<f64>() / centers.len() as f64)
}

/// The spread of the centers over the spread within the clusters, each by its degrees of freedom. Larger is
/// better; 1 if all rows are at their centers (Calinski and Harabasz).
pub fn calinski_harabasz(
    columns: usize,
    matrix: &[f64],
    clusters: &[u32],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let shape = ClusterGeometry::of(columns, matrix, clusters, weights)?;
    let centers = shape.centers();
    let mean: Vec<f64> =
        (0..columns).map(|column| shape.weights.mean(|row| shape.point(row)[column])).collect();
    let between: f64 = centers.iter().zip(&shape.weight).map(|(c, w)| w * squared_distance(c, &mean)).sum();
    let within = shape.weights.sum(|row| squared_distance(shape.point(row), &centers[shape.cluster[row]]));
    let (n, k) = (shape.weights.total(), centers.len() as f64);
    Ok(if within == 0.0 { 1.0 } else { between * (n - k) / (within * (k - 1.0)) })
}

/// Rows that are compared with all others together.
const BLOCK: usize = 32;
/// A distance that rounding could make of none.
const NOTHING: f64 = 1e-8;

struct ClusterGeometry<'a> {
    columns: usize,
    matrix: &'a [f64],
    weights: RowWeights<'a>,
    /// The cluster of each row, numbered from 0 by rising code; of no meaning for rows of weight zero.
    cluster: Vec<usize>,
    /// The weight of each cluster.
    weight: Vec<f64>,
}

impl<'a> ClusterGeometry<'a> {
    fn of(
        columns: usize,
        matrix: &'a [f64],
        clusters: &[u32],
        weights: Option<&'a [f64]>,
    ) -> Result<ClusterGeometry<'a>> {
        full_matrix("numbers", matrix.len(), clusters.len(), columns)?;
        finite("number", matrix)?;
        let weights = RowWeights::of(clusters.len(), weights)?;
        let mut weight_of: BTreeMap<u32, f64> = BTreeMap::new();
        weights.present().for_each(|(row, weight)| *weight_of.entry(clusters[row]).or_default() += weight);
        let k = weight_of.len();
        if k < 2 || k as f64 >= weights.total() {
            return Err(Error::data(
                format!("there are {k} clusters of {} rows", weights.total()),
                "give at least two clusters, and fewer than rows",
            ));
        }
        let number: BTreeMap<u32, usize> = weight_of.keys().copied().zip(0..).collect();
        let cluster = clusters.iter().map(|code| number.get(code).copied().unwrap_or(0)).collect();
        Ok(ClusterGeometry { columns, matrix, weights, cluster, weight: weight_of.into_values().collect() })
    }

    fn point(&self, row: usize) -> &[f64] {
        &self.matrix[row * self.columns..(row + 1) * self.columns]
    }

    fn centers(&self) -> Vec<Vec<f64>> {
        let mut centers = vec![vec![0.0; self.columns]; self.weight.len()];
        for (row, weight) in self.weights.present() {
            for (center, x) in centers[self.cluster[row]].iter_mut().zip(self.point(row)) {
                *center += weight * x;
            }
        }
        for (center, weight) in centers.iter_mut().zip(&self.weight) {
            center.iter_mut().for_each(|x| *x /= weight);
        }
        centers
    }

    /// From the sums of the distances to the rows of each cluster.
    fn silhouette(&self, own: usize, sums: &[f64]) -> f64 {
        // The row itself is one of its cluster.
        let rest = self.weight[own] - 1.0;
        let others = (0..sums.len()).filter(|&cluster| cluster != own);
        let nearest = others.map(|other| sums[other] / self.weight[other]).fold(f64::INFINITY, f64::min);
        let within = sums[own] / rest;
        let larger = within.max(nearest);
        if rest > 0.0 && larger > 0.0 { (nearest - within) / larger } else { 0.0 }
    }
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    squared_distance(a, b).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_two_is_the_row_twice() {
        let points = [0.0, 0.0, 1.0, 0.5, 4.0, 4.0, 5.0, 3.0, 9.0, 0.0];
        let clusters = [2, 2, 7, 7, 9];
        let weights = Some(&[2.0, 1.0, 1.0, 3.0, 0.0][..]);
        let rows = [0, 0, 1, 2, 3, 3, 3];
        let many: Vec<f64> =
            rows.iter().flat_map(|&row: &usize| points[2 * row..2 * row + 2].to_vec()).collect();
        let of_many = rows.map(|row| clusters[row]);
        for measure in [silhouette, davies_bouldin, calinski_harabasz] {
            let weighted = measure(2, &points, &clusters, weights).unwrap();
            let repeated = measure(2, &many, &of_many, None).unwrap();
            assert!((weighted - repeated).abs() < 1e-14, "{weighted} {repeated}");
        }
    }

    #[test]
    fn odd_clusters() {
        let (line, alone) = ([0.0, 1.0, 5.0], [0, 0, 1]);
        assert_eq!(silhouettes(1, &line, &alone, None).unwrap()[2], 0.0);
        let same = [1.0, 1.0, 1.0, 1.0];
        assert_eq!(silhouette(1, &same, &[0, 0, 1, 1], None), Ok(0.0));
        assert_eq!(davies_bouldin(1, &same, &[0, 0, 1, 1], None), Ok(0.0));
        assert_eq!(calinski_harabasz(1, &[1.0, 1.0, 2.0, 2.0], &[0, 0, 1, 1], None), Ok(1.0));
        for clusters in [[0, 0, 0], [0, 1, 2]] {
            assert!(silhouette(1, &line, &clusters, None).is_err());
            assert!(davies_bouldin(1, &line, &clusters, None).is_err());
            assert!(calinski_harabasz(1, &line, &clusters, None).is_err());
        }
        assert!(silhouette(2, &line, &alone, None).is_err());
        assert!(silhouette(1, &[0.0, f64::NAN, 1.0], &alone, None).is_err());
        assert!(silhouette(1, &[], &[], None).is_err());
    }

    #[test]
    fn threads_change_nothing() {
        let points: Vec<f64> = (0..600).map(|i| f64::from(i * i % 97)).collect();
        let clusters: Vec<u32> = (0..200).map(|row| row % 3).collect();
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| silhouettes(3, &points, &clusters, None).unwrap())
        };
        assert_eq!(on(1), on(3));
    }
}
