//! Least squares against sixty digits, against R, and against itself.

use super::*;
use crate::LinearModel;
use hornbook_core::{Run, Seed};
use hornbook_data::{Dataset, Features, Matrix, Table};
use hornbook_learner::{
    Fit, Inspect, Model, OutputRequest, Predictions, Predictor, TableBatches, TrainingInput,
};
use proptest::prelude::*;
use serde_json::Value;

fn numbers(model: &LinearModel, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

/// Numbers of very different places, a category, and a target that depends on all of them.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut kinds = Vec::new();
    for _ in 0..rows {
        let (a, b, kind) = (rng.unit() * 10.0, 1e5 + rng.unit(), rng.below(3));
        let y = 3.0 + 2.0 * a - 4.0 * (b - 1e5) + [0.0, 5.0, -1.0][kind] + rng.unit();
        for (column, x) in columns.iter_mut().zip([a, b, y, rng.below(4) as f64]) {
            column.push(x);
        }
        kinds.push(Some(["r", "s", "t"][kind]));
    }
    let [a, b, y, w] = <[Vec<f64>; 4]>::try_from(columns).unwrap();
    let table = Table::builder().number("a", a).number("b", b).category("kind", &kinds);
    table.number("y", y).number("w", w).build().unwrap()
}

fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["w"]).unwrap()
}

/// A table of a target and columns.
fn table_of(y: &[f64], columns: &[Vec<f64>]) -> Table {
    let mut builder = Table::builder();
    for (at, column) in columns.iter().enumerate() {
        builder = builder.number(&format!("x{}", at + 1), column.clone());
    }
    builder.number("y", y.to_vec()).build().unwrap()
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// How many digits agree.
fn digits(ours: f64, theirs: f64) -> f64 {
    -((ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE)).max(1e-17).log10()
}

// proves: 000a:F4, 002:H01, 002:H10
#[test]
fn as_sixty_digits_say() {
    let problems: Value =
        serde_json::from_str(include_str!("../../tests/reference/least_squares.json")).unwrap();
    for (name, problem) in problems.as_object().unwrap() {
        let columns: Vec<Vec<f64>> = problem["columns"].as_array().unwrap().iter().map(list).collect();
        let table = table_of(&list(&problem["y"]), &columns);
        let intercept = problem["intercept"].as_bool().unwrap();
        let learner = LinearRegression::default().fit_intercept(intercept);
        let model = learner.fit(&table.dataset().target("y").unwrap()).unwrap();
        let fitted = model.fitted().unwrap();
        let coefficients = model.coefficients(0);
        let (weights, errors) = (list(&problem["weights"]), list(&problem["errors"]));
        assert_eq!(coefficients.len(), weights.len(), "{name}");
        // Exact fits have errors that are rounding, and nothing to compare them with.
        let is_exact = ["wampler1", "wampler2"].contains(&name.as_str());
        let least = 9.0;
        // Errors are not corrected by residuals: of powers up to the tenth they have what a QR decomposition leaves.
        let least_of_errors = if name == "filip" { 7.0 } else { least };
        for ((ours, weight), error) in coefficients.iter().zip(&weights).zip(&errors) {
            let found = digits(ours.estimate, *weight);
            assert!(found >= least, "{name}, {}: {} digits of {weight}", ours.name, found);
            if !is_exact {
                let found = digits(ours.error.unwrap(), *error);
                assert!(
                    found >= least_of_errors,
                    "{name}, {}: {found} digits of the error {error}",
                    ours.name
                );
            }
        }
        assert!(digits(fitted.targets[0].r_squared(), problem["r_squared"].as_f64().unwrap()) >= least);
        if is_exact {
            assert!(fitted.residual_error(0).unwrap() < 1e-6, "{name}");
            continue;
        }
        let residual = problem["residual_error"].as_f64().unwrap();
        assert!(digits(fitted.residual_error(0).unwrap(), residual) >= least, "{name}");
        assert!(
            digits(fitted.test(0).unwrap().statistic, problem["f"].as_f64().unwrap()) >= least - 1.0,
            "{name}"
        );
        for (ours, p) in coefficients.iter().zip(list(&problem["p_values"])) {
            assert!(
                digits(ours.p_value.unwrap(), p) >= least_of_errors - 2.0,
                "{name}, {}: {ours:?}, {p}",
                ours.name
            );
        }
    }
}

// proves: 000a:F5, 001:188, 002:H07, 002:H09
#[test]
fn as_r_prints_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let cars = Table::read(folder.join("../../data/mtcars.csv")).unwrap();
    let model =
        LinearRegression::default().fit(&cars.dataset().target("mpg").unwrap().without(&["car"]).unwrap());
    let model = model.unwrap();
    // summary(lm(mpg ~ ., mtcars)) of R 4.2.2.
    let weights = [
        12.30337415600,
        -0.11144047789,
        0.01333523991,
        -0.02148211899,
        0.78711097224,
        -3.71530392833,
        0.82104074967,
        0.31776281419,
        2.52022688721,
        0.65541301708,
        -0.19941925486,
    ];
    let errors = [
        18.71788442872,
        1.04502336251,
        0.01785750031,
        0.02176857925,
        1.63537306861,
        1.89441429953,
        0.73084479602,
        2.10450860571,
        2.05665055348,
        1.49325996107,
        0.82875249768,
    ];
    for (ours, (weight, error)) in model.coefficients(0).iter().zip(weights.into_iter().zip(errors)) {
        assert!((ours.estimate - weight).abs() < 1e-10, "{ours:?}");
        assert!((ours.error.unwrap() - error).abs() < 1e-10, "{ours:?}");
    }
    let fitted = model.fitted().unwrap();
    assert!((fitted.targets[0].r_squared() - 0.869_015_764_5).abs() < 1e-10);
    assert!((fitted.adjusted_r_squared(0).unwrap() - 0.806_642_319_0).abs() < 1e-10);
    assert!((fitted.residual_error(0).unwrap() - 2.650_197_027_9).abs() < 1e-9);
    assert!((fitted.test(0).unwrap().statistic - 13.932_463_690_2).abs() < 1e-9);
    let words = model.explain().to_string();
    for expected in
        ["(intercept)         12.3 ", "adjusted 0.8066", "on 21 degrees of freedom", "F 13.93 on 10 and 21"]
    {
        assert!(words.contains(expected), "{words}");
    }
}

