//! The Bayesian signed rank test: how probable it is that one learner beats another on many data sets.

use crate::significance::check::{ROUNDING, differences, size};
use crate::significance::posterior::{ComparisonPosterior, check_rope};
use hornbook_core::{Error, Result, Rng, Seed};
use hornbook_math::distributions::normal_quantile;
use rayon::prelude::*;

/// How probable it is that one learner beats another on a data set like these, from their scores on many
/// (Benavoli and others, 2014).
///
/// The differences get a Dirichlet process: their weights are drawn from a Dirichlet distribution, with half a
/// pseudo-difference of zero as the prior. In each draw one asks where the mean of two random differences most
/// probably lies, below −`rope`, within `rope`, or above it; the probabilities are the fractions of draws that
/// answer so. Draw `i` of `draws` takes its random numbers from `seed.derive(i)`, so that the result does not depend
/// on the number of threads. With 50,000 draws the probabilities are good to about 0.005.
pub fn bayesian_signed_rank(
    first: &[f64],
    second: &[f64],
    rope: f64,
    draws: u64,
    seed: Seed,
) -> Result<ComparisonPosterior> {
    check_rope(rope)?;
    if draws == 0 {
        return Err(Error::Parameter {
            learner: "Bayesian signed rank test".to_string(),
            parameter: "draws".to_string(),
            found: "0".to_string(),
            expected: "at least 1".to_string(),
        });
    }
    let found = differences(first, second, 2)?;
    let sums = PairSums::of(&found, rope, size(first).max(size(second)).max(rope));
    // Whole counts of sixths, the least common fraction of a draw that ties, add up alike in any order.
    let counts = (0..draws)
        .into_par_iter()
        .map(|index| winners(sums.regions(&sums.weights(&mut seed.derive(index).rng()))))
        .reduce(|| [0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    let share = |count: u64| count as f64 / (6.0 * draws as f64);
    Ok(ComparisonPosterior {
        name: "Bayesian signed rank test",
        first_greater: share(counts[2]),
        equivalent: share(counts[1]),
        second_greater: share(counts[0]),
        rope,
        difference: found.iter().sum::<f64>() / found.len() as f64,
        interval: None,
        notes: vec![format!("from {draws} random draws")],
    })
}

/// Six sixths of a draw, to the most probable region or shared by those that tie.
fn winners(regions: [f64; 3]) -> [u64; 3] {
    let most = regions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let wins = regions.map(|region| region >= most - ROUNDING);
    let each = 6 / wins.iter().filter(|&&win| win).count().max(1) as u64;
    wins.map(|win| if win { each } else { 0 })
}

/// Which pairs of differences sum to more than 2 `rope`, less than −2 `rope`, or just that.
struct PairSums {
    /// Where the prior's zero stands among the sorted differences.
    zero: usize,
    edges: Vec<RopeLimits>,
}

/// For one difference, the positions of the partners, in ascending order, at which the sum passes a limit.
struct RopeLimits {
    /// Partners before this one give less than −2 `rope`, those from it to the next just that.
    low: (usize, usize),
    /// Partners from the second position on give more than 2 `rope`, those from the first to it just that.
    high: (usize, usize),
}

impl PairSums {
    fn of(differences: &[f64], rope: f64, size: f64) -> PairSums {
        let mut sorted = differences.to_vec();
        sorted.sort_by(f64::total_cmp);
        let zero = sorted.partition_point(|&d| d < 0.0);
        sorted.insert(zero, 0.0);
        let rounding = ROUNDING * size;
        let edges = sorted
            .iter()
            .map(|d| {
                let below = |limit: f64| sorted.partition_point(|other| d + other < limit);
                RopeLimits {
                    low: (below(-2.0 * rope - rounding), below(-2.0 * rope + rounding)),
                    high: (below(2.0 * rope - rounding), below(2.0 * rope + rounding)),
                }
            })
            .collect();
        PairSums { zero, edges }
    }

    /// Weights of the sorted differences: gamma variables, which are a Dirichlet one but for their sum.
    fn weights(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.edges.len())
            .map(|place| {
                if place == self.zero {
                    // Half the square of a normal variable is a gamma variable of shape ½. Half a step keeps the
                    // quantile finite.
                    let normal = normal_quantile(rng.unit() + f64::EPSILON / 4.0);
                    0.5 * normal * normal
                } else {
                    -(-rng.unit()).ln_1p()
                }
            })
            .collect()
    }

    /// The probabilities of the regions below, within and above the rope.
    fn regions(&self, weights: &[f64]) -> [f64; 3] {
        let mut before = Vec::with_capacity(weights.len() + 1);
        before.push(0.0);
        let mut total = 0.0;
        for weight in weights {
            total += weight;
            before.push(total);
        }
        let (mut below, mut above) = (0.0, 0.0);
        for (weight, RopeLimits { low, high }) in weights.iter().zip(&self.edges) {
            // A sum that is just at the limit counts half.
            below += weight * 0.5 * (before[low.0] + before[low.1]);
            above += weight * (total - 0.5 * (before[high.0] + before[high.1]));
        }
        let all = total * total;
        [below / all, 1.0 - (below + above) / all, above / all]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_by_all_pairs() {
        let differences = [0.5, -1.0, 2.0, 1.0, 0.0, -3.0, 1.0];
        let sums = PairSums::of(&differences, 0.75, 3.0);
        let weights = sums.weights(&mut Seed(5).rng());
        let mut sorted = differences.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.insert(sums.zero, 0.0);
        let total: f64 = weights.iter().sum();
        let step = |x: f64| {
            if x > 0.0 {
                1.0
            } else if x == 0.0 {
                0.5
            } else {
                0.0
            }
        };
        let mut expected = [0.0; 3];
        for (a, wa) in sorted.iter().zip(&weights) {
            for (b, wb) in sorted.iter().zip(&weights) {
                let weight = wa * wb / (total * total);
                expected[0] += weight * step(-1.5 - a - b);
                expected[2] += weight * step(a + b - 1.5);
            }
        }
        expected[1] = 1.0 - expected[0] - expected[2];
        let ours = sums.regions(&weights);
        assert!(ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14), "{ours:?} {expected:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let (a, b) = ([1.0, 2.0, 5.0, 3.0], [2.0, 1.0, 3.0, 3.0]);
        let test = || bayesian_signed_rank(&a, &b, 0.2, 2000, Seed(9)).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(test);
        let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(test);
        assert_eq!(one, three);
        assert!((one.first_greater + one.equivalent + one.second_greater - 1.0).abs() < 1e-12);
    }

    #[test]
    fn no_difference_and_nonsense() {
        let same = [1.0, 2.0];
        let none = bayesian_signed_rank(&same, &same, 0.0, 100, Seed(0)).unwrap();
        assert_eq!((none.first_greater, none.equivalent, none.second_greater), (0.5, 0.0, 0.5));
        let within = bayesian_signed_rank(&same, &same, 0.1, 100, Seed(0)).unwrap();
        assert_eq!((within.first_greater, within.equivalent, within.second_greater), (0.0, 1.0, 0.0));
        assert!(bayesian_signed_rank(&same, &same[1..], 0.1, 100, Seed(0)).is_err());
        assert!(bayesian_signed_rank(&[1.0], &[2.0], 0.1, 100, Seed(0)).is_err());
        assert!(bayesian_signed_rank(&same, &[1.0, f64::NAN], 0.1, 100, Seed(0)).is_err());
        assert!(bayesian_signed_rank(&same, &same, -0.1, 100, Seed(0)).is_err());
        assert!(bayesian_signed_rank(&same, &same, 0.1, 0, Seed(0)).is_err());
    }
}
