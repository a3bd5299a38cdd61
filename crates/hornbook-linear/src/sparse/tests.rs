//! Rows without their zeros are the same rows.

use crate::testing::close;
use crate::{
    ElasticNet, ElasticNetCV, Lasso, LassoCV, LinearModel, LinearRegression, LogisticRegression,
    PoissonRegression, Ridge, WeightPenalty,
};
use hornbook_core::{Run, Seed};
use hornbook_data::{Column, Dataset, Features, Numbers, SparseMatrix, SparseNumbers, SparseRows, Table};
use hornbook_learner::{Fit, Model, Predictor, TableBatches, TrainingInput};

/// Counts of words, most of which are zero; the class depends on a few words. One word is in every row alike.
fn words(rows: usize, columns: usize) -> (Vec<Vec<f64>>, Vec<String>) {
    let draw = |row: usize, column: usize, salt: u64| {
        Seed(salt).derive(row as u64).derive(column as u64).0 as f64 / u64::MAX as f64
    };
    let value = |row: usize, column: usize| match column {
        0 => 2.0,
        _ if draw(row, column, 1) < 0.08 => 1.0 + 3.0 * draw(row, column, 2),
        _ => 0.0,
    };
    let lines: Vec<Vec<f64>> = (0..rows).map(|row| (0..columns).map(|j| value(row, j)).collect()).collect();
    let class = |(row, line): (usize, &Vec<f64>)| {
        let score = line[1] + line[2] - line[3] - line[4] + 2.0 * draw(row, 0, 3) - 1.0;
        let class = if score > 0.5 {
            "b"
        } else if score > -0.3 || columns < 10 {
            "a"
        } else {
            "c"
        };
        class.to_string()
    };
    let classes = lines.iter().enumerate().map(class).collect();
    (lines, classes)
}

fn table(columns: Vec<Column>, classes: &[String]) -> Table {
    let mut builder = Table::builder();
    for (place, column) in columns.into_iter().enumerate() {
        builder = builder.column(&format!("w{place:03}"), column);
    }
    let classes: Vec<Option<&String>> = classes.iter().map(Some).collect();
    builder.category("class", &classes).build().unwrap()
}

fn dense(lines: &[Vec<f64>], classes: &[String]) -> Table {
    let column =
        |j: usize| Column::Number(Numbers::from(lines.iter().map(|line| line[j]).collect::<Vec<_>>()));
    table((0..lines[0].len()).map(column).collect(), classes)
}

fn sparse_rows(lines: &[Vec<f64>]) -> SparseRows {
    SparseMatrix::from_dense(&hornbook_data::Matrix::from_rows(lines).unwrap()).into()
}

fn by_rows(lines: &[Vec<f64>], classes: &[String]) -> Table {
    let columns = sparse_rows(lines).columns().into_iter();
    table(columns.map(|column| Column::Number(Numbers::SparseMatrix(column))).collect(), classes)
}

fn by_columns(lines: &[Vec<f64>], classes: &[String]) -> Table {
    let column = |j: usize| {
        let stored = (0..lines.len()).filter(|&row| lines[row][j] != 0.0);
        let indices: Vec<u32> = stored.clone().map(|row| row as u32).collect();
        let values: Vec<f64> = stored.map(|row| lines[row][j]).collect();
        let numbers = SparseNumbers { rows: lines.len(), indices: indices.into(), values: values.into() };
        Column::Number(Numbers::Sparse(numbers))
    };
    table((0..lines[0].len()).map(column).collect(), classes)
}

fn learners() -> Vec<LogisticRegression> {
    let plain = LogisticRegression { tol: 1e-9, max_iter: 2000, ..LogisticRegression::default() };
    vec![
        plain.clone(),
        LogisticRegression { fit_intercept: false, ..plain.clone() },
        LogisticRegression { penalty: WeightPenalty::L1, ..plain.clone() },
        LogisticRegression { penalty: WeightPenalty::None, ..plain },
    ]
}

fn same(one: &LinearModel, other: &LinearModel) {
    nearly(one, other, 1e-6);
}

fn nearly(one: &LinearModel, other: &LinearModel, tolerance: f64) {
    close(one.weights().values(), other.weights().values(), tolerance);
    close(one.intercepts(), other.intercepts(), tolerance);
}

