use super::*;

/// Mitchell's figure 5.1.
// proves: 000a:J6, 001:53, 001:54
#[test]
fn binomial_and_bernoulli() {
    let found = compute("distribution", &[("family", "binomial"), ("parameters", "40,0.3"), ("at", "12")]);
    assert_close(&found["mean"], 12.0, 1e-12);
    assert_close(&found["variance"], 8.4, 1e-12);
    assert_close(&found["deviation"], 2.898275349237888, 1e-12);
    assert_close(&found["at"][0]["probability"], 0.136573821, 1e-9);
    assert_close(&found["at"][0]["cdf"], 0.577180925, 1e-9);
    assert_close(&found["mode"], 12.0, 0.0);
    assert_close(&found["normal_low"], 6.319485, 1e-5);
    assert_close(&found["normal_high"], 17.680515, 1e-5);
    let coin = compute("distribution", &[("family", "bernoulli"), ("parameters", "p=0.3"), ("at", "0,1")]);
    assert_close(&coin["at"][1]["probability"], 0.3, 1e-15);
    assert_close(&coin["variance"], 0.21, 1e-15);
}

// proves: 000a:J14, 001:60, 002:A15
#[test]
fn normal() {
    let found = compute(
        "distribution",
        &[
            ("family", "normal"),
            ("parameters", "mean=100,deviation=15"),
            ("at", "130"),
            ("between", "85,115"),
            ("quantiles", "0.975"),
        ],
    );
    assert_close(&found["at"][0]["density"], 0.0035993977675458704, 1e-15);
    assert_close(&found["at"][0]["log_density"], 0.0035993977675458704f64.ln(), 1e-12);
    assert_close(&found["between"], 0.6826894921370859, 1e-12);
    assert_close(&found["quantiles"][0]["quantile"], 129.3994597681, 1e-9);
    let standard = compute("distribution", &[("between", "-1.28,1.28")]);
    assert_close(&standard["between"], 0.799455, 1e-6);
}

// proves: 002:U03
#[test]
fn chi_square_gaussian_binomial_log_gamma() {
    let chi = compute(
        "distribution",
        &[("family", "chi_square"), ("parameters", "3"), ("at", "7.82"), ("quantiles", "0.95")],
    );
    assert_close(&chi["quantiles"][0]["quantile"], 7.814727903251179, 1e-9);
    assert_close(&chi["at"][0]["upper_tail"], 0.0498819938392635, 1e-9);
    let tail = compute("distribution", &[("family", "binomial"), ("parameters", "10,0.5"), ("at", "8")]);
    assert_close(&tail["at"][0]["upper_tail"], 11.0 / 1024.0, 1e-12);
    let choose = compute("gamma-function", &[("x", "40"), ("choose", "12")]);
    assert_close(&choose["binomial_coefficient"], 5586853480.0, 0.0);
    assert_close(&choose["log_gamma"], 106.63176026064346, 1e-9);
}

// proves: 001:62
#[test]
fn gamma_function() {
    let found = compute("gamma-function", &[("x", "5"), ("dimensions", "3"), ("beta", "2")]);
    assert_close(&found["gamma"], 24.0, 1e-9);
    assert_close(&found["factorial"], 120.0, 1e-9);
    let by_hand = 1.5 * std::f64::consts::PI.ln() + 24f64.ln() + 11.631728396567448f64.ln() + 6f64.ln();
    assert_close(&found["log_multivariate_gamma"], by_hand, 1e-9);
    assert_close(&found["beta"], 1.0 / 30.0, 1e-12);
    assert!(refusal("gamma-function", &[("x", "1"), ("dimensions", "3")]).contains("give x above 1"));
}

