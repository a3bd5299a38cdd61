//! Interpolation: the notes' cubic, scipy's splines, Runge's warning.

use super::*;
use proptest::prelude::*;

// proves: 000a:F1
#[test]
fn the_cubic_of_the_notes() {
    let cubic = InterpolatingPolynomial::through(&[2.0, 0.0, 3.0, 1.0], &[11.0, 1.0, 31.0, 3.0]).unwrap();
    for (at, expected) in [(0.5, 1.625), (1.5, 5.875), (4.0, 69.0), (2.0, 11.0)] {
        assert!((cubic.value(at) - expected).abs() < 1e-12, "{at}");
    }
    assert_eq!([0.0, 1.5, 3.0, 4.0, -0.1].map(|at| cubic.is_inside(at)), [true, true, true, false, false]);
    assert_eq!(cubic.divided_differences(), [1.0, 2.0, 3.0, 1.0]);
    assert_eq!(cubic.coefficients(), [1.0, 1.0, 0.0, 1.0]);
}

#[test]
fn splines_as_scipy() {
    // scipy.interpolate.CubicSpline of x, y with bc_type "natural" and ((1, 0.5), (1, -1)), at 0.2, 1.7, 3.9 and 5.5.
    let (x, y) = ([0.0, 1.0, 2.5, 3.0, 4.5, 6.0], [1.0, 3.0, 2.0, 2.5, -1.0, 0.0]);
    let (natural, clamped) =
        (CubicSpline::natural(&x, &y).unwrap(), CubicSpline::clamped(&x, &y, 0.5, -1.0).unwrap());
    for (at, by_natural, by_clamped) in SCIPY {
        assert!((natural.value(at) - by_natural).abs() < 1e-13, "{at}: {}", natural.value(at));
        assert!((clamped.value(at) - by_clamped).abs() < 1e-13, "{at}: {}", clamped.value(at));
    }
    assert!((clamped.slope(0.0) - 0.5).abs() < 1e-13 && (clamped.slope(6.0) + 1.0).abs() < 1e-13);
    // Beyond the ends both are straight.
    assert!((clamped.value(7.0) - (clamped.value(6.0) - 1.0)).abs() < 1e-13);
    let (near, far) = (natural.value(-1.0), natural.value(-2.0));
    assert!((far - near - (near - natural.value(0.0))).abs() < 1e-12);
}

/// How far a polynomial of 1 / (1 + 25 x²) through points is off, at most.
fn worst(points: &[f64]) -> f64 {
    let runge = |x: f64| 1.0 / (1.0 + 25.0 * x * x);
    let values: Vec<f64> = points.iter().map(|&x| runge(x)).collect();
    let polynomial = InterpolatingPolynomial::through(points, &values).unwrap();
    let error = |at: f64| (polynomial.value(at) - runge(at)).abs();
    (0..=2000).map(|k| error(-1.0 + f64::from(k) / 1000.0)).fold(0.0, f64::max)
}

#[test]
fn runge_warns_of_equal_distances() {
    let equal: Vec<f64> = [5, 11, 21, 41].map(|count| worst(&equidistant_points(-1.0, 1.0, count))).to_vec();
    let chebyshev: Vec<f64> =
        [5, 11, 21, 41].map(|count| worst(&chebyshev_points(-1.0, 1.0, count))).to_vec();
    assert!(equal[1] > 1.9 && equal[2] > 25.0 * equal[1] && equal[3] > 1000.0 * equal[2], "{equal:?}");
    assert!(chebyshev.windows(2).all(|pair| pair[1] < 0.4 * pair[0]), "{chebyshev:?}");
    // The swings are at the ends.
    let points = equidistant_points(-1.0, 1.0, 21);
    let values: Vec<f64> = points.iter().map(|x| 1.0 / (1.0 + 25.0 * x * x)).collect();
    let polynomial = InterpolatingPolynomial::through(&points, &values).unwrap();
    assert!((polynomial.value(0.05) - 1.0 / (1.0 + 25.0 * 0.0025)).abs() < 0.02);
    assert!((polynomial.value(0.98) - 1.0 / (1.0 + 25.0 * 0.9604)).abs() > 20.0);
    // Splines of the same points do not swing.
    let spline = CubicSpline::natural(&points, &values).unwrap();
    let error = |at: f64| (spline.value(at) - 1.0 / (1.0 + 25.0 * at * at)).abs();
    assert!((0..=200).all(|k| error(-1.0 + f64::from(k) / 100.0) < 0.005));
}

