//! Linear algebra against numpy and scipy (`reference/algebra.py` made the numbers), worked examples, properties, and
//! input that cannot be used.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::Seed;
use hornbook_math::algebra::{
    Cholesky, GeneralEigen, Lu, PivotedQr, PowerIteration, Svd, SymmetricEigen, condition_number,
    definiteness::{Definiteness, by_eigenvalues, by_factor, by_form},
    deflation::{WhichEigenvalue, all_by_deflation, deflated, rayleigh_quotient},
    determinant, inverse, least_squares,
    norms::{self, check_norm},
    pseudo_inverse, rank, spaces,
    vectors::{self, are_orthonormal},
};
use hornbook_math::matrix::Matrix;
use proptest::prelude::*;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn matrix(value: &Value) -> Matrix {
    Matrix::from_rows(&value.as_array().unwrap().iter().map(numbers).collect::<Vec<_>>()).unwrap()
}

fn assert_close(what: &str, ours: &[f64], theirs: &[f64], tolerance: f64) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let scale = theirs.iter().fold(f64::MIN_POSITIVE, |scale: f64, x| scale.max(x.abs()));
    for (a, b) in ours.iter().zip(theirs) {
        assert!((a - b).abs() <= tolerance * scale, "{what}: {ours:?} is not {theirs:?}");
    }
}

fn reference() -> Value {
    serde_json::from_str(include_str!("reference/algebra.json")).unwrap()
}

// proves: 001:43
#[test]
fn any_matrix_as_numpy_and_scipy_say() {
    for (name, facts) in reference()["any"].as_object().unwrap() {
        let a = matrix(&facts["rows"]);
        let number = |key: &str| facts[key].as_f64().unwrap();
        let svd = Svd::new(&a).unwrap();
        let singular = numbers(&facts["singular_values"]);
        assert_close(name, &svd.values, &singular, 1e-14);
        assert_eq!(rank(&a).unwrap(), number("rank") as usize, "{name}");
        assert_eq!(PivotedQr::new(&a).unwrap().rank(), number("rank") as usize, "{name}");
        // What follows from small singular values is as uncertain as the condition says.
        let smallest = singular[number("rank") as usize - 1];
        let uncertain = 1e-15 * singular[0] / smallest * 20.0;
        let theirs = matrix(&facts["pseudo_inverse"]);
        assert_close(name, pseudo_inverse(&a).unwrap().values(), theirs.values(), uncertain);
        let solution = least_squares(&a, &numbers(&facts["right"])).unwrap();
        assert_close(name, &solution.x, &numbers(&facts["least_squares"]), uncertain);
        assert_eq!(solution.rank, number("rank") as usize);
        let our_norms = [
            norms::norm_1(&a),
            norms::norm_2(&a).unwrap(),
            norms::norm_infinity(&a),
            norms::norm_frobenius(&a),
        ];
        let their_norms = ["norm_1", "norm_2", "norm_infinity", "norm_frobenius"].map(number);
        assert_close(name, &our_norms, &their_norms, 1e-14);
        if a.rows() == a.columns() {
            let theirs = number("determinant");
            let ours = determinant(&a).unwrap();
            assert!((ours - theirs).abs() <= 1e-8 * theirs.abs() + 1e-13, "{name}: {ours} is not {theirs}");
            let eigen = GeneralEigen::new(&a).unwrap();
            let theirs: Vec<Vec<f64>> =
                facts["eigenvalues"].as_array().unwrap().iter().map(numbers).collect();
            let (real, imaginary): (Vec<f64>, Vec<f64>) = theirs.iter().map(|z| (z[0], z[1])).unzip();
            assert_close(name, &eigen.real, &real, 1e-13);
            let ours: Vec<f64> = eigen.imaginary.iter().chain(&eigen.real).copied().collect();
            let theirs: Vec<f64> = imaginary.into_iter().chain(real).collect();
            assert_close(name, &ours, &theirs, 1e-13);
        }
    }
}

