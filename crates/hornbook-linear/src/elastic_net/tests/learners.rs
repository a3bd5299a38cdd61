//! The learners as people meet them.

use super::*;
use crate::LinearRegression;
use hornbook_core::{Declared, Observer, TraceEvent};
use hornbook_data::{Column, Numbers, SharedMatrix, SharedScalars};
use hornbook_learner::{Fit, LoadModel, Model, Predictions};
use std::sync::{Arc, Mutex};

fn some() -> (Matrix, Vec<f64>) {
    let x = noise(200, 6, 3);
    let y = target(&x, 4);
    (x, y)
}

#[test]
fn above_the_largest_price_all_weights_are_zero() {
    let (x, y) = some();
    let data = dataset(&x, &y);
    let path = lasso_path(&data, &LassoPathOptions::default(), &Run::default()).unwrap();
    let largest = path.alphas[0];
    for (alpha, zeros) in [(largest, 6), (1.5 * largest, 6), (0.99 * largest, 5)] {
        let model = Lasso::default().alpha(alpha).fit(&data).unwrap();
        assert_eq!(model.info().summary.details["zero_weights"], zeros, "{alpha}");
        assert!(model.info().summary.converged);
    }
    let mean = y.iter().sum::<f64>() / 200.0;
    let model = Lasso::default().alpha(largest).fit(&data).unwrap();
    assert!((model.intercepts()[0] - mean).abs() < 1e-12);
}

#[test]
fn a_price_of_zero_is_refused_and_a_slight_one_is_least_squares() {
    let (x, y) = some();
    let data = dataset(&x, &y);
    let refused = Lasso::default().alpha(0.0).fit(&data).unwrap_err().to_string();
    assert!(refused.contains("alpha"), "{refused}");
    assert!(ElasticNet::default().alpha(-1.0).fit(&data).is_err());
    let plain = LinearRegression::default().fit(&data).unwrap();
    let slight = Lasso::default().alpha(1e-12).tol(1e-14).fit(&data).unwrap();
    assert_near(weights_of(&slight), weights_of(&plain), 1e-10, "a slight price");
}

#[test]
fn the_summary_names_what_was_left_out() {
    let mut rng = Seed(5).rng();
    let kinds = ["p", "q", "r"];
    let (mut a, mut b, mut kind, mut y) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..300 {
        let (x, level) = (rng.unit(), rng.below(3));
        a.push(x);
        b.push(rng.unit());
        kind.push(Some(kinds[level]));
        y.push(4.0 * x + f64::from(u8::from(level == 1)) + 0.1 * rng.unit());
    }
    let table = Table::builder()
        .number("a", a)
        .number("b", b)
        .category("kind", &kind)
        .number("y", y)
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    let model = Lasso::default().alpha(0.05).fit(&data).unwrap();
    let details = &model.info().summary.details;
    assert_eq!(model.design().width(), 5, "each level has a column");
    assert_eq!(details["inputs_without_weight"], serde_json::json!(["b"]));
    let [a, b, p, q, r] = <[f64; 5]>::try_from(weights_of(&model)).unwrap();
    assert!(a > 3.0 && b == 0.0 && q > 0.5 && p <= 0.0 && r <= 0.0, "{a} {b} {p} {q} {r}");
    let zeros = weights_of(&model).iter().filter(|w| **w == 0.0).count();
    assert_eq!(details["zero_weights"], zeros);
    assert!(details["r_squared"].as_f64().unwrap() > 0.8);

    let again = LinearModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(again.predict(&table).unwrap(), model.predict(&table).unwrap());
    assert!(model.explain().to_string().contains("kind=q"));
}

