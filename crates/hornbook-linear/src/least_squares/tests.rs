//! Least squares against what others found, and against itself.

use super::*;
use crate::LinearModel;
use hornbook_core::Run;
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, Model, Predictions, Stored, TableBatches};

fn numbers(model: &LinearModel, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

/// Numbers, a category and a truth value, and a target that depends on all of them.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = hornbook_core::Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut kinds = Vec::new();
    for _ in 0..rows {
        let (a, b, kind) = (rng.unit() * 10.0, 1e5 + rng.unit(), rng.below(3));
        let y = 3.0 + 2.0 * a - 4.0 * (b - 1e5) + [0.0, 5.0, -1.0][kind] + rng.unit();
        for (column, x) in columns.iter_mut().zip([a, b, y, (rng.below(4)) as f64]) {
            column.push(x);
        }
        kinds.push(Some(["r", "s", "t"][kind]));
    }
    let [a, b, y, w] = <[Vec<f64>; 4]>::try_from(columns).unwrap();
    Table::builder()
        .number("a", a)
        .number("b", b)
        .category("kind", &kinds)
        .number("y", y)
        .number("w", w)
        .build()
        .unwrap()
}

fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["w"]).unwrap()
}

#[test]
fn finds_the_weights() {
    let table = some_table(5000, 1);
    let model = LinearRegression::default().fit(&data(&table)).unwrap();
    let all = model.coefficients(0);
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["(intercept)", "a", "b", "kind=s", "kind=t"]);
    for (one, truth) in all[1..].iter().zip([2.0, -4.0, 5.0, -1.0]) {
        let (low, high) = one.interval.unwrap();
        assert!(low - 0.02 < truth && truth < high + 0.02, "{one:?}");
    }
    println!("{}", model.explain());
    let why = model.explain_row(&model.info().schema.features(&table).unwrap().0, 0).unwrap();
    println!("{why}");
}
