use super::losses::LambdaRank;
use super::*;
use crate::tree_ensemble::SplitTest;
use hornbook_core::{ColumnSets, Observer, PerColumn, Run, TraceEvent};
use hornbook_data::{Categories, Column, Dataset, Table};
use hornbook_learner::{Fit, Inspect, Model, Predictions, Predictor, TrainingInput};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// A table of numbers from a CSV file, with its words left out.
fn numbers(text: &str) -> Table {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    let mut builder = Table::builder();
    for (i, name) in header.iter().enumerate() {
        if let Ok(values) = rows.iter().map(|r| r[i].parse::<f64>()).collect::<Result<Vec<_>, _>>() {
            builder = builder.number(name, values);
        } else {
            builder = builder.category(name, &rows.iter().map(|r| Some(r[i])).collect::<Vec<_>>());
        }
    }
    builder.build().unwrap()
}

fn iris() -> Table {
    numbers(include_str!("../../../../data/iris.csv"))
}

fn cars() -> Table {
    numbers(include_str!("../../../../data/mtcars.csv"))
}

fn predicted(model: &GradientBoostingModel, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(codes, _) => codes.into_iter().map(f64::from).collect(),
    }
}

fn reference(name: &str) -> Vec<f64> {
    let all: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/reference/boosting.json")).unwrap();
    all[name].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (row, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() < tolerance, "row {row}: {a} and not {b}");
    }
}

fn few(leaves: u32, min_leaf: f64) -> GradientBoosting {
    GradientBoosting::default().max_iter(20).max_leaf_nodes(leaves).min_samples_leaf(min_leaf)
}

const IRIS_NUMBERS: [&str; 3] = ["sepal_width", "petal_length", "petal_width"];
const CAR_NUMBERS: [&str; 5] = ["disp", "hp", "drat", "wt", "qsec"];

#[test]
fn agrees_with_scikit_learn_on_numbers() {
    let table = iris();
    let data = table.dataset().only(&IRIS_NUMBERS).unwrap().target("sepal_length").unwrap();
    let model = few(8, 5.0).fit(&data).unwrap();
    close(&predicted(&model, &table), &reference("squared"), 1e-4);
    let ridge = few(8, 5.0).l2_regularization(3.0).max_depth(3).fit(&data).unwrap();
    close(&predicted(&ridge, &table), &reference("ridge"), 1e-4);
    let weights = (0..150).map(|i| 1.0 + f64::from(i % 3)).collect::<Vec<_>>();
    let weighted = few(4, 1.0).fit(&data.with_weights(weights).unwrap()).unwrap();
    close(&predicted(&weighted, &table), &reference("weighted"), 1e-4);
}

#[test]
fn agrees_with_scikit_learn_on_deviances_and_classes() {
    let table = cars();
    for (loss, target) in [(BoostingLoss::Poisson, "carb"), (BoostingLoss::Gamma, "mpg")] {
        let data = table.dataset().only(&CAR_NUMBERS).unwrap().target(target).unwrap();
        let model = few(4, 4.0).loss(loss).fit(&data).unwrap();
        close(&predicted(&model, &table), &reference(loss.name()), 1e-4);
    }
    let table = iris();
    let is_versicolor: Vec<Option<&str>> =
        (0..150).map(|row| Some(if (50..100).contains(&row) { "yes" } else { "no" })).collect();
    let column = Column::Category(Categories::from_labels(&is_versicolor));
    let table = table.with_column("is", column).unwrap();
    let data = table.dataset().only(&IRIS_NUMBERS).unwrap().target("is").unwrap();
    let model = few(6, 5.0).fit(&data).unwrap();
    let probabilities = model.probabilities(&table).unwrap();
    let found: Vec<f64> = (0..150).map(|row| probabilities.row(row)[1]).collect();
    close(&found, &reference("binary"), 1e-4);
}

