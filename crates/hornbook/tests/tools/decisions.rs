use super::*;

/// Minus the risk, the posterior, and the likelihood times the prior: three discriminants that name the same class under the zero-one
/// loss, and a loss under which minus the risk alone is right.
// proves: 001:100, 002:J02, 002:J07, 002:J09
#[test]
fn bayes_decisions() {
    let found =
        compute("bayes-decision", &[("likelihoods", "0.6,0.2"), ("priors", "0.3,0.7"), ("classes", "a,b")]);
    assert_all_close(&found["discriminants"], &[0.18, 0.14], 1e-12);
    assert_all_close(&found["posterior"], &[0.5625, 0.4375], 1e-12);
    assert_all_close(&found["minus_risks"], &[-0.4375, -0.5625], 1e-12);
    assert_eq!((&found["class"], &found["action"]), (&"a".into(), &"a".into()));
    assert_close(&found["dichotomizer"], 0.125, 1e-12);
    assert_close(&found["log_odds"], (0.5625f64 / 0.4375).ln(), 1e-12);
    assert_close(&found["classes"][0]["ln_p(x|C)+ln_P(C)"], 0.18f64.ln(), 1e-12);
    // To miss b costs five times as much: the posterior still names a, minus the risk names b.
    let costly = compute(
        "bayes-decision",
        &[("likelihoods", "0.6,0.2"), ("priors", "0.3,0.7"), ("classes", "a,b"), ("losses", "0,5;1,0")],
    );
    assert_all_close(&costly["minus_risks"], &[-5.0 * 0.4375, -0.5625], 1e-12);
    assert_eq!((&costly["class"], &costly["action"]), (&"a".into(), &"b".into()));
    let three = compute("bayes-decision", &[("likelihoods", "0.2,0.5,0.1"), ("reject", "0.2")]);
    assert_eq!(three["class"], "2");
    assert_eq!(three["action"], "reject", "the risk of 2 is 0.375");
    assert!(three["notes"].to_string().contains("polychotomizer"));
}

// proves: 001:99
#[test]
fn conditional_error() {
    let found = compute("bayes-decision", &[("posterior", "0.2,0.7,0.1")]);
    assert_close(&found["conditional_error"], 0.3, 1e-12);
    let world = compute("expected-loss", &[("joint", "0.3,0.1;0.1,0.2;0.25,0.05")]);
    assert_close(&world["bayes_error"], 0.1 + 0.1 + 0.05, 1e-12);
}

// proves: 002:J10
#[test]
fn expected_utility() {
    let found = compute(
        "bayes-decision",
        &[
            ("posterior", "0.3,0.7"),
            ("classes", "rain,sun"),
            ("utilities", "70,80;0,100"),
            ("actions", "umbrella,none"),
        ],
    );
    assert_all_close(&found["expected_utilities"], &[77.0, 70.0], 1e-12);
    assert_eq!(found["action"], "umbrella");
    assert_close(&found["expected_utility"], 77.0, 1e-12);
}

// proves: 001:99, 002:J08
#[test]
fn decision_regions() {
    let found = compute(
        "decision-regions",
        &[
            ("densities", "exp(-(x + 1)^2/2);exp(-(x - 1)^2/2)"),
            ("low", "-8"),
            ("high", "8"),
            ("points", "17"),
            ("classes", "left,right"),
        ],
    );
    assert_close(&found["boundaries"][0]["x"], 0.0, 1e-6);
    assert_eq!(found["boundaries"][0]["before"], "left");
    assert_close(&found["bayes_error"], 0.15865525393145707, 1e-6);
    // A circle around the origin: the narrow class wins inside.
    let plane = compute(
        "decision-regions",
        &[
            ("densities", "exp(-(x^2 + y^2))*4;exp(-(x^2 + y^2)/4)"),
            ("low", "-3"),
            ("high", "3"),
            ("points", "7"),
        ],
    );
    let map = plane["map"].as_array().unwrap();
    assert_eq!((map[3].as_str().unwrap(), map[0].as_str().unwrap()), ("BBAAABB", "BBBBBBB"));
    let crossing = &plane["boundaries"][0];
    let radius = number(&crossing["x"]).hypot(number(&crossing["y"]));
    assert!((radius - (4.0 / 3.0 * 4f64.ln()).sqrt()).abs() < 1e-6, "{radius}");
}

/// A finite world: every hypothesis' loss, the best of them, and the best rule there can be.
// proves: 002:D03
#[test]
fn expected_loss() {
    let world = "0.3,0.1;0.1,0.2;0.25,0.05";
    let found = compute(
        "expected-loss",
        &[("joint", world), ("hypotheses", "0,0,0;1,1,1;0,1,1"), ("losses", "0,4;1,0")],
    );
    assert_all_close(&found["losses"], &[4.0 * 0.35, 0.65, 4.0 * 0.1 + 0.1 + 0.25], 1e-12);
    assert_close(&found["best_hypothesis"], 2.0, 0.0);
    assert_close(&found["best_hypothesis_loss"], 0.65, 1e-12);
    // Each case by itself: 0 costs 0.4, 1 costs 0.3 in the first; 1 in the second; 0 costs 0.2 in the third.
    assert_eq!(found["best_rule"], serde_json::json!(["2", "2", "1"]));
    assert_close(&found["bayes_risk"], 0.3 + 0.1 + 0.2, 1e-12);
    // Numbers: the mean of each case is best under the squared loss, the median under the absolute one.
    let values = [("joint", "0.25,0.25,0;0,0.1,0.4"), ("values", "0,1,5"), ("hypotheses", "0.5,4;1,5")];
    let squared = compute("expected-loss", &values);
    assert_all_close(&squared["best_rule"], &[0.5, 4.2], 1e-12);
    assert_all_close(&squared["losses"], &[0.125 + 0.9 + 0.4, 0.25 + 1.6], 1e-12);
    let absolute = compute("expected-loss", &[&values[..], &[("number_loss", "absolute")]].concat());
    assert_all_close(&absolute["best_rule"], &[0.0, 5.0], 1e-12);
    assert_close(&absolute["bayes_risk"], 0.25 + 0.4, 1e-12);
}

// proves: 002:D04
#[test]
fn empirical_loss() {
    let found = compute(
        "empirical-loss",
        &[
            ("truth", "no,yes,yes,no"),
            ("hypotheses", "0,1,1,1;0,0,1,0"),
            ("losses", "0,5;1,0"),
            ("cases", "a,a,b,b"),
        ],
    );
    assert_close(&found["hypotheses"][0]["empirical_loss"], 0.25, 1e-12);
    assert_close(&found["hypotheses"][1]["empirical_loss"], 1.25, 1e-12);
    assert_close(&found["best_hypothesis"], 1.0, 0.0);
    assert_eq!(found["rule"][0]["says"], "yes");
    assert_close(&found["rule_loss"], 0.5, 1e-12);
    let one = compute("empirical-loss", &[("truth", "a,b,b"), ("predicted", "a,a,b")]);
    assert_close(&one["empirical_loss"], 1.0 / 3.0, 1e-12);
}
