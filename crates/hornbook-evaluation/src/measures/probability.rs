//! Log loss, Brier score, hinge loss and zero-one loss.

use super::rows::{
    RowWeights, codes_below, finite, full_matrix, probabilities as check_probabilities, same_length,
};
use hornbook_core::{Error, Result};

/// Mean of −ln p of what happened, from the probability of the positive class.
///
/// Probabilities are taken as at least $\varepsilon = 2^{-52}$ and at most $1 - \varepsilon$, as in scikit-learn:
/// one confident mistake costs 36 and does not make the rest invisible.
///
/// ```
/// let loss = hornbook_evaluation::measures::binary_log_loss(&[true, false], &[0.5, 0.5], None)?;
/// assert!((loss - 2f64.ln()).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn binary_log_loss(positive: &[bool], probabilities: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = binary(positive, probabilities, weights)?;
    Ok(weights.mean(|row| {
        let p = probabilities[row];
        surprise(if positive[row] { p } else { 1.0 - p })
    }))
}

/// Mean of −ln p of the true class, from a row-major matrix of probabilities, a column a class. Probabilities are
/// limited as in [`binary_log_loss`].
pub fn log_loss(
    classes: usize,
    truth: &[u32],
    probabilities: &[f64],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let weights = multiclass(classes, truth, probabilities, weights)?;
    check_probabilities(probabilities)?;
    Ok(weights.mean(|row| surprise(probabilities[row * classes + truth[row] as usize])))
}

/// Mean of (p − y)², where y is 1 for positive rows and 0 for others: 0 to 1.
pub fn binary_brier(positive: &[bool], probabilities: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    let weights = binary(positive, probabilities, weights)?;
    Ok(weights.mean(|row| (probabilities[row] - f64::from(u8::from(positive[row]))).powi(2)))
}

/// Mean squared distance between the probabilities of the classes and the truth, from a row-major matrix. It
/// goes from 0 to 2, or to 1 if `halved`; halved, that of two classes is [`binary_brier`].
pub fn brier(
    classes: usize,
    truth: &[u32],
    probabilities: &[f64],
    weights: Option<&[f64]>,
    halved: bool,
) -> Result<f64> {
    let weights = multiclass(classes, truth, probabilities, weights)?;
    check_probabilities(probabilities)?;
    let scale = if halved { 0.5 } else { 1.0 };
    Ok(scale
        * weights.mean(|row| {
            squared_distance(&probabilities[row * classes..(row + 1) * classes], truth[row] as usize)
        }))
}

/// How much less the log loss is than that of always predicting the class frequencies: 1 is perfect, 0 no better
/// than the frequencies. NaN if all rows are of one class.
pub fn d2_log_loss(
    classes: usize,
    truth: &[u32],
    probabilities: &[f64],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let found = log_loss(classes, truth, probabilities, weights)?;
    let shares = shares(classes, truth, weights)?;
    let of_shares = RowWeights::of(truth.len(), weights)?.mean(|row| surprise(shares[truth[row] as usize]));
    Ok(explained(found, of_shares, &shares))
}

/// How much less the Brier score is than that of always predicting the class frequencies; see [`d2_log_loss`].
pub fn d2_brier(
    classes: usize,
    truth: &[u32],
    probabilities: &[f64],
    weights: Option<&[f64]>,
) -> Result<f64> {
    let found = brier(classes, truth, probabilities, weights, false)?;
    let shares = shares(classes, truth, weights)?;
    let of_shares =
        RowWeights::of(truth.len(), weights)?.mean(|row| squared_distance(&shares, truth[row] as usize));
    Ok(explained(found, of_shares, &shares))
}

