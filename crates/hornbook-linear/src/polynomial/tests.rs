//! Polynomials against NIST's certified values, against sixty digits, and against themselves.

use super::*;
use crate::LinearRegression;
use crate::testing::{LinearTraceRecorder, close, list};
use hornbook_core::{Run, Seed};
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, LoadModel, Model, Predictions, Predictor};
use serde_json::Value;
use std::sync::Arc;

fn problems() -> Value {
    serde_json::from_str(include_str!("../../tests/reference/polynomial.json")).unwrap()
}

fn table_of(y: &[f64], columns: &[Vec<f64>]) -> Table {
    let mut builder = Table::builder();
    for (at, column) in columns.iter().enumerate() {
        builder = builder.number(&format!("x{}", at + 1), column.clone());
    }
    builder.number("y", y.to_vec()).build().unwrap()
}

fn table_of_problem(problem: &Value) -> Table {
    let columns: Vec<Vec<f64>> = problem["columns"].as_array().unwrap().iter().map(list).collect();
    table_of(&list(&problem["y"]), &columns)
}

fn fit(problem: &Value) -> PolynomialModel {
    let learner = PolynomialRegression::default()
        .degree(problem["degree"].as_u64().unwrap() as u32)
        .fit_intercept(problem["intercept"].as_bool().unwrap());
    learner.fit(&table_of_problem(problem).dataset().target("y").unwrap()).unwrap()
}