#[test]
fn odd_tables() {
    let y = [1.0, 2.0, 4.0, 3.0];
    let learner = Lasso::default().alpha(1e-3).tol(1e-12);
    // One row says nothing about any gradient.
    let one = learner.fit(&dataset(&Matrix::from_rows(&[[3.0, 4.0]]).unwrap(), &[7.0])).unwrap();
    assert_eq!((weights_of(&one), one.intercepts()), (&[0.0, 0.0][..], &[7.0][..]));
    // A constant column, wherever it is, has no weight.
    for constant in [0.0, 1e9 + 0.1, -3.7] {
        for rows in [4, 40] {
            let x = Matrix::from_fn(rows, 2, |i, j| if j == 0 { constant } else { (i % 4) as f64 });
            let y: Vec<f64> = (0..rows).map(|i| y[i % 4]).collect();
            let model = learner.fit(&dataset(&x, &y)).unwrap();
            assert_eq!(weights_of(&model)[0], 0.0, "{constant}");
            assert!((weights_of(&model)[1] - (0.8 - 1e-3 / 1.25)).abs() < 1e-9, "{:?}", weights_of(&model));
        }
    }
    // A constant target leaves nothing to explain.
    let x = noise(20, 3, 1);
    let model = learner.fit(&dataset(&x, &[1e6 + 0.3; 20])).unwrap();
    assert!(weights_of(&model).iter().all(|w| *w == 0.0) && model.info().summary.converged);
    let chosen = LassoCV::default().fit(&dataset(&x, &[1e6 + 0.3; 20])).unwrap();
    assert!(weights_of(&chosen).iter().all(|w| *w == 0.0));
    // Squares that are no numbers.
    for rows in [3, 20] {
        let huge = noise(rows, 2, 1).map(|v| v * 1e200);
        let refused = learner.fit(&dataset(&huge, &vec![1.0; rows])).unwrap_err().to_string();
        assert!(refused.contains("too large"), "{refused}");
    }
    // No columns at all.
    let table = Table::builder().number("y", y.to_vec()).build().unwrap();
    let model = learner.fit(&table.dataset().target("y").unwrap()).unwrap();
    assert_eq!(model.intercepts(), [2.5]);
}

#[test]
fn columns_that_are_alike_share_what_one_would_have() {
    let (x, y) = some();
    let twice = Matrix::from_fn(200, 7, |i, j| x.at(i, j.min(5)));
    let twice = Matrix::from_fn(200, 8, |i, j| if j == 7 { x.at(i, 0) } else { twice.at(i, j) });
    let (one, both) = (
        Lasso::default().alpha(0.05).tol(1e-12).fit(&dataset(&x, &y)).unwrap(),
        Lasso::default().alpha(0.05).tol(1e-12).fit(&dataset(&twice, &y)).unwrap(),
    );
    let w = weights_of(&both);
    assert!((w[0] + w[7] - weights_of(&one)[0]).abs() < 1e-9, "{w:?}");
    // With an L2 penalty, they have the same weight.
    let net = ElasticNet::default().alpha(0.05).tol(1e-14).fit(&dataset(&twice, &y)).unwrap();
    let w = weights_of(&net);
    assert!(w[0] > 0.1 && (w[0] - w[7]).abs() < 1e-9, "{w:?}");
}

#[test]
fn columns_far_from_zero_lose_no_digits() {
    let (x, y) = some();
    let far = x.map(|v| v + 1e7);
    let (near, far) = (
        Lasso::default().alpha(0.05).tol(1e-12).fit(&dataset(&x, &y)).unwrap(),
        Lasso::default().alpha(0.05).tol(1e-12).fit(&dataset(&far, &y)).unwrap(),
    );
    assert_near(weights_of(&far), weights_of(&near), 1e-7, "columns far from zero");
}

/// Arrays as Python gives them, in both precisions, tall and wide.
#[test]
fn arrays_are_columns() {
    for (rows, width) in [(100, 4), (10, 30)] {
        // Numbers that single precision holds exactly.
        let x = noise(rows, width, 51).map(|v| (v * 1024.0).round() / 1024.0);
        let y = target(&x, 52);
        let by_columns = Lasso::default().alpha(0.05).fit(&dataset(&x, &y)).unwrap();
        let single: Vec<f32> = x.values().iter().map(|v| *v as f32).collect();
        for values in [SharedScalars::F64(x.values().to_vec().into()), SharedScalars::F32(single.into())] {
            let mut builder = Table::builder();
            let columns = SharedMatrix::new(rows, width, values).unwrap().columns();
            for (place, column) in columns.into_iter().enumerate() {
                builder = builder.column(&format!("x{place}"), Column::Number(Numbers::Matrix(column)));
            }
            let table = builder.number("y", y.clone()).build().unwrap();
            let data = table.dataset().target("y").unwrap();
            assert!(data.matrix().is_some());
            let by_matrix = Lasso::default().alpha(0.05).fit(&data).unwrap();
            assert_eq!(weights_of(&by_matrix), weights_of(&by_columns));
        }
    }
}