#[test]
fn faults_are_named() {
    let twice = InterpolatingPolynomial::through(&[1.0, 2.0, 1.0], &[0.0; 3]).unwrap_err().to_string();
    assert!(twice.contains("two points have the place 1"), "{twice}");
    assert!(CubicSpline::natural(&[1.0], &[1.0]).unwrap_err().to_string().contains("at least 2"));
    assert!(linear(&[1.0, 2.0], &[1.0], 0.0).unwrap_err().to_string().contains("2 places and 1 values"));
    let gap = CubicSpline::natural(&[1.0, f64::NAN], &[1.0, 2.0]).unwrap_err().to_string();
    assert!(gap.contains("point 2 is (NaN, 2)"), "{gap}");
    assert!(CubicSpline::clamped(&[1.0, 2.0], &[1.0, 2.0], f64::NAN, 0.0).is_err());
    assert!(InterpolatingPolynomial::through(&[], &[]).is_err());
    assert_eq!(InterpolatingPolynomial::through(&[1.0], &[7.0]).unwrap().value(3.0), 7.0);
}

proptest! {
    /// Every curve goes through its points, and polynomials of low degree come back.
    #[test]
    fn through_the_points(steps in prop::collection::vec((0.1f64..2.0, -5.0f64..5.0), 3..12)) {
        let mut place = -3.0;
        let x: Vec<f64> = steps.iter().map(|(step, _)| { place += step; place }).collect();
        let y: Vec<f64> = steps.iter().map(|(_, y)| *y).collect();
        let (polynomial, spline) = (InterpolatingPolynomial::through(&x, &y).unwrap(), CubicSpline::natural(&x, &y).unwrap());
        for (&x_i, &y_i) in x.iter().zip(&y) {
            prop_assert_eq!(polynomial.value(x_i), y_i);
            prop_assert!((spline.value(x_i) - y_i).abs() < 1e-12);
            prop_assert!((linear(&x, &y, x_i).unwrap() - y_i).abs() < 1e-12);
            prop_assert!((spline.slope(x_i - 1e-9) - spline.slope(x_i + 1e-9)).abs() < 1e-4, "slopes agree");
        }
        let parabola: Vec<f64> = x.iter().map(|x| 2.0 * x * x - x + 3.0).collect();
        let again = InterpolatingPolynomial::through(&x, &parabola).unwrap();
        let at = x[0] + 0.3;
        prop_assert!((again.value(at) - (2.0 * at * at - at + 3.0)).abs() < 1e-9);
        // A clamped spline of a cubic is that cubic.
        let cubic = |x: f64| x * x * x - 2.0 * x + 1.0;
        let slope = |x: f64| 3.0 * x * x - 2.0;
        let values: Vec<f64> = x.iter().map(|&x| cubic(x)).collect();
        let (first, last) = (x[0], x[x.len() - 1]);
        let clamped = CubicSpline::clamped(&x, &values, slope(first), slope(last)).unwrap();
        let middle = 0.37 * first + 0.63 * last;
        prop_assert!((clamped.value(middle) - cubic(middle)).abs() < 1e-10 * (1.0 + cubic(last).abs() + cubic(first).abs()));
    }
}

const SCIPY: [(f64, f64, f64); 4] = [
    (0.2, 1.5525349182763744, 1.2364237123420798),
    (1.7, 2.500616586869187, 2.6508662131519274),
    (3.9, 0.6411054977711741, 0.47166763848396487),
    (5.5, -0.8744152770898687, -0.15146852391750354),
];
