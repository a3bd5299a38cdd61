//! Fitting against the roots of the score equations (`reference/fitting.py` made the numbers), and conjugate updating.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_math::distributions::*;
use hornbook_math::matrix::Matrix;
use hornbook_math::probability::integrate;
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn near(ours: f64, golden: f64) {
    assert!((ours - golden).abs() < 1e-9, "{ours} for {golden}");
}

/// The parameters found.
fn fit(name: &str, given: &[f64], values: &[f64], weights: Option<&[f64]>) -> Vec<f64> {
    match name {
        "gamma" => Gamma::fit(values, weights).map(|d| vec![d.shape(), d.rate()]),
        "inverse-gamma" => InverseGamma::fit(values, weights).map(|d| vec![d.shape(), d.scale()]),
        "chi-square" => ChiSquare::fit(values, weights).map(|d| vec![d.degrees()]),
        "weibull" => Weibull::fit(values, weights).map(|d| vec![d.shape(), d.scale()]),
        "beta" => Beta::fit(values, weights).map(|d| vec![d.a(), d.b()]),
        "negative-binomial" => NegativeBinomial::fit(values, weights).map(|d| vec![d.successes(), d.p()]),
        "logistic" => Logistic::fit(values, weights).map(|d| vec![d.location(), d.scale()]),
        "student" => Student::fit(given[0], values, weights).map(|d| vec![d.location(), d.scale()]),
        "dirichlet" => {
            let rows = Matrix::new(values.len() / 3, 3, values.to_vec()).unwrap();
            Dirichlet::fit(&rows, weights).map(|d| d.concentrations().to_vec())
        }
        "normal" => Normal::fit(values, weights).map(|d| vec![d.mean(), d.deviation()]),
        "log-normal" => {
            LogNormal::fit(values, weights).map(|d| vec![d.logarithm().mean(), d.logarithm().deviation()])
        }
        "exponential" => Exponential::fit(values, weights).map(|d| vec![d.rate()]),
        other => panic!("no family {other}"),
    }
    .unwrap()
}

#[test]
fn estimates_are_roots_of_the_score() {
    let all: Value = serde_json::from_str(include_str!("reference/fitting.json")).unwrap();
    for entry in all.as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        let (given, values) = (numbers(&entry["given"]), numbers(&entry["values"]));
        let (weights, expected) = (numbers(&entry["weights"]), numbers(&entry["parameters"]));
        let found = fit(name, &given, &values, Some(&weights));
        for (a, b) in found.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-11, "{name}: {found:?} for {expected:?}");
        }
        // A row of weight 3 is three rows, one of weight 0 none.
        if weights.iter().all(|w| w.fract() == 0.0) {
            let width = values.len() / weights.len();
            let copies: Vec<f64> = values
                .chunks_exact(width)
                .zip(&weights)
                .flat_map(|(row, &w)| row.repeat(w as usize))
                .collect();
            for (a, b) in fit(name, &given, &copies, None).iter().zip(&found) {
                assert!((a / b - 1.0).abs() < 1e-11, "{name}: {a} of copies, {b} of weights");
            }
        }
    }
}