// proves: 001:65
#[test]
fn gamma_distribution() {
    let found = compute(
        "distribution",
        &[("family", "gamma"), ("parameters", "shape=3,rate=2"), ("at", "1"), ("samples", "20000")],
    );
    assert_close(&found["mean"], 1.5, 1e-12);
    assert_close(&found["variance"], 0.75, 1e-12);
    assert_close(&found["at"][0]["density"], 4.0 * (-2f64).exp(), 1e-12);
    let samples = numbers(&found["samples"]);
    assert!((samples.iter().sum::<f64>() / 20000.0 - 1.5).abs() < 0.03);
    let fitted = compute("distribution", &[("family", "poisson"), ("values", "1,2,3,6")]);
    assert_close(&fitted["parameters"]["mean"], 3.0, 1e-12);
}

// proves: 000a:J10, 001:52
#[test]
fn random_variables() {
    let die = compute(
        "random-variable",
        &[("values", "1,2,3,4,5,6"), ("factor", "2"), ("plus_values", "1,2,3,4,5,6")],
    );
    assert_close(&die["mean"], 3.5, 1e-12);
    assert_close(&die["second_moment"], 91.0 / 6.0, 1e-12);
    assert_close(&die["variance"], 35.0 / 12.0, 1e-12);
    assert_close(&die["scaled_variance"], 35.0 / 3.0, 1e-12);
    assert_close(&die["sum_variance"], 35.0 / 6.0, 1e-12);
    assert_close(&die["sum"][5]["probability"], 6.0 / 36.0, 1e-12);
    assert!(refusal("random-variable", &[("values", "1,2"), ("probabilities", "0.5,0.6")]).contains("1.1"));
}

// proves: 001:55
#[test]
fn joint_distributions() {
    let found = compute("joint-distribution", &[("joint", "0.4,0.1;0.2,0.3"), ("given_y", "1")]);
    assert_all_close(&found["marginal_x"], &[0.5, 0.5], 1e-12);
    assert_all_close(&found["marginal_y"], &[0.6, 0.4], 1e-12);
    assert_close(&found["covariance"], 0.1, 1e-12);
    assert_close(&found["correlation"], 0.1 / (0.25f64 * 0.24).sqrt(), 1e-12);
    assert_eq!(found["independent"], false);
    assert_all_close(&found["x_given_y"], &[0.25, 0.75], 1e-12);
}

// proves: 001:56, 001:64, 001:67
#[test]
fn multinomial_dirichlet_wishart() {
    let found = compute(
        "multivariate-distribution",
        &[("family", "multinomial"), ("vector", "0.2,0.3,0.5"), ("number", "10"), ("at", "2,3,5")],
    );
    assert_all_close(&found["mean"], &[2.0, 3.0, 5.0], 1e-12);
    assert_close(&found["covariance"][0][1], -0.6, 1e-12);
    assert_close(&found["at"][0]["density"], 0.08505, 1e-9);
    let found = compute(
        "multivariate-distribution",
        &[("family", "dirichlet"), ("vector", "2,3,5"), ("at", "0.2,0.3,0.5")],
    );
    assert_all_close(&found["mean"], &[0.2, 0.3, 0.5], 1e-12);
    assert_close(&found["covariance"][0][0], 16.0 / 1100.0, 1e-12);
    assert_close(&found["covariance"][0][1], -6.0 / 1100.0, 1e-12);
    assert_close(&found["at"][0]["density"], 362880.0 / 48.0 * 0.2 * 0.09 * 0.0625, 1e-9);
    let found = compute(
        "multivariate-distribution",
        &[("family", "wishart"), ("matrix", "1,0.5;0.5,2"), ("number", "4")],
    );
    assert_all_close(&found["mean"], &[4.0, 2.0, 2.0, 8.0], 1e-12);
    assert_close(&found["covariance"][1][1], 4.0 * (0.25 + 2.0), 1e-12);
}

