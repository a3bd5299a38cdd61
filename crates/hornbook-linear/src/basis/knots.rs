//! Where knots and centers lie.

use hornbook_core::{Choice, Error, Result};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

/// Where the knots of splines, or the centers of bumps, lie in a column.
#[derive(Debug, Clone, PartialEq)]
pub enum KnotSet {
    /// So many, at equal distances from the smallest value to the largest.
    Uniform(u32),
    /// So many, with equal fractions of the rows between them.
    Quantiles(u32),
    /// Here, in every column; ascending.
    At(Vec<f64>),
}

/// Placement of knots and centers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum KnotPlacement {
    /// At equal distances.
    Uniform,
    /// At quantiles: with equal fractions of the rows between them.
    Quantile,
}

impl KnotPlacement {
    /// So many of them.
    pub(super) fn places(self, count: u32) -> KnotSet {
        match self {
            KnotPlacement::Uniform => KnotSet::Uniform(count),
            KnotPlacement::Quantile => KnotSet::Quantiles(count),
        }
    }
}

impl KnotSet {
    /// An error if there are too few for a purpose, or if they are not ascending numbers.
    pub(super) fn check(&self, least: usize) -> Result<()> {
        let count = match self {
            KnotSet::Uniform(count) | KnotSet::Quantiles(count) => *count as usize,
            KnotSet::At(places) => {
                let is_ascending = places.windows(2).all(|pair| pair[0] < pair[1]);
                if !is_ascending || places.iter().any(|x| !x.is_finite()) {
                    return Err(Error::data(
                        format!("the places {places:?} are not ascending numbers"),
                        "sort them, and name each once",
                    ));
                }
                places.len()
            }
        };
        if count < least {
            return Err(Error::data(
                format!("there are {count} knots or centers"),
                format!("give at least {least}"),
            ));
        }
        Ok(())
    }

    /// The positions in a column, ascending and each once.
    pub(super) fn of(&self, values: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut places =
            match self {
                KnotSet::At(places) => places.clone(),
                KnotSet::Uniform(count) => {
                    let (low, high) = ends(values);
                    let last = count.saturating_sub(1).max(1);
                    (0..*count)
                        .map(|k| {
                            if k == last { high } else { low + (high - low) * f64::from(k) / f64::from(last) }
                        })
                        .collect()
                }
                KnotSet::Quantiles(count) => {
                    let last = f64::from(count.saturating_sub(1).max(1));
                    let levels: Vec<f64> = (0..*count).map(|k| f64::from(k) / last).collect();
                    let column = values.iter().copied().zip(weights.iter().copied());
                    EmpiricalDistribution::of(column).quantiles(&levels, QuantileMethod::Linear)
                }
            };
        places.dedup();
        places
    }
}

/// The smallest and the largest value.
pub(super) fn ends(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_checked() {
        assert!(KnotSet::At(vec![1.0, 1.0]).check(2).unwrap_err().to_string().contains("not ascending"));
        assert!(KnotSet::Uniform(1).check(2).unwrap_err().to_string().contains("there are 1 knots"));
        assert_eq!(KnotSet::Uniform(3).of(&[4.0, 0.0, 1.0], &[1.0; 3]), [0.0, 2.0, 4.0]);
        assert_eq!(KnotSet::Quantiles(3).of(&[4.0, 4.0, 4.0], &[1.0; 3]), [4.0]);
    }
}