/// A table with two numbers, a category, missing values, and a target that depends on all of them.
fn mixed(rows: usize, seed: u64) -> Table {
    let mut rng = hornbook_core::Seed(seed).rng();
    let (mut a, mut b, mut c, mut y) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let (x, z, level) = (rng.below(40) as f64, rng.below(7) as f64, rng.below(6));
        y.push(
            x / 10.0 + (z - 3.0) * (z - 3.0) + [0.0, 2.0, 1.0, 5.0, 0.5, 3.0][level] + rng.below(3) as f64,
        );
        a.push(if rng.below(10) == 0 { f64::NAN } else { x });
        b.push(z);
        c.push(Some(["u", "v", "w", "x", "y", "z"][level]).filter(|_| rng.below(12) > 0));
    }
    Table::builder().number("a", a).number("b", b).category("c", &c).number("y", y).build().unwrap()
}

fn of(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap()
}

#[test]
fn more_rounds_fit_better_and_can_be_taken_back() {
    let table = mixed(500, 2);
    let model = few(8, 5.0).fit(&of(&table)).unwrap();
    let schema = model.info().schema.clone();
    let (rows, _) = schema.features(&table).unwrap();
    let y = predicted_target(&table);
    let loss = |rounds| -> f64 {
        let scores = model.scores(&rows, Some(rounds));
        y.iter().zip(scores.values()).map(|(y, s)| (y - s) * (y - s)).sum()
    };
    let losses: Vec<f64> = (0..=20).map(loss).collect();
    assert!(losses.windows(2).all(|pair| pair[1] < pair[0]), "{losses:?}");
    let ten = few(8, 5.0).max_iter(10).fit(&of(&table)).unwrap();
    assert!(model.truncated(10).ensemble == ten.ensemble);
    let more = few(8, 5.0)
        .max_iter(10)
        .fit_with(TrainingInput::from(&of(&table)).with_warm_start(&ten), &Run::default())
        .unwrap();
    assert!(more.ensemble == model.ensemble, "a warm start goes on where it stopped");
    assert!(
        few(8, 5.0)
            .fit_with(
                TrainingInput::from(&cars().dataset().target("mpg").unwrap()).with_warm_start(&ten),
                &Run::default()
            )
            .is_err()
    );
}

fn predicted_target(table: &Table) -> Vec<f64> {
    let Column::Number(y) = table.column("y").unwrap() else { panic!("not numbers") };
    y.dense().to_vec()
}

#[test]
fn leaves_are_never_too_small() {
    // The log loss has small Hessians where it is sure, so rows must be counted.
    let rows = 3000;
    let x: Vec<f64> = (0..rows).map(f64::from).collect();
    let y: Vec<Option<&str>> =
        (0..rows).map(|i| Some(if i % 97 == 0 || i > 2950 { "b" } else { "a" })).collect();
    let table = Table::builder().number("x", x).category("y", &y).build().unwrap();
    for (min_leaf, weights) in [(30.0, None), (30.0, Some(0.5))] {
        let mut data = of(&table);
        if let Some(weight) = weights {
            data = data.with_weights((0..rows).map(|i| weight + f64::from(i % 2)).collect()).unwrap();
        }
        let model = GradientBoosting::default().max_iter(30).min_samples_leaf(min_leaf).fit(&data).unwrap();
        let ensemble = &model.ensemble;
        let leaves = (0..ensemble.nodes()).filter(|&n| ensemble.test(n).column().is_none());
        let least = leaves.map(|n| ensemble.weight(n)).fold(f64::INFINITY, f64::min);
        assert!((min_leaf..min_leaf + 5.0).contains(&least), "the smallest leaf weighs {least}");
    }
}