// proves: 002:H13
#[test]
fn ridge_as_its_equations_say() {
    let table = some_table(300, 2);
    for (alpha, intercept, standardize) in [(0.5, true, false), (40.0, true, true), (3.0, false, false)] {
        let learner = Ridge::default().alpha(alpha).fit_intercept(intercept).standardize(standardize);
        let model = learner.fit(&data(&table)).unwrap();
        assert_eq!(model.design().width(), 5, "every level has a column");
        // The gradient of the objective is zero at the weights.
        let x = hornbook_encoding::encoded_features(&data(&table)).unwrap();
        let y = numbers_of(&table, "y");
        let predicted = numbers(&model, &table);
        for column in 0..5 {
            let residuals: f64 = (0..300).map(|row| (y[row] - predicted[row]) * x.at(row, column)).sum();
            let mean = (0..300).map(|row| x.at(row, column)).sum::<f64>() / 300.0;
            let spread = (0..300).map(|row| (x.at(row, column) - mean).powi(2)).sum::<f64>() / 300.0;
            let penalty = alpha * if standardize { spread } else { 1.0 };
            let slope = residuals - penalty * model.weights().at(0, column);
            // In units of what the sums are made of.
            let size: f64 = (0..300).map(|row| (y[row] * x.at(row, column)).abs()).sum();
            assert!(slope.abs() < 1e-9 * size, "{column}: {slope}");
        }
        let effective_dof = model.fitted().unwrap().effective_dof;
        assert!(effective_dof > 0.5 && effective_dof < 5.0, "{effective_dof}");
        assert!(model.coefficients(0).iter().all(|one| one.error.is_none()));
    }
    // lm.ridge of R's MASS at 0.1, whose penalties are for columns in their standard deviations.
    let problems: Value =
        serde_json::from_str(include_str!("../../tests/reference/least_squares.json")).unwrap();
    let columns: Vec<Vec<f64>> =
        problems["longley"]["columns"].as_array().unwrap().iter().map(list).collect();
    let longley = table_of(&list(&problems["longley"]["y"]), &columns);
    let none = Ridge::default().alpha(0.0).fit(&longley.dataset().target("y").unwrap()).unwrap();
    let least = list(&problems["longley"]["weights"]);
    assert!(none.coefficients(0).iter().zip(least).all(|(ours, theirs)| digits(ours.estimate, theirs) > 9.0));
}

