//! Columns in comparable units.
//!
//! A distance adds up differences over columns, so a column with large numbers counts for more than one with small ones,
//! whatever they mean. Scaling gives the columns of numbers a common unit; without it, a column that makes most of the
//! distances alone is named in a warning.

use hornbook_core::{Choice, Error, Result};
use hornbook_math::exact::Sum;

/// What is done to columns of numbers before distances are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Scale {
    /// Nothing.
    None,
    /// Each is centred and divided by its standard deviation.
    Standard,
    /// Each is mapped to a range, from 0 to 1 if no other is said.
    MinMax,
}

/// What is done to columns of numbers, with the range that [`Scale::MinMax`] maps them to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scaling {
    pub scale: Scale,
    pub range: (f64, f64),
}

impl Scaling {
    /// With a range, if one is given: two finite numbers that ascend, and only where columns are mapped to a range.
    pub fn new(learner: &str, scale: Scale, range: Option<&[f64]>) -> Result<Scaling> {
        let wrong = |found: String, expected: &str| Error::Parameter {
            learner: learner.to_string(),
            parameter: "feature_range".to_string(),
            found,
            expected: expected.to_string(),
        };
        match (range, scale) {
            (None, _) => Ok(Scaling { scale, range: (0.0, 1.0) }),
            (Some(&[low, high]), Scale::MinMax) if low < high && (high - low).is_finite() => {
                Ok(Scaling { scale, range: (low, high) })
            }
            (Some(range), Scale::MinMax) => {
                Err(wrong(format!("{range:?}"), "two finite numbers, the second larger than the first"))
            }
            (Some(range), scale) => Err(wrong(
                format!("{range:?} with scale = {}", scale.name()),
                "a range only with scale = min_max, which maps columns to it",
            )),
        }
    }
}

/// A column that makes more than this share of the squared distances deserves a warning.
const DOMINANT: f64 = 0.9;

/// What is taken off a column of numbers, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unit {
    pub centre: f64,
    pub spread: f64,
}

impl Unit {
    /// The column as it is.
    pub const PLAIN: Unit = Unit { centre: 0.0, spread: 1.0 };

    pub fn apply(self, x: f64) -> f64 {
        if self == Unit::PLAIN { x } else { (x - self.centre) / self.spread }
    }
}

/// A column of numbers in sight of its weights; missing numbers are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Survey {
    mean: f64,
    deviation: f64,
    low: f64,
    high: f64,
}

impl Survey {
    pub fn of(numbers: impl Iterator<Item = (f64, f64)> + Clone) -> Survey {
        let known = numbers.filter(|(x, _)| !x.is_nan());
        let (mut sum, mut weight) = (Sum::default(), Sum::default());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (x, w) in known.clone() {
            sum.add_product(x, w);
            weight.add(w);
            (low, high) = (low.min(x), high.max(x));
        }
        let mean = sum.value() / weight.value();
        let mut squares = Sum::default();
        for (x, w) in known {
            squares.add_product((x - mean) * (x - mean), w);
        }
        Survey { mean, deviation: (squares.value() / weight.value()).sqrt(), low, high }
    }

    /// Whether all numbers are the same, or none is known.
    pub fn is_constant(&self) -> bool {
        self.low >= self.high
    }

    /// The unit of the column. A column of one value stays in its own unit, from that value on.
    pub fn unit(&self, Scaling { scale, range: (from, to) }: Scaling) -> Unit {
        let (centre, spread) = match scale {
            Scale::None => return Unit::PLAIN,
            Scale::Standard => (self.mean, self.deviation),
            Scale::MinMax => {
                let spread = (self.high - self.low) / (to - from);
                (self.low - from * spread, spread)
            }
        };
        let is_sound = centre.is_finite() && spread.is_finite() && spread > 0.0 && !self.is_constant();
        match is_sound {
            true => Unit { centre, spread },
            false if self.low.is_finite() => Unit { centre: self.low, spread: 1.0 },
            false => Unit::PLAIN,
        }
    }
}