#[test]
fn constraints_hold() {
    let table = mixed(2000, 4);
    let data = of(&table);
    let monotone = GradientBoosting::default().monotonic_cst(PerColumn::named([("a", 1.0), ("b", -1.0)]));
    let model = monotone.fit(&data).unwrap();
    let line = |column: &str, fixed: &str, at: f64| {
        let grid: Vec<f64> = (-5..50).map(f64::from).collect();
        let other = vec![at; grid.len()];
        let c: Vec<Option<&str>> = vec![Some("x"); grid.len()];
        let table =
            Table::builder().number(column, grid).number(fixed, other).category("c", &c).build().unwrap();
        predicted(&model, &table)
    };
    for at in 0..7 {
        let rising = line("a", "b", f64::from(at));
        assert!(rising.windows(2).all(|pair| pair[1] >= pair[0]) && rising[54] > rising[0]);
        let falling = line("b", "a", f64::from(at * 5));
        assert!(falling.windows(2).all(|pair| pair[1] <= pair[0]));
    }

    let apart = GradientBoosting::default().interaction_cst(ColumnSets::named(&[&["a", "c"]]));
    let model = apart.fit(&data).unwrap();
    let ensemble = &model.ensemble;
    let mut open: Vec<(usize, Vec<usize>)> =
        (0..ensemble.trees()).map(|tree| (ensemble.nodes_of(tree).start, Vec::new())).collect();
    let mut together = false;
    while let Some((node, mut path)) = open.pop() {
        path.extend(ensemble.test(node).column());
        assert!(!(path.contains(&1) && (path.contains(&0) || path.contains(&2))), "{path:?}");
        together |= path.contains(&0) && path.contains(&2);
        open.extend(ensemble.test(node).children().into_iter().flatten().map(|child| (child, path.clone())));
    }
    assert!(together, "columns of one set may meet");
}

#[test]
fn early_stopping_keeps_the_best_round() {
    let table = mixed(600, 5);
    let noisy = GradientBoosting::default().max_iter(300).learning_rate(0.5).min_samples_leaf(1.0);
    let stopped = noisy.clone().early_stopping(true).fit(&of(&table)).unwrap();
    assert!(stopped.iterations() < 100, "{} rounds", stopped.iterations());
    let validation = mixed(300, 6);
    let watched = noisy
        .fit_with(TrainingInput::from(&of(&table)).with_validation(&of(&validation)), &Run::default())
        .unwrap();
    let error = |rounds: usize| -> f64 {
        let y = predicted_target(&validation);
        predicted(&watched.truncated(rounds), &validation).iter().zip(y).map(|(p, y)| (p - y) * (p - y)).sum()
    };
    let best = watched.iterations();
    assert!((0..best).all(|rounds| error(rounds) >= error(best)));
    assert!(best < 100);
}

/// A loss that a user might write: squared error.
struct Mine;

impl PointLoss for Mine {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [score - target, 1.0]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        (score - target) * (score - target) / 2.0
    }
}

impl RowLoss for Mine {
    fn init_score(&self, targets: &[f64], _weights: &[f64]) -> f64 {
        targets.iter().sum::<f64>() / targets.len() as f64
    }
}

#[test]
fn a_loss_of_ones_own() {
    let table = mixed(300, 7);
    let own = few(6, 5.0).fit_loss(&of(&table), Box::new(Mine), &Run::default()).unwrap();
    let usual = few(6, 5.0).fit(&of(&table)).unwrap();
    assert!(own.ensemble == usual.ensemble);
}

/// The same gradients, and a loss by which the validation set must be evaluated, instead of the loss that would have been.
struct Tenth;

impl PointLoss for Tenth {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        Mine.grad_hess(target, score)
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        Mine.loss(target, score) / 10.0
    }
}

impl RowLoss for Tenth {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        Mine.init_score(targets, weights)
    }
}

#[test]
fn a_loss_of_ones_own_watches_too() {
    let table = mixed(300, 7);
    let watching = few(6, 5.0).early_stopping(true);
    let of_loss = |loss: Box<dyn RowLoss>| {
        let model = watching.fit_loss(&of(&table), loss, &Run::default()).unwrap();
        model.info().summary.details["validation_loss"].as_f64().unwrap()
    };
    let (whole, tenth) = (of_loss(Box::new(Mine)), of_loss(Box::new(Tenth)));
    assert!((whole - 10.0 * tenth).abs() < 1e-6 * whole, "{whole} {tenth}");
}

