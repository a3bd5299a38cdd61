//! Ranks of numbers.

/// The rank of each number, from 0; equal numbers have the mean of theirs.
pub(super) fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let middle = below as f64 + 0.5 * (equal.len() as f64 - 1.0);
        equal.iter().for_each(|&row| ranks[row] = middle);
        below += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_share_a_rank() {
        assert_eq!(midranks(&[3.0, -1.0, 3.0, 7.0, -0.0, 0.0]), [3.5, 0.0, 3.5, 5.0, 1.5, 1.5]);
        assert!(midranks(&[]).is_empty());
    }
}
