//! How many splits it takes to isolate rows.

use std::f64::consts::LN_2;

/// Euler's constant: what harmonic numbers are above the logarithm.
const EULER: f64 = 0.577_215_664_901_532_9;

/// The mean number of splits that sets a row apart from others, $c(m) = 2 H(m - 1) - 2 (m - 1) / m$ for $m$ rows in
/// all. None for one row; weights may lie between integers.
///
/// ```
/// use hornbook_trees::isolation::average_path_length;
/// assert_eq!(average_path_length(1.0), 0.0);
/// assert!((average_path_length(2.0) - 1.0).abs() < 1e-12);
/// // One of three rows is alone after one split, the other two after two.
/// assert!((average_path_length(3.0) - 5.0 / 3.0).abs() < 1e-12);
/// ```
pub fn average_path_length(weight: f64) -> f64 {
    // A weight that is not a number, as a damaged file may have, stands for no rows either.
    if weight > 1.0 { 2.0 * (harmonic(weight - 1.0) - (weight - 1.0) / weight) } else { 0.0 }
}

/// The harmonic number $H(x)$, continued between the integers, for $x \ge 0$.
fn harmonic(x: f64) -> f64 {
    // H(x) = H(x + 1) - 1 / (x + 1) leads to numbers for which the series is exact to the last digits.
    let (mut x, mut below) = (x, 0.0);
    while x < 24.0 {
        x += 1.0;
        below += 1.0 / x;
    }
    let inverse = 1.0 / (x * x);
    let series = inverse * (1.0 / 12.0 - inverse * (1.0 / 120.0 - inverse * (1.0 / 252.0 - inverse / 240.0)));
    x.ln() + EULER + 0.5 / x - series - below
}

/// The score of a row that takes so many splits on average, where the mean of all rows would be `usual`. With trees of
/// one row there is nothing to compare.
pub(super) fn score(path_length: f64, usual: f64) -> f64 {
    if usual > 0.0 { (-LN_2 * path_length / usual).exp() } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmonic_numbers() {
        let mut sum = 0.0;
        for i in 1..=300 {
            sum += 1.0 / f64::from(i);
            assert!((harmonic(f64::from(i)) - sum).abs() < 1e-14 * f64::from(i), "{i}");
        }
        // H(1/2) = 2 - 2 ln 2.
        assert!((harmonic(0.5) - (2.0 - 2.0 * LN_2)).abs() < 1e-14);
        assert!(harmonic(0.0).abs() < 1e-14);
    }

    /// The mean depth of a leaf over all ways to cut rows in order at random, counted out.
    #[test]
    fn the_mean_over_all_trees() {
        let mut mean = vec![0.0, 0.0];
        for rows in 2..40usize {
            let cut = |first: usize| {
                (first as f64 * mean[first] + (rows - first) as f64 * mean[rows - first]) / rows as f64
            };
            mean.push(1.0 + (1..rows).map(cut).sum::<f64>() / (rows - 1) as f64);
            assert!((average_path_length(rows as f64) - mean[rows]).abs() < 1e-12, "{rows}");
        }
        // Counted out in fractions. With a logarithm for the harmonic number, as often written, it is 10.2448.
        assert!((average_path_length(256.0) - 10.248689925634562).abs() < 1e-12);
    }

    #[test]
    fn odd_weights() {
        for weight in [f64::NAN, -3.0, 0.0, 0.5, 1.0] {
            assert_eq!(average_path_length(weight), 0.0);
        }
        assert!(average_path_length(1e300).is_finite());
        let weights: Vec<f64> = (10..100).map(|i| average_path_length(f64::from(i) * 0.1)).collect();
        assert!(weights.windows(2).all(|pair| pair[0] < pair[1]), "more rows take more questions");
        assert_eq!((score(10.0, 10.0), score(0.0, 10.0), score(0.0, 0.0)), (0.5, 1.0, 0.5));
    }
}
