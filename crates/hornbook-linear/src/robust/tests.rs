//! Robust regressions against scikit-learn and quantreg, and against themselves.

use super::*;
use crate::RobustLoss;
use crate::testing::{LinearTraceRecorder, check_file, close, learned, list, numbers, table_from};
use hornbook_core::{CancelToken, Run, Seed};
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, Inspect, Model};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Two columns, a category, weights of 0 to 3, and a target that depends on all of them, but for some wild rows.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut kinds = Vec::new();
    for _ in 0..rows {
        let (a, b, kind) = (rng.unit() * 4.0, 1e3 + rng.unit(), rng.below(3));
        let wild = if rng.below(10) == 0 { 50.0 * rng.unit() } else { 0.0 };
        let y = 3.0 + 2.0 * a - 4.0 * (b - 1e3) + [0.0, 1.0, -1.0][kind] + rng.unit() + wild;
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

fn reference() -> (Value, Table) {
    let all: Value = serde_json::from_str(include_str!("../../tests/reference/robust.json")).unwrap();
    let mut builder = Table::builder();
    for (place, column) in all["x"].as_array().unwrap().iter().enumerate() {
        builder = builder.number(&format!("x{place}"), list(column));
    }
    let table = builder.number("y", list(&all["y"])).number("weight", list(&all["weight"])).build().unwrap();
    (all, table)
}

#[test]
fn huber_as_scikit_learn() {
    let (all, table) = reference();
    for fit in all["huber"].as_array().unwrap() {
        let data = if fit["weighted"] == true { weighted(&table) } else { data(&table) };
        let of = |name: &str| fit[name].as_f64().unwrap();
        let learner = HuberRegression::default().epsilon(of("epsilon")).alpha(of("alpha")).tol(1e-16);
        let model = learner.fit_intercept(fit["fit_intercept"].as_bool().unwrap()).fit(&data).unwrap();
        assert!(model.info().summary.converged, "{:?}", model.info().summary);
        close(&learned(&model), &[vec![of("intercept")], list(&fit["weights"])].concat(), 1e-7);
        let RobustLoss::Huber { scale, outliers, .. } = model.robust_fit().unwrap().loss else {
            panic!("Huber")
        };
        close(&[scale, outliers], &[of("scale"), of("outliers")], 1e-7);
        let errors: Vec<f64> = model.coefficients(0).iter().filter_map(|one| one.error).collect();
        close(&errors, &if of("alpha") == 0.0 { list(&fit["errors"]) } else { Vec::new() }, 1e-7);
    }
}

#[test]
fn quantiles_as_scikit_learn() {
    let (all, table) = reference();
    for fit in all["quantile"].as_array().unwrap() {
        let data = if fit["weighted"] == true { weighted(&table) } else { data(&table) };
        let of = |name: &str| fit[name].as_f64().unwrap();
        let learner = QuantileRegression::default().quantile(of("quantile")).alpha(of("alpha"));
        let model = learner.fit_intercept(fit["fit_intercept"].as_bool().unwrap()).fit(&data).unwrap();
        assert!(model.info().summary.converged, "{fit} {:?}", model.info().summary);
        let ours = model.robust_fit().unwrap().objective;
        assert!((ours - of("objective")).abs() <= 1e-9 * of("objective"), "{ours} {fit}");
        // A constant alone may lie anywhere between two rows.
        let expected = list(&fit["weights"]);
        close(model.weights().row(0), &expected, 1e-6);
        if expected.iter().any(|weight| *weight != 0.0) {
            close(model.intercepts(), &[of("intercept")], 1e-6);
        }
    }
}

#[test]
fn quantiles_as_quantreg() {
    let all: Value = serde_json::from_str(include_str!("../../tests/reference/quantile_r.json")).unwrap();
    for fit in all["fits"].as_array().unwrap() {
        let name = fit["data"].as_str().unwrap();
        let (columns, target) = match name {
            "engel" => (vec!["income", "foodexp"], "foodexp"),
            _ => (vec!["Air.Flow", "Water.Temp", "Acid.Conc.", "stack.loss"], "stack.loss"),
        };
        let data = table_from(&all[name], &columns, &Value::Null).dataset().target(target).unwrap();
        let level = fit["quantile"].as_f64().unwrap();
        let model = QuantileRegression::default().quantile(level).fit(&data).unwrap();
        assert!(model.info().summary.converged);
        close(&learned(&model), &list(&fit["weights"]), 1e-9);
        // A line is exact: it goes through as many rows as it has weights, or more.
        let RobustLoss::Quantile { below, on, .. } = model.robust_fit().unwrap().loss else {
            panic!("a quantile")
        };
        let rows = data.rows().len() as f64;
        assert!(on >= columns.len() as f64 && below <= level * rows && below + on >= level * rows);
    }
}

/// Errors, statistics and p-values of `summary.rq`, whose eps of 1.5e-8 beside distances of lines costs digits.
#[test]
fn errors_of_quantiles_as_quantreg() {
    let rows: Value = serde_json::from_str(include_str!("../../tests/reference/quantile_r.json")).unwrap();
    let all: Value =
        serde_json::from_str(include_str!("../../tests/reference/quantile_errors_r.json")).unwrap();
    for fit in all.as_array().unwrap() {
        let (name, kind) = (fit["data"].as_str().unwrap(), fit["errors"].as_str().unwrap());
        let (columns, target) = match name {
            "engel" => (vec!["income", "foodexp"], "foodexp"),
            _ => (vec!["Air.Flow", "Water.Temp", "Acid.Conc.", "stack.loss"], "stack.loss"),
        };
        let data = table_from(&rows[name], &columns, &Value::Null).dataset().target(target).unwrap();
        let errors = if kind == "nid" { QuantileErrors::Nid } else { QuantileErrors::Kernel };
        let level = fit["quantile"].as_f64().unwrap();
        let model = QuantileRegression::default().quantile(level).errors(errors).fit(&data).unwrap();
        let coefficients = model.coefficients(0);
        let pick = |of: fn(&crate::Coefficient) -> Option<f64>| -> Vec<f64> {
            coefficients.iter().map(|one| of(one).unwrap()).collect()
        };
        assert_eq!(model.robust_fit().unwrap().degrees(), fit["degrees"].as_f64());
        close(&pick(|one| one.error), &list(&fit["standard_errors"]), 1e-6);
        close(&pick(|one| one.statistic), &list(&fit["statistics"]), 1e-6);
        close(&pick(|one| one.p_value), &list(&fit["p_values"]), 1e-6);
    }
}

/// One density for all rows, as statsmodels finds it.
#[test]
fn errors_of_quantiles_as_statsmodels() {
    let all: Value =
        serde_json::from_str(include_str!("../../tests/reference/quantile_errors.json")).unwrap();
    for fit in all["fits"].as_array().unwrap() {
        let table = Table::builder().number("x", list(&all["x"])).number("z", list(&all["z"]));
        let data = table.number("y", list(&all["y"])).build().unwrap().dataset().target("y").unwrap();
        let level = fit["quantile"].as_f64().unwrap();
        let learner = QuantileRegression::default().quantile(level).errors(QuantileErrors::Iid);
        let found: Vec<f64> =
            learner.fit(&data).unwrap().coefficients(0).iter().map(|one| one.error.unwrap()).collect();
        close(&found, &list(&fit["standard_errors"]), 1e-5);
    }
}

/// A corner near which the gap does not fall with every step.
#[test]
fn a_gap_that_widens_on_its_way() {
    let learner = QuantileRegression::default().quantile(0.941_097_809_682_044_5);
    let model = learner.fit(&weighted(&some_table(70, 17))).unwrap();
    assert!(model.info().summary.converged, "{:?}", model.info().summary.warnings);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// No move of a weight or of the constant lowers the loss.
    #[test]
    fn no_line_near_by_is_better(seed in 0u64..1000, level in 0.05f64..0.95, alpha in 0.0f64..0.2) {
        let data = weighted(&some_table(70, seed));
        for alpha in [0.0, alpha] {
            let learner = QuantileRegression::default().quantile(level).alpha(alpha);
            let model = learner.fit(&data).unwrap();
            prop_assert!(model.info().summary.converged);
            let (x, width) = (crate::design::rows_of(model.design(), &data), model.design().width());
            let (y, v) = (crate::design::targets_of(&data).unwrap(), data.row_weights());
            let total: f64 = v.iter().sum();
            let loss = |constant: f64, weights: &[f64]| {
                let rows = y.iter().zip(v.iter()).enumerate().map(|(row, (y, v))| {
                    let line = &x[row * width..(row + 1) * width];
                    let r = y - constant - line.iter().zip(weights).map(|(a, b)| a * b).sum::<f64>();
                    v * (level * r).max((level - 1.0) * r)
                });
                rows.sum::<f64>() / total + alpha * weights.iter().map(|w| w.abs()).sum::<f64>()
            };
            let (constant, weights) = (model.intercepts()[0], model.weights().row(0).to_vec());
            let best = loss(constant, &weights);
            prop_assert!((best - model.robust_fit().unwrap().objective).abs() <= 1e-9 * best);
            for place in 0..=width {
                for step in [1e-4, -1e-4] {
                    let mut moved = weights.clone();
                    // A weight moves about the middle of its column.
                    let mean = if place < width {
                        moved[place] += step;
                        (0..y.len()).map(|row| x[row * width + place]).sum::<f64>() / y.len() as f64
                    } else {
                        -1.0
                    };
                    prop_assert!(loss(constant - step * mean, &moved) >= best * (1.0 - 1e-10));
                }
            }
        }
    }

    #[test]
    fn the_unit_of_the_target_does_not_matter(seed in 0u64..1000, unit in 1e-3f64..1e3) {
        let table = some_table(60, seed);
        let one = data(&table);
        let y: Vec<f64> = crate::design::targets_of(&one).unwrap().iter().map(|y| unit * y).collect();
        let mut builder = Table::builder();
        for (name, column) in table.names().iter().zip(table.columns()).take(3) {
            builder = builder.column(name, column.clone());
        }
        let two = builder.number("y", y).build().unwrap().dataset().target("y").unwrap();
        let scaled = |model: &crate::LinearModel, data: &Dataset, unit: f64| -> Vec<f64> {
            numbers(model, data).iter().map(|x| x * unit).collect()
        };
        let huber = HuberRegression::default();
        close(&scaled(&huber.fit(&one).unwrap(), &one, unit), &numbers(&huber.fit(&two).unwrap(), &two), 1e-6);
        let quantile = QuantileRegression::default().quantile(0.312_345);
        close(&scaled(&quantile.fit(&one).unwrap(), &one, unit), &numbers(&quantile.fit(&two).unwrap(), &two), 1e-6);
    }
}

#[test]
fn a_far_corner_is_least_squares() {
    let data = weighted(&some_table(80, 2));
    let huber = HuberRegression::default().epsilon(1e3).fit(&data).unwrap();
    close(&learned(&huber), &learned(&crate::LinearRegression::default().fit(&data).unwrap()), 1e-7);
    let RobustLoss::Huber { outliers, .. } = huber.robust_fit().unwrap().loss else { panic!("Huber") };
    assert_eq!(outliers, 0.0);
}

#[test]
fn what_they_say_and_keep() {
    let table = some_table(40, 1);
    let data = data(&table);
    let huber = HuberRegression::default().fit(&data).unwrap();
    let said = huber.explain().to_string();
    for line in ["std. error", "  z  ", "residual scale", "are outliers", "(1.35 scales)"] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let quantile = QuantileRegression::default().quantile(0.75).fit(&data).unwrap();
    let said = quantile.explain().to_string();
    assert!(said.contains("quantile 0.75: ") && said.contains("fitted exactly"), "{said}");
    assert!(said.contains("std. error") && said.contains("  t  "), "{said}");
    let priced = QuantileRegression::default().alpha(0.01).fit(&data).unwrap();
    assert!(!priced.explain().to_string().contains("std. error"));
    for model in [huber, quantile] {
        assert!(model.explain_row(&data.row_features(), 3).unwrap().to_string().contains("base value"));
        assert!((model.importances().unwrap().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        check_file(&model, &data);
    }
}

#[test]
fn traces_and_whoever_watches() {
    let data = data(&some_table(60, 1));
    let notes = || Arc::new(LinearTraceRecorder::default());
    let (of_huber, of_quantile) = (notes(), notes());
    let huber =
        HuberRegression::default().fit_with(&data, &Run::default().observer(of_huber.clone())).unwrap();
    let quantile =
        QuantileRegression::default().fit_with(&data, &Run::default().observer(of_quantile.clone())).unwrap();
    for (notes, model) in [(of_huber, &huber), (of_quantile, &quantile)] {
        let (events, fit) = (notes.events(), model.robust_fit().unwrap());
        assert_eq!(events.len() as u64, fit.steps + 1);
        assert!(events[0].0.starts_with("iteration 0: loss "), "{}", events[0].0);
        close(&[events.last().unwrap().1["loss"].as_f64().unwrap()], &[fit.objective], 1e-9);
    }
    let run = || {
        Run::default()
            .observer(Arc::new(LinearTraceRecorder { enough: Some(1), ..LinearTraceRecorder::default() }))
    };
    for model in [
        HuberRegression::default().fit_with(&data, &run()).unwrap(),
        QuantileRegression::default().fit_with(&data, &run()).unwrap(),
        QuantileRegression::default().max_iter(1).fit(&data).unwrap(),
    ] {
        assert!(!model.info().summary.converged);
        assert!(model.info().summary.warnings[0].contains("1 iterations"));
    }
    let token = CancelToken::default();
    let notes = LinearTraceRecorder { cancel: Some(token.clone()), ..LinearTraceRecorder::default() };
    let run = Run::default().canceled_by(token).observer(Arc::new(notes));
    assert!(matches!(HuberRegression::default().fit_with(&data, &run), Err(hornbook_core::Error::Canceled)));
    assert!(matches!(
        QuantileRegression::default().fit_with(&data, &run),
        Err(hornbook_core::Error::Canceled)
    ));
}

fn rows(a: Vec<f64>, b: Vec<f64>, y: Vec<f64>) -> Dataset {
    let table = Table::builder().number("a", a).number("b", b).number("y", y).build().unwrap();
    table.dataset().target("y").unwrap()
}

fn counting() -> Vec<f64> {
    (0..9).map(f64::from).collect()
}

fn waves() -> Vec<f64> {
    vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1, 0.05]
}

#[test]
fn one_value_and_exact_lines() {
    for value in [3.0, 0.0] {
        let same = rows(counting(), waves(), vec![value; 9]);
        let huber = HuberRegression::default().fit(&same).unwrap();
        assert!(huber.info().summary.warnings[0].contains("only one value"));
        close(&numbers(&huber, &same), &[value; 9], 1e-12);
        close(&numbers(&QuantileRegression::default().fit(&same).unwrap(), &same), &[value; 9], 1e-9);
    }
    // All rows but one on a line.
    let mut y: Vec<f64> = counting().iter().zip(waves()).map(|(a, b)| 1.0 + 2.0 * a - b).collect();
    y[4] += 100.0;
    let exact = rows(counting(), waves(), y);
    let huber = HuberRegression::default().fit(&exact).unwrap();
    assert!(huber.info().summary.converged, "{:?} {:?}", huber.info().summary, huber.robust_fit());
    close(&learned(&huber), &[1.0, 2.0, -1.0], 1e-6);
    assert!(huber.info().summary.warnings.iter().any(|warning| warning.contains("fitted exactly")));
    let median = QuantileRegression::default().fit(&exact).unwrap();
    assert!(median.info().summary.converged);
    close(&learned(&median), &[1.0, 2.0, -1.0], 1e-9);
}

#[test]
fn constant_and_dependent_columns() {
    let y: Vec<f64> = counting().iter().zip(waves()).map(|(a, b)| a + 3.0 * b * b).collect();
    for (b, undetermined) in
        [(vec![0.1; 9], "'b'"), (counting().iter().map(|x| 2.0 * x).collect(), "'a', 'b'")]
    {
        let data = rows(counting(), b, y.clone());
        let alone = data.clone().only(&["a"]).unwrap();
        let huber = HuberRegression::default().fit(&data).unwrap();
        close(
            &numbers(&huber, &data),
            &numbers(&HuberRegression::default().fit(&alone).unwrap(), &alone),
            1e-7,
        );
        assert!(huber.info().summary.warnings[0].contains(undetermined), "{:?}", huber.info().summary);
        let learner = QuantileRegression::default().quantile(0.412_345);
        let (one, other) = (learner.fit(&data).unwrap(), learner.fit(&alone).unwrap());
        assert!(one.info().summary.converged && one.info().summary.warnings[0].contains(undetermined));
        close(&numbers(&one, &data), &numbers(&other, &alone), 1e-6);
    }
}

#[test]
fn fewer_rows_than_columns_and_huge_numbers() {
    let mut rng = Seed(3).rng();
    let mut builder = Table::builder();
    for column in 0..12 {
        builder = builder.number(&format!("c{column}"), (0..6).map(|_| rng.unit()).collect());
    }
    let y = vec![1.0, 2.0, 4.0, 3.0, 2.0, 5.0];
    let wide = builder.number("y", y.clone()).build().unwrap().dataset().target("y").unwrap();
    let huber = HuberRegression::default().fit(&wide).unwrap();
    assert!(huber.info().summary.converged, "{:?} {:?}", huber.info().summary, huber.robust_fit());
    close(&numbers(&huber, &wide), &y, 1e-4);
    assert!(!huber.explain().to_string().contains("NaN"));
    let quantile = QuantileRegression::default().fit(&wide).unwrap();
    assert!(quantile.info().summary.converged, "{:?}", quantile.info().summary);
    close(&numbers(&quantile, &wide), &y, 1e-6);
    for alpha in [0.01, 10.0] {
        assert!(QuantileRegression::default().alpha(alpha).fit(&wide).unwrap().info().summary.converged);
        assert!(HuberRegression::default().alpha(alpha).fit(&wide).unwrap().info().summary.converged);
    }
    let large = rows(counting().iter().map(|x| x * 1e150).collect(), waves(), counting());
    let larger = rows(counting(), waves(), counting().iter().map(|x| x * 1e300).collect());
    for data in [large, larger] {
        for fit in [HuberRegression::default().fit(&data), QuantileRegression::default().fit(&data)] {
            match fit {
                Ok(model) => assert!(learned(&model).iter().all(|x| x.is_finite())),
                Err(error) => assert!(error.to_string().contains("too large"), "{error}"),
            }
        }
    }
    // One row, and no column that varies.
    let one = rows(vec![1.0], vec![2.0], vec![5.0]);
    close(&numbers(&HuberRegression::default().fit(&one).unwrap(), &one), &[5.0], 1e-12);
    close(&numbers(&QuantileRegression::default().fit(&one).unwrap(), &one), &[5.0], 1e-9);
}

/// With an even number of targets every value between the middle two is a median: copies give that of the weights.
#[test]
fn one_of_several_optimal_planes_is_that_of_the_copies() {
    let x: Vec<f64> = (0..8).map(|i| f64::from(i % 2)).collect();
    let table =
        Table::builder().number("x", x).number("y", vec![1.0, 5.0, 2.0, 7.0, 4.0, 8.0, 9.0, 11.0]).build();
    let data = table.unwrap().dataset().target("y").unwrap();
    let weights = [1, 2, 3, 1, 3, 2, 1, 3];
    let copies = (0..8u32).flat_map(|row| vec![row; weights[row as usize]]).collect();
    let by_weights = data.with_row_weights(&weights.map(|weight| weight as f64)).unwrap();
    let coefficients = |data: &Dataset| {
        let model = QuantileRegression::default().fit(data).unwrap();
        (model.intercepts()[0], model.weights().values().to_vec())
    };
    let (one, other) = (coefficients(&by_weights), coefficients(&data.select(copies)));
    assert!((one.0 - other.0).abs() < 1e-9 && (one.1[0] - other.1[0]).abs() < 1e-9, "{one:?} {other:?}");
}
