use super::*;
use hornbook_math::matrix::Matrix;
use std::sync::Arc;

// proves: 001:30
#[test]
fn distances_by_hand() {
    let (a, b) = ([0.0, 3.0, -1.0], [4.0, 3.0, 2.0]);
    let of = |metric: Metric| metric.distance(&a, &b).unwrap();
    assert_eq!(of(Metric::Euclidean), 5.0);
    assert_eq!(of(Metric::Manhattan), 7.0);
    assert_eq!(of(Metric::Chebyshev), 4.0);
    assert!((of(Metric::Minkowski(3.0)) - 91f64.cbrt()).abs() < 1e-12);
    assert_eq!(of(Metric::Minkowski(2.0)), 5.0);
    assert_eq!(of(Metric::Minkowski(f64::INFINITY)), 4.0);
    assert!((of(Metric::Hamming) - 2.0 / 3.0).abs() < 1e-15);
    // 1 - 7 / sqrt(10 · 29)
    assert!((of(Metric::Cosine) - (1.0 - 7.0 / 290f64.sqrt())).abs() < 1e-15);
    assert!(Metric::Minkowski(0.5).distance(&a, &b).is_err());
    assert!(Metric::Euclidean.distance(&a, &b[..2]).is_err());
    assert!(Metric::Cosine.distance(&a, &[0.0; 3]).is_err());
    // scikit-learn: haversine_distances from Buenos Aires to Paris, in radians.
    let radians = |place: [f64; 2]| place.map(f64::to_radians);
    let (ezeiza, paris) = (radians([-34.83333, -58.5166646]), radians([49.0083899664, 2.53844117956]));
    let angle = Metric::Haversine.distance(&ezeiza, &paris).unwrap();
    assert!((angle - 1.742_197_513_077_956_3).abs() < 1e-15, "{angle}");
    assert!(Metric::Haversine.distance(&a, &b).is_err());
}

// proves: 001:63
#[test]
fn mahalanobis_is_the_quadratic_form() {
    // The notes: Σ = [[2, .5], [.5, 1]], x - μ = (1, 1), squared distance 8/7.
    let covariance = Matrix::from_rows(&[[2.0, 0.5], [0.5, 1.0]]).unwrap();
    let metric = Metric::Mahalanobis(Whitening::of_covariance(&covariance).unwrap());
    let found = metric.distance(&[1.0, 2.0], &[0.0, 1.0]).unwrap();
    assert!((found * found - 8.0 / 7.0).abs() < 1e-14);
    let rows = Matrix::from_rows(&[[0.0, 1.0], [2.0, 0.0], [1.0, 5.0]]).unwrap();
    let copies = Matrix::from_rows(&[[0.0, 1.0], [2.0, 0.0], [2.0, 0.0], [1.0, 5.0]]).unwrap();
    let (weighted, repeated) = (
        Whitening::of_rows(&rows, &[1.0, 2.0, 1.0]).unwrap(),
        Whitening::of_rows(&copies, &[1.0; 4]).unwrap(),
    );
    for (a, b) in weighted.lower().values().iter().zip(repeated.lower().values()) {
        assert!((a - b).abs() < 1e-14);
    }
    for singular in [[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 1.0]]] {
        let refused = Whitening::of_covariance(&Matrix::from_rows(&singular).unwrap());
        assert!(refused.is_err(), "{singular:?}");
    }
    assert!(Whitening::of_rows(&rows, &[0.5, 0.25, 0.25]).is_err());
}

#[test]
fn gower_leaves_out_what_is_missing() {
    let rows = Matrix::from_rows(&[[1.0, 0.0, 5.0], [3.0, 1.0, 5.0], [f64::NAN, 1.0, 5.0]]).unwrap();
    let gower = Metric::Gower(Gower::of_rows(&rows, &[false, true, false]).unwrap());
    let of = |i: usize, j: usize| gower.distance(rows.row(i), rows.row(j)).unwrap();
    assert_eq!(of(0, 1), (1.0 + 1.0 + 0.0) / 3.0);
    assert_eq!(of(0, 2), (1.0 + 0.0) / 2.0);
    assert_eq!(of(1, 2), 0.0);
    let far = gower.distance(rows.row(0), &[100.0, 0.0, 6.0]).unwrap();
    assert_eq!(
        far,
        (1.0 + 0.0 + 1.0) / 3.0,
        "no column counts more than 1, and a constant one differs or not"
    );
    let strangers = gower.distance(&[1.0, f64::NAN, f64::NAN], &[f64::NAN, 1.0, f64::NAN]).unwrap();
    assert_eq!(strangers, 1.0);
    assert!(Gower::of_rows(&rows, &[false]).is_err());
}

// proves: 001:29
#[test]
fn axioms_are_checked() {
    let rows = Matrix::from_rows(&[[0.0, 1.0], [1.0, 1.0], [2.0, 0.5], [-3.0, 2.0]]).unwrap();
    for metric in
        [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski(2.5), Metric::Hamming]
    {
        assert_eq!(check_axioms(&metric, &rows).unwrap(), None, "{metric:?}");
    }
    let found = |function: fn(&[f64], &[f64]) -> f64| {
        let metric = Metric::custom(Arc::new(function));
        check_axioms(&metric, &rows).unwrap().map(|violation| (violation.axiom, violation.rows))
    };
    assert_eq!(found(|_, _| f64::NAN), Some((Axiom::Number, vec![0, 0])));
    assert_eq!(found(|a, b| a[0] - b[0]), Some((Axiom::NonNegative, vec![0, 1])));
    assert_eq!(found(|a, b| 1.0 + (a[0] - b[0]).abs()), Some((Axiom::Identity, vec![0])));
    assert_eq!(found(|a, b| (b[0] - a[0]).max(0.0)), Some((Axiom::Symmetry, vec![0, 1])));
    assert_eq!(found(|a, b| (a[0] - b[0]).powi(2)), Some((Axiom::Triangle, vec![0, 1, 2])));
    assert_eq!(found(|a, b| (a[0] - b[0]).abs().min(1.0)), None);
    let circle = Matrix::from_rows(&[[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]).unwrap();
    let cosine = check_axioms(&Metric::Cosine, &circle).unwrap().unwrap();
    assert_eq!((cosine.axiom, cosine.rows), (Axiom::Triangle, vec![0, 1, 2]));
}
