//! Rows that are odd: constant columns, columns without a value, levels that training did not see, one row.

use hornbook_core::{LearnerSpec, Run};
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Learner, Model, Registry};

/// Every transformer of this crate with its defaults, and a tree where it wants a learner.
fn transformers() -> Vec<Box<dyn Learner>> {
    let others = || crate::registry_entries().into_iter().chain(hornbook_trees::registry_entries()).collect();
    let registry = Registry::fill(others);
    let names = crate::registry_entries().into_iter().map(|entry| entry.declaration.name);
    names.map(|name| registry.learner(&LearnerSpec::new(name)).unwrap()).collect()
}

fn rows(values: &[f64], labels: &[Option<&str>]) -> Dataset {
    Table::builder()
        .number("varies", values.to_vec())
        .number("constant", vec![7.0; values.len()])
        .number("empty", vec![f64::NAN; values.len()])
        .category("kind", labels)
        .number("target", (0..values.len()).map(|row| row as f64).collect())
        .build()
        .unwrap()
        .dataset()
}

fn fitted(learner: &dyn Learner, data: &Dataset) -> hornbook_core::Result<Box<dyn Model>> {
    let data = match learner.needs_target() {
        true => data.clone().target("target").unwrap(),
        false => data.clone().without(&["target"]).unwrap(),
    };
    learner.fit_with(&data, &Run::default())
}

/// Every column that is declared is made, and its numbers are finite or missing.
fn assert_sound(model: &dyn Model, table: &Table) {
    let name = &model.info().learner;
    let (features, _) = model.info().schema.features(table).unwrap();
    let transformer = model.transformer().unwrap();
    let made = transformer.transform(&features).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(made.width(), transformer.outputs().len(), "{name}");
    assert_eq!(transformer.origins().len(), made.width(), "{name}");
    assert_eq!(made.rows(), table.rows(), "{name}");
    let features = made.features();
    for column in 0..features.width() {
        if let Feature::Number(values) = features.column(column) {
            assert!(values.iter().all(|x| !x.is_infinite()), "{name}, column {column}: {values:?}");
        }
    }
}

#[test]
fn constant_columns_columns_without_a_value_and_unseen_levels() {
    let training = rows(&[1.0, 2.0, 4.0, 8.0], &[Some("u"), Some("v"), Some("u"), None]);
    let new = rows(&[-3.0, f64::NAN], &[Some("never seen"), Some("v")]);
    for learner in transformers() {
        let name = learner.declaration().name;
        let model = fitted(&*learner, &training).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_sound(&*model, training.table());
        assert_sound(&*model, new.table());
    }
}

#[test]
fn one_row_is_enough_or_refused_with_a_sentence() {
    let training = rows(&[5.0], &[Some("u")]);
    for learner in transformers() {
        match fitted(&*learner, &training) {
            Ok(model) => assert_sound(&*model, training.table()),
            Err(error) => {
                let said = error.to_string();
                assert!(said.contains("row"), "{}: {said}", learner.declaration().name);
            }
        }
    }
}