fn numbers_of(table: &Table, name: &str) -> Vec<f64> {
    let Features::Columns(columns, _) = table.dataset().only(&[name]).unwrap().row_features() else {
        panic!()
    };
    let hornbook_data::Feature::Number(values) = &columns[0] else { panic!() };
    values.to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Whatever the condition, residuals are at right angles to the columns.
    #[test]
    fn residuals_are_at_right_angles(seed in 0u64..1000, closeness in 0i32..12) {
        let mut rng = Seed(seed).rng();
        let a: Vec<f64> = (0..60).map(|_| rng.unit()).collect();
        let b: Vec<f64> = a.iter().map(|a| a + 10f64.powi(-closeness) * rng.unit()).collect();
        let y: Vec<f64> = a.iter().map(|a| 3.0 * a + rng.unit()).collect();
        let table = table_of(&y, &[a.clone(), b.clone()]);
        let model = LinearRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
        let predicted = numbers(&model, &table);
        let residuals: Vec<f64> = y.iter().zip(&predicted).map(|(y, p)| y - p).collect();
        let total: f64 = residuals.iter().sum();
        // Predictions are rounded as the weights are large.
        let size = model.weights().values().iter().fold(1.0, |most: f64, w| most.max(w.abs()));
        prop_assert!(total.abs() < 1e-14 * 60.0 * size, "{} {}", total, size);
        // The difference of the columns has what they do not share.
        let apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (b - a) * 10f64.powi(closeness)).collect();
        for column in [&a, &b, &apart] {
            let product: f64 = column.iter().zip(&residuals).map(|(x, r)| x * r).sum();
            prop_assert!(product.abs() < 1e-13 * 60.0 * size, "{} {}", product, size);
        }
    }
}

#[test]
fn several_targets_are_several_models() {
    let table = some_table(200, 4);
    let both = table.dataset().targets(&["y", "w"]).unwrap();
    let model = LinearRegression::default().fit(&both).unwrap();
    let rows = model.info().schema.features(&table).unwrap().0;
    let predicted = model.raw_outputs(&rows, OutputRequest::PREDICTIONS).unwrap();
    for (place, target) in ["y", "w"].into_iter().enumerate() {
        let other = if target == "y" { "w" } else { "y" };
        let data = table.dataset().target(target).unwrap().without(&[other]).unwrap();
        let single = LinearRegression::default().fit(&data).unwrap();
        let (Predictions::Numbers(ours), theirs) = (&predicted[place].predictions, numbers(&single, &table))
        else {
            panic!()
        };
        assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-9));
        assert_eq!(model.coefficients(place).len(), single.coefficients(0).len());
    }
    let words = model.explain().to_string();
    assert!(words.contains("  y\n") && words.contains("  w\n"), "{words}");
    assert_eq!(model.shap_values(&rows, None, &Run::default()).unwrap().unwrap().outputs(), 2);
}

