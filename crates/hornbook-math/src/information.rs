//! Information measures of weighted counts, in bits. An impossible outcome contributes nothing: 0·log 0 = 0.

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

/// The entropy of a split itself (`SplitInformation`), which grows with the number of parts.
pub fn split_information(parts: &[&[f64]]) -> f64 {
    entropy(&parts.iter().map(|p| p.iter().sum()).collect::<Vec<f64>>())
}

/// Gain ratio: information gain over split information; 0 where the split has only one part.
pub fn gain_ratio(parts: &[&[f64]]) -> f64 {
    let bits = split_information(parts);
    if bits <= 0.0 { 0.0 } else { information_gain(parts) / bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PlayTennis, root: (yes, no) by value.
    const OUTLOOK: [&[f64]; 3] = [&[2.0, 3.0], &[4.0, 0.0], &[3.0, 2.0]];
    const TEMPERATURE: [&[f64]; 3] = [&[2.0, 2.0], &[4.0, 2.0], &[3.0, 1.0]];
    const HUMIDITY: [&[f64]; 2] = [&[3.0, 4.0], &[6.0, 1.0]];
    const WIND: [&[f64]; 2] = [&[6.0, 2.0], &[3.0, 3.0]];

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
