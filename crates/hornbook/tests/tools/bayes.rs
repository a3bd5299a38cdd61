use super::*;

#[test]
fn diagnostic_test() {
    let found =
        compute("diagnostic-test", &[("prior", "0.008"), ("sensitivity", "0.98"), ("specificity", "0.97")]);
    assert!(found.to_string().contains("0.2085"), "{found}");
}

// proves: 000a:K5, 002:A09
#[test]
fn brute_force_map() {
    let found =
        compute("posterior", &[("prior", "fair=0.9,loaded=0.1"), ("likelihoods", "1/6,1/2;1/6,1/2;1/6,1/2")]);
    let joint = [0.9 / 216.0, 0.1 / 8.0];
    assert_all_close(
        &found["posterior"],
        &[joint[0] / (joint[0] + joint[1]), joint[1] / (joint[0] + joint[1])],
        1e-12,
    );
    assert_close(&found["evidence"], joint[0] + joint[1], 1e-12);
    assert_eq!(found["most_probable"], serde_json::json!(["loaded"]));
    assert_eq!(found["most_likely"], serde_json::json!(["loaded"]));
    let once = compute("posterior", &[("prior", "fair=0.9,loaded=0.1"), ("likelihoods", "1/6,1/2")]);
    assert_eq!(once["most_probable"], serde_json::json!(["fair"]), "the prior still wins");
    // Noise-free learning: consistent hypotheses share the posterior.
    let version = compute("posterior", &[("prior", "1/4,1/4,1/4,1/4"), ("likelihoods", "1,0,1,1;1,1,1,0")]);
    assert_all_close(&version["posterior"], &[0.5, 0.0, 0.5, 0.0], 1e-12);
    assert_close(&version["evidence"], 0.5, 1e-12);
}

#[test]
fn hypotheses_by_name() {
    let numbered =
        compute("posterior", &[("prior", "fair=1/2,loaded=1/2"), ("likelihoods", "1/8,1/2;1/6,1/3")]);
    let named = [("prior", "fair,loaded"), ("likelihoods", "loaded=1/2,fair=1/8;fair=1/6,loaded=1/3")];
    assert_eq!(compute("posterior", &named), numbered, "names alone have a uniform prior");
    let refused = |likelihoods: &str| refusal("posterior", &[("prior", "a,b"), ("likelihood", likelihoods)]);
    assert!(refused("a=0.2").contains("is without 'b'; expected numbers for a, b"));
    assert!(refused("a=0.2,other=1").contains("'other', which is not known; expected one of a, b"));
    assert!(refused("a=0.2,a=0.3").contains("'a=0.2,a=0.3'"));
    assert!(refused("a=-1,b=1").contains("is -1"));
    assert!(refusal("posterior", &[("prior", "a=0.4,b")]).contains("or names alone"));
}

const ENJOY_SPORT: &str = r#"{
    "Sky": ["Sunny", "Sunny", "Rainy", "Sunny"], "AirTemp": ["Warm", "Warm", "Cold", "Warm"],
    "Humidity": ["Normal", "High", "High", "High"], "Wind": ["Strong", "Strong", "Strong", "Strong"],
    "Water": ["Warm", "Warm", "Warm", "Cool"], "Forecast": ["Same", "Same", "Change", "Change"],
    "EnjoySport": ["Yes", "Yes", "No", "Yes"]}"#;

// proves: 000a:K5, 000a:K7
#[test]
fn version_space() {
    let of = |prior: &str| {
        compute(
            "version-space",
            &[("table", ENJOY_SPORT), ("target", "EnjoySport"), ("levels", "3,2,2,2,2,2"), ("prior", prior)],
        )
    };
    let found = of("uniform");
    assert_close(&found["hypotheses"], 973.0, 0.0);
    assert_close(&found["consistent"], 6.0, 0.0);
    assert_close(&found["evidence"], 6.0 / 973.0, 1e-12);
    assert_eq!(found["find_s"], "⟨Sunny, Warm, ?, Strong, ?, ?⟩");
    assert_eq!(found["find_s_is_map"], true);
    assert_close(&found["find_s_posterior"], 1.0 / 6.0, 1e-12);
    let specific = of("specific");
    assert_close(&specific["map_count"], 1.0, 0.0);
    assert_eq!(specific["find_s_is_map"], true);
}

