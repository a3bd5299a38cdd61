//! Bias-variance decomposition of the squared and the zero-one loss.

use crate::checks::{check_codes, check_length};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::first_largest;
use serde::Serialize;

/// The squared loss in parts: $\text{loss} = \text{noise} + \text{bias}^2 + \text{variance}$, each a mean over the rows.
///
/// The main prediction of a row is its mean over the training sets.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SquaredLossDecomposition {
    /// The mean squared error over training sets and rows.
    pub loss: f64,
    /// The variance of the targets around what could be known, as it was given.
    pub noise: f64,
    /// The mean squared distance of the main predictions from the truth, less the noise. Where the noise was guessed too
    /// large it may come out below zero.
    pub squared_bias: f64,
    /// The mean squared distance of predictions from the main ones.
    pub variance: f64,
}

impl SquaredLossDecomposition {
    /// The parts of predictions, a row a training set, a column a test row.
    ///
    /// `noise` is the variance of the targets around what could be known: 0 if `truth` is free of it. With targets that
    /// are only observed, and 0 for the noise, the noise is counted as bias.
    ///
    /// ```
    /// use hornbook_data::Matrix;
    /// use hornbook_evaluation::model_selection::SquaredLossDecomposition;
    /// // Two training sets, two rows: the first is predicted 2 or 4 where 2 is true, the second 1 where 0 is.
    /// let parts = SquaredLossDecomposition::of(&[2.0, 0.0], &Matrix::new(2, 2, vec![2.0, 1.0, 4.0, 1.0])?, 0.0)?;
    /// assert_eq!((parts.loss, parts.squared_bias, parts.variance), (1.5, 1.0, 0.5));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of(truth: &[f64], predictions: &Matrix, noise: f64) -> Result<SquaredLossDecomposition> {
        let (rounds, rows) = (predictions.rows(), predictions.columns());
        check_length(truth.len(), "target", rows, "predicted rows")?;
        check_rounds(rounds, rows)?;
        if !(noise >= 0.0 && noise.is_finite()) {
            return Err(crate::resampling::wrong(
                "bias and variance",
                "noise",
                noise,
                "a variance of zero or more",
            ));
        }
        if let Some(x) = truth.iter().chain(predictions.values()).find(|x| !x.is_finite()) {
            return Err(Error::data(
                format!("there is a value of {x}"),
                "give finite targets and predictions",
            ));
        }
        let (mut bias, mut variance, mut loss) = (0.0, 0.0, 0.0);
        for (row, &truth) in truth.iter().enumerate() {
            let of_row = || (0..rounds).map(|round| predictions.at(round, row));
            let main = of_row().sum::<f64>() / rounds as f64;
            let mean_square =
                |center: f64| of_row().map(|x| (x - center).powi(2)).sum::<f64>() / rounds as f64;
            bias += (main - truth).powi(2);
            variance += mean_square(main);
            loss += mean_square(truth);
        }
        let mean = |sum: f64| sum / rows as f64;
        Ok(SquaredLossDecomposition {
            loss: mean(loss),
            noise,
            squared_bias: mean(bias) - noise,
            variance: mean(variance),
        })
    }
}

/// The zero-one loss in parts, for known classes without noise, each a mean over the rows.
///
/// The main prediction of a row is the class predicted most often over the training sets, the first of equals. After
/// Domingos, bias is the loss of the main prediction and variance how often predictions differ from it. Variance harms
/// where the main prediction is right, and helps where it is wrong and another prediction hits the truth:
/// $\text{loss} = \text{bias} + \text{harm} - \text{help}$. After Kohavi and Wolpert
/// $\text{loss} = \text{bias}^2 + \text{variance}$ with
/// $\text{bias}^2 = \tfrac12 \sum_k (\[k = y\] - \hat P(k))^2$ and $\text{variance} = \tfrac12 (1 - \sum_k \hat P(k)^2)$.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ZeroOneLossDecomposition {
    /// The fraction of wrong predictions.
    pub loss: f64,
    /// The fraction of rows whose main prediction is wrong.
    pub bias: f64,
    /// The fraction of predictions that differ from the main one.
    pub variance: f64,
    /// The part of the variance that harms: on rows whose main prediction is right.
    pub harm: f64,
    /// The part of the variance that helps: predictions that are right where the main one is wrong.
    pub help: f64,
    /// Kohavi and Wolpert's squared bias.
    pub squared_bias: f64,
    /// Kohavi and Wolpert's variance.
    pub squared_variance: f64,
}

