//! Feature scaling before distances are computed.
//!
//! A distance adds up differences over columns, so a column with large numbers counts for more than one with small ones,
//! whatever they mean. Scaling gives the columns of numbers a common unit; without it, a column that makes most of the
//! distances alone is named in a warning.

use hornbook_core::{Choice, Error, Result};
use hornbook_math::double_double::DoubleDoubleSum;

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

/// What is done to columns of numbers, with the range that [`FeatureScaling::MinMax`] maps them to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScalingOptions {
    pub scale: FeatureScaling,
    pub range: (f64, f64),
}

impl ScalingOptions {
    /// With a range, if one is given: two finite numbers that ascend, and only where columns are mapped to a range.
    pub fn new(learner: &str, scale: FeatureScaling, range: Option<&[f64]>) -> Result<ScalingOptions> {
        let wrong = |found: String, expected: &str| Error::Parameter {
            learner: learner.to_string(),
            parameter: "feature_range".to_string(),
            found,
            expected: expected.to_string(),
        };
        match (range, scale) {
            (None, _) => Ok(ScalingOptions { scale, range: (0.0, 1.0) }),
            (Some(&[low, high]), FeatureScaling::MinMax) if low < high && (high - low).is_finite() => {
                Ok(ScalingOptions { scale, range: (low, high) })
            }
            (Some(range), FeatureScaling::MinMax) => {
                Err(wrong(format!("{range:?}"), "two finite numbers, the second larger than the first"))
            }
            (Some(range), scale) => Err(wrong(
                format!("{range:?} with scale = {}", scale.name()),
                "a range only with scale = min_max, which maps columns to it",
            )),
        }
    }
}

/// A column that makes more than this fraction of the squared distances deserves a warning.
const DOMINANT: f64 = 0.9;

/// What is taken off a column of numbers, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FeatureScale {
    pub center: f64,
    pub spread: f64,
}

impl FeatureScale {
    /// The column as it is.
    pub const PLAIN: FeatureScale = FeatureScale { center: 0.0, spread: 1.0 };

    pub fn apply(self, x: f64) -> f64 {
        if self == FeatureScale::PLAIN { x } else { (x - self.center) / self.spread }
    }
}

/// A column of numbers in sight of its weights; missing numbers are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScalingStats {
    mean: f64,
    deviation: f64,
    low: f64,
    high: f64,
}

impl ScalingStats {
    pub fn of(numbers: impl Iterator<Item = (f64, f64)> + Clone) -> ScalingStats {
        let known = numbers.filter(|(x, _)| !x.is_nan());
        let (mut sum, mut weight) = (DoubleDoubleSum::default(), DoubleDoubleSum::default());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (x, w) in known.clone() {
            sum.add_product(x, w);
            weight.add(w);
            (low, high) = (low.min(x), high.max(x));
        }
        let mean = sum.value() / weight.value();
        let mut squares = DoubleDoubleSum::default();
        for (x, w) in known {
            squares.add_product((x - mean) * (x - mean), w);
        }
        ScalingStats { mean, deviation: (squares.value() / weight.value()).sqrt(), low, high }
    }

    /// Whether all numbers are the same, or none is known.
    pub fn is_constant(&self) -> bool {
        self.low >= self.high
    }

    /// The unit of the column. A column of one value stays in its own unit, from that value on.
    pub fn unit(&self, ScalingOptions { scale, range: (from, to) }: ScalingOptions) -> FeatureScale {
        let (center, spread) = match scale {
            FeatureScaling::None => return FeatureScale::PLAIN,
            FeatureScaling::Standard => (self.mean, self.deviation),
            FeatureScaling::MinMax => {
                let spread = (self.high - self.low) / (to - from);
                (self.low - from * spread, spread)
            }
        };
        let is_sound = center.is_finite() && spread.is_finite() && spread > 0.0 && !self.is_constant();
        match is_sound {
            true => FeatureScale { center, spread },
            false if self.low.is_finite() => FeatureScale { center: self.low, spread: 1.0 },
            false => FeatureScale::PLAIN,
        }
    }
}

