//! Least squares, logistic regression and their residuals against R, on R's own data.

use super::*;
use crate::testing::{close, table_from};
use crate::{
    BasisExpansion, LinearRegression, LogisticRegression, PoissonRegression, PolynomialRegression, Ridge,
    WeightPenalty,
};
use hornbook_data::Table;
use hornbook_learner::{Fit, LoadModel, Pipeline, Registry, RegistryEntry};
use serde_json::{Value, json};

fn of_r() -> Value {
    serde_json::from_str(include_str!("../../tests/reference/least_squares_r.json")).unwrap()
}

/// Numbers, where R writes one number without a list and none as null.
fn list(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect(),
        one => vec![one.as_f64().unwrap()],
    }
}

/// As near as `tolerance`, with NaN where R has it.
fn near(found: &[f64], expected: &Value, tolerance: f64, what: &str) {
    let expected = list(expected);
    assert_eq!(found.len(), expected.len(), "{what}");
    for (row, (a, b)) in found.iter().zip(&expected).enumerate() {
        assert!(
            (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * b.abs().max(1.0),
            "{what}, {}: {a} and not {b}",
            row + 1
        );
    }
}

/// The data of a problem, with the target first; levels are in the order of the alphabet but for those of ordered words.
fn table_of(problem: &Value) -> Table {
    let data = &problem["data"];
    let mut names: Vec<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
    let target = problem["target"].as_str().unwrap();
    names.sort_by_key(|name| *name != target);
    let levels =
        json!({"wool": ["A", "B"], "tension": ["L", "M", "H"], "spray": ["A", "B", "C", "D", "E", "F"]});
    table_from(data, &names, &levels)
}

/// Weights by name, since JSON does not keep the order of R's columns: sorted as numbers.
fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

#[test]
fn linear_regression_as_r() {
    let r = of_r();
    for (name, problem) in r["linear"].as_object().unwrap() {
        let table = table_of(problem);
        let data = table.dataset().target(problem["target"].as_str().unwrap()).unwrap();
        let learner = LinearRegression::default().fit_intercept(name != "origin");
        let model = learner.fit(&data).unwrap();
        let all = model.coefficients(0);
        // Longley's columns are so nearly dependent that R itself has about 9 digits of them.
        let tolerance = if name == "longley" { 1e-8 } else { 1e-11 };
        let compare = |ours: Vec<f64>, theirs: &Value, what: &str| {
            near(&sorted(ours), &json!(sorted(list(theirs))), tolerance, &format!("{name}, {what}"));
        };
        compare(all.iter().map(|one| one.estimate).collect(), &problem["weights"], "weights");
        compare(all.iter().map(|one| one.error.unwrap()).collect(), &problem["errors"], "errors");
        compare(all.iter().map(|one| one.statistic.unwrap()).collect(), &problem["t"], "t");
        compare(all.iter().map(|one| one.p_value.unwrap()).collect(), &problem["p"], "p");
        let fitted = model.fitted().unwrap();
        let whole = [
            (fitted.residual_error(0).unwrap(), "sigma"),
            (fitted.targets[0].r_squared(), "r_squared"),
            (fitted.adjusted_r_squared(0).unwrap(), "adjusted"),
            (fitted.test(0).unwrap().statistic, "f"),
            (fitted.degrees, "degrees"),
        ];
        for (ours, what) in whole {
            near(&[ours], &problem[what], tolerance, &format!("{name}, {what}"));
        }
        // The model of a file knows as much.
        let model = LinearModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
        let found = model.diagnostics(&data).unwrap();
        assert!(found.are_training_rows);
        let rows = &problem["rows"];
        let of_rows = [
            (&found.fitted, "fitted"),
            (&found.residuals, "residuals"),
            (&found.leverage, "leverage"),
            (&found.standardized, "standardized"),
            (&found.studentized, "studentized"),
            (&found.cooks_distance, "cooks_distance"),
            (&found.dffits, "dffits"),
        ];
        // What a residual of rounding is divided by is rounding, too: Anscombe's third row has a studentized one of 1203.
        let of_rows_tolerance = if name == "longley" { 1e-6 } else { 1e-9 };
        for (ours, what) in of_rows {
            near(ours, &rows[what], of_rows_tolerance, &format!("{name}, {what}"));
        }
        near(&[found.durbin_watson.unwrap()], &problem["durbin_watson"], tolerance, name);
        match found.breusch_pagan {
            Some(test) => {
                near(&[test.statistic], &problem["breusch_pagan"], tolerance, name);
                near(&[test.p_value], &problem["breusch_pagan_p"], tolerance, name);
            }
            None => assert!(name == "origin" && problem["breusch_pagan"].is_null()),
        }
    }
}

/// R has no weights that are copies; so its rows are copied.
#[test]
fn weights_are_copies() {
    let r = of_r();
    let problem = &r["copies"];
    let weights = list(&problem["row_weights"]);
    let table =
        table_of(problem).with_column("w", hornbook_data::Column::Number(weights.clone().into())).unwrap();
    let data = table.dataset().target("dist").unwrap().weight("w").unwrap();
    let found = LinearRegression::default().fit(&data).unwrap().diagnostics(&data).unwrap();
    let copied = |values: &[f64]| -> Vec<f64> {
        values.iter().zip(&weights).flat_map(|(&x, &w)| vec![x; w as usize]).collect()
    };
    for (ours, what) in
        [(&found.leverage, "leverage"), (&found.studentized, "studentized"), (&found.dffits, "dffits")]
    {
        near(&copied(ours), &problem["rows"][what], 1e-10, what);
    }
    near(&copied(&found.cooks_distance), &problem["rows"]["cooks_distance"], 1e-10, "Cook's distance");
    near(&[found.durbin_watson.unwrap()], &problem["durbin_watson"], 1e-11, "Durbin and Watson");
    near(&[found.breusch_pagan.unwrap().statistic], &problem["breusch_pagan"], 1e-10, "Breusch and Pagan");
}

#[test]
fn logistic_regression_as_r() {
    let r = of_r();
    for (name, problem) in r["logistic"].as_object().unwrap() {
        let table = table_of(problem);
        let data = table.dataset().target(problem["target"].as_str().unwrap()).unwrap().classify().unwrap();
        let learner = LogisticRegression::default().penalty(WeightPenalty::None).tol(1e-12);
        let model = learner.fit(&data).unwrap();
        let all = model.coefficients(0);
        let compare = |ours: Vec<f64>, theirs: &Value, what: &str| {
            near(&sorted(ours), &json!(sorted(list(theirs))), 1e-8, &format!("{name}, {what}"));
        };
        compare(all.iter().map(|one| one.estimate).collect(), &problem["weights"], "weights");
        compare(all.iter().map(|one| one.error.unwrap()).collect(), &problem["errors"], "errors");
        compare(all.iter().map(|one| one.statistic.unwrap()).collect(), &problem["z"], "z");
        compare(all.iter().map(|one| one.p_value.unwrap()).collect(), &problem["p"], "p");
        let fit = model.likelihood_fit().unwrap();
        let whole = [
            (fit.deviance, "deviance"),
            (fit.null_deviance, "null_deviance"),
            (fit.aic().unwrap(), "aic"),
            (fit.degrees().unwrap(), "degrees"),
        ];
        for (ours, what) in whole {
            near(&[ours], &problem[what], 1e-10, &format!("{name}, {what}"));
        }
        let found = model.glm_residuals(&data).unwrap();
        near(&found.fitted, &problem["fitted"], 1e-8, name);
        near(&found.pearson, &problem["pearson_residuals"], 1e-7, name);
        near(&found.deviance, &problem["deviance_residuals"], 1e-7, name);
        let squares: f64 = found.deviance.iter().map(|d| d * d).sum();
        assert!((squares - fit.deviance).abs() < 1e-8 * squares, "they add up to the deviance");
    }
}

#[test]
fn residuals_of_counts_as_r() {
    let problem = &of_r()["poisson"];
    let data = table_of(problem).dataset().target("count").unwrap();
    let model = PoissonRegression::default().alpha(0.0).tol(1e-12).fit(&data).unwrap();
    let found = model.glm_residuals(&data).unwrap();
    near(&found.fitted, &problem["fitted"], 1e-8, "fitted");
    near(&found.pearson, &problem["pearson_residuals"], 1e-8, "pearson");
    near(&found.deviance, &problem["deviance_residuals"], 1e-8, "deviance");
}

#[test]
fn in_words() {
    let r = of_r();
    let anscombe = |name: &str| {
        let problem = &r["linear"][name];
        let data = table_of(problem).dataset().target(problem["target"].as_str().unwrap()).unwrap();
        (LinearRegression::default().fit(&data).unwrap(), data)
    };
    let (model, data) = anscombe("anscombe3");
    let words = diagnostics(&model, &data).unwrap().to_string();
    for expected in ["row 3 is influential", "row 3 is an outlier", "Durbin–Watson statistic 2.144"] {
        assert!(words.contains(expected), "{words}");
    }
    let (model, data) = anscombe("anscombe4");
    let explanation = diagnostics(&model, &data).unwrap();
    assert!(explanation.to_string().contains("row 8 determines its own prediction"), "{explanation}");
    let json = explanation.to_json();
    assert_eq!(json["most_influential_rows"]["studentized"][7], Value::Null);
    assert_eq!(json["most_influential_rows"]["most_influential"][0], 8);
    // Spreads that grow with a column, and neighbors that go together.
    let x: Vec<f64> = (0..60).map(f64::from).collect();
    let wide: Vec<f64> =
        x.iter().map(|x| 3.0 + x + x * if (*x as u32).is_multiple_of(2) { 1.0 } else { -1.0 }).collect();
    let slow: Vec<f64> = x.iter().map(|x| x + 5.0 * (x / 8.0).sin()).collect();
    for (y, expected) in [(wide, "heteroscedasticity"), (slow, "autocorrelated residuals")] {
        let table = Table::builder().number("x", x.clone()).number("y", y).build().unwrap();
        let data = table.dataset().target("y").unwrap();
        let found = LinearRegression::default().fit(&data).unwrap().diagnostics(&data).unwrap();
        assert!(found.sentences().iter().any(|s| s.contains(expected)), "{:?}", found.sentences());
    }
}

/// Leverage by its meaning: how far a prediction moves if the row's target does.
#[test]
fn polynomials_and_bases_have_diagnostics() {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<BasisExpansion>(),
            RegistryEntry::of::<Pipeline>(),
        ]
    });
    let x: Vec<f64> = (0..25).map(|i| 0.4 * f64::from(i)).collect();
    let y: Vec<f64> = x.iter().map(|x| x.sin() + 0.1 * (7.0 * x).cos()).collect();
    let table = |y: Vec<f64>| Table::builder().number("x", x.clone()).number("y", y).build().unwrap();
    let data = table(y.clone()).dataset().target("y").unwrap();
    let mut moved = y.clone();
    moved[20] += 1.0;
    let moved = table(moved).dataset().target("y").unwrap();
    let polynomial = PolynomialRegression::default().degree(4);
    let found = polynomial.fit(&data).unwrap().diagnostics(&data).unwrap();
    let after = polynomial.fit(&moved).unwrap().diagnostics(&moved).unwrap();
    close(&[after.fitted[20] - found.fitted[20]], &[found.leverage[20]], 1e-10);
    close(&[found.leverage.iter().sum()], &[5.0], 1e-10);
    let splines = Pipeline::default().step(BasisExpansion::default()).step(LinearRegression::default());
    let splines = splines.fit(&data).unwrap();
    let json = diagnostics(&splines, &data).unwrap().to_json();
    let total: f64 = list(&json["most_influential_rows"]["leverage"]).iter().sum();
    close(&[total], &[7.0], 1e-9);
    // Other rows are told from those of training.
    assert!(!polynomial.fit(&data).unwrap().diagnostics(&moved).unwrap().are_training_rows);
}

