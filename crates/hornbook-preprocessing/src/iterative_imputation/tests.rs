//! A learner fills what is missing.

use super::*;
use crate::fill_missing::NumericStrategy;
use hornbook_core::{LearnerSpec, PerColumn, Run};
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

#[test]
fn limits_hold_in_training_and_from_a_file() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let limited = imputation("linear-regression")
        .min_values(PerColumn::named([("a", 5.0)]))
        .max_values(PerColumn::named([("b", 20.0)]));
    let model = limited.fit(&numbers).unwrap();
    let read =
        IterativeImputationModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    for model in [model, read] {
        let made = model.fitted().transform(&numbers.row_features()).unwrap();
        let Feature::Number(a) = made.features().column(0) else { panic!("levels") };
        let Feature::Number(b) = made.features().column(1) else { panic!("levels") };
        // Row 2 lacks a, which is about 2, and row 19 lacks b, which is about 41.
        assert_eq!((a[2], b[19]), (5.0, 20.0));
        assert_eq!(a[1], 1.0);
    }
    let crossed = imputation("baseline")
        .min_values(PerColumn::named([("a", 5.0)]))
        .max_values(PerColumn::named([("a", 4.0)]));
    assert!(crossed.fit(&numbers).unwrap_err().to_string().contains("column 'a' is to be imputed"));
}

#[test]
fn orders_first_values_and_fewer_features() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let row_without_b = 5;
    let b_of = |learner: IterativeImputation| {
        let model = learner.max_iter(1).fit_with(&numbers, &Run::default().seed(3)).unwrap();
        let made = model.fitted().transform(&numbers.row_features()).unwrap();
        let Feature::Number(b) = made.features().column(1) else { panic!("levels") };
        b[row_without_b]
    };
    let linear = || imputation("linear-regression");
    let ascending = b_of(linear());
    // As many are missing in both: the first of them comes first, and the last backwards.
    assert_eq!(b_of(linear().imputation_order(ImputationOrder::Roman)), ascending);
    assert_eq!(
        b_of(linear().imputation_order(ImputationOrder::Arabic)),
        b_of(linear().imputation_order(ImputationOrder::Descending))
    );
    assert_ne!(b_of(linear().imputation_order(ImputationOrder::Arabic)), ascending);
    assert_ne!(b_of(linear().initial_strategy(NumericStrategy::Constant).fill_value(-50.0)), ascending);
    let random = || linear().imputation_order(ImputationOrder::Random);
    assert_eq!(b_of(random()), b_of(random()));
    let one = imputation("decision-tree").n_nearest_features(1).fit(&data()).unwrap();
    let read = IterativeImputationModel::from_bytes(one.info().clone(), &one.to_bytes().unwrap()).unwrap();
    let made = read.fitted().transform(&data().row_features()).unwrap();
    assert!((0..3).all(|place| (0..30).all(|row| !made.features().column(place).is_missing(row))));
}

#[test]
fn complete_features_have_models_if_asked() {
    let x: Vec<f64> = (0..12).map(f64::from).collect();
    let y: Vec<f64> = (0..12).map(|i| if i == 4 { f64::NAN } else { 3.0 * f64::from(i) }).collect();
    let data = Table::builder().number("x", x).number("y", y).build().unwrap().dataset();
    let new = Table::builder().number("x", vec![f64::NAN]).number("y", vec![30.0]).build().unwrap().dataset();
    let x_of = |learner: IterativeImputation| {
        let model = learner.fit(&data).unwrap();
        let made = model.fitted().transform(&new.row_features()).unwrap();
        let Feature::Number(x) = made.features().column(0) else { panic!("levels") };
        x[0]
    };
    assert_eq!(x_of(imputation("linear-regression")), 5.5);
    assert!((x_of(imputation("linear-regression").skip_complete(false)) - 10.0).abs() < 0.5);
}
