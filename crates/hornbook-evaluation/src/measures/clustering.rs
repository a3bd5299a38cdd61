//! External clustering metrics: agreement of clusters with classes, or with other clusters.

use super::rows::{RowWeights, same_length};
use hornbook_core::{Error, Result};
use hornbook_math::sort::radix_sort;

/// How much weight each class has in each cluster.
///
/// ```
/// use hornbook_evaluation::measures::Contingency;
/// let table = Contingency::new(&[0, 0, 1, 1], &[1, 1, 0, 0], None)?;
/// assert_eq!(table.adjusted_rand(), 1.0);
/// assert_eq!(table.purity(), 1.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Contingency {
    /// The cells that hold rows: class, cluster and weight.
    cells: Vec<(usize, usize, f64)>,
    /// The weight of each class and of each cluster that occurs.
    classes: Vec<f64>,
    clusters: Vec<f64>,
    total: f64,
}

/// How the entropies of two groupings become one, to divide their information by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntropyMean {
    /// The smaller.
    Min,
    /// The root of the product.
    Geometric,
    /// The half of the sum.
    Arithmetic,
    /// The larger.
    Max,
}

impl Contingency {
    /// Counts rows with these classes and clusters, any codes. Rows of weight zero are left out.
    pub fn new(classes: &[u32], clusters: &[u32], weights: Option<&[f64]>) -> Result<Contingency> {
        same_length("clusters", clusters.len(), classes.len())?;
        let weights = RowWeights::of(classes.len(), weights)?;
        let mut rows: Vec<(u64, f64)> = weights
            .present()
            .map(|(row, weight)| (u64::from(classes[row]) << 32 | u64::from(clusters[row]), weight))
            .collect();
        radix_sort(&mut rows, |&(cell, _)| cell);
        let (class_of, classes) =
            renumbered(rows.iter().map(|&(cell, weight)| ((cell >> 32) as u32, weight)));
        let (cluster_of, clusters) = renumbered(rows.iter().map(|&(cell, weight)| (cell as u32, weight)));
        let cells = rows
            .chunk_by(|a, b| a.0 == b.0)
            .map(|rows| {
                let (class, cluster) = ((rows[0].0 >> 32) as u32, rows[0].0 as u32);
                let at = |codes: &[u32], code: u32| codes.partition_point(|&other| other < code);
                let weight = rows.iter().map(|row| row.1).sum();
                (at(&class_of, class), at(&cluster_of, cluster), weight)
            })
            .collect();
        Ok(Contingency { cells, classes, clusters, total: weights.total() })
    }

    /// The cells that hold rows: class, cluster and weight, with the codes that occur numbered from 0.
    pub fn cells(&self) -> &[(usize, usize, f64)] {
        &self.cells
    }

    /// How many classes occur.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// How many clusters occur.
    pub fn clusters(&self) -> usize {
        self.clusters.len()
    }

    /// Fraction of the rows that are in the commonest class of their cluster.
    pub fn purity(&self) -> f64 {
        let mut most = vec![0.0f64; self.clusters.len()];
        self.cells.iter().for_each(|&(_, cluster, weight)| most[cluster] = most[cluster].max(weight));
        most.iter().sum::<f64>() / self.total
    }

    /// Fraction of the pairs of rows that both groupings keep together or both keep apart (Rand). 1 for a single
    /// row, of which there are no pairs.
    pub fn rand(&self) -> f64 {
        let pairs = self.pairs();
        let all = pairs.together + pairs.only_class + pairs.only_cluster + pairs.apart;
        if all > 0.0 { (pairs.together + pairs.apart) / all } else { 1.0 }
    }

    /// Rand's index on a scale where chance is 0 and agreement 1 (Hubert and Arabie).
    pub fn adjusted_rand(&self) -> f64 {
        let ClusterPairCounts { together, only_class, only_cluster, apart } = self.pairs();
        if only_class == 0.0 && only_cluster == 0.0 {
            return 1.0;
        }
        2.0 * (together * apart - only_class * only_cluster)
            / ((together + only_class) * (only_class + apart)
                + (together + only_cluster) * (only_cluster + apart))
    }

    /// The geometric mean of the fractions of pairs kept together by either grouping that the other keeps together
    /// too (Fowlkes and Mallows). 0 if no pair is kept together by both.
    pub fn fowlkes_mallows(&self) -> f64 {
        let ClusterPairCounts { together, only_class, only_cluster, .. } = self.pairs();
        if together <= 0.0 {
            return 0.0;
        }
        (together / (together + only_class)).sqrt() * (together / (together + only_cluster)).sqrt()
    }

