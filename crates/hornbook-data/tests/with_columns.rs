//! The same rows with other columns.

use hornbook_data::{Column, Dataset, Table, Target};

fn view() -> Dataset {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .number("y", vec![10.0, 20.0, 30.0, 40.0])
        .number("w", vec![1.0, 0.5, 2.0, 3.0])
        .category("g", &[Some("a"), Some("b"), Some("a"), Some("b")])
        .category("kind", &[Some("p"), Some("q"), Some("p"), Some("q")])
        .build()
        .expect("there");
    let data = table
        .dataset()
        .targets(&["y", "kind"])
        .expect("there")
        .weight("w")
        .expect("there")
        .group("g")
        .expect("there");
    data.select(vec![3, 1, 3])
}

#[test]
fn targets_weights_and_groups_stay() {
    let squares = vec![("x^2".to_string(), Column::Number(vec![16.0, 4.0, 16.0].into()))];
    let found = view().with_columns(squares).unwrap();
    assert_eq!(found.feature_names(), ["x^2"]);
    assert_eq!(found.row_weights(), [3.0, 0.5, 3.0]);
    assert_eq!(found.groups().unwrap().to_vec(), [1, 1, 1]);
    let targets: Vec<(&str, &Target)> = found.all_targets().collect();
    assert!(matches!(targets[0], ("y", Target::Numbers(y)) if y[..] == [40.0, 20.0, 40.0]));
    assert!(matches!(targets[1], ("kind", Target::Classes(kinds)) if kinds.codes[..] == [1, 1, 1]));
}

#[test]
fn rows_stay_without_columns() {
    let found = view().with_columns(Vec::new()).unwrap();
    assert_eq!((found.rows().len(), found.features().len()), (3, 0));
    assert_eq!(found.row_features().rows(), 3);
    let short = vec![("x".to_string(), Column::Number(vec![1.0].into()))];
    assert!(view().with_columns(short).is_err(), "one value for three rows");
}
