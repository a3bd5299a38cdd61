//! Information measures of weighted counts, in bits. An impossible outcome contributes nothing: 0·log 0 = 0.

use crate::distributions::ln_chi_square_upper;

/// Entropy $-\sum_i p_i \log_2 p_i$ of a distribution given as counts or weights; 0 for no weight at all.
///
/// ```
/// use hornbook_math::information::entropy;
/// assert!((entropy(&[9.0, 5.0]) - 0.9402859586706311).abs() < 1e-12);
/// assert_eq!(entropy(&[7.0, 0.0]), 0.0);
/// ```
pub fn entropy(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let bits: f64 = counts.iter().filter(|&&c| c > 0.0).map(|&c| c * (total / c).log2()).sum();
    bits / total
}

/// The entropy of two classes by the fraction of the first, at so many steps from 0 to 1: pairs of fraction
/// and entropy.
///
/// ```
/// use hornbook_math::information::entropy_curve;
/// assert_eq!(entropy_curve(2), [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)]);
/// ```
pub fn entropy_curve(steps: usize) -> Vec<(f64, f64)> {
    let share = |step: usize| if steps == 0 { 0.0 } else { step as f64 / steps as f64 };
    (0..=steps).map(share).map(|p| (p, entropy(&[p, 1.0 - p]))).collect()
}

/// Bits in units of another base: nats for base e, hartleys for base 10.
///
/// ```
/// use hornbook_math::information::in_base;
/// assert!((in_base(1.0, std::f64::consts::E) - 2f64.ln()).abs() < 1e-16);
/// ```
pub fn in_base(bits: f64, base: f64) -> f64 {
    bits / base.log2()
}

/// How many bits the best code gives to each outcome, $-\log_2 p_i$; infinitely many to what cannot be.
///
/// ```
/// use hornbook_math::information::code_lengths;
/// assert_eq!(code_lengths(&[2.0, 1.0, 1.0, 0.0]), [1.0, 2.0, 2.0, f64::INFINITY]);
/// ```
pub fn code_lengths(counts: &[f64]) -> Vec<f64> {
    let total: f64 = counts.iter().sum();
    counts.iter().map(|&c| if c > 0.0 { (total / c).log2() } else { f64::INFINITY }).collect()
}

/// Cross entropy $-\sum_i p_i \log_2 q_i$: the bits it takes to tell outcomes of `p` in the best code of `q`. Both are
/// counts or weights; infinite where `q` rules out what `p` allows; 0 for no weight at all.
///
/// ```
/// use hornbook_math::information::cross_entropy;
/// assert!((cross_entropy(&[0.5, 0.25, 0.25], &[0.6, 0.3, 0.1]) - 1.6332062193464951).abs() < 1e-15);
/// ```
pub fn cross_entropy(p: &[f64], q: &[f64]) -> f64 {
    let total: f64 = p.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    // What `q` does not list has no weight in it.
    let lengths = code_lengths(q).into_iter().chain(std::iter::repeat(f64::INFINITY));
    p.iter().zip(lengths).filter(|(c, _)| **c > 0.0).map(|(c, bits)| c / total * bits).sum()
}

/// Relative entropy (Kullback and Leibler's divergence) $\sum_i p_i \log_2(p_i/q_i)$: the bits that are lost by taking
/// `q` for `p`. Not symmetric; infinite where `q` rules out what `p` allows.
///
/// ```
/// use hornbook_math::information::relative_entropy;
/// assert!((relative_entropy(&[0.5, 0.25, 0.25], &[0.6, 0.3, 0.1]) - 0.13320621934649526).abs() < 1e-15);
/// ```
pub fn relative_entropy(p: &[f64], q: &[f64]) -> f64 {
    let (total, other): (f64, f64) = (p.iter().sum(), q.iter().sum());
    let term = |at: usize, share: f64| match q.get(at) {
        Some(&weight) if weight > 0.0 => share * (share / (weight / other)).log2(),
        _ => f64::INFINITY,
    };
    let terms = p.iter().enumerate().filter(|(_, c)| **c > 0.0).map(|(at, c)| term(at, c / total));
    terms.sum::<f64>().max(0.0)
}