#[test]
fn losses_aim_at_what_they_say() {
    let table = mixed(4000, 8);
    let y = predicted_target(&table);
    let fit = |loss: BoostingLoss, quantile: f64| {
        let learner = GradientBoosting::default().loss(loss).quantile(quantile).max_iter(60);
        predicted(&learner.fit(&of(&table)).unwrap(), &table)
    };
    for share in [0.1, 0.5, 0.9] {
        let below = fit(BoostingLoss::Quantile, share).iter().zip(&y).filter(|(p, y)| *y <= *p).count();
        assert!((below as f64 / 4000.0 - share).abs() < 0.05, "{below} of 4000 below the {share} quantile");
    }
    let error = |p: &[f64]| p.iter().zip(&y).map(|(p, y)| (p - y).abs()).sum::<f64>();
    let squared = error(&fit(BoostingLoss::SquaredError, 0.5));
    for loss in [BoostingLoss::AbsoluteError, BoostingLoss::Huber, BoostingLoss::Tweedie] {
        assert!(error(&fit(loss, 0.5)) < 1.25 * squared, "{loss:?}");
    }
}

#[test]
fn ranking_learns_the_order_within_groups() {
    let rows = 1200;
    let mut rng = hornbook_core::Seed(9).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.below(100) as f64).collect();
    let noise: Vec<f64> = (0..rows).map(|_| rng.below(100) as f64).collect();
    let y: Vec<f64> = x.iter().map(|x| (x / 25.0).floor()).collect();
    let groups: Vec<u32> = (0..rows).map(|i| i / 12).collect();
    let table = Table::builder().number("noise", noise).number("x", x).number("y", y).build().unwrap();
    let learner = GradientBoosting::default().loss(BoostingLoss::Lambdarank).max_iter(40);
    assert!(learner.fit(&of(&table)).unwrap_err().to_string().contains("no groups"));
    let data = of(&table).with_groups(groups.clone()).unwrap();
    let scores = predicted(&learner.fit(&data).unwrap(), &table);
    let ranking = LambdaRank::new(&groups);
    let y = predicted_target(&table);
    let (before, after) = (ranking.loss(&y, &vec![0.0; y.len()]), ranking.loss(&y, &scores));
    assert!(after < 0.02 && before > 0.3, "{before} {after}");
}

#[derive(Default)]
struct Notebook(Mutex<Vec<serde_json::Value>>);

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        assert!(!event.to_string().is_empty());
        self.0.lock().unwrap().push(event.to_json());
    }
}