#[test]
fn symmetric_matrices_as_numpy_says() {
    for (name, facts) in reference()["symmetric"].as_object().unwrap() {
        let a = matrix(&facts["rows"]);
        let theirs = numbers(&facts["eigenvalues"]);
        assert_close(name, &SymmetricEigen::new(&a).unwrap().values, &theirs, 1e-14);
        let mut by_hand: Vec<f64> = all_by_deflation(&a).unwrap().iter().map(|pair| pair.value).collect();
        by_hand.sort_by(|a, b| b.total_cmp(a));
        assert_close(name, &by_hand, &theirs, 1e-10);
        match facts.get("lower") {
            Some(lower) => {
                let cholesky = Cholesky::new(&a).unwrap();
                assert_close(name, cholesky.lower().values(), matrix(lower).values(), 1e-14);
                let log_determinant = facts["log_determinant"].as_f64().unwrap();
                assert_close(name, &[cholesky.log_determinant()], &[log_determinant], 1e-10);
                let theirs = matrix(&facts["inverse"]);
                let uncertain = 1e-15 * condition_number(&a).unwrap();
                assert_close(name, cholesky.inverse().unwrap().values(), theirs.values(), uncertain);
                assert_close(name, inverse(&a).unwrap().values(), theirs.values(), uncertain);
            }
            None => assert!(Cholesky::new(&a).unwrap_err().to_string().contains("not positive definite")),
        }
    }
}

#[test]
fn p_norms_as_numpy_says() {
    let facts = reference();
    let vector = numbers(&facts["vector"]);
    for pair in facts["p_norms"].as_array().unwrap() {
        let pair = numbers(pair);
        assert_close("p-norm", &[norms::p_norm(&vector, pair[0]).unwrap()], &[pair[1]], 1e-15);
    }
    assert_eq!(norms::p_norm(&[1e300, 1e300], 3.0).unwrap(), 1e300 * 2f64.powf(1.0 / 3.0));
    assert_eq!(norms::p_norm(&[], 3.0).unwrap(), 0.0);
    assert!(norms::p_norm(&[1.0, f64::NAN], f64::INFINITY).unwrap().is_nan());
    assert!(norms::p_norm(&vector, 0.5).unwrap_err().to_string().contains("triangle"));
    assert!((vectors::norm(&[3e200, 4e200]) - 5e200).abs() < 1e186);
    assert!((vectors::norm(&[3e-200, 4e-200]) - 5e-200).abs() < 1e-214);
    assert!(vectors::norm(&[f64::NAN, 1.0]).is_nan());
}

