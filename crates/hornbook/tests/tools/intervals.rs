use super::*;

/// Twelve of forty rows misclassified, as in the notes.
// proves: 000a:J3, 000a:J4, 000a:J5, 000a:J7, 000a:J8, 000a:J13, 000a:J15
#[test]
fn proportions() {
    let found = compute("proportion-interval", &[("successes", "12"), ("n", "40"), ("truth", "0.3")]);
    assert_close(&found["estimate"], 0.3, 1e-12);
    assert_close(&found["standard_error"], 0.07245688373094719, 1e-12);
    assert_close(&found["true_deviation"], 0.07245688373094719, 1e-12);
    assert_all_close(&found["normal"], &[0.157987, 0.442013], 1e-6);
    assert_all_close(&found["exact"], &[0.16563, 0.46531], 1e-4);
    assert_eq!(found["valid"], true);
    // The table of z: 50, 68, 80, 90, 95, 98, 99 %.
    for (level, z) in [
        ("0.5", 0.67),
        ("0.68", 0.99),
        ("0.8", 1.28),
        ("0.9", 1.64),
        ("0.95", 1.96),
        ("0.98", 2.33),
        ("0.99", 2.58),
    ] {
        let found = compute("proportion-interval", &[("successes", "12"), ("n", "40"), ("level", level)]);
        assert_close(&found["z"], z, 0.006);
    }
    let few = compute("proportion-interval", &[("successes", "1"), ("n", "10")]);
    assert_eq!(few["valid"], false);
    assert!(few["notes"].as_array().unwrap().len() >= 2, "fewer than 30 rows, and n e(1 − e) below 5: {few}");
    let binomial = compute("distribution", &[("family", "binomial"), ("parameters", "10,0.1")]);
    assert!(binomial["notes"][0].as_str().unwrap().contains("below 5"));
}

// proves: 000a:J16
#[test]
fn intervals_from_any_distribution() {
    let of = |more: &[(&str, &str)]| {
        compute("confidence-interval", &[&[("estimate", "10"), ("standard_error", "2")], more].concat())
    };
    let both = of(&[]);
    assert_close(&both["low"], 10.0 - 2.0 * 1.959963984540054, 1e-9);
    assert_close(&both["high"], 10.0 + 2.0 * 1.959963984540054, 1e-9);
    let lower = of(&[("sides", "lower")]);
    assert_close(&lower["low"], 10.0 - 2.0 * 1.6448536269514722, 1e-9);
    assert_eq!(lower["high"], "Infinity");
    let student = of(&[("family", "student"), ("parameters", "4")]);
    assert_close(&student["high"], 10.0 + 2.0 * 2.7764451051977987, 1e-9);
    // A distribution that is not symmetric: the upper quantile of the error is taken off for the low end.
    let skewed = of(&[("family", "exponential"), ("level", "0.9")]);
    assert_close(&skewed["low"], 10.0 - 2.0 * 20f64.ln(), 1e-9);
    let simulated =
        compute("confidence-interval", &[("estimate", "5"), ("errors", "-2,-1,0,1,4"), ("level", "0.5")]);
    assert_close(&simulated["low"], 4.0, 1e-12);
    assert_close(&simulated["high"], 6.0, 1e-12);
}

// proves: 000a:J17
#[test]
fn central_limit() {
    let found = compute("central-limit", &[("values", "1,2,3,4,5"), ("true_mean", "2"), ("deviation", "1")]);
    assert_close(&found["mean"], 3.0, 1e-12);
    assert_close(&found["z"], 5f64.sqrt(), 1e-12);
    assert_close(&found["low"], 3.0 - 2.7764451051977987 * 0.5f64.sqrt(), 1e-9);
    let simulated = compute(
        "central-limit",
        &[("simulate", "exponential"), ("parameters", "1"), ("sizes", "1,100"), ("samples", "2000")],
    );
    let sizes = simulated["sizes"].as_array().unwrap();
    assert!(number(&sizes[0]["skewness"]) > 1.0 && number(&sizes[1]["skewness"]).abs() < 0.5);
    assert!(number(&sizes[1]["distance_to_normal"]) < number(&sizes[0]["distance_to_normal"]));
    assert_close(&sizes[1]["standard_error"], 0.1, 1e-9);
}

// proves: 000a:J2
#[test]
fn true_error() {
    let exact = compute(
        "true-error",
        &[("probabilities", "0.5,0.3,0.2"), ("predicted", "a,b,b"), ("truth", "a,a,b")],
    );
    assert_close(&exact["error"], 0.3, 1e-12);
    let sampled =
        compute("true-error", &[("hypothesis", "x - 0.4"), ("target", "x - 0.5"), ("draws", "20000")]);
    assert_close(&sampled["error"], 0.1, 0.01);
    assert!(number(&sampled["low"]) < 0.1 && 0.1 < number(&sampled["high"]));
}

// proves: 000a:J9
#[test]
fn repeated_sampling() {
    let found = compute("coverage", &[("p", "0.3"), ("n", "40"), ("samples", "4000"), ("interval", "exact")]);
    assert_close(&found["mean"], 0.3, 0.005);
    assert_close(&found["expected_variance"], 0.00525, 1e-12);
    assert!(number(&found["coverage"]) >= 0.95);
    let total: f64 = found["histogram"].as_array().unwrap().iter().map(|bin| number(&bin["samples"])).sum();
    assert_eq!(total, 4000.0);
    let normal = compute("coverage", &[("p", "0.3"), ("n", "40"), ("samples", "4000")]);
    assert_close(&normal["coverage"], 0.94, 0.02);
}

