//! What forests do.

mod several_targets;

use super::bootstrap::BootstrapSampler;
use super::deduped::DedupedRows;
use super::*;
use crate::tree_ensemble::SplitTest;
use hornbook_core::{CountOrFraction, Observer, ObserverAction, Run, TraceEvent};
use hornbook_data::{Dataset, Features, Table};
use hornbook_learner::{Fit, Inspect, LoadModel, Model, Predictions};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// Numbers with ties and gaps, a category, and a noisy rule for the class and for a number.
fn some_table(rows: usize, seed: u64, classes: usize) -> Table {
    let mut rng = hornbook_core::Seed(seed).rng();
    let mut x: Vec<Vec<f64>> = vec![Vec::new(); 3];
    let (mut kinds, mut labels, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let row = [rng.unit(), (rng.unit() * 8.0).floor(), rng.unit() * 100.0];
        let kind = rng.below(5);
        let class = usize::from(row[0] > 0.5) + usize::from(row[1] + kind as f64 > 6.0);
        let class = if rng.below(10) == 0 { rng.below(classes) } else { class % classes };
        for (column, &value) in x.iter_mut().zip(&row) {
            column.push(if rng.below(12) == 0 { f64::NAN } else { value });
        }
        kinds.push((rng.below(20) > 0).then(|| format!("k{kind}")));
        labels.push(Some(format!("c{class}")));
        numbers.push(10.0 * row[0] + row[1] + kind as f64 + rng.unit());
    }
    let [a, b, c] = <[Vec<f64>; 3]>::try_from(x).unwrap();
    let table = Table::builder().number("a", a).number("b", b).number("c", c).category("kind", &kinds);
    table.category("class", &labels).number("y", numbers).build().unwrap()
}

fn classes(table: &Table) -> Dataset {
    table.dataset().target("class").unwrap().without(&["y"]).unwrap()
}

fn numbers(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["class"]).unwrap()
}

fn forest(trees: u32) -> RandomForest {
    RandomForest::default().n_estimators(trees)
}

fn extra(trees: u32) -> ExtraTrees {
    ExtraTrees::default().n_estimators(trees)
}

fn features(model: &ForestModel, table: &Table) -> Features<'static> {
    model.info().schema.features(table).unwrap().0
}

fn probabilities(model: &ForestModel, table: &Table) -> Vec<f64> {
    model.probabilities(table).unwrap().into_values()
}

fn predicted(model: &ForestModel, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(codes, _) => codes.into_iter().map(f64::from).collect(),
    }
}

// proves: 001:27
#[test]
fn as_good_as_scikit_learn() {
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/reference/forests.json")).unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, path, target) in [
        ("iris", "../../data/iris.csv", "species"),
        ("wine", "tests/data/wine.csv", "target"),
        ("breast_cancer", "tests/data/breast_cancer.csv", "target"),
        ("digits", "tests/data/digits.csv", "target"),
        ("diabetes", "tests/data/diabetes.csv", "target"),
    ] {
        let data = Table::read(folder.join(path)).unwrap().dataset().target(target).unwrap();
        let random = forest(300).oob_score(true).fit(&data).unwrap();
        let extra = extra(300).bootstrap(true).oob_score(true).fit(&data).unwrap();
        for (learner, model) in [("random-forest", random), ("extra-trees", extra)] {
            let (theirs, ours) = (reference[name][learner].as_f64().unwrap(), model.oob_score().unwrap());
            assert!(ours.low <= theirs && theirs <= ours.high, "{learner} on {name}: {theirs} and {ours:?}");
            let (low, high) =
                interval_of_score(theirs, data.rows().len() as f64, data.features().len(), name);
            assert!(
                low <= ours.value && ours.value <= high,
                "{learner} on {name}: {ours:?} and {low} to {high}"
            );
        }
    }
}

