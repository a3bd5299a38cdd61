//! A learner fills what is missing.

use super::*;
use hornbook_core::LearnerSpec;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Baseline, Fit, LoadModel, Model, Registry, RegistryEntry, Transformer};
use hornbook_linear::LinearRegression;
use hornbook_trees::DecisionTree;

fn imputation(estimator: &str) -> IterativeImputation {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<Baseline>(),
        ]
    });
    IterativeImputation::default().estimator(LearnerSpec::parse(estimator).unwrap())
}

/// `b` is twice `a` and three more, and `kind` says whether `a` is large; each is missing now and then.
fn data() -> Dataset {
    let rows = 30;
    let gap = |row: usize, at: usize| row % 7 == at;
    let a = |row: usize| if gap(row, 2) { f64::NAN } else { row as f64 };
    let b = |row: usize| if gap(row, 5) { f64::NAN } else { 2.0 * row as f64 + 3.0 };
    let kind = |row: usize| (!gap(row, 0)).then_some(if row < 15 { "small" } else { "large" });
    Table::builder()
        .number("a", (0..rows).map(a).collect())
        .number("b", (0..rows).map(b).collect())
        .category("kind", &(0..rows).map(kind).collect::<Vec<_>>())
        .build()
        .unwrap()
        .dataset()
}

// proves: 000a:M7
#[test]
fn missing_values_are_predicted_from_the_other_features() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let model = imputation("linear-regression").max_iter(20).tol(1e-9).fit(&numbers).unwrap();
    let made = model.fitted().transform(&numbers.row_features()).unwrap();
    for place in 0..2 {
        let Feature::Number(values) = made.features().column(place) else { panic!("levels") };
        for (row, x) in values.iter().enumerate() {
            let truth = [row as f64, 2.0 * row as f64 + 3.0][place];
            assert!((x - truth).abs() < 1e-6, "column {place}, row {row}: {x} and {truth}");
        }
    }
    assert!(model.explain().to_string().contains("b: predicted by linear-regression in"));
}

#[test]
fn levels_are_predicted_by_a_learner_for_classes() {
    let model = imputation("decision-tree").fit(&data()).unwrap();
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let Feature::Code(codes, levels) = made.features().column(2) else { panic!("numbers") };
    for (row, &code) in codes.iter().enumerate() {
        assert_eq!(levels[code as usize], if row < 15 { "small" } else { "large" }, "row {row}");
    }
    let again =
        IterativeImputationModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    let (a, b) = (made, again.fitted().transform(&data().row_features()).unwrap());
    assert_eq!(format!("{:?}", a.features()), format!("{:?}", b.features()));
}

#[test]
fn what_the_learner_says_names_the_column() {
    let refused = imputation("nobody").fit(&data()).unwrap_err().to_string();
    assert!(refused.contains("nobody"), "{refused}");
    // A learner for numbers leaves levels at the most frequent one.
    let model = imputation("linear-regression").fit(&data()).unwrap();
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let column = made.features().column(2);
    assert!((0..30).all(|row| !column.is_missing(row)));
}