// proves: 001:39, 002:U02
#[test]
fn transpose_trace_inverse_and_rank_by_hand() {
    let m = Matrix::from_rows(&[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let n = Matrix::from_rows(&[[0.0, 1.0], [1.0, 1.0]]).unwrap();
    assert_eq!(m.transpose(), Matrix::from_rows(&[[1.0, 3.0], [2.0, 4.0]]).unwrap());
    // (MN)' = N'M', and not M'N'.
    let turned = m.product(&n).unwrap().transpose();
    assert_eq!(turned, Matrix::from_rows(&[[2.0, 4.0], [3.0, 7.0]]).unwrap());
    assert_eq!(turned, n.transpose().product(&m.transpose()).unwrap());
    assert!(turned != m.transpose().product(&n.transpose()).unwrap());
    assert_eq!((m.trace().unwrap(), n.trace().unwrap()), (5.0, 1.0));
    assert!(n.is_symmetric(1e-15) && !m.is_symmetric(1e-15));
    let identity = Matrix::identity(2);
    assert_eq!(m.product(&identity).unwrap(), m);
    let back = inverse(&m).unwrap();
    assert_close("inverse", back.values(), &[-2.0, 1.0, 1.5, -0.5], 1e-14);
    assert_close("identity", back.product(&m).unwrap().values(), identity.values(), 1e-14);
    let singular = Matrix::from_rows(&[[1.0, 2.0], [2.0, 4.0]]).unwrap();
    assert!(inverse(&singular).unwrap_err().to_string().contains("singular"));
    assert_eq!((rank(&m).unwrap(), rank(&singular).unwrap()), (2, 1));
}

// The worked examples of the notes.

// proves: 001:38
#[test]
fn change_of_coordinates() {
    let standard = [[1.0, 0.0], [0.0, 1.0]];
    let basis = [[3.0, 1.0], [-2.0, 1.0]];
    let p = spaces::change_of_coordinates(&standard, &basis).unwrap();
    assert_close("P", p.values(), &[3.0, -2.0, 1.0, 1.0], 1e-15);
    assert!((determinant(&p).unwrap() - 5.0).abs() < 1e-14);
    assert_close("inverse", inverse(&p).unwrap().values(), &[0.2, 0.4, -0.2, 0.6], 1e-15);
    assert_close("(1, 1)", &p.times(&[1.0, 1.0]).unwrap(), &[1.0, 2.0], 1e-15);
    assert_close("(2, -1)", &p.times(&[2.0, -1.0]).unwrap(), &[8.0, 1.0], 1e-15);
    assert_close("back", &spaces::coordinates(&[8.0, 1.0], &basis).unwrap(), &[2.0, -1.0], 1e-15);
}

// proves: 001:44, 001:47, 001:49
#[test]
fn eigenpairs_by_deflation() {
    let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap();
    let root = 0.5f64.sqrt();
    let pairs = all_by_deflation(&a).unwrap();
    assert_close("values", &[pairs[0].value, pairs[1].value], &[3.0, 1.0], 1e-12);
    assert_close("first", &pairs[0].vector, &[root, root], 1e-9);
    assert_close("second", &pairs[1].vector, &[root, -root], 1e-9);
    let rest = deflated(&a, 3.0, &[root, root]).unwrap();
    assert_close("deflated", rest.values(), &[0.5, -0.5, -0.5, 0.5], 1e-15);
    let eigen = SymmetricEigen::new(&a).unwrap();
    assert_close("V", eigen.vectors.values(), &[root, root, root, -root], 1e-15);
    let turned = eigen.vectors.transpose().product(&a).unwrap().product(&eigen.vectors).unwrap();
    assert_close("V'AV", turned.values(), &[3.0, 0.0, 0.0, 1.0], 1e-15);
    assert_eq!(rayleigh_quotient(&a, &[5.0, -5.0]).unwrap(), 1.0);
    let (coordinates, stretched) = eigen.stretch(&[1.0, 0.0]).unwrap();
    assert_close("coordinates", &coordinates, &[root, root], 1e-15);
    assert_close("stretched", &stretched, &[2.0, 1.0], 1e-15);
}

// proves: 001:46
#[test]
fn deflation_of_positive_negative_and_zero_eigenvalues() {
    let v = vectors::gram_schmidt(&[
        [1.0, 2.0, 0.0, 1.0, 3.0],
        [0.0, 1.0, 1.0, -1.0, 2.0],
        [2.0, 0.0, 1.0, 1.0, 0.0],
        [1.0, 0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 0.0, 0.0],
    ])
    .unwrap();
    let expected = [5.0, 5.0, -7.0, -1.0, 0.0];
    let columns = Matrix::from_columns(&v).unwrap();
    let a = columns.product(&Matrix::diagonal(&expected)).unwrap().product(&columns.transpose()).unwrap();
    let pairs = all_by_deflation(&a).unwrap();
    let values: Vec<f64> = pairs.iter().map(|pair| pair.value).collect();
    assert_close("values", &values, &expected, 1e-10);
    let vectors: Vec<Vec<f64>> = pairs.iter().map(|pair| pair.vector.clone()).collect();
    assert!(are_orthonormal(&vectors, 1e-12).unwrap());
    for pair in &pairs {
        let image = a.times(&pair.vector).unwrap();
        assert!(vectors::distance(&image, &vectors::scaled(&pair.vector, pair.value)).unwrap() < 1e-9);
    }
    let zero = all_by_deflation(&Matrix::zeros(3, 3)).unwrap();
    assert!(zero.iter().all(|pair| pair.value == 0.0) && zero.len() == 3);
}

// proves: 001:45
#[test]
fn power_iteration_is_watched_and_ends() {
    let a = Matrix::from_rows(&[[1.0, 0.0], [0.0, -3.0]]).unwrap();
    let find = |sought| {
        let mut quotients = Vec::new();
        let pair = PowerIteration { sought, ..PowerIteration::default() };
        let pair = pair.run(&a, |_, quotient, _| quotients.push(quotient)).unwrap();
        assert_eq!(quotients.len(), pair.steps + 1);
        assert!(pair.converged);
        (pair.value, quotients)
    };
    assert!((find(WhichEigenvalue::Dominant).0 + 3.0).abs() < 1e-12);
    let (largest, rising) = find(WhichEigenvalue::Largest);
    assert!((largest - 1.0).abs() < 1e-12);
    assert!(rising.is_sorted(), "Rayleigh's quotient never falls");
    assert!((find(WhichEigenvalue::Smallest).0 + 3.0).abs() < 1e-12);
    let short = PowerIteration { max_steps: 2, ..PowerIteration::default() };
    let slow = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap();
    let unfinished = short.run(&slow, |_, _, _| {}).unwrap();
    assert!(!unfinished.converged && unfinished.steps == 2);
}

#[test]
fn the_kernel_matrix_that_is_none() {
    let k = Matrix::from_rows(&[[1.0, 0.9, 0.1], [0.9, 1.0, 0.9], [0.1, 0.9, 1.0]]).unwrap();
    let judged = by_eigenvalues(&k).unwrap();
    assert_eq!(judged.definiteness, Definiteness::No);
    assert!((judged.least_eigenvalue + 0.22377392).abs() < 1e-8);
    let witness = by_form(&k).unwrap();
    assert_eq!(witness.definiteness, Definiteness::No);
    assert!(rayleigh_quotient(&k, &witness.vector).unwrap() < 0.0);
    assert_eq!(by_factor(&k).unwrap().definiteness, Definiteness::No);
    assert_eq!(by_factor(&k).unwrap().factor, None);
    // A zero on the diagonal with something beside it.
    let hidden = Matrix::from_rows(&[[0.0, 1.0], [1.0, 0.0]]).unwrap();
    assert_eq!(by_factor(&hidden).unwrap().definiteness, Definiteness::No);
    assert_eq!(by_form(&hidden).unwrap().definiteness, Definiteness::No);
    let zero = Matrix::zeros(2, 2);
    assert_eq!(by_factor(&zero).unwrap().definiteness, Definiteness::Semidefinite);
    assert_eq!(by_form(&zero).unwrap().definiteness, Definiteness::Semidefinite);
}

// proves: 001:36, 001:37
#[test]
fn spans_and_bases() {
    let plane = [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    assert_close("inside", &spaces::in_span(&[2.0, 3.0, 5.0], &plane).unwrap().unwrap(), &[2.0, 3.0], 1e-14);
    assert_eq!(spaces::in_span(&[2.0, 3.0, 5.1], &plane).unwrap(), None);
    assert_eq!(spaces::in_span(&[0.0, 0.0, 0.0], &plane).unwrap(), Some(vec![0.0, 0.0]));
    assert_eq!(spaces::in_span::<[f64; 1]>(&[1.0], &[]).unwrap(), None);
    assert_eq!(spaces::combination(&[2.0, 3.0], &plane).unwrap(), [2.0, 3.0, 5.0]);
    assert!(spaces::are_independent(&plane).unwrap() && !spaces::is_basis(&plane).unwrap());
    assert!(!spaces::are_independent(&[[1.0, 2.0], [2.0, 4.0]]).unwrap());
    assert!(spaces::is_basis(&[[1.0, 2.0], [2.0, 5.0]]).unwrap());
    assert_eq!(spaces::dimension(&[[1.0, 2.0], [2.0, 4.0], [0.0, 1.0]]).unwrap(), 2);
    let no_basis = spaces::coordinates(&[1.0, 1.0], &[[1.0, 2.0], [2.0, 4.0]]).unwrap_err();
    assert!(no_basis.to_string().contains("no basis"));
    // A map between two bases that are not the axes: M of the coordinates is the coordinates of the image.
    let shear = |x: &[f64]| vec![x[0] + 2.0 * x[1], x[1]];
    let (from, to) = ([[1.0, 1.0], [1.0, -1.0]], [[2.0, 1.0], [1.0, 1.0]]);
    let m = spaces::matrix_of_map(shear, &from, &to).unwrap();
    let x = [3.0, -2.0];
    let image = m.times(&spaces::coordinates(&x, &from).unwrap()).unwrap();
    assert_close("image", &image, &spaces::coordinates(&shear(&x), &to).unwrap(), 1e-14);
}

// proves: 001:42, 002:U01
#[test]
fn angles_and_projections() {
    let (v, u) = ([1.0, 2.0], [3.0, 4.0]);
    assert_eq!(vectors::dot(&v, &u).unwrap(), 11.0);
    assert_eq!(vectors::length_along(&v, &u).unwrap(), 2.2);
    assert_close("projection", &vectors::projection(&v, &u).unwrap(), &[1.32, 1.76], 1e-15);
    let cosine = 11.0 / (5.0 * 5f64.sqrt());
    assert!((vectors::cosine(&v, &u).unwrap() - cosine).abs() < 1e-15);
    assert!((vectors::angle(&v, &u).unwrap() - cosine.acos()).abs() < 1e-14);
    assert!((vectors::angle(&[1.0, 0.0], &[1.0, 1e-9]).unwrap() - 1e-9).abs() < 1e-24, "small angles too");
    assert!((vectors::angle(&v, &vectors::scaled(&v, -2.0)).unwrap() - std::f64::consts::PI).abs() < 1e-15);
    assert!(vectors::are_orthogonal(&[1.0, 2.0], &[-2.0, 1.0], 1e-12).unwrap());
    assert!(!vectors::are_orthogonal(&v, &u, 1e-12).unwrap());
    assert!(!are_orthonormal(&[[1.0, 0.0], [0.0, 2.0]], 1e-12).unwrap());
    assert!(vectors::angle(&v, &[0.0, 0.0]).unwrap_err().to_string().contains("no direction"));
    assert!(vectors::dot(&v, &[1.0]).is_err());
    assert_eq!(vectors::gram_schmidt(&[[1.0, 2.0], [2.0, 4.0], [0.0, 1.0]]).unwrap().len(), 2);
    assert!(vectors::gram_schmidt(&[[f64::NAN, 1.0]]).is_err());
    assert!(vectors::completed(&[[1.0, 1.0]], 2).unwrap_err().to_string().contains("not orthonormal"));
}

// proves: 001:41
#[test]
fn what_is_a_norm_and_what_is_not() {
    for p in [1.0, 1.5, 2.0, 7.0, f64::INFINITY] {
        assert!(check_norm(|x| norms::p_norm(x, p).unwrap(), 4, 200, Seed(3)).holds());
    }
    let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap();
    assert!(check_norm(|x| norms::induced_norm(x, &m).unwrap(), 2, 200, Seed(3)).holds());
    let half = check_norm(|x| x.iter().map(|x| x.abs().sqrt()).sum::<f64>().powi(2), 3, 200, Seed(3));
    assert!(half.breaks_triangle.is_some() && half.not_homogeneous.is_none());
    let blind = check_norm(|x| x[0].abs(), 3, 200, Seed(3));
    assert_eq!(blind.not_positive, Some(vec![0.0, 1.0, 0.0]));
    assert!(check_norm(|x| 1.0 + norms::p_norm(x, 2.0).unwrap(), 2, 10, Seed(3)).not_positive.is_some());
    let indefinite = Matrix::from_rows(&[[1.0, 0.0], [0.0, -1.0]]).unwrap();
    assert!(norms::induced_norm(&[0.0, 1.0], &indefinite).is_err());
}

// Input that cannot be used.

#[test]
fn bad_input_gets_a_sentence() {
    let wide = Matrix::zeros(2, 3);
    let square = Matrix::identity(2);
    let nan = Matrix::from_rows(&[[1.0, f64::NAN], [1.0, 1.0]]).unwrap();
    let infinite = Matrix::from_rows(&[[1.0, 0.0], [f64::INFINITY, 1.0]]).unwrap();
    let empty = Matrix::zeros(0, 0);
    let no_columns = Matrix::zeros(3, 0);
    let lopsided = Matrix::from_rows(&[[1.0, 2.0], [0.0, 1.0]]).unwrap();
    let sentences = |m: &Matrix| -> Vec<String> {
        let any = [Svd::new(m).err(), PivotedQr::new(m).err(), least_squares(m, &vec![0.0; m.rows()]).err()];
        let square = [
            Lu::new(m).err(),
            GeneralEigen::new(m).err(),
            Cholesky::new(m).err(),
            SymmetricEigen::new(m).err(),
            by_factor(m).err(),
            by_form(m).err(),
            all_by_deflation(m).err(),
        ];
        any.into_iter().chain(square).flatten().map(|error| error.to_string()).collect()
    };
    for m in [&empty, &no_columns] {
        let found = sentences(m);
        assert!(found.len() == 10 && found.iter().all(|s| s.contains("has no numbers")), "{found:?}");
    }
    let found = sentences(&nan);
    assert!(found.len() == 10 && found.iter().all(|s| s.contains("NaN in row 0, column 1")), "{found:?}");
    assert!(sentences(&infinite).iter().all(|s| s.contains("inf in row 1, column 0")));
    let found = sentences(&wide);
    assert!(found.len() == 7 && found.iter().all(|s| s.contains("square matrix is needed")), "{found:?}");
    let found = sentences(&lopsided);
    assert!(found.len() == 5 && found.iter().all(|s| s.contains("its transpose")), "{found:?}");
    assert!(sentences(&square).is_empty());

    let singular = Matrix::from_rows(&[[1.0, 2.0], [2.0, 4.0]]).unwrap();
    assert!(inverse(&singular).unwrap_err().to_string().contains("singular"));
    assert_eq!(determinant(&singular).unwrap(), 0.0);
    assert!(Lu::new(&singular).unwrap().is_singular());
    assert!(inverse(&Matrix::zeros(2, 2)).is_err());
    assert_eq!(condition_number(&Matrix::zeros(2, 2)).unwrap(), f64::INFINITY);
    assert_eq!(rank(&Matrix::zeros(2, 3)).unwrap(), 0);
    assert_eq!(least_squares(&Matrix::zeros(2, 3), &[1.0, 1.0]).unwrap().x, [0.0; 3]);
    assert!(least_squares(&square, &[1.0]).is_err());
    assert!(least_squares(&square, &[1.0, f64::NAN]).is_err());
    assert!(Cholesky::new(&square).unwrap().solve(&[1.0]).is_err());
    assert!(Lu::new(&square).unwrap().solve(&[1.0]).is_err());
    assert!(rayleigh_quotient(&wide, &[1.0, 1.0]).is_err());
}

#[test]
fn very_large_and_very_small_numbers() {
    for scale in [1e-150, 1e150] {
        let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0], [0.5, -1.0]]).unwrap().scaled(scale);
        let plain = Svd::new(&a.scaled(scale.recip())).unwrap();
        assert_close(
            "svd",
            &vectors::scaled(&Svd::new(&a).unwrap().values, scale.recip()),
            &plain.values,
            1e-13,
        );
        let x = least_squares(&a, &[3.0 * scale, 3.0 * scale, -0.5 * scale]).unwrap();
        assert_close("least squares", &x.x, &[1.0, 1.0], 1e-13);
    }
}