/// The column that makes most of the squared distances, and its share, if that is nearly all and there are others. Two rows
/// drawn at random differ in a column by twice its variance on average.
pub(crate) fn dominant(columns: &[Survey]) -> Option<(usize, f64)> {
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

    fn survey(numbers: &[f64]) -> Survey {
        Survey::of(numbers.iter().map(|x| (*x, 1.0)))
    }

    fn plain(scale: Scale) -> Scaling {
        Scaling::new("test", scale, None).unwrap()
    }

    #[test]
    fn columns_in_a_chosen_range() {
        // The notes: heights of 1.5 to 1.8 m, incomes of 10,000 to 10,000,000.
        let (height, income) = (survey(&[1.5, 1.8]), survey(&[10_000.0, 10_000_000.0]));
        let unit = |column: &Survey, range: &[f64]| {
            column.unit(Scaling::new("test", Scale::MinMax, Some(range)).unwrap())
        };
        assert!((height.unit(plain(Scale::MinMax)).apply(1.65) - 0.5).abs() < 1e-12);
        assert!((unit(&income, &[0.0, 1.0]).apply(73_600.0) - 63_600.0 / 9_990_000.0).abs() < 1e-12);
        assert!((unit(&income, &[0.0, 1.0]).apply(73_600.0) - 0.006_366_37).abs() < 5e-9);
        let wide = unit(&height, &[-3.0, 7.0]);
        for (metres, expected) in [(1.5, -3.0), (1.65, 2.0), (1.8, 7.0), (2.1, 17.0)] {
            assert!((wide.apply(metres) - expected).abs() < 1e-12, "{metres}");
        }
    }

    #[test]
    fn ranges_that_are_none() {
        for range in [&[1.0][..], &[1.0, 1.0], &[2.0, 1.0], &[0.0, f64::INFINITY], &[f64::NAN, 1.0]] {
            assert!(matches!(
                Scaling::new("test", Scale::MinMax, Some(range)),
                Err(Error::Parameter { parameter, .. }) if parameter == "feature_range"
            ));
        }
        let refused = Scaling::new("test", Scale::Standard, Some(&[0.0, 1.0])).unwrap_err().to_string();
        assert!(refused.contains("only with scale = min_max"), "{refused}");
    }

    #[test]
    fn units() {
        let column = survey(&[1.0, 3.0, f64::NAN, 5.0]);
        assert_eq!(column.unit(plain(Scale::MinMax)), Unit { centre: 1.0, spread: 4.0 });
        let standard = column.unit(plain(Scale::Standard));
        assert!((standard.spread - (8.0f64 / 3.0).sqrt()).abs() < 1e-15 && standard.centre == 3.0);
        assert_eq!(column.unit(plain(Scale::None)).apply(7.0), 7.0);
        assert_eq!(
            survey(&[2.0; 3]).unit(plain(Scale::Standard)).apply(3.0),
            1.0,
            "a constant column keeps its unit"
        );
        assert_eq!(survey(&[f64::NAN]).unit(plain(Scale::MinMax)), Unit::PLAIN);
        let heavy = Survey::of([(1.0, 2.0), (4.0, 1.0)].into_iter());
        assert_eq!(heavy, survey(&[1.0, 1.0, 4.0]));
    }

    #[test]
    fn one_column_may_drown_the_others() {
        let small = survey(&[0.0, 1.0, 2.0]);
        let large = survey(&[0.0, 100.0, 200.0]);
        let (place, share) = dominant(&[small, large]).unwrap();
        assert_eq!(place, 1);
        assert!((share - 10_000.0 / 10_001.0).abs() < 1e-12);
        assert_eq!(dominant(&[small, small]), None);
        assert_eq!(dominant(&[large, survey(&[1.0, 1.0])]), None, "a constant column is not drowned");
        assert_eq!(dominant(&[]), None);
    }
}
