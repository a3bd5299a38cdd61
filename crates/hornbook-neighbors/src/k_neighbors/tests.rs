use super::*;
use crate::test_support::{NeighborsTraceLog, features, halves, numbers, reference, table};
use crate::{Algorithm, FeatureScaling, KNeighborsModel, MetricName, VoteWeights};
use hornbook_core::{Declared, Error, Parameters, Run, Seed};
use hornbook_data::{Dataset, Matrix, Table};
use hornbook_learner::{Fit, LoadModel, Model, Predictions};
use proptest::prelude::*;
use std::sync::Arc;

/// The rows of the notes' example, with their classes and numbers.
fn notes() -> Table {
    Table::builder()
        .number("x", vec![0.0, 1.0, 0.0, 3.0, 4.0])
        .number("y", vec![0.0, 0.0, 2.0, 3.0, 3.0])
        .category("class", &[Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
        .number("number", vec![1.0, 2.0, 4.0, 8.0, 10.0])
        .build()
        .unwrap()
}

fn at(x: f64, y: f64) -> Table {
    Table::builder().number("x", vec![x]).number("y", vec![y]).build().unwrap()
}

fn classes(table: &Table) -> Dataset {
    table.dataset().without(&["number"]).unwrap().target("class").unwrap()
}

fn regression(table: &Table) -> Dataset {
    table.dataset().without(&["class"]).unwrap().target("number").unwrap()
}

fn votes(model: &KNeighborsModel, query: &Table, class: &str) -> f64 {
    let json = model.explain_row(&features(model, query), 0).unwrap().to_json();
    json["votes"][class]["votes"].as_f64().unwrap()
}

// proves: 001:31, 001:32, 001:33, 001:34, 002:Q01, 002:Q02, 002:Q03
#[test]
fn the_numbers_of_the_notes() {
    let (table, query) = (notes(), at(1.0, 1.0));
    let learner = |k: u32, weights| KNeighbors::default().n_neighbors(k).weights(weights);
    let model = learner(5, VoteWeights::Uniform).fit(&classes(&table)).unwrap();
    let found = model.nearest(&features(&model, &query), 5).unwrap();
    let rows: Vec<u32> = found.of(0).iter().map(|one| one.row).collect();
    assert_eq!(rows, [1, 0, 2, 3, 4]);
    let expected = [1.0, 2f64.sqrt(), 2f64.sqrt(), 8f64.sqrt(), 13f64.sqrt()];
    assert!(found.of(0).iter().zip(expected).all(|(one, d)| (one.distance - d).abs() < 1e-12));
    for (k, weights, class, a, b, mean) in [
        (3, VoteWeights::Uniform, "a", 2.0, 1.0, 7.0 / 3.0),
        (
            3,
            VoteWeights::Distance,
            "a",
            1.707_106_781_186_547_5,
            0.707_106_781_186_547_5,
            2.292_893_218_813_452_5,
        ),
        (5, VoteWeights::Uniform, "b", 2.0, 3.0, 5.0),
        (5, VoteWeights::Distance, "a", 1.707_106_781_186_547_5, 1.338_010_269_6, 3.657_482_397_223_026_4),
    ] {
        let model = learner(k, weights).fit(&classes(&table)).unwrap();
        assert_eq!(model.predict(&query).unwrap().values.label(0), class, "k = {k}");
        assert!(
            (votes(&model, &query, "a") - a).abs() < 1e-9 && (votes(&model, &query, "b") - b).abs() < 1e-9
        );
        let model = learner(k, weights).fit(&regression(&table)).unwrap();
        let found = numbers(&model.predict(&query).unwrap().values)[0];
        assert!((found - mean).abs() < 1e-12, "k = {k}: {found}");
    }
    // The other notes: A (1,1) (2,1), B (4,4) (5,4) (4,5), asked at (2,2).
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 4.0, 5.0, 4.0])
        .number("y", vec![1.0, 1.0, 4.0, 4.0, 5.0])
        .category("class", &[Some("A"), Some("A"), Some("B"), Some("B"), Some("B")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    for (k, weights, class) in [
        (1, VoteWeights::Uniform, "A"),
        (3, VoteWeights::Uniform, "A"),
        (5, VoteWeights::Uniform, "B"),
        (5, VoteWeights::Distance, "A"),
    ] {
        let model = learner(k, weights).fit(&data).unwrap();
        assert_eq!(model.predict(&at(2.0, 2.0)).unwrap().values.label(0), class);
    }
}

// proves: 002:Q04
#[test]
fn votes_by_squared_distance() {
    // The notes: A (1,1) (2,1), B (4,4) (5,4) (4,5), asked at (2,2).
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 4.0, 5.0, 4.0])
        .number("y", vec![1.0, 1.0, 4.0, 4.0, 5.0])
        .category("class", &[Some("A"), Some("A"), Some("B"), Some("B"), Some("B")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let learner = |k| KNeighbors::default().n_neighbors(k).weights(VoteWeights::SquaredDistance);
    for (k, b) in [(3, 0.125), (5, 1.0 / 8.0 + 2.0 / 13.0)] {
        let model = learner(k).fit(&data).unwrap();
        assert_eq!(model.predict(&at(2.0, 2.0)).unwrap().values.label(0), "A");
        assert!((votes(&model, &at(2.0, 2.0), "A") - 1.5).abs() < 1e-9);
        assert!((votes(&model, &at(2.0, 2.0), "B") - b).abs() < 1e-9, "k = {k}");
        assert_eq!(
            model.probabilities(&at(4.0, 4.0)).unwrap().row(0),
            [0.0, 1.0],
            "only the row itself votes"
        );
    }
    let text = learner(5).fit(&data).unwrap().explain().to_string();
    assert!(text.contains("inverse squared distance"), "{text}");
}

#[test]
fn a_range_for_columns_beside_categories() {
    // Numbers from -2 to 2 weigh more beside a category, whose levels are as far apart as before.
    let table = Table::builder()
        .number("x", vec![0.0, 10.0, 4.0])
        .category("kind", &[Some("u"), Some("v"), Some("v")])
        .category("class", &[Some("a"), Some("b"), Some("c")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let query = Table::builder().number("x", vec![1.0]).category("kind", &[Some("v")]).build().unwrap();
    let learner = KNeighbors::default().n_neighbors(1).scale(FeatureScaling::MinMax);
    let near = |learner: &KNeighbors| {
        let model = learner.fit(&data).unwrap();
        let found = model.nearest(&features(&model, &query), 1).unwrap().of(0)[0];
        (found.row, found.distance)
    };
    let (row, distance) = near(&learner);
    assert!(row == 2 && (distance - 0.3).abs() < 1e-12);
    let (row, distance) = near(&learner.clone().feature_range(vec![-2.0, 2.0]));
    assert!(row == 2 && (distance - 1.2).abs() < 1e-12);
    let (row, distance) = near(&learner.clone().feature_range(vec![0.0, 20.0]));
    assert!(row == 0 && (distance - 6f64.sqrt()).abs() < 1e-12);
    let refused = learner.scale(FeatureScaling::None).feature_range(vec![0.0, 1.0]).fit(&data);
    assert!(matches!(refused, Err(Error::Parameter { .. })));
}

#[test]
fn the_same_as_scikit_learn() {
    let reference = reference();
    let mut compared = 0;
    for name in ["iris", "wine", "digits", "diabetes"] {
        let (table, target) = table(name);
        let (train, test) = halves(&table.dataset().target(target).unwrap());
        for case in reference[name]["cases"].as_array().unwrap() {
            let Some(expected) = case["answers"].as_array() else {
                // The covariance of columns that are constant.
                let learner = KNeighbors::default().metric(MetricName::Mahalanobis);
                assert!(learner.fit(&train).unwrap_err().to_string().contains("not positive definite"));
                continue;
            };
            let parameters: Parameters = case["case"].as_object().unwrap().clone();
            let learner = KNeighbors::from_parameters(&parameters).unwrap();
            for algorithm in [Algorithm::Auto, Algorithm::BallTree] {
                let model = learner.clone().algorithm(algorithm).fit(&train).unwrap();
                let rows = test.row_features();
                let found = match name {
                    "diabetes" => {
                        let found = numbers(&model.predict_features(&rows).unwrap());
                        Matrix::new(found.len(), 1, found).unwrap()
                    }
                    _ => model.probabilities_of(&rows).unwrap(),
                };
                for (row, expected) in expected.iter().enumerate() {
                    let Some(expected) = expected.as_array() else { continue };
                    for (ours, theirs) in found.row(row).iter().zip(expected) {
                        let theirs = theirs.as_f64().unwrap();
                        let size = theirs.abs().max(1.0);
                        assert!(
                            (ours - theirs).abs() < 1e-9 * size,
                            "{name} {case}: row {row}, {ours} and {theirs}"
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// Rows with ties and duplicates, a category and weights.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut number = |below: usize| (0..rows).map(|_| rng.below(below) as f64).collect::<Vec<_>>();
    let (a, b, y) = (number(5), number(4), number(7));
    let (kind, class) = (number(3), number(3));
    let name = |names: [&'static str; 3]| move |x: &f64| Some(names[*x as usize]);
    Table::builder()
        .number("a", a)
        .number("b", b)
        .category("kind", &kind.iter().map(name(["u", "v", "w"])).collect::<Vec<_>>())
        .category("class", &class.iter().map(name(["p", "q", "r"])).collect::<Vec<_>>())
        .number("number", y)
        .build()
        .unwrap()
}

fn any_learner() -> impl Strategy<Value = KNeighbors> {
    let metrics = prop::sample::select(vec![
        MetricName::Euclidean,
        MetricName::Manhattan,
        MetricName::Chebyshev,
        MetricName::Hamming,
        MetricName::Gower,
    ]);
    let weights =
        prop::sample::select(vec![VoteWeights::Uniform, VoteWeights::Distance, VoteWeights::SquaredDistance]);
    let scales =
        prop::sample::select(vec![FeatureScaling::None, FeatureScaling::Standard, FeatureScaling::MinMax]);
    let prototypes = prop::sample::select(vec![Prototypes::None, Prototypes::Condensed]);
    (1u32..8, weights, metrics, scales, prototypes).prop_map(|(k, weights, metric, scale, prototypes)| {
        KNeighbors::default()
            .n_neighbors(k)
            .weights(weights)
            .metric(metric)
            .scale(scale)
            .prototypes(prototypes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_chosen_k_sees_weights_as_copies(
        learner in any_learner(),
        seed in 0u64..1000,
        weights in prop::collection::vec(0u32..4, 25),
    ) {
        prop_assume!(weights.iter().sum::<u32>() > 6);
        let data = some_table(25, seed).dataset().target("class").unwrap();
        let copies: Vec<u32> =
            (0..25u32).flat_map(|row| std::iter::repeat_n(row, weights[row as usize] as usize)).collect();
        let weighted = data.clone().with_weights(weights.iter().map(|&weight| weight.into()).collect()).unwrap();
        let curve = |data: &Dataset| choose_k(&learner, data, 5, &Run::default()).unwrap();
        prop_assert_eq!(curve(&weighted), curve(&data.select(copies)));
    }

    #[test]
    fn fractions_of_rows_fill_places_too(seed in 0u64..1000, k in 1u32..6) {
        let table = some_table(25, seed);
        let data = table.dataset().target("class").unwrap();
        let quarters = data.clone().with_weights(vec![0.25; 25]).unwrap();
        let quarter = KNeighbors::default().n_neighbors(k).fit(&quarters).unwrap();
        let whole = KNeighbors::default().n_neighbors(4 * k).fit(&data).unwrap();
        prop_assert_eq!(quarter.probabilities(&table).unwrap(), whole.probabilities(&table).unwrap());
    }
}

#[test]
fn algorithms_change_nothing() {
    let table = some_table(1200, 3);
    let data = table.dataset().without(&["kind"]).unwrap().target("class").unwrap();
    let fit = |algorithm| {
        let learner =
            KNeighbors::default().n_neighbors(6).weights(VoteWeights::Distance).algorithm(algorithm);
        learner.fit(&data).unwrap().probabilities(&table).unwrap()
    };
    let brute = fit(Algorithm::Brute);
    for algorithm in [Algorithm::Auto, Algorithm::KdTree, Algorithm::BallTree] {
        assert_eq!(brute, fit(algorithm), "{algorithm:?}");
    }
}

// proves: 001:33
#[test]
fn exact_matches_and_ties() {
    let table = notes();
    let model =
        KNeighbors::default().n_neighbors(4).weights(VoteWeights::Distance).fit(&regression(&table)).unwrap();
    assert_eq!(numbers(&model.predict(&at(0.0, 2.0)).unwrap().values), [4.0], "only the row itself votes");
    let two = KNeighbors::default().n_neighbors(4).fit(&classes(&table)).unwrap();
    assert_eq!(two.predict(&at(1.0, 1.0)).unwrap().values.label(0), "a", "of two and two the first class");
}

#[test]
fn neighbors_of_the_training_rows() {
    let rows = |found: &crate::NeighborLists| -> Vec<Vec<u32>> {
        found.iter().map(|some| some.iter().map(|one| one.row).collect()).collect()
    };
    // Row 1 weighs nothing, so it is nobody's neighbor and has no list; the others keep their numbers.
    let data = classes(&notes()).with_weights(vec![1.0, 0.0, 1.0, 2.0, 1.0]).unwrap();
    let model = KNeighbors::default().n_neighbors(2).fit(&data).unwrap();
    assert_eq!(model.kept_rows(), [0, 2, 3, 4]);
    assert_eq!(rows(&model.nearest_others(2)), [[2, 3], [0, 3], [4, 2], [3, 2]]);
    assert_eq!(rows(&model.others_within(2.0).unwrap()), [[2], [0], [4], [3]]);
    assert!(model.nearest_others(9).iter().all(|some| some.len() == 3), "all others");
    assert!(model.others_within(-1.0).is_err());
}

#[test]
fn the_order_of_rows_matters_only_among_equals() {
    // Two rows are equally far from the query; the first of the table is the neighbor.
    let table = Table::builder()
        .number("x", vec![0.0, 2.0, 9.0])
        .category("class", &[Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let query = Table::builder().number("x", vec![1.0, 1.5]).build().unwrap();
    let said = |rows: Vec<u32>| {
        let model = KNeighbors::default().n_neighbors(1).fit(&data.select(rows)).unwrap();
        let values = model.predict(&query).unwrap().values;
        [values.label(0).to_string(), values.label(1).to_string()]
    };
    assert_eq!(said(vec![0, 1, 2]), ["a", "b"]);
    assert_eq!(said(vec![2, 1, 0]), ["b", "b"]);
}

#[test]
fn a_graph_is_built_and_walked_as_told() {
    let table = some_table(60, 3);
    let data = table.dataset().without(&["kind", "class"]).unwrap().target("number").unwrap();
    let learner =
        KNeighbors::default().algorithm(Algorithm::Hnsw).m(3).ef_construction(17).ef_search(9).n_neighbors(2);
    let model = learner.fit(&data).unwrap();
    let told = |model: &KNeighborsModel| {
        let hnsw = model.index().settings().hnsw;
        (hnsw.m, hnsw.ef_construction, hnsw.ef_search)
    };
    assert_eq!(told(&model), (3, 17, 9));
    let again = KNeighborsModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(told(&again), (3, 17, 9));
    for refused in [learner.clone().m(1), learner.clone().m(1025), learner.clone().ef_search(0)] {
        assert!(matches!(refused.fit(&data), Err(Error::Parameter { .. })));
    }
}

// proves: 000b:CL36, 002:Q05
#[test]
fn choosing_k() {
    // Rows of one class, with one of the other in their middle: its neighbors are wrong about it, and it about them.
    let (table, target) = table("iris");
    let data = table.dataset().target(target).unwrap();
    let notes = Arc::new(NeighborsTraceLog::default());
    let run = Run::default().observer(notes.clone());
    let curve = choose_k(&KNeighbors::default(), &data, 30, &run).unwrap();
    // Against the definition: a fit without each row.
    for k in [1, 7, 30] {
        let wrong = (0..150u32).filter(|&row| {
            let others = data.select((0..150).filter(|&other| other != row).collect());
            let model = KNeighbors::default().n_neighbors(k).fit(&others).unwrap();
            let one = data.select(vec![row]);
            let found = numbers(&model.predict_features(&one.row_features()).unwrap())[0];
            found != f64::from(row / 50)
        });
        assert_eq!(curve.errors[k as usize - 1], wrong.count() as f64 / 150.0, "k = {k}");
    }
    let best = curve.best();
    assert!(curve.errors.iter().all(|error| *error >= curve.errors[best - 1]));
    let events = notes.0.lock().unwrap();
    assert_eq!(events.len(), 31);
    assert_eq!(events[30].1["k"], 30);
    assert!(choose_k(&KNeighbors::default(), &data, 0, &Run::default()).is_err());
    assert!(
        choose_k(&KNeighbors::default(), &data, 150, &Run::default()).is_err(),
        "more than there are others"
    );
    let (table, target) = crate::test_support::table("diabetes");
    let data = table.dataset().target(target).unwrap();
    let learner = KNeighbors::default().scale(FeatureScaling::Standard);
    let curve = choose_k(&learner, &data, 40, &Run::default()).unwrap();
    assert!(curve.best() > 5 && curve.errors[0] > 1.5 * curve.errors[curve.best() - 1], "{curve:?}");
}

#[test]
fn a_file_of_numbers_is_none_of_classes() {
    let table = some_table(40, 5);
    let classes = table.dataset().target("class").unwrap();
    let weighted = classes.with_weights((0..40).map(|row| f64::from(row % 3)).collect()).unwrap();
    let numbers = table.dataset().without(&["kind", "class"]).unwrap().target("number").unwrap();
    let model = KNeighbors::default().metric(MetricName::Mahalanobis).fit(&numbers).unwrap();
    let graph = KNeighbors::default().algorithm(Algorithm::Hnsw).fit(&numbers).unwrap();
    assert_eq!(graph.index().algorithm(), Algorithm::Hnsw);
    let mut info = model.info().clone();
    info.schema.target = weighted_schema(&weighted);
    assert!(KNeighborsModel::from_bytes(info, &model.to_bytes().unwrap()).is_err(), "numbers are no classes");
}

fn weighted_schema(data: &Dataset) -> hornbook_data::TargetSchema {
    hornbook_data::TargetSchema::of(data).unwrap()
}

#[test]
fn explanations() {
    let table = notes();
    let data = classes(&table).with_weights(vec![1.0, 1.0, 0.0, 2.0, 1.0]).unwrap();
    let model = KNeighbors::default().n_neighbors(3).fit(&data).unwrap();
    let text = model.explain().to_string();
    assert!(text.contains("4 rows of 2 columns of numbers, found by brute"), "{text}");
    assert!(text.contains("the 3 nearest rows to a row vote for 'class'"), "{text}");
    let row = model.explain_row(&features(&model, &at(1.0, 1.0)), 0).unwrap();
    let json = row.to_json();
    let rows: Vec<_> = json["neighbors"].as_array().unwrap().iter().map(|one| one["row"].clone()).collect();
    assert_eq!(rows, [2, 1, 4], "the numbers that the rows had, from 1");
    assert_eq!(json["neighbors"][2]["vote"], 1.0, "one of two places is left");
    assert_eq!(json["votes"]["a"]["share"], 2.0 / 3.0);
    assert!(row.to_string().contains("1.414"), "{row}");
    let model = KNeighbors::default().n_neighbors(2).fit(&regression(&table)).unwrap();
    let row = model.explain_row(&features(&model, &at(1.0, 1.0)), 0).unwrap();
    assert!(row.to_string().contains("mean of number: 1.5"), "{row}");
    assert_eq!(model.kept_rows(), [0, 1, 2, 3, 4]);
}

// proves: 001:35, 002:Q08
#[test]
fn traces_and_warnings() {
    let notes_of_run = Arc::new(NeighborsTraceLog::default());
    let table = some_table(30, 1);
    let data = table.dataset().target("class").unwrap();
    let run = Run::default().observer(notes_of_run.clone());
    KNeighbors::default().prototypes(Prototypes::Condensed).fit_with(&data, &run).unwrap();
    let events = notes_of_run.0.lock().unwrap();
    assert_eq!(events[0].0, "index: 30 rows of 6 columns by brute, distance euclidean");
    assert_eq!(events[1].1["pass"], 1);
    assert_eq!(events.last().unwrap().1["changed"], 0, "the last pass changes nothing");
    let wide = Table::builder()
        .number("small", vec![0.1, 0.2, 0.3, 0.9])
        .number("large", vec![100.0, 900.0, 400.0, 0.0])
        .number("y", vec![1.0, 2.0, 3.0, 4.0])
        .build()
        .unwrap();
    let data = wide.dataset().target("y").unwrap();
    let warnings =
        |learner: KNeighbors| learner.n_neighbors(2).fit(&data).unwrap().info().summary.warnings.clone();
    let plain = warnings(KNeighbors::default());
    assert!(
        plain.len() == 1 && plain[0].starts_with("column 'large' makes 100.0% of the squared"),
        "{plain:?}"
    );
    assert!(warnings(KNeighbors::default().scale(FeatureScaling::Standard)).is_empty());
    assert!(warnings(KNeighbors::default().metric(MetricName::Gower)).is_empty());
    let run = Run::default();
    run.cancel_token().cancel();
    assert!(matches!(KNeighbors::default().fit_with(&data, &run), Err(Error::Canceled)));
}

#[test]
fn more_neighbors_than_rows() {
    let model = KNeighbors::default().n_neighbors(9).fit(&regression(&notes())).unwrap();
    assert_eq!(
        model.info().summary.warnings,
        ["n_neighbors is 9 and the total sample weight is 5: all rows vote"]
    );
    assert_eq!(numbers(&model.predict(&at(0.0, 0.0)).unwrap().values), [5.0]);
    let alone = classes(&notes()).select(vec![2]);
    let model = KNeighbors::default().fit(&alone).unwrap();
    assert_eq!(model.predict(&at(9.0, 9.0)).unwrap().values.label(0), "b");
}

#[test]
fn the_users_distance() {
    let data = classes(&notes());
    let learner = KNeighbors::default().n_neighbors(1);
    let taxi = learner.fit_with_metric(
        &data,
        Arc::new(|a, b| (a[0] - b[0]).abs() + (a[1] - b[1]).abs()),
        &Run::default(),
    );
    let taxi = taxi.unwrap();
    let named = learner.clone().metric(MetricName::Manhattan).fit(&data).unwrap();
    assert_eq!(taxi.predict(&notes()).unwrap(), named.predict(&notes()).unwrap());
    assert!(taxi.to_bytes().unwrap_err().to_string().contains("a file holds no functions"));
    let squared = learner.fit_with_metric(&data, Arc::new(|a, b| (a[0] - b[0]).powi(2)), &Run::default());
    let refused = squared.unwrap_err().to_string();
    assert!(refused.starts_with("the custom distance is not a metric: from row 1 to row"), "{refused}");
}

#[test]
fn zero_variance() {
    let table = Table::builder()
        .number("same", vec![7.0; 4])
        .number("x", vec![0.0, 1.0, 2.0, 3.0])
        .number("y", vec![0.0, 1.0, 2.0, 3.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    for scale in [FeatureScaling::None, FeatureScaling::Standard, FeatureScaling::MinMax] {
        let model = KNeighbors::default().n_neighbors(1).scale(scale).fit(&data).unwrap();
        assert_eq!(numbers(&model.predict(&table).unwrap().values), [0.0, 1.0, 2.0, 3.0]);
    }
    let gower = KNeighbors::default().n_neighbors(1).metric(MetricName::Gower).fit(&data).unwrap();
    assert_eq!(numbers(&gower.predict(&table).unwrap().values), [0.0, 1.0, 2.0, 3.0]);
    let refused = KNeighbors::default().metric(MetricName::Mahalanobis).fit(&data).unwrap_err().to_string();
    assert!(refused.contains("some are constant or collinear"), "{refused}");
}

#[test]
fn missing_values() {
    let table = Table::builder()
        .number("x", vec![1.0, f64::NAN, 3.0, 4.0])
        .category("kind", &[Some("u"), Some("v"), None, Some("u")])
        .category("class", &[Some("a"), Some("b"), Some("a"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let refused = KNeighbors::default().n_neighbors(1).fit(&data).unwrap_err().to_string();
    assert!(refused.starts_with("column 'x' is missing (NaN) in row 2"), "{refused}");
    let gower = KNeighbors::default().n_neighbors(1).metric(MetricName::Gower).fit(&data).unwrap();
    let labels: Vec<String> = (0..4).map(|row| gower.predict(&table).unwrap().values.label(row)).collect();
    assert_eq!(labels, ["a", "b", "a", "b"]);
    let nothing =
        Table::builder().number("x", vec![f64::NAN]).category("kind", &[None::<&str>]).build().unwrap();
    let refused = gower.predict(&nothing).unwrap_err().to_string();
    assert!(refused.starts_with("row 1 has only missing values, so it has no neighbors"), "{refused}");
    let known = data.select(vec![0, 2, 3]);
    let plain = KNeighbors::default().n_neighbors(1).fit(&known).unwrap();
    assert!(plain.predict(&nothing).unwrap_err().to_string().contains("column 'x' is missing"));
    let unseen = Table::builder().number("x", vec![3.1]).category("kind", &[Some("new")]).build().unwrap();
    let found = plain.predict(&unseen).unwrap();
    assert_eq!((found.values.label(0).as_str(), found.warnings.len()), ("a", 1));
    let hamming = KNeighbors::default().n_neighbors(1).metric(MetricName::Hamming).fit(&known).unwrap();
    assert_eq!(hamming.predict(&unseen).unwrap().values.label(0), "a", "missing is a level of its own");
}

#[test]
fn levels_are_a_known_distance_apart() {
    let table = Table::builder()
        .category("kind", &[Some("u"), Some("v"), Some("w")])
        .number("y", vec![1.0, 2.0, 3.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    for (metric, apart) in [
        (MetricName::Euclidean, 2f64.sqrt()),
        (MetricName::Manhattan, 2.0),
        (MetricName::Chebyshev, 1.0),
        (MetricName::Hamming, 1.0),
        (MetricName::Gower, 1.0),
    ] {
        let model = KNeighbors::default().metric(metric).n_neighbors(1).fit(&data).unwrap();
        let found = model.nearest(&features(&model, &table), 3).unwrap();
        assert_eq!(found.of(0).iter().map(|one| one.distance).collect::<Vec<_>>(), [0.0, apart, apart]);
    }
}

#[test]
fn arrays_and_tables_agree() {
    let (table, target) = table("wine");
    let data = table.dataset().target(target).unwrap();
    let model = KNeighbors::default().scale(FeatureScaling::Standard).fit(&data).unwrap();
    let dense = hornbook_encoding::encoded_features(&data).unwrap();
    let (from_table, from_matrix) =
        (model.predict(&table).unwrap().values, model.predict_matrix(dense.view()).unwrap());
    assert_eq!(from_table, from_matrix);
    assert!(matches!(from_table, Predictions::Classes(..)));
    let within = model.within(&features(&model, &table), 0.0).unwrap();
    assert!(within.iter().enumerate().all(|(row, found)| found.iter().any(|one| one.row as usize == row)));
}