#[test]
fn units_make_no_matrix_singular() {
    let (small, large) = (1e-20, 1e20);
    let by_row = Matrix::from_rows(&[[1.0, 1.0], [small, 2.0 * small]]).unwrap();
    let by_column = by_row.transpose();
    let both = Matrix::diagonal(&[small, 1.0, large]);
    for a in [&by_row, &by_column, &both] {
        let product = inverse(a).unwrap().product(a).unwrap();
        assert!(product.minus(&Matrix::identity(a.rows())).unwrap().largest() < 1e-12);
    }
    assert!(spaces::is_basis(&[[small, 0.0], [0.0, large]]).unwrap());
    assert!(!spaces::are_independent(&[[small, 0.0], [large, 0.0]]).unwrap());
    assert!(!spaces::are_independent(&[[0.0, 0.0], [1.0, 0.0]]).unwrap());
    // Exactly dependent rows that rounding lifts a little, in any unit.
    let third = [1.0 / 3.0, 2.0 / 3.0, 1.0 / 7.0];
    for unit in [small, 1.0, large] {
        let rows = [[third[0], third[1], third[2]], third.map(|x| 3.0 * unit * x), [1.0, 5.0, 2.0]];
        let dependent = Matrix::from_rows(&rows).unwrap();
        assert!(Lu::new(&dependent).unwrap().is_singular(), "{unit}");
        assert!(!spaces::is_basis(&rows).unwrap());
    }
}

