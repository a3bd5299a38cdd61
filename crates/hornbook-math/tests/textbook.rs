//! Worked numbers of the textbooks, and the laws that its operations on matrices keep.

use hornbook_math::algebra::{GeneralEigen, Lu, determinant, inverse, rank, vectors};
use hornbook_math::distributions::{
    Binomial, Multivariate, MultivariateStudent, Normal, Student, Univariate, binomial_probability,
};
use hornbook_math::matrix::Matrix;
use proptest::prelude::*;

fn close(ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{ours} and not {theirs}");
}

/// The largest part of A v - λ v over all pairs, with complex numbers as two real ones.
fn worst_residual(a: &Matrix, eigen: &GeneralEigen) -> f64 {
    let mut worst: f64 = 0.0;
    for pair in 0..a.rows() {
        let (re, im) = (eigen.vectors_real.column(pair), eigen.vectors_imaginary.column(pair));
        let (of_re, of_im) = (a.times(&re).unwrap(), a.times(&im).unwrap());
        let (x, y) = (eigen.real[pair], eigen.imaginary[pair]);
        assert!((vectors::norm(&re).hypot(vectors::norm(&im)) - 1.0).abs() < 1e-12, "the length is 1");
        for row in 0..a.rows() {
            worst = worst.max((of_re[row] - (x * re[row] - y * im[row])).abs());
            worst = worst.max((of_im[row] - (x * im[row] + y * re[row])).abs());
        }
    }
    worst
}

/// Vectors that are not orthogonal, a pair of complex ones, one that stands for a double value, and a singular matrix.
// proves: 001:43
#[test]
fn eigenvectors_of_matrices_that_are_not_symmetric() {
    // Eigenvalues 5 and 2, with vectors along (1, 1) and (1, -2).
    let a = Matrix::from_rows(&[[4.0, 1.0], [2.0, 3.0]]).unwrap();
    let eigen = GeneralEigen::new(&a).unwrap();
    close(eigen.real[0], 5.0, 1e-13);
    close(eigen.real[1], 2.0, 1e-13);
    assert!(eigen.is_real() && !eigen.is_singular(1e-12));
    let slope = |pair: usize| eigen.vectors_real.at(1, pair) / eigen.vectors_real.at(0, pair);
    close(slope(0), 1.0, 1e-12);
    close(slope(1), -2.0, 1e-12);
    assert!(worst_residual(&a, &eigen) < 1e-12);
    let inner = vectors::dot(&eigen.vectors_real.column(0), &eigen.vectors_real.column(1)).unwrap();
    assert!(inner.abs() > 0.1, "only a symmetric matrix promises orthogonal vectors: {inner}");
    // A quarter turn that doubles: 2i and -2i, with vectors along (1, -i) and (1, i).
    let turn = Matrix::from_rows(&[[0.0, -2.0], [2.0, 0.0]]).unwrap();
    let eigen = GeneralEigen::new(&turn).unwrap();
    close(eigen.imaginary[0], 2.0, 1e-13);
    close(eigen.imaginary[1], -2.0, 1e-13);
    assert!(!eigen.is_real() && !eigen.is_singular(1e-12) && worst_residual(&turn, &eigen) < 1e-12);
    // A double eigenvalue with one direction only: fewer independent vectors than eigenvalues.
    let sheared = Matrix::from_rows(&[[3.0, 1.0], [0.0, 3.0]]).unwrap();
    let eigen = GeneralEigen::new(&sheared).unwrap();
    assert!(
        eigen.real.iter().all(|value| (value - 3.0).abs() < 1e-6) && worst_residual(&sheared, &eigen) < 1e-6
    );
    assert!(determinant(&eigen.vectors_real).unwrap().abs() < 1e-6, "both vectors are (1, 0)");
    // Rows that repeat: an eigenvalue of zero, and no inverse.
    let singular = Matrix::from_rows(&[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]).unwrap();
    let eigen = GeneralEigen::new(&singular).unwrap();
    assert!(eigen.is_singular(1e-12) && Lu::new(&singular).unwrap().is_singular());
    assert!(worst_residual(&singular, &eigen) < 1e-12 && inverse(&singular).is_err());
    assert!(GeneralEigen::new(&Matrix::zeros(2, 2)).unwrap().is_singular(1e-12));
    // A symmetric matrix: different eigenvalues have orthogonal vectors.
    let symmetric = Matrix::from_rows(&[[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]]).unwrap();
    let eigen = GeneralEigen::new(&symmetric).unwrap();
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let inner = vectors::dot(&eigen.vectors_real.column(a), &eigen.vectors_real.column(b)).unwrap();
        assert!(inner.abs() < 1e-12, "{a} and {b}: {inner}");
    }
}

