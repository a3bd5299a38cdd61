//! The numbers of `tests/reference/sparse_weights.py`.

use super::super::alpha_selection::{AlphaSelection, judge};
use super::super::path::PathSolver;
use super::super::problem::ProblemLayout;
use super::*;
use hornbook_learner::{Fit, FoldRows, FoldScheme, InnerFolds, Model};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Numbers {
    powers: Vec<PowerFit>,
    #[serde(flatten)]
    tables: BTreeMap<String, Reference>,
}

#[derive(Deserialize)]
struct Reference {
    x: Vec<Vec<f64>>,
    y: Vec<f64>,
    weights: Vec<f64>,
    fits: Vec<ReferenceFit>,
    paths: Vec<ReferencePath>,
    cross_validated: CrossValidated,
}

#[derive(Deserialize)]
struct ReferenceFit {
    alpha: f64,
    l1_ratio: f64,
    fit_intercept: bool,
    weighted: bool,
    coef: Vec<f64>,
    intercept: f64,
}

#[derive(Deserialize)]
struct ReferencePath {
    l1_ratio: f64,
    alphas: Vec<f64>,
    coefs: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct CrossValidated {
    rows: usize,
    alphas: Vec<f64>,
    errors: Vec<f64>,
    fold_errors: Vec<Vec<f64>>,
    alpha: f64,
}

#[derive(Deserialize)]
struct PowerFit {
    alpha: f64,
    q: f64,
    coef: Vec<f64>,
}

fn numbers() -> Numbers {
    serde_json::from_str(include_str!("../../../tests/reference/sparse_weights.json")).unwrap()
}

impl Reference {
    fn data(&self) -> Dataset {
        dataset(&Matrix::from_rows(&self.x).unwrap(), &self.y)
    }
}

// proves: 002:H11
#[test]
fn weights_are_those_of_scikit_learn() {
    let mut compared = 0;
    for (name, table) in numbers().tables {
        for fit in &table.fits {
            let mut data = table.data();
            if fit.weighted {
                data = data.with_weights(table.weights.clone()).unwrap();
            }
            let model = if fit.l1_ratio == 1.0 {
                let lasso = Lasso::default().alpha(fit.alpha).fit_intercept(fit.fit_intercept).tol(1e-13);
                lasso.fit(&data).unwrap()
            } else {
                let net = ElasticNet::default().alpha(fit.alpha).l1_ratio(fit.l1_ratio).tol(1e-13);
                net.fit_intercept(fit.fit_intercept).fit(&data).unwrap()
            };
            let what = format!("{name}, alpha {}, l1_ratio {}", fit.alpha, fit.l1_ratio);
            assert!(model.info().summary.converged, "{what}");
            assert_near(weights_of(&model), &fit.coef, 1e-6, &what);
            assert_near(model.intercepts(), &[fit.intercept], 1e-6, &what);
            let zeros = |weights: &[f64]| weights.iter().filter(|w| **w == 0.0).count();
            assert_eq!(zeros(weights_of(&model)), zeros(&fit.coef), "{what}");
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * 3 * 3 * 4);
}

// proves: 002:H11
#[test]
fn paths_are_those_of_scikit_learn() {
    for (name, table) in numbers().tables {
        for expected in &table.paths {
            let options = LassoPathOptions {
                l1_ratio: expected.l1_ratio,
                n_alphas: expected.alphas.len(),
                eps: 1e-2,
                tol: 1e-13,
                ..LassoPathOptions::default()
            };
            let path = lasso_path(&table.data(), &options, &Run::default()).unwrap();
            assert_near(&path.alphas, &expected.alphas, 1e-12, &name);
            for (place, coef) in expected.coefs.iter().enumerate() {
                assert_near(path.weights.row(place), coef, 1e-6, &format!("{name}, price {place}"));
            }
            let squares = table.y.iter().map(|y| y * y).sum::<f64>() / table.y.len() as f64;
            assert!(path.gaps.iter().all(|gap| *gap <= 1e-13 * squares), "{name}");
        }
    }
}

#[test]
fn prices_are_judged_as_scikit_learn_judges_them() {
    for (name, table) in numbers().tables {
        let expected = &table.cross_validated;
        let data = table.data().slice(0..expected.rows);
        let choice = AlphaSelection {
            search: PathSolver { l1_ratio: 1.0, max_iter: 100_000, tol: 1e-13 },
            intercept: true,
            n_alphas: expected.alphas.len(),
            eps: 1e-2,
            folds: 5,
            one_standard_error: false,
        };
        let fold = |fold: u32| {
            let (test, train) = (0..expected.rows as u32).partition(|row| row % 5 == fold);
            FoldRows { train, test }
        };
        let folds = InnerFolds { scheme: FoldScheme::KFold, folds: (0..5).map(fold).collect() };
        let layout = ProblemLayout::of(&data).unwrap();
        let (_, curve) = judge(&data, &layout, choice, &folds, &Run::default()).unwrap();
        assert_near(&curve.alphas, &expected.alphas, 1e-12, &name);
        assert_near(&curve.errors, &expected.errors, 1e-8, &name);
        assert!((curve.best(false) - expected.alpha).abs() < 1e-10 * expected.alpha, "{name}");

        // The rule of one standard error, as it is defined.
        let best = expected
            .errors
            .iter()
            .position(|e| *e == expected.errors.iter().copied().fold(f64::MAX, f64::min));
        let (best, folds) = (best.unwrap(), expected.fold_errors.len() as f64);
        assert_eq!(folds, expected.alphas.len() as f64, "errors stand by price");
        let mean = expected.errors[best];
        let spread: f64 = expected.fold_errors[best].iter().map(|e| (e - mean).powi(2)).sum();
        let enough = mean + (spread / 4.0 / 5.0).sqrt();
        let first = expected.errors.iter().position(|e| *e <= enough).unwrap();
        assert!((curve.best(true) - expected.alphas[first]).abs() < 1e-10 * expected.alphas[first], "{name}");
        assert!(curve.best(true) >= curve.best(false));
    }
}

// proves: 002:H11
#[test]
fn other_powers_are_those_of_a_general_optimizer() {
    let numbers = numbers();
    let data = numbers.tables["together"].data();
    assert_eq!(numbers.powers.len(), 2);
    for power in &numbers.powers {
        let fit = lq_regression(&data, power.alpha, power.q, true, &Run::default()).unwrap();
        assert_near(&fit.weights, &power.coef, 1e-5, &format!("power {}", power.q));
        assert!(fit.zeroed().is_empty());
    }
    for (l1_ratio, q, alpha) in [(1.0, 1.0, 0.1), (0.0, 2.0, 0.05)] {
        let fit = lq_regression(&data, alpha, q, true, &Run::default()).unwrap();
        let net = ElasticNet::default().alpha(0.1).l1_ratio(l1_ratio).tol(1e-14).fit(&data).unwrap();
        assert_near(&fit.weights, weights_of(&net), 1e-7, "a power that is a learner");
        assert_near(&[fit.intercept], net.intercepts(), 1e-7, "a power that is a learner");
    }
}
