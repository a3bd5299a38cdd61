use super::*;

// proves: 000a:I2, 000b:LD08, 000b:LD09, 001:179, 001:180, 002:I01
#[test]
fn hyperplanes() {
    let found = compute("hyperplane", &[("weights", "3,4"), ("offset", "-5"), ("points", "3,4;0,0")]);
    assert_all_close(&found["values"], &[20.0, -5.0], 1e-12);
    assert_close(&found["origin_distance"], -1.0, 1e-12);
    let (first, second) = (&found["points"][0], &found["points"][1]);
    assert_close(&first["distance"], 4.0, 1e-12);
    assert_eq!((&first["side"], &second["side"]), (&"above".into(), &"below".into()));
    assert_eq!((number(&first["class"]), number(&second["class"])), (1.0, 0.0));
    assert_eq!(first["projection"], "(0.6, 0.8)");
    assert_eq!(found["equation"], "3 x1 + 4 x2 − 5 = 0");
}

// proves: 001:193
#[test]
fn margins() {
    let found = compute(
        "hyperplane",
        &[("weights", "3,4"), ("offset", "-5"), ("points", "3,4;0,0"), ("labels", "1,-1")],
    );
    assert_close(&found["functional_margin"], 5.0, 1e-12);
    assert_close(&found["geometric_margin"], 1.0, 1e-12);
    assert_all_close(&found["canonical_weights"], &[0.6, 0.8], 1e-12);
    assert_close(&found["canonical_offset"], -1.0, 1e-12);
    assert_close(&found["canonical_margin"], 1.0, 1e-12);
    let wrong = compute(
        "hyperplane",
        &[("weights", "3,4"), ("offset", "-5"), ("points", "3,4;0,0"), ("labels", "-1,1")],
    );
    assert_eq!(wrong["separates"], false);
}

/// The bias folded in: (w₀, w) · (1, x) is g(x), and the augmented hyperplane passes through the origin.
// proves: 001:183
#[test]
fn augmented_vectors() {
    let found = compute("hyperplane", &[("weights", "2,-3"), ("offset", "7"), ("points", "1,2;-4,5")]);
    assert_all_close(&found["augmented_weights"], &[7.0, 2.0, -3.0], 0.0);
    let (weights, points) = (numbers(&found["augmented_weights"]), rows(&found["augmented_points"]));
    assert_eq!(points, [[1.0, 1.0, 2.0], [1.0, -4.0, 5.0]]);
    let products: Vec<f64> =
        points.iter().map(|x| x.iter().zip(&weights).map(|(x, w)| x * w).sum()).collect();
    assert_eq!(products, numbers(&found["values"]));
    // The same plane in one dimension more, without an offset.
    let same = compute("hyperplane", &[("weights", "7,2,-3"), ("points", "1,1,2;1,-4,5")]);
    assert_eq!(same["values"], found["values"]);
    assert_close(&same["origin_distance"], 0.0, 0.0);
}

// proves: 000a:I4, 000b:NN03
#[test]
fn gates() {
    let and = compute("perceptron-gate", &[("gate", "and")]);
    assert_all_close(&and["weights"], &[1.0, 1.0], 0.0);
    assert_close(&and["offset"], -1.5, 0.0);
    assert_close(&compute("perceptron-gate", &[("gate", "or")])["offset"], -0.5, 0.0);
    for (gate, truth) in
        [("and", [0, 0, 0, 1]), ("or", [0, 1, 1, 1]), ("nand", [1, 1, 1, 0]), ("nor", [1, 0, 0, 0])]
    {
        for coding in ["zero_one", "plus_minus"] {
            let found = compute("perceptron-gate", &[("gate", gate), ("coding", coding)]);
            for (row, truth) in found["truth_table"].as_array().unwrap().iter().zip(truth) {
                assert_eq!(number(&row["wᵀx+w₀"]) > 0.0, truth == 1, "{gate} {coding} {row}");
                assert_eq!(number(&row[gate]) > 0.0, truth == 1);
            }
        }
    }
    assert_eq!(compute("perceptron-gate", &[("gate", "xor")])["separable"], false);
}