impl ZeroOneLossDecomposition {
    /// The parts of predictions of `classes` classes, a list of codes a training set, a code a test row.
    ///
    /// ```
    /// use hornbook_evaluation::model_selection::ZeroOneLossDecomposition;
    /// // Three training sets: the first row is mostly right, the second mostly wrong.
    /// let parts = ZeroOneLossDecomposition::of(&[0, 1], &[vec![0, 0], vec![0, 1], vec![1, 0]], 2)?;
    /// assert_eq!((parts.loss, parts.bias), (0.5, 0.5));
    /// assert!((parts.harm - 1.0 / 6.0).abs() < 1e-15 && (parts.help - 1.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of(truth: &[u32], predictions: &[Vec<u32>], classes: usize) -> Result<ZeroOneLossDecomposition> {
        let (rounds, rows) = (predictions.len(), truth.len());
        check_rounds(rounds, rows)?;
        check_codes(truth, rows, classes, "class")?;
        predictions.iter().try_for_each(|round| check_codes(round, rows, classes, "predicted class"))?;
        let mut parts = ZeroOneLossDecomposition {
            loss: 0.0,
            bias: 0.0,
            variance: 0.0,
            harm: 0.0,
            help: 0.0,
            squared_bias: 0.0,
            squared_variance: 0.0,
        };
        for (row, &truth) in truth.iter().enumerate() {
            let mut shares = vec![0.0; classes];
            predictions.iter().for_each(|round| shares[round[row] as usize] += 1.0);
            shares.iter_mut().for_each(|share| *share /= rounds as f64);
            let main = first_largest(&shares);
            let right = shares[truth as usize];
            let squares: f64 = shares.iter().map(|share| share * share).sum();
            parts.loss += 1.0 - right;
            parts.variance += 1.0 - shares[main];
            if main == truth as usize {
                parts.harm += 1.0 - shares[main];
            } else {
                parts.bias += 1.0;
                parts.help += right;
            }
            // ½ Σ (δ − P)² with δ = 1 at the truth.
            parts.squared_bias += 0.5 * (1.0 - 2.0 * right + squares);
            parts.squared_variance += 0.5 * (1.0 - squares);
        }
        let mean = |sum: f64| sum / rows as f64;
        Ok(ZeroOneLossDecomposition {
            loss: mean(parts.loss),
            bias: mean(parts.bias),
            variance: mean(parts.variance),
            harm: mean(parts.harm),
            help: mean(parts.help),
            squared_bias: mean(parts.squared_bias),
            squared_variance: mean(parts.squared_variance),
        })
    }
}

fn check_rounds(rounds: usize, rows: usize) -> Result<()> {
    if rounds >= 2 && rows >= 1 {
        return Ok(());
    }
    Err(Error::data(
        format!("there are predictions of {rounds} training sets for {rows} rows"),
        "give those of at least two training sets, for at least one row",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refusals() {
        let one = Matrix::new(1, 2, vec![1.0, 2.0]).unwrap();
        let text = |result: Result<SquaredLossDecomposition>| result.unwrap_err().to_string();
        assert!(
            text(SquaredLossDecomposition::of(&[1.0, 2.0], &one, 0.0))
                .contains("of 1 training sets for 2 rows")
        );
        assert!(text(SquaredLossDecomposition::of(&[1.0], &one, 0.0)).contains("a target for 1"));
        let two = Matrix::new(2, 1, vec![1.0, f64::NAN]).unwrap();
        assert!(text(SquaredLossDecomposition::of(&[1.0], &two, 0.0)).contains("a value of NaN"));
        assert!(text(SquaredLossDecomposition::of(&[1.0], &two, -1.0)).contains("noise"));
        let text = |result: Result<ZeroOneLossDecomposition>| result.unwrap_err().to_string();
        assert!(
            text(ZeroOneLossDecomposition::of(&[0, 2], &[vec![0, 0], vec![0, 1]], 2))
                .contains("the class of row 2 is 2")
        );
        assert!(
            text(ZeroOneLossDecomposition::of(&[0], &[vec![0], vec![]], 2))
                .contains("a predicted class for 0")
        );
        assert!(text(ZeroOneLossDecomposition::of(&[], &[], 2)).contains("0 training sets for 0 rows"));
    }

    proptest! {
        #[test]
        fn squared_parts_add_up(
            truth in proptest::collection::vec(-5.0..5.0f64, 3),
            values in proptest::collection::vec(-5.0..5.0f64, 12),
            noise in 0.0..2.0f64,
        ) {
            let parts = SquaredLossDecomposition::of(&truth, &Matrix::new(4, 3, values).unwrap(), noise).unwrap();
            prop_assert!((parts.loss - parts.noise - parts.squared_bias - parts.variance).abs() < 1e-12 * 100.0);
        }

        #[test]
        fn zero_one_parts_add_up(
            truth in proptest::collection::vec(0u32..3, 4),
            predictions in proptest::collection::vec(proptest::collection::vec(0u32..3, 4), 2..8),
        ) {
            let parts = ZeroOneLossDecomposition::of(&truth, &predictions, 3).unwrap();
            prop_assert!((parts.loss - (parts.bias + parts.harm - parts.help)).abs() < 1e-12);
            prop_assert!((parts.loss - (parts.squared_bias + parts.squared_variance)).abs() < 1e-12);
            prop_assert!(parts.harm <= parts.variance + 1e-12);
        }
    }
}
