//! Levels become columns, and come back.

use super::*;
use hornbook_core::CountOrFraction;
use hornbook_data::{Booleans, Column, Feature, Features, Table};
use hornbook_learner::{Fit, Model};

fn table() -> Table {
    let colors = ["red", "blue", "red", "green", "red", "blue"].map(Some);
    Table::builder()
        .number("size", vec![1.0, f64::NAN, 3.0, 4.0, 5.0, 6.0])
        .category("color", &colors)
        .column("flag", Column::Boolean(Booleans(vec![1, 0, 1, 2, 0, 1].into())))
        .category("kind", &["u", "v", "v", "u", "v", "u"].map(Some))
        .build()
        .unwrap()
}

fn names(model: &OneHotModel) -> Vec<String> {
    model.transformer().unwrap().outputs().into_iter().map(|output| output.name).collect()
}

fn made(model: &OneHotModel, table: &Table) -> Vec<Vec<f64>> {
    let (rows, _) = model.info().schema.features(table).unwrap();
    let made = model.transformer().unwrap().transform(&rows).unwrap();
    let features = made.features();
    let column = |at: usize| match features.column(at) {
        Feature::Number(values) => values.to_vec(),
        _ => panic!("no numbers"),
    };
    (0..features.width()).map(column).collect()
}

// proves: 001:124
#[test]
fn each_level_has_a_column() {
    let table = table();
    let all = OneHot::default().fit(&table.dataset()).unwrap();
    let expected = [
        "size",
        "color=blue",
        "color=green",
        "color=red",
        "flag=true",
        "flag is missing",
        "kind=u",
        "kind=v",
    ];
    assert_eq!(names(&all), expected);
    let columns = made(&all, &table);
    assert_eq!(columns[3], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(columns[5], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    assert!(columns[0][1].is_nan(), "numbers pass");
    assert_eq!(all.transformer().unwrap().origins().to_inputs(&[1.0; 8], 1, 4), [1.0, 3.0, 2.0, 2.0]);

    let first = OneHot::default().drop(DroppedLevel::First).fit(&table.dataset()).unwrap();
    let expected = ["size", "color=green", "color=red", "flag=true", "flag is missing", "kind=v"];
    assert_eq!(names(&first), expected);
    let binary = OneHot::default().drop(DroppedLevel::IfBinary).fit(&table.dataset()).unwrap();
    assert_eq!(names(&binary).len(), 7);
    assert!(binary.explain().to_string().contains("kind: 1 column: kind=v (dropped: kind=u)"));
}

#[test]
fn rare_levels_share_a_column() {
    let table = table();
    let limited = OneHot::default().max_categories(2).handle_unknown(UnknownLevel::InfrequentIfExist);
    let model = limited.fit(&table.dataset().only(&["color"]).unwrap()).unwrap();
    assert_eq!(names(&model), ["color=red", "color is infrequent"]);
    let other = Table::builder().category("color", &[Some("violet"), Some("red")]).build().unwrap();
    assert_eq!(made(&model, &other), [[0.0, 1.0], [1.0, 0.0]]);
    let rare = OneHot::default().min_frequency(CountOrFraction::Fraction(0.3));
    let model = rare.fit(&table.dataset().only(&["color"]).unwrap()).unwrap();
    assert_eq!(names(&model), ["color=blue", "color=red", "color is infrequent"]);
}

#[test]
fn levels_that_training_rows_lack_are_unknown() {
    let table = table();
    let colors = table.dataset().only(&["color"]).unwrap();
    let model = OneHot::default().fit(&colors.select(vec![0, 1, 2])).unwrap();
    assert_eq!(names(&model), ["color=blue", "color=red"]);
    assert_eq!(made(&model, &table)[1], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    let strict = OneHot::default().handle_unknown(UnknownLevel::Error);
    let strict = strict.fit(&colors.select(vec![0, 1, 2])).unwrap();
    let (rows, _) = strict.info().schema.features(&table).unwrap();
    let refused = strict.transformer().unwrap().transform(&rows).unwrap_err().to_string();
    assert!(refused.contains("column 'color' is 'green', which training did not see, in row 4"), "{refused}");
}

#[test]
fn levels_come_back() {
    let table = table();
    let data = table.dataset().only(&["color", "flag", "kind"]).unwrap();
    for drop in [DroppedLevel::None, DroppedLevel::First, DroppedLevel::IfBinary] {
        let model = OneHot::default().drop(drop).fit(&data).unwrap();
        let rows = data.row_features();
        let transformer = model.transformer().unwrap();
        let made = transformer.transform(&rows).unwrap();
        let back = transformer.inverse_transform(&made.features()).unwrap();
        for place in 0..3 {
            let (Feature::Code(before, _), Feature::Code(after, _)) =
                (rows.column(place), back.features().column(place))
            else {
                panic!("numbers")
            };
            assert_eq!(before, after);
        }
    }
}

#[test]
fn many_levels_are_sparse() {
    let labels: Vec<Option<String>> = (0..60).map(|row| Some(format!("level {}", row % 20))).collect();
    let table = Table::builder().category("id", &labels).build().unwrap();
    let model = OneHot::default().fit(&table.dataset()).unwrap();
    let rows = table.dataset().row_features();
    let made = model.transformer().unwrap().transform(&rows).unwrap();
    assert!(matches!(made.features(), Features::Sparse(_)));
    let sums = self::made(&model, &table);
    assert!(sums.iter().all(|column| column.iter().sum::<f64>() == 3.0));
}