// proves: 001:182
#[test]
fn boolean_networks() {
    let xor = compute("boolean-network", &[("formula", "a & !b | !a & b"), ("inputs", "1,0")]);
    assert_all_close(&xor["true_rows"], &[1.0, 2.0], 0.0);
    assert_close(&xor["units"], 2.0, 0.0);
    assert_eq!(xor["value"], true);
    let cnf = compute("boolean-network", &[("formula", "(a | b) & (!a | !b)")]);
    assert_eq!(cnf["true_rows"], xor["true_rows"]);
    assert_all_close(
        &compute("boolean-network", &[("formula", "a and b or not c")])["true_rows"],
        &[0.0, 2.0, 4.0, 6.0, 7.0],
        0.0,
    );
    assert!(refusal("boolean-network", &[("formula", "a & (b | (c & d))")]).contains("cannot be read"));
}

// proves: 002:H02
#[test]
fn loss_surface() {
    let found = compute(
        "loss-surface",
        &[("x", "1,2,3,4"), ("y", "3,5,7,10"), ("intercepts", "0,2"), ("slopes", "1,3"), ("points", "3")],
    );
    // The line 1 + 2x misses the last point by 1.
    assert_close(&found["surface"][1]["w₁=2"], 1.0, 1e-12);
    assert_close(&found["surface"][0]["w₁=1"], 4.0 + 9.0 + 16.0 + 36.0, 1e-12);
    assert_close(&found["loss"], 1.0, 1e-12);
    assert_close(&found["best_slope"], 2.3, 1e-12);
    assert_close(&found["best_intercept"], 0.5, 1e-12);
    assert_close(&found["best_loss"], 0.3, 1e-12);
}

// proves: 002:H12
#[test]
fn constrained_regression() {
    let x = "1,0;0,1;-1,0;0,-1";
    let of = |shape: &str, budget: &str| {
        compute(
            "constrained-regression",
            &[("x", x), ("y", "3,1,-3,-1"), ("budget", budget), ("shape", shape)],
        )
    };
    // Without a bound the weights are (3, 1). The diamond of size 2 is met at its corner (2, 0), the circle on the way to (3, 1).
    let diamond = of("l1", "2");
    assert_all_close(&diamond["weights"], &[2.0, 0.0], 1e-6);
    assert_eq!(diamond["active"], true);
    let circle = numbers(&of("l2", "4")["weights"]);
    assert!(
        (circle[0].powi(2) + circle[1].powi(2) - 4.0).abs() < 1e-5
            && (circle[0] / circle[1] - 3.0).abs() < 1e-4,
        "{circle:?}"
    );
    let free = of("l1", "100");
    assert_all_close(&free["weights"], &[3.0, 1.0], 1e-6);
    assert_eq!(free["active"], false);
    // The budget and its penalty are the same problem: the lasso with this alpha finds the same weights.
    assert!(number(&diamond["alpha"]) > 0.0);
}

// proves: 002:H20
#[test]
fn basis_terms() {
    let found = compute("basis-terms", &[("columns", "2"), ("degree", "2"), ("rows", "100")]);
    assert_close(&found["terms"], 5.0, 0.0);
    assert_eq!(found["names"], serde_json::json!(["x1", "x2", "x1^2", "x1·x2", "x2^2"]));
    assert_close(&found["ratio"], 4.0, 1e-12);
    assert_close(&compute("basis-terms", &[("columns", "100"), ("degree", "3")])["terms"], 176850.0, 0.0);
    assert_close(
        &compute("basis-terms", &[("columns", "4"), ("degree", "2"), ("interaction_only", "true")])["terms"],
        10.0,
        0.0,
    );
}
