//! Filling gaps: with what, where, and what the learner within makes of it.

use super::*;
use hornbook_core::{LearnerSpec, Run};
use hornbook_data::{
    Booleans, Column, ColumnKind, Feature, Features, InputKind, Matrix, SparseMatrix, Table,
};
use hornbook_learner::Transformer;
use hornbook_learner::{
    Baseline, Fit, Inspect, LoadModel, Model, Pipeline, PipelineModel, Predictions, Predictor, Registry,
    RegistryEntry,
};
use hornbook_linear::{LinearRegression, LogisticRegression, Ridge};
use hornbook_text::BagOfWords;
use hornbook_trees::{DecisionTree, GradientBoosting};
use proptest::prelude::*;
use std::any::Any;

/// A learner behind a transformer.
fn behind(transformer: FillMissing, spec: &str) -> Pipeline {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<Baseline>(),
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<GradientBoosting>(),
            RegistryEntry::of::<BagOfWords>(),
            RegistryEntry::of::<FillMissing>(),
            RegistryEntry::of::<Pipeline>(),
        ]
    });
    Pipeline::default().step(transformer).step(LearnerSpec::parse(spec).unwrap())
}

/// What the first step was fitted to.
fn fitted(model: &PipelineModel) -> &ImputationValues {
    let step: &dyn Any = model.transformers().next().unwrap();
    step.downcast_ref::<FillMissingModel>().unwrap().fitted()
}

