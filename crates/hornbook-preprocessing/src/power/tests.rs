//! Exponents, and the way back.

use super::*;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Model};

fn data(values: &[f64]) -> Dataset {
    Table::builder().number("x", values.to_vec()).build().unwrap().dataset()
}

#[test]
fn numbers_come_back() {
    let values = [-3.0, -0.5, 0.0, 0.25, 1.0, 7.0, 30.0, f64::NAN];
    for standardize in [true, false] {
        let model = Power::default().standardize(standardize).fit(&data(&values)).unwrap();
        let transformer = model.transformer().unwrap();
        let made = transformer.transform(&data(&values).row_features()).unwrap();
        let back = transformer.inverse_transform(&made.features()).unwrap();
        let Feature::Number(back) = back.features().column(0) else { panic!("levels") };
        for (before, after) in values.iter().zip(back.iter()) {
            assert!(
                (before - after).abs() < 1e-12 * before.abs().max(1.0) || before.is_nan() && after.is_nan()
            );
        }
    }
}

#[test]
fn box_cox_needs_numbers_above_zero() {
    let refused = Power::default().method(PowerMethod::BoxCox).fit(&data(&[0.0, 1.0, 2.0])).unwrap_err();
    assert!(
        refused.to_string().contains("Box-Cox needs numbers above zero, and 0 is in column 'x'"),
        "{refused}"
    );
    let same = Power::default().fit(&data(&[3.0; 4])).unwrap();
    assert_eq!(same.fitted().columns()[0].as_ref().unwrap().lambda(), 1.0);
}