#[test]
fn the_trace_has_a_line_a_round() {
    let notebook = Arc::new(Notebook::default());
    let table = mixed(300, 10);
    let model = few(6, 5.0).fit_with(&of(&table), &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.0.lock().unwrap().clone();
    assert_eq!(events.len(), 21);
    assert_eq!(events[0]["event"], "start");
    let losses: Vec<f64> = events.iter().map(|e| e["loss"].as_f64().unwrap()).collect();
    assert!(losses.windows(2).all(|pair| pair[1] < pair[0]));
    assert_eq!(events[1]["leaves"], 6);
    assert_eq!(model.iterations(), 20);
}

#[test]
fn weights_too_light_for_a_leaf_are_said() {
    let x: Vec<f64> = (0..1000).map(f64::from).collect();
    let table = Table::builder().number("x", x.clone()).number("y", x).number("w", vec![1e-3; 1000]).build();
    let data = of(&table.unwrap()).weight("w").unwrap();
    let model = GradientBoosting::default().fit(&data).unwrap();
    let said = "every leaf must hold a sample weight of 20 (min_samples_leaf), and all rows together have 1;";
    assert!(model.info().summary.warnings[0].contains(said), "{:?}", model.info().summary.warnings);
    let light = GradientBoosting::default().min_samples_leaf(0.02).fit(&data).unwrap();
    assert!(light.info().summary.warnings.is_empty());
}

#[test]
fn odd_tables() {
    let constant = Table::builder().number("x", vec![1.0; 30]).number("y", vec![2.5; 30]).build().unwrap();
    let model = GradientBoosting::default().fit(&of(&constant)).unwrap();
    assert_eq!(predicted(&model, &constant), vec![2.5; 30]);
    let one_class: Vec<Option<&str>> = vec![Some("only"); 30];
    let table =
        Table::builder().number("x", (0..30).map(f64::from).collect()).category("y", &one_class).build();
    let table = table.unwrap();
    let model = GradientBoosting::default().fit(&of(&table)).unwrap();
    assert!(model.info().summary.warnings[0].contains("only one class"));
    assert_eq!(model.probabilities(&table).unwrap().values(), vec![1.0; 30]);
    let missing = Table::builder()
        .number("x", vec![f64::NAN; 60])
        .number("z", (0..60).map(f64::from).collect())
        .number("y", (0..60).map(f64::from).collect())
        .build()
        .unwrap();
    let model = few(4, 5.0).fit(&of(&missing)).unwrap();
    assert_eq!(model.importances().unwrap(), [0.0, 1.0]);
    let single = missing.dataset().target("y").unwrap().slice(7..8);
    let model = GradientBoosting::default().fit(&single).unwrap();
    assert_eq!(predicted(&model, &missing)[0], 7.0);
}

#[test]
fn sentences_for_what_cannot_be() {
    let table = mixed(100, 11);
    let refuse = |learner: GradientBoosting, part: &str| {
        let error = learner.fit(&of(&table)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    let learner = GradientBoosting::default;
    refuse(learner().monotonic_cst(PerColumn::named([("q", 1.0)])), "'q'");
    refuse(learner().monotonic_cst(PerColumn::named([("a", 2.0)])), "-1 (decreasing) or 0");
    refuse(learner().monotonic_cst(PerColumn::named([("c", 1.0)])), "categorical");
    refuse(learner().interaction_cst(ColumnSets::named(&[&["a", "q"]])), "'q'");
    refuse(learner().loss(BoostingLoss::LogLoss), "not for regression");
    let zeros = cars();
    let automatic = zeros.dataset().target("am").unwrap();
    let error = learner().loss(BoostingLoss::Gamma).fit(&automatic).unwrap_err().to_string();
    assert!(error.contains("above zero"), "{error}");
    let species = iris();
    let data = species.dataset().target("species").unwrap();
    let error = learner().loss(BoostingLoss::Exponential).fit(&data).unwrap_err().to_string();
    assert!(error.contains("3 classes"), "{error}");
    // A class in the validation set that training does not know.
    let two = data.slice(0..100);
    let known = Table::builder()
        .number("sepal_length", vec![5.0, 6.0])
        .number("sepal_width", vec![3.0, 3.0])
        .number("petal_length", vec![1.0, 4.0])
        .number("petal_width", vec![0.2, 1.3])
        .category("species", &[Some("setosa"), Some("orchid")])
        .build()
        .unwrap();
    let watch = known.dataset().target("species").unwrap();
    let error = learner()
        .fit_with(TrainingInput::from(&two).with_validation(&watch), &Run::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("'orchid'"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_columns_does_not_matter(seed in 0u64..1000) {
        let table = mixed(120, seed);
        let learner = few(5, 4.0).max_iter(6);
        let other_way = table.dataset().only(&["c", "b", "a"]).unwrap().target("y").unwrap();
        let turned = learner.fit(&other_way).unwrap();
        let usual = learner.fit(&of(&table)).unwrap();
        close(&predicted(&turned, &table), &predicted(&usual, &table), 1e-6);
    }
}

#[test]
fn missing_values_and_unseen_levels_go_where_they_should() {
    let table = mixed(500, 12);
    let model = few(8, 5.0).fit(&of(&table)).unwrap();
    let odd = Table::builder()
        .number("a", vec![f64::NAN, 3.0])
        .number("b", vec![1.0, f64::NAN])
        .category("c", &[Some("never seen"), None])
        .build()
        .unwrap();
    assert!(predicted(&model, &odd).iter().all(|p| p.is_finite()));
    let asks_levels =
        (0..model.ensemble.nodes()).any(|n| matches!(model.ensemble.test(n), SplitTest::OneOf { .. }));
    assert!(asks_levels);
}

#[test]
fn contributions_add_up_to_the_score() {
    let table = iris();
    let data = table.dataset().target("species").unwrap();
    let mixed_table = mixed(400, 13);
    for (model, table) in [
        (few(8, 5.0).fit(&data).unwrap(), &table),
        (few(8, 5.0).loss(BoostingLoss::Poisson).fit(&of(&mixed_table)).unwrap(), &mixed_table),
    ] {
        let (rows, _) = model.info().schema.features(table).unwrap();
        let (some, _) = model.info().schema.features(&table.take(&[0, 20, 60, 90, 120, 149])).unwrap();
        let scores = model.scores(&rows, None);
        for background in [None, Some(&some)] {
            let found = model.shap_values(&rows, background, &Run::default()).unwrap().unwrap();
            for row in 0..rows.rows() {
                for output in 0..scores.columns() {
                    let sum: f64 = (0..found.columns()).map(|c| found.value(row, c, output)).sum();
                    assert!((found.base()[output] + sum - scores.row(row)[output]).abs() < 1e-10);
                }
            }
        }
        let text = model.explain_row(&rows, 3).unwrap().to_string();
        assert!(text.contains("Contributions") && text.contains("sum"), "{text}");
    }
}

#[test]
fn every_tree_can_be_drawn() {
    let data = crate::decision_tree::tests::some_data(300, 1);
    let model = GradientBoosting::default().max_iter(2).fit(&data).unwrap();
    assert_eq!((model.diagrams(), model.diagram(6)), (6, None));
    let diagram = model.diagram(4).unwrap();
    assert_eq!(diagram.title, "tree 5 of 6 of gradient-boosting for class: what is added to the score of c1");
    let signs = diagram.nodes().iter().map(|node| node.answer[0].starts_with('+'));
    assert!(signs.clone().any(|plus| plus) && signs.clone().any(|plus| !plus));
}

/// A category of many levels, as many classes as it has, and how many rows of each.
fn told_by_a_level(levels: usize, rows: usize) -> Table {
    let name = |prefix: &str, i: usize| Some(format!("{prefix}{}", i % levels));
    let kinds: Vec<Option<String>> = (0..levels * rows).map(|i| name("k", i)).collect();
    let classes: Vec<Option<String>> = (0..levels * rows).map(|i| name("c", i)).collect();
    Table::builder().category("kind", &kinds).category("class", &classes).build().unwrap()
}

#[test]
fn levels_that_tell_a_rare_class_are_told_apart() {
    // A row of one class in twenty curves the loss but little: neither that nor few rows may hide the level.
    for rows in [25, 60] {
        let table = told_by_a_level(20, rows);
        let data = table.dataset().target("class").unwrap();
        let model = GradientBoosting::default().max_iter(10).fit(&data).unwrap();
        let found = model.predict(&table).unwrap().values;
        assert!(
            (0..20 * rows).all(|row| found.label(row) == format!("c{}", row % 20)),
            "{rows} rows a level"
        );
    }
}

#[test]
fn levels_that_tell_nothing_are_left_together() {
    // 200 levels of 15 rows of either class by chance: to tell them apart would be to learn the chance.
    let mut rng = hornbook_core::Seed(3).rng();
    let kinds: Vec<Option<String>> = (0..3000).map(|i| Some(format!("k{}", i % 200))).collect();
    let classes: Vec<Option<String>> = (0..3000).map(|_| Some(format!("c{}", rng.below(2)))).collect();
    let table = Table::builder().category("kind", &kinds).category("class", &classes).build().unwrap();
    let model = GradientBoosting::default().fit(&table.dataset().target("class").unwrap()).unwrap();
    let chances = model.probabilities(&table).unwrap().into_values();
    assert!(chances.iter().all(|p| (p - 0.5).abs() < 0.1), "{chances:?}");
}

#[test]
fn rare_classes_have_leaves_as_small_as_allowed() {
    // Before the first iteration all rows have one Hessian, and that of a rare class is small: it must not be taken for
    // fewer rows than there are.
    let rows = 4000;
    let x: Vec<f64> = (0..rows).map(f64::from).collect();
    let classes: Vec<Option<String>> =
        (0..rows).map(|i| Some(if i < 30 { "rare" } else { "usual" }.to_string())).collect();
    let table = Table::builder().number("x", x).category("class", &classes).build().unwrap();
    let model =
        GradientBoosting::default().max_iter(1).fit(&table.dataset().target("class").unwrap()).unwrap();
    let chances = model.probabilities(&table).unwrap().into_values();
    assert!(
        chances[0] > 2.0 * chances[2 * rows as usize - 2],
        "{} and {}",
        chances[0],
        chances[2 * rows as usize - 2]
    );
}