/// Gini's impurity $1-\sum_i p_i^2$ of a distribution given as counts or weights; 0 for no weight at all.
///
/// ```
/// use hornbook_math::information::gini;
/// assert_eq!(gini(&[1.0, 1.0]), 0.5);
/// ```
pub fn gini(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    1.0 - counts.iter().map(|c| (c / total).powi(2)).sum::<f64>()
}

/// What a split leaves of an impurity: the weighted mean of the parts' impurities (`Remainder`).
pub fn remainder(parts: &[&[f64]], impurity: impl Fn(&[f64]) -> f64) -> f64 {
    let total: f64 = parts.iter().flat_map(|p| p.iter()).sum();
    if total <= 0.0 {
        return 0.0;
    }
    parts.iter().map(|part| part.iter().sum::<f64>() / total * impurity(part)).sum()
}

/// Information gain: the entropy of the whole less the [`remainder`] of the parts.
///
/// ```
/// use hornbook_math::information::information_gain;
/// let wind = information_gain(&[&[6.0, 2.0], &[3.0, 3.0]]);
/// assert!((wind - 0.04812703040826949).abs() < 1e-12);
/// ```
pub fn information_gain(parts: &[&[f64]]) -> f64 {
    let classes = parts.iter().map(|p| p.len()).max().unwrap_or(0);
    let whole: Vec<f64> = (0..classes).map(|c| parts.iter().filter_map(|p| p.get(c)).sum()).collect();
    entropy(&whole) - remainder(parts, entropy)
}

/// Conditional entropy $H(Y \mid X)$ of a joint table, a row for each value of $X$: the [`remainder`] of the entropy.
pub fn conditional_entropy(rows: &[&[f64]]) -> f64 {
    remainder(rows, entropy)
}

/// Mutual information $I(X, Y) = H(Y) - H(Y \mid X)$ of a joint table, a row for each value of $X$. It is the
/// [`information_gain`] of a split by $X$.
pub fn mutual_information(rows: &[&[f64]]) -> f64 {
    information_gain(rows)
}

/// The entropy of a split itself (`SplitInformation`), which grows with the number of parts.
pub fn split_information(parts: &[&[f64]]) -> f64 {
    entropy(&parts.iter().map(|p| p.iter().sum()).collect::<Vec<f64>>())
}

/// Gain ratio: information gain over split information; 0 where the split has only one part.
pub fn gain_ratio(parts: &[&[f64]]) -> f64 {
    let bits = split_information(parts);
    if bits <= 0.0 { 0.0 } else { information_gain(parts) / bits }
}

/// Pearson's chi-square statistic of a table of counts, a row a part and a column a class, and its degrees of freedom.
/// Parts and classes without weight do not count.
///
/// ```
/// use hornbook_math::information::chi_square;
/// // The outlook of PlayTennis: sunny, overcast and rain, by yes and no.
/// let (statistic, degrees) = chi_square(&[&[2.0, 3.0], &[4.0, 0.0], &[3.0, 2.0]]);
/// assert!((statistic - 3.546666666666667).abs() < 1e-12 && degrees == 2.0);
/// ```
pub fn chi_square(parts: &[&[f64]]) -> (f64, f64) {
    let classes = parts.iter().map(|p| p.len()).max().unwrap_or(0);
    let whole: Vec<f64> = (0..classes).map(|c| parts.iter().filter_map(|p| p.get(c)).sum()).collect();
    let total: f64 = whole.iter().sum();
    let mut statistic = 0.0;
    let mut rows = 0;
    for part in parts {
        let weight: f64 = part.iter().sum();
        if weight <= 0.0 {
            continue;
        }
        rows += 1;
        for (observed, class) in part.iter().zip(&whole).filter(|(_, class)| **class > 0.0) {
            let expected = weight * class / total;
            statistic += (observed - expected) * (observed - expected) / expected;
        }
    }
    let columns = whole.iter().filter(|&&class| class > 0.0).count();
    let degrees = rows.max(1) - 1;
    (statistic, (degrees * (columns.max(1) - 1)) as f64)
}

