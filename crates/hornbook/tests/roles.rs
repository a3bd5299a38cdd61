//! Role by entry point: a role that says how rows are divided does so wherever rows are divided.
//!
//! In each table a tree looks perfect to whoever divides the rows at random, and no better than chance to whoever keeps the role:
//! labels are noise that a row shares with its copy, of the same group and the same predefined fold, or with its neighbors in
//! time.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook::data::{ColumnRoles, Dataset};
use hornbook::evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook::evaluation::calibration::{Calibration, calibrate};
use hornbook::evaluation::model_selection::{
    LearningCurve, LearningCurveOptions, SearchSpace, Strategy, Tuner, ValidationCurve,
};
use hornbook::evaluation::{
    AutoCrossValidation, EvaluationOptions, LockedTest, Resampling, TestPredictions,
    cross_conformal_intervals,
};
use hornbook::study::Study;
use hornbook::{Error, Learner, LearnerSpec, Run, Seed, Table, registry};
use hornbook_evaluation::TargetsAndPredictions;
use hornbook_evaluation::measures::ConfusionMatrix;

/// Rows of a table; a study of so few has no locked test.
const ROWS: usize = 240;
/// Days of one label.
const STRETCH: usize = 12;

/// Every row twice, with a label that is noise.
fn copies() -> Table {
    let mut rng = Seed(3).rng();
    let labels: Vec<&str> = (0..ROWS / 2).map(|_| if rng.unit() < 0.5 { "no" } else { "yes" }).collect();
    let x: Vec<f64> = (0..ROWS / 2).map(|_| rng.unit()).collect();
    let pair: Vec<usize> = (0..ROWS).map(|row| row % (ROWS / 2)).collect();
    let kinds: Vec<Option<&str>> = pair.iter().map(|&pair| Some(labels[pair])).collect();
    Table::builder()
        .number("x", pair.iter().map(|&pair| x[pair]).collect())
        .number("who", pair.iter().map(|&pair| pair as f64).collect())
        .number("part", pair.iter().map(|&pair| (pair % 5) as f64).collect())
        .category("kind", &kinds)
        .build()
        .unwrap()
}

/// Stretches of days with one label and the other in turn: who knows the past alone takes the next for the last. The rows do
/// not stand in the order of time.
fn days() -> Table {
    let mut day: Vec<usize> = (0..ROWS).collect();
    Seed(6).rng().shuffle(&mut day);
    let kinds: Vec<Option<&str>> = day.iter().map(|&day| Some(["no", "yes"][day / STRETCH % 2])).collect();
    let moments: Vec<f64> = day.iter().map(|&day| day as f64).collect();
    Table::builder()
        .number("x", moments.clone())
        .number("day", moments)
        .category("kind", &kinds)
        .build()
        .unwrap()
}

fn named(name: &str) -> Option<String> {
    Some(name.to_string())
}

/// Each role with its table, and the same rows without it.
fn cases() -> Vec<(&'static str, Dataset, Dataset)> {
    let plain = ColumnRoles {
        targets: vec!["kind".to_string()],
        only: Some(vec!["x".to_string()]),
        ..ColumnRoles::default()
    };
    let case = |role: &'static str, roles: ColumnRoles, table: Table| {
        (role, roles.apply(&table).unwrap(), plain.apply(&table).unwrap())
    };
    vec![
        case("group", ColumnRoles { group: named("who"), ..plain.clone() }, copies()),
        case("fold", ColumnRoles { fold: named("part"), ..plain.clone() }, copies()),
        case("order", ColumnRoles { order: named("day"), ..plain.clone() }, days()),
    ]
}

fn learner(text: &str) -> Box<dyn Learner> {
    registry().learner(&LearnerSpec::parse(text).unwrap()).unwrap()
}

/// How many rows a model gets right, which it may have seen.
fn accuracy(model: &dyn hornbook::Model, data: &Dataset) -> f64 {
    let found = TestPredictions::of(model, data).unwrap();
    let TargetsAndPredictions::Classes { levels, truth, predicted, .. } = &found.values else {
        panic!("classes")
    };
    ConfusionMatrix::new(levels.len(), truth, predicted, None).unwrap().accuracy()
}

