//! Bayesian regression against closed forms, against scikit-learn, and against itself.

use super::*;
use crate::testing::{LinearTraceRecorder, check_file, close, learned, list, numbers};
use crate::{LinearModel, Ridge};
use hornbook_core::{CancelToken, Run, Seed};
use hornbook_data::{Dataset, Matrix, Table};
use hornbook_learner::{Fit, Inspect, Model};
use hornbook_math::algebra::Cholesky;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::Arc;

fn known(noise: f64, prior: f64) -> BayesianRidge {
    BayesianRidge::default().noise_precision(Some(noise)).prior_precision(Some(prior))
}

/// Two columns, a category, weights of 0 to 3, and a target that depends on all of them.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut kinds = Vec::new();
    for _ in 0..rows {
        let (a, b, kind) = (rng.unit() * 4.0, 100.0 + rng.unit(), rng.below(3));
        let y = 3.0 + 2.0 * a - 4.0 * (b - 100.0) + [0.0, 1.0, -1.0][kind] + rng.unit();
        for (column, x) in columns.iter_mut().zip([a, b, y, rng.below(4) as f64]) {
            column.push(x);
        }
        kinds.push(Some(["r", "s", "t"][kind]));
    }
    let [a, b, y, weight] = <[Vec<f64>; 4]>::try_from(columns).unwrap();
    let table = Table::builder().number("a", a).number("b", b).category("kind", &kinds);
    table.number("y", y).number("weight", weight).build().unwrap()
}

fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["weight"]).unwrap()
}

fn weighted(table: &Table) -> Dataset {
    data(table).weight("weight").unwrap()
}

/// The curriculum's line through the origin: x = 1, 2, 3 and r = 1, 2, 2.5 with α = 1 and β = 2.
fn of_the_notes() -> LinearModel {
    let table = Table::builder().number("x", vec![1.0, 2.0, 3.0]).number("r", vec![1.0, 2.0, 2.5]);
    let data = table.build().unwrap().dataset().target("r").unwrap();
    known(2.0, 1.0).fit_intercept(false).fit(&data).unwrap()
}

// proves: 000b:GM15
#[test]
fn the_line_of_the_notes() {
    let model = of_the_notes();
    let posterior = model.posterior().unwrap();
    close(&[model.weights().at(0, 0)], &[0.862_068_965_5], 1e-10);
    close(&[posterior.covariance().at(0, 0)], &[0.034_482_758_6], 1e-10);
    let four = Table::builder().number("x", vec![4.0]).build().unwrap();
    let rows = model.info().schema.features(&four).unwrap().0;
    close(&model.decisions(&rows).unwrap().values()[..1], &[3.448_275_862_1], 1e-10);
    let deviation = model.predictive_deviations(&rows).unwrap()[0];
    close(&[deviation * deviation], &[1.051_724_137_9], 1e-10);
    let interval = model.predictive_intervals(&rows, 0.95).unwrap();
    close(
        interval.row(0),
        &[3.448_275_862_1 - 1.959_964 * deviation, 3.448_275_862_1 + 1.959_964 * deviation],
        1e-6,
    );
    assert!(model.predictive_intervals(&rows, 1.0).is_err());
}

/// Without weights to learn about, the targets are jointly normal: covariance $\alpha^{-1} I + \lambda^{-1} X X^\top$.
// proves: 001:115
#[test]
fn the_evidence_is_the_density_of_the_targets() {
    let model = of_the_notes();
    let evidence = |noise: f64, prior: f64, x: &Matrix, y: &[f64]| {
        let n = y.len();
        let covariance = Matrix::from_fn(n, n, |i, j| {
            let dot: f64 = x.row(i).iter().zip(x.row(j)).map(|(a, b)| a * b).sum();
            dot / prior + if i == j { 1.0 / noise } else { 0.0 }
        });
        let cholesky = Cholesky::new(&covariance).unwrap();
        let squares: f64 = cholesky.solve_lower(y).unwrap().iter().map(|z| z * z).sum();
        -0.5 * (squares + cholesky.log_determinant() + n as f64 * std::f64::consts::TAU.ln())
    };
    let x = Matrix::new(3, 1, vec![1.0, 2.0, 3.0]).unwrap();
    let expected = evidence(2.0, 1.0, &x, &[1.0, 2.0, 2.5]);
    close(&[model.posterior().unwrap().log_evidence], &[expected], 1e-12);
    assert_eq!(model.posterior().unwrap().log_evidence, model.posterior().unwrap().score);
    // More columns than rows, and precisions that were learned.
    let mut rng = Seed(2).rng();
    let x = Matrix::from_fn(5, 7, |_, _| rng.unit() - 0.5);
    let y: Vec<f64> = (0..5).map(|_| rng.unit()).collect();
    let mut builder = Table::builder();
    for column in 0..7 {
        builder = builder.number(&format!("x{column}"), x.column(column));
    }
    let wide = builder.number("y", y.clone()).build().unwrap().dataset().target("y").unwrap();
    let model = BayesianRidge::default().alpha_1(1.0).alpha_2(0.1).fit_intercept(false).fit(&wide).unwrap();
    let posterior = model.posterior().unwrap();
    let expected = evidence(posterior.noise_precision, posterior.prior_precision, &x, &y);
    close(&[posterior.log_evidence], &[expected], 1e-9);
    // The precisions that were learned are better than others near by.
    let score = posterior.score;
    for (noise, prior) in [(1.01, 1.0), (0.99, 1.0), (1.0, 1.01), (1.0, 0.99)] {
        let (noise, prior) = (noise * posterior.noise_precision, prior * posterior.prior_precision);
        let log_prior = 1.0 * noise.ln() - 0.1 * noise + 1e-6 * prior.ln() - 1e-6 * prior;
        assert!(evidence(noise, prior, &x, &y) + log_prior < score);
    }
}

