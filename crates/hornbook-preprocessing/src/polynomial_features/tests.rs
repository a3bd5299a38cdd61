//! Which products there are, and of what.

use super::*;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Model, Transformer};

fn data() -> Dataset {
    Table::builder()
        .number("x", vec![2.0, f64::NAN])
        .category("k", &[Some("u"), Some("v")])
        .number("y", vec![3.0, 5.0])
        .build()
        .unwrap()
        .dataset()
}

#[test]
fn products_up_to_a_degree() {
    let model = PolynomialFeatures::default().degree(3).interaction_only(true).fit(&data()).unwrap();
    let names: Vec<String> = model.fitted().outputs().into_iter().map(|output| output.name).collect();
    assert_eq!(names, ["1", "x", "y", "x·y", "k"]);
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let Feature::Number(products) = made.features().column(3) else { panic!("levels") };
    assert!(products[0] == 6.0 && products[1].is_nan());
    assert_eq!(model.fitted().origins().of(3), [0, 2]);
    let high = PolynomialFeatures::default().min_degree(2).include_bias(false).fit(&data()).unwrap();
    assert_eq!(high.transformer().unwrap().outputs().len(), 4);
    let refused = PolynomialFeatures::default().min_degree(3).fit(&data()).unwrap_err().to_string();
    assert!(refused.contains("min_degree is 3 and degree 2"), "{refused}");
}