/// The 95 % interval of a score that another program has for these rows: Wilson's for the share of right rows, and for R² the
/// normal one with its large-sample standard error (Olkin and Finn).
fn interval_of_score(score: f64, rows: f64, columns: usize, name: &str) -> (f64, f64) {
    let z = 1.959_963_984_540_054f64;
    if name == "diabetes" {
        let free = rows - columns as f64 - 1.0;
        let variance =
            4.0 * score * (1.0 - score).powi(2) * free.powi(2) / ((rows * rows - 1.0) * (rows + 3.0));
        return (score - z * variance.sqrt(), score + z * variance.sqrt());
    }
    let middle = (score + z * z / (2.0 * rows)) / (1.0 + z * z / rows);
    let half = z / (1.0 + z * z / rows) * (score * (1.0 - score) / rows + z * z / (4.0 * rows * rows)).sqrt();
    (middle - half, middle + half)
}

#[test]
fn the_seed_counts() {
    let data = classes(&some_table(300, 1, 3));
    let bytes =
        |seed: u64| forest(5).fit_with(&data, &Run::default().seed(seed)).unwrap().to_bytes().unwrap();
    assert!(bytes(0) == bytes(0) && bytes(0) != bytes(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Neither the order of the rows nor that of the columns matters.
    #[test]
    fn order_does_not_matter(seed in 0u64..1000, is_random: bool) {
        let table = some_table(150, seed, 3);
        let mut rows: Vec<u32> = (0..150).collect();
        hornbook_core::Seed(seed).rng().shuffle(&mut rows);
        let turned = Table::new(
            table.names().iter().cloned().zip(table.columns().iter().cloned()).rev().collect(),
        ).unwrap();
        for make in [classes, numbers] {
            let fit = |data: &Dataset| match is_random {
                true => extra(5).fit(data).unwrap(),
                false => forest(5).oob_importances(true).fit(data).unwrap(),
            };
            let model = fit(&make(&table));
            prop_assert_eq!(&fit(&make(&table).select(rows.clone())).state, &model.state);
            let other = fit(&make(&turned));
            prop_assert_eq!(predicted(&other, &table), predicted(&model, &table));
            let mut importances = other.importances().unwrap();
            importances.reverse();
            prop_assert_eq!(importances, model.importances().unwrap());
            let means = |model: &ForestModel| -> Vec<f64> {
                model.oob_importances().into_iter().flatten().map(|one| one.mean).collect()
            };
            let mut shuffled = means(&other);
            shuffled.reverse();
            prop_assert_eq!(shuffled, means(&model));
        }
    }

    /// Weights that are not whole are shares: their scale does not matter, and weight 0 is the row absent.
    #[test]
    fn other_weights_are_shares(seed in 0u64..1000) {
        let data = classes(&some_table(120, seed, 2));
        let mut rng = hornbook_core::Seed(seed).rng();
        let weights: Vec<f64> = (0..120).map(|_| if rng.below(5) == 0 { 0.0 } else { 0.25 + rng.unit() }).collect();
        let kept: Vec<u32> = (0..120).filter(|&row| weights[row as usize] > 0.0).collect();
        let with = |scale: f64| data.clone().with_weights(weights.iter().map(|w| w * scale).collect()).unwrap();
        let one = forest(5).fit(&with(1.0)).unwrap();
        prop_assert_eq!(probabilities(&one, data.table()), probabilities(&forest(5).fit(&with(4.0)).unwrap(), data.table()));
        prop_assert_eq!(&one.state, &forest(5).fit(&with(1.0).select(kept)).unwrap().state);
        let one = extra(5).fit(&with(1.0)).unwrap();
        prop_assert_eq!(probabilities(&one, data.table()), probabilities(&extra(5).fit(&with(4.0)).unwrap(), data.table()));
    }
}

#[test]
fn two_classes_are_added_up_in_three_ways() {
    let table = some_table(400, 3, 2);
    let data = classes(&table);
    let halves = data.clone().with_weights(vec![0.5; 400]).unwrap();
    // Counted, and as sums of any weights.
    let counted = extra(9).fit(&data).unwrap();
    assert_eq!(probabilities(&counted, &table), probabilities(&extra(9).fit(&halves).unwrap(), &table));
    // Entropy goes another way, to a forest that is about as good.
    let entropy = forest(60).criterion(ForestCriterion::Entropy).oob_score(true).fit(&data).unwrap();
    let gini = forest(60).oob_score(true).fit(&data).unwrap();
    assert!((entropy.oob_score().unwrap().value - gini.oob_score().unwrap().value).abs() < 0.05);
}

#[test]
fn a_forest_without_chance_knows_its_rows() {
    let table = some_table(500, 4, 3);
    let data = classes(&table);
    let model = forest(1).bootstrap(false).max_features(None).fit(&data).unwrap();
    let codes = data.table().column("class").unwrap();
    let Predictions::Classes(found, levels) = model.predict(&table).unwrap().values else { panic!() };
    let right = |row: usize| codes.label(row).as_deref() == Some(&levels[found[row] as usize]);
    assert!((0..500).filter(|&row| right(row)).count() >= 495);
    let model = extra(3).fit(&numbers(&table)).unwrap();
    let y = table.dataset().target("y").unwrap();
    let hornbook_data::Target::Numbers(y) = y.require_target().unwrap().1.clone() else { panic!() };
    let worst =
        predicted(&model, &table).iter().zip(y.iter()).map(|(p, y)| (p - y).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-9, "{worst}");
}

#[test]
fn limits() {
    let table = some_table(600, 5, 3);
    let leaves = |model: &ForestModel| -> Vec<f64> {
        let ensemble = &model.state.ensemble;
        (0..ensemble.nodes())
            .filter(|&n| matches!(ensemble.test(n), SplitTest::Leaf(_)))
            .map(|n| ensemble.weight(n))
            .collect()
    };
    for data in [classes(&table), numbers(&table)] {
        let model = forest(5).min_samples_leaf(20.0).fit(&data).unwrap();
        assert!(leaves(&model).iter().all(|&w| w >= 20.0) && leaves(&model).len() > 10);
        let model = extra(5).min_samples_leaf(20.0).fit(&data).unwrap();
        assert!(leaves(&model).iter().all(|&w| w >= 20.0) && leaves(&model).len() > 10);
        let model = forest(5).max_leaf_nodes(7).fit(&data).unwrap();
        assert_eq!(leaves(&model).len(), 35);
        let model = forest(5).max_depth(3).fit(&data).unwrap();
        assert!(leaves(&model).len() <= 40);
        let model = forest(5).min_samples_split(100.0).fit(&data).unwrap();
        let ensemble = &model.state.ensemble;
        let asks = |node: usize| ensemble.test(node).column().is_some();
        assert!((0..ensemble.nodes()).filter(|&n| asks(n)).all(|n| ensemble.weight(n) >= 100.0));
        let model = forest(5).min_impurity_decrease(0.01).fit(&data).unwrap();
        let ensemble = &model.state.ensemble;
        assert!(
            (0..ensemble.nodes())
                .filter(|&n| ensemble.test(n).column().is_some())
                .all(|n| ensemble.gain(n) >= 0.01)
        );
        let half = forest(5).max_samples(CountOrFraction::Fraction(0.5)).fit(&data).unwrap();
        let roots = (0..5).map(|tree| half.state.ensemble.nodes_of(tree).start);
        assert!(roots.map(|root| half.state.ensemble.weight(root)).all(|weight| weight == 300.0));
    }
}

#[test]
fn refusals() {
    let table = some_table(60, 6, 3);
    let data = classes(&table);
    let wrong = |learner: RandomForest| learner.fit(&data).unwrap_err().to_string();
    assert_eq!(
        wrong(forest(3).criterion(ForestCriterion::Variance)),
        "random-forest: parameter 'criterion' is 'variance', which is not for classification; expected gini, entropy or none"
    );
    assert!(
        wrong(forest(3).bootstrap(false).oob_score(true)).contains("'oob_score' is set without bootstrap")
    );
    assert!(
        wrong(forest(3).bootstrap(false).max_samples(CountOrFraction::Count(3))).contains("'max_samples'")
    );
    assert!(wrong(forest(3).bootstrap(false).oob_importances(true)).contains("'oob_importances'"));
    assert!(wrong(forest(3).quantiles(true)).contains("classification, which has none"));
    assert!(wrong(forest(0)).contains("n_estimators"));
    let model = forest(3).fit(&data).unwrap();
    let rows = features(&model, &table);
    assert!(model.predict_quantiles(&rows, &[0.5]).unwrap_err().to_string().contains("has no quantiles"));
    let model = forest(3).quantiles(true).fit(&numbers(&table)).unwrap();
    assert!(model.predict_quantiles(&rows, &[1.5]).is_err() && model.predict_intervals(&rows, 1.0).is_err());
    assert!(model.explain_row(&rows, 60).unwrap_err().to_string().starts_with("there is no row 61"));
    assert!(outlier_measure(&hornbook_data::Matrix::zeros(2, 3), &[0, 0]).is_err());
}

#[test]
fn max_features_on_every_door() {
    use hornbook_core::{Declared, ParameterValue, Task, Value};
    use serde_json::json;
    for (value, of_classes, of_numbers) in [
        (json!("auto"), 4, 20),
        (json!("sqrt"), 4, 4),
        (json!("log2"), 4, 4),
        (json!(7), 7, 7),
        (json!(0.3), 6, 6),
        (json!(1.0), 20, 20),
        (json!(99), 20, 20),
    ] {
        let read = MaxFeatures::from_value(&value).unwrap();
        assert_eq!(read.to_value(), value);
        let counts = (read.of(20, Task::Classification), read.of(20, Task::Regression));
        assert_eq!(counts, (of_classes, of_numbers), "{value}");
    }
    let spec = RandomForest::declaration().parameter("max_features").unwrap();
    let parse = |text: &str| spec.parse(RandomForest::declaration(), text);
    assert_eq!(parse("sqrt").unwrap(), json!("sqrt"));
    assert_eq!(parse("1").unwrap(), json!(1));
    assert_eq!(parse("1.0").unwrap(), json!(1.0));
    assert_eq!(parse("none").unwrap(), Value::Null);
    assert!(parse("many").unwrap_err().to_string().contains("a count from 1"));
    assert!(RandomForest::default().set_parameter("max_features", &json!(1.5)).is_err());
}

/// The out-of-bag predictions, worked out again from the bags.
#[test]
fn out_of_bag_is_what_it_says() {
    let table = some_table(80, 7, 3);
    let data = classes(&table);
    let model = forest(12).oob_score(true).fit_with(&data, &Run::default().seed(5)).unwrap();
    let hornbook_data::Target::Classes(target) = data.require_target().unwrap().1 else { panic!() };
    let rows = DedupedRows::of(&data, |row| target.codes[row]);
    let sampler = BootstrapSampler::new(&rows.weights, |all| all);
    let ends = model.state.ensemble.apply(&features(&model, &table));
    let (mut sums, mut counts) = (vec![[0.0; 3]; 80], vec![0.0; 80]);
    for tree in 0..12 {
        let sample = sampler.draw(Run::default().seed(5).root_seed().derive(tree as u64).derive(0));
        for row in 0..80 {
            if sample.drawn.iter().all(|&(drawn, _)| drawn != rows.of_data[row]) {
                let leaf = model.state.ensemble.leaf_numbers(ends[row * 12 + tree] as usize);
                sums[row].iter_mut().zip(leaf).for_each(|(sum, x)| *sum += x);
                counts[row] += 1.0;
            }
        }
    }
    let found = model.oob_predictions().unwrap();
    let (mut right, mut judged) = (0, 0);
    for row in 0..80 {
        if counts[row] == 0.0 {
            assert!(found.row(row).iter().all(|p| p.is_nan()));
            continue;
        }
        for (found, sum) in found.row(row).iter().zip(sums[row]) {
            assert!((found - sum / counts[row]).abs() < 1e-12);
        }
        judged += 1;
        right += usize::from(hornbook_learner::first_largest(found.row(row)) as u32 == target.codes[row]);
    }
    let score = model.oob_score().unwrap();
    assert_eq!((score.rows, score.value), (judged, right as f64 / judged as f64));
    assert_eq!((score.low, score.high), hornbook_math::estimates::wilson(right as f64, judged as f64, 0.95));
    assert_eq!(model.info().summary.details["oob_score"], score.value);
}

#[test]
fn r_squared_out_of_bag_covers_that_of_new_rows() {
    let model = forest(100).oob_score(true).fit(&numbers(&some_table(600, 8, 2))).unwrap();
    let fresh = some_table(4000, 9, 2);
    let truth = numbers(&fresh);
    let hornbook_data::Target::Numbers(y) = truth.require_target().unwrap().1 else { panic!() };
    let mean = y.iter().sum::<f64>() / 4000.0;
    let errors: f64 = predicted(&model, &fresh).iter().zip(y.iter()).map(|(p, y)| (p - y).powi(2)).sum();
    let spread: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    let score = model.oob_score().unwrap();
    let value = 1.0 - errors / spread;
    assert!(score.low < value && value < score.high && score.high - score.low < 0.1, "{value} {score:?}");
}

#[test]
fn importances_find_the_columns_that_matter() {
    let table = some_table(1500, 10, 2);
    for data in [classes(&table), numbers(&table)] {
        let model = forest(40).oob_importances(true).fit(&data).unwrap();
        let by_impurity = model.impurity_importances();
        assert!((by_impurity.iter().map(|one| one.mean).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(by_impurity.iter().all(|one| one.deviation > 0.0 && one.deviation < 0.5));
        let shuffled = model.oob_importances().unwrap();
        // Column a decides, column c is noise.
        assert!(shuffled[0].low > 0.0 && shuffled[0].mean > 5.0 * shuffled[2].mean.abs(), "{shuffled:?}");
        assert!(shuffled.iter().all(|one| one.low <= one.mean && one.mean <= one.high));
        let text = model.explain().to_string();
        assert!(
            text.contains("over the trees") && text.contains("Permutation importance (out-of-bag)"),
            "{text}"
        );
    }
}

#[test]
fn quantiles_are_those_of_the_neighbors() {
    let table = some_table(200, 11, 2);
    let data = numbers(&table);
    let hornbook_data::Target::Numbers(y) = data.require_target().unwrap().1 else { panic!() };
    let model = forest(9).min_samples_leaf(5.0).quantiles(true).fit(&data).unwrap();
    let rows = features(&model, &table);
    let levels = [0.0, 0.1, 0.5, 0.93, 1.0];
    let found = model.predict_quantiles(&rows, &levels).unwrap();
    let leaves = model.apply(&rows);
    for row in 0..200 {
        // The weight of every training row, as the paper has it.
        let mut weights = vec![0.0; 200];
        for tree in 0..9 {
            let mine = leaves[row * 9 + tree];
            let with: Vec<usize> = (0..200).filter(|&other| leaves[other * 9 + tree] == mine).collect();
            with.iter().for_each(|&other| weights[other] += 1.0 / (9.0 * with.len() as f64));
        }
        let mut order: Vec<usize> = (0..200).filter(|&other| weights[other] > 0.0).collect();
        order.sort_by(|&a, &b| y[a].total_cmp(&y[b]));
        for (at, &level) in levels.iter().enumerate() {
            let mut sum = 0.0;
            let reached = order.iter().find(|&&other| {
                sum += weights[other];
                sum >= level - 1e-12
            });
            assert_eq!(
                found.at(row, at),
                y[*reached.unwrap_or(&order[order.len() - 1])],
                "row {row} at {level}"
            );
        }
    }
    // A forest of single leaves knows the quantiles of all rows: those of numpy's inverted_cdf.
    let table = Table::builder()
        .number("x", vec![0.0; 5])
        .number("y", vec![3.0, 1.0, 2.0, 5.0, 4.0])
        .build()
        .unwrap();
    let model = forest(4).quantiles(true).fit(&table.dataset().target("y").unwrap()).unwrap();
    let found = model.predict_quantiles(&features(&model, &table), &[0.2, 0.5, 0.6, 0.61]).unwrap();
    assert_eq!(found.row(0), [1.0, 3.0, 3.0, 4.0]);
}

#[test]
fn intervals_hold_new_rows_as_often_as_they_say() {
    let model =
        forest(200).min_samples_leaf(5.0).quantiles(true).fit(&numbers(&some_table(1500, 12, 2))).unwrap();
    let fresh = some_table(1500, 13, 2);
    let truth = numbers(&fresh);
    let hornbook_data::Target::Numbers(y) = truth.require_target().unwrap().1 else { panic!() };
    let intervals = model.predict_intervals(&features(&model, &fresh), 0.9).unwrap();
    let inside =
        (0..1500).filter(|&row| intervals.at(row, 0) <= y[row] && y[row] <= intervals.at(row, 1)).count();
    assert!((1290..=1480).contains(&inside), "{inside}");
}

#[test]
fn proximities_are_shared_leaves() {
    let table = some_table(60, 14, 2);
    let model = forest(15).fit(&classes(&table)).unwrap();
    let rows = features(&model, &table);
    let found = model.proximities(&rows, &rows).unwrap();
    let leaves = model.apply(&rows);
    for one in 0..60 {
        assert_eq!(found.at(one, one), 1.0);
        for other in 0..60 {
            let shared = (0..15).filter(|t| leaves[one * 15 + t] == leaves[other * 15 + t]).count();
            assert_eq!(found.at(one, other), shared as f64 / 15.0);
        }
    }
    let few = features(&model, &table.take(&[3, 4]));
    assert_eq!(model.proximities(&few, &rows).unwrap().row(1), found.row(4));
    let none = features(&model, &table.take(&[]));
    assert_eq!(model.proximities(&rows, &none).unwrap().columns(), 0);
    let measure = outlier_measure(&found, &vec![0; 60]).unwrap();
    assert_eq!(measure.len(), 60);
    let mut sorted = measure.clone();
    sorted.sort_by(f64::total_cmp);
    assert!((sorted[29] + sorted[30]).abs() < 1e-9, "the median is 0");
}

#[test]
fn one_row_explained() {
    let table = some_table(300, 16, 3);
    for data in [classes(&table), numbers(&table)] {
        let model = forest(20).fit(&data).unwrap();
        let rows = features(&model, &table);
        for row in [0, 7, 299] {
            let why = model.explain_row(&rows, row).unwrap();
            let json = &why.sections[0].json;
            let ends = json["ends"].as_f64().unwrap();
            let moved: f64 =
                json["columns"].as_object().unwrap().values().map(|c| c["moves"].as_f64().unwrap()).sum();
            assert!((json["starts"].as_f64().unwrap() + moved - ends).abs() < 1e-10);
            let predicted = match model.predict(&table).unwrap().values {
                Predictions::Numbers(values) => values[row],
                Predictions::Classes(codes, levels) => {
                    assert_eq!(json["class"], levels[codes[row] as usize]);
                    model.probabilities(&table).unwrap().at(row, codes[row] as usize)
                }
            };
            assert!((ends - predicted).abs() < 1e-10);
            assert!(why.to_string().contains("(mean prediction)"));
        }
    }
}

#[test]
fn odd_tables() {
    let one_class =
        Table::builder().number("x", vec![1.0, 2.0]).category("c", &[Some("u"), Some("u")]).build().unwrap();
    let data = one_class.dataset().target("c").unwrap();
    for model in [forest(3).oob_score(true).fit(&data).unwrap(), extra(3).fit(&data).unwrap()] {
        assert_eq!(
            model.info().summary.warnings[0],
            "the target has only one class, 'u': every prediction will be 'u'"
        );
        assert_eq!(model.nodes(), 3);
        assert_eq!(model.predict(&one_class).unwrap().values.label(1), "u");
        assert_eq!(model.importances().unwrap(), [0.0]);
    }
    // Constant and all missing columns; no column at all; one row.
    let table = Table::builder()
        .number("k", vec![1.0; 4])
        .number("m", vec![f64::NAN; 4])
        .category("n", &[None::<&str>; 4])
        .number("y", vec![1.0, 2.0, 3.0, 4.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    for data in [data.clone(), data.only::<&str>(&[]).unwrap()] {
        let model = extra(3).fit(&data).unwrap();
        assert_eq!((model.nodes(), predicted(&model, &table)), (3, vec![2.5; 4]));
        assert_eq!(forest(3).fit(&data).unwrap().nodes(), 3);
        assert!(model.explain_row(&features(&model, &table), 0).is_ok());
    }
    let one_row = table.take(&[2]);
    let model = forest(3).oob_score(true).fit(&one_row.dataset().target("y").unwrap()).unwrap();
    assert_eq!(predicted(&model, &table), vec![3.0; 4]);
    assert!(model.oob_score().is_none());
    assert!(model.info().summary.warnings[0].contains("no row was left out"));
    assert!(predicted(&model, &table.take(&[])).is_empty());
}

#[test]
fn missing_values_and_many_levels_are_of_use() {
    // Whether x is there decides; among 400 levels the even ones decide.
    let x: Vec<f64> = (0..2000).map(|i| if i % 3 == 0 { f64::NAN } else { f64::from(i % 7) }).collect();
    let by_gap: Vec<Option<&str>> =
        (0..2000).map(|i| Some(if i % 3 == 0 { "gap" } else { "value" })).collect();
    let codes: Vec<Option<String>> = (0..2000).map(|i| Some(format!("l{:03}", i * 7 % 400))).collect();
    let by_level: Vec<f64> = (0..2000).map(|i| f64::from(i * 7 % 400 % 2)).collect();
    let gaps = Table::builder().number("x", x).category("c", &by_gap).build().unwrap();
    let levels = Table::builder().category("l", &codes).number("y", by_level.clone()).build().unwrap();
    for (gap, level) in [
        (
            forest(5).fit(&gaps.dataset().target("c").unwrap()).unwrap(),
            forest(5).fit(&levels.dataset().target("y").unwrap()).unwrap(),
        ),
        (
            extra(5).fit(&gaps.dataset().target("c").unwrap()).unwrap(),
            extra(5).fit(&levels.dataset().target("y").unwrap()).unwrap(),
        ),
    ] {
        let right = (0..2000).filter(|&i| gap.predict(&gaps).unwrap().values.label(i) == by_gap[i].unwrap());
        assert_eq!(right.count(), 2000);
        let worst =
            predicted(&level, &levels).iter().zip(&by_level).map(|(p, y)| (p - y).abs()).fold(0.0, f64::max);
        assert!(worst < 0.7, "{worst}");
    }
    let deep = forest(5).bootstrap(false).fit(&levels.dataset().target("y").unwrap()).unwrap();
    assert_eq!(predicted(&deep, &levels), by_level);
    assert_eq!(deep.nodes(), 15, "one question tells the levels apart");
}

/// Keeps the trace, and says enough after some trees.
#[derive(Default)]
struct Notebook {
    events: Mutex<Vec<serde_json::Value>>,
    enough: u64,
}

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        assert!(event.to_string().starts_with("tree "));
        self.events.lock().unwrap().push(event.to_json());
    }
    fn progress(&self, progress: hornbook_core::Progress) -> ObserverAction {
        if progress.done == self.enough { ObserverAction::Finish } else { ObserverAction::Continue }
    }
}

#[test]
fn traced_and_stopped() {
    let table = some_table(300, 17, 3);
    let data = classes(&table);
    let notebook = Arc::new(Notebook { enough: 6, ..Notebook::default() });
    let model =
        forest(40).oob_score(true).fit_with(&data, &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.events.lock().unwrap().clone();
    assert_eq!((events.len(), model.trees()), (6, 6));
    assert_eq!(events[5]["oob_error"].as_f64().unwrap(), 1.0 - model.oob_score().unwrap().value);
    assert!(events[0]["rows"].as_u64().unwrap() < 230 && events[0]["nodes"].as_u64().unwrap() > 20);
    let first = forest(6).oob_score(true).fit(&data).unwrap();
    assert_eq!(first.state.ensemble, model.state.ensemble, "a trace changes nothing");
}

#[test]
fn a_matrix_and_a_table_agree() {
    let table = some_table(5000, 18, 2);
    let data = classes(&table).only(&["a", "b", "c"]).unwrap();
    let matrix = hornbook_encoding::encoded_features(&data).unwrap();
    for model in [forest(5).fit(&data).unwrap(), extra(5).fit(&data).unwrap()] {
        let found = model.predict_matrix(matrix.view()).unwrap();
        assert_eq!(found, model.predict(&table).unwrap().values);
        // One row at a time the trees are walked another way.
        for row in [0, 17, 4999] {
            let single = model.info().schema.matrix(matrix.view()).unwrap().single(row);
            let fresh = ForestModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
            let (one, all) = (fresh.probabilities_of(&single).unwrap(), model.probabilities(&table).unwrap());
            assert_eq!(one.row(0), all.row(row));
        }
    }
}

#[test]
fn exclusive_or_needs_a_question_that_saves_nothing() {
    let (a, b) = (vec![0.0, 0.0, 1.0, 1.0], vec![0.0, 1.0, 0.0, 1.0]);
    let classes = [Some("no"), Some("yes"), Some("yes"), Some("no")];
    let table = Table::builder().number("a", a).number("b", b).category("c", &classes).build().unwrap();
    let data = table.dataset().target("c").unwrap();
    for criterion in [ForestCriterion::Gini, ForestCriterion::Entropy] {
        let model = forest(3).bootstrap(false).criterion(criterion).fit(&data).unwrap();
        assert_eq!(predicted(&model, &table), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(model.nodes(), 21);
    }
}

#[test]
fn a_category_with_a_level_for_every_row() {
    let rows = 100_000;
    let names: Vec<Option<String>> = (0..rows).map(|i| Some(format!("id{i:06}"))).collect();
    let y: Vec<f64> = (0..rows).map(|i| f64::from(i % 10)).collect();
    let table = Table::builder().category("id", &names).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    for model in [forest(2).max_depth(2).fit(&data).unwrap(), extra(2).max_depth(2).fit(&data).unwrap()] {
        assert_eq!(model.nodes(), 14);
        assert!(predicted(&model, &table).iter().all(|p| (0.0..=9.0).contains(p)));
        let unseen = Table::builder().category("id", &[Some("nobody")]).build().unwrap();
        let found = model.predict(&unseen).unwrap();
        assert!(found.warnings[0].contains("unseen value") && predicted(&model, &unseen)[0].is_finite());
    }
}

#[test]
fn every_tree_can_be_drawn() {
    let data = crate::decision_tree::tests::some_data(200, 1);
    let model = RandomForest::default().n_estimators(3).fit(&data).unwrap();
    assert_eq!((model.diagrams(), model.diagram(3)), (3, None));
    let diagram = model.diagram(2).unwrap();
    assert_eq!(diagram.title, "tree 3 of 3 of random-forest for class");
    let leaves = diagram.nodes().iter().filter(|node| node.branches.is_empty());
    assert!(leaves.clone().count() > 5);
    // What the root says is the mean of the leaves.
    assert!((diagram.nodes()[0].shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(leaves.clone().all(|leaf| leaf.answer[1].starts_with("fraction ")));
}
