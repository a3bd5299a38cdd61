use super::*;

// proves: 001:36
#[test]
fn vector_spaces() {
    let found =
        compute("vector-space", &[("vectors", "1,1;1,-1"), ("vector", "3,1"), ("coefficients", "2,1")]);
    assert_eq!(
        (&found["independent"], &found["basis"], &found["in_span"]),
        (&true.into(), &true.into(), &true.into())
    );
    assert_close(&found["dimension"], 2.0, 0.0);
    assert_all_close(&found["coordinates"], &[2.0, 1.0], 1e-12);
    assert_all_close(&found["combination"], &[3.0, 1.0], 1e-12);
    let plane = compute("vector-space", &[("vectors", "1,0,0;0,1,0;1,1,0"), ("vector", "0,0,1")]);
    assert_eq!((&plane["independent"], &plane["in_span"]), (&false.into(), &false.into()));
    assert_close(&plane["dimension"], 2.0, 0.0);
}

// proves: 001:37
#[test]
fn linear_maps() {
    let found = compute(
        "linear-map",
        &[("map", "0,-1;1,0"), ("from_basis", "1,1;1,-1"), ("to_basis", "1,1;1,-1"), ("coordinates", "1,2")],
    );
    // A quarter turn takes (1, 1) to (−1, 1), which is minus the second vector, and (1, −1) to (1, 1), the first.
    assert_eq!(rows(&found["matrix"]), [[0.0, 1.0], [-1.0, 0.0]]);
    assert_all_close(&found["image"], &[2.0, -1.0], 1e-12);
    let images = compute("linear-map", &[("images", "-1,1;1,1"), ("to_basis", "1,1;1,-1")]);
    assert_eq!(rows(&images["matrix"]), [[0.0, 1.0], [-1.0, 0.0]]);
}

// proves: 001:38
#[test]
fn change_of_basis() {
    let found = compute("change-of-basis", &[("new", "1,1;1,-1"), ("vector", "3,1")]);
    assert_eq!(rows(&found["matrix"]), [[1.0, 1.0], [1.0, -1.0]]);
    assert_eq!(rows(&found["inverse"]), [[0.5, 0.5], [0.5, -0.5]]);
    assert_all_close(&found["new_coordinates"], &[2.0, 1.0], 1e-12);
    assert_all_close(&found["old_coordinates"], &[3.0, 1.0], 1e-12);
}

// proves: 001:39, 002:U02
#[test]
fn matrices() {
    let found = compute("matrix", &[("matrix", "1,2;3,4"), ("times", "0,1;1,0")]);
    assert_eq!(rows(&found["transpose"]), [[1.0, 3.0], [2.0, 4.0]]);
    assert_close(&found["trace"], 5.0, 0.0);
    assert_close(&found["determinant"], -2.0, 1e-12);
    assert_close(&found["rank"], 2.0, 0.0);
    assert_all_close(&found["inverse"][0], &[-2.0, 1.0], 1e-12);
    assert_eq!(found["symmetric"], false);
    assert_eq!(found["product_transpose"], found["transposed_product"]);
    assert_eq!(rows(&found["product"]), [[2.0, 1.0], [4.0, 3.0]]);
    let singular = compute("matrix", &[("matrix", "1,2;2,4")]);
    assert_eq!((&singular["singular"], &singular["symmetric"]), (&true.into(), &true.into()));
    assert!(singular.get("inverse").is_none());
    assert_eq!(compute("matrix", &[("matrix", "1,0;0,1")])["identity"], true);
}

