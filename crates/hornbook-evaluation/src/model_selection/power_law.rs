//! Power law of a learning curve, how a loss falls with the number of rows: $a + b\,n^{-c}$.

use serde::Serialize;

/// Exponents that learning curves have.
const EXPONENTS: (f64, f64) = (0.05, 3.0);
/// Exponents that are tried before the best of them is refined.
const TRIED: usize = 40;
/// Steps of the golden section, which leave a millionth of where it began.
const REFINEMENTS: usize = 30;
/// Iterations of the robust reweighting.
const ROUNDS: usize = 10;
/// Beyond so many deviations a point counts less (Huber).
const FAR: f64 = 1.345;

/// A law of the form $a + b\,n^{-c}$ with $a, b \ge 0$ and $c$ between 0.05 and 3.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PowerLaw {
    /// What is left with any number of rows, $a$.
    pub floor: f64,
    /// What rows can take away, $b$.
    pub scale: f64,
    /// How fast they do, $c$.
    pub exponent: f64,
}

impl PowerLaw {
    /// The loss with so many rows.
    pub fn at(&self, rows: f64) -> f64 {
        self.floor + self.scale * rows.powf(-self.exponent)
    }

    /// The law through some points, by least squares with weights; points far off the others count less. `None` for
    /// fewer than four points, as three lie on a curve of their own.
    ///
    /// `points` are pairs of rows and loss.
    pub(super) fn through(points: &[(f64, f64)], weights: &[f64]) -> Option<PowerLaw> {
        let usable = |&(rows, loss): &(f64, f64)| rows > 0.0 && rows.is_finite() && loss.is_finite();
        if points.len() < 4 || !points.iter().all(usable) {
            return None;
        }
        let mut law = best_exponent(points, weights);
        for _ in 0..ROUNDS {
            let off: Vec<f64> = points.iter().map(|&(rows, loss)| (loss - law.at(rows)).abs()).collect();
            let mut sorted = off.clone();
            sorted.sort_by(f64::total_cmp);
            let far = FAR * 1.4826 * sorted[sorted.len() / 2];
            let largest = points.iter().map(|point| point.1.abs()).fold(0.0, f64::max);
            if far <= 1e-12 * largest {
                break;
            }
            let lessened = |(w, off): (&f64, &f64)| if *off > far { w * far / off } else { *w };
            let next = best_exponent(points, &weights.iter().zip(&off).map(lessened).collect::<Vec<f64>>());
            let moved =
                points.iter().map(|point| (next.at(point.0) - law.at(point.0)).abs()).fold(0.0, f64::max);
            law = next;
            if moved <= 1e-6 * largest {
                break;
            }
        }
        Some(law)
    }
}

/// The law of the exponent that leaves the smallest squares: the best on a grid, then a golden section around it.
fn best_exponent(points: &[(f64, f64)], weights: &[f64]) -> PowerLaw {
    let (low, high) = (EXPONENTS.0.ln(), EXPONENTS.1.ln());
    let step = (high - low) / (TRIED - 1) as f64;
    let squares = |place: f64| with_exponent(points, weights, place.exp()).1;
    let mut best = (low, squares(low));
    for place in (1..TRIED).map(|i| low + step * i as f64) {
        let found = squares(place);
        if found < best.1 {
            best = (place, found);
        }
    }
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let (mut left, mut right) = ((best.0 - step).max(low), (best.0 + step).min(high));
    let inner = |left: f64, right: f64| (right - golden * (right - left), left + golden * (right - left));
    let (mut a, mut b) = inner(left, right);
    let (mut at_a, mut at_b) = (squares(a), squares(b));
    for _ in 0..REFINEMENTS {
        if at_a <= at_b {
            right = b;
            (b, at_b) = (a, at_a);
            a = inner(left, right).0;
            at_a = squares(a);
        } else {
            left = a;
            (a, at_a) = (b, at_b);
            b = inner(left, right).1;
            at_b = squares(b);
        }
    }
    with_exponent(points, weights, (0.5 * (left + right)).clamp(low, high).exp()).0
}