// proves: 001:187
#[test]
fn columns_that_depend_on_each_other() {
    // The third is the sum of the others, and the fourth does not vary.
    let mut rng = Seed(5).rng();
    let a: Vec<f64> = (0..50).map(|_| rng.unit()).collect();
    let b: Vec<f64> = (0..50).map(|_| rng.unit()).collect();
    let sum: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let y: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 1.0 + a + 2.0 * b + 0.1 * rng.unit()).collect();
    let plain = table_of(&y, &[a.clone(), b.clone()]);
    let plain = LinearRegression::default().fit(&plain.dataset().target("y").unwrap()).unwrap();
    let table = table_of(&y, &[a, b, sum, vec![7.0; 50]]);
    let model = LinearRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    for (ours, theirs) in numbers(&model, &table).iter().zip(numbers(&plain, &table)) {
        assert!((ours - theirs).abs() < 1e-9);
    }
    let fitted = model.fitted().unwrap();
    assert!((fitted.degrees - 47.0).abs() < 1e-6, "{}", fitted.degrees);
    assert!(
        (fitted.residual_error(0).unwrap() - plain.fitted().unwrap().residual_error(0).unwrap()).abs() < 1e-9
    );
    assert!(model.coefficients(0)[1..].iter().all(|one| one.error.is_none()));
    let warning = &model.info().summary.warnings[0];
    assert!(warning.contains("not estimable: the coefficients of 'x1', 'x2', 'x3', 'x4'"), "{warning}");
    assert!(model.explain().to_string().contains("not estimable"));
}

#[test]
fn more_columns_than_rows() {
    let mut rng = Seed(6).rng();
    let columns: Vec<Vec<f64>> = (0..30).map(|_| (0..10).map(|_| rng.unit()).collect()).collect();
    let y: Vec<f64> = (0..10).map(|_| rng.unit()).collect();
    let table = table_of(&y, &columns);
    let data = table.dataset().target("y").unwrap();
    let model = LinearRegression::default().fit(&data).unwrap();
    assert!(numbers(&model, &table).iter().zip(&y).all(|(ours, y)| (ours - y).abs() < 1e-9));
    assert!(model.explain().to_string().contains("no degrees of freedom left"));
    let penalized = Ridge::default().alpha(0.1).fit(&data).unwrap();
    let error: f64 = numbers(&penalized, &table).iter().zip(&y).map(|(ours, y)| (ours - y).powi(2)).sum();
    assert!(error > 1e-4 && error < 0.5, "{error}");
    assert!(penalized.fitted().unwrap().effective_dof < 9.0);
}

/// The dual form in memory and the singular values of all columns in batches are the same function.
#[test]
fn many_more_columns_than_rows() {
    let mut rng = Seed(7).rng();
    let mut columns: Vec<Vec<f64>> =
        (0..wide::FEWEST_COLUMNS).map(|_| (0..30).map(|_| 5.0 + rng.unit()).collect()).collect();
    columns[3] = vec![2.0; 30];
    let y: Vec<f64> = (0..30).map(|row| 100.0 + 3.0 * columns[0][row] + rng.unit()).collect();
    let weights: Vec<f64> = (0..30).map(|row| f64::from(row % 3)).collect();
    let mut builder = Table::builder().number("w", weights);
    for (at, column) in columns.into_iter().enumerate() {
        builder = builder.number(&format!("x{at}"), column);
    }
    let table = builder.number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap().weight("w").unwrap();
    let batches = TableBatches::new(data.clone(), 8);
    let (input, run) = (TrainingInput::in_batches(&batches), Run::default());
    let ridge = Ridge::default().alpha(0.7);
    for learner in [ridge.clone().standardize(true), ridge.fit_intercept(false)] {
        let (memory, batches) = (learner.fit(&data).unwrap(), learner.fit_with(input, &run).unwrap());
        assert!(memory.fitted().is_none() && batches.fitted().is_some());
        are_close(&memory, &batches);
    }
    let memory = LinearRegression::default().fit(&data).unwrap();
    are_close(&memory, &LinearRegression::default().fit_with(input, &run).unwrap());
    assert_eq!(memory.weights().at(0, 3), 0.0);
    assert!(memory.info().summary.warnings[0].contains("minimum-norm"), "{:?}", memory.info().summary);
}

