//! Ranks, and the way back.

use super::*;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Transformer};

fn data(values: &[f64]) -> Dataset {
    Table::builder().number("x", values.to_vec()).build().unwrap().dataset()
}

fn column(rows: &hornbook_learner::TransformedRows<'_>) -> Vec<f64> {
    match rows.features().column(0) {
        Feature::Number(values) => values.to_vec(),
        _ => panic!("no numbers"),
    }
}

#[test]
fn a_number_becomes_its_rank() {
    let values = [1.0, 10.0, 10.0, 10.0, 1000.0];
    let model = QuantileTransform::default().fit(&data(&values)).unwrap();
    let of = |values: &[f64]| column(&model.fitted().transform(&data(values).row_features()).unwrap());
    assert_eq!(of(&values), [0.0, 0.5, 0.5, 0.5, 1.0]);
    assert_eq!(of(&[-7.0, 5.5, 1e9]), [0.0, 0.125, 1.0]);
    assert!(of(&[f64::NAN])[0].is_nan());
}

#[test]
fn numbers_come_back() {
    let values: Vec<f64> = (0..40).map(|i| f64::from(i * i)).collect();
    for output in [OutputDistribution::Uniform, OutputDistribution::Normal] {
        let model = QuantileTransform::default().output_distribution(output).fit(&data(&values)).unwrap();
        let made = model.fitted().transform(&data(&values).row_features()).unwrap();
        let back = column(&model.fitted().inverse_transform(&made.features()).unwrap());
        assert!(values.iter().zip(&back).all(|(a, b)| (a - b).abs() < 1e-9 * a.max(1.0)), "{back:?}");
    }
}