/// The best law of this exponent and its weighted sum of squares: a straight line over $n^{-c}$.
fn with_exponent(points: &[(f64, f64)], weights: &[f64], exponent: f64) -> (PowerLaw, f64) {
    // In units of the fewest rows, so that the powers are near 1.
    let unit = points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let powers: Vec<f64> = points.iter().map(|point| (point.0 / unit).powf(-exponent)).collect();
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().zip(&powers).zip(weights).map(|((point, &power), w)| w * term(power, point.1)).sum()
    };
    let n = sum(&|_, _| 1.0);
    let (x, y) = (sum(&|x, _| x) / n, sum(&|_, y| y) / n);
    let (xx, xy) = (sum(&|px, _| (px - x) * (px - x)), sum(&|px, py| (px - x) * (py - y)));
    let slope = if xx > 0.0 { (xy / xx).max(0.0) } else { 0.0 };
    let (floor, slope) = match y - slope * x {
        floor if floor >= 0.0 => (floor, slope),
        // Nothing is better than perfect: the line goes through zero.
        _ => (0.0, (sum(&|x, y| x * y) / sum(&|x, _| x * x)).max(0.0)),
    };
    let squares = sum(&|x, y| (y - floor - slope * x).powi(2));
    (PowerLaw { floor, scale: slope * unit.powf(exponent), exponent }, squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZES: [f64; 7] = [10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0];

    fn on(law: PowerLaw) -> Vec<(f64, f64)> {
        SIZES.iter().map(|&n| (n, law.at(n))).collect()
    }

    #[test]
    fn an_outlier_hardly_bends_it() {
        let law = PowerLaw { floor: 0.1, scale: 1.5, exponent: 0.6 };
        let mut points = on(law);
        points[3].1 += 0.3;
        let found = PowerLaw::through(&points, &[1.0; 7]).unwrap();
        assert!((found.at(1280.0) - law.at(1280.0)).abs() < 0.01, "{found:?}");
        let plain = best_exponent(&points, &[1.0; 7]);
        let off = |found: PowerLaw| SIZES.iter().map(|&n| (found.at(n) - law.at(n)).abs()).sum::<f64>();
        assert!(off(found) < 0.5 * off(plain), "{} {}", off(found), off(plain));
    }

    #[test]
    fn what_does_not_fall_is_flat() {
        let rising: Vec<(f64, f64)> = SIZES.iter().map(|&n| (n, 0.1 + 1e-4 * n)).collect();
        let found = PowerLaw::through(&rising, &[1.0; 7]).unwrap();
        assert_eq!(found.scale, 0.0);
        assert!(PowerLaw::through(&rising[..3], &[1.0; 3]).is_none());
        assert!(
            PowerLaw::through(&[(1.0, f64::NAN), (2.0, 1.0), (3.0, 1.0), (4.0, 1.0)], &[1.0; 4]).is_none()
        );
    }

    proptest! {
        #[test]
        fn finds_its_way_back(floor in 0.0..0.5f64, scale in 0.5..5.0f64, exponent in 0.2..1.5f64) {
            let law = PowerLaw { floor, scale, exponent };
            let found = PowerLaw::through(&on(law), &[1.0; 7]).unwrap();
            prop_assert!((found.exponent - exponent).abs() < 1e-4, "{:?}", found);
            prop_assert!((found.at(1280.0) - law.at(1280.0)).abs() < 1e-6);
        }

        #[test]
        fn never_below_perfect(losses in proptest::collection::vec(0.0..1.0f64, 7)) {
            let points: Vec<(f64, f64)> = SIZES.into_iter().zip(losses).collect();
            let found = PowerLaw::through(&points, &[1.0; 7]).unwrap();
            prop_assert!(found.floor >= 0.0 && found.scale >= 0.0 && found.at(1e9) >= 0.0);
        }
    }
}
