//! Gower's distance for numbers and categories together.

use hornbook_core::{Error, Result};
use hornbook_math::matrix::Matrix;
use serde::{Deserialize, Serialize};

/// Gower's distance: the mean, over the columns that are known in both rows, of differences from 0 to 1.
///
/// Two numbers differ by the distance between them as a fraction of the column's range in the training rows (at most 1, for
/// numbers beyond it); two categories by 0 if they are the same and else by 1. A column in which either value is missing
/// (NaN) is left out, and the others count for more. Rows without a common column are at distance 1.
///
/// ```
/// use hornbook_neighbors::{Gower, Metric};
///
/// let gower = Gower::new(vec![Some(10.0), None]); // a number with a range of 10, and a category
/// let metric = Metric::Gower(gower);
/// assert_eq!(metric.distance(&[2.0, 1.0], &[7.0, 1.0])?, 0.25);
/// assert_eq!(metric.distance(&[2.0, 1.0], &[f64::NAN, 3.0])?, 1.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gower {
    columns: Vec<Option<f64>>,
}

impl Gower {
    /// The range of each column of numbers, and `None` for categories, whose codes are the numbers of a row.
    pub fn new(columns: Vec<Option<f64>>) -> Gower {
        Gower { columns }
    }

    /// With the ranges of these rows.
    pub fn of_rows(rows: &Matrix, is_category: &[bool]) -> Result<Gower> {
        if rows.columns() != is_category.len() {
            return Err(Error::data(
                format!(
                    "there are {} columns, and {} are said to be categories or not",
                    rows.columns(),
                    is_category.len()
                ),
                "say it of each column",
            ));
        }
        let range = |column: usize| {
            let known = (0..rows.rows()).map(|row| rows.at(row, column)).filter(|x| !x.is_nan());
            let (low, high) =
                known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (x.min(low), x.max(high)));
            (high - low).max(0.0)
        };
        let columns = is_category.iter().enumerate();
        Ok(Gower { columns: columns.map(|(c, is)| (!is).then(|| range(c))).collect() })
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Whether every range is a number that is not negative.
    pub(crate) fn is_sound(&self) -> bool {
        self.columns.iter().flatten().all(|range| *range >= 0.0)
    }

    pub(crate) fn distance(&self, one: &[f64], other: &[f64]) -> f64 {
        let (mut sum, mut known) = (0.0, 0u32);
        for ((a, b), range) in one.iter().zip(other).zip(&self.columns) {
            if a.is_nan() || b.is_nan() {
                continue;
            }
            known += 1;
            sum += match range {
                _ if a == b => 0.0,
                // Halves, since the distance between the largest numbers is not a number.
                Some(range) if *range > 0.0 => ((a / 2.0 - b / 2.0).abs() / (range / 2.0)).min(1.0),
                _ => 1.0,
            };
        }
        if known == 0 { 1.0 } else { sum / f64::from(known) }
    }
}