    /// What the cluster of a row tells about its class, in nats.
    pub fn mutual_information(&self) -> f64 {
        if self.classes.len() < 2 || self.clusters.len() < 2 {
            return 0.0;
        }
        let of_cell = |&(class, cluster, weight): &(usize, usize, f64)| {
            let independent = self.classes[class] / self.total * self.clusters[cluster];
            weight / self.total * (weight / independent).ln()
        };
        self.cells.iter().map(of_cell).sum::<f64>().max(0.0)
    }

    /// Mutual information over a mean of the two entropies: 0 to 1. 1 if both groupings put all rows together.
    pub fn normalized_mutual_information(&self, mean: EntropyMean) -> f64 {
        if self.classes.len() == 1 && self.clusters.len() == 1 {
            return 1.0;
        }
        match self.mutual_information() {
            information if information > 0.0 => information / self.entropy_mean(mean),
            _ => 0.0,
        }
    }

    /// Mutual information on a scale where chance is 0 and agreement 1. The chance is that of shuffled rows, so
    /// the counts must be whole; other weights are refused. Quadratic in the counts of classes and clusters.
    pub fn adjusted_mutual_information(&self, mean: EntropyMean) -> Result<f64> {
        if self.cells.iter().any(|cell| cell.2.fract() != 0.0) {
            return Err(Error::data(
                "adjusted mutual information shuffles rows, and a weight is not an integer number of rows",
                "give whole weights, or none",
            ));
        }
        if self.total > MOST_SHUFFLED {
            return Err(Error::data(
                format!("{} rows are too many to shuffle", self.total),
                "give a sample of the rows, or use the normalized information",
            ));
        }
        match (self.classes.len(), self.clusters.len()) {
            (1, 1) => return Ok(1.0),
            (1, _) | (_, 1) => return Ok(0.0),
            _ => (),
        }
        let expected = self.expected_information();
        // Where chance cannot but agree, both differences are rounding; their ratio is then 1.
        let away_from_zero = |x: f64| if x < 0.0 { x.min(-f64::EPSILON) } else { x.max(f64::EPSILON) };
        let found = away_from_zero(self.mutual_information() - expected);
        Ok(found / away_from_zero(self.entropy_mean(mean) - expected))
    }

    /// How far each cluster holds one class only: 1 if all do.
    pub fn homogeneity(&self) -> f64 {
        share(self.mutual_information(), entropy(&self.classes, self.total))
    }

    /// How far each class is in one cluster only: 1 if all are.
    pub fn completeness(&self) -> f64 {
        share(self.mutual_information(), entropy(&self.clusters, self.total))
    }

    /// The harmonic mean of homogeneity and completeness that counts completeness as β times as important.
    pub fn v_measure(&self, beta: f64) -> f64 {
        let (homogeneity, completeness) = (self.homogeneity(), self.completeness());
        if homogeneity + completeness == 0.0 {
            return 0.0;
        }
        (1.0 + beta) * homogeneity * completeness / (beta * homogeneity + completeness)
    }

    /// Ordered pairs of rows by who keeps them together.
    fn pairs(&self) -> ClusterPairCounts {
        let squares = |weights: &mut dyn Iterator<Item = f64>| -> f64 { weights.map(|w| w * w).sum() };
        let both = squares(&mut self.cells.iter().map(|cell| cell.2));
        let only_class = squares(&mut self.classes.iter().copied()) - both;
        let only_cluster = squares(&mut self.clusters.iter().copied()) - both;
        ClusterPairCounts {
            together: both - self.total,
            only_class,
            only_cluster,
            apart: self.total * self.total - only_class - only_cluster - both,
        }
    }

    fn entropy_mean(&self, mean: EntropyMean) -> f64 {
        let (a, b) = (entropy(&self.classes, self.total), entropy(&self.clusters, self.total));
        match mean {
            EntropyMean::Min => a.min(b),
            EntropyMean::Geometric => (a * b).sqrt(),
            EntropyMean::Arithmetic => 0.5 * (a + b),
            EntropyMean::Max => a.max(b),
        }
    }

