//! Logistic regression against what others found, and against itself.

mod goldens;
mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::LinearModel;
pub(crate) use crate::testing::{close, learned, table_of};
use hornbook_data::{Dataset, Table};
use hornbook_learner::Fit;

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
