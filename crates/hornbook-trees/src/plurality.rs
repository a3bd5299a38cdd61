//! The most common output, with ties broken as asked.

use hornbook_core::{Choice, Seed};
use hornbook_learner::first_largest;

/// How a tie between the most frequent classes is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TieBreak {
    /// The first of them, in the order of the classes.
    First,
    /// One of them at random, by the seed.
    Random,
}

/// PLURALITY-VALUE: the position of the most common output, by the weight of each. Outputs whose weights differ by no more than
/// rounding are tied; `None` if nothing weighs anything.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_trees::{TieBreak, plurality_value};
///
/// assert_eq!(plurality_value(&[2.0, 5.0, 1.0], TieBreak::Random, Seed(1)), Some(1));
/// assert_eq!(plurality_value(&[2.0, 2.0, 1.0], TieBreak::First, Seed(1)), Some(0));
/// assert_eq!(plurality_value(&[0.0, 0.0], TieBreak::First, Seed(1)), None);
/// ```
pub fn plurality_value(weights: &[f64], ties: TieBreak, seed: Seed) -> Option<usize> {
    let first = first_largest(weights);
    let most = weights.get(first).copied().filter(|&most| most > 0.0)?;
    let tied: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] >= most * (1.0 - 1e-12)).collect();
    match ties {
        TieBreak::First => tied.first().copied(),
        TieBreak::Random => tied.get(seed.rng().below(tied.len())).copied(),
    }
}