// proves: 002:A02, 002:A06
#[test]
fn consistency() {
    let found = compute(
        "consistency",
        &[("labels", "0,1,1,0"), ("formulas", "x1;x2;x1 + x2"), ("x", "0,0;0,1;1,0;1,1")],
    );
    assert_eq!(found["realizable"], false, "no such function is the exclusive or");
    assert_eq!(found["disagreements"], serde_json::json!([[2.0, 4.0], [3.0, 4.0], [4.0]]));
    assert_eq!(found["nearest"], serde_json::json!(["x1 + x2"]));
    let or = compute(
        "consistency",
        &[("labels", "0,1,1,1"), ("predictions", "0,1,1,1;0,0,1,1"), ("names", "or,first")],
    );
    assert_eq!(or["realizable"], true);
    assert_eq!(or["nearest"], serde_json::json!(["or"]));
}

// proves: 000a:K8, 000a:K11, 002:A16
#[test]
fn likelihood() {
    let found = compute("likelihood", &[("y", "1,3,4"), ("formulas", "x;2*x;1.4*x"), ("x", "1,2,3")]);
    assert_all_close(&found["errors"], &[2.0, 6.0, 0.16 + 0.04 + 0.04], 1e-12);
    assert_eq!(found["maximum_likelihood"], serde_json::json!(["1.4*x"]));
    let constant = -1.5 * (2.0 * std::f64::consts::PI).ln();
    assert_all_close(&found["log_likelihoods"], &[constant - 1.0, constant - 3.0, constant - 0.12], 1e-12);
    // Survival with 92 %: the hypothesis that says so is more likely than one that is certain.
    let coin = compute(
        "likelihood",
        &[("y", "1,1,0"), ("predictions", "0.9,0.9,0.9;0.6,0.6,0.6;1,1,1"), ("noise", "bernoulli")],
    );
    let expected = [2.0 * 0.9f64.ln() + 0.1f64.ln(), 2.0 * 0.6f64.ln() + 0.4f64.ln()];
    assert_all_close(
        &Value::from(numbers_or_infinite(&coin["log_likelihoods"])[..2].to_vec()),
        &expected,
        1e-12,
    );
    assert_eq!(coin["maximum_likelihood"], serde_json::json!(["h2"]));
}

/// What JSON cannot write is null or a text there.
fn numbers_or_infinite(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap_or(f64::NEG_INFINITY)).collect()
}

/// The posteriors 0.4, 0.3, 0.3 of the notes: the MAP hypothesis says plus, all together minus.
// proves: 000a:K16, 000a:K17, 000a:K22, 000a:K23, 002:A20, 002:A21
#[test]
fn bayes_optimal_and_gibbs() {
    let arguments = [
        ("posterior", "0.4,0.3,0.3"),
        ("says", "1,0;0,1;0,1"),
        ("classes", "plus,minus"),
        ("prediction", "0"),
        ("draws", "5000"),
    ];
    let found = compute("bayes-optimal", &arguments);
    assert_all_close(&found["probabilities"], &[0.4, 0.6], 1e-12);
    assert_eq!((&found["bayes_optimal"], &found["map"]), (&"minus".into(), &"plus".into()));
    assert_close(&found["bayes_error"], 0.4, 1e-12);
    assert_close(&found["gibbs_error"], 2.0 * 0.4 * 0.6, 1e-12);
    assert!(number(&found["gibbs_error"]) <= 2.0 * number(&found["bayes_error"]));
    assert_close(&found["gap"], 0.2, 1e-12);
    let drawn = number(&found["classes"][1]["drawn_by_Gibbs"]) / 5000.0;
    assert!((drawn - 0.6).abs() < 0.03, "{drawn}");
    let again = compute_seeded("bayes-optimal", &arguments, 1);
    assert_ne!(again["classes"], found["classes"], "another seed draws others");
}