#[test]
fn hilbert_matrices_are_solved_as_well_as_they_can_be() {
    for size in [4, 8, 11] {
        let hilbert = Matrix::from_fn(size, size, |i, j| 1.0 / (i + j + 1) as f64);
        let ones = vec![1.0; size];
        let right = hilbert.times(&ones).unwrap();
        let condition = condition_number(&hilbert).unwrap();
        let solutions = [
            least_squares(&hilbert, &right).unwrap().x,
            Cholesky::new(&hilbert).unwrap().solve(&right).unwrap(),
            Lu::new(&hilbert).unwrap().solve(&right).unwrap(),
        ];
        for x in solutions {
            let miss = vectors::distance(&x, &ones).unwrap();
            assert!(miss <= 4.0 * condition * f64::EPSILON, "{size}: off by {miss:e}");
            // Whatever the condition, the equations hold.
            let residual = vectors::distance(&hilbert.times(&x).unwrap(), &right).unwrap();
            assert!(residual < 1e-14, "{size}: residual {residual:e}");
        }
    }
}

// Properties.

fn any_matrix() -> impl Strategy<Value = Matrix> {
    (1usize..9, 1usize..9).prop_flat_map(|(rows, columns)| {
        proptest::collection::vec(-10.0..10.0f64, rows * columns)
            .prop_map(move |values| Matrix::new(rows, columns, values).unwrap())
    })
}

