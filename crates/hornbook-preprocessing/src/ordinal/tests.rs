//! Levels become numbers, and come back.

use super::*;
use hornbook_data::{Feature, Table};
use hornbook_learner::{Fit, Model};

fn table() -> Table {
    let sizes = [Some("S"), Some("L"), None, Some("M"), Some("S"), Some("S"), Some("L")];
    Table::builder().category("size", &sizes).number("x", (0..7).map(f64::from).collect()).build().unwrap()
}

fn numbers(model: &OrdinalModel, table: &Table) -> Vec<f64> {
    let (rows, _) = model.info().schema.features(table).unwrap();
    match model.transformer().unwrap().transform(&rows).unwrap().features().column(0) {
        Feature::Number(values) => values.to_vec(),
        _ => panic!("no numbers"),
    }
}

#[test]
fn levels_are_numbered_in_order() {
    let table = table();
    let model = Ordinal::default().encoded_missing_value(-1.0).fit(&table.dataset()).unwrap();
    assert_eq!(numbers(&model, &table), [2.0, 0.0, -1.0, 1.0, 2.0, 2.0, 0.0]);
    let limited = Ordinal::default().max_categories(2).fit(&table.dataset()).unwrap();
    let made = numbers(&limited, &table);
    assert_eq!(made[0..2], [0.0, 1.0]);
    assert!(made[2].is_nan());
    assert!(
        limited.explain().to_string().contains("size: S = 0, infrequent levels = 1, missing stays missing")
    );
}

#[test]
fn unknown_levels_are_refused_or_get_a_number() {
    let table = table();
    let known = table.dataset().select(vec![0, 1, 4]);
    let model = Ordinal::default().unknown_value(9.0).fit(&known).unwrap();
    assert_eq!(numbers(&model, &table), [1.0, 0.0, 9.0, 9.0, 1.0, 1.0, 0.0]);
    let strict = Ordinal::default().handle_unknown(OrdinalUnknown::Error).fit(&known).unwrap();
    let (rows, _) = strict.info().schema.features(&table).unwrap();
    let refused = strict.transformer().unwrap().transform(&rows).unwrap_err().to_string();
    assert!(refused.contains("column 'size'") && refused.contains("row 3"), "{refused}");
}

#[test]
fn numbers_become_levels_again() {
    let table = table();
    let model = Ordinal::default().fit(&table.dataset()).unwrap();
    let rows = table.dataset().row_features();
    let transformer = model.transformer().unwrap();
    let made = transformer.transform(&rows).unwrap();
    let back = transformer.inverse_transform(&made.features()).unwrap();
    let (Feature::Code(before, _), Feature::Code(after, _)) = (rows.column(0), back.features().column(0))
    else {
        panic!("numbers")
    };
    assert_eq!(before, after);
}