/// Seconds since 1970 drown other columns and the penalty in the products of rows.
#[test]
fn dates_beside_many_columns() {
    let (mut rng, rows) = (Seed(8).rng(), 60);
    let mut columns: Vec<Vec<f64>> =
        (0..wide::FEWEST_COLUMNS).map(|_| (0..rows).map(|_| rng.unit() - 0.5).collect()).collect();
    let place = |row: usize| (row * 37 % rows) as f64;
    let y: Vec<f64> =
        (0..rows).map(|row| 0.1 * place(row) + 3.0 * columns[0][row] + 0.1 * rng.unit()).collect();
    columns[7] = (0..rows).map(|row| 1.7e9 + 2e7 * place(row)).collect();
    // Another date, that is nearly the first.
    columns[8] = (0..rows).map(|row| columns[7][row] + 86_400.0 * (row % 5) as f64).collect();
    let table = table_of(&y, &columns);
    let millions = columns.iter().map(|column| column.iter().map(|x| 1e6 * x).collect()).collect::<Vec<_>>();
    for (columns, table) in [(&columns, &table), (&millions, &table_of(&y, &millions))] {
        for (intercept, standardize) in [(true, false), (false, false), (true, true)] {
            let ridge = Ridge::default().alpha(0.7).fit_intercept(intercept).standardize(standardize);
            let model = ridge.fit(&table.dataset().target("y").unwrap()).unwrap();
            let errors: Vec<f64> = y.iter().zip(numbers(&model, table)).map(|(y, fit)| y - fit).collect();
            for (column, values) in columns.iter().enumerate() {
                let mean = if intercept { values.iter().sum::<f64>() / rows as f64 } else { 0.0 };
                let about: Vec<f64> = values.iter().map(|x| x - mean).collect();
                let gradient: f64 = about.iter().zip(&errors).map(|(x, error)| x * error).sum();
                let squares: f64 = about.iter().map(|x| x * x).sum();
                let unit = if standardize { squares / rows as f64 } else { 1.0 };
                let missed = (gradient - 0.7 * unit * model.weights().at(0, column)).abs();
                assert!(
                    missed < 1e-8 * squares.sqrt(),
                    "column {column} by {missed}, {intercept} {standardize}"
                );
            }
        }
    }
}

fn are_close(one: &LinearModel, other: &LinearModel) {
    assert!((one.intercepts()[0] - other.intercepts()[0]).abs() < 1e-8);
    let pairs = one.weights().values().iter().zip(other.weights().values());
    let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart < 1e-10, "{apart}");
}

#[test]
fn odd_tables() {
    let one = table_of(&[4.0], &[vec![2.0]]);
    let model = LinearRegression::default().fit(&one.dataset().target("y").unwrap()).unwrap();
    assert_eq!(numbers(&model, &one), [4.0]);
    let constant = table_of(&[4.0; 5], &[vec![1.0, 2.0, 3.0, 4.0, 5.0]]);
    let model = LinearRegression::default().fit(&constant.dataset().target("y").unwrap()).unwrap();
    assert!(numbers(&model, &constant).iter().all(|p| (p - 4.0).abs() < 1e-12));
    assert!(model.explain().to_string().contains("R² undefined"), "{}", model.explain());
    let nothing = table_of(&[1.0, 2.0, 6.0], &[]);
    let model = LinearRegression::default().fit(&nothing.dataset().target("y").unwrap()).unwrap();
    assert_eq!(numbers(&model, &nothing), [3.0; 3]);
    // Numbers far from zero, and scales far from each other.
    let far: Vec<f64> = (0..40).map(|i| 1e9 + f64::from(i % 7)).collect();
    let tiny: Vec<f64> = (0..40).map(|i| 1e-12 * f64::from(i % 5)).collect();
    let y: Vec<f64> = far.iter().zip(&tiny).map(|(f, t)| 2.0 * (f - 1e9) + 3e12 * t).collect();
    let table = table_of(&y, &[far, tiny]);
    let model = LinearRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    assert!(digits(model.weights().at(0, 0), 2.0) > 10.0 && digits(model.weights().at(0, 1), 3e12) > 10.0);
}