fn numbers(model: &PolynomialModel, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

/// How many digits agree.
fn digits(ours: f64, theirs: f64) -> f64 {
    -((ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE)).max(1e-17).log10()
}

/// The certified values of NIST's Statistical Reference Datasets, Filip: weights with their standard deviations.
const FILIP: [(f64, f64); 11] = [
    (-1467.48961422980, 298.084530995537),
    (-2772.17959193342, 559.779865474950),
    (-2316.37108160893, 466.477572127796),
    (-1127.97394098372, 227.204274477751),
    (-354.478233703349, 71.6478660875927),
    (-75.1242017393757, 15.2897178747400),
    (-10.8753180355343, 2.23691159816033),
    (-1.06221498588947, 0.221624321934227),
    (-0.670191154593408E-01, 0.142363763154724E-01),
    (-0.246781078275479E-02, 0.535617408889821E-03),
    (-0.402962525080404E-04, 0.896632837373868E-05),
];

// proves: 000a:F6, 000a:F7, 002:A04
#[test]
fn filip_as_certified() {
    let model = fit(&problems()["filip"]);
    let coefficients = model.coefficients();
    assert_eq!(coefficients.len(), FILIP.len());
    for (ours, (weight, error)) in coefficients.iter().zip(FILIP) {
        let found = (digits(ours.estimate, weight), digits(ours.error.unwrap(), error));
        assert!(found.0 >= 11.0 && found.1 >= 11.0, "{}: {found:?} digits", ours.name);
    }
    let fitted = model.fitted().unwrap();
    assert!(digits(fitted.residual_error(0).unwrap(), 0.334801051324544E-02) >= 11.0);
    assert!(digits(fitted.targets[0].r_squared(), 0.996727416185620) >= 12.0);
    assert!(digits(fitted.test(0).unwrap().statistic, 2162.43954511489) >= 10.0);
}

#[test]
fn as_sixty_digits_say() {
    for (name, problem) in problems().as_object().unwrap() {
        let model = fit(problem);
        let coefficients = model.coefficients();
        let (weights, errors) = (list(&problem["weights"]), list(&problem["errors"]));
        assert_eq!(coefficients.len(), weights.len(), "{name}");
        // Wampler's first two problems have no residuals but rounding, and so no errors to compare with.
        let is_exact = ["wampler1", "wampler2"].contains(&name.as_str());
        for ((ours, weight), error) in coefficients.iter().zip(&weights).zip(&errors) {
            let found = digits(ours.estimate, *weight);
            assert!(found >= 9.0, "{name}, {}: {found} digits of {weight}", ours.name);
            if !is_exact {
                let found = digits(ours.error.unwrap(), *error);
                assert!(found >= 9.0, "{name}, {}: {found} digits of the error {error}", ours.name);
            }
        }
        let fitted = model.fitted().unwrap();
        assert!(
            digits(fitted.targets[0].r_squared(), problem["r_squared"].as_f64().unwrap()) >= 9.0,
            "{name}"
        );
        if is_exact {
            assert!(fitted.residual_error(0).unwrap() < 1e-9, "{name}: {:?}", fitted.residual_error(0));
        } else {
            let residual = problem["residual_error"].as_f64().unwrap();
            assert!(digits(fitted.residual_error(0).unwrap(), residual) >= 9.0, "{name}");
            assert!(
                digits(fitted.test(0).unwrap().statistic, problem["f"].as_f64().unwrap()) >= 8.0,
                "{name}"
            );
        }
    }
}

#[test]
fn predictions_keep_the_digits_that_powers_would_lose() {
    let problem = &problems()["filip"];
    let (model, table) = (fit(problem), table_of_problem(problem));
    let squares: f64 =
        (numbers(&model, &table).iter().zip(list(&problem["y"]))).map(|(ours, y)| (ours - y).powi(2)).sum();
    let certified = 0.795851382172941E-03;
    assert!(digits(squares, certified) >= 10.0, "{squares}");
}

/// The golden numbers of the notes: a line and a parabola through five points.
#[test]
fn a_line_and_a_parabola() {
    let table = table_of(&[2.1, 3.9, 6.2, 7.8, 10.1], &[vec![1.0, 2.0, 3.0, 4.0, 5.0]]);
    let of = |degree| {
        PolynomialRegression::default().degree(degree).fit(&table.dataset().target("y").unwrap()).unwrap()
    };
    let line = of(1);
    close(&[line.intercept(), line.weights()[0]], &[0.05, 1.99], 1e-13);
    let parabola = of(2);
    close(&[parabola.intercept(), parabola.weights()[0]], &[0.2, 1.8614285714], 1e-10);
    close(&[parabola.weights()[1]], &[0.0214285714], 1e-10);
    // Every degree agrees with a line that the points lie on.
    let straight: Vec<f64> = (0..8).map(|x| 0.4 * f64::from(x) + 3.0).collect();
    let table = table_of(&straight, &[(0..8).map(f64::from).collect()]);
    for degree in 1..=6 {
        let model = PolynomialRegression::default()
            .degree(degree)
            .fit(&table.dataset().target("y").unwrap())
            .unwrap();
        close(&[model.intercept(), model.weights()[0]], &[3.0, 0.4], 1e-12);
        assert!(model.weights()[1..].iter().all(|w| w.abs() < 1e-12));
        assert!(model.fitted().unwrap().targets[0].residual_squares < 1e-25);
    }
}

/// Two numbers, a category, a target that depends on all, and whole weights.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut y, mut w, mut kinds) = (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..rows {
        let (p, q, kind) = (rng.unit() * 4.0, 100.0 + rng.unit(), rng.below(3));
        a.push(p);
        b.push(q);
        kinds.push(Some(["r", "s", "t"][kind]));
        y.push(p * p - p * (q - 100.0) + [0.0, 2.0, -1.0][kind] + 0.1 * rng.unit());
        w.push(rng.below(4) as f64);
    }
    let table = Table::builder().number("a", a).category("kind", &kinds).number("b", b);
    table.number("y", y).number("w", w).build().unwrap()
}

fn unweighted(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["w"]).unwrap()
}

#[test]
fn of_degree_one_it_is_linear_regression() {
    let table = some_table(200, 3);
    for intercept in [true, false] {
        let learner = PolynomialRegression::default().degree(1).fit_intercept(intercept);
        let (ours, linear) = (
            learner.fit(&unweighted(&table)).unwrap(),
            LinearRegression::default().fit_intercept(intercept).fit(&unweighted(&table)).unwrap(),
        );
        let mut theirs = linear.coefficients(0);
        assert_eq!(ours.coefficients().len(), theirs.len());
        for one in ours.coefficients() {
            let place = theirs.iter().position(|other| other.name == one.name).unwrap();
            let other = theirs.swap_remove(place);
            assert!(digits(one.estimate, other.estimate) > 9.0, "{one:?} {other:?}");
            assert!(digits(one.error.unwrap(), other.error.unwrap()) > 9.0, "{one:?} {other:?}");
        }
    }
}

