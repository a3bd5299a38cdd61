//! What every metric requires of its rows: lengths that agree, codes that exist, weights that can be counted.

use hornbook_core::{Error, Result};

/// Weights that were checked: not negative, not all zero. Without any, every row counts once.
#[derive(Clone, Copy)]
pub(crate) struct RowWeights<'a> {
    given: Option<&'a [f64]>,
    rows: usize,
    total: f64,
}

impl<'a> RowWeights<'a> {
    pub(crate) fn of(rows: usize, given: Option<&'a [f64]>) -> Result<RowWeights<'a>> {
        if rows == 0 {
            return Err(Error::data("there are no rows to evaluate", "give at least one row"));
        }
        let Some(weights) = given else { return Ok(RowWeights { given, rows, total: rows as f64 }) };
        same_length("weights", weights.len(), rows)?;
        if let Some(row) = weights.iter().position(|w| !(*w >= 0.0 && w.is_finite())) {
            return Err(Error::data(
                format!("the weight of row {} is {}", row + 1, weights[row]),
                "weights are finite numbers, 0 or more",
            ));
        }
        let total: f64 = weights.iter().sum();
        if total == 0.0 {
            return Err(Error::data(
                "every row has the weight zero",
                "give at least one row a weight above zero",
            ));
        }
        Ok(RowWeights { given, rows, total })
    }

    pub(crate) fn at(&self, row: usize) -> f64 {
        self.given.map_or(1.0, |weights| weights[row])
    }

    pub(crate) fn given(&self) -> Option<&'a [f64]> {
        self.given
    }

    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    /// The rows that are there, with their weights.
    pub(crate) fn present(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.rows).map(|row| (row, self.at(row))).filter(|&(_, weight)| weight > 0.0)
    }

    pub(crate) fn sum(&self, value: impl Fn(usize) -> f64) -> f64 {
        match self.given {
            None => (0..self.rows).map(value).sum(),
            // Skipped, not multiplied: zero times infinity is not zero.
            Some(_) => self.present().map(|(row, weight)| weight * value(row)).sum(),
        }
    }

    pub(crate) fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.sum(value) / self.total
    }
}

pub(crate) fn same_length(what: &str, found: usize, rows: usize) -> Result<()> {
    if found == rows {
        return Ok(());
    }
    Err(Error::data(format!("there are {found} {what} for {rows} rows"), "give one for each row"))
}

/// A row-major matrix of so many columns must fill its rows.
pub(crate) fn full_matrix(what: &str, found: usize, rows: usize, columns: usize) -> Result<()> {
    if rows.checked_mul(columns) == Some(found) {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {found} {what} for {rows} rows of {columns}"),
        "give each row one for each column",
    ))
}

pub(crate) fn codes_below(what: &str, codes: &[u32], classes: usize) -> Result<()> {
    match codes.iter().position(|&code| code as usize >= classes) {
        None => Ok(()),
        Some(row) => Err(Error::data(
            format!("the {what} class of row {} has the code {}", row + 1, codes[row]),
            format!("codes of {classes} classes lie below {classes}"),
        )),
    }
}

pub(crate) fn no_nan(what: &str, values: &[f64]) -> Result<()> {
    refuse(what, values, |x| x.is_nan(), "leave out the rows without one")
}

pub(crate) fn finite(what: &str, values: &[f64]) -> Result<()> {
    refuse(what, values, |x| !x.is_finite(), "give finite numbers")
}

pub(crate) fn probabilities(values: &[f64]) -> Result<()> {
    refuse("probability", values, |x| !(0.0..=1.0).contains(&x), "probabilities lie between 0 and 1")
}

fn refuse(what: &str, values: &[f64], wrong: impl Fn(f64) -> bool, advice: &str) -> Result<()> {
    match values.iter().position(|&x| wrong(x)) {
        None => Ok(()),
        Some(at) => Err(Error::data(format!("the {what} at position {} is {}", at + 1, values[at]), advice)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_with_a_sentence() {
        let message =
            |result: Result<RowWeights<'_>>| result.err().map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(message(RowWeights::of(0, None)), "there are no rows to evaluate; give at least one row");
        assert_eq!(
            message(RowWeights::of(2, Some(&[1.0]))),
            "there are 1 weights for 2 rows; give one for each row"
        );
        assert!(message(RowWeights::of(2, Some(&[1.0, -1.0]))).starts_with("the weight of row 2 is -1"));
        assert!(message(RowWeights::of(1, Some(&[f64::NAN]))).starts_with("the weight of row 1 is NaN"));
        assert!(message(RowWeights::of(1, Some(&[f64::INFINITY]))).starts_with("the weight of row 1 is inf"));
        assert!(message(RowWeights::of(2, Some(&[0.0, 0.0]))).starts_with("every row has the weight zero"));
    }

    #[test]
    fn zero_weight_is_absent_even_beside_infinity() {
        let weights = RowWeights::of(2, Some(&[0.0, 2.0])).unwrap();
        assert_eq!(weights.mean(|row| [f64::INFINITY, 3.0][row]), 3.0);
    }
}