fn matrices(size: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(-3.0..3.0f64, size * size)
        .prop_map(move |values| Matrix::new(size, size, values).unwrap())
}

proptest! {
    /// Every pair of any matrix, the sum of the values and their product.
    // proves: 001:43
    #[test]
    fn eigenpairs_of_any_matrix(size in 1usize..7, seed in prop::collection::vec(-3.0..3.0f64, 36)) {
        let a = Matrix::from_fn(size, size, |i, j| seed[6 * i + j]);
        let eigen = GeneralEigen::new(&a).unwrap();
        prop_assert!(worst_residual(&a, &eigen) < 1e-9);
        prop_assert!((eigen.real.iter().sum::<f64>() - a.trace().unwrap()).abs() < 1e-9);
        prop_assert!(eigen.imaginary.iter().sum::<f64>().abs() < 1e-9);
        // Imaginary parts come in pairs, so that the product of all is real.
        let product = eigen.real.iter().zip(&eigen.imaginary).fold((1.0, 0.0), |(x, y): (f64, f64), (re, im)| {
            (x * re - y * im, x * im + y * re)
        });
        let expected = determinant(&a).unwrap();
        prop_assert!((product.0 - expected).abs() < 1e-8 * expected.abs().max(1.0), "{} {}", product.0, expected);
    }

    /// The laws of transpose, trace, inverse and rank, for matrices of any numbers and of any shape.
    // proves: 001:39, 002:U02
    #[test]
    fn laws_of_matrices(a in matrices(4), b in matrices(4), tall in prop::collection::vec(-3.0..3.0f64, 8)) {
        let same = |one: &Matrix, other: &Matrix, tolerance: f64| {
            one.rows() == other.rows()
                && one.columns() == other.columns()
                && one.values().iter().zip(other.values()).all(|(x, y)| (x - y).abs() <= tolerance)
        };
        for (i, j) in [(0, 3), (2, 1), (3, 3)] {
            prop_assert_eq!(a.transpose().at(i, j), a.at(j, i));
        }
        prop_assert_eq!(&a.transpose().transpose(), &a);
        let product = a.product(&b).unwrap();
        prop_assert!(same(&product.transpose(), &b.transpose().product(&a.transpose()).unwrap(), 1e-12));
        // Of matrices that are not square, too: (4×4)(4×2).
        let tall = Matrix::new(4, 2, tall).unwrap();
        let narrow = a.product(&tall).unwrap();
        prop_assert_eq!((narrow.transpose().rows(), narrow.transpose().columns()), (2, 4));
        prop_assert!(same(&narrow.transpose(), &tall.transpose().product(&a.transpose()).unwrap(), 1e-12));
        // The trace: the sum of the diagonal, and the same for both orders of a product.
        let diagonal: f64 = (0..4).map(|i| a.at(i, i)).sum();
        prop_assert!((a.trace().unwrap() - diagonal).abs() < 1e-12);
        prop_assert!((product.trace().unwrap() - b.product(&a).unwrap().trace().unwrap()).abs() < 1e-10);
        prop_assert!(tall.trace().is_err() && inverse(&tall).is_err());
        // Symmetric is what its transpose is.
        let sum = Matrix::from_fn(4, 4, |i, j| a.at(i, j) + a.at(j, i));
        prop_assert!(sum.is_symmetric(0.0) && !tall.is_symmetric(1e9));
        prop_assert_eq!(a.is_symmetric(1e-9), same(&a, &a.transpose(), 1e-9));
        // The identity changes nothing, and the inverse leads back from both sides.
        let identity = Matrix::identity(4);
        prop_assert!(same(&identity.product(&a).unwrap(), &a, 0.0) && same(&a.product(&identity).unwrap(), &a, 0.0));
        let size = determinant(&a).unwrap().abs();
        prop_assume!(size > 0.5 && determinant(&b).unwrap().abs() > 0.5);
        let (back, of_b) = (inverse(&a).unwrap(), inverse(&b).unwrap());
        prop_assert!(same(&a.product(&back).unwrap(), &identity, 1e-8));
        prop_assert!(same(&back.product(&a).unwrap(), &identity, 1e-8));
        prop_assert!(same(&inverse(&product).unwrap(), &of_b.product(&back).unwrap(), 1e-6));
        // The rank: full here, that of the narrower factor for a product with it, and one less with a row twice.
        prop_assert_eq!(rank(&a).unwrap(), 4);
        let twice = Matrix::from_fn(4, 4, |i, j| a.at(i.max(1), j));
        prop_assert_eq!(rank(&twice).unwrap(), 3);
        prop_assert!(inverse(&twice).is_err());
        let outer = Matrix::from_fn(4, 4, |i, j| a.at(0, i) * a.at(1, j));
        prop_assert_eq!(rank(&outer).unwrap(), 1);
    }
}