#[test]
fn as_scikit_learn_finds() {
    let all: Value = serde_json::from_str(include_str!("../../tests/reference/bayesian.json")).unwrap();
    for fit in all["fits"].as_array().unwrap() {
        let mut builder = Table::builder();
        for (place, column) in all["x"].as_array().unwrap().iter().enumerate() {
            builder = builder.number(&format!("x{place}"), list(column));
        }
        let table =
            builder.number("y", list(&all["y"])).number("weight", list(&all["weight"])).build().unwrap();
        let data = if fit["weighted"] == true { weighted(&table) } else { data(&table) };
        let mut learner = BayesianRidge::default().tol(1e-13).max_iter(5000);
        learner = learner.fit_intercept(fit["fit_intercept"].as_bool().unwrap());
        if let Some(shape) = fit["parameters"]["alpha_1"].as_f64() {
            let of = |name: &str| fit["parameters"][name].as_f64().unwrap();
            learner = learner
                .alpha_1(shape)
                .alpha_2(of("alpha_2"))
                .lambda_1(of("lambda_1"))
                .lambda_2(of("lambda_2"));
        }
        let model = learner.fit(&data).unwrap();
        assert!(model.info().summary.converged);
        let expected = [vec![fit["intercept"].as_f64().unwrap()], list(&fit["weights"])].concat();
        close(&learned(&model), &expected, 1e-8);
        let posterior = model.posterior().unwrap();
        let ours = [posterior.noise_precision, posterior.prior_precision, posterior.score];
        let theirs = ["noise_precision", "prior_precision", "score"].map(|key| fit[key].as_f64().unwrap());
        close(&ours, &theirs, 1e-8);
        close(posterior.covariance().values(), &list(&fit["covariance"]), 1e-9);
        let rows = data.row_features();
        close(&numbers(&model, &data)[..6], &list(&fit["means"]), 1e-8);
        close(&model.predictive_deviations(&rows).unwrap()[..6], &list(&fit["deviations"]), 1e-8);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn known_precisions_are_ridge(seed in 0u64..1000, noise in 0.1f64..10.0, prior in 0.1f64..10.0) {
        let data = weighted(&some_table(60, seed));
        let ours = known(noise, prior).fit(&data).unwrap();
        close(&learned(&ours), &learned(&Ridge::default().alpha(prior / noise).fit(&data).unwrap()), 1e-8);
    }
}

#[test]
fn intervals_hold_what_they_say() {
    let mut rng = Seed(9).rng();
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for _ in 0..4000 {
        let normal = (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos();
        x.push(rng.unit());
        y.push(1.0 + 2.0 * x[x.len() - 1] + 0.5 * normal);
    }
    let table = Table::builder().number("x", x).number("y", y.clone()).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let model = BayesianRidge::default().fit(&data.slice(0..2000)).unwrap();
    let rest = data.slice(2000..4000);
    let intervals = model.predictive_intervals(&rest.row_features(), 0.8).unwrap();
    let held = (0..2000).filter(|&i| (intervals.at(i, 0)..intervals.at(i, 1)).contains(&y[2000 + i])).count();
    assert!((held as f64 / 2000.0 - 0.8).abs() < 0.03, "{held}");
}

#[test]
fn what_it_says_and_keeps() {
    let table = some_table(50, 1);
    let model = BayesianRidge::default().fit(&data(&table)).unwrap();
    let said = model.explain();
    for line in [
        "feature      coefficient  posterior SD           95 % CI",
        "noise: precision",
        "log evidence",
        "effective number of parameters",
    ] {
        assert!(said.to_string().contains(line), "{line}\n{said}");
    }
    assert!(!said.to_string().contains("std. error"), "{said}");
    let json = said.to_json();
    assert_eq!(json["coefficients"]["coefficients"][1]["p_value"], Value::Null);
    assert!(json["coefficients"]["coefficients"][1]["standard_error"].is_f64());
    let rows = data(&table).row_features();
    assert!(model.explain_row(&rows, 3).unwrap().to_string().contains("base value"));
    assert!((model.importances().unwrap().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    check_file(&model, &data(&table));
    let squares = crate::LinearRegression::default().fit(&data(&table)).unwrap();
    assert!(squares.predictive_deviations(&rows).unwrap_err().to_string().contains("no posterior"));
}

#[test]
fn the_trace_and_whoever_watches() {
    let data = data(&some_table(50, 1));
    let notes = Arc::new(LinearTraceRecorder::default());
    let model = BayesianRidge::default().fit_with(&data, &Run::default().observer(notes.clone())).unwrap();
    let events = notes.events();
    let posterior = model.posterior().unwrap();
    assert_eq!(events.len() as u64, posterior.rounds + 1);
    assert!(events[0].0.starts_with("iteration 0: noise precision"));
    assert_eq!(events.last().unwrap().1["score"], posterior.score);
    assert!(events.last().unwrap().1["largest_change"].as_f64().unwrap() <= 1e-8);
    let run = Run::default()
        .observer(Arc::new(LinearTraceRecorder { enough: Some(1), ..LinearTraceRecorder::default() }));
    let early = BayesianRidge::default().fit_with(&data, &run).unwrap();
    assert!(!early.info().summary.converged && early.info().summary.warnings[0].contains("stopped after 1"));
    let few = BayesianRidge::default().max_iter(1).fit(&data).unwrap();
    assert!(few.info().summary.warnings[0].contains("did not converge in 1 iterations"));
    let token = CancelToken::default();
    let notes = LinearTraceRecorder { cancel: Some(token.clone()), ..LinearTraceRecorder::default() };
    let run = Run::default().canceled_by(token).observer(Arc::new(notes));
    assert!(matches!(BayesianRidge::default().fit_with(&data, &run), Err(hornbook_core::Error::Canceled)));
}

fn rows(a: Vec<f64>, b: Vec<f64>, y: Vec<f64>) -> Dataset {
    let table = Table::builder().number("a", a).number("b", b).number("y", y).build().unwrap();
    table.dataset().target("y").unwrap()
}

#[test]
fn rows_that_are_odd() {
    let counting: Vec<f64> = (0..8).map(f64::from).collect();
    let waves = vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1];
    // A target of one value, and of zeros.
    for value in [3.0, 0.0] {
        let same = rows(counting.clone(), waves.clone(), vec![value; 8]);
        let model = BayesianRidge::default().fit(&same).unwrap();
        close(&numbers(&model, &same), &[value; 8], 1e-9);
        assert!(!model.explain().to_string().contains("NaN"));
    }
    // A constant column has the prior, and no weight.
    let constant = rows(counting.clone(), vec![0.1; 8], waves.clone());
    let model = BayesianRidge::default().fit(&constant).unwrap();
    assert!(model.weights().at(0, 1).abs() < 1e-12);
    let posterior = model.posterior().unwrap();
    close(&[posterior.covariance().at(1, 1)], &[1.0 / posterior.prior_precision], 1e-9);
    // Equal columns share.
    let twins = rows(counting.clone(), counting.clone(), waves.clone());
    let model = BayesianRidge::default().fit(&twins).unwrap();
    close(&[model.weights().at(0, 0)], &[model.weights().at(0, 1)], 1e-9);
    // An exact fit without priors has a noise precision without bounds, or the sums say that something is left by rounding.
    let exact = rows(counting.clone(), waves.clone(), counting.iter().map(|x| 2.0 * x).collect());
    let free = BayesianRidge::default().alpha_1(0.0).alpha_2(0.0).lambda_1(0.0).lambda_2(0.0);
    match free.fit(&exact) {
        Ok(model) => assert!(learned(&model).iter().all(|x| x.is_finite())),
        Err(error) => assert!(error.to_string().contains("a precision diverges"), "{error}"),
    }
    let large = rows(counting.iter().map(|x| x * 1e160).collect(), waves.clone(), counting.clone());
    assert!(BayesianRidge::default().fit(&large).unwrap_err().to_string().contains("too large"));
    // A single row.
    let one = rows(vec![1.0], vec![2.0], vec![5.0]);
    close(&numbers(&BayesianRidge::default().fit(&one).unwrap(), &one), &[5.0], 1e-9);
}
