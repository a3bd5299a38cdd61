//! Bases against scikit-learn and R, and against themselves.

use super::*;
use crate::testing::{close, list};
use crate::{LinearModel, LinearRegression, LogisticRegression, PolynomialRegression, Ridge};
use hornbook_core::{LearnerSpec, Seed};
use hornbook_data::{Booleans, Column, Dataset, Feature, Features, Table};
use hornbook_learner::{
    Fit, FittedTransformer, Inspect, LoadModel, Model, ModelInfo, Pipeline, PipelineModel, Predictions,
    Registry, RegistryEntry,
};
use serde_json::Value;

fn fill() {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<BasisExpansion>(),
            RegistryEntry::of::<Pipeline>(),
        ]
    });
}

/// A learner behind a basis.
fn before(basis: BasisExpansion, learner: impl Into<LearnerSpec>) -> Pipeline {
    Pipeline::default().step(basis).step(learner)
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../../tests/reference/basis.json")).unwrap()
}

fn of_r() -> Value {
    serde_json::from_str(include_str!("../../tests/reference/basis_r.json")).unwrap()
}

fn motor_cars() -> Table {
    Table::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/mtcars.csv")).unwrap()
}

fn rows_of(rows: &Features<'_>) -> Vec<Vec<f64>> {
    let columns: Vec<Vec<f64>> = (0..rows.width()).map(|at| numbers_of(rows, at)).collect();
    (0..rows.rows()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

fn columns_of(lines: &[Vec<f64>]) -> Features<'static> {
    let column = |at: usize| Feature::Number(lines.iter().map(|line| line[at]).collect());
    Features::Columns((0..lines[0].len()).map(column).collect(), lines.len())
}

fn numbers(model: &dyn Model, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

#[test]
fn splines_as_scikit_learn() {
    let reference = reference();
    let table = Table::builder().number("x", list(&reference["x"])).build().unwrap();
    let asked: Vec<Vec<f64>> = list(&reference["asked"]).into_iter().map(|x| vec![x]).collect();
    for case in reference["splines"].as_array().unwrap() {
        let knots = if case["knots"] == "uniform" { KnotSet::Uniform(5) } else { KnotSet::Quantiles(5) };
        let include_bias = case["include_bias"].as_bool().unwrap();
        let basis = Basis::Spline { degree: case["degree"].as_u64().unwrap() as u32, knots, include_bias };
        let made = basis.fit(&table.dataset()).unwrap().apply(&columns_of(&asked)).unwrap();
        for (ours, theirs) in rows_of(&made).iter().zip(case["values"].as_array().unwrap()) {
            close(ours, &list(theirs), 1e-13);
            assert!(!include_bias || (ours.iter().sum::<f64>() - 1.0).abs() < 1e-13, "they add up to 1");
        }
    }
}

// proves: 002:H20
#[test]
fn products_as_scikit_learn_and_the_notes() {
    let reference = reference();
    let pairs: Vec<Vec<f64>> = reference["pairs"].as_array().unwrap().iter().map(list).collect();
    let table = Table::builder()
        .number("a", vec![1.0])
        .number("b", vec![1.0])
        .number("c", vec![1.0])
        .build()
        .unwrap();
    for case in reference["products"].as_array().unwrap() {
        let basis = Basis::Polynomial {
            degree: case["degree"].as_u64().unwrap() as u32,
            interaction_only: case["interaction_only"].as_bool().unwrap(),
        };
        let made = basis.fit(&table.dataset()).unwrap().apply(&columns_of(&pairs)).unwrap();
        for (ours, theirs) in rows_of(&made).iter().zip(case["values"].as_array().unwrap()) {
            assert_eq!(ours, &list(theirs));
        }
    }
    // (1, 2) becomes (1, 2, 1, 2, 4): x, y, x², x·y, y².
    let two = Table::builder().number("x", vec![1.0]).number("y", vec![2.0]).build().unwrap();
    let basis = Basis::Polynomial { degree: 2, interaction_only: false }.fit(&two.dataset()).unwrap();
    assert_eq!(rows_of(&basis.apply(&columns_of(&[vec![1.0, 2.0]])).unwrap()), [[1.0, 2.0, 1.0, 2.0, 4.0]]);
    assert_eq!(basis.names(), ["x", "y", "x^2", "x·y", "y^2"]);
}

/// Splines of the same knots span the same space, whatever functions are taken for it.
#[test]
fn splines_as_r() {
    let (r, cars) = (of_r(), motor_cars());
    let data = cars.dataset().target("mpg").unwrap().only(&["wt"]).unwrap();
    let (mut knots, low, high) = (list(&r["at"]), 1.513, 5.424);
    knots.insert(0, low);
    knots.push(high);
    let fit = |basis: Basis| -> (FittedBasis, LinearModel) {
        let basis = basis.fit(&data).unwrap();
        let model = LinearRegression::default().fit(&basis.dataset(&data).unwrap()).unwrap();
        (basis, model)
    };
    let at = |(basis, model): &(FittedBasis, LinearModel), x: &Value| {
        let asked: Vec<Vec<f64>> = list(x).into_iter().map(|x| vec![x]).collect();
        crate::testing::numbers_of_features(model, &basis.apply(&columns_of(&asked)).unwrap())
    };
    let weights: Value = numbers_of(&data.row_features(), 0).into();
    let natural = fit(Basis::NaturalSpline { knots: KnotSet::At(knots.clone()) });
    close(&at(&natural, &weights), &list(&r["natural"]["fitted"]), 1e-10);
    close(&at(&natural, &r["asked"]), &list(&r["natural"]["asked"]), 1e-10);
    let cubic = fit(Basis::Spline { degree: 3, knots: KnotSet::At(knots), include_bias: false });
    close(&at(&cubic, &weights), &list(&r["cubic"]["fitted"]), 1e-10);
    close(&at(&cubic, &r["cubic"]["inside"]), &list(&r["cubic"]["asked"]), 1e-10);
}

#[test]
fn polynomials_as_r() {
    let (r, cars) = (of_r(), motor_cars());
    let check = |columns: &[&str], degree: u32, expected: &Value| {
        let data = cars.dataset().target("mpg").unwrap().only(columns).unwrap();
        let model = PolynomialRegression::default().degree(degree).fit(&data).unwrap();
        let table = model.coefficients();
        close(&table.iter().map(|one| one.estimate).collect::<Vec<_>>(), &list(&expected["weights"]), 1e-9);
        close(
            &table.iter().map(|one| one.error.unwrap()).collect::<Vec<_>>(),
            &list(&expected["errors"]),
            1e-9,
        );
        close(
            &table.iter().map(|one| one.statistic.unwrap()).collect::<Vec<_>>(),
            &list(&expected["t"]),
            1e-9,
        );
        close(&table.iter().map(|one| one.p_value.unwrap()).collect::<Vec<_>>(), &list(&expected["p"]), 1e-9);
        let fitted = model.fitted().unwrap();
        close(&[fitted.residual_error(0).unwrap()], &[expected["sigma"].as_f64().unwrap()], 1e-10);
        close(&[fitted.test(0).unwrap().statistic], &[expected["f"].as_f64().unwrap()], 1e-10);
        model
    };
    let cubic = check(&["wt"], 3, &r["powers"]);
    let asked = Table::builder().number("wt", list(&r["asked"])).build().unwrap();
    close(&numbers(&cubic, &asked), &list(&r["orthogonal"]["asked"]), 1e-10);
    check(&["wt", "hp"], 2, &r["surface"]);
}

#[test]
fn bumps_steps_and_waves() {
    let table = Table::builder().number("x", vec![0.0, 1.0, 4.0]).build().unwrap();
    let make = |basis: Basis, x: f64| {
        let fitted = basis.fit(&table.dataset()).unwrap();
        (fitted.names(), rows_of(&fitted.apply(&columns_of(&[vec![x]])).unwrap()).remove(0))
    };
    let (names, values) = make(Basis::Gaussian { centers: KnotSet::Uniform(3), width: None }, 1.0);
    assert_eq!(names, ["bump(x; 0)", "bump(x; 2)", "bump(x; 4)"]);
    close(&values, &[(-0.125f64).exp(), (-0.125f64).exp(), (-1.125f64).exp()], 1e-15);
    let (names, values) = make(Basis::Sigmoid { centers: KnotSet::At(vec![1.5]), width: Some(0.5) }, 2.0);
    assert_eq!(names, ["step(x; 1.5)"]);
    close(&values, &[1.0 / (1.0 + (-1.0f64).exp())], 1e-15);
    let (names, values) = make(Basis::Fourier { harmonics: 2, period: Some(8.0) }, 1.0);
    assert_eq!(names, ["sin(x; 1)", "cos(x; 1)", "sin(x; 2)", "cos(x; 2)"]);
    let half = 0.5f64.sqrt();
    close(&values, &[half, half, 1.0, 0.0], 1e-15);
}

/// The bases of the notes for several columns: lengths, bumps and sigmoids of distances.
// proves: 000b:LD07, 002:H15, 002:H16, 002:H17
#[test]
fn functions_of_several_columns() {
    let table = Table::builder().number("a", vec![3.0]).number("b", vec![4.0]).build().unwrap();
    let basis = Basis::Functions(vec![
        BasisFunction::norm_power(3),
        BasisFunction::bump(vec![1.0, 4.0], 2.0),
        BasisFunction::distance_sigmoid(vec![3.0, 3.0], 0.5),
        BasisFunction::new("is far", |row| f64::from(u8::from(row[0] + row[1] > 6.0))),
    ]);
    let fitted = basis.fit(&table.dataset()).unwrap();
    let made = rows_of(&fitted.apply(&table.dataset().row_features()).unwrap()).remove(0);
    close(&made, &[125.0, (-0.5f64).exp(), 1.0 / (1.0 + (-2.0f64).exp()), 1.0], 1e-14);
    assert_eq!(fitted.names()[..2], ["‖x‖^3", "bump([1.0, 4.0])"]);
    let short = Basis::Functions(vec![BasisFunction::bump(vec![1.0], 1.0)]).fit(&table.dataset()).unwrap();
    let error = short.apply(&table.dataset().row_features()).unwrap_err().to_string();
    assert!(error.contains("'bump([1.0])' of column 'a', 'b' is NaN in row 1"), "{error}");
}

/// Least squares and ridge on a function of a column, by hand.
// proves: 000b:LD07, 002:H14, 002:H18
#[test]
fn a_linear_model_of_basis_functions() {
    // y = 1 + 2 x², with the constant for the function that is 1 everywhere.
    let table =
        Table::builder().number("x", vec![0.0, 1.0, 2.0]).number("y", vec![1.0, 3.0, 9.0]).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let square = BasisFunction::new("square", |row| row[0] * row[0]);
    let basis = Basis::Functions(vec![square]).fit(&data).unwrap();
    let made = basis.dataset(&data).unwrap();
    let estimate = |model: &LinearModel, name: &str| {
        model.coefficients(0).iter().find(|one| one.name == name).unwrap().estimate
    };
    let model = LinearRegression::default().fit(&made).unwrap();
    close(&[estimate(&model, "(intercept)"), estimate(&model, "square")], &[1.0, 2.0], 1e-12);
    let asked = basis.apply(&columns_of(&[vec![3.0]])).unwrap();
    close(&crate::testing::numbers_of_features(&model, &asked), &[19.0], 1e-12);
    // Without the constant: Φ'y / (Φ'Φ + λ) = 39 / (17 + 2.5).
    let ridge = Ridge::default().alpha(2.5).fit_intercept(false).fit(&made).unwrap();
    close(&[estimate(&ridge, "square")], &[2.0], 1e-12);
}

#[test]
fn faults_are_named() {
    let table = Table::builder().number("a", vec![1.0, -2.0]).number("b", vec![1.0, 2.0]).build().unwrap();
    let logs = Basis::Functions(vec![BasisFunction::new("log of a", |row| row[0].ln())]);
    let fitted = logs.fit(&table.dataset()).unwrap();
    let error = fitted.dataset(&table.dataset()).unwrap_err().to_string();
    assert!(error.contains("the function 'log of a' of column 'a', 'b' is NaN in row 2"), "{error}");
    assert!(fitted.serialized().unwrap_err().to_string().contains("functions of your own"));
    let splines = Basis::Spline { degree: 3, knots: KnotSet::Uniform(4), include_bias: false };
    let fitted = splines.fit(&table.dataset()).unwrap();
    let gap = columns_of(&[vec![1.0, 1.0], vec![1.0, f64::NAN]]);
    let error = fitted.apply(&gap).unwrap_err().to_string();
    assert!(error.contains("column 'b' is missing (NaN) in row 2"), "{error}");
    assert!(fitted.apply(&columns_of(&[vec![1.0]])).unwrap_err().to_string().contains("for 2"));
    let wide = Basis::Gaussian { centers: KnotSet::Uniform(3), width: Some(0.0) };
    assert!(wide.fit(&table.dataset()).unwrap_err().to_string().contains("width of a basis is 0"));
    let many = Basis::Gaussian { centers: KnotSet::Uniform(9000), width: None };
    assert!(many.fit(&table.dataset()).unwrap_err().to_string().contains("18000 columns"));
    let huge = columns_of(&[vec![1e200, 1.0]]);
    let squares = Basis::Polynomial { degree: 2, interaction_only: false }.fit(&table.dataset()).unwrap();
    assert!(squares.apply(&huge).unwrap_err().to_string().contains("'a^2' of column 'a' is inf in row 1"));
}

/// Numbers, a boolean, a category, and classes that only a curve parts.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut y, mut w) = (vec![], vec![], vec![], vec![]);
    let (mut kinds, mut truths, mut classes) = (vec![], vec![], vec![]);
    for _ in 0..rows {
        let (p, q, kind, truth) =
            (rng.unit() * 4.0 - 2.0, rng.unit() * 4.0 - 2.0, rng.below(2), rng.below(2) as u8);
        a.push(p);
        b.push(q);
        kinds.push(Some(["r", "s"][kind]));
        truths.push(truth);
        y.push((2.0 * p).sin() + q * q + kind as f64 + f64::from(truth) + 0.1 * rng.unit());
        classes.push(Some(if p * p + q * q < 2.0 { "in" } else { "out" }));
        w.push(rng.below(3) as f64);
    }
    let table = Table::builder().number("a", a).category("kind", &kinds).number("b", b);
    let table = table.column("truth", Column::Boolean(Booleans(truths.into())));
    table.number("y", y).number("w", w).category("class", &classes).build().unwrap()
}

fn of_numbers(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["w", "class"]).unwrap()
}

