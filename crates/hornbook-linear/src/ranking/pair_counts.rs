//! Pairs of rows counted without a look at each.

/// For each row of a group, the weight of the rows on the other side of the pairs that are counted.
pub(super) struct PairCounts {
    /// Of pairs in which the row has the larger target.
    pub below: Vec<f64>,
    /// Of pairs in which it has the smaller one.
    pub above: Vec<f64>,
}

/// Counts the pairs of a group whose gap, the score of the row with the larger target less that of the other, is small enough.
/// What holds for a gap must hold for all smaller ones: then the rows on the other side are the first ones in the order of the
/// scores, and O(m log m) time does for m rows.
pub(super) fn pair_counts(
    targets: &[f64],
    scores: &[f64],
    weights: &[f64],
    is_small: impl Fn(f64) -> bool,
) -> PairCounts {
    let count = targets.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let ranks = ranks(targets);
    let mut found = PairCounts { below: vec![0.0; count], above: vec![0.0; count] };
    let (mut sums, mut next) = (PrefixSums::new(count), count);
    for &row in order.iter().rev() {
        while next > 0 && is_small(scores[row] - scores[order[next - 1]]) {
            next -= 1;
            sums.add(ranks[order[next]], weights[order[next]]);
        }
        found.below[row] = sums.before(ranks[row]);
    }
    let (mut sums, mut next) = (PrefixSums::new(count), 0);
    for &row in &order {
        while next < count && is_small(scores[order[next]] - scores[row]) {
            // From the largest target down, so that what is before a row has a larger one.
            sums.add(count - 1 - ranks[order[next]], weights[order[next]]);
            next += 1;
        }
        found.above[row] = sums.before(count - 1 - ranks[row]);
    }
    found
}

/// The position of each target among the different ones, in order.
fn ranks(targets: &[f64]) -> Vec<usize> {
    let mut different = targets.to_vec();
    different.sort_by(f64::total_cmp);
    different.dedup();
    targets.iter().map(|target| different.partition_point(|other| other < target)).collect()
}

/// Sums of the first so many of some numbers, which grow (Fenwick's tree).
struct PrefixSums(Vec<f64>);

impl PrefixSums {
    fn new(count: usize) -> PrefixSums {
        PrefixSums(vec![0.0; count + 1])
    }

    fn add(&mut self, place: usize, amount: f64) {
        let mut at = place + 1;
        while at < self.0.len() {
            self.0[at] += amount;
            at += at & at.wrapping_neg();
        }
    }

    /// The sum of all before a position.
    fn before(&self, place: usize) -> f64 {
        let (mut at, mut sum) = (place, 0.0);
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    #[test]
    fn counts_are_those_of_all_pairs() {
        let mut rng = Seed(4).rng();
        for count in [1, 2, 7, 40] {
            let mut some =
                |levels: usize| -> Vec<f64> { (0..count).map(|_| rng.below(levels) as f64).collect() };
            // Few different numbers, so that many are equal.
            let (targets, scores, weights) = (some(4), some(6), some(3));
            for (name, is_small) in [
                ("all", (|_| true) as fn(f64) -> bool),
                ("wrong", |gap| gap < 0.0),
                ("near", |gap| 2.0 - gap > 0.0),
            ] {
                let found = pair_counts(&targets, &scores, &weights, is_small);
                for i in 0..count {
                    let sum = |counts: &dyn Fn(usize) -> bool| -> f64 {
                        (0..count).filter(|&j| counts(j)).map(|j| weights[j]).sum()
                    };
                    let below = sum(&|j| targets[i] > targets[j] && is_small(scores[i] - scores[j]));
                    let above = sum(&|j| targets[j] > targets[i] && is_small(scores[j] - scores[i]));
                    assert_eq!(
                        (found.below[i], found.above[i]),
                        (below, above),
                        "{name}, row {i} of {count}"
                    );
                }
            }
        }
    }
}
