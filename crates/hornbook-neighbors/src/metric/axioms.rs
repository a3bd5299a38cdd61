//! Is a distance a metric? Rows that say no.

use super::Metric;
use hornbook_core::Result;
use hornbook_math::matrix::Matrix;
use std::fmt;

/// What must hold for a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axiom {
    /// Distances are numbers.
    Number,
    /// No distance is negative.
    NonNegative,
    /// A row is at distance zero from itself.
    Identity,
    /// Both ways are equally far.
    Symmetry,
    /// No way round is shorter.
    Triangle,
}

/// Rows for which a distance is no metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// What does not hold.
    pub axiom: Axiom,
    /// The rows, counted from 0: one, two, or three of which the second stands between the others.
    pub rows: Vec<usize>,
    /// The distances that say so: the one of the axiom, and what it is compared with.
    pub distances: Vec<f64>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |at: usize| self.rows.get(at).map_or(0, |row| row + 1);
        let distance = |at: usize| self.distances.get(at).copied().unwrap_or(f64::NAN);
        match self.axiom {
            Axiom::Number => write!(f, "the distance of rows {} and {} is not a number", row(0), row(1)),
            Axiom::NonNegative => {
                write!(f, "the distance of rows {} and {} is negative: {}", row(0), row(1), distance(0))
            }
            Axiom::Identity => {
                write!(f, "row {} is at distance {} from itself, which should be 0", row(0), distance(0))
            }
            Axiom::Symmetry => write!(
                f,
                "from row {} to row {} it is {}, and back {}",
                row(0),
                row(1),
                distance(0),
                distance(1)
            ),
            Axiom::Triangle => write!(
                f,
                "from row {} to row {} it is {}, but only {} by way of row {}",
                row(0),
                row(2),
                distance(0),
                distance(1),
                row(1)
            ),
        }
    }
}

/// How far the two sides of an equation may be apart by rounding, relative to them.
const ROUNDING: f64 = 1e-9;

/// Looks for rows that show that a distance is no metric, in the order of the [axioms](Axiom) and of the rows: the first
/// that are found, or none. Of $n$ rows it takes $n^2$ distances and compares $n^3$ ways: give a sample.
///
/// ```
/// use hornbook_math::matrix::Matrix;
/// use hornbook_neighbors::{Metric, check_axioms};
///
/// let squared = Metric::custom(std::sync::Arc::new(|x: &[f64], y: &[f64]| (x[0] - y[0]).powi(2)));
/// let rows = Matrix::new(3, 1, vec![0.0, 1.0, 2.0])?;
/// let found = check_axioms(&squared, &rows)?.map(|violation| violation.to_string());
/// assert_eq!(found.as_deref(), Some("from row 1 to row 3 it is 4, but only 2 by way of row 2"));
/// assert!(check_axioms(&Metric::Euclidean, &rows)?.is_none());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn check_axioms(metric: &Metric, rows: &Matrix) -> Result<Option<Violation>> {
    let count = rows.rows();
    let mut distances = Matrix::zeros(count, count);
    for i in 0..count {
        for j in 0..count {
            *distances.at_mut(i, j) = metric.distance(rows.row(i), rows.row(j))?;
        }
    }
    let d = |i: usize, j: usize| distances.at(i, j);
    let pairs = || (0..count).flat_map(|i| (0..count).map(move |j| (i, j)));
    let violation = |axiom, rows: &[usize], distances: &[f64]| {
        Ok(Some(Violation { axiom, rows: rows.to_vec(), distances: distances.to_vec() }))
    };
    if let Some((i, j)) = pairs().find(|&(i, j)| d(i, j).is_nan()) {
        return violation(Axiom::Number, &[i, j], &[d(i, j)]);
    }
    if let Some((i, j)) = pairs().find(|&(i, j)| d(i, j) < 0.0) {
        return violation(Axiom::NonNegative, &[i, j], &[d(i, j)]);
    }
    // What is next to nothing among these distances.
    let tiny = ROUNDING * distances.largest();
    if let Some(i) = (0..count).find(|&i| d(i, i) > tiny) {
        return violation(Axiom::Identity, &[i], &[d(i, i)]);
    }
    let differ = |a: f64, b: f64| a - b > ROUNDING * a.abs().max(b.abs());
    if let Some((i, j)) = pairs().find(|&(i, j)| differ(d(i, j), d(j, i)) || differ(d(j, i), d(i, j))) {
        return violation(Axiom::Symmetry, &[i, j], &[d(i, j), d(j, i)]);
    }
    let around = |i, via, j| d(i, via) + d(via, j);
    for (i, j) in pairs().filter(|(i, j)| i < j) {
        if let Some(via) = (0..count).find(|&via| differ(d(i, j), around(i, via, j) + tiny)) {
            return violation(Axiom::Triangle, &[i, via, j], &[d(i, j), around(i, via, j)]);
        }
    }
    Ok(None)
}
