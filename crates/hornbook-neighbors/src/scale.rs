//! Feature scaling before distances are computed.
//!
//! A distance adds up differences over columns, so a column with large numbers counts for more than one with small ones,
//! whatever they mean. Scaling gives the columns of numbers a common unit; without it, a column that makes most of the
//! distances alone is named in a warning.

use hornbook_core::{Choice, Error, Result};
use hornbook_encoding::{NumberStatistics, Scaling};

/// Feature scaling before distances are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum FeatureScaling {
    /// No scaling.
    None,
    /// Standardization (z-score): zero mean, unit variance.
    Standard,
    /// Min-max scaling to a range, 0 to 1 by default.
    MinMax,
}

impl FeatureScaling {
    /// With a range, if one is given: two finite numbers that ascend, and only where columns are mapped to a range.
    pub(crate) fn with_range(self, learner: &str, range: Option<&[f64]>) -> Result<Scaling> {
        let wrong = |found: String, expected: &str| Error::Parameter {
            learner: learner.to_string(),
            parameter: "feature_range".to_string(),
            found,
            expected: expected.to_string(),
        };
        match (self, range) {
            (FeatureScaling::None, None) => Ok(Scaling::None),
            (FeatureScaling::Standard, None) => Ok(Scaling::STANDARD),
            (FeatureScaling::MinMax, None) => Ok(Scaling::MIN_MAX),
            (FeatureScaling::MinMax, Some(&[low, high])) if low < high && (high - low).is_finite() => {
                Ok(Scaling::MinMax { feature_range: (low, high) })
            }
            (FeatureScaling::MinMax, Some(range)) => {
                Err(wrong(format!("{range:?}"), "two finite numbers, the second larger than the first"))
            }
            (scale, Some(range)) => Err(wrong(
                format!("{range:?} with scale = {}", scale.name()),
                "a range only with scale = min_max, which maps columns to it",
            )),
        }
    }
}

/// A column that makes more than this fraction of the squared distances deserves a warning.
const DOMINANT: f64 = 0.9;

/// The column that makes most of the squared distances, and its fraction, if that is nearly all and there are others. Two rows
/// drawn at random differ in a column by twice its variance on average.
pub(crate) fn dominant(columns: &[&NumberStatistics]) -> Option<(usize, f64)> {
    let varying = columns.iter().filter(|column| !column.is_constant()).count();
    let variances: Vec<f64> = columns.iter().map(|column| column.variance()).collect();
    let total: f64 = variances.iter().sum();
    let (place, most) = variances.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    let share = most / total;
    (varying > 1 && share > DOMINANT).then_some((place, share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_are_none() {
        for range in [&[1.0][..], &[1.0, 1.0], &[2.0, 1.0], &[0.0, f64::INFINITY], &[f64::NAN, 1.0]] {
            assert!(matches!(
                FeatureScaling::MinMax.with_range("test", Some(range)),
                Err(Error::Parameter { parameter, .. }) if parameter == "feature_range"
            ));
        }
        let refused = FeatureScaling::Standard.with_range("test", Some(&[0.0, 1.0])).unwrap_err().to_string();
        assert!(refused.contains("only with scale = min_max"), "{refused}");
    }

    #[test]
    fn one_column_may_drown_the_others() {
        let of = |numbers: &[f64]| NumberStatistics::of(numbers, &vec![1.0; numbers.len()], false);
        let (small, large, still) = (of(&[0.0, 1.0, 2.0]), of(&[0.0, 100.0, 200.0]), of(&[1.0, 1.0]));
        let (place, share) = dominant(&[&small, &large]).unwrap();
        assert_eq!(place, 1);
        assert!((share - 10_000.0 / 10_001.0).abs() < 1e-12);
        assert_eq!(dominant(&[&small, &small]), None);
        assert_eq!(dominant(&[&large, &still]), None, "a constant column is not drowned");
        assert_eq!(dominant(&[]), None);
    }
}