#[test]
fn words_and_traces() {
    let table = some_table(150, 5);
    let data = unweighted(&table);
    let learner = PolynomialRegression::default().degree(3);
    let notes = Arc::new(LinearTraceRecorder::default());
    let run = Run::default().threads(1).observer(notes.clone());
    let model = learner.fit_with(&data, &run).unwrap();
    let events = notes.events();
    assert_eq!(events[0].0, "'a': orthogonal polynomials up to degree 3");
    assert!(events.iter().any(|(_, json)| json["event"] == "residuals" && json["corrections"] == 2));

    let words = model.explain().to_string();
    assert!(words.contains("a^2·b") && words.contains("kind=s") && words.contains("R²"), "{words}");
    let rows = model.info().schema.features(&table).unwrap().0;
    let row = model.explain_row(&rows, 7).unwrap();
    let json = &row.to_json()["feature_contributions"];
    assert!((json["ends"].as_f64().unwrap() - numbers(&model, &table)[7]).abs() < 1e-9);
    assert!(row.to_string().contains("a·b"), "{row}");
    assert!(
        model.shap_values(&rows, None, &Run::default()).unwrap().is_none(),
        "products belong to two columns"
    );

    let mut other = model.info().clone();
    other.schema.inputs.pop();
    assert!(PolynomialModel::from_bytes(other, &model.to_bytes().unwrap()).is_err());
}

#[test]
fn one_column_divides_what_it_says() {
    let problem = &problems()["wampler3"];
    let (model, table) = (fit(problem), table_of_problem(problem));
    let rows = model.info().schema.features(&table).unwrap().0;
    for background in [None, Some(&rows)] {
        let parts = model.shap_values(&rows, background, &Run::default()).unwrap().unwrap();
        for (row, predicted) in numbers(&model, &table).into_iter().enumerate() {
            assert!(
                (parts.base()[0] + parts.value(row, 0, 0) - predicted).abs()
                    < 1e-6 * predicted.abs().max(1.0)
            );
        }
    }
}

#[test]
fn odd_tables() {
    let fit = |table: &Table, degree| {
        PolynomialRegression::default().degree(degree).fit(&table.dataset().target("y").unwrap())
    };
    // Three values bear a parabola and no more.
    let few = table_of(&[1.0, 4.0, 4.2, 9.0, 0.8], &[vec![1.0, 2.0, 2.0, 3.0, 1.0]]);
    let model = fit(&few, 9).unwrap();
    assert_eq!(model.names(), ["x1", "x1^2"]);
    assert_eq!(
        model.info().summary.warnings,
        ["column 'x1' has too few different values: its powers above 2 are left out"]
    );
    close(&numbers(&model, &few), &[0.9, 4.1, 4.1, 9.0, 0.9], 1e-12);
    let constant = table_of(&[1.0, 2.0, 6.0], &[vec![5.0; 3]]);
    let model = fit(&constant, 2).unwrap();
    close(&numbers(&model, &constant), &[3.0; 3], 1e-12);
    assert!(model.weights().is_empty() && model.info().summary.warnings[0].contains("all of its powers"));
    assert_eq!(
        numbers(&fit(&table_of(&[4.0], &[vec![2.0]]), 3).unwrap(), &table_of(&[4.0], &[vec![2.0]])),
        [4.0]
    );
    // A column twice: the weights are shared, and nobody knows their errors.
    let x: Vec<f64> = (0..30).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 2.0 * x + 1.0 + (x * 7.0).sin()).collect();
    let twice = table_of(&y, &[x.clone(), x]);
    let model = fit(&twice, 2).unwrap();
    assert!(model.coefficients()[1].error.is_none());
    assert!(model.info().summary.warnings.iter().any(|w| w.contains("not estimable")));
    // Units in which a weight would be beyond all numbers.
    let tiny = table_of(&y, &[(0..30).map(|i| 1e-60 * f64::from(i)).collect()]);
    let error = fit(&tiny, 6).unwrap_err().to_string();
    assert!(error.contains("too large for a number"), "{error}");
    let wild = Table::builder().number("x1", vec![1.0, f64::NAN]).build().unwrap();
    let error = fit(&few, 2).unwrap().predict(&wild).unwrap_err().to_string();
    assert!(error.contains("'x1' is missing (NaN) in row 2"), "{error}");
}
