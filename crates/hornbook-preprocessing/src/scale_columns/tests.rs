//! Columns in comparable units: which, and what the learner within makes of them.

use super::*;
use hornbook_core::{LearnerSpec, Run};
use hornbook_data::{Column, Feature, Features, InputKind, Matrix, SparseMatrix, Table};
use hornbook_encoding::FeatureScale;
use hornbook_learner::{
    Fit, Model, Pipeline, PipelineModel, Predictions, Predictor, Registry, RegistryEntry, Transformer,
};
use hornbook_linear::{LinearRegression, LogisticRegression, Ridge};
use hornbook_trees::DecisionTree;
use proptest::prelude::*;
use std::any::Any;

/// A learner behind a transformer.
fn behind(transformer: ScaleColumns, spec: &str) -> Pipeline {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<ScaleColumns>(),
            RegistryEntry::of::<Pipeline>(),
        ]
    });
    Pipeline::default().step(transformer).step(LearnerSpec::parse(spec).unwrap())
}

/// What the first step was fitted to.
fn fitted(model: &PipelineModel) -> &FittedScaler {
    let step: &dyn Any = model.transformers().next().unwrap();
    step.downcast_ref::<ScaleColumnsModel>().unwrap().fitted()
}

fn table() -> Table {
    let day = 86_400_000;
    Table::builder()
        .number("size", vec![1.0, 2.0, 3.0, 10.0])
        .category("kind", &[Some("u"), Some("v"), Some("v"), Some("u")])
        .number("same", vec![7.0; 4])
        .column("when", Column::Date(vec![0, day, 2 * day, 3 * day].into()))
        .number("y", vec![1.0, 2.0, 3.0, 5.0])
        .build()
        .unwrap()
}

