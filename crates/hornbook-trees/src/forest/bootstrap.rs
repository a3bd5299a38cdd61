//! The rows that a tree is grown from, drawn with replacement.

use hornbook_core::{Rng, Seed};

/// Draws are by unit of weight up to this many of them; more would take longer than the trees.
const MOST_UNITS: f64 = 16_777_216.0;

/// Draws bags. Rows of whole weights are so many units each, and as many units are drawn as there are: the bootstrap of
/// the table in which a row of weight 2 is there twice. Rows of other weights are drawn in proportion to them, as many
/// as there are rows.
pub(super) struct BootstrapSampler {
    /// Where the weight of each row ends, and the next one's begins.
    ends: Vec<f64>,
    by_unit: bool,
    draws: usize,
}

/// The rows of one tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct BootstrapSample {
    /// The rows, and how often each was drawn.
    pub drawn: Vec<(u32, u32)>,
    /// The rows that were left out, and how many of their units; for a row without units, 1.
    pub left_out: Vec<(u32, f64)>,
}

impl BootstrapSampler {
    /// Bags of a fraction of the rows of these weights.
    pub fn new(weights: &[f64], share: impl Fn(usize) -> usize) -> BootstrapSampler {
        let mut sum = 0.0;
        let ends: Vec<f64> = weights
            .iter()
            .map(|w| {
                sum += w;
                sum
            })
            .collect();
        let most = MOST_UNITS.max(weights.len() as f64);
        let by_unit = sum <= most && weights.iter().all(|w| w.fract() == 0.0);
        let units = if by_unit { sum as usize } else { weights.len() };
        BootstrapSampler { ends, by_unit, draws: share(units).clamp(1, units.max(1)) }
    }

    /// The weight that one draw stands for.
    pub fn unit(&self) -> f64 {
        if self.by_unit { 1.0 } else { self.total() / self.ends.len() as f64 }
    }

    fn total(&self) -> f64 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// The bag of a seed.
    pub fn draw(&self, seed: Seed) -> BootstrapSample {
        let mut rng = seed.rng();
        let mut sample = BootstrapSample::default();
        let mut put = |row: usize, drawn: u32, left_out: f64| {
            if drawn > 0 {
                sample.drawn.push((row as u32, drawn));
            }
            if left_out > 0.0 {
                sample.left_out.push((row as u32, left_out));
            }
        };
        if self.by_unit {
            let count = self.total() as usize;
            // A byte each, so that more of them fit a cache. There are no more draws than units: that one is drawn more
            // than 255 times has a probability below 1e-500.
            let mut units = vec![0u8; count];
            for _ in 0..self.draws {
                let unit = &mut units[rng.below(count)];
                *unit = unit.saturating_add(1);
            }
            let mut start = 0;
            for (row, &end) in self.ends.iter().enumerate() {
                let own = &units[start..end as usize];
                put(
                    row,
                    own.iter().map(|&count| u32::from(count)).sum(),
                    own.iter().filter(|&&count| count == 0).count() as f64,
                );
                start = end as usize;
            }
        } else {
            let mut counts = vec![0u32; self.ends.len()];
            (0..self.draws).for_each(|_| counts[self.row_at_random(&mut rng)] += 1);
            for (row, &count) in counts.iter().enumerate() {
                put(row, count, if count == 0 { 1.0 } else { 0.0 });
            }
        }
        sample
    }

    fn row_at_random(&self, rng: &mut Rng) -> usize {
        let place = rng.unit() * self.total();
        self.ends.partition_point(|&end| end <= place).min(self.ends.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_drawn_and_left_out_like_rows_of_their_own() {
        let sampler = BootstrapSampler::new(&[1.0, 3.0, 2.0], |units| units);
        assert_eq!((sampler.draws, sampler.unit()), (6, 1.0));
        let (mut drawn, mut left_out) = ([0.0; 3], [0.0; 3]);
        let rounds = 20_000;
        for round in 0..rounds {
            let sample = sampler.draw(Seed(round));
            assert_eq!(sample.drawn.iter().map(|d| d.1).sum::<u32>(), 6);
            sample.drawn.iter().for_each(|&(row, count)| drawn[row as usize] += f64::from(count));
            sample.left_out.iter().for_each(|&(row, units)| left_out[row as usize] += units);
        }
        for (row, weight) in [1.0, 3.0, 2.0].into_iter().enumerate() {
            let (mean, out) = (drawn[row] / rounds as f64, left_out[row] / rounds as f64);
            assert!((mean - weight).abs() < 0.05, "row {row}: {mean}");
            // A unit is left out with the probability (5/6)^6.
            assert!((out - weight * (5.0f64 / 6.0).powi(6)).abs() < 0.05, "row {row}: {out}");
        }
    }

    #[test]
    fn other_weights_are_shares() {
        let sampler = BootstrapSampler::new(&[0.1, 0.3, 0.0, 0.1], |rows| rows);
        assert_eq!((sampler.draws, sampler.unit()), (4, 0.125));
        let mut drawn = [0.0; 4];
        for round in 0..20_000 {
            sampler
                .draw(Seed(round))
                .drawn
                .iter()
                .for_each(|&(row, count)| drawn[row as usize] += f64::from(count));
        }
        let means = drawn.map(|sum| sum / 20_000.0);
        assert!(means.iter().zip([0.8, 2.4, 0.0, 0.8]).all(|(a, b)| (a - b).abs() < 0.05), "{means:?}");
    }

    #[test]
    fn a_share_of_the_rows() {
        let sampler = BootstrapSampler::new(&[1.0; 10], |rows| rows / 2);
        let sample = sampler.draw(Seed(1));
        assert_eq!(sample.drawn.iter().map(|d| d.1).sum::<u32>(), 5);
        assert_eq!(BootstrapSampler::new(&[1.0], |_| 0).draws, 1);
    }
}
