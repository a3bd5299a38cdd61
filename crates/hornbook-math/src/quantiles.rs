//! Quantiles of values that weigh.

/// How far two sums of weights may lie apart, as a fraction of all, and still be the same but for rounding.
const ROUNDING: f64 = 1e-12;

/// Quantiles of values with their weights, a value of weight 2 being there twice: the smallest value that
/// at least such a fraction of the weight does not lie above, or the middle between two where the fraction
/// ends between them. At 0.5 that is the median. NaN if nothing weighs anything.
///
/// Shares are of the whole weight, so that multiplying all weights by a number changes nothing; and the order of the values
/// does not matter, not even in the last bit.
///
/// ```
/// use hornbook_math::quantiles::quantiles;
/// assert_eq!(quantiles(vec![(1.0, 1.0), (9.0, 1.0), (4.0, 2.0)], &[0.0, 0.25, 0.5, 1.0]), [1.0, 2.5, 4.0, 9.0]);
/// assert_eq!(quantiles(vec![(1.0, 0.25), (2.0, 0.25)], &[0.5]), [1.5]);
/// ```
pub fn quantiles(mut values: Vec<(f64, f64)>, shares: &[f64]) -> Vec<f64> {
    values.retain(|value| value.1 > 0.0);
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut total = 0.0;
    for value in &mut values {
        total += value.1;
        value.1 = total;
    }
    let Some(last) = values.len().checked_sub(1) else { return vec![f64::NAN; shares.len()] };
    let quantile = |&share: &f64| {
        let (place, slack) = (share * total, ROUNDING * total);
        let low = values.partition_point(|value| value.1 < place - slack).min(last);
        let high = values.partition_point(|value| value.1 <= place + slack).min(last);
        match share <= 0.0 {
            true => values[0].0,
            // Not a mean of sums, which may overflow.
            false => values[low].0 + (values[high].0 - values[low].0) / 2.0,
        }
    };
    shares.iter().map(quantile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_weights_are_the_same() {
        let shares: Vec<f64> = (0..=20).map(|i| f64::from(i) / 20.0).collect();
        let weighed = quantiles(vec![(3.0, 2.0), (1.0, 3.0), (7.0, 0.0), (2.0, 1.0), (9.0, 4.0)], &shares);
        let copies = [9.0, 1.0, 3.0, 9.0, 1.0, 2.0, 9.0, 3.0, 1.0, 9.0].map(|x| (x, 1.0));
        assert_eq!(weighed, quantiles(copies.to_vec(), &shares));
        // numpy.quantile(copies, [.25, .3, .5, .6], method='averaged_inverted_cdf')
        assert_eq!(quantiles(copies.to_vec(), &[0.25, 0.3, 0.5, 0.6]), [1.0, 1.5, 3.0, 6.0]);
    }

    #[test]
    fn scale_and_order_do_not_matter() {
        let values = [(0.3, 0.1), (0.7, 0.2), (0.1, 0.3), (0.9, 0.4)];
        let turned: Vec<_> = values.iter().rev().copied().collect();
        let scaled = values.map(|(x, w)| (x, w * 1e-3)).to_vec();
        for share in [0.0, 0.1, 0.3, 0.5, 0.6, 1.0] {
            let found = quantiles(values.to_vec(), &[share]);
            assert_eq!(found, quantiles(turned.clone(), &[share]));
            assert_eq!(found, quantiles(scaled.clone(), &[share]));
        }
        assert!(quantiles(vec![(1.0, 0.0)], &[0.5])[0].is_nan());
    }
}