const KINDS: [BasisKind; 6] = [
    BasisKind::Polynomial,
    BasisKind::Gaussian,
    BasisKind::Sigmoid,
    BasisKind::Spline,
    BasisKind::NaturalSpline,
    BasisKind::Fourier,
];

#[test]
fn every_basis_in_words() {
    fill();
    let table = some_table(120, 1);
    for kind in KINDS {
        let learner = before(BasisExpansion::default().basis(kind).n_knots(4), Ridge::default());
        let model = learner.fit(&of_numbers(&table)).unwrap();
        let (info, bytes) = (model.info().clone(), model.to_bytes().unwrap());
        let words = model.explain().to_string();
        let made = &model.last().info().schema.inputs[1].name;
        assert!(words.contains("functions of 4 columns") && words.contains(made), "{words}");
        let shares = model.importances().unwrap();
        assert!(shares.len() == 4 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let rows = info.schema.features(&table).unwrap().0;
        assert!(!model.explain_row(&rows, 3).unwrap().sections.is_empty());
        let mut other: ModelInfo = info.clone();
        other.schema.inputs.swap(0, 2);
        assert!(PipelineModel::from_bytes(other, &bytes).is_err());
    }
}

// proves: 000b:LD05, 000b:LD06
#[test]
fn classes_that_a_line_cannot_part() {
    fill();
    let table = some_table(300, 2);
    let data = table.dataset().target("class").unwrap().only(&["a", "b"]).unwrap();
    let right = |model: &dyn Model| {
        let Predictions::Classes(codes, levels) = model.predict(&table).unwrap().values else { panic!() };
        let is_right = |row: usize| {
            Some(levels[codes[row] as usize].as_str()) == table.column("class").unwrap().label(row).as_deref()
        };
        (0..300).filter(|&row| is_right(row)).count()
    };
    let plain = LogisticRegression::default().fit(&data).unwrap();
    // A quadratic discriminant: x² and y² with a circle between the classes.
    let squares = BasisExpansion::default().basis(BasisKind::Polynomial);
    let curved = before(squares, LogisticRegression::default()).fit(&data).unwrap();
    assert_eq!(curved.last().info().learner, "logistic-regression");
    assert!(right(&plain) < 240 && right(&curved) > 285, "{} {}", right(&plain), right(&curved));
    let sums: Vec<f64> =
        (0..5).map(|row| curved.probabilities(&table).unwrap().row(row).iter().sum()).collect();
    close(&sums, &[1.0; 5], 1e-12);
}

#[test]
fn sines_follow_what_repeats() {
    fill();
    let table = some_table(400, 3);
    let data = of_numbers(&table);
    let r_squared = |learner: BasisExpansion| {
        let model = before(learner, LinearRegression::default()).fit(&data).unwrap();
        model.info().summary.details["r_squared"].as_f64().unwrap()
    };
    let line =
        LinearRegression::default().fit(&data).unwrap().info().summary.details["r_squared"].as_f64().unwrap();
    let waves = r_squared(BasisExpansion::default().basis(BasisKind::Fourier).width(6.0));
    let splines = r_squared(BasisExpansion::default().n_knots(8));
    assert!(line < 0.5 && waves > 0.95 && splines > 0.99, "{line} {waves} {splines}");
    let unknown = before(BasisExpansion::default(), LearnerSpec::new("no-such-learner"));
    assert!(unknown.fit(&data).is_err());
}

#[test]
fn a_column_that_does_not_vary_stays() {
    fill();
    let table =
        Table::builder().number("x", vec![3.0; 4]).number("y", vec![1.0, 2.0, 3.0, 4.0]).build().unwrap();
    for kind in KINDS {
        let learner = before(BasisExpansion::default().basis(kind), LinearRegression::default());
        let model = learner.fit(&table.dataset().target("y").unwrap()).unwrap();
        close(&numbers(&model, &table), &[2.5; 4], 1e-12);
    }
}