#[test]
fn zeros_need_not_be_stored() {
    // Few columns are searched with second derivatives, many without.
    for (rows, columns) in [(400, 8), (300, 30), (300, 150)] {
        let (lines, classes) = words(rows, columns);
        let data = |table: Table| table.dataset().target("class").unwrap();
        let (dense, by_rows, by_columns) = (
            data(dense(&lines, &classes)),
            data(by_rows(&lines, &classes)),
            data(by_columns(&lines, &classes)),
        );
        for learner in learners() {
            if learner.penalty == WeightPenalty::None && columns > 8 {
                continue;
            }
            let expected = learner.fit(&dense).unwrap();
            let found = learner.fit(&by_rows).unwrap();
            // The search without second derivatives ends a little off, where the bottom is flat.
            nearly(&found, &expected, if columns > 100 { 1e-5 } else { 1e-6 });
            assert_eq!(learner.fit(&by_columns).unwrap().weights(), found.weights());
            close(
                &[found.likelihood_fit().unwrap().deviance],
                &[expected.likelihood_fit().unwrap().deviance],
                1e-7,
            );
            close(
                &found.coefficients(0).iter().filter_map(|c| c.error).collect::<Vec<_>>(),
                &expected.coefficients(0).iter().filter_map(|c| c.error).collect::<Vec<_>>(),
                1e-6,
            );
        }
    }
}

#[test]
fn weights_folds_and_batches_of_sparse_rows() {
    let (lines, classes) = words(600, 40);
    let learner = LogisticRegression { tol: 1e-10, ..LogisticRegression::default() };
    let weights: Vec<f64> = (0..600).map(|row| f64::from(row % 3)).collect();
    let of = |table: Table| -> Dataset {
        table.dataset().target("class").unwrap().with_weights(weights.clone()).unwrap()
    };
    let (dense, sparse) = (of(dense(&lines, &classes)), of(by_rows(&lines, &classes)));
    same(&learner.fit(&sparse).unwrap(), &learner.fit(&dense).unwrap());
    let picks: Vec<u32> = (0..600).filter(|row| row % 5 != 2).rev().collect();
    let fold = learner.fit(&sparse.select(picks.clone())).unwrap();
    same(&fold, &learner.fit(&dense.select(picks)).unwrap());
    let batches = TableBatches::new(sparse.clone(), 100);
    same(
        &learner.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap(),
        &learner.fit(&sparse).unwrap(),
    );
}

#[test]
fn sparse_rows_are_predicted_as_they_are() {
    let (lines, classes) = words(200, 20);
    let (dense, sparse) = (dense(&lines, &classes), by_rows(&lines, &classes));
    let model = LogisticRegression::default().fit(&sparse.dataset().target("class").unwrap()).unwrap();
    assert!(matches!(model.info().schema.features(&sparse).unwrap().0, Features::Sparse(_)));
    let (one, other) = (model.probabilities(&sparse).unwrap(), model.probabilities(&dense).unwrap());
    close(one.values(), other.values(), 1e-12);
    let rows = model.info().schema.sparse_matrix(sparse_rows(&lines)).unwrap();
    let contributions = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
    let (expected, _) = model.info().schema.features(&dense).unwrap();
    let expected = model.shap_values(&expected, None, &Run::default()).unwrap().unwrap();
    close(&[contributions.value(3, 2, 0)], &[expected.value(3, 2, 0)], 1e-12);
    assert!(model.info().schema.sparse_matrix(sparse_rows(&[vec![1.0, 2.0]])).is_err());
}

#[test]
fn categories_of_many_levels_are_stored_without_zeros() {
    let label = |row: usize| Some(format!("k{:02}", (row * 7) % 23));
    let labels: Vec<Option<String>> = (0..500).map(label).collect();
    let heights: Vec<f64> = (0..500).map(|row| (row % 11) as f64).collect();
    let classes: Vec<Option<&str>> = (0..500)
        .map(|row| Some(if (row * 7) % 23 + row % 11 + (row * row) % 13 > 20 { "yes" } else { "no" }))
        .collect();
    let table = Table::builder().category("kind", &labels).number("height", heights.clone());
    let table = table.category("class", &classes).build().unwrap();
    let mut plain = Table::builder();
    for level in 0..23 {
        let is_level = (0..500).map(|row| f64::from(u8::from((row * 7) % 23 == level))).collect();
        plain = plain.number(&format!("k{level:02}"), is_level);
    }
    let plain = plain.number("height", heights).category("class", &classes).build().unwrap();
    let learner = LogisticRegression { tol: 1e-10, ..LogisticRegression::default() };
    let by_level = learner.fit(&table.dataset().target("class").unwrap()).unwrap();
    same(&by_level, &learner.fit(&plain.dataset().target("class").unwrap()).unwrap());
}

