//! Counting the pairs of rows that two lists of numbers order alike.

/// The pairs of rows by how two lists order them.
pub(crate) struct ConcordantPairs {
    /// Pairs that both lists order.
    pub(crate) ordered: f64,
    /// Those of them that they order alike.
    pub(crate) alike: f64,
    /// Pairs that only the second list orders.
    pub(crate) x_tied: f64,
    /// Pairs that only the first list orders.
    pub(crate) y_tied: f64,
}

impl ConcordantPairs {
    /// Counts by sorting (Knight): n log n. Both lists have the same length and no NaN.
    pub(crate) fn of(x: &[f64], y: &[f64]) -> ConcordantPairs {
        let mut rows: Vec<(f64, f64)> = x.iter().zip(y).map(|(&x, &y)| (x + 0.0, y + 0.0)).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let x_tied = tied(&rows, |a, b| a.0 == b.0);
        let both_tied = tied(&rows, |a, b| a == b);
        let mut ys: Vec<f64> = rows.iter().map(|row| row.1).collect();
        let unlike = swaps(&mut ys);
        let y_tied = tied(&ys, |a, b| a == b);
        let n = x.len() as f64;
        let ordered = 0.5 * n * (n - 1.0) - x_tied - y_tied + both_tied;
        ConcordantPairs {
            ordered,
            alike: ordered - unlike,
            x_tied: x_tied - both_tied,
            y_tied: y_tied - both_tied,
        }
    }
}

fn tied<T>(sorted: &[T], same: impl Fn(&T, &T) -> bool) -> f64 {
    sorted.chunk_by(same).map(|run| 0.5 * run.len() as f64 * (run.len() - 1) as f64).sum()
}

/// Sorts by merging; gives how many pairs stood in the wrong order.
fn swaps(values: &mut [f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut count = swaps(left) + swaps(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if right[r] < left[l] {
            merged.push(right[r]);
            r += 1;
            count += (left.len() - l) as f64;
        } else {
            merged.push(left[l]);
            l += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    values.copy_from_slice(&merged);
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_counted_one_by_one(rows in prop::collection::vec((0u8..6, 0u8..6), 0..40)) {
            let (x, y): (Vec<f64>, Vec<f64>) = rows.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).unzip();
            let pairs = ConcordantPairs::of(&x, &y);
            let (mut alike, mut unlike, mut x_tied, mut y_tied) = (0.0, 0.0, 0.0, 0.0);
            for i in 0..x.len() {
                for j in 0..i {
                    match ((x[i] - x[j]) * (y[i] - y[j]), x[i] == x[j], y[i] == y[j]) {
                        (_, true, false) => x_tied += 1.0,
                        (_, false, true) => y_tied += 1.0,
                        (product, ..) if product > 0.0 => alike += 1.0,
                        (product, ..) if product < 0.0 => unlike += 1.0,
                        _ => (),
                    }
                }
            }
            prop_assert_eq!(pairs.alike, alike);
            prop_assert_eq!(pairs.ordered, alike + unlike);
            prop_assert_eq!(pairs.x_tied, x_tied);
            prop_assert_eq!(pairs.y_tied, y_tied);
        }
    }
}