    /// The mean mutual information over all ways to shuffle the rows: each cell is hypergeometric.
    fn expected_information(&self) -> f64 {
        let n = self.total as usize;
        let mut ln_factorial = vec![0.0; n + 1];
        (1..=n).for_each(|i| ln_factorial[i] = ln_factorial[i - 1] + (i as f64).ln());
        let of_cell = |a: usize, b: usize| -> f64 {
            let fixed = ln_factorial[a] + ln_factorial[b] + ln_factorial[n - a] + ln_factorial[n - b]
                - ln_factorial[n];
            let ln_product = (a as f64).ln() + (b as f64).ln();
            ((a + b).saturating_sub(n).max(1)..=a.min(b))
                .map(|both| {
                    let chance = fixed
                        - ln_factorial[both]
                        - ln_factorial[a - both]
                        - ln_factorial[b - both]
                        - ln_factorial[n + both - a - b];
                    let information = (n as f64).ln() + (both as f64).ln() - ln_product;
                    both as f64 / n as f64 * information * chance.exp()
                })
                .sum()
        };
        let cells = self.classes.iter().flat_map(|&a| self.clusters.iter().map(move |&b| (a, b)));
        cells.map(|(a, b)| of_cell(a as usize, b as usize)).sum()
    }
}

/// The logarithms of so many factorials are kept.
const MOST_SHUFFLED: f64 = 1e8;

struct ClusterPairCounts {
    together: f64,
    only_class: f64,
    only_cluster: f64,
    apart: f64,
}

/// The codes that occur, rising, and the weight of each.
fn renumbered(rows: impl Iterator<Item = (u32, f64)>) -> (Vec<u32>, Vec<f64>) {
    let mut rows: Vec<(u32, f64)> = rows.collect();
    radix_sort(&mut rows, |&(code, _)| u64::from(code));
    rows.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.iter().map(|row| row.1).sum::<f64>())).unzip()
}

/// The entropy of weights, in nats.
fn entropy(weights: &[f64], total: f64) -> f64 {
    if weights.len() < 2 {
        return 0.0;
    }
    -weights.iter().map(|&weight| weight / total * (weight / total).ln()).sum::<f64>()
}

fn share(information: f64, entropy: f64) -> f64 {
    if entropy == 0.0 { 1.0 } else { information / entropy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn limits() {
        let one = Contingency::new(&[3], &[8], None).unwrap();
        assert_eq!((one.rand(), one.adjusted_rand(), one.fowlkes_mallows()), (1.0, 1.0, 0.0));
        assert_eq!((one.homogeneity(), one.completeness(), one.v_measure(1.0)), (1.0, 1.0, 1.0));
        assert_eq!(one.normalized_mutual_information(EntropyMean::Max), 1.0);
        let apart = Contingency::new(&[0, 0, 0], &[0, 1, 2], None).unwrap();
        assert_eq!((apart.adjusted_rand(), apart.mutual_information()), (0.0, 0.0));
        assert_eq!(apart.adjusted_mutual_information(EntropyMean::Min), Ok(0.0));
        assert_eq!((apart.classes(), apart.clusters(), apart.cells().len()), (1, 3, 3));
    }

    #[test]
    fn what_is_refused() {
        assert!(Contingency::new(&[], &[], None).is_err());
        assert!(Contingency::new(&[0], &[0, 1], None).is_err());
        assert!(Contingency::new(&[0], &[0], Some(&[0.0])).is_err());
        let half = Contingency::new(&[0, 1], &[0, 1], Some(&[0.5, 1.0])).unwrap();
        assert!(half.adjusted_mutual_information(EntropyMean::Max).is_err());
        let many = Contingency::new(&[0, 1], &[0, 1], Some(&[1e15, 1.0])).unwrap();
        assert!(many.adjusted_mutual_information(EntropyMean::Max).is_err());
    }

    proptest! {
        #[test]
        fn weights_repeat_rows_and_names_do_not_matter(
            rows in prop::collection::vec((0u32..4, 0u32..4, 0u8..4), 1..30),
        ) {
            let classes: Vec<u32> = rows.iter().map(|row| row.0).collect();
            let clusters: Vec<u32> = rows.iter().map(|row| 7 * row.1).collect();
            let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2)).collect();
            let (copies, copied): (Vec<u32>, Vec<u32>) = rows
                .iter()
                .flat_map(|row| std::iter::repeat_n((row.0, row.1), row.2 as usize))
                .unzip();
            prop_assume!(!copies.is_empty());
            let weighted = Contingency::new(&classes, &clusters, Some(&weights)).unwrap();
            prop_assert_eq!(weighted, Contingency::new(&copies, &copied, None).unwrap());
        }
    }
}