#[test]
fn estimates_in_closed_form() {
    assert_eq!(Bernoulli::fit(&[1.0, 0.0, 1.0, 1.0], None).unwrap(), Bernoulli::new(0.75).unwrap());
    assert_eq!(Binomial::fit(8, &[2.0, 4.0], None).unwrap(), Binomial::new(8, 0.375).unwrap());
    assert_eq!(Geometric::fit(&[1.0, 3.0], Some(&[3.0, 1.0])).unwrap().mean(), 1.5);
    assert_eq!(Poisson::fit(&[1.0, 4.0, 100.0], Some(&[2.0, 1.0, 0.0])).unwrap().mean(), 2.0);
    assert_eq!(Uniform::fit(&[3.0, 1.0, 2.0], None).unwrap(), Uniform::new(1.0, 3.0).unwrap());
    let median = |values: &[f64], weights: Option<&[f64]>| Laplace::fit(values, weights).unwrap();
    assert_eq!(median(&[5.0, 1.0, 2.0, 9.0], None), Laplace::new(3.5, 2.75).unwrap());
    assert_eq!(median(&[5.0, 1.0, 2.0], Some(&[1.0, 1.0, 3.0])), Laplace::new(2.0, 0.8).unwrap());
    let rows = Matrix::new(2, 2, vec![1.0, 3.0, 2.0, 2.0]).unwrap();
    assert_eq!(Multinomial::fit(4, &rows, None).unwrap().probabilities(), [0.375, 0.625]);
    let rows = Matrix::new(4, 2, vec![1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.0]).unwrap();
    let cloud = MultivariateNormal::fit(&rows, None).unwrap();
    assert_eq!(
        (cloud.mean(), cloud.covariance().into_values()),
        (vec![2.5, 2.5], vec![1.25, 0.75, 0.75, 1.25])
    );
    let golden = Normal::fit(&[4.0, 6.0, 5.0, 7.0, 8.0], None).unwrap();
    near(golden.variance(), 2.0);
    near(golden.ln_likelihood(&[4.0, 6.0, 5.0, 7.0, 8.0]), -8.827560617423227);
    // Cauchy's is Student's of one degree.
    let values = [1.0, 2.0, 2.5, 4.0, 30.0];
    let (cauchy, student) = (Cauchy::fit(&values, None).unwrap(), Student::fit(1.0, &values, None).unwrap());
    assert_eq!(cauchy.mode(), student.mode());
}

#[test]
fn samples_that_cannot_be_fitted() {
    let rows = |values: &[f64]| Matrix::new(values.len() / 2, 2, values.to_vec()).unwrap();
    for wrong in [
        Normal::fit(&[], None).err(),
        Normal::fit(&[1.0, 1.0], None).err(),
        Normal::fit(&[1.0, f64::NAN], None).err(),
        Normal::fit(&[1.0, 2.0], Some(&[1.0])).err(),
        Normal::fit(&[1.0, 2.0], Some(&[0.0, 0.0])).err(),
        Normal::fit(&[1.0, 2.0], Some(&[1.0, -1.0])).err(),
        Gamma::fit(&[1.0, 0.0], None).err(),
        Gamma::fit(&[2.0, 2.0], None).err(),
        InverseGamma::fit(&[1.0, -2.0], None).err(),
        LogNormal::fit(&[1.0, -1.0], None).err(),
        Exponential::fit(&[0.0, 0.0], None).err(),
        Beta::fit(&[0.5, 1.0], None).err(),
        Bernoulli::fit(&[0.5], None).err(),
        Binomial::fit(3, &[4.0], None).err(),
        Geometric::fit(&[0.0], None).err(),
        Poisson::fit(&[0.0], None).err(),
        NegativeBinomial::fit(&[3.0, 3.0, 4.0], None).err(),
        Weibull::fit(&[3.0, 3.0], None).err(),
        Student::fit(0.5, &[1.0, 2.0], None).err(),
        Student::fit(2.0, &[1.0, 1.0, 1.0, 1.0, 2.0], None).err(),
        Multinomial::fit(4, &rows(&[1.0, 2.0]), None).err(),
        Dirichlet::fit(&rows(&[0.5, 0.5, 1.0, 0.0]), None).err(),
        Dirichlet::fit(&rows(&[0.5, 0.5, 0.5, 0.5]), None).err(),
        MultivariateNormal::fit(&rows(&[1.0, 2.0]), None).err(),
        MultivariateNormal::fit(&rows(&[]), None).err(),
        MultivariateNormal::fit(&rows(&[1.0, f64::NAN]), None).err(),
        MultivariateNormal::fit(&rows(&[1.0, 2.0]), Some(&[])).err(),
        Beta::new(1.0, 1.0).unwrap().posterior(-1.0, 2.0).err(),
        Gamma::new(1.0, 1.0).unwrap().posterior(1.0, f64::NAN).err(),
        Dirichlet::new(&[1.0, 1.0]).unwrap().posterior(&[1.0]).err(),
        Normal::new(0.0, 1.0).unwrap().posterior(&[1.0], 0.0).err(),
        InverseGamma::new(1.0, 1.0).unwrap().posterior(&[f64::NAN], 0.0).err(),
    ] {
        let sentence = wrong.expect("an error").to_string();
        assert!(sentence.contains("; "), "{sentence}");
    }
}

