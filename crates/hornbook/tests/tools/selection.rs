use super::*;

// proves: 000a:D3
#[test]
fn overfitting() {
    let found = compute(
        "overfitting",
        &[
            ("training", "0.05"),
            ("validation", "0.3"),
            ("other_training", "0.1"),
            ("other_validation", "0.2"),
        ],
    );
    assert_eq!((&found["overfits"], &found["other_overfits"]), (&true.into(), &false.into()));
    let better = compute(
        "overfitting",
        &[
            ("training", "0.05"),
            ("validation", "0.1"),
            ("other_training", "0.1"),
            ("other_validation", "0.2"),
        ],
    );
    assert_eq!(better["overfits"], false);
}

// proves: 000a:D1
#[test]
fn bias_variance() {
    let table = data("iris.csv");
    let of = |learner: &str| {
        compute(
            "bias-variance",
            &[("table", &table), ("target", "sepal_length"), ("learner", learner), ("rounds", "20")],
        )
        .to_string()
    };
    let number_after = |text: &str, key: &str| -> f64 {
        let rest = text.split(&format!("\"{key}\":")).nth(1).unwrap();
        rest.split([',', '}']).next().unwrap().parse().unwrap()
    };
    let (simple, complex) = (of("baseline"), of("decision-tree"));
    assert!(number_after(&simple, "squared_bias") > number_after(&complex, "squared_bias"));
    assert!(number_after(&simple, "variance") < number_after(&complex, "variance"));
}

// proves: 002:D06
#[test]
fn causes_of_error() {
    let arguments =
        [("joint", "0.45,0.05;0.05,0.45"), ("hypotheses", "0,0;1,1"), ("rows", "50"), ("draws", "200")];
    let found = compute("error-causes", &arguments);
    assert_close(&found["noise"], 0.1, 1e-12);
    assert_close(&found["unrealizability"], 0.4, 1e-12);
    assert_close(&found["loss"], 0.5, 1e-9);
    let rich = compute(
        "error-causes",
        &[
            ("joint", "0.45,0.05;0.05,0.45"),
            ("hypotheses", "0,0;1,1;0,1;1,0"),
            ("rows", "5"),
            ("draws", "500"),
            ("looks", "1"),
        ],
    );
    assert_close(&rich["unrealizability"], 0.0, 1e-12);
    assert!(number(&rich["variance"]) > 0.0 && number(&rich["search"]) > 0.2, "{rich}");
}

// proves: 000a:J20
#[test]
fn expected_difference() {
    let found = compute(
        "expected-difference",
        &[
            ("table", &data("iris.csv")),
            ("target", "species"),
            ("training_rows", "40"),
            ("test_rows", "200"),
            ("rounds", "10"),
        ],
    );
    // A tree is far better than the baseline; the first metric is the accuracy.
    assert!(number(&found["difference"]) > 0.4, "{found}");
    assert_eq!(found["rounds"].as_array().unwrap().len(), 10);
}

// proves: 000a:D5, 000a:K13, 002:A19
#[test]
fn description_length() {
    let own = compute(
        "description-length",
        &[
            ("names", "small,large"),
            ("hypothesis_bits", "10,40"),
            ("data_bits", "25,0"),
            ("other_bits", "50,5"),
        ],
    );
    assert_eq!((&own["shortest"], &own["other_shortest"]), (&"small".into(), &"large".into()));
    assert_close(&own["bits"], 35.0, 1e-12);
    assert!(own["notes"].to_string().contains("depends on the representation"));
    // In the optimal codes the shortest description is the MAP hypothesis.
    let optimal =
        compute("description-length", &[("priors", "0.5,0.25,0.25"), ("likelihoods", "0.125,0.5,0.25")]);
    assert_eq!(optimal["shortest"], optimal["map"]);
    assert_eq!(optimal["shortest"], "2");
    assert_close(&optimal["bits"], 3.0, 1e-12);
    assert_close(&optimal["hypotheses"][0]["total_bits"], 4.0, 1e-12);
}

// proves: 002:D05
#[test]
fn regularized_cost() {
    let found = compute(
        "regularized-cost",
        &[("losses", "0.3,0.2,0.1"), ("complexities", "1,3,10"), ("penalties", "0.01,0.1")],
    );
    assert_close(&found["costs"][0]["1"], 0.31, 1e-12);
    assert_eq!((&found["costs"][0]["least"], &found["costs"][1]["least"]), (&"3".into(), &"1".into()));
    assert_eq!(found["best"], "3");
}
