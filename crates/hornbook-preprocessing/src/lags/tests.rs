//! Lags by order and group, and rows that follow the training rows.

use super::*;
use hornbook_core::{ColumnSelector, Run};
use hornbook_data::{Column, ColumnKind, Dataset, Feature, Features, Table};
use hornbook_learner::{Fit, LoadModel, Model, TransformedRows, Transformer};

/// Two shops, days out of order.
fn sales() -> Dataset {
    Table::builder()
        .number("day", vec![2.0, 1.0, 1.0, 3.0, 2.0])
        .category("shop", &[Some("u"), Some("u"), Some("v"), Some("u"), Some("v")])
        .number("sold", vec![20.0, 10.0, 100.0, 30.0, 200.0])
        .build()
        .unwrap()
        .dataset()
}

fn by_day_and_shop() -> Lags {
    Lags::default().lags(vec![1.0, 2.0]).order("day".to_string()).group("shop".to_string())
}

fn numbers(rows: &TransformedRows<'_>, at: usize) -> Vec<Option<f64>> {
    match rows.features().column(at) {
        Feature::Number(values) => values.iter().map(|x| Some(*x).filter(|x| !x.is_nan())).collect(),
        _ => panic!("no numbers"),
    }
}

#[test]
fn each_group_has_its_own_past() {
    let (model, rows) = by_day_and_shop().fit_transform(&sales(), &Run::default()).unwrap();
    let names: Vec<String> = model.fitted().outputs().into_iter().map(|output| output.name).collect();
    assert_eq!(names, ["day", "shop", "sold", "sold lag 1", "sold lag 2"]);
    let rows = rows.unwrap();
    assert_eq!(numbers(&rows, 3), [Some(10.0), None, None, Some(20.0), Some(100.0)]);
    assert_eq!(numbers(&rows, 4), [None, None, None, Some(10.0), None]);
    // With an order, rows that the model has seen get the same lags again.
    let again = model.fitted().transform(&sales().row_features()).unwrap();
    assert_eq!(numbers(&again, 3), numbers(&rows, 3));
    assert_eq!(model.fitted().origins().of(4), [2]);
    let explained = model.explain().to_string();
    assert!(explained.contains("by day, within shop; 2 sequences in training"), "{explained}");
}

#[test]
fn rows_to_predict_continue_the_training_rows() {
    let model = by_day_and_shop().fit(&sales()).unwrap();
    let read = LagsModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    let later = Table::builder()
        .number("day", vec![5.0, 4.0, 3.0, 4.0, f64::NAN])
        .category("shop", &[Some("u"), Some("u"), Some("v"), Some("w"), Some("u")])
        .number("sold", vec![50.0, 40.0, 300.0, 1.0, 2.0])
        .build()
        .unwrap();
    let (features, _) = read.info().schema.features(&later).unwrap();
    let made = read.fitted().transform(&features).unwrap();
    // A shop that training did not see, and a row without a day, have no past.
    assert_eq!(numbers(&made, 3), [Some(40.0), Some(30.0), Some(200.0), None, None]);
    assert_eq!(numbers(&made, 4), [Some(30.0), Some(20.0), Some(100.0), None, None]);
}

#[test]
fn levels_have_lags_and_rows_without_order_stand_in_order() {
    let model = Lags::default().columns(ColumnSelector::new(["shop"])).fit(&sales()).unwrap();
    assert_eq!(model.fitted().outputs()[3].kind, model.fitted().outputs()[1].kind);
    let Features::Columns(columns, _) = sales().row_features() else { panic!("a matrix") };
    let first = Features::Columns(columns.iter().map(|column| column.take(&[0, 1])).collect(), 2);
    let made = model.fitted().transform(&first).unwrap();
    let Feature::Code(codes, levels) = made.features().column(3) else { panic!("numbers") };
    // The last training row is of shop v.
    assert_eq!((levels[codes[0] as usize].as_str(), levels[codes[1] as usize].as_str()), ("v", "u"));
}

#[test]
fn groups_may_be_texts_that_training_did_not_see() {
    let texts = |names: &[Option<&str>], sold: Vec<f64>| {
        let names: Vec<Option<String>> = names.iter().map(|name| name.map(str::to_string)).collect();
        let table = Table::builder().column("shop", Column::Text(names.into())).number("sold", sold);
        table.build().unwrap().dataset().with_kinds(&[ColumnKind::Text])
    };
    let model = Lags::default()
        .group("shop".to_string())
        .fit(&texts(&[Some("u"), Some("v"), Some("u")], vec![1.0, 2.0, 3.0]))
        .unwrap();
    let new = texts(&[Some("v"), Some("u"), Some("w"), None, Some("w")], vec![4.0; 5]);
    let made = model.fitted().transform(&new.row_features()).unwrap();
    assert_eq!(numbers(&made, 2), [Some(2.0), Some(3.0), None, None, Some(4.0)]);
}

#[test]
fn rows_of_weight_zero_are_no_past() {
    let data = sales().with_row_weights(&[0.0, 1.0, 1.0, 1.0, 1.0]).unwrap();
    let (_, rows) = by_day_and_shop().fit_transform(&data, &Run::default()).unwrap();
    assert_eq!(numbers(&rows.unwrap(), 3), [None, None, None, Some(10.0), Some(100.0)]);
}

#[test]
fn one_row_and_columns_without_values() {
    let table = Table::builder().number("x", vec![7.0]).number("empty", vec![f64::NAN]).build().unwrap();
    let (model, rows) = Lags::default().fit_transform(&table.dataset(), &Run::default()).unwrap();
    assert_eq!(numbers(&rows.unwrap(), 2), [None]);
    let made = model.fitted().transform(&table.dataset().row_features()).unwrap();
    assert_eq!((numbers(&made, 2), numbers(&made, 3)), (vec![Some(7.0)], vec![None]));
}

#[test]
fn what_cannot_be_lagged_is_refused() {
    let said = |lags: Lags| lags.fit(&sales()).unwrap_err().to_string();
    assert!(said(Lags::default().lags(vec![1.5])).contains("1.5 is among the lags"));
    assert!(said(Lags::default().order("dayy".to_string())).contains("did you mean 'day'"));
    let order = said(Lags::default().order("shop".to_string()));
    assert!(order.contains("the order of the rows is column 'shop', which is category"), "{order}");
    assert!(Lags::default().lags(vec![0.0]).fit(&sales()).is_err());
}