// proves: 001:61, 001:122
#[test]
fn a_coin_golden() {
    // Heads, heads, tails, tails, tails, heads, heads.
    for (prior, predictive) in [(1.0, 5.0 / 9.0), (2.0, 6.0 / 11.0), (10.0, 14.0 / 27.0)] {
        let posterior = Beta::new(prior, prior).unwrap().posterior(4.0, 3.0).unwrap();
        near(posterior.mean(), predictive);
        near(posterior.predictive(1).unwrap().density(1.0), predictive);
    }
    let flat = Beta::new(1.0, 1.0).unwrap();
    near(flat.posterior(4.0, 3.0).unwrap().variance(), 0.024691358024691357);
    near(flat.ln_evidence(4.0, 3.0).unwrap(), (1.0 / 280.0f64).ln());
    let sure = Bernoulli::fit(&[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0], None).unwrap();
    near(sure.mean(), 4.0 / 7.0);
    near(sure.ln_likelihood(&[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]), -4.780356732903302);
    near(Beta::new(2.0, 5.0).unwrap().density(0.3), 2.1609);
    near(Beta::new(2.0, 5.0).unwrap().variance(), 10.0 / 392.0);
}

// proves: 001:123
#[test]
fn outcomes_golden() {
    let prior = Dirichlet::new(&[1.0, 1.0, 1.0]).unwrap();
    let posterior = prior.posterior(&[3.0, 0.0, 2.0]).unwrap();
    assert_eq!(posterior.mean(), [0.5, 0.125, 0.375]);
    near(prior.ln_evidence(&[3.0, 0.0, 2.0]).unwrap(), -5.347107530717469);
    near(posterior.predictive(1).unwrap().density(&[0.0, 1.0, 0.0]), 0.125);
    // The evidence of counts is that of a sequence times the number of sequences.
    let sequences = 10f64.ln();
    near(prior.predictive(5).unwrap().ln_density(&[3.0, 0.0, 2.0]), -5.347107530717469 + sequences);
    assert_eq!(posterior.mode(), None);
    assert_eq!(Dirichlet::new(&[2.0, 3.0]).unwrap().mode(), Some(vec![1.0 / 3.0, 2.0 / 3.0]));
}

