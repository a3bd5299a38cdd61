//! Formulas, registered functions, and what has no result.

use super::*;
use hornbook_core::ColumnSelector;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, LoadModel, Model, Transformer};

fn data() -> Dataset {
    Table::builder()
        .number("x", vec![0.0, 1.0, f64::NAN, 100.0])
        .category("k", &[Some("u"), Some("v"), None, Some("u")])
        .number("y", vec![1.0, 2.0, 3.0, 4.0])
        .build()
        .unwrap()
        .dataset()
}

fn column(model: &FunctionModel, at: usize) -> Vec<f64> {
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let Feature::Number(values) = made.features().column(at) else { panic!("levels") };
    values.to_vec()
}

fn formula(text: &str) -> Function {
    Function::default().formula(text.to_string())
}

#[test]
fn a_formula_of_each_number_and_the_way_back() {
    let model = formula("sqrt(x) + 1").inverse("(x - 1)^2".to_string()).fit(&data()).unwrap();
    let made = column(&model, 0);
    assert_eq!((made[0], made[1], made[3]), (1.0, 2.0, 11.0));
    assert!(made[2].is_nan());
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let back = model.fitted().inverse_transform(&made.features()).unwrap();
    assert!(matches!(back.features().column(0), Feature::Number(x) if x[3] == 100.0 && x[2].is_nan()));
    let unchanged = Function::default().fit(&data()).unwrap();
    assert_eq!(column(&unchanged, 2), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn what_has_no_finite_result_is_missing() {
    let made = column(&formula("ln(x)").columns(ColumnSelector::new(["x"])).fit(&data()).unwrap(), 0);
    assert!(made[0].is_nan());
    assert_eq!(made[1], 0.0);
    let others = column(&formula("ln(x)").columns(ColumnSelector::new(["x"])).fit(&data()).unwrap(), 2);
    assert_eq!(others, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn a_registered_function_is_kept_by_its_name() {
    register_function("halved", |x| x / 2.0);
    let model = Function::default().registered("halved".to_string()).fit(&data()).unwrap();
    assert_eq!(column(&model, 2), [0.5, 1.0, 1.5, 2.0]);
    let read = FunctionModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(column(&read, 2), [0.5, 1.0, 1.5, 2.0]);
    let unknown = Function::default().registered("halvd".to_string()).fit(&data()).unwrap_err().to_string();
    assert!(
        unknown.contains("no function is registered as 'halvd'") && unknown.contains("'halved'"),
        "{unknown}"
    );
}

#[test]
fn what_is_no_function_is_refused() {
    let said = |function: Function| function.fit(&data()).unwrap_err().to_string();
    assert!(said(formula("ln(z)")).contains("'z'"), "{}", said(formula("ln(z)")));
    assert!(said(formula("x").inverse("(x".to_string())).contains("cannot be read"));
    assert!(said(formula("x").registered("f".to_string())).contains("give one of them"));
    let levels = said(formula("x").columns(ColumnSelector::new(["k"])));
    assert!(levels.contains("column 'k' is category"), "{levels}");
    let model = formula("x^2").fit(&data()).unwrap();
    let back = model.fitted().inverse_transform(&data().row_features()).unwrap_err().to_string();
    assert!(back.contains("'x^2' of column 'x' has no inverse"), "{back}");
}
