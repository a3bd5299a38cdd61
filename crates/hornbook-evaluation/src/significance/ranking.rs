//! Ranks, with ties averaged.

use super::check::is_tie;

/// The ranks of some numbers from 1, the smallest first; numbers within rounding of each other share the mean of
/// their positions. `size` is that of the numbers that these were computed from.
pub(crate) fn ranks(values: &[f64], size: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for tied in order.chunk_by(|&a, &b| is_tie(values[a], values[b], size)) {
        // Positions start + 1 to start + tied.len().
        let mean = start as f64 + 0.5 * (tied.len() + 1) as f64;
        tied.iter().for_each(|&i| ranks[i] = mean);
        start += tied.len();
    }
    ranks
}

/// $\sum (t^3 - t)$ over the groups of `t` tied ranks: what ties take from the spread of ranks.
pub(crate) fn tie_loss(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
        .chunk_by(|a, b| a == b)
        .map(|tied| {
            let t = tied.len() as f64;
            t * t * t - t
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_places() {
        let values = [0.3, 0.1, 0.1 + 0.2, 0.5, 0.1];
        let ranks = ranks(&values, 1.0);
        assert_eq!(ranks, [3.5, 1.5, 3.5, 5.0, 1.5]);
        assert_eq!(tie_loss(&ranks), 12.0);
        assert_eq!(tie_loss(&[1.0, 2.0]), 0.0);
    }
}