#[test]
fn what_was_not_reached_is_said() {
    let x = noise(100, 30, 8);
    let x = Matrix::from_fn(100, 30, |i, j| x.at(i, j) * 0.01 + x.at(i, 0));
    let y = target(&x, 9);
    let model = Lasso::default().alpha(1e-6).tol(1e-12).max_iter(1).fit(&dataset(&x, &y)).unwrap();
    let summary = &model.info().summary;
    assert!(!summary.converged && summary.warnings[0].contains("max_iter"), "{:?}", summary.warnings);
    assert_eq!(summary.details["rounds"], 1);
}

#[test]
fn the_price_is_chosen_alike_whatever_the_order_and_the_threads() {
    let (x, y) = some();
    let data = dataset(&x, &y);
    let weights: Vec<f64> = (0..200).map(|i| f64::from(i % 3)).collect();
    let copies: Vec<u32> = (0..200u32).rev().flat_map(|i| vec![i; (i % 3) as usize]).collect();
    let learner = LassoCV::default().n_alphas(30);
    let run = Run::default().seed(11);
    let weighted = data.clone().with_weights(weights).unwrap();
    let one = learner.fit_with(&weighted, &run).unwrap();
    let other = learner.fit_with(&data.select(copies), &run).unwrap();
    assert_near(weights_of(&one), weights_of(&other), 1e-9, "copies");
    let alone = learner.fit_with(&weighted, &run.clone().threads(1)).unwrap();
    assert_eq!(weights_of(&alone), weights_of(&one));
    assert_eq!(alone.info().summary, one.info().summary);
    let curve = one.info().summary.details["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 30);
    assert_eq!(one.info().summary.details["folds"], 5);
    let error = |i: usize| curve[i]["error"].as_f64().unwrap();
    assert!(error(0) > 10.0 * error(29));

    let careful = LassoCV::default().n_alphas(30).one_standard_error(true).fit_with(&weighted, &run).unwrap();
    let alpha = |model: &LinearModel| model.info().summary.details["alpha"].as_f64().unwrap();
    assert!(alpha(&careful) > alpha(&one));
    // A wide table with a few columns that matter.
    let x = noise(60, 100, 21);
    let y = target(&x, 22);
    let wide = dataset(&x, &y);
    let net = ElasticNetCV::default().l1_ratio(0.9).n_alphas(20).eps(1e-2).fit_with(&wide, &run).unwrap();
    assert!(weights_of(&net)[..2].iter().all(|w| *w != 0.0));
    assert!(net.info().summary.details["zero_weights"].as_u64().unwrap() > 40);
    let alone = ElasticNetCV::default().l1_ratio(0.9).n_alphas(20).eps(1e-2).fit_with(&wide, &run.threads(1));
    assert_eq!(weights_of(&alone.unwrap()), weights_of(&net));
    // Rows that cannot be distinguished cannot be held out.
    let same = dataset(&Matrix::from_rows(&[[1.0], [1.0]]).unwrap(), &[2.0, 2.0]);
    assert!(LassoCV::default().fit(&same).unwrap_err().to_string().contains("no validation fold"));
}

// proves: 002:H12
#[test]
fn a_bound_is_the_other_side_of_a_price() {
    for (rows, width) in [(200, 6), (30, 50)] {
        let x = noise(rows, width, 31);
        let y = target(&x, 32);
        let data = dataset(&x, &y);
        for bound in [0.3, 1.0, 2.0] {
            let fit = constrained_lasso(&data, bound, true, &Run::default()).unwrap();
            assert!((fit.size() - bound).abs() < 1e-8 * bound, "{} and {bound}", fit.size());
            let priced = Lasso::default().alpha(fit.alpha).tol(1e-14).fit(&data).unwrap();
            assert_near(&fit.weights, weights_of(&priced), 1e-7, "the same price");
            assert!(fit.zeroed().len() >= width.saturating_sub(30));
        }
        let nothing = constrained_lasso(&data, 0.0, true, &Run::default()).unwrap();
        assert_eq!((nothing.size(), nothing.zeroed().len()), (0.0, width));
    }
    let (x, y) = some();
    let (data, free) = (dataset(&x, &y), LinearRegression::default());
    let fit = constrained_lasso(&data, 100.0, true, &Run::default()).unwrap();
    assert_near(&fit.weights, weights_of(&free.fit(&data).unwrap()), 1e-7, "no bound to speak of");
    for (q, bound) in [(1.0, 1.3), (2.0, 0.7), (1.5, 0.8), (4.0, 0.3), (2.0, 1e-12)] {
        let fit = constrained_lq(&data, bound, q, true, &Run::default()).unwrap();
        let size: f64 = fit.weights.iter().map(|w| w.abs().powf(q)).sum();
        assert!((size - bound).abs() < 1e-8 * bound, "power {q}: {size} and {bound}");
        let priced = lq_regression(&data, fit.alpha, q, true, &Run::default()).unwrap();
        assert_near(&fit.weights, &priced.weights, 1e-6, "the same price");
    }
    let diamond = constrained_lq(&data, 1.0, 1.0, true, &Run::default()).unwrap();
    let lasso = constrained_lasso(&data, 1.0, true, &Run::default()).unwrap();
    assert_near(&diamond.weights, &lasso.weights, 1e-9, "two ways to one bound");
    assert!(constrained_lq(&data, 1.0, 0.9, true, &Run::default()).is_err());
    assert!(constrained_lasso(&data, -1.0, true, &Run::default()).is_err());
    assert!(constrained_lasso(&data, f64::NAN, true, &Run::default()).is_err());
    assert!(lq_regression(&data, 0.0, 1.5, true, &Run::default()).is_err());
    assert!(lq_regression(&data, 1.0, 0.5, true, &Run::default()).is_err());
}

#[test]
fn paths_refuse_what_makes_no_sense() {
    let (x, y) = some();
    let data = dataset(&x, &y);
    let fine = LassoPathOptions::default();
    let wrong = [
        LassoPathOptions { l1_ratio: 1.5, ..fine.clone() },
        LassoPathOptions { l1_ratio: 0.0, ..fine.clone() },
        LassoPathOptions { eps: 0.0, ..fine.clone() },
        LassoPathOptions { tol: f64::NAN, ..fine.clone() },
        LassoPathOptions { alphas: Some(vec![1.0, 0.0]), ..fine.clone() },
    ];
    for options in wrong {
        assert!(lasso_path(&data, &options, &Run::default()).is_err(), "{options:?}");
    }
    let given = LassoPathOptions { alphas: Some(vec![0.01, 0.1]), tol: 1e-12, ..fine };
    let path = lasso_path(&data, &given, &Run::default()).unwrap();
    assert_eq!(path.alphas, [0.1, 0.01], "the largest first");
    let row_weights = [1.0; 200];
    for place in 0..2 {
        let (penalty, fit) = ((path.alphas[place], 0.0), (path.weights.row(place), path.intercepts[place]));
        let here = objective(&x, &y, &row_weights, fit, penalty);
        let moved: Vec<f64> = fit.0.iter().map(|w| w * 1.001).collect();
        assert!(here < objective(&x, &y, &row_weights, (&moved, fit.1), penalty));
        assert!(here < objective(&x, &y, &row_weights, (fit.0, fit.1 + 1e-3), penalty));
    }
    let none = LassoPathOptions { n_alphas: 0, ..LassoPathOptions::default() };
    assert!(lasso_path(&data, &none, &Run::default()).unwrap().alphas.is_empty());
}

#[test]
fn the_trace_shows_the_gap_fall() {
    #[derive(Default)]
    struct Keep(Mutex<Vec<(String, f64)>>);
    impl Observer for Keep {
        fn wants_trace(&self) -> bool {
            true
        }
        fn trace(&self, event: &dyn TraceEvent) {
            let gap = event.to_json()["gap"].as_f64().unwrap();
            self.0.lock().unwrap().push((event.to_string(), gap));
        }
    }
    let (x, y) = some();
    let keep = Arc::new(Keep::default());
    let run = Run::default().observer(keep.clone());
    Lasso::default().alpha(0.05).fit_with(&dataset(&x, &y), &run).unwrap();
    let lines = keep.0.lock().unwrap();
    assert!(lines[0].0.starts_with("alpha 5.000000e-2, sweep 1: duality gap"), "{}", lines[0].0);
    assert!(lines.last().unwrap().1 <= lines[0].1.min(1e-9));
}

#[test]
fn predictions_are_sums() {
    let (x, y) = some();
    let data = dataset(&x, &y);
    let model = ElasticNet::default().alpha(0.01).fit(&data).unwrap();
    let Predictions::Numbers(found) = model.predict(data.table()).unwrap().values else { panic!("classes") };
    let by_hand: f64 = x.row(7).iter().zip(weights_of(&model)).map(|(x, w)| x * w).sum();
    assert!((found[7] - by_hand - model.intercepts()[0]).abs() < 1e-12);
    assert_eq!(Lasso::declaration().name, "lasso");
}
