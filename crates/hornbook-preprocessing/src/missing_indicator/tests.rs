//! Where values are missing.

use super::*;
use hornbook_data::{Feature, Table};
use hornbook_learner::{Fit, Model};

fn table() -> Table {
    Table::builder()
        .number("full", vec![1.0, 2.0, 3.0])
        .number("gap", vec![1.0, f64::NAN, 3.0])
        .category("kind", &[None, Some("u"), Some("v")])
        .build()
        .unwrap()
}

#[test]
fn an_indicator_says_where_values_are_missing() {
    let table = table();
    let model = MissingIndicator::default().fit(&table.dataset()).unwrap();
    let made = model.transformer().unwrap().transform(&table.dataset().row_features()).unwrap();
    let column = |at: usize| match made.features().column(at) {
        Feature::Number(values) => values.to_vec(),
        _ => panic!("no numbers"),
    };
    assert_eq!((made.width(), column(0), column(1)), (2, vec![0.0, 1.0, 0.0], vec![1.0, 0.0, 0.0]));
    let all = MissingIndicator::default().features(IndicatorFeatures::All).fit(&table.dataset()).unwrap();
    assert_eq!(all.transformer().unwrap().outputs().len(), 3);
    assert_eq!(all.transformer().unwrap().origins().of(2), [2]);
}

#[test]
fn new_missing_values_may_be_refused() {
    let table = table();
    let model = MissingIndicator::default().error_on_new(true);
    let model = model.fit(&table.dataset().select(vec![0, 2])).unwrap();
    let refused = model.transformer().unwrap().transform(&table.dataset().row_features()).unwrap_err();
    assert!(refused.to_string().contains("column 'gap' is missing in row 2"), "{refused}");
}