#[test]
fn too_many_levels() {
    let names: Vec<Option<String>> = (0..13_000).map(|i| Some(format!("n{i}"))).collect();
    let y: Vec<f64> = (0..13_000).map(f64::from).collect();
    let table = Table::builder().category("name", &names).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    // In memory, levels are sparse columns, which need not be squared.
    let model = LinearRegression::default().fit(&data).unwrap();
    assert!((model.intercepts()[0] + model.weights().at(0, 99)).round() == 10_087.0, "n10087 is level 100");
    let batches = TableBatches::new(data, 5000);
    let error = LinearRegression::default()
        .fit_with(TrainingInput::in_batches(&batches), &Run::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("'name' alone has 13000 levels"), "{error}");
}

#[test]
fn what_is_missing_in_a_prediction() {
    let table = some_table(100, 7);
    let model = LinearRegression::default().fit(&data(&table)).unwrap();
    let gaps = Table::builder().number("a", vec![1.0, f64::NAN]).number("b", vec![1e5; 2]);
    let gaps = gaps.category("kind", &[Some("s"), Some("t")]).build().unwrap();
    let error = model.predict(&gaps).unwrap_err().to_string();
    assert!(error.contains("column 'a' is missing (NaN) in row 2"), "{error}");
    // A level that nobody has seen is worth what the levels are on average.
    let strange = Table::builder().number("a", vec![1.0; 4]).number("b", vec![1e5; 4]);
    let strange = strange.category("kind", &[Some("q"), Some("r"), Some("s"), Some("t")]).build().unwrap();
    let predicted = numbers(&model, &strange);
    let shares = hornbook_encoding::encoded_features(&data(&table)).unwrap();
    let mean: f64 = (0..3)
        .map(|k| predicted[k + 1] * (0..100).map(|row| shares.at(row, 2 + k)).sum::<f64>() / 100.0)
        .sum();
    assert!((predicted[0] - mean).abs() < 1e-9);
}

#[test]
fn a_matrix_and_a_table_agree() {
    let mut rng = Seed(9).rng();
    let columns: Vec<Vec<f64>> = (0..7).map(|_| (0..300).map(|_| rng.unit()).collect()).collect();
    let y: Vec<f64> = (0..300).map(|row| columns.iter().map(|c| c[row]).sum::<f64>() + rng.unit()).collect();
    let table = table_of(&y, &columns);
    let model = LinearRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    let matrix = Matrix::from_columns(&columns).unwrap();
    let Predictions::Numbers(ours) = model.predict_matrix(matrix.view()).unwrap() else { panic!() };
    assert!(ours.iter().zip(numbers(&model, &table)).all(|(a, b)| (a - b).abs() < 1e-12));
    let rows = model.info().schema.matrix(matrix.view()).unwrap();
    let contributions = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
    let sum: f64 = (0..7).map(|column| contributions.value(5, column, 0)).sum();
    assert!((contributions.base()[0] + sum - ours[5]).abs() < 1e-12);
    let by_column = model
        .shap_values(&model.info().schema.features(&table).unwrap().0, Some(&rows), &Run::default())
        .unwrap();
    let by_row = model.shap_values(&rows, Some(&rows), &Run::default()).unwrap();
    assert_eq!(by_column.unwrap().values(), by_row.unwrap().values());
    let importances = model.importances().unwrap();
    assert!((importances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}