#[test]
fn estimates() {
    let found = compute("estimate", &[("family", "bernoulli-beta"), ("values", "1,1,0,0,0,1,1")]);
    assert!(found.to_string().contains("Beta(5, 4)"), "{found}");
    assert_eq!(found["columns"], serde_json::json!(["values"]));
    let stated = compute(
        "estimate",
        &[
            ("family", "multivariate-normal-mean"),
            ("table", &data("iris.csv")),
            ("columns", "sepal_length,sepal_width"),
            ("known", "0.7,0.2"),
            ("statement", "6, worth 1 row; 3, worth 1 row"),
        ],
    );
    assert_close(&stated["prior"]["worth_rows"], 1.0, 1e-9);
    let vague = [("family", "normal-mean"), ("values", "1,2"), ("known", "1"), ("statement", "about 2")];
    assert!(refusal("estimate", &vague).contains("'2, worth 10 rows'"));
    let families = compute("conjugate-families", &[]);
    assert!(families["families"].as_array().unwrap().len() >= 10);
    assert!(refusal("estimate", &[("family", "bernouli-beta"), ("values", "1")]).contains("bernoulli-beta"));
    let table = data("play_tennis.csv");
    let joint = compute("contingency", &[("table", &table), ("columns", "Humidity,Play")]);
    assert_close(&joint["marginals"]["Play"]["Yes"], 9.0 / 14.0, 1e-12);
    let all_given = [("table", table.as_str()), ("columns", "Play"), ("given", "Play")];
    assert!(refusal("contingency", &all_given).contains("expected a column that is not given"));
}

// proves: 001:120
#[test]
fn sufficient_statistics() {
    let found = compute("sufficient-statistics", &[("rows", "1,2;3,4;5,9"), ("more", "7,1;9,3")]);
    assert_all_close(&found["mean"], &[3.0, 5.0], 1e-12);
    let all = compute("sufficient-statistics", &[("rows", "1,2;3,4;5,9;7,1;9,3")]);
    assert_close(&found["merged_n"], 5.0, 0.0);
    assert_all_close(&found["merged_mean"], &numbers(&all["mean"]), 1e-12);
    for row in 0..2 {
        assert_all_close(&found["merged_covariance"][row], &numbers(&all["covariance"][row]), 1e-12);
    }
    assert_close(&all["covariance"][0][0], 8.0, 1e-12);
    let counts = compute("sufficient-statistics", &[("labels", "a,b,a"), ("more_labels", "b,c")]);
    assert_close(&counts["counts"][1]["merged"], 2.0, 0.0);
}

// proves: 001:99, 001:106
#[test]
fn normal_classes() {
    let found =
        compute("normal-classes", &[("means", "0,0;2,0"), ("covariances", "1,0;0,1"), ("points", "0,0")]);
    // The boundary is one deviation from each mean.
    assert_close(&found["bayes_error"], 0.15865525393145707, 1e-9);
    assert_close(&found["points"][0]["posterior"][0], 1.0 / (1.0 + (-2f64).exp()), 1e-9);
    assert_close(&found["points"][0]["conditional_error"], 1.0 / (1.0 + 2f64.exp()), 1e-9);
    let ellipse =
        compute("normal-classes", &[("means", "1,2"), ("covariances", "4,0;0,1"), ("fraction", "0.95")]);
    let half = numbers(&ellipse["hyperellipsoids"][0]["half-lengths"]);
    assert!(
        (half[0] / half[1] - 2.0).abs() < 1e-9,
        "half-lengths go as the roots of the eigenvalues: {half:?}"
    );
    assert!((half[1] - 5.991464547107979f64.sqrt()).abs() < 1e-6, "{half:?}");
}

// proves: 001:178
#[test]
fn naive_bayes_is_log_linear() {
    use hornbook::{Fit, Table};
    let table = Table::read(data("play_tennis.csv")).unwrap();
    let model = hornbook::NaiveBayes::default().fit(&table.dataset().target("Play").unwrap()).unwrap();
    let folder = std::env::temp_dir().join(format!("hornbook-log-linear-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("bayes.hornbook");
    hornbook::model_file::save(&model, &path).unwrap();
    let found = compute("log-linear", &[("model", path.to_str().unwrap())]);
    std::fs::remove_dir_all(&folder).unwrap();
    let linear = model.log_linear().unwrap();
    assert_eq!(numbers(&found["intercepts"]), linear.intercepts);
    let (names, weights) = (found["names"].as_array().unwrap(), rows(&found["coefficients"]));
    assert_eq!(names.len(), weights[0].len());
    let place = names.iter().position(|name| name.as_str().unwrap().contains("Strong")).unwrap();
    let classes: Vec<&str> =
        found["classes"].as_array().unwrap().iter().map(|class| class.as_str().unwrap()).collect();
    let (no, yes) =
        (classes.iter().position(|c| *c == "No").unwrap(), classes.iter().position(|c| *c == "Yes").unwrap());
    // Strong wind: three of five days without play, three of nine with it.
    assert!(weights[no][place] > weights[yes][place]);
}
