//! Distributions of several numbers and special functions against mpmath, which SciPy checked;
//! `reference/multivariate.py` made the numbers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_math::distributions::*;
use hornbook_math::matrix::Matrix;
use hornbook_math::special;
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn square(values: &[f64]) -> Matrix {
    let n = (values.len() as f64).sqrt() as usize;
    Matrix::new(n, n, values.to_vec()).unwrap()
}

// proves: 001:62, 001:63, 001:69
#[test]
fn agree_with_forty_digits() {
    let all: Value = serde_json::from_str(include_str!("reference/multivariate.json")).unwrap();
    let mut off = Vec::new();
    for row in all.as_array().unwrap() {
        let p: Vec<Vec<f64>> = row["parameters"].as_array().unwrap().iter().map(numbers).collect();
        let (x, expected) = (numbers(&row["x"]), row["value"].as_f64().unwrap());
        let name = row["name"].as_str().unwrap();
        let ours = match name {
            "normal" => MultivariateNormal::new(&p[0], &square(&p[1])).unwrap().ln_density(&x),
            "student" => MultivariateStudent::new(p[0][0], &p[1], &square(&p[2])).unwrap().ln_density(&x),
            "wishart" => Wishart::new(p[0][0], &square(&p[1])).unwrap().ln_density(&x),
            "dirichlet" => Dirichlet::new(&p[0]).unwrap().ln_density(&x),
            "multinomial" => Multinomial::new(p[0][0] as u64, &p[1]).unwrap().ln_density(&x),
            "dirichlet-multinomial" => {
                DirichletMultinomial::new(p[0][0] as u64, &p[1]).unwrap().ln_density(&x)
            }
            "ln_multivariate_gamma" => special::ln_multivariate_gamma(p[0][0] as usize, x[0]),
            "digamma" => special::digamma(x[0]),
            "trigamma" => special::trigamma(x[0]),
            "gamma" => special::gamma(x[0]),
            "ln_gamma" => special::ln_gamma(x[0]),
            "ln_beta" => special::ln_beta(x[0], x[1]),
            "binomial_coefficient" => special::binomial_coefficient(x[0] as u64, x[1] as u64),
            "ln_binomial_coefficient" => special::ln_binomial_coefficient(x[0] as u64, x[1] as u64),
            other => panic!("no function {other}"),
        };
        let error = (ours - expected).abs() / expected.abs().max(1.0);
        if error.is_nan() || error > 1e-12 {
            off.push(format!("{name} {:?}: {ours:e} for {expected:e}, off by {error:e}", p.first()));
        }
    }
    assert!(off.is_empty(), "{} are off:\n{}", off.len(), off.join("\n"));
}

// proves: 001:56, 001:64, 001:67
#[test]
fn goldens_of_the_curriculum() {
    let near = |ours: f64, golden: f64| assert!((ours - golden).abs() < 1e-9, "{ours} for {golden}");
    let counts = Multinomial::new(4, &[0.5, 0.3, 0.2]).unwrap();
    near(counts.density(&[2.0, 1.0, 1.0]), 0.18);
    near(counts.covariance().at(0, 1), -0.6);
    assert_eq!(counts.mean(), [2.0, 1.2, 0.8]);
    let shares = Dirichlet::new(&[2.0, 3.0, 5.0]).unwrap();
    near(shares.density(&[0.2, 0.3, 0.5]), 8.505);
    let covariance = shares.covariance();
    for (i, golden) in [0.16 / 11.0, 0.21 / 11.0, 0.25 / 11.0].into_iter().enumerate() {
        near(covariance.at(i, i), golden);
    }
    near(covariance.at(0, 1), -0.06 / 11.0);
    let cloud = MultivariateNormal::new(&[0.0, 1.0], &square(&[2.0, 0.5, 0.5, 1.0])).unwrap();
    near(cloud.density(&[1.0, 2.0]), 0.06794114034470021);
    near(cloud.squared_distance(&[1.0, 2.0]), 8.0 / 7.0);
    let wishart = Wishart::new(4.0, &square(&[1.0, 0.3, 0.3, 2.0])).unwrap();
    near(wishart.density(&[3.0, 0.5, 0.5, 4.0]), 0.0029506838938992827);
    // The entry (0, 1) is the second of four numbers.
    near(wishart.covariance().at(1, 1), 8.36);
    assert_eq!(wishart.mean(), [4.0, 1.2, 1.2, 8.0]);
    // Γ(N + α)/Γ(α) is the rising product.
    near(special::gamma(7.5) / special::gamma(2.5), 2.5 * 3.5 * 4.5 * 5.5 * 6.5);
}