fn is_identity(m: &Matrix) -> bool {
    m.minus(&Matrix::identity(m.rows())).unwrap().largest() < 1e-12
}

proptest! {
    #[test]
    fn decompositions_multiply_back(a in any_matrix()) {
        let close = |b: Matrix| b.minus(&a).unwrap().largest() < 1e-12 * (1.0 + a.largest());
        let svd = Svd::new(&a).unwrap();
        prop_assert!(close(svd.u.product(&Matrix::diagonal(&svd.values)).unwrap().product(&svd.v.transpose()).unwrap()));
        prop_assert!(is_identity(&svd.u.transpose().product(&svd.u).unwrap()));
        prop_assert!(is_identity(&svd.v.transpose().product(&svd.v).unwrap()));
        prop_assert!(svd.values.is_sorted_by(|a, b| a >= b));
        let qr = PivotedQr::new(&a).unwrap();
        let product = qr.q.product(&qr.r).unwrap();
        let mut back = Matrix::zeros(a.rows(), a.columns());
        for (place, &column) in qr.order.iter().enumerate() {
            (0..a.rows()).for_each(|i| *back.at_mut(i, column) = product.at(i, place));
        }
        prop_assert!(close(back));
        prop_assert!(is_identity(&qr.q.transpose().product(&qr.q).unwrap()));
    }

    #[test]
    fn symmetric_eigenvectors_are_orthonormal_and_multiply_back(a in any_matrix()) {
        let symmetric = a.product(&a.transpose()).unwrap().minus(&Matrix::identity(a.rows()).scaled(20.0)).unwrap();
        let eigen = SymmetricEigen::new(&symmetric).unwrap();
        prop_assert!(is_identity(&eigen.vectors.transpose().product(&eigen.vectors).unwrap()));
        let back = eigen.apply(|value| value).unwrap();
        prop_assert!(back.minus(&symmetric).unwrap().largest() < 1e-11 * (1.0 + symmetric.largest()));
        prop_assert!((eigen.values.iter().sum::<f64>() - symmetric.trace().unwrap()).abs() < 1e-9);
    }

    #[test]
    fn least_squares_leave_nothing_to_explain(a in any_matrix(), seed in 0u64..1000) {
        let mut rng = Seed(seed).rng();
        let right: Vec<f64> = (0..a.rows()).map(|_| rng.unit() - 0.5).collect();
        let solution = least_squares(&a, &right).unwrap();
        let miss = vectors::minus(&a.times(&solution.x).unwrap(), &right).unwrap();
        let left = a.transposed_times(&miss).unwrap();
        prop_assert!(vectors::norm(&left) < 1e-11 * (1.0 + a.largest()), "what is left stands at right angles");
        // The shortest solution has no part that the matrix does not see.
        let seen = pseudo_inverse(&a).unwrap().product(&a).unwrap().times(&solution.x).unwrap();
        let condition = condition_number(&a).unwrap().min(1e6);
        prop_assert!(
            vectors::distance(&seen, &solution.x).unwrap() <= 1e-13 * condition * (1.0 + vectors::norm(&solution.x))
        );
    }

    #[test]
    fn small_whole_numbers_have_exact_dependence(
        (rows, columns) in (1usize..7, 1usize..7),
        digits in proptest::collection::vec(-1i8..2, 36),
        zeros in 0u8..4,
    ) {
        // Zero columns, equal columns and zero matrices, which random numbers never make.
        let a = Matrix::from_fn(rows, columns, |i, j| {
            if zeros >> (j % 2) & 1 == 1 { 0.0 } else { f64::from(digits[i * 6 + j]) }
        });
        let svd = Svd::new(&a).unwrap();
        let qr = PivotedQr::new(&a).unwrap();
        prop_assert_eq!(qr.rank(), svd.rank());
        prop_assert!(is_identity(&qr.q.transpose().product(&qr.q).unwrap()));
        let solution = least_squares(&a, &vec![1.0; rows]).unwrap();
        let expected = svd.pseudo_inverse().unwrap().times(&vec![1.0; rows]).unwrap();
        // Two ways of rounding differ by as much as the square of the condition allows.
        let condition = if svd.rank() == 0 { 1.0 } else { svd.values[0] / svd.values[svd.rank() - 1] };
        let allowed = 1e-14 * condition * condition * (1.0 + vectors::norm(&expected));
        prop_assert!(vectors::distance(&solution.x, &expected).unwrap() < allowed);
    }

    #[test]
    fn products_turn_around_when_transposed(a in any_matrix(), columns in 1usize..6) {
        let b = Matrix::from_fn(a.columns(), columns, |i, j| (i as f64 - j as f64) / 3.0);
        let transposed = a.product(&b).unwrap().transpose();
        let turned = b.transpose().product(&a.transpose()).unwrap();
        prop_assert!(transposed.minus(&turned).unwrap().largest() < 1e-12);
    }

    // proves: 001:48
    #[test]
    fn three_verdicts_agree(a in any_matrix(), lift in -3i32..3) {
        // B'B and somewhat more or less: definite, semidefinite or neither, but never nearly.
        let gram = a.transpose().product(&a).unwrap();
        let shifted = gram.plus(&Matrix::identity(a.columns()).scaled(f64::from(lift))).unwrap();
        let least = by_eigenvalues(&shifted).unwrap();
        prop_assume!(lift == 0 || least.least_eigenvalue.abs() > 1e-6);
        prop_assume!(lift != 0 || least.least_eigenvalue.abs() < 1e-12 || least.least_eigenvalue > 1e-6);
        prop_assert_eq!(by_form(&shifted).unwrap().definiteness, least.definiteness);
        let factored = by_factor(&shifted).unwrap();
        prop_assert_eq!(factored.definiteness, least.definiteness);
        if let Some(b) = factored.factor {
            let back = b.transpose().product(&b).unwrap();
            prop_assert!(back.minus(&shifted).unwrap().largest() < 1e-10 * (1.0 + shifted.largest()));
        }
    }

    #[test]
    fn determinants_multiply(a in any_matrix()) {
        let square = a.transpose().product(&a).unwrap().plus(&Matrix::identity(a.columns())).unwrap();
        let log = Cholesky::new(&square).unwrap().log_determinant();
        prop_assert!((determinant(&square).unwrap().ln() - log).abs() < 1e-10 * (1.0 + log.abs()));
        let inverse = inverse(&square).unwrap();
        let product = inverse.product(&square).unwrap();
        prop_assert!(product.minus(&Matrix::identity(a.columns())).unwrap().largest() < 1e-10);
    }

    #[test]
    fn gram_and_schmidt_span_the_same(a in any_matrix()) {
        let rows: Vec<&[f64]> = (0..a.rows()).map(|i| a.row(i)).collect();
        let basis = vectors::gram_schmidt(&rows).unwrap();
        prop_assert_eq!(basis.len(), rank(&a).unwrap());
        prop_assert!(are_orthonormal(&basis, 1e-13).unwrap());
        for row in rows {
            prop_assert!(spaces::in_span(row, &basis).unwrap().is_some());
        }
        let whole = vectors::completed(&basis, a.columns()).unwrap();
        prop_assert_eq!(whole.len(), a.columns());
        prop_assert!(are_orthonormal(&whole, 1e-12).unwrap());
    }
}