/// Fraction of the rows whose class is predicted wrong.
pub fn zero_one_loss(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Result<f64> {
    same_length("predicted classes", predicted.len(), truth.len())?;
    Ok(RowWeights::of(truth.len(), weights)?.mean(|row| f64::from(u8::from(truth[row] != predicted[row]))))
}

/// Mean of max(0, 1 − y d), where y is 1 for positive rows and −1 for others and d is the decision value.
pub fn binary_hinge_loss(positive: &[bool], decisions: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    same_length("decision values", decisions.len(), positive.len())?;
    finite("decision value", decisions)?;
    let margin = |row: usize| if positive[row] { decisions[row] } else { -decisions[row] };
    Ok(RowWeights::of(positive.len(), weights)?.mean(|row| (1.0 - margin(row)).max(0.0)))
}

/// Mean of max(0, 1 − m), where m is the decision value of the true class less the highest of the others, from a
/// row-major matrix of decision values, a column a class (Crammer and Singer).
pub fn hinge_loss(classes: usize, truth: &[u32], decisions: &[f64], weights: Option<&[f64]>) -> Result<f64> {
    if classes < 2 {
        return Err(Error::data(
            format!("the hinge loss of {classes} classes has no other class to beat"),
            "give at least two classes",
        ));
    }
    let weights = multiclass(classes, truth, decisions, weights)?;
    finite("decision value", decisions)?;
    Ok(weights.mean(|row| {
        let (values, own) = (&decisions[row * classes..(row + 1) * classes], truth[row] as usize);
        let others = values.iter().enumerate().filter(|&(class, _)| class != own);
        let best = others.fold(f64::NEG_INFINITY, |best, (_, &value)| best.max(value));
        (1.0 - values[own] + best).max(0.0)
    }))
}

/// −ln p, with p kept away from 0 and 1.
pub(crate) fn surprise(p: f64) -> f64 {
    -p.clamp(f64::EPSILON, 1.0 - f64::EPSILON).ln()
}

/// The squared distance from a row of probabilities to the truth.
pub(crate) fn squared_distance(probabilities: &[f64], truth: usize) -> f64 {
    let off = |(class, p): (usize, &f64)| if class == truth { p - 1.0 } else { *p };
    probabilities.iter().enumerate().map(off).map(|off| off * off).sum()
}

fn binary<'a>(
    positive: &[bool],
    probabilities: &[f64],
    weights: Option<&'a [f64]>,
) -> Result<RowWeights<'a>> {
    same_length("probabilities", probabilities.len(), positive.len())?;
    check_probabilities(probabilities)?;
    RowWeights::of(positive.len(), weights)
}

pub(super) fn multiclass<'a>(
    classes: usize,
    truth: &[u32],
    cells: &[f64],
    weights: Option<&'a [f64]>,
) -> Result<RowWeights<'a>> {
    full_matrix("values", cells.len(), truth.len(), classes)?;
    codes_below("true", truth, classes)?;
    RowWeights::of(truth.len(), weights)
}

fn shares(classes: usize, truth: &[u32], weights: Option<&[f64]>) -> Result<Vec<f64>> {
    let weights = RowWeights::of(truth.len(), weights)?;
    let mut shares = vec![0.0; classes];
    weights.present().for_each(|(row, weight)| shares[truth[row] as usize] += weight / weights.total());
    Ok(shares)
}

fn explained(found: f64, of_shares: f64, shares: &[f64]) -> f64 {
    let occurring = shares.iter().filter(|&&share| share > 0.0).count();
    if occurring < 2 { f64::NAN } else { 1.0 - found / of_shares }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_costs_at_most_thirty_six() {
        let wrong = binary_log_loss(&[true], &[0.0], None).unwrap();
        assert_eq!(wrong, -f64::EPSILON.ln());
        assert!(wrong > 36.0 && wrong < 36.1);
        assert!(binary_log_loss(&[true], &[1.0], None).unwrap() > 0.0);
    }

    #[test]
    fn two_classes_agree_with_one_column() {
        let (p, positive) = ([0.9, 0.2, 0.6, 0.5], [true, false, false, true]);
        let matrix: Vec<f64> = p.iter().flat_map(|p| [1.0 - p, *p]).collect();
        let truth = positive.map(u32::from);
        let weights = Some(&[1.0, 2.0, 0.5, 0.0][..]);
        let close = |a: Result<f64>, b: Result<f64>| assert!((a.unwrap() - b.unwrap()).abs() < 1e-15);
        close(binary_log_loss(&positive, &p, weights), log_loss(2, &truth, &matrix, weights));
        close(binary_brier(&positive, &p, weights), brier(2, &truth, &matrix, weights, true));
    }

    #[test]
    fn what_is_refused() {
        assert!(binary_log_loss(&[true], &[1.1], None).is_err());
        assert!(binary_log_loss(&[true], &[f64::NAN], None).is_err());
        assert!(binary_brier(&[true, false], &[0.1], None).is_err());
        assert!(log_loss(2, &[0], &[0.1], None).is_err());
        assert!(log_loss(2, &[2], &[0.1, 0.9], None).is_err());
        assert!(brier(2, &[], &[], None, true).is_err());
        assert!(zero_one_loss(&[0], &[], None).is_err());
        assert!(hinge_loss(1, &[0], &[0.1], None).is_err());
        assert!(binary_hinge_loss(&[true], &[f64::INFINITY], None).is_err());
        assert!(d2_log_loss(2, &[1, 1], &[0.1, 0.9, 0.2, 0.8], None).unwrap().is_nan());
    }
}