fn numbers(predictions: Predictions) -> Vec<f64> {
    match predictions {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

#[test]
fn each_rule_has_its_center_and_spread() {
    let data = table().dataset().target("y").unwrap();
    let scales = |rule| {
        let model = behind(ScaleColumns::default().method(rule), "ridge").fit(&data).unwrap();
        fitted(&model).scales().collect::<Vec<_>>()
    };
    let standard = scales(ScalingMethod::Standard);
    assert_eq!(standard[0], Some(FeatureScale { center: 4.0, spread: 12.5f64.sqrt() }));
    assert_eq!(standard[1], None, "a category has no unit");
    assert_eq!(standard[2], Some(FeatureScale { center: 7.0, spread: 1.0 }), "it does not vary");
    let day = 86_400.0;
    assert_eq!(standard[3], Some(FeatureScale { center: 1.5 * day, spread: day * 1.25f64.sqrt() }));
    assert_eq!(scales(ScalingMethod::MinMax)[0], Some(FeatureScale { center: 1.0, spread: 9.0 }));
    let robust = scales(ScalingMethod::Robust)[0].unwrap();
    assert_eq!(robust.center, 2.5);
    assert!(robust.spread > 0.0 && robust.spread < 9.0);
}

#[test]
fn the_learner_within_sees_comparable_columns() {
    let table = table();
    let model = behind(ScaleColumns::default(), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap();
    let kinds: Vec<InputKind> =
        model.last().info().schema.inputs.iter().map(|input| input.kind.clone()).collect();
    assert!(matches!(kinds[1], InputKind::Category { .. }));
    assert_eq!((&kinds[0], &kinds[3]), (&InputKind::Number, &InputKind::Number));
    assert_eq!(model.info().schema.inputs[3].kind, InputKind::Date, "rows to predict have dates");
    let said = model.explain().to_string();
    assert!(said.contains("size: (x − 4) / 3.53"), "{said}");
    assert_eq!(model.info().summary.details["columns_scaled"], 3);
}

#[test]
fn gaps_stay_gaps() {
    let table = Table::builder()
        .number("x", vec![1.0, f64::NAN, 3.0, 9.0])
        .number("y", vec![1.0, 5.0, 3.0, 9.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    let tree = behind(ScaleColumns::default(), "decision-tree(min_samples_leaf=1)");
    assert!(
        Fit::capabilities(&tree).missing
            && !Fit::capabilities(&behind(ScaleColumns::default(), "ridge")).missing
    );
    let plain = Registry::filled().unwrap().learner(&LearnerSpec::parse("decision-tree").unwrap()).unwrap();
    let plain = plain.fit_with(&data, &Run::default()).unwrap();
    assert_eq!(
        tree.fit(&data).unwrap().predict(&table).unwrap().values,
        plain.predict(&table).unwrap().values
    );
    assert!(behind(ScaleColumns::default(), "ridge").fit(&data).is_err());
}

#[test]
fn clipped_numbers_stay_in_the_range() {
    let data = Table::builder().number("x", vec![-2.0, 1.0, 4.0]).build().unwrap().dataset();
    let new = Table::builder().number("x", vec![-8.0, 2.0, 8.0]).build().unwrap().dataset();
    for (method, expected) in
        [(ScalingMethod::MinMax, [0.0, 2.0 / 3.0, 1.0]), (ScalingMethod::MaxAbs, [-1.0, 0.5, 1.0])]
    {
        let model = ScaleColumns::default().method(method).clip(true).fit(&data).unwrap();
        let made = model.fitted().transform(&new.row_features()).unwrap();
        let Feature::Number(x) = made.features().column(0) else { panic!("levels") };
        assert!(x.iter().zip(expected).all(|(x, expected)| (x - expected).abs() < 1e-12), "{x:?}");
    }
}

#[test]
fn rows_without_zeros_keep_them() {
    let sparse =
        SparseMatrix::new(2, vec![0, 1, 3, 3, 4], vec![0, 0, 1, 1], vec![2.0, 4.0, 30.0, 10.0]).unwrap();
    let columns = hornbook_data::SparseRows::from(sparse.clone()).columns();
    let mut table = Table::builder();
    for (at, column) in columns.into_iter().enumerate() {
        table = table.column(&format!("x{at}"), Column::Number(hornbook_data::Numbers::SparseMatrix(column)));
    }
    let table = table.number("y", vec![1.0, 2.0, 3.0, 4.0]).build().unwrap();
    let model = behind(ScaleColumns::default(), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap();
    assert!(fitted(&model).scales().flatten().all(|scale| scale.center == 0.0 && scale.spread > 1.0));
    let of = |rows: &Features<'_>| numbers(model.predict_features(rows).unwrap());
    let dense = sparse.to_dense();
    let (a, b) = (of(&Features::Sparse(sparse.into())), of(&Features::Matrix(dense.view())));
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} {b:?}");
}

#[test]
fn contributions_add_up_to_the_prediction() {
    let table = table();
    let data = table.dataset().target("y").unwrap().only(&["size", "same"]).unwrap();
    let model = behind(ScaleColumns::default(), "ridge").fit(&data).unwrap();
    let (rows, _) = model.info().schema.features(&table).unwrap();
    let found = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
    let scores = numbers(model.predict_features(&rows).unwrap());
    for (row, score) in scores.iter().enumerate() {
        let sum = found.base()[0] + found.value(row, 0, 0) + found.value(row, 1, 0);
        assert!((sum - score).abs() < 1e-9, "{sum} {score}");
    }
    assert!(model.explain_row(&rows, 1).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    // proves: 001:35
    #[test]
    fn units_do_not_matter(
        rows in prop::collection::vec((-9i32..9, -9i32..9, -9i32..9), 6..30),
        unit in 0i32..12,
        offset in -5i32..5,
        rule in prop_oneof![Just(ScalingMethod::Standard), Just(ScalingMethod::MinMax), Just(ScalingMethod::Robust)],
    ) {
        let predictions = |scale: f64, offset: f64| {
            let x = |a: i32| f64::from(a) * scale + offset;
            let table = Table::builder()
                .number("a", rows.iter().map(|row| x(row.0)).collect())
                .number("b", rows.iter().map(|row| f64::from(row.1)).collect())
                .number("y", rows.iter().map(|row| f64::from(row.2)).collect())
                .build()
                .unwrap();
            let model = behind(ScaleColumns::default().method(rule), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap();
            numbers(model.predict(&table).unwrap().values)
        };
        // A power of two changes no digit.
        let (plain, other) = (predictions(1.0, 0.0), predictions(2f64.powi(unit), f64::from(offset)));
        for (a, b) in plain.iter().zip(&other) {
            prop_assert!((a - b).abs() < 1e-6, "{} {}", a, b);
        }
    }
}

#[test]
fn rows_of_a_matrix_are_scaled_like_columns() {
    let rows = Matrix::from_fn(8, 2, |i, j| (i * (j + 1)) as f64);
    let table = Table::builder()
        .number("a", rows.column(0))
        .number("b", rows.column(1).iter().map(|x| x * x).collect())
        .number("y", (0..8).map(f64::from).collect())
        .build()
        .unwrap();
    let model = behind(ScaleColumns::default(), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap();
    let (features, _) = model.info().schema.features(&table).unwrap();
    let by_columns = numbers(model.predict_features(&features).unwrap());
    let matrix = Matrix::from_fn(8, 2, |i, j| if j == 0 { rows.at(i, 0) } else { rows.at(i, 1).powi(2) });
    let by_rows = numbers(model.predict_matrix(matrix.view()).unwrap());
    let single: Vec<f32> = matrix.values().iter().map(|&x| x as f32).collect();
    let single = hornbook_data::MatrixView::new(8, 2, hornbook_data::Scalars::F32(&single)).unwrap();
    let by_single = numbers(model.predict_matrix(single).unwrap());
    // Weighted sums of columns and of rows are added up in another order.
    for (a, b) in by_columns.iter().zip(&by_rows).chain(by_rows.iter().zip(&by_single)) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn rows_that_come_in_parts_are_scaled_as_together() {
    let x: Vec<f64> = (0..40).map(|i| 1e6 + f64::from(i * i % 17)).collect();
    let y: Vec<f64> = (0..40).map(|i| if i == 3 { f64::NAN } else { f64::from(i) }).collect();
    let all = Table::builder().number("x", x).number("y", y).build().unwrap().dataset();
    for scaler in [
        ScaleColumns::default(),
        ScaleColumns::default().method(ScalingMethod::MinMax),
        ScaleColumns::default().method(ScalingMethod::MaxAbs),
    ] {
        let whole = scaler.fit(&all).unwrap();
        let run = Run::default();
        let (_, known) = scaler.fit_more(None, &all.select((0..7).collect()), &run).unwrap();
        let (parts, known) = scaler.fit_more(Some(known), &all.select((7..40).collect()), &run).unwrap();
        assert_eq!((known.rows, parts.info().summary.rows), (40, 40));
        for (one, other) in whole.fitted().scales().zip(parts.fitted().scales()) {
            let one = one.unwrap();
            let other = other.unwrap();
            assert!((one.center - other.center).abs() <= 1e-15 * one.center.abs());
            assert!((one.spread - other.spread).abs() <= 1e-12 * one.spread);
        }
        let narrow = all.clone().only(&["x"]).unwrap();
        assert!(
            scaler.fit_more(Some(known), &narrow, &run).unwrap_err().to_string().contains("were 2 before")
        );
    }
    let robust = ScaleColumns::default().method(ScalingMethod::Robust);
    let refused = robust.fit_more(None, &all, &Run::default()).unwrap_err().to_string();
    assert!(refused.contains("come in parts"), "{refused}");
}
