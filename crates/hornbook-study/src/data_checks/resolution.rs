//! To how many decimals numbers were written: sums of rounded numbers are exact up to that.

use hornbook_math::quantiles::median;

/// Decimals that are looked for.
const MOST_DECIMALS: i32 = 9;
/// Of a number times a power of ten, what rounding in floating point may leave beside an integer, relative to it.
const FLOATING_POINT: f64 = 8.0 * f64::EPSILON;

/// The distance between neighboring numbers that could have been written: a power of ten, or, if they have more decimals, that of
/// single or double precision. The numbers are finite.
pub(super) fn resolution(values: &[f64]) -> f64 {
    let is_written_with = |decimals: i32| {
        let scale = 10f64.powi(decimals);
        values.iter().all(|x| {
            let scaled = x * scale;
            (scaled - scaled.round()).abs() <= FLOATING_POINT * scaled.abs().max(1.0)
        })
    };
    if let Some(decimals) = (0..=MOST_DECIMALS).find(|&decimals| is_written_with(decimals)) {
        return 10f64.powi(-decimals);
    }
    let sizes: Vec<f64> = values.iter().map(|x| x.abs()).collect();
    let is_single = values.iter().all(|&x| f64::from(x as f32) == x);
    median(&sizes) * if is_single { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_precisions() {
        assert_eq!(resolution(&[1.0, 250.0, -3.0]), 1.0);
        assert_eq!(resolution(&[1.25, 250.1, -3.0]), 0.01);
        assert_eq!(resolution(&[0.1, 0.2, 0.3]), 0.1);
        assert_eq!(resolution(&[123_456.789, 0.001]), 0.001);
        let thirds: Vec<f64> = (1..20).map(|i| f64::from(i) / 3.0).collect();
        assert!(resolution(&thirds) < 1e-14);
        let single: Vec<f64> = (1..20).map(|i| f64::from(i as f32 / 3.0)).collect();
        assert!((1e-8..1e-6).contains(&resolution(&single)));
    }
}
