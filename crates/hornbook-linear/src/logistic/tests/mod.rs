//! Logistic regression against what others found, and against itself.

mod goldens;
mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::LinearModel;
use hornbook_data::{Dataset, Table};
use hornbook_learner::Fit;

/// A table from a CSV file: columns of numbers, and the others categories.
pub(crate) fn table_of(text: &str) -> Table {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    let mut builder = Table::builder();
    for (i, name) in header.iter().enumerate() {
        builder = match rows.iter().map(|row| row[i].parse::<f64>()).collect::<Result<Vec<_>, _>>() {
            Ok(values) => builder.number(name, values),
            Err(_) => builder.category(name, &rows.iter().map(|row| Some(row[i])).collect::<Vec<_>>()),
        };
    }
    builder.build().unwrap()
}

pub(crate) fn iris() -> Table {
    table_of(include_str!("../../../../../data/iris.csv"))
}

pub(crate) fn cars() -> Table {
    table_of(include_str!("../../../../../data/mtcars.csv"))
}

/// Some columns of the cars, and a target of classes.
fn of_cars(target: &str, columns: &[&str]) -> Dataset {
    cars().dataset().target(target).unwrap().classify().unwrap().only(columns).unwrap()
}

fn free() -> LogisticRegression {
    LogisticRegression::default().penalty(WeightPenalty::None)
}

pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{place}: {a} and not {b}");
    }
}

/// Constants and weights, sum by sum.
pub(crate) fn learned(model: &LinearModel) -> Vec<f64> {
    let of = |output: usize| [&[model.intercepts()[output]], model.weights().row(output)].concat();
    (0..model.intercepts().len()).flat_map(of).collect()
}

/// Two columns, a category, weights of 0 to 3, and a target of some classes that depends on all of them by chance.
pub(crate) fn some_table(rows: usize, classes: usize, seed: u64) -> Table {
    let mut rng = hornbook_core::Seed(seed).rng();
    let (mut a, mut b, mut w) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut ys) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let (x, z, kind) = (rng.unit() * 10.0, 1e3 + rng.unit(), rng.below(3));
        let sum = 0.6 * (x - 5.0) + 2.0 * (z - 1e3) + [0.0, 1.0, -1.0][kind] + 6.0 * (rng.unit() - 0.5);
        let class = ((sum + 4.0) / 8.0 * classes as f64).clamp(0.0, classes as f64 - 1.0) as usize;
        a.push(x);
        b.push(z);
        w.push(rng.below(4) as f64);
        kinds.push(Some(["r", "s", "t"][kind]));
        ys.push(Some(["u", "v", "w", "x"][class]));
    }
    let builder = Table::builder().number("a", a).number("b", b).category("kind", &kinds).number("weight", w);
    builder.category("y", &ys).build().unwrap()
}

pub(crate) fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["weight"]).unwrap()
}

pub(crate) fn weighted(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().weight("weight").unwrap()
}