/// The same rows with a target of numbers that depends on a few words.
fn of_numbers(table: &Table, lines: &[Vec<f64>]) -> Dataset {
    let number = |(row, line): (usize, &Vec<f64>)| {
        5.0 + 2.0 * line[1] - line[2] + 0.5 * line[3] + Seed(9).derive(row as u64).0 as f64 / u64::MAX as f64
    };
    let numbers: Vec<f64> = lines.iter().enumerate().map(number).collect();
    let table = table.with_column("amount", Column::Number(Numbers::from(numbers))).unwrap();
    table.dataset().target("amount").unwrap().without(&["class"]).unwrap()
}

fn both(rows: usize, columns: usize) -> (Dataset, Dataset, Dataset) {
    let (lines, classes) = words(rows, columns);
    (
        of_numbers(&dense(&lines, &classes), &lines),
        of_numbers(&by_rows(&lines, &classes), &lines),
        of_numbers(&by_columns(&lines, &classes), &lines),
    )
}

fn check<L: Fit<Model = LinearModel>>(
    learner: &L,
    (dense, by_rows, by_columns): &(Dataset, Dataset, Dataset),
) {
    let expected = learner.fit(dense).unwrap();
    for data in [by_rows, by_columns] {
        let found = learner.fit(data).unwrap();
        same(&found, &expected);
        assert!(found.info().summary.converged);
    }
    let weights: Vec<f64> = (0..dense.rows().len()).map(|row| f64::from(row as u32 % 3)).collect();
    let picks: Vec<u32> = (0..dense.rows().len() as u32).filter(|row| row % 7 != 2).rev().collect();
    let some = |data: &Dataset| data.clone().with_weights(weights.clone()).unwrap().select(picks.clone());
    same(&learner.fit(&some(by_rows)).unwrap(), &learner.fit(&some(dense)).unwrap());
}

#[test]
fn regression_of_sparse_rows() {
    // Tall tables are squared, wide ones are not.
    for data in [both(400, 30), both(60, 90)] {
        check(&LinearRegression::default(), &data);
        check(&Ridge::default(), &data);
        check(&Ridge::default().alpha(3.0).standardize(true).fit_intercept(false), &data);
        check(&Lasso::default().alpha(0.05).tol(1e-12), &data);
        check(&Lasso::default().alpha(0.05).tol(1e-12).fit_intercept(false), &data);
        check(&ElasticNet::default().alpha(0.1).tol(1e-12), &data);
        check(&LassoCV::default().n_alphas(10).folds(3).tol(1e-10), &data);
        check(&ElasticNetCV::default().n_alphas(10).folds(3).tol(1e-10), &data);
    }
    check(&PoissonRegression::default().alpha(0.1).tol(1e-10), &both(400, 30));
}

/// Sparse rows of many columns are never squared: no penalty and target pull any further at the weights.
#[test]
fn many_sparse_columns() {
    let (lines, classes) = words(150, 2100);
    let data = of_numbers(&by_rows(&lines, &classes), &lines);
    let hornbook_data::Target::Numbers(targets) = data.require_target().unwrap().1.clone() else { panic!() };
    let left = |model: &LinearModel| -> Vec<f64> {
        let rows = data.row_features();
        let hornbook_learner::Predictions::Numbers(found) = model.raw_predictions(&rows).unwrap() else {
            panic!()
        };
        targets.iter().zip(found).map(|(y, fit)| y - fit).collect()
    };
    for standardize in [false, true] {
        let model = Ridge::default().alpha(2.0).standardize(standardize).fit(&data).unwrap();
        assert!(model.fitted().is_none() && model.info().summary.converged);
        let left = left(&model);
        assert!(left.iter().sum::<f64>().abs() < 1e-9);
        for column in 0..2100 {
            let values: Vec<f64> = lines.iter().map(|line| line[column]).collect();
            let mean = values.iter().sum::<f64>() / 150.0;
            let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 150.0;
            let pull: f64 = left.iter().zip(&values).map(|(left, x)| left * x).sum();
            let price = 2.0 * if standardize { variance } else { 1.0 };
            assert!((pull - price * model.weights().at(0, column)).abs() < 1e-8, "{column}");
        }
    }
    // More columns than rows: every row is met.
    let exact = LinearRegression::default().fit(&data).unwrap();
    assert!(left(&exact).iter().all(|left| left.abs() < 1e-6));
}

#[test]
fn so_many_weights_that_columns_are_not_squared() {
    let (lines, classes) = words(150, 200);
    let (dense, sparse) = (dense(&lines, &classes), by_rows(&lines, &classes));
    let problem = |table: &Table| {
        let data = of_numbers(table, &lines);
        Lasso::default().alpha(1e-4).tol(1e-12).max_iter(100_000).fit(&data).unwrap()
    };
    let (one, other) = (problem(&sparse), problem(&dense));
    nearly(&one, &other, 1e-5);
    assert!(one.weights().values().iter().filter(|w| **w != 0.0).count() > 60);
}