/// The density of a pair is that of one part times that of the other.
#[test]
fn normal_gamma_is_a_product() {
    let prior = NormalGamma::new(1.0, 2.0, 3.0, 4.0).unwrap();
    let given = Normal::new(1.0, 1.0 / (2.0f64 * 0.7).sqrt()).unwrap();
    let expected = given.density(0.3) * Gamma::new(3.0, 4.0).unwrap().density(0.7);
    assert!((prior.density(&[0.3, 0.7]) / expected - 1.0).abs() < 1e-14);
    // In one dimension the normal-Wishart distribution of T = 2b and ν = 2a is the same.
    let wishart = NormalWishart::new(&[1.0], 2.0, 6.0, &square(&[8.0])).unwrap();
    assert!((wishart.density(&[0.3, 0.7]) / expected - 1.0).abs() < 1e-13);
    let (ours, theirs) = (wishart.covariance(), prior.covariance());
    let (means, others) = (wishart.mean(), prior.mean());
    for (a, b) in ours.values().iter().chain(&means).zip(theirs.values().iter().chain(&others)) {
        assert!((a - b).abs() < 1e-15, "{a} {b}");
    }
    assert_eq!((prior.density(&[0.3, -1.0]), wishart.density(&[0.3, -1.0])), (0.0, 0.0));
}

#[test]
fn points_that_cannot_be() {
    let counts = Multinomial::new(4, &[0.5, 0.5, 0.0]).unwrap();
    for impossible in [[4.0, 1.0, 0.0], [2.5, 1.5, 0.0], [5.0, -1.0, 0.0], [2.0, 1.0, 1.0]] {
        assert_eq!(counts.density(&impossible), 0.0, "{impossible:?}");
    }
    assert!(counts.density(&[4.0]).is_nan() && counts.density(&[f64::NAN, 1.0, 1.0]).is_nan());
    assert_eq!(Multinomial::new(0, &[0.5, 0.5]).unwrap().density(&[0.0, 0.0]), 1.0);
    let shares = Dirichlet::new(&[1.0, 2.0, 0.5]).unwrap();
    assert_eq!((shares.density(&[0.5, 0.6, 0.1]), shares.density(&[0.5, 0.0, 0.5])), (0.0, 0.0));
    assert_eq!(shares.density(&[0.5, 0.5, 0.0]), f64::INFINITY);
    let flat = Dirichlet::new(&[1.0, 1.0]).unwrap();
    assert_eq!(flat.density(&[0.0, 1.0]), 1.0);
    let wishart = Wishart::new(4.0, &square(&[1.0, 0.3, 0.3, 2.0])).unwrap();
    assert_eq!((wishart.density(&[1.0, 2.0, 2.0, 1.0]), wishart.density(&[1.0, 0.5, 0.1, 1.0])), (0.0, 0.0));
    assert!(wishart.density(&[1.0]).is_nan());
    let cloud = MultivariateNormal::new(&[0.0, 1.0], &square(&[2.0, 0.5, 0.5, 1.0])).unwrap();
    assert!(cloud.density(&[1.0]).is_nan() && cloud.density(&[f64::NAN, 0.0]).is_nan());
    assert_eq!(cloud.density(&[1e200, 0.0]), 0.0);
}

#[test]
fn parameters_that_cannot_be() {
    let good = square(&[2.0, 0.5, 0.5, 1.0]);
    for bad in [
        square(&[1.0, 2.0, 2.0, 1.0]),
        square(&[1.0, 0.5, 0.4, 1.0]),
        square(&[1.0, f64::NAN, f64::NAN, 1.0]),
        square(&[0.0, 0.0, 0.0, 0.0]),
        Matrix::zeros(0, 0),
        Matrix::zeros(2, 3),
    ] {
        let sentence = MultivariateNormal::new(&[0.0, 0.0], &bad).unwrap_err().to_string();
        assert!(sentence.contains("symmetric positive definite"), "{sentence}");
        assert!(Wishart::new(5.0, &bad).is_err() && NormalWishart::new(&[0.0, 0.0], 1.0, 5.0, &bad).is_err());
        assert!(MultivariateStudent::new(5.0, &[0.0, 0.0], &bad).is_err());
    }
    for wrong in [
        MultivariateNormal::new(&[0.0], &good).err(),
        MultivariateNormal::new(&[0.0, f64::INFINITY], &good).err(),
        MultivariateStudent::new(0.0, &[0.0, 0.0], &good).err(),
        Wishart::new(1.0, &good).err(),
        Wishart::new(f64::NAN, &good).err(),
        NormalWishart::new(&[0.0, 0.0], 0.0, 5.0, &good).err(),
        NormalGamma::new(0.0, -1.0, 1.0, 1.0).err(),
        NormalGamma::new(f64::NAN, 1.0, 1.0, 1.0).err(),
        Dirichlet::new(&[1.0]).err(),
        Dirichlet::new(&[1.0, 0.0]).err(),
        Multinomial::new(3, &[0.5, 0.4]).err(),
        Multinomial::new(u64::MAX, &[0.5, 0.5]).err(),
        Multinomial::new(3, &[1.5, -0.5]).err(),
        DirichletMultinomial::new(3, &[]).err(),
    ] {
        let sentence = wrong.expect("an error").to_string();
        assert!(sentence.contains("distribution: parameter '"), "{sentence}");
    }
}