// proves: 001:66, 001:68
#[test]
fn normal_gamma_and_normal_wishart() {
    let found = compute(
        "multivariate-distribution",
        &[("family", "normal_gamma"), ("vector", "1,2,3,4"), ("at", "0.5,1.5"), ("samples", "5")],
    );
    let normal = (2.0 * 1.5 / (2.0 * std::f64::consts::PI)).sqrt() * (-0.5 * 3.0 * 0.25f64).exp();
    let gamma = 64.0 / 2.0 * 1.5f64.powi(2) * (-6f64).exp();
    assert_close(&found["at"][0]["density"], normal * gamma, 1e-12);
    assert_eq!(rows(&found["samples"]).len(), 5);
    // In one dimension a Wishart distribution with ν and T is a gamma distribution with shape ν/2 and rate T/2.
    let wishart = compute(
        "multivariate-distribution",
        &[
            ("family", "normal_wishart"),
            ("vector", "1"),
            ("confidence", "2"),
            ("number", "6"),
            ("matrix", "8"),
            ("at", "0.5,1.5"),
        ],
    );
    assert_close(&wishart["at"][0]["density"], normal * gamma, 1e-9);
}

// proves: 001:69, 001:96
#[test]
fn student() {
    let found = compute(
        "distribution",
        &[("family", "student"), ("parameters", "9,1,2"), ("at", "1"), ("quantiles", "0.975")],
    );
    assert_close(&found["at"][0]["cdf"], 0.5, 1e-12);
    assert_close(&found["at"][0]["density"], 0.388034904 / 2.0, 1e-8);
    assert_close(&found["quantiles"][0]["quantile"], 1.0 + 2.0 * 2.2621571627409915, 1e-9);
    let many = compute(
        "multivariate-distribution",
        &[("family", "student"), ("vector", "0,0"), ("matrix", "1,0;0,1"), ("number", "3"), ("at", "0,0")],
    );
    assert_close(&many["at"][0]["density"], 1.0 / (2.0 * std::f64::consts::PI), 1e-12);
    let table = compute("quantile-table", &[("degrees", "4,9,29"), ("alphas", "0.025,0.05")]);
    assert_close(&table["quantiles"][1]["α=0.025"], 2.2621571627409915, 1e-9);
    assert_close(&table["quantiles"][0]["α=0.05"], 2.13184678632665, 1e-9);
    assert_close(&table["quantiles"][3]["α=0.025"], 1.959963984540054, 1e-9);
}

// proves: 001:59
#[test]
fn densities_by_formula() {
    let found = compute(
        "density-function",
        &[("formula", "2*x"), ("low", "0"), ("high", "1"), ("between", "0.5,1"), ("at", "0.9")],
    );
    assert_close(&found["mean"], 2.0 / 3.0, 1e-9);
    assert_close(&found["variance"], 1.0 / 18.0, 1e-9);
    assert_close(&found["between"], 0.75, 1e-9);
    assert_close(&found["at"][0]["density"], 1.8, 1e-9);
    assert_close(&found["at"][0]["cdf"], 0.81, 1e-9);
    let cdf = compute(
        "density-function",
        &[("formula", "1 - exp(-3*x)"), ("meaning", "cdf"), ("low", "0"), ("between", "0,1"), ("at", "0")],
    );
    assert_close(&cdf["mean"], 1.0 / 3.0, 1e-6);
    assert_close(&cdf["between"], 1.0 - (-3f64).exp(), 1e-9);
    assert_close(&cdf["at"][0]["density"], 3.0, 1e-6);
}

// proves: 001:71, 001:72, 001:73
#[test]
fn limits() {
    assert_close(&compute("chebyshev", &[("variance", "4"), ("distance", "5")])["bound"], 0.16, 1e-12);
    assert_close(&compute("chebyshev", &[("deviations", "3")])["bound"], 1.0 / 9.0, 1e-12);
    let law = compute(
        "law-of-large-numbers",
        &[("variance", "0.25"), ("distance", "0.05"), ("n", "1000"), ("probability", "0.05")],
    );
    assert_close(&law["bound"], 0.1, 1e-12);
    assert_close(&law["sample_size"], 2000.0, 0.0);
    let z = compute("central-limit", &[("mean", "52"), ("n", "36"), ("true_mean", "50"), ("deviation", "6")]);
    assert_close(&z["z"], 2.0, 1e-12);
    assert_close(&z["standard_error"], 1.0, 1e-12);
}