/// An entry point, and how good it takes a tree to be: 1 if it is taken in, about a half if not.
type EntryPoint = (&'static str, fn(&Dataset) -> f64);

fn entry_points() -> Vec<EntryPoint> {
    vec![
        ("evaluate", |data| {
            AutoCrossValidation::new(5).evaluate(&*learner("decision-tree"), data).unwrap().scores[0].value
        }),
        ("hold-out", |data| {
            let (rest, locked) = LockedTest::hold_out(data, 0.2, 1).unwrap();
            let model = learner("decision-tree").fit_with(&rest, &Run::default()).unwrap();
            locked.evaluate_once(&*model, &EvaluationOptions::default(), &Run::default()).unwrap().scores[0]
                .value
        }),
        ("compare", |data| {
            let contenders = ["decision-tree", "baseline"]
                .map(|name| BenchmarkLearner { name: name.to_string(), learner: learner(name) });
            let found = Benchmark::default().compare_on(&contenders, data, &Run::default()).unwrap();
            found.evaluations[0].scores[0].value
        }),
        ("tune", |data| {
            let tree = learner("decision-tree");
            let space = SearchSpace::parse(&*tree, &["min_samples_leaf=1,2"]).unwrap();
            let found = Tuner::new(space, Strategy::Grid { points: 2 }).tune(&*tree, data).unwrap();
            found.trials[found.best].mean
        }),
        ("validation curve", |data| {
            let tree = learner("decision-tree");
            let space = SearchSpace::parse(&*tree, &["min_samples_leaf=1,2"]).unwrap();
            let values = &space.dimensions()[0].values;
            let scoring = EvaluationOptions::default();
            let design = AutoCrossValidation::new(5);
            let curve = ValidationCurve::of(
                &*tree,
                "min_samples_leaf",
                values,
                data,
                &design,
                &scoring,
                &Run::default(),
            );
            curve.unwrap().points[0].validation.mean
        }),
        ("learning curve", |data| {
            let options = LearningCurveOptions::default();
            let curve = LearningCurve::of(
                &*learner("decision-tree"),
                data,
                &options,
                &EvaluationOptions::default(),
                &Run::default(),
            );
            curve.unwrap().points.last().unwrap().test.mean
        }),
        ("calibrate", |data| {
            // A tree that is always right needs no doubt: calibrated probabilities show how right it was taken to be.
            let model =
                calibrate(&*learner("decision-tree"), data, Calibration::Platt, 5, &Run::default()).unwrap();
            let found = TestPredictions::of(&*model, data).unwrap();
            let TargetsAndPredictions::Classes { probabilities, .. } = &found.values else {
                panic!("classes")
            };
            let rows = probabilities.rows();
            let sure = |row: usize| probabilities.row(row).iter().copied().fold(0.0, f64::max);
            (0..rows).map(sure).sum::<f64>() / rows as f64
        }),
        ("prediction intervals", |data| {
            let found =
                cross_conformal_intervals(&*learner("decision-tree"), data, 5, &Run::default()).unwrap();
            1.0 - found.error(0.8).unwrap()
        }),
        ("study", |data| {
            let study = Study::default().learners(vec![LearnerSpec::new("decision-tree")]);
            let record = study.run(data, registry(), &Run::default()).unwrap().record;
            record.result.scores[0].value
        }),
        ("leaderboard of a study", |data| {
            let study = Study::default().learners(vec![LearnerSpec::new("decision-tree")]);
            let record = study.run(data, registry(), &Run::default()).unwrap().record;
            let hornbook::study::record::EntryResult::Evaluated { score, .. } =
                &record.leaderboard.entries[0].outcome
            else {
                panic!("evaluated")
            };
            score.value
        }),
        ("importance in a study", |data| {
            let study = Study::default().learners(vec![LearnerSpec::new("decision-tree")]);
            let record = study.run(data, registry(), &Run::default()).unwrap().record;
            // What is lost by shuffling the only feature is the accuracy beyond that of a guess.
            0.5 + record.model.importances[0].loss
        }),
        ("stacking", |data| {
            let stack =
                learner("stacking(estimators=[decision-tree], final_estimator=decision-tree(max_depth=1))");
            accuracy(&*stack.fit_with(data, &Run::default()).unwrap(), data)
        }),
        ("cost-complexity pruning", |data| {
            accuracy(&*learner("cart(min_samples_leaf=1)").fit_with(data, &Run::default()).unwrap(), data)
        }),
    ]
}

// proves: 002:E02
#[test]
fn roles_that_divide_rows_do_so_everywhere() {
    let mut wrong = Vec::new();
    for (role, kept, plain) in cases() {
        for (entry, score) in entry_points() {
            let honest = score(&kept);
            if honest >= 0.75 {
                wrong.push(format!("{entry} does not keep the {role}: {honest}"));
            }
            // Some learners keep equal rows together by themselves.
            let keeps_copies = ["stacking", "cost-complexity pruning"].contains(&entry) && role != "order";
            let taken_in = score(&plain);
            if taken_in < 0.85 && !keeps_copies {
                wrong.push(format!("{entry} tells nothing of the {role}: {taken_in} without it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Counts whose rate per hour depends on x, with the logarithm of the hours as the offset.
fn counts() -> Dataset {
    let mut rng = Seed(9).rng();
    let hours: Vec<f64> = (0..ROWS).map(|_| 1.0 + 49.0 * rng.unit()).collect();
    let x: Vec<f64> = (0..ROWS).map(|_| rng.unit()).collect();
    let noise: Vec<f64> = (0..ROWS).map(|_| rng.unit()).collect();
    let calls =
        hours.iter().zip(&x).map(|(hours, x)| (hours * (0.2 + x).exp() * (0.9 + 0.2 * rng.unit())).round());
    let table = Table::builder()
        .number("log_hours", hours.iter().map(|hours| hours.ln()).collect())
        .number("x", x.clone())
        .number("noise", noise)
        .number("calls", calls.collect())
        .build()
        .unwrap();
    let roles = ColumnRoles {
        targets: vec!["calls".to_string()],
        offset: named("log_hours"),
        ..ColumnRoles::default()
    };
    roles.apply(&table).unwrap()
}

#[test]
fn an_offset_is_taken_everywhere_and_is_no_feature() {
    let data = counts();
    assert_eq!((data.feature_names().len(), data.feature_count()), (3, 2));
    let run = Run::default();
    let poisson = learner("poisson-regression");
    let result = AutoCrossValidation::new(5).evaluate(&*poisson, &data).unwrap();
    assert!(result.scores[0].value < 0.5 * result.baseline[0].value, "{result}");
    let scaled = learner("pipeline(scale-columns,poisson-regression)");
    let model = scaled.fit_with(&data, &run).unwrap();
    let plain = poisson.fit_with(&data, &run).unwrap();
    let predicted = |model: &dyn hornbook::Model| match model.predict(data.table()).unwrap().values {
        hornbook::Predictions::Numbers(values) => values,
        other => panic!("{other:?}"),
    };
    let pairs: Vec<(f64, f64)> = predicted(&*model).into_iter().zip(predicted(&*plain)).collect();
    assert!(pairs.iter().all(|(scaled, plain)| (scaled / plain - 1.0).abs() < 1e-6), "{:?}", &pairs[..3]);
    let contenders = ["poisson-regression", "pipeline(scale-columns,poisson-regression)"]
        .map(|text| BenchmarkLearner { name: text.to_string(), learner: learner(text) });
    Benchmark::default().compare_on(&contenders, &data, &run).unwrap();
    let curve = LearningCurveOptions::default();
    LearningCurve::of(&*poisson, &data, &curve, &EvaluationOptions::default(), &run).unwrap();
    cross_conformal_intervals(&*poisson, &data, 5, &run).unwrap();
    let record = Study::default().run(&data, registry(), &run).unwrap().record;
    assert!(record.result.beats_baseline, "{:?}", record.answer);
    let features = record.model.importances.iter().map(|found| found.column.as_str());
    assert!(features.clone().all(|name| name != "log_hours") && features.count() == 2);
    let entries = &record.leaderboard.entries;
    let refused = |entry: &&hornbook::study::record::LeaderboardEntry| {
        matches!(entry.outcome, hornbook::study::record::EntryResult::Refused { .. })
    };
    assert!(!entries.is_empty() && entries.iter().filter(refused).count() == 0, "{entries:?}");
}

#[test]
fn a_learner_without_offset_says_so() {
    let said = AutoCrossValidation::new(5).evaluate(&*learner("ridge"), &counts()).unwrap_err();
    assert!(matches!(said, Error::Data { .. }) && said.to_string().contains("takes no offset"), "{said}");
}

#[test]
fn the_cost_of_each_row_is_what_a_mistake_costs() {
    let x: Vec<f64> = (0..40).map(|row| f64::from(row % 13)).collect();
    let kinds: Vec<Option<&str>> =
        (0..40).map(|row| Some(if row % 4 == 0 { "rare" } else { "usual" })).collect();
    let costs: Vec<f64> = (0..40).map(|row| if row % 4 == 0 { 10.0 } else { 1.0 }).collect();
    let table =
        Table::builder().number("x", x).number("loss", costs).category("kind", &kinds).build().unwrap();
    let roles =
        ColumnRoles { targets: vec!["kind".to_string()], cost: named("loss"), ..ColumnRoles::default() };
    let data = roles.apply(&table).unwrap();
    let result = AutoCrossValidation::new(5).evaluate(&*learner("baseline"), &data).unwrap();
    // A quarter of the rows is wrong, at a cost of 10 each.
    assert_eq!(
        (result.scores[0].measure.to_string().as_str(), result.scores[0].value),
        ("expected loss", 2.5)
    );
    // Rejecting a row costs 1: whoever may do so leaves the dear rows to others.
    let losses = hornbook::evaluation::decisions::LossMatrix::zero_one(&["rare", "usual"])
        .unwrap()
        .with_reject(1.0)
        .unwrap();
    let scoring = EvaluationOptions::default().losses(losses);
    let rejected = AutoCrossValidation::new(5)
        .evaluate_with(&*learner("baseline"), &data, &scoring, &Run::default())
        .unwrap();
    assert!((rejected.scores[0].value - 0.25).abs() < 1e-12, "{}", rejected.scores[0].value);
    let study = Study::default().learners(vec![LearnerSpec::new("decision-tree")]);
    let record = study.run(&data, registry(), &Run::default()).unwrap().record;
    assert_eq!(record.leaderboard.measure, "expected loss");
}
