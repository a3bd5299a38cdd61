//! Neighbors fill what is missing.

use super::*;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Transformer};

fn data() -> Dataset {
    Table::builder()
        .number("a", vec![0.0, 1.0, 2.0, 10.0, f64::NAN, 1.5])
        .number("b", vec![0.0, 10.0, 20.0, 100.0, 30.0, f64::NAN])
        .category("k", &[Some("u"), Some("u"), Some("v"), Some("v"), None, None])
        .build()
        .unwrap()
        .dataset()
}

fn filled(learner: &KnnImputation) -> (f64, f64, u32) {
    let model = learner.fit(&data()).unwrap();
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let features = made.features();
    match (features.column(0), features.column(1), features.column(2)) {
        (Feature::Number(a), Feature::Number(b), Feature::Code(k, _)) => (a[4], b[5], k[4]),
        _ => panic!("other types"),
    }
}

#[test]
fn a_gap_gets_the_mean_of_its_neighbors() {
    // The nearest to b = 30 are 20 and 10, those to a = 1.5 are 1 and 2.
    assert_eq!(filled(&KnnImputation::default().n_neighbors(2)), (1.5, 15.0, 0));
    assert_eq!(filled(&KnnImputation::default().n_neighbors(1)), (2.0, 10.0, 1));
    let near = filled(&KnnImputation::default().n_neighbors(2).weights(DonorWeights::Distance));
    assert!((near.0 - (2.0 / 10.0 + 1.0 / 20.0) / (1.0 / 10.0 + 1.0 / 20.0)).abs() < 1e-12);
}

#[test]
fn rows_without_a_number_get_the_mean_of_all() {
    let model = KnnImputation::default().fit(&data()).unwrap();
    let empty =
        Table::builder().number("a", vec![f64::NAN]).number("b", vec![f64::NAN]).category("k", &[Some("v")]);
    let rows = empty.build().unwrap().dataset().row_features();
    let Feature::Number(a) = model.fitted().transform(&rows).unwrap().features().column(0) else {
        panic!("levels")
    };
    assert_eq!(a[0], 14.5 / 5.0);
}
