//! The reject option (abstention).

use crate::checks::{check_codes, check_distribution, check_distributions, total_weight, weight_of};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::first_largest;
use hornbook_math::sort::{ordered_bits, radix_sort};
use serde::Serialize;

/// Chow's rule: the most probable class if its probability is above $1 - \theta$, where $\theta$ is the cost of
/// rejecting and a mistake costs 1; else `None`, the row is rejected.
///
/// At 0 every row is rejected, at 1 or more none is. The same follows from the risks
/// ([`LossMatrix::zero_one`](super::LossMatrix::zero_one) with
/// [`with_reject`](super::LossMatrix::with_reject)), except where both cost the same: this rule rejects, the risks
/// take the class.
pub fn chow(probabilities: &[f64], theta: f64) -> Result<Option<usize>> {
    check_distribution(probabilities, probabilities.len(), None)?;
    if theta.is_nan() || theta < 0.0 {
        return Err(Error::data(
            format!("the cost of rejecting is {theta}"),
            "give a number of zero or more",
        ));
    }
    let best = first_largest(probabilities);
    Ok((theta >= 1.0 || probabilities[best] > 1.0 - theta).then_some(best))
}

/// Why a set of separate yes-or-no rules does not name one class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RejectReason {
    /// No rule says yes.
    NoneFired,
    /// These rules say yes.
    SeveralFired(Vec<usize>),
}

/// The class whose rule alone says yes, or why there is none: such rows go to an expert.
///
/// ```
/// use hornbook_evaluation::decisions::{RejectReason, only_one};
/// assert_eq!(only_one(&[false, true, false]), Ok(1));
/// assert_eq!(only_one(&[true, false, true]), Err(RejectReason::SeveralFired(vec![0, 2])));
/// ```
pub fn only_one(fired: &[bool]) -> std::result::Result<usize, RejectReason> {
    let yes: Vec<usize> = (0..fired.len()).filter(|&class| fired[class]).collect();
    match yes.as_slice() {
        [] => Err(RejectReason::NoneFired),
        &[class] => Ok(class),
        _ => Err(RejectReason::SeveralFired(yes)),
    }
}

/// A point of the error-reject curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RejectPoint {
    /// Rows whose highest probability is at least this are kept.
    pub confidence: f64,
    /// The fraction of the rows, by weight, that is rejected.
    pub rejected: f64,
    /// The fraction of mistakes among the rest.
    pub error: f64,
}

/// How the error of the rest falls as more rows are rejected: a point for each confidence there is, from nothing
/// rejected to all but the most certain rows.
pub fn error_reject_curve(
    probabilities: &Matrix,
    truth: &[u32],
    weights: Option<&[f64]>,
) -> Result<Vec<RejectPoint>> {
    check_distributions(probabilities, probabilities.columns())?;
    check_codes(truth, probabilities.rows(), probabilities.columns(), "class")?;
    let total = total_weight(weights, truth.len())?;
    let mut order: Vec<(u64, u32)> = (0..probabilities.rows())
        .map(|row| {
            let row_values = probabilities.row(row);
            (ordered_bits(row_values[first_largest(row_values)]), row as u32)
        })
        .collect();
    radix_sort(&mut order, |&(bits, _)| bits);
    let (mut kept, mut mistakes) = (0.0, 0.0);
    let mut points: Vec<RejectPoint> = Vec::new();
    for &(_, row) in order.iter().rev() {
        let row = row as usize;
        let best = first_largest(probabilities.row(row));
        let weight = weight_of(weights, row);
        if weight == 0.0 {
            continue;
        }
        kept += weight;
        mistakes += if best == truth[row] as usize { 0.0 } else { weight };
        let confidence = probabilities.at(row, best);
        let point = RejectPoint { confidence, rejected: 1.0 - kept / total, error: mistakes / kept };
        match points.last_mut() {
            // Rows of one confidence are kept or rejected together.
            Some(last) if last.confidence == confidence => *last = point,
            _ => points.push(point),
        }
    }
    points.reverse();
    if let Some(first) = points.first_mut() {
        // Nothing is rejected here, whatever rounding says.
        first.rejected = 0.0;
    }
    Ok(points)
}