// proves: 001:40
#[test]
fn matrix_derivatives() {
    let of = |form: &str, more: &[(&str, &str)]| {
        let found = compute("matrix-derivative", &[&[("form", form)], more].concat());
        assert_eq!(found["agrees"], true, "{form}: {found}");
        found["derivative"].clone()
    };
    assert_all_close(&of("quadratic", &[("matrix", "1,2;3,4"), ("x", "1,1")]), &[7.0, 13.0], 1e-12);
    assert_all_close(
        &of("bilinear", &[("matrix", "1,2;3,4"), ("x", "1,1"), ("y", "1,2")]),
        &[7.0, 10.0],
        1e-12,
    );
    assert_all_close(&of("square", &[("x", "3,4")]), &[6.0, 8.0], 0.0);
    assert_eq!(rows(&of("product", &[("matrix", "1,2;3,4")])), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(rows(&of("trace", &[("matrix", "1,2;3,4"), ("second", "0,1;1,0")])), [[3.0, 1.0], [4.0, 2.0]]);
    let cofactors = rows(&of("determinant", &[("matrix", "1,2;3,4")]));
    assert!(cofactors.iter().flatten().zip([4.0, -3.0, -2.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-9));
}

// proves: 001:41
#[test]
fn norms() {
    let found = compute("norm", &[("vector", "3,-4"), ("other", "0,0"), ("product", "1,0;0,4")]);
    assert_close(&found["norm_1"], 7.0, 0.0);
    assert_close(&found["norm_2"], 5.0, 1e-12);
    assert_close(&found["norm_infinity"], 4.0, 0.0);
    assert_close(&found["norm_p"], 91f64.cbrt(), 1e-12);
    assert_close(&found["induced_norm"], 73f64.sqrt(), 1e-12);
    assert_close(&found["distance_norm_2"], 5.0, 1e-12);
    assert_eq!(compute("norm", &[("formula", "|x1| + 2*|x2|")])["holds"], true);
    let squared = compute("norm", &[("formula", "x1^2 + x2^2")]);
    assert_eq!(
        (&squared["holds"], &squared["homogeneous"], &squared["positive"]),
        (&false.into(), &false.into(), &true.into())
    );
    assert_eq!(compute("norm", &[("formula", "|x1 + x2|")])["positive"], false);
}

// proves: 001:42, 002:U01
#[test]
fn vectors() {
    let found = compute("vectors", &[("x", "3,4"), ("y", "1,0"), ("product", "2,0;0,1")]);
    assert_all_close(&found["sum"], &[4.0, 4.0], 0.0);
    assert_all_close(&found["difference"], &[2.0, 4.0], 0.0);
    assert_close(&found["dot"], 3.0, 0.0);
    assert_close(&found["norm_x"], 5.0, 1e-12);
    assert_close(&found["cosine"], 0.6, 1e-12);
    assert_close(&found["degrees"], 53.13010235415598, 1e-9);
    assert_close(&found["length_along"], 3.0, 1e-12);
    assert_all_close(&found["projection"], &[3.0, 0.0], 1e-12);
    assert_close(&found["product"], 6.0, 1e-12);
    assert_eq!(found["is_dot_product"], true);
    assert_eq!(compute("vectors", &[("x", "1,1"), ("y", "1,-1")])["orthogonal"], true);
    let set = compute("vectors", &[("set", "0.6,0.8;-0.8,0.6")]);
    assert_eq!(set["orthonormal"], true);
    assert_eq!(compute("vectors", &[("set", "1,1;1,0")])["orthonormal"], false);
}

// proves: 001:43, 001:44
#[test]
fn eigenvalues() {
    let found = compute("eigen", &[("matrix", "2,1;1,2"), ("vector", "1,1")]);
    let mut values = numbers(&found["values"]);
    values.sort_by(f64::total_cmp);
    assert!((values[0] - 1.0).abs() < 1e-12 && (values[1] - 3.0).abs() < 1e-12);
    assert_close(&found["rayleigh_quotient"], 3.0, 1e-12);
    assert_eq!((&found["singular"], &found["real"]), (&false.into(), &true.into()));
    assert_eq!(compute("eigen", &[("matrix", "1,2;2,4")])["singular"], true);
    let turn = compute("eigen", &[("matrix", "0,-1;1,0")]);
    assert_eq!(turn["real"], false);
    assert_close(&turn["imaginary"][0], 1.0, 1e-12);
}

// proves: 001:45
#[test]
fn power_iteration() {
    let found = compute("power-iteration", &[("matrix", "2,1;1,2"), ("start", "1,0")]);
    assert_close(&found["value"], 3.0, 1e-9);
    assert_all_close(&found["vector"], &[0.5f64.sqrt(), 0.5f64.sqrt()], 1e-6);
    assert_eq!(found["converged"], true);
    assert_close(
        &compute("power-iteration", &[("matrix", "2,1;1,2"), ("sought", "smallest")])["value"],
        1.0,
        1e-9,
    );
}

// proves: 001:46
#[test]
fn deflation() {
    let found = compute("deflation", &[("matrix", "2,1,0;1,2,0;0,0,-1")]);
    let mut values = numbers(&found["values"]);
    values.sort_by(f64::total_cmp);
    assert!(values.iter().zip([-1.0, 1.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{values:?}");
    assert_close(&found["left"], 0.0, 1e-9);
}

// proves: 001:47, 001:49
#[test]
fn decompositions() {
    let found = compute("decompose", &[("matrix", "2,1;1,2"), ("vector", "1,0")]);
    assert_all_close(&found["values"], &[3.0, 1.0], 1e-12);
    assert_all_close(&found["image"], &[2.0, 1.0], 1e-12);
    let coordinates = numbers(&found["coordinates"]);
    assert!(coordinates.iter().all(|c| (c.abs() - 0.5f64.sqrt()).abs() < 1e-12));
    assert_all_close(&found["scaled"], &[3.0 * coordinates[0], coordinates[1]], 1e-12);
    let svd = compute("decompose", &[("matrix", "3,0;0,4;0,0"), ("method", "svd")]);
    assert_all_close(&svd["values"], &[4.0, 3.0], 1e-12);
    let lower = compute("decompose", &[("matrix", "4,2;2,5"), ("method", "cholesky")]);
    assert_eq!(rows(&lower["lower"]), [[2.0, 0.0], [1.0, 2.0]]);
    assert!(refusal("decompose", &[("matrix", "1,2;3,4")]).contains("not symmetric"));
}

// proves: 001:48
#[test]
fn definiteness() {
    let found = compute("definiteness", &[("matrix", "2,-1;-1,2")]);
    for test in ["by_eigenvalues", "by_form", "by_factor"] {
        assert_eq!(found[test], "positive definite");
    }
    assert_close(&found["least_eigenvalue"], 1.0, 1e-9);
    let factor = rows(&found["factor"]);
    let product = |i: usize, j: usize| factor.iter().map(|row| row[i] * row[j]).sum::<f64>();
    assert!((product(0, 0) - 2.0).abs() < 1e-9 && (product(0, 1) + 1.0).abs() < 1e-9);
    assert_eq!(compute("definiteness", &[("matrix", "1,1;1,1")])["by_eigenvalues"], "positive semidefinite");
    let none = compute("definiteness", &[("matrix", "1,2;2,1")]);
    assert_eq!(
        (&none["by_form"], &none["by_factor"]),
        (&"not positive semidefinite".into(), &"not positive semidefinite".into())
    );
    assert_close(&none["least_value"], -1.0, 1e-6);
}

#[test]
fn systems_of_equations() {
    assert_all_close(&compute("solve", &[("matrix", "2,1;1,3"), ("right", "3,5")])["x"], &[0.8, 1.4], 1e-12);
    let line = compute("solve", &[("matrix", "1,0;1,1;1,2"), ("right", "1,2,4")]);
    assert_all_close(&line["x"], &[5.0 / 6.0, 1.5], 1e-12);
}

// proves: 001:29
#[test]
fn metric_axioms() {
    let found = compute("metric-axioms", &[("rows", "0;1;2"), ("formula", "(x1 - y1)^2")]);
    assert_eq!((&found["metric"], &found["violated"]), (&false.into(), &"triangle".into()));
    assert_eq!(numbers(&found["rows"]), [1.0, 2.0, 3.0]);
    let own = compute("metric-axioms", &[("rows", "0,0;3,4;1,1"), ("distance", "euclidean")]);
    assert_eq!(own["metric"], true);
    assert_close(&own["distances"][0][1], 5.0, 1e-12);
    assert_eq!(
        compute("metric-axioms", &[("rows", "0;1"), ("formula", "max(x1 - y1, 0)")])["violated"],
        "symmetry"
    );
}
