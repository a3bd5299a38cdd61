use super::*;
use crate::test_support::{features, numbers};
use hornbook_core::Seed;
use hornbook_core::Task;
use hornbook_data::Table;
use hornbook_learner::Model;
use std::f64::consts::PI;

fn plane(seed: u64, rows: usize) -> Table {
    plane_of_height(seed, rows, 3.0)
}

fn plane_of_height(seed: u64, rows: usize, height: f64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut column = |stretch: f64| (0..rows).map(|_| stretch * rng.unit()).collect::<Vec<_>>();
    Table::builder().number("a", column(1.0)).number("b", column(height)).build().unwrap()
}

fn log_density(learner: &KNeighborsDensity, table: &Table, at: &Table) -> f64 {
    numbers(&learner.fit(&table.dataset()).unwrap().predict(at).unwrap().values)[0]
}

// proves: 000b:CL37
#[test]
fn balls_have_their_volumes() {
    let table =
        Table::builder().number("a", vec![0.0, 2.0, 3.0]).number("b", vec![0.0, 1.0, 4.0]).build().unwrap();
    let origin = Table::builder().number("a", vec![0.0]).number("b", vec![0.0]).build().unwrap();
    let learner = KNeighborsDensity::default().n_neighbors(2);
    for (metric, volume) in [
        (MetricName::Euclidean, PI * 5.0),
        (MetricName::Manhattan, 2.0 * 9.0),
        (MetricName::Chebyshev, 4.0 * 4.0),
    ] {
        let found = log_density(&learner.clone().metric(metric), &table, &origin);
        assert!((found - (2.0 / 3.0 / volume).ln()).abs() < 1e-12, "{metric:?}: {found}");
    }
    // The area of |x|³ + |y|³ ≤ 1 is 4 Γ(4/3)² / Γ(5/3) = 3.533277..., as scipy.integrate.quad gives it, too.
    let found = log_density(&learner.clone().p(3.0), &table, &origin);
    let area = 3.533_277_500_570_9 * 9f64.powf(2.0 / 3.0);
    assert!((found - (2.0 / 3.0 / area).ln()).abs() < 1e-12, "{found}");
}

#[test]
fn units_do_not_matter_to_mahalanobis_and_scaled_columns() {
    let table = plane(1, 400);
    let middle = Table::builder().number("a", vec![0.5]).number("b", vec![1.5]).build().unwrap();
    // The second column in units a thousand times as small: densities by area fall by that factor.
    let other = plane_of_height(1, 400, 3000.0);
    let there = Table::builder().number("a", vec![0.5]).number("b", vec![1500.0]).build().unwrap();
    let learner = KNeighborsDensity::default().n_neighbors(40);
    for learner in [
        learner.clone().scale(FeatureScaling::Standard),
        learner.clone().scale(FeatureScaling::MinMax),
        learner.clone().metric(MetricName::Mahalanobis),
    ] {
        let (one, two) = (log_density(&learner, &table, &middle), log_density(&learner, &other, &there));
        assert!((one - two - 1000f64.ln()).abs() < 1e-9, "{learner:?}: {one} and {two}");
    }
}

#[test]
fn explanations() {
    let table = plane(3, 20);
    let model = KNeighborsDensity::default().fit(&table.dataset()).unwrap();
    assert_eq!(model.info().schema.target.task, Task::Density);
    assert!(model.explain().to_string().contains("the ball that holds 5 of 20 rows"));
    let row = model.explain_row(&features(&model, &table), 1).unwrap().to_json();
    assert_eq!(row["neighbors"].as_array().unwrap().len(), 5);
    assert_eq!(row["neighbors"][0]["distance"], 0.0);
    assert!(model.probabilities(&table).is_err());
}

#[test]
fn odd_tables() {
    let table = Table::builder().number("x", vec![1.0, 1.0, 2.0]).build().unwrap();
    let learner = KNeighborsDensity::default().n_neighbors(2);
    let model = learner.fit(&table.dataset()).unwrap();
    assert_eq!(numbers(&model.predict(&table).unwrap().values)[0], f64::INFINITY, "two rows at one place");
    let many = KNeighborsDensity::default().n_neighbors(9).fit(&table.dataset()).unwrap();
    assert_eq!(many.info().summary.warnings.len(), 1);
    let refused = learner.clone().metric(MetricName::Cosine).fit(&table.dataset()).unwrap_err().to_string();
    assert!(refused.starts_with("the balls of the metric 'cosine' have no volume"), "{refused}");
    let kinds = Table::builder().category("kind", &[Some("a"), Some("b")]).build().unwrap();
    assert!(learner.fit(&kinds.dataset()).is_err());
}
