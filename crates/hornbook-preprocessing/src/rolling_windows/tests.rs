//! Windows before a row, and those that end with it.

use super::*;
use hornbook_core::Run;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, LoadModel, Model, TransformedRows, Transformer};

fn series() -> Dataset {
    let values = vec![1.0, 2.0, f64::NAN, 4.0, 8.0];
    Table::builder().number("x", values).build().unwrap().dataset()
}

fn numbers(rows: &TransformedRows<'_>, at: usize) -> Vec<Option<f64>> {
    match rows.features().column(at) {
        Feature::Number(values) => values.iter().map(|x| Some(*x).filter(|x| !x.is_nan())).collect(),
        _ => panic!("no numbers"),
    }
}

fn all() -> RollingWindows {
    RollingWindows::default().window(3).statistics("mean+sum+min+max+std+count".to_string())
}

#[test]
fn statistics_of_the_rows_before() {
    let (model, rows) = all().fit_transform(&series(), &Run::default()).unwrap();
    let rows = rows.unwrap();
    assert_eq!(numbers(&rows, 1), [None, Some(1.0), Some(1.5), Some(1.5), Some(3.0)]);
    assert_eq!(numbers(&rows, 2), [None, Some(1.0), Some(3.0), Some(3.0), Some(6.0)]);
    assert_eq!(numbers(&rows, 3), [None, Some(1.0), Some(1.0), Some(1.0), Some(2.0)]);
    assert_eq!(numbers(&rows, 4), [None, Some(1.0), Some(2.0), Some(2.0), Some(4.0)]);
    let deviations = numbers(&rows, 5);
    assert_eq!(deviations[..2], [None, None]);
    assert!((deviations[4].unwrap() - 2f64.sqrt()).abs() < 1e-15);
    assert_eq!(numbers(&rows, 6), [Some(0.0), Some(1.0), Some(2.0), Some(2.0), Some(2.0)]);
    let read = RollingWindowsModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    let next = Table::builder().number("x", vec![16.0]).build().unwrap().dataset();
    assert_eq!(numbers(&read.fitted().transform(&next.row_features()).unwrap(), 1), [Some(6.0)]);
}

#[test]
fn windows_that_end_with_the_row() {
    let with_row = all().include_current(true).min_periods(2);
    let (model, rows) = with_row.fit_transform(&series(), &Run::default()).unwrap();
    let rows = rows.unwrap();
    assert_eq!(numbers(&rows, 1), [None, Some(1.5), Some(1.5), Some(3.0), Some(6.0)]);
    assert_eq!(numbers(&rows, 6), [Some(1.0), Some(2.0), Some(2.0), Some(2.0), Some(2.0)]);
    let next = Table::builder().number("x", vec![16.0]).build().unwrap().dataset();
    assert_eq!(numbers(&model.fitted().transform(&next.row_features()).unwrap(), 2), [Some(28.0)]);
}

#[test]
fn a_constant_column_does_not_vary_and_an_unknown_statistic_is_refused() {
    let same = Table::builder().number("x", vec![0.1; 6]).build().unwrap().dataset();
    let spread = RollingWindows::default().statistics("std".to_string());
    let (_, rows) = spread.fit_transform(&same, &Run::default()).unwrap();
    assert!(numbers(&rows.unwrap(), 1)[3].unwrap() < 1e-16);
    let refused = RollingWindows::default().statistics("mean+mode".to_string()).fit(&series()).unwrap_err();
    assert!(refused.to_string().contains("'mode' is no statistic of a window"), "{refused}");
}
