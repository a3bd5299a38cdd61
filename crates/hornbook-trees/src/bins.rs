//! Bins: the numbers of a column put into at most 255 ranges of about equal weight.

use crate::rows::{Label, TreeColumn, TreeRows, between};
use hornbook_core::Seed;
use hornbook_math::sort::sorted;
use rayon::prelude::*;

/// Bins that a byte tells apart, with that of missing values.
pub(crate) const BYTE_BINS: usize = 256;

/// How a column is put into bins. The bin after the last is that of missing values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ColumnBins {
    /// Bin `i` holds the numbers at most `edges[i]` and above the edge before; the last bin has no upper edge.
    Number { edges: Vec<f64> },
    /// A bin a level.
    Code { levels: u32 },
}

impl ColumnBins {
    /// Bins for a sample of a column: one for each distinct number, or as many as allowed, equally full.
    pub fn of_numbers(sample: impl Iterator<Item = f64>, most: usize) -> ColumnBins {
        ColumnBins::of_sorted(sorted(sample).into_iter().map(|x| (x, 1.0)), most)
    }

    /// Bins for a sample of a column with weights: a number of weight 2 fills a bin as twice the number does.
    pub fn of_weighted_numbers(sample: impl Iterator<Item = (f64, f64)>, most: usize) -> ColumnBins {
        let mut sample: Vec<(f64, f64)> = sample.filter(|(x, _)| !x.is_nan()).collect();
        // Weights of equal numbers are added up in their own order: sums must not depend on the table's.
        sample.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ColumnBins::of_sorted(sample.into_iter(), most)
    }

    fn of_sorted(sample: impl Iterator<Item = (f64, f64)>, most: usize) -> ColumnBins {
        let mut distinct: Vec<(f64, f64)> = Vec::new();
        for (x, weight) in sample {
            match distinct.last_mut() {
                Some((last, sum)) if *last == x => *sum += weight,
                _ => distinct.push((x, weight)),
            }
        }
        let mut edges = Vec::new();
        let mut left: f64 = distinct.iter().map(|(_, weight)| weight).sum();
        let (mut in_bin, mut bins_left) = (0.0, most);
        for pair in distinct.windows(2) {
            in_bin += pair[0].1;
            // A bin is closed once it has its fraction of what is left, so that one common number does not starve
            // the rest.
            let is_full = in_bin * bins_left as f64 >= left && bins_left > 1;
            if distinct.len() <= most || is_full {
                edges.push(between(pair[0].0, pair[1].0));
                left -= in_bin;
                in_bin = 0.0;
                bins_left -= 1;
            }
        }
        ColumnBins::Number { edges }
    }

    /// How many bins there are, without that of the missing values.
    pub fn count(&self) -> usize {
        match self {
            ColumnBins::Number { edges } => edges.len() + 1,
            ColumnBins::Code { levels } => *levels as usize,
        }
    }

    /// Up to which number a bin goes; the last has no end, and levels have none.
    pub fn upper_edge(&self, bin: usize) -> f64 {
        match self {
            ColumnBins::Number { edges } => edges.get(bin).copied().unwrap_or(f64::MAX),
            ColumnBins::Code { .. } => f64::MAX,
        }
    }

    /// The bin of a number.
    #[inline]
    pub fn of(&self, x: f64) -> usize {
        match self {
            ColumnBins::Number { edges } if !x.is_nan() => edges.partition_point(|&edge| edge < x),
            other => other.count(),
        }
    }
}

/// How many rows the bins are made from, so that the sample of all columns stays small.
pub(crate) fn sample_rows(columns: usize) -> usize {
    ((1 << 24) / columns.max(1)).clamp(1 << 12, 1 << 17)
}

/// Where a row stands in the draw: the sample is the rows that come first, whoever looks at them and when.
pub(crate) fn draw(row: u64) -> u64 {
    Seed(0).derive(row).0
}

/// Which of these rows are in the sample.
pub(crate) fn sampled(rows: usize, columns: usize) -> Vec<usize> {
    let most = sample_rows(columns);
    if rows <= most {
        return (0..rows).collect();
    }
    let mut draws: Vec<(u64, usize)> = (0..rows).map(|row| (draw(row as u64), row)).collect();
    draws.select_nth_unstable(most);
    draws.truncate(most);
    draws.into_iter().map(|(_, row)| row).collect()
}

/// Bins for every column, from a sample of the rows.
pub(crate) fn column_bins<L: Label>(rows: &TreeRows<L>, most: usize) -> Vec<ColumnBins> {
    let sample = sampled(rows.len(), rows.features.len());
    rows.features
        .par_iter()
        .map(|column| match column {
            TreeColumn::Number(values) if rows.weights.is_empty() => {
                ColumnBins::of_numbers(sample.iter().map(|&row| values[row]), most)
            }
            TreeColumn::Number(values) => {
                let weighted = sample.iter().map(|&row| (values[row], rows.weights[row]));
                ColumnBins::of_weighted_numbers(weighted, most)
            }
            TreeColumn::Code { levels, .. } => ColumnBins::Code { levels: *levels },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_have_a_bin_each() {
        let bins = ColumnBins::of_numbers([3.0, 1.0, f64::NAN, 3.0, 2.0].into_iter(), 255);
        assert_eq!(bins, ColumnBins::Number { edges: vec![1.5, 2.5] });
        assert_eq!(
            [bins.of(1.0), bins.of(1.5), bins.of(2.0), bins.of(9.0), bins.of(f64::NAN)],
            [0, 0, 1, 2, 3]
        );
    }

    #[test]
    fn many_numbers_share_bins_equally() {
        let bins = ColumnBins::of_numbers((0..10_000).map(f64::from), 16);
        assert_eq!(bins.count(), 16);
        let mut counts = [0; 16];
        (0..10_000).for_each(|x| counts[bins.of(f64::from(x))] += 1);
        assert!(counts.iter().all(|n| (600..=650).contains(n)), "{counts:?}");
        let skewed = (0..10_000).map(|i| if i < 9_000 { 0.0 } else { f64::from(i) });
        assert_eq!(ColumnBins::of_numbers(skewed, 16).count(), 16);
        assert_eq!(ColumnBins::of_numbers([].into_iter(), 16).count(), 1);
    }

    #[test]
    fn weights_fill_bins_as_copies_do() {
        let numbers = || (0..1000).map(|i| (f64::from(i * 7 % 311), f64::from(i % 5)));
        let weighted = ColumnBins::of_weighted_numbers(numbers().filter(|(_, weight)| *weight > 0.0), 16);
        let copies = numbers().flat_map(|(x, weight)| std::iter::repeat_n(x, weight as usize));
        assert_eq!(weighted, ColumnBins::of_numbers(copies, 16));
        assert_ne!(weighted, ColumnBins::of_numbers(numbers().map(|(x, _)| x), 16));
    }
}
