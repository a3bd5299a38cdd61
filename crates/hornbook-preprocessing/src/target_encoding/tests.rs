//! Means of levels, and rows that do not see their own target.

use super::*;
use hornbook_core::Run;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Model, Transformer};

/// A category of four levels, one of which is missing now and then, and targets of every kind.
fn table(price_of_first: f64) -> Table {
    let rows = 40;
    let city: Vec<Option<&str>> = (0..rows).map(|i| ["u", "v", "w"].get(i * 7 % 11 % 4).copied()).collect();
    let price: Vec<f64> =
        (0..rows).map(|i| if i == 0 { price_of_first } else { (i * 37 % 41) as f64 }).collect();
    let class: Vec<Option<&str>> = (0..rows).map(|i| Some(["a", "b", "c"][i * 5 % 7 % 3])).collect();
    Table::builder()
        .number("x", (0..rows).map(|i| i as f64).collect())
        .category("city", &city)
        .number("price", price)
        .category("class", &class)
        .build()
        .unwrap()
}

fn data(price_of_first: f64) -> Dataset {
    table(price_of_first).dataset().target("price").unwrap().only(&["x", "city"]).unwrap()
}

fn encoded(rows: &hornbook_learner::TransformedRows<'_>, column: usize) -> Vec<f64> {
    match rows.features().column(column) {
        Feature::Number(values) => values.to_vec(),
        _ => panic!("no numbers"),
    }
}

#[test]
fn a_level_is_the_mean_of_its_rows_drawn_to_that_of_all() {
    let table = Table::builder()
        .category("k", &[Some("u"), Some("u"), Some("v"), None])
        .number("y", vec![1.0, 3.0, 8.0, 12.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    let smooth = TargetEncoding::default().smooth(TargetSmoothing::Rows(2.0)).fit(&data).unwrap();
    let made = smooth.fitted().transform(&data.row_features()).unwrap();
    // The mean of all is 6: (4 + 12) / 4, (8 + 12) / 3, (12 + 12) / 3.
    assert_eq!(encoded(&made, 0), [4.0, 4.0, 20.0 / 3.0, 8.0]);
    let plain = TargetEncoding::default().smooth(TargetSmoothing::Rows(0.0)).fit(&data).unwrap();
    assert_eq!(encoded(&plain.fitted().transform(&data.row_features()).unwrap(), 0), [2.0, 2.0, 8.0, 12.0]);
    let new = Table::builder().category("k", &[Some("new")]).build().unwrap();
    let known = data.select(vec![0, 1, 2]);
    let model = TargetEncoding::default().fit(&known).unwrap();
    let (rows, _) = model.info().schema.features(&new).unwrap();
    assert_eq!(encoded(&model.fitted().transform(&rows).unwrap(), 0), [4.0], "the mean of all");
}

#[test]
fn several_classes_are_a_column_each() {
    let data = table(0.0).dataset().target("class").unwrap().only(&["city"]).unwrap();
    let model = TargetEncoding::default().fit(&data).unwrap();
    let names: Vec<String> = model.fitted().outputs().into_iter().map(|output| output.name).collect();
    assert_eq!(names, ["city (a)", "city (b)", "city (c)"]);
    let made = model.fitted().transform(&data.row_features()).unwrap();
    for row in 0..40 {
        let sum: f64 = (0..3).map(|column| encoded(&made, column)[row]).sum();
        assert!(sum > 0.5 && sum < 1.5);
    }
}

#[test]
fn no_row_is_encoded_by_its_own_target() {
    let run = Run::default().seed(3);
    let (_, before) = TargetEncoding::default().fit_transform(&data(0.0), &run).unwrap();
    let (_, after) = TargetEncoding::default().fit_transform(&data(1e6), &run).unwrap();
    let (before, after) = (encoded(&before.unwrap(), 1), encoded(&after.unwrap(), 1));
    assert_eq!(before[0], after[0]);
    assert!(before.iter().zip(&after).any(|(a, b)| a != b), "other rows see it");
}

#[test]
fn equal_rows_are_dealt_one_by_one() {
    // Half of the rows of each level have each class: what the level is says nothing, and what the row is must not.
    let rows = 200;
    let table = Table::builder()
        .category("k", &(0..rows).map(|i| Some(["u", "v"][i % 2])).collect::<Vec<_>>())
        .category("class", &(0..rows).map(|i| Some(["a", "b"][i / 2 % 2])).collect::<Vec<_>>())
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let (_, made) = TargetEncoding::default().fit_transform(&data, &Run::default()).unwrap();
    let made = encoded(&made.unwrap(), 0);
    assert!(made.iter().all(|x| (x - 0.5).abs() < 0.2), "{made:?}");
    let mut of_a: Vec<f64> = (0..rows).filter(|i| i / 2 % 2 == 0).map(|i| made[i]).collect();
    let mut of_b: Vec<f64> = (0..rows).filter(|i| i / 2 % 2 == 1).map(|i| made[i]).collect();
    for values in [&mut of_a, &mut of_b] {
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
    }
    assert_eq!(of_a, of_b, "the same values occur in both classes");
}

#[test]
fn rows_in_time_are_encoded_without_their_own_target_too() {
    let run = Run::default().seed(3);
    for row in [0, 20, 39] {
        let of = |target: f64| {
            let mut price: Vec<f64> = (0..40).map(|i| f64::from(i * 37 % 41)).collect();
            price[row] = target;
            let table = table(0.0);
            let data = Table::builder()
                .column("city", table.column("city").unwrap().clone())
                .number("day", (0..40).map(f64::from).collect())
                .number("price", price)
                .build()
                .unwrap();
            let data = data.dataset().target("price").unwrap().order("day").unwrap();
            let rows = TargetEncoding::default().fit_transform(&data, &run).unwrap().1.unwrap();
            encoded(&rows, 0)[row]
        };
        assert_eq!(of(0.0), of(1e6));
    }
    let single = data(0.0).select(vec![3]);
    let refused = TargetEncoding::default().fit_transform(&single, &run).err().unwrap().to_string();
    assert!(refused.contains("one row cannot be divided into folds"), "{refused}");
}
