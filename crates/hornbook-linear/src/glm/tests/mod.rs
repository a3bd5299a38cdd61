//! Generalized linear models against R and scikit-learn, and against themselves.

mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::LinearModel;
use crate::testing::{close, learned, list, numbers, table_from};
use hornbook_core::Seed;
use hornbook_data::{Dataset, Table};
use hornbook_learner::Fit;

/// Two columns of very different places, a category, weights of 0 to 3, and a count, an amount and a total that depend on
/// all of them.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 6];
    let mut kinds = Vec::new();
    for _ in 0..rows {
        let (a, b, kind) = (rng.unit() * 4.0, 1e4 + rng.unit(), rng.below(3));
        let mean = (0.3 + 0.4 * a - 0.8 * (b - 1e4) + [0.0, 0.5, -0.3][kind]).exp();
        let amount = -mean * (1.0 - rng.unit()).ln() + 1e-6;
        let count = (mean * 2.0 * rng.unit()).round();
        let total = if rng.below(3) == 0 { 0.0 } else { amount };
        for (column, x) in columns.iter_mut().zip([a, b, rng.below(4) as f64, count, amount, total]) {
            column.push(x);
        }
        kinds.push(Some(["r", "s", "t"][kind]));
    }
    let [a, b, weight, count, amount, total] = <[Vec<f64>; 6]>::try_from(columns).unwrap();
    let table =
        Table::builder().number("a", a).number("b", b).category("kind", &kinds).number("weight", weight);
    table.number("count", count).number("amount", amount).number("total", total).build().unwrap()
}

fn data(table: &Table, target: &str) -> Dataset {
    table.dataset().target(target).unwrap().only(&["a", "b", "kind"]).unwrap()
}

fn weighted(table: &Table, target: &str) -> Dataset {
    data(table, target).weight("weight").unwrap()
}

/// A learner of every kind, with a target for it.
fn learners() -> Vec<(GeneralizedLinear, &'static str)> {
    let of = |family, link| GeneralizedLinear::default().family(family).link(link);
    vec![
        (of(Family::Poisson, LinkChoice::Log), "count"),
        (of(Family::Poisson, LinkChoice::Log).alpha(0.1), "count"),
        (of(Family::Gamma, LinkChoice::Log), "amount"),
        (of(Family::Tweedie, LinkChoice::Log).fit_intercept(false).tol(1e-15), "total"),
        (of(Family::Normal, LinkChoice::Identity), "amount"),
    ]
}
