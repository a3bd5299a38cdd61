//! Top-k accuracy.

use super::rows::{RowWeights, codes_below, full_matrix, no_nan};
use crate::resampling::wrong;
use hornbook_core::Result;

/// Fraction of the rows whose class is among the `k` with the highest scores, from a row-major matrix of scores, a
/// column a class. Of equal scores the later class comes first, as in scikit-learn.
///
/// ```
/// let scores = [0.5, 0.3, 0.2, 0.1, 0.3, 0.6];
/// let share = hornbook_evaluation::measures::top_k_accuracy(3, &[1, 0], &scores, 2, None)?;
/// assert_eq!(share, 0.5);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn top_k_accuracy(
    classes: usize,
    truth: &[u32],
    scores: &[f64],
    k: usize,
    weights: Option<&[f64]>,
) -> Result<f64> {
    if k == 0 {
        return Err(wrong("top-k accuracy", "k", k, "an integer at least 1"));
    }
    full_matrix("scores", scores.len(), truth.len(), classes)?;
    codes_below("true", truth, classes)?;
    no_nan("score", scores)?;
    Ok(RowWeights::of(truth.len(), weights)?.mean(|row| {
        let scores = &scores[row * classes..(row + 1) * classes];
        let own = truth[row] as usize;
        let before =
            |(class, &score): (usize, &f64)| score > scores[own] || (score == scores[own] && class > own);
        let better = scores.iter().enumerate().filter(|&other| before(other)).count();
        f64::from(u8::from(better < k))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused() {
        assert!(top_k_accuracy(2, &[0], &[0.5, 0.5], 0, None).is_err());
        assert!(top_k_accuracy(2, &[0], &[0.5], 1, None).is_err());
        assert!(top_k_accuracy(2, &[2], &[0.5, 0.5], 1, None).is_err());
        assert!(top_k_accuracy(2, &[0], &[0.5, f64::NAN], 1, None).is_err());
        assert!(top_k_accuracy(2, &[], &[], 1, None).is_err());
        assert_eq!(top_k_accuracy(2, &[0], &[0.5, 0.5], 9, None), Ok(1.0));
    }
}
