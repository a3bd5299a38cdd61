//! Votes of neighbors, and their sums.

use hornbook_core::Choice;
use hornbook_math::double_double::DoubleDoubleSum;

/// Weighting of neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum VoteWeights {
    /// Every neighbor counts the same.
    Uniform,
    /// Inverse distance, 1/d. Where neighbors are at distance zero, only those vote, equally.
    Distance,
    /// Inverse squared distance, 1/d². Where neighbors are at distance zero, only those vote, equally.
    SquaredDistance,
}

impl VoteWeights {
    /// What a neighbor of weight 1 counts at a distance, among some of which the nearest is at another.
    pub(crate) fn vote(self, distance: f64, nearest: f64) -> f64 {
        // So near that one over the distance is beyond all numbers.
        let is_exact = |distance: f64| distance.recip().is_infinite();
        match self {
            VoteWeights::Uniform => 1.0,
            VoteWeights::Distance if is_exact(nearest) => f64::from(u8::from(is_exact(distance))),
            VoteWeights::Distance => distance.recip(),
            VoteWeights::SquaredDistance if nearest == 0.0 => f64::from(u8::from(distance == 0.0)),
            // Where the square leaves the range of numbers, votes count in units of the nearest one's.
            VoteWeights::SquaredDistance if !nearest.powi(-2).is_normal() => (nearest / distance).powi(2),
            VoteWeights::SquaredDistance => distance.powi(-2),
        }
    }
}

/// Votes by class, or the sum of numbers, in double-double arithmetic: a vote of weight 2 is the same as two votes, to the
/// last bit.
#[derive(Debug, Clone)]
pub(crate) struct VoteCounts {
    by_class: Vec<DoubleDoubleSum>,
    numbers: DoubleDoubleSum,
    total: DoubleDoubleSum,
}

impl VoteCounts {
    pub fn new(classes: usize) -> VoteCounts {
        VoteCounts {
            by_class: vec![DoubleDoubleSum::default(); classes],
            numbers: DoubleDoubleSum::default(),
            total: DoubleDoubleSum::default(),
        }
    }

    pub fn clear(&mut self) {
        self.by_class.fill(DoubleDoubleSum::default());
        (self.numbers, self.total) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
    }

    pub fn add_class(&mut self, class: u32, vote: f64, weight: f64) {
        if let Some(sum) = self.by_class.get_mut(class as usize) {
            sum.add_product(vote, weight);
        }
        self.total.add_product(vote, weight);
    }

    pub fn add_number(&mut self, number: f64, vote: f64, weight: f64) {
        self.numbers.add_product(number * vote, weight);
        self.total.add_product(vote, weight);
    }

    /// The votes of a class.
    pub fn votes(&self, class: usize) -> f64 {
        self.by_class[class].value()
    }

    /// The fraction of each class.
    pub fn write_shares(&self, shares: &mut [f64]) {
        let total = self.total.value();
        shares.iter_mut().zip(&self.by_class).for_each(|(share, sum)| *share = sum.value() / total);
    }

    /// The first of the classes with most votes.
    pub fn winner(&self) -> u32 {
        let mut best = 0;
        for class in 1..self.by_class.len() {
            if self.votes(class) > self.votes(best) {
                best = class;
            }
        }
        best as u32
    }

    /// The mean of the numbers.
    pub fn mean(&self) -> f64 {
        self.numbers.value() / self.total.value()
    }
}

#[cfg(test)]
mod tests {
    use super::VoteWeights::{Distance, SquaredDistance, Uniform};

    #[test]
    fn votes_by_distance() {
        assert_eq!([Uniform, Distance, SquaredDistance].map(|kind| kind.vote(4.0, 2.0)), [1.0, 0.25, 0.0625]);
        for kind in [Distance, SquaredDistance] {
            assert_eq!((kind.vote(0.0, 0.0), kind.vote(1e-9, 0.0)), (1.0, 0.0), "only exact matches vote");
        }
        // One over the square is beyond all numbers, or nothing: the relation between votes is still there.
        for unit in [1e-200, 1e200] {
            assert_eq!(
                (SquaredDistance.vote(unit, unit), SquaredDistance.vote(2.0 * unit, unit)),
                (1.0, 0.25)
            );
        }
    }
}