/// How surprising a chi-square statistic is if nothing is behind it: $-\log_2$ of its p-value, in bits. Does not
/// overflow where the p-value is too small for a number; 0 without degrees of freedom.
///
/// ```
/// use hornbook_math::information::surprise;
/// assert!((surprise(3.841458820694124, 1.0) - 20f64.log2()).abs() < 1e-9);
/// ```
pub fn surprise(statistic: f64, degrees: f64) -> f64 {
    if degrees <= 0.0 || statistic.is_nan() {
        return 0.0;
    }
    (-ln_chi_square_upper(statistic.max(0.0), degrees) / std::f64::consts::LN_2).max(0.0)
}

/// The bits that it takes to tell the classes of $n$ items, $n_c$ of class $c$ out of $C$, to somebody who
/// knows nothing of their fractions: which of the possible counts, then which of their arrangements.
///
/// $$\log_2 \binom{n+C-1}{C-1} + \log_2 \frac{n!}{\prod_c n_c!}$$
///
/// ```
/// use hornbook_math::information::code_length;
/// // Two classes, 1 and 2 of them: 4 possible counts, 3 arrangements.
/// assert!((code_length(&[1.0, 2.0]) - 12f64.log2()).abs() < 1e-12);
/// ```
pub fn code_length(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    let (classes, ln_factorial) = (counts.len() as f64, |x: f64| libm::lgamma(x + 1.0));
    if classes < 1.0 {
        return 0.0;
    }
    let arranged: f64 = counts.iter().map(|&c| ln_factorial(c)).sum();
    (ln_factorial(total + classes - 1.0) - ln_factorial(classes - 1.0) - arranged) / std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PlayTennis, root: (yes, no) by value.
    const OUTLOOK: [&[f64]; 3] = [&[2.0, 3.0], &[4.0, 0.0], &[3.0, 2.0]];
    const TEMPERATURE: [&[f64]; 3] = [&[2.0, 2.0], &[4.0, 2.0], &[3.0, 1.0]];
    const HUMIDITY: [&[f64]; 2] = [&[3.0, 4.0], &[6.0, 1.0]];
    const WIND: [&[f64]; 2] = [&[6.0, 2.0], &[3.0, 3.0]];

    // proves: 000a:H6
    #[test]
    fn the_curve_of_entropy_is_a_hill() {
        let curve = entropy_curve(100);
        assert_eq!((curve.len(), curve[50]), (101, (0.5, 1.0)));
        for (left, right) in curve.iter().zip(curve.iter().rev()) {
            assert!((left.1 - right.1).abs() < 1e-12 && (left.0 + right.0 - 1.0).abs() < 1e-12);
        }
        assert!(curve[..51].windows(2).all(|pair| pair[0].1 < pair[1].1));
        assert_eq!(entropy_curve(0), [(0.0, 0.0)]);
    }

    // proves: 002:B08, 000a:H7, 001:19, 002:B09, 001:20, 002:B10
    #[test]
    fn play_tennis_goldens() {
        let golden: [(&[&[f64]], f64, f64, f64); 4] = [
            (&OUTLOOK, 0.246749819774439, 1.577406282852345, 0.156427562421175),
            (&TEMPERATURE, 0.029222565658955, 1.556656707462823, 0.018772646222419),
            (&HUMIDITY, 0.151835501362342, 1.0, 0.151835501362342),
            (&WIND, 0.048127030408269, 0.985228136034252, 0.048848615511521),
        ];
        for (parts, gain, split, ratio) in golden {
            assert!((information_gain(parts) - gain).abs() < 1e-12);
            assert!((split_information(parts) - split).abs() < 1e-12);
            assert!((gain_ratio(parts) - ratio).abs() < 1e-12);
        }
    }

    // proves: 000a:H16, 002:B15
    #[test]
    fn chi_square_goldens() {
        use crate::distributions::chi_square_upper;
        let golden: [(&[&[f64]], f64, f64, f64); 4] = [
            (&OUTLOOK, 3.546667, 2.0, 0.169766),
            (&TEMPERATURE, 0.570370, 2.0, 0.751875),
            (&HUMIDITY, 2.8, 1.0, 0.094264),
            (&WIND, 0.933333, 1.0, 0.333998),
        ];
        for (parts, statistic, degrees, p) in golden {
            let (found, freedom) = chi_square(parts);
            assert!((found - statistic).abs() < 1e-6 && freedom == degrees);
            assert!((chi_square_upper(found, freedom) - p).abs() < 1e-6);
            assert!((surprise(found, freedom) + p.log2()).abs() < 1e-5);
        }
        assert_eq!(chi_square(&[&[3.0, 0.0], &[0.0, 0.0]]), (0.0, 0.0));
        assert_eq!(chi_square(&[]), (0.0, 0.0));
        assert_eq!(surprise(5.0, 0.0), 0.0);
    }

    #[test]
    fn code_lengths() {
        assert_eq!(code_length(&[]), 0.0);
        assert!(code_length(&[0.0, 0.0]).abs() < 1e-12);
        // Three classes: 15 ways to share four items, 12 arrangements of two, one and one.
        assert!((code_length(&[2.0, 1.0, 1.0]) - 180f64.log2()).abs() < 1e-12);
        assert!((code_length(&[7.0]) - 0.0).abs() < 1e-12);
    }

    // proves: 001:75, 001:76
    #[test]
    fn two_distributions() {
        let (p, q) = ([0.5, 0.25, 0.25], [0.6, 0.3, 0.1]);
        assert!((cross_entropy(&p, &q) - 1.6332062193464951).abs() < 1e-14);
        assert!((cross_entropy(&p, &p) - entropy(&p)).abs() < 1e-15);
        assert!((relative_entropy(&p, &q) - 0.13320621934649526).abs() < 1e-14);
        assert!((in_base(relative_entropy(&p, &q), std::f64::consts::E) - 0.09233151537307283).abs() < 1e-14);
        assert!((relative_entropy(&q, &p) - 0.10453815576167821).abs() < 1e-14);
        // Weights count by their fractions; the rest of a shorter list is nothing.
        assert_eq!(relative_entropy(&[2.0, 2.0], &[3.0, 3.0, 0.0]), 0.0);
        assert_eq!(relative_entropy(&[1.0, 1.0], &[1.0]), f64::INFINITY);
        assert_eq!(cross_entropy(&[1.0, 1.0], &[1.0]), f64::INFINITY);
        assert_eq!((cross_entropy(&[1.0, 0.0], &[1.0]), cross_entropy(&[], &[1.0])), (0.0, 0.0));
    }

    // proves: 000a:H4, 000a:H5, 001:18, 001:74, 002:B07, 001:21, 002:B11
    #[test]
    fn limits() {
        assert_eq!(entropy(&[]), 0.0);
        assert_eq!(entropy(&[1.0, 1.0]), 1.0);
        assert!((entropy(&[0.8, 0.2]) - 0.7219280948873623).abs() < 1e-15);
        assert!((entropy(&[1.0; 8]) - 3.0).abs() < 1e-15);
        assert_eq!(gain_ratio(&[&[3.0, 4.0]]), 0.0);
        // A unique id: its gain is the whole entropy.
        let id: Vec<[f64; 2]> = (0..14).map(|i| if i < 9 { [1.0, 0.0] } else { [0.0, 1.0] }).collect();
        let id: Vec<&[f64]> = id.iter().map(|p| p.as_slice()).collect();
        assert!((information_gain(&id) - 0.940285958670631).abs() < 1e-12);
        assert!((gain_ratio(&id) - 0.246965669846843).abs() < 1e-12);
    }
}
