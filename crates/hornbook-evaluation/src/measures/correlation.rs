//! Correlation: Pearson, Spearman, Kendall.

use super::pairs::ConcordantPairs;
use super::regression::check;
use super::rows::RowWeights;
use hornbook_core::Result;

/// Pearson's correlation: how closely the points lie to a rising line (1) or a falling one (−1). NaN if a list is
/// constant.
///
/// ```
/// use hornbook_evaluation::measures::pearson;
/// assert!((pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0], None)? - 1.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn pearson(x: &[f64], y: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    Ok(correlation(x, y, &check(x, y, weights)?))
}

/// Spearman's correlation: Pearson's of the ranks, equal numbers sharing the mean of theirs. Any rising relation
/// gives 1. NaN if a list is constant.
pub fn spearman(x: &[f64], y: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = check(x, y, weights)?;
    Ok(correlation(&ranks(x, &weights), &ranks(y, &weights), &weights))
}

/// Kendall's τ_b: the pairs of rows that both lists order alike less those they order unlike, over the root of
/// the product of the pairs that each list orders at all. NaN if a list is constant. In the time of sorting.
pub fn kendall(x: &[f64], y: &[f64]) -> Result<f64> {
    check(x, y, None)?;
    let pairs = ConcordantPairs::of(x, y);
    let (x_ordered, y_ordered) = (pairs.ordered + pairs.y_tied, pairs.ordered + pairs.x_tied);
    Ok((2.0 * pairs.alike - pairs.ordered) / (x_ordered * y_ordered).sqrt())
}

fn correlation(x: &[f64], y: &[f64], weights: &RowWeights<'_>) -> f64 {
    if constant(x, weights) || constant(y, weights) {
        return f64::NAN;
    }
    let (x_mean, y_mean) = (weights.mean(|row| x[row]), weights.mean(|row| y[row]));
    let sum = |a: &[f64], a_mean: f64, b: &[f64], b_mean: f64| {
        weights.sum(|row| (a[row] - a_mean) * (b[row] - b_mean))
    };
    let spread = sum(x, x_mean, x, x_mean).sqrt() * sum(y, y_mean, y, y_mean).sqrt();
    (sum(x, x_mean, y, y_mean) / spread).clamp(-1.0, 1.0)
}

/// Asked of the numbers themselves: rounding can leave a variance where there is none.
fn constant(values: &[f64], weights: &RowWeights<'_>) -> bool {
    let mut present = weights.present().map(|(row, _)| values[row]);
    let first = present.next();
    present.all(|value| Some(value) == first)
}

/// The middle of the ranks of each row's copies and of those it ties with; zero for rows of no weight.
fn ranks(values: &[f64], weights: &RowWeights<'_>) -> Vec<f64> {
    let mut order: Vec<usize> = weights.present().map(|(row, _)| row).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0.0;
    for run in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let weight: f64 = run.iter().map(|&row| weights.at(row)).sum();
        run.iter().for_each(|&row| ranks[row] = below + 0.5 * weight);
        below += weight;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 001:89
    #[test]
    fn textbook_correlation() {
        // Curriculum 001 G7.
        let (f, y) = ([1.0, 2.0, 3.0, 4.0, 5.0], [1.1, 1.9, 3.2, 3.7, 5.3]);
        assert!((pearson(&f, &y, None).unwrap() - 0.9892195432462938).abs() < 1e-15);
        assert!((spearman(&f, &y, None).unwrap() - 1.0).abs() < 1e-15);
        assert_eq!(kendall(&f, &y), Ok(1.0));
    }

    #[test]
    fn odd_lists() {
        assert!(pearson(&[0.1; 3], &[1.0, 2.0, 3.0], None).unwrap().is_nan());
        assert!(spearman(&[1.0, 2.0], &[1.0, 1.0], None).unwrap().is_nan());
        assert!(kendall(&[1.0, 2.0], &[1.0, 1.0]).unwrap().is_nan());
        assert!(pearson(&[1.0], &[1.0], None).unwrap().is_nan());
        assert!(pearson(&[1.0], &[f64::NAN], None).is_err() && kendall(&[1.0], &[]).is_err());
    }

    #[test]
    fn weight_two_is_the_row_twice() {
        let (x, y) = ([1.0, 2.0, 2.0, 5.0], [3.0, 1.0, 4.0, 9.0]);
        let rows = [0, 0, 1, 2, 2, 2];
        let (many_x, many_y) = (rows.map(|row: usize| x[row]), rows.map(|row: usize| y[row]));
        let weights = Some(&[2.0, 1.0, 3.0, 0.0][..]);
        for of in [pearson, spearman] {
            assert!((of(&x, &y, weights).unwrap() - of(&many_x, &many_y, None).unwrap()).abs() < 1e-15);
        }
    }
}