// proves: 001:66, 001:118, 001:68, 001:119
#[test]
fn normal_data_golden() {
    let data = [4.0, 6.0, 5.0, 7.0, 8.0];
    let known = Normal::new(0.0, 2.0).unwrap().posterior(&data, 2.0).unwrap();
    near(known.mean(), 60.0 / 11.0);
    near(known.variance(), 4.0 / 11.0);
    near(known.predictive(2.0).unwrap().variance(), 26.0 / 11.0);
    let both = NormalGamma::new(0.0, 1.0, 2.0, 3.0).unwrap().posterior(&data).unwrap();
    assert_eq!(both, NormalGamma::new(5.0, 6.0, 4.5, 23.0).unwrap());
    let next = both.predictive().unwrap();
    assert_eq!(next.degrees(), 9.0);
    near(next.scale().powi(2), 5.962962962962963);
    near(next.density(6.0), 0.14489382650464755);
    let rows = Matrix::new(4, 2, vec![1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.0]).unwrap();
    let unit = Matrix::new(2, 2, vec![1.0, 0.0, 0.0, 1.0]).unwrap();
    let posterior = NormalWishart::new(&[0.0, 0.0], 1.0, 4.0, &unit).unwrap().posterior(&rows).unwrap();
    assert_eq!((posterior.confidence(), posterior.precision().degrees()), (5.0, 8.0));
    for (ours, golden) in posterior.inverse_scale().values().iter().zip([11.0, 8.0, 8.0, 11.0]) {
        near(*ours, golden);
    }
    let next = posterior.predictive().unwrap();
    assert_eq!(next.degrees(), 7.0);
    near(next.scale().at(0, 0), 1.885714285714286);
    near(next.scale().at(0, 1), 1.371428571428571);
    near(next.density(&[2.0, 2.0]), 0.12297009194870227);
    let covariance = Matrix::new(2, 2, vec![1.0, 0.3, 0.3, 2.0]).unwrap();
    let wide = Matrix::new(2, 2, vec![4.0, 0.0, 0.0, 4.0]).unwrap();
    let mean = MultivariateNormal::new(&[0.0, 0.0], &wide).unwrap().posterior(&rows, &covariance).unwrap();
    for (ours, golden) in mean.covariance().values().iter().zip([
        0.234186525449,
        0.062763557909,
        0.062763557909,
        0.443398385146,
    ]) {
        near(*ours, golden);
    }
    near(mean.mean()[0], 2.314406197901);
    near(mean.mean()[1], 2.183648785591);
}

/// A predictive distribution is the likelihood averaged over the posterior.
// proves: 001:121
#[test]
fn predictives_are_averages() {
    let rate = Gamma::new(2.5, 1.5).unwrap();
    let counts = rate.predictive().unwrap();
    for k in [0.0, 1.0, 7.0] {
        let average =
            integrate(|l| rate.density(l) * Poisson::new(l).unwrap().density(k), 0.0, f64::INFINITY);
        near(counts.density(k), average);
    }
    let variance = InverseGamma::new(3.0, 2.0).unwrap();
    let next = variance.predictive(1.0).unwrap();
    let average = integrate(
        |v| variance.density(v) * Normal::new(1.0, v.sqrt()).unwrap().density(1.7),
        0.0,
        f64::INFINITY,
    );
    near(next.density(1.7), average);
    let share = Beta::new(2.0, 3.5).unwrap();
    let average = integrate(|p| share.density(p) * Binomial::new(9, p).unwrap().density(4.0), 0.0, 1.0);
    near(share.predictive(9).unwrap().density(4.0), average);
}

/// Learning in two steps is learning at once.
#[test]
fn posteriors_of_posteriors() {
    let data = [4.0, 6.0, 5.0, 7.0, 8.0];
    let prior = NormalGamma::new(0.5, 1.0, 2.0, 3.0).unwrap();
    let steps = prior.posterior(&data[..2]).unwrap().posterior(&data[2..]).unwrap().predictive().unwrap();
    let once = prior.posterior(&data).unwrap().predictive().unwrap();
    near(steps.density(5.5), once.density(5.5));
    assert_eq!(prior.posterior(&[]).unwrap(), prior);
    let unit = Matrix::new(2, 2, vec![1.0, 0.0, 0.0, 1.0]).unwrap();
    let rows = |values: &[f64]| Matrix::new(values.len() / 2, 2, values.to_vec()).unwrap();
    let prior = NormalWishart::new(&[0.5, -0.5], 2.0, 3.0, &unit).unwrap();
    let all = [1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.5];
    let steps = prior.posterior(&rows(&all[..2])).unwrap().posterior(&rows(&all[2..])).unwrap();
    let once = prior.posterior(&rows(&all)).unwrap();
    near(steps.predictive().unwrap().density(&[1.0, 1.0]), once.predictive().unwrap().density(&[1.0, 1.0]));
}
