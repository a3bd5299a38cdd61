//! Checks of what callers hand over: class probabilities, codes of classes, weights.

use crate::measures::RowWeights;
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use rayon::prelude::*;

/// How far the sum of probabilities may be from 1: what single precision leaves.
const SUM_TOLERANCE: f64 = 1e-5;

/// Checks that numbers are the probabilities of `classes` classes; `row` is named if they are not.
pub(crate) fn check_distribution(probabilities: &[f64], classes: usize, row: Option<usize>) -> Result<()> {
    let place = row.map_or_else(String::new, |row| format!(" in row {}", row + 1));
    if probabilities.len() != classes {
        return Err(Error::data(
            format!("there are {} probabilities{place} for {classes} classes", probabilities.len()),
            "give one for each class",
        ));
    }
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(Error::data(
            format!("there is a probability of {p}{place}"),
            "give numbers between 0 and 1",
        ));
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(Error::data(
            format!("the probabilities{place} sum to {sum}"),
            "divide them by their sum, so that it is 1",
        ));
    }
    Ok(())
}

/// Checks every row of a matrix of probabilities, a column a class.
pub(crate) fn check_distributions(probabilities: &Matrix, classes: usize) -> Result<()> {
    if probabilities.columns() != classes {
        return Err(Error::data(
            format!(
                "there are probabilities of {} classes where there are {classes}",
                probabilities.columns()
            ),
            "give a column for each class",
        ));
    }
    (0..probabilities.rows())
        .into_par_iter()
        .with_min_len(4096)
        .map(|row| check_distribution(probabilities.row(row), classes, Some(row)))
        // The first row that is wrong is the one to report, whichever thread finds it.
        .find_first(Result::is_err)
        .unwrap_or(Ok(()))
}

/// Checks that there is a code below `bound` for each of `rows` rows; `noun` says of what.
pub(crate) fn check_codes(codes: &[u32], rows: usize, bound: usize, noun: &str) -> Result<()> {
    check_length(codes.len(), noun, rows, "rows")?;
    match codes.iter().position(|&code| code as usize >= bound) {
        None => Ok(()),
        Some(row) => Err(Error::data(
            format!("the {noun} of row {} is {}, and there are {bound}", row + 1, codes[row]),
            format!("give each row {} from 0 to {}", with_article(noun), bound.saturating_sub(1)),
        )),
    }
}

/// Checks that there is one `noun` for each of `count` things, such as rows.
pub(crate) fn check_length(found: usize, noun: &str, count: usize, things: &str) -> Result<()> {
    if found == count {
        return Ok(());
    }
    let noun = with_article(noun);
    Err(Error::data(
        format!("there are {count} {things}, and {noun} for {found}"),
        format!("give {noun} for each"),
    ))
}

fn with_article(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// Checks the weights and gives their sum; without weights each row weighs 1.
pub(crate) fn total_weight(weights: Option<&[f64]>, rows: usize) -> Result<f64> {
    Ok(RowWeights::of(rows, weights)?.total())
}

/// The weight of a row.
pub(crate) fn weight_of(weights: Option<&[f64]>, row: usize) -> f64 {
    weights.map_or(1.0, |weights| weights[row])
}

/// An error if there are several targets, which have no common measure.
pub(crate) fn check_one_target(additional_targets: usize) -> Result<()> {
    if additional_targets == 0 {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {} targets, and one is evaluated at a time", additional_targets + 1),
        "name one target; a forest gives each of several a score of its own if it is trained with oob_score",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let text = |result: Result<()>| result.unwrap_err().to_string();
        assert_eq!(
            text(check_distribution(&[0.5, 1.5], 2, Some(2))),
            "there is a probability of 1.5 in row 3; give numbers between 0 and 1"
        );
        assert!(text(check_distribution(&[f64::NAN, 0.5], 2, None)).contains("probability of NaN"));
        assert!(text(check_distribution(&[0.5, 0.2], 2, None)).contains("sum to 0.7"));
        assert!(text(check_distribution(&[1.0], 2, None)).contains("1 probabilities for 2 classes"));
        let matrix = Matrix::new(2, 2, vec![0.5, 0.5, -0.1, 1.1]).unwrap();
        assert!(text(check_distributions(&matrix, 2)).contains("-0.1 in row 2"));
        assert!(text(check_distributions(&matrix, 3)).contains("of 2 classes where there are 3"));
        assert!(
            text(check_codes(&[0, 5], 2, 2, "class")).contains("the class of row 2 is 5, and there are 2")
        );
        assert!(text(check_codes(&[0], 2, 2, "class")).contains("there are 2 rows, and a class for 1"));
        assert!(total_weight(Some(&[0.0, 0.0]), 2).unwrap_err().to_string().contains("weight zero"));
        assert!(total_weight(Some(&[f64::NAN]), 1).unwrap_err().to_string().contains("row 1 is NaN"));
        assert!(total_weight(None, 0).is_err());
        assert_eq!(total_weight(Some(&[0.5, 2.0]), 2).unwrap(), 2.5);
    }
}