// proves: 000a:J11, 000a:J12
#[test]
fn estimators() {
    let of =
        |more: &[(&str, &str)]| compute("estimator", &[&[("n", "5"), ("draws", "20000")], more].concat());
    let biased = of(&[("estimator", "variance_n")]);
    assert_close(&biased["bias"], -0.2, 0.02);
    assert_eq!(biased["unbiased"], false);
    assert_eq!(of(&[("estimator", "variance")])["unbiased"], true);
    // The mean has less variance than the median.
    let (mean, median) = (of(&[]), of(&[("estimator", "median")]));
    assert_close(&mean["variance"], 0.2, 0.01);
    assert!(number(&median["variance"]) > number(&mean["variance"]));
    let training = of(&[
        ("estimator", "training_error"),
        ("family", "bernoulli"),
        ("parameters", "0.5"),
        ("hypotheses", "20"),
    ]);
    assert!(number(&training["bias"]) < -0.3, "the training error is optimistic: {training}");
}

// proves: 000a:J18, 000a:J19
#[test]
fn differences_of_error_rates() {
    let found = compute(
        "error-difference",
        &[("first_errors", "30"), ("first_rows", "100"), ("second_errors", "20"), ("second_rows", "100")],
    );
    let deviation = (0.0021f64 + 0.0016).sqrt();
    assert_close(&found["difference"], 0.1, 1e-12);
    assert_close(&found["standard_error"], deviation, 1e-12);
    assert_close(&found["low"], 0.1 - 1.959963984540054 * deviation, 1e-9);
    assert_close(&found["high"], 0.1 + 1.959963984540054 * deviation, 1e-9);
    let same = compute(
        "error-difference",
        &[("first_errors", "30"), ("first_rows", "100"), ("second_errors", "20")],
    );
    assert_close(&same["low"], 0.1 - 1.959963984540054 * deviation, 1e-9);
    assert!(same["notes"].to_string().contains("conservative"));
    let paired = compute(
        "error-difference",
        &[("first_errors", "30"), ("first_rows", "100"), ("second_errors", "20"), ("only_first", "12")],
    );
    assert!(number(&paired["high"]) - number(&paired["low"]) < number(&same["high"]) - number(&same["low"]));
}

// proves: 000a:J23, 001:94, 001:95
#[test]
fn t_tests() {
    let found = compute("t-test", &[("values", "5.1,4.9,5.6,5.8,6.0"), ("expected", "5")]);
    let values = [5.1, 4.9, 5.6, 5.8, 6.0];
    let mean = values.iter().sum::<f64>() / 5.0;
    let error = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20.0).sqrt();
    assert_close(&found["statistic"], (mean - 5.0) / error, 1e-12);
    assert_close(&found["degrees"], 4.0, 0.0);
    assert_close(&found["critical"], 2.7764451051977987, 1e-9);
    assert_eq!(found["reject"], false);
    let one_tailed = compute(
        "t-test",
        &[("values", "5.1,4.9,5.6,5.8,6.0"), ("expected", "5"), ("alternative", "greater")],
    );
    assert_close(&one_tailed["p_value"], number(&found["p_value"]) / 2.0, 1e-12);
    assert_close(&one_tailed["critical"], 2.13184678632665, 1e-9);
    let paired = compute("t-test", &[("values", "0.9,0.8,0.85,0.9"), ("second", "0.8,0.75,0.8,0.85")]);
    assert_close(&paired["mean"], 0.0625, 1e-12);
    let deviations = [0.0375f64, -0.0125, -0.0125, -0.0125];
    let error = (deviations.iter().map(|x| x * x).sum::<f64>() / 12.0).sqrt();
    assert_close(&paired["statistic"], 0.0625 / error, 1e-9);
    assert_close(&paired["low"], 0.0625 - 3.182446305284263 * error, 1e-9);
    assert_eq!(paired["reject"], true);
}

#[test]
fn two_samples() {
    let samples = [("first", "6.1,5.8,6.4,7,6.6"), ("second", "5.2,5.9,5.1,5.5")];
    // scipy.stats.ttest_ind(…, equal_var=False), and its confidence_interval().
    let welch = compute("two-sample-t-test", &samples);
    assert_close(&welch["first_mean"], 6.38, 1e-12);
    assert_close(&welch["difference"], 0.955, 1e-12);
    assert_close(&welch["statistic"], number(&welch["difference"]) / number(&welch["standard_error"]), 1e-12);
    assert_eq!(welch["reject"], true);
    let pooled = compute("two-sample-t-test", &[&samples[..], &[("pooled", "true")]].concat());
    assert_close(&pooled["degrees"], 7.0, 0.0);
    let deviation = ((4.0 * 0.212 + 3.0 * 0.129_166_666_666_666_67) / 7.0f64).sqrt();
    assert_close(&pooled["effect_size"], 0.955 / deviation, 1e-12);
    assert_close(&pooled["standard_error"], deviation * (1.0f64 / 5.0 + 1.0 / 4.0).sqrt(), 1e-12);
    assert_close(&welch["effect_size"], number(&pooled["effect_size"]), 0.0);
    let one_sided = compute("two-sample-t-test", &[&samples[..], &[("alternative", "greater")]].concat());
    assert_close(&one_sided["p_value"], number(&welch["p_value"]) / 2.0, 1e-15);
}