#[test]
fn faults_are_named() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .number("y", vec![1.0, 2.5, 3.0, 4.5])
        .category("kind", &[Some("a"), Some("b"), Some("a"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap().only(&["x"]).unwrap();
    let ridge = Ridge::default().fit(&data).unwrap();
    assert!(ridge.diagnostics(&data).unwrap_err().to_string().contains("unregularized"));
    let two = data.slice(0..2);
    let exact = LinearRegression::default().fit(&two).unwrap();
    assert!(exact.diagnostics(&two).unwrap_err().to_string().contains("no degrees of freedom"));
    let model = LinearRegression::default().fit(&data).unwrap();
    assert!(model.diagnostics(&table.dataset()).is_err(), "there is no target");
    let classes = table.dataset().target("kind").unwrap();
    assert!(model.diagnostics(&classes).unwrap_err().to_string().contains("the target is classes"));
    let logistic = LogisticRegression::default().fit(&classes.clone().only(&["x"]).unwrap()).unwrap();
    assert!(logistic.glm_residuals(&data).unwrap_err().to_string().contains("the target is numbers"));
    let other = Table::builder().number("x", vec![1.0]).category("kind", &[Some("c")]).build().unwrap();
    let error = logistic.glm_residuals(&other.dataset().target("kind").unwrap()).unwrap_err().to_string();
    assert!(error.contains("'kind' of row 1 is 'c'"), "{error}");
    let baseline = hornbook_learner::Baseline::default().fit(&data).unwrap();
    assert!(diagnostics(&baseline, &data).unwrap_err().to_string().contains("'baseline' has no diagnostics"));
}