/// The column that makes most of the squared distances, and its fraction, if that is nearly all and there are others. Two rows
/// drawn at random differ in a column by twice its variance on average.
pub(crate) fn dominant(columns: &[ScalingStats]) -> Option<(usize, f64)> {
    let varying = columns.iter().filter(|column| !column.is_constant()).count();
    let variances: Vec<f64> = columns.iter().map(|column| column.deviation.powi(2)).collect();
    let total: f64 = variances.iter().sum();
    let (place, most) = variances.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    let share = most / total;
    (varying > 1 && share > DOMINANT).then_some((place, share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(numbers: &[f64]) -> ScalingStats {
        ScalingStats::of(numbers.iter().map(|x| (*x, 1.0)))
    }

    fn plain(scale: FeatureScaling) -> ScalingOptions {
        ScalingOptions::new("test", scale, None).unwrap()
    }

    // proves: 002:Q06
    #[test]
    fn columns_in_a_chosen_range() {
        // The notes: heights of 1.5 to 1.8 m, incomes of 10,000 to 10,000,000.
        let (height, income) = (stats(&[1.5, 1.8]), stats(&[10_000.0, 10_000_000.0]));
        let unit = |column: &ScalingStats, range: &[f64]| {
            column.unit(ScalingOptions::new("test", FeatureScaling::MinMax, Some(range)).unwrap())
        };
        assert!((height.unit(plain(FeatureScaling::MinMax)).apply(1.65) - 0.5).abs() < 1e-12);
        assert!((unit(&income, &[0.0, 1.0]).apply(73_600.0) - 63_600.0 / 9_990_000.0).abs() < 1e-12);
        assert!((unit(&income, &[0.0, 1.0]).apply(73_600.0) - 0.006_366_37).abs() < 5e-9);
        let wide = unit(&height, &[-3.0, 7.0]);
        for (meters, expected) in [(1.5, -3.0), (1.65, 2.0), (1.8, 7.0), (2.1, 17.0)] {
            assert!((wide.apply(meters) - expected).abs() < 1e-12, "{meters}");
        }
    }

    #[test]
    fn ranges_that_are_none() {
        for range in [&[1.0][..], &[1.0, 1.0], &[2.0, 1.0], &[0.0, f64::INFINITY], &[f64::NAN, 1.0]] {
            assert!(matches!(
                ScalingOptions::new("test", FeatureScaling::MinMax, Some(range)),
                Err(Error::Parameter { parameter, .. }) if parameter == "feature_range"
            ));
        }
        let refused =
            ScalingOptions::new("test", FeatureScaling::Standard, Some(&[0.0, 1.0])).unwrap_err().to_string();
        assert!(refused.contains("only with scale = min_max"), "{refused}");
    }

    // proves: 002:Q07
    #[test]
    fn units() {
        let column = stats(&[1.0, 3.0, f64::NAN, 5.0]);
        assert_eq!(column.unit(plain(FeatureScaling::MinMax)), FeatureScale { center: 1.0, spread: 4.0 });
        let standard = column.unit(plain(FeatureScaling::Standard));
        assert!((standard.spread - (8.0f64 / 3.0).sqrt()).abs() < 1e-15 && standard.center == 3.0);
        let scaled = [1.0, 3.0, 5.0].map(|x| standard.apply(x));
        assert!(scaled.iter().sum::<f64>().abs() < 1e-12, "the mean is 0");
        assert!((scaled.iter().map(|z| z * z).sum::<f64>() / 3.0 - 1.0).abs() < 1e-12, "the deviation is 1");
        assert_eq!(column.unit(plain(FeatureScaling::None)).apply(7.0), 7.0);
        assert_eq!(
            stats(&[2.0; 3]).unit(plain(FeatureScaling::Standard)).apply(3.0),
            1.0,
            "a constant column keeps its unit"
        );
        assert_eq!(stats(&[f64::NAN]).unit(plain(FeatureScaling::MinMax)), FeatureScale::PLAIN);
        let heavy = ScalingStats::of([(1.0, 2.0), (4.0, 1.0)].into_iter());
        assert_eq!(heavy, stats(&[1.0, 1.0, 4.0]));
    }

    #[test]
    fn one_column_may_drown_the_others() {
        let small = stats(&[0.0, 1.0, 2.0]);
        let large = stats(&[0.0, 100.0, 200.0]);
        let (place, share) = dominant(&[small, large]).unwrap();
        assert_eq!(place, 1);
        assert!((share - 10_000.0 / 10_001.0).abs() < 1e-12);
        assert_eq!(dominant(&[small, small]), None);
        assert_eq!(dominant(&[large, stats(&[1.0, 1.0])]), None, "a constant column is not drowned");
        assert_eq!(dominant(&[]), None);
    }
}
