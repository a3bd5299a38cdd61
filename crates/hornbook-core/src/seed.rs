//! Random numbers: one named generator, and seeds that are derived by index so that the number of
//! threads never changes a result.

use rand_core::Rng as _;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Where random numbers come from. Work item `i` takes `seed.derive(i)`, whoever runs it and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the work item with this index: a mix of both (SplitMix64's finaliser), so that
    /// neighboring indices share nothing.
    #[must_use]
    pub fn derive(self, index: u64) -> Seed {
        let mut z = self.0 ^ index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Seed(z ^ (z >> 31))
    }

    /// A generator that starts here.
    #[must_use]
    pub fn rng(self) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

/// Xoshiro256++ behind our own type: no release of a random-number crate shows in a signature.
#[derive(Debug, Clone)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// An integer in `0..bound`, without bias (Lemire's method); 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        let bound = bound as u64;
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            let low = wide as u64;
            // The exact test needs a division, and nearly no number comes to it.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Draws as many items as there are counts, with replacement, and counts how often each was drawn: a bootstrap
    /// sample. Two items come from one step of the generator, as [`below`](Rng::below) would take them from 32 bits.
    pub fn draw_with_replacement(&mut self, counts: &mut [u32]) {
        counts.fill(0);
        let Ok(bound) = u32::try_from(counts.len()) else {
            (0..counts.len()).for_each(|_| counts[self.below(counts.len())] += 1);
            return;
        };
        let mut left = bound;
        while left > 0 {
            let bits = self.bits();
            for half in [bits as u32, (bits >> 32) as u32] {
                let wide = u64::from(half) * u64::from(bound);
                let low = wide as u32;
                if left > 0 && (low >= bound || low >= bound.wrapping_neg() % bound) {
                    counts[(wide >> 32) as usize] += 1;
                    left -= 1;
                }
            }
        }
    }

    /// Puts a slice in random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_seeds_differ_and_repeat() {
        let seeds: std::collections::BTreeSet<u64> = (0..1000).map(|i| Seed(7).derive(i).0).collect();
        assert_eq!(seeds.len(), 1000);
        assert_eq!(Seed(7).derive(3), Seed(7).derive(3));
        assert_ne!(Seed(7).derive(3), Seed(8).derive(3));
    }

    #[test]
    fn below_is_even_enough() {
        let mut rng = Seed(1).rng();
        let mut counts = [0usize; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn samples_with_replacement_are_even() {
        let mut rng = Seed(5).rng();
        let mut counts = [0; 6];
        let mut sums = [0u32; 6];
        for _ in 0..10_000 {
            rng.draw_with_replacement(&mut counts);
            assert_eq!(counts.iter().sum::<u32>(), 6);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        assert!(sums.iter().all(|&n| (9_600..10_400).contains(&n)), "{sums:?}");
        rng.draw_with_replacement(&mut []);
        rng.draw_with_replacement(&mut counts[..1]);
        assert_eq!(counts[0], 1);
    }

    #[test]
    fn the_generator_never_changes() {
        // Reference scores and saved fold splits depend on this stream.
        let mut rng = Seed(42).rng();
        let first = [rng.bits(), rng.bits()];
        assert_eq!(first, [Seed(42).rng().bits(), first[1]]);
        assert_eq!(first[0], 15_021_278_609_987_233_951);
    }
}