/// Forty draws of which each is wrong with 0.3, and the normal distribution beside it.
// proves: 000a:J6
#[test]
fn forty_draws_of_three_tenths() {
    let binomial = Binomial::new(40, 0.3).unwrap();
    close(binomial.mean(), 12.0, 1e-12);
    close(binomial.variance(), 8.4, 1e-12);
    close(binomial.variance().sqrt(), 2.898275, 5e-7);
    close(binomial_probability(12, 40, 0.3), 0.136573821, 5e-10);
    close(binomial.cdf(12.0), 0.577180925, 5e-10);
    assert_eq!(binomial.mode(), 12.0);
    let normal = Normal::new(12.0, 8.4f64.sqrt()).unwrap();
    close(normal.quantile(0.025), 6.319485, 5e-7);
    close(normal.upper_quantile(0.025), 17.680515, 5e-7);
    let standard = Normal::new(0.0, 1.0).unwrap();
    close(standard.cdf(1.28) - standard.cdf(-1.28), 0.799455, 5e-7);
}

/// One variable with a location and a scale, and its multivariate form in one and two dimensions.
// proves: 001:69
#[test]
fn students_distribution_with_location_and_scale() {
    let standard = Student::new(5.0, 0.0, 1.0).unwrap();
    close(standard.density(1.3), 0.1584767357289824, 1e-14);
    close(standard.cdf(1.3), 0.8748496829146615, 1e-14);
    close(standard.quantile(0.8748496829146615), 1.3, 1e-12);
    // At 4 with the location 1 and the scale 2: (4 - 1) / 2 = 1.5, and the density over the scale.
    let moved = Student::new(5.0, 1.0, 2.0).unwrap();
    close(moved.density(4.0), 0.062258672323177576, 1e-15);
    close(moved.cdf(4.0), 0.9030481598787632, 1e-14);
    close(moved.quantile(0.9030481598787632), 4.0, 1e-12);
    close(Student::new(9.0, 0.0, 1.0).unwrap().quantile(0.975), 2.262157162798205, 1e-12);
    let one = MultivariateStudent::new(5.0, &[1.0], &Matrix::from_rows(&[[4.0]]).unwrap()).unwrap();
    close(one.ln_density(&[4.0]), moved.density(4.0).ln(), 1e-12);
    // Two dimensions at the middle: Γ(7/2) / (Γ(5/2) 5 π √det) = 1 / (2 π √det).
    let scale = Matrix::from_rows(&[[2.0, 0.5], [0.5, 1.0]]).unwrap();
    let two = MultivariateStudent::new(5.0, &[1.0, -1.0], &scale).unwrap();
    close(two.ln_density(&[1.0, -1.0]), -(std::f64::consts::TAU * 1.75f64.sqrt()).ln(), 1e-12);
}
