//! What is known of the levels of some rows.

use serde::{Deserialize, Serialize};

/// The weight of the rows of each level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelStatistics {
    counts: Vec<f64>,
    missing: f64,
}

impl LevelStatistics {
    pub(crate) fn new(levels: usize) -> LevelStatistics {
        LevelStatistics { counts: vec![0.0; levels], missing: 0.0 }
    }

    pub(crate) fn add(&mut self, codes: &[u32], weights: &[f64]) {
        for (&code, &weight) in codes.iter().zip(weights) {
            *self.counts.get_mut(code as usize).unwrap_or(&mut self.missing) += weight;
        }
    }

    pub(crate) fn merge(&mut self, later: &LevelStatistics) {
        self.counts.iter_mut().zip(&later.counts).for_each(|(count, later)| *count += later);
        self.missing += later.missing;
    }

    /// The weight of the rows of each level.
    pub fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// The weight of the rows without a level.
    pub fn missing(&self) -> f64 {
        self.missing
    }

    /// The weight of the rows with a level.
    pub fn weight(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The fraction of the rows with a level that have this one; zero if none has any.
    pub fn share(&self, level: u32) -> f64 {
        let weight = self.weight();
        let count = self.counts.get(level as usize).copied().unwrap_or(0.0);
        if weight > 0.0 { count / weight } else { 0.0 }
    }

    /// The mean and the standard deviation of the codes, with divisor n.
    pub fn code_moments(&self) -> (f64, f64) {
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            (0..self.counts.len() as u32).map(|level| self.share(level) * value(f64::from(level))).sum()
        };
        let mean = mean_of(&|code| code);
        (mean, mean_of(&|code| (code - mean) * (code - mean)).sqrt())
    }

    /// The level of the most rows, the first of several; none if no row has one.
    pub fn most_frequent(&self) -> Option<u32> {
        let most = hornbook_learner::first_largest(&self.counts);
        self.counts.get(most).filter(|count| **count > 0.0).map(|_| most as u32)
    }
}