fn table() -> Table {
    let day = 86_400_000;
    Table::builder()
        .number("size", vec![1.0, f64::NAN, 3.0, 4.0, 10.0, f64::NAN])
        .category("kind", &[Some("u"), None, Some("v"), Some("v"), Some("u"), Some("v")])
        .column("true", Column::Boolean(Booleans(vec![1, 2, 0, 0, 0, 1].into())))
        .column("when", Column::Date(vec![day, 2 * day, i64::MIN, 5 * day, 6 * day, 6 * day].into()))
        .number("full", vec![1.0, 2.0, 3.0, 5.0, 4.0, 0.0])
        .number("y", vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        .build()
        .unwrap()
}

fn numbers(predictions: Predictions) -> Vec<f64> {
    match predictions {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

// proves: 001:25
#[test]
fn each_kind_of_column_is_filled_by_its_rule() {
    let data = table().dataset().target("y").unwrap();
    let median = behind(FillMissing::default(), "ridge").fit(&data).unwrap();
    let value = |model: &PipelineModel, place: usize| fitted(model).value_in_words(place);
    assert_eq!(value(&median, 0), "3.5", "the middle of 1, 3, 4 and 10");
    assert_eq!(value(&median, 1), "'missing'");
    assert_eq!(value(&median, 2), "'missing'");
    assert_eq!(value(&median, 3), "1970-01-06", "the middle of five days");
    assert_eq!(value(&median, 4), "2.5", "without a gap, for gaps to come");
    let names: Vec<String> =
        median.last().info().schema.inputs.iter().map(|input| input.name.clone()).collect();
    assert_eq!(names, ["size", "kind", "true", "when", "full", "size missing", "when missing"]);
    assert_eq!(median.info().summary.details["columns_filled"], 4);

    let plain = FillMissing::default().strategy(NumericStrategy::Mean);
    let plain = plain.categories(CategoricalStrategy::MostFrequent).add_indicator(false);
    let plain = behind(plain, "ridge").fit(&data).unwrap();
    assert_eq!(value(&plain, 0), "4.5");
    assert_eq!(value(&plain, 1), "'v'");
    assert_eq!(value(&plain, 2), "'false'");
    let inputs = &plain.last().info().schema.inputs;
    assert_eq!(inputs.len(), 5);
    assert_eq!((&inputs[2].kind, &inputs[3].kind), (&InputKind::Boolean, &InputKind::Date));

    let constant =
        behind(FillMissing::default().strategy(NumericStrategy::Constant).fill_value(-7.0), "ridge")
            .fit(&data)
            .unwrap();
    assert_eq!(value(&constant, 0), "-7");
    let fault = behind(FillMissing::default().fill_value(f64::INFINITY), "ridge").fit(&data).unwrap_err();
    assert!(fault.to_string().contains("fill_value"), "{fault}");
}

#[test]
fn a_gap_is_predicted_as_if_the_fill_stood_there() {
    let table = table();
    let data = table.dataset().target("y").unwrap().only(&["size", "full"]).unwrap();
    let model = behind(FillMissing::default().add_indicator(false), "linear-regression").fit(&data).unwrap();
    let rows = |size: f64| Matrix::new(1, 2, vec![size, 2.0]).unwrap();
    let of = |size: f64| numbers(model.predict_matrix(rows(size).view()).unwrap());
    // Rows with and without gaps are added up in another order.
    assert!((of(f64::NAN)[0] - of(3.5)[0]).abs() < 1e-12);
    assert_ne!(of(f64::NAN), of(4.0));
    // The column of marks lets a gap have a prediction of its own.
    let marked = behind(FillMissing::default(), "linear-regression").fit(&data).unwrap();
    let of = |size: f64| numbers(marked.predict_matrix(rows(size).view()).unwrap());
    assert_ne!(of(f64::NAN), of(3.5));
    // A gap where training had none.
    let gap = Matrix::new(1, 2, vec![3.0, f64::NAN]).unwrap();
    let known = Matrix::new(1, 2, vec![3.0, 2.5]).unwrap();
    let of = |rows: &Matrix| numbers(marked.predict_matrix(rows.view()).unwrap());
    assert_eq!(of(&gap), of(&known));
}

#[test]
fn a_level_of_its_own_has_a_name_of_its_own() {
    let kinds = [Some("missing"), None, Some("a"), Some("missing")];
    let table = Table::builder().category("k", &kinds).number("y", vec![1.0, 9.0, 2.0, 1.0]).build().unwrap();
    let model =
        behind(FillMissing::default(), "decision-tree").fit(&table.dataset().target("y").unwrap()).unwrap();
    assert_eq!(fitted(&model).value_in_words(0), "'missing''");
    assert_eq!(numbers(model.predict(&table).unwrap().values), [1.0, 9.0, 2.0, 1.0]);
}

#[test]
fn text_goes_to_the_learner_untouched() {
    let texts = ["ball goal ball", "goal team", "code bug code team", "bug code"];
    let table = Table::builder()
        .column("text", Column::Text(texts.map(Some).to_vec().into()))
        .number("size", vec![1.0, f64::NAN, 3.0, 4.0])
        .category("class", &[Some("sport"), Some("sport"), Some("tech"), Some("tech")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap().with_kinds(&[ColumnKind::Text]);
    let model =
        behind(FillMissing::default(), "pipeline(bag-of-words, logistic-regression)").fit(&data).unwrap();
    assert_eq!(model.last().info().schema.inputs[0].kind, InputKind::Text);
    let found = model.predict(&table).unwrap().values;
    assert_eq!((0..4).map(|row| found.label(row)).collect::<Vec<_>>(), ["sport", "sport", "tech", "tech"]);
    let again = PipelineModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(again.probabilities(&table).unwrap(), model.probabilities(&table).unwrap());
}

#[test]
fn rows_without_zeros_stay_so() {
    let gaps =
        SparseMatrix::new(3, vec![0, 1, 2, 4, 5], vec![0, 1, 0, 2, 1], vec![2.0, f64::NAN, 1.0, 5.0, 3.0])
            .unwrap();
    let dense = gaps.to_dense();
    let y = vec![1.0, 2.0, 3.0, 4.0];
    let columns = hornbook_data::SparseRows::from(gaps.clone()).columns();
    let mut sparse = Table::builder();
    for (at, column) in columns.into_iter().enumerate() {
        let column = Column::Number(hornbook_data::Numbers::SparseMatrix(column));
        sparse = sparse.column(&format!("x{at}"), column);
    }
    let sparse = sparse.number("y", y.clone()).build().unwrap();
    let mut plain = Table::builder();
    for at in 0..3 {
        plain = plain.number(&format!("x{at}"), dense.column(at));
    }
    let plain = plain.number("y", y).build().unwrap();
    let of = |table: &Table| {
        behind(FillMissing::default(), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap()
    };
    let (sparse, plain) = (of(&sparse), of(&plain));
    assert_eq!(fitted(&sparse), fitted(&plain));
    let rows = Features::Sparse(gaps.into());
    let (a, b) =
        (numbers(sparse.predict_features(&rows).unwrap()), numbers(plain.predict_features(&rows).unwrap()));
    let c = numbers(plain.predict_matrix(dense.view()).unwrap());
    for row in 0..4 {
        assert!((a[row] - b[row]).abs() < 1e-9 && (b[row] - c[row]).abs() < 1e-12, "{a:?} {b:?} {c:?}");
    }
}

#[test]
fn explanations_say_what_was_filled() {
    let table = table();
    let data = table.dataset().target("y").unwrap().only(&["size", "full"]).unwrap();
    let model = behind(FillMissing::default(), "gradient-boosting(max_iter=5,min_samples_leaf=1)")
        .fit(&data)
        .unwrap();
    let said = model.explain().to_string();
    assert!(said.contains("size: imputed with 3.5 in 2 rows; missing indicator 'size missing'"), "{said}");
    let (rows, _) = model.info().schema.features(&table).unwrap();
    let why = model.explain_row(&rows, 1).unwrap();
    assert_eq!(why.sections[0].text, "size: missing, imputed with 3.5");
    assert_ne!(model.explain_row(&rows, 0).unwrap().sections[0].heading, "imputation");

    let shares = model.importances().unwrap();
    assert_eq!(shares.len(), 2);
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let found = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
    assert_eq!((found.columns(), found.rows()), (2, 6));
    let scores = numbers(model.predict_features(&rows).unwrap());
    for (row, score) in scores.iter().enumerate() {
        let sum = found.base()[0] + found.value(row, 0, 0) + found.value(row, 1, 0);
        assert!((sum - score).abs() < 1e-9, "{sum} {score}");
    }
    let against = model.shap_values(&rows, Some(&rows), &Run::default()).unwrap().unwrap();
    assert_eq!(against.columns(), 2);
}

#[test]
fn columns_without_values_are_pointed_out() {
    let table = Table::builder()
        .number("gap", vec![f64::NAN; 4])
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .number("y", vec![2.0, 4.0, 6.0, 8.0])
        .build()
        .unwrap();
    let model = behind(FillMissing::default(), "ridge").fit(&table.dataset().target("y").unwrap()).unwrap();
    assert_eq!(model.info().summary.warnings, ["column 'gap' has no value in training; leave it out"]);
    assert_eq!(model.last().info().schema.inputs.len(), 2, "a mark that is always 1 tells nothing");
}

/// Some numbers and levels, with gaps or without, and weights.
fn rows(gaps: bool) -> impl Strategy<Value = Vec<(f64, Option<usize>, f64, u32)>> {
    let number = (-20i32..20).prop_map(move |x| if gaps && x % 4 == 0 { f64::NAN } else { f64::from(x) });
    let level = (0usize..4).prop_map(move |x| if gaps { Some(x).filter(|&x| x > 0) } else { Some(x) });
    prop::collection::vec((number, level, (-9i32..9).prop_map(f64::from), 1u32..4), 12..30)
}

fn table_of(rows: &[(f64, Option<usize>, f64, u32)]) -> Table {
    let names = ["a", "b", "c", "d"];
    let kinds: Vec<Option<&str>> = rows.iter().map(|row| row.1.map(|level| names[level])).collect();
    Table::builder()
        .number("x", rows.iter().map(|row| row.0).collect())
        .category("k", &kinds)
        .number("y", rows.iter().map(|row| row.2).collect())
        .build()
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn without_gaps_it_is_the_learner_within(rows in rows(false)) {
        let table = table_of(&rows);
        let data = table.dataset().target("y").unwrap();
        let filled = behind(FillMissing::default(), "ridge").fit(&data).unwrap();
        let alone = Registry::filled().unwrap().learner(&LearnerSpec::new("ridge")).unwrap();
        let alone = alone.fit_with(&data, &Run::default()).unwrap();
        prop_assert_eq!(filled.last().to_bytes().unwrap(), alone.to_bytes().unwrap());
        prop_assert_eq!(filled.predict(&table).unwrap(), alone.predict(&table).unwrap());
    }

    #[test]
    fn a_filled_column_has_no_gap(rows in rows(true)) {
        let table = table_of(&rows);
        let data = table.dataset().target("y").unwrap();
        let model = behind(FillMissing::default(), "baseline").fit(&data).unwrap();
        let (features, _) = model.info().schema.features(&table).unwrap();
        let made = fitted(&model).transform(&features).unwrap();
        let filled = made.features();
        for place in 0..filled.width() {
            let column: Feature = filled.column(place);
            assert!((0..column.len()).all(|row| !column.is_missing(row)));
        }
    }
}
