//! One p-value for several statistics: the smallest of theirs, with the distribution of the smallest.

/// Numbers that differ by no more than this fraction of the largest are equal.
const ROUNDING: f64 = 1e-9;

/// The min-P combination (Westfall and Young).
pub(super) struct MinP {
    /// The p-value of the data as they are.
    pub p_value: f64,
    /// The statistic that is furthest out.
    pub best: usize,
}

/// How far out one statistic is for one draw, among all draws.
#[derive(Clone, Copy)]
struct Rank {
    /// The share of draws whose value is at least as large: its own is one of them, so that it is not zero.
    p_value: f64,
    /// How many standard deviations the value lies above the mean.
    deviation: f64,
}

impl MinP {
    /// Of the values of each statistic: first for the data as they are, then for their permutations. With few thousand draws
    /// several have the smallest p-value, each by another statistic: of those the one that deviates more is further out.
    pub fn of(statistics: &[Vec<f64>]) -> MinP {
        let ranks: Vec<Vec<Rank>> = statistics.iter().map(|values| ranks(values)).collect();
        let draws = statistics.first().map_or(1, Vec::len);
        let furthest = |draw: usize| {
            (0..ranks.len()).reduce(|a, b| if ranks[b][draw].is_beyond(ranks[a][draw]) { b } else { a })
        };
        let best = furthest(0).unwrap_or(0);
        let is_as_far =
            |&draw: &usize| furthest(draw).is_none_or(|at| !ranks[best][0].is_beyond(ranks[at][draw]));
        let as_far = (0..draws).filter(is_as_far).count();
        MinP { p_value: as_far as f64 / draws as f64, best }
    }
}

impl Rank {
    /// Whether it is further out than another, and not by rounding.
    fn is_beyond(self, other: Rank) -> bool {
        let allowed = ROUNDING * (1.0 + self.deviation.abs());
        self.p_value < other.p_value
            || (self.p_value == other.p_value && self.deviation > other.deviation + allowed)
    }
}

fn ranks(values: &[f64]) -> Vec<Rank> {
    let allowed = ROUNDING * values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
    let mut ascending = values.to_vec();
    ascending.sort_unstable_by(f64::total_cmp);
    let rank = |value: &f64| {
        let smaller = ascending.partition_point(|other| *other < value - allowed);
        let deviation = if spread > allowed { (value - mean) / spread } else { 0.0 };
        Rank { p_value: (values.len() - smaller) as f64 / count, deviation }
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_is_judged_by_the_distribution_of_the_smallest() {
        let p_value = |statistics: &[Vec<f64>]| MinP::of(statistics).p_value;
        assert_eq!(p_value(&[vec![9.0, 1.0, 2.0, 3.0]]), 0.25);
        // The first is first of four and third of four; another draw is first, too, and deviates as much or less.
        assert_eq!(p_value(&[vec![9.0, 1.0, 2.0, 3.0], vec![2.0, 9.0, 3.0, 1.0]]), 0.5);
        let found = MinP::of(&[vec![2.0, 9.0, 3.0, 1.0], vec![99.0, 1.0, 2.0, 3.0]]);
        assert_eq!((found.p_value, found.best), (0.25, 1));
        // What is equal to rounding counts as equal.
        assert_eq!(p_value(&[vec![1.0, 1.0 + 1e-12, 0.0, 0.0]]), 0.5);
        assert_eq!(p_value(&[vec![0.0; 4]]), 1.0);
    }
}
