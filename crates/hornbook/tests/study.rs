//! Studies of real and of planted rows, with every learner there is or with a few.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook::study::record::{EntryResult, Severity, StudyRecord, StudyTask};
use hornbook::study::{FinishedStudy, Study, StudyFolder, WorkSize, declared_work};
use hornbook::{CancelToken, Error, LearnerSpec, Run, Seed, Table, Task, model_file, registry};
use std::time::Duration;

fn few() -> Study {
    let names = ["naive-bayes", "decision-tree", "logistic-regression"];
    Study::default().trials(8).learners(names.map(LearnerSpec::new).to_vec())
}

fn iris() -> Table {
    Table::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/iris.csv")).unwrap()
}

fn study(study: &Study, table: &Table, target: &str) -> FinishedStudy {
    study.run(&table.dataset().target(target).unwrap(), registry(), &Run::default()).unwrap()
}

fn finding<'r>(record: &'r StudyRecord, kind: &str) -> &'r hornbook::study::record::Finding {
    let found = record.data.findings.iter().find(|finding| finding.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind} in {:?}", record.data.findings))
}

/// The record without what differs from run to run: how long things took.
fn timeless(mut record: StudyRecord) -> StudyRecord {
    record.method.used_seconds = 0.0;
    for entry in &mut record.leaderboard.entries {
        if let EntryResult::Evaluated { seconds, .. } = &mut entry.outcome {
            *seconds = 0.0;
        }
    }
    record
}

// proves: 001:2, 000a:A1, 001:1
#[test]
fn irises() {
    let FinishedStudy { record, model, .. } = study(&few(), &iris(), "species");
    assert_eq!(record.task, StudyTask::Multiclass);
    assert!(record.result.beats_baseline);
    let score = &record.result.scores[0];
    assert!(score.value > 0.92 && score.low.unwrap() < score.value, "{}", score.text);
    assert!(record.result.design.contains("bias-corrected"), "{}", record.result.design);
    assert_eq!((record.result.rows, record.method.trials), (150, 8));
    assert!(record.answer[0].contains("predicts 'species' with an accuracy of"), "{}", record.answer[0]);
    assert_eq!(record.result.classes.len(), 3);
    let confusion = record.result.confusion.as_ref().unwrap();
    assert_eq!(confusion.weights.iter().flatten().sum::<f64>(), 150.0);
    assert!(record.model.importances[0].column.starts_with("petal"));
    assert!(!record.model.partial_dependence.is_empty() && !record.model.explanation.is_empty());
    assert!(record.result.learning_curve.is_some());
    assert_eq!(model.info().schema.inputs.len(), 4);
    // What is written can be read.
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<StudyRecord>(&text).unwrap(), record);
}

#[test]
fn the_same_seed_gives_the_same_model_on_any_number_of_threads() {
    let data = iris().dataset().target("species").unwrap();
    let go = |threads: usize| few().run(&data, registry(), &Run::default().threads(threads)).unwrap();
    let (one, three) = (go(1), go(3));
    assert_eq!(model_file::to_bytes(&*one.model).unwrap(), model_file::to_bytes(&*three.model).unwrap());
    assert_eq!(timeless(one.record), timeless(three.record));
}

/// Rows in which `y` follows from `x`, beside columns that spoil a study.
fn spoiled(rows: usize) -> Table {
    let mut rng = Seed(3).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.unit()).collect();
    let noise: Vec<f64> = (0..rows).map(|_| rng.unit()).collect();
    let yes: Vec<bool> = x.iter().map(|x| (*x > 0.5) != (rng.unit() < 0.15)).collect();
    let word = |yes: bool| Some(if yes { "yes" } else { "no" });
    let codes: Vec<Option<&str>> = yes.iter().map(|&yes| Some(if yes { "J" } else { "N" })).collect();
    let nearly =
        yes.iter().enumerate().map(|(i, &yes)| f64::from(u8::from(yes != (i % 150 == 0))) + 0.1 * noise[i]);
    let ids: Vec<Option<String>> = (0..rows).map(|i| Some(format!("P{i:05}"))).collect();
    Table::builder()
        .category("name", &ids)
        .number("row_id", (0..rows).map(|i| 1000.0 + i as f64).collect())
        .number("x", x.clone())
        .number("twin", x)
        .number("noise", noise.clone())
        .number("same", vec![4.0; rows])
        .category("code", &codes)
        .number("afterwards", nearly.collect())
        .category("y", &yes.iter().map(|&yes| word(yes)).collect::<Vec<_>>())
        .build()
        .unwrap()
}

#[test]
fn planted_leaks_ids_and_copies_are_found() {
    let FinishedStudy { record, model, .. } = study(&few(), &spoiled(300), "y");
    assert_eq!(finding(&record, "copy_of_target").column.as_deref(), Some("code"));
    assert_eq!(finding(&record, "copy_of_target").severity, Severity::Serious);
    assert_eq!(finding(&record, "duplicate").column.as_deref(), Some("twin"));
    assert_eq!(finding(&record, "constant").column.as_deref(), Some("same"));
    assert_eq!(finding(&record, "leak").column.as_deref(), Some("afterwards"));
    let ids: Vec<_> =
        record.data.findings.iter().filter(|f| f.kind == "id").filter_map(|f| f.column.as_deref()).collect();
    assert_eq!(ids, ["name", "row_id"]);
    let used: Vec<&str> = model.info().schema.inputs.iter().map(|input| input.name.as_str()).collect();
    assert_eq!(used, ["x", "noise", "afterwards"]);
    // The most severe finding comes first, and the answer warns of it.
    assert_eq!(record.data.findings[0].kind, "copy_of_target");
    assert!(record.answer.last().unwrap().contains("'code'"), "{:?}", record.answer);
}

#[test]
fn imbalance_is_said_and_judged_by_the_ranking() {
    let mut rng = Seed(8).rng();
    let x: Vec<f64> = (0..400).map(|_| rng.unit()).collect();
    let kinds: Vec<Option<&str>> =
        x.iter().map(|x| Some(if x + 0.2 * rng.unit() > 1.08 { "ill" } else { "well" })).collect();
    let table = Table::builder().number("x", x).category("kind", &kinds).build().unwrap();
    let record = study(&few(), &table, "kind").record;
    assert_eq!(finding(&record, "imbalance").severity, Severity::Warning);
    assert_eq!(record.leaderboard.measure, "ROC AUC");
    assert!(record.result.beats_baseline);
    assert_eq!(record.positive.as_deref(), Some("well"));
}

/// The test rows had no part in the model that was tested, and the model that is kept is trained on all rows.
#[test]
fn many_rows_hold_a_test_set_out() {
    let FinishedStudy { record, model, .. } = study(&few().trials(3), &spoiled(10_500), "y");
    assert!(record.result.design.contains("held-out test set"), "{}", record.result.design);
    assert_eq!((record.result.rows, model.info().summary.rows), (2100, 10_500));
    assert!(record.result.p_value.unwrap() < 0.01 && record.result.beats_baseline);
}

#[test]
fn a_test_file_is_tested_on_and_not_trained_on() {
    let train = iris();
    let data = train.dataset().target("species").unwrap();
    let test = data.select((0..150).step_by(3).collect());
    let kept = few().test(test).run(&data, registry(), &Run::default()).unwrap();
    assert_eq!((kept.record.result.rows, kept.model.info().summary.rows), (50, 150));
    assert!(kept.record.answer[0].contains("the 50 rows of the test file"), "{}", kept.record.answer[0]);
}

#[test]
fn a_simple_model_can_be_preferred() {
    use hornbook::study::Preference;
    let mut rng = Seed(21).rng();
    let x: Vec<f64> = (0..300).map(|_| rng.unit()).collect();
    let y = x.iter().map(|x| 3.0 * x + 0.1 * (rng.unit() - 0.5)).collect();
    let table = Table::builder().number("x", x).number("y", y).build().unwrap();
    let names = ["random-forest(n_estimators=20)", "linear-regression"];
    let specs = names.map(|name| LearnerSpec::parse(name).unwrap()).to_vec();
    let simple = study(&Study::default().trials(2).learners(specs).prefer(Preference::Simple), &table, "y");
    assert_eq!(simple.record.model.learner, "linear-regression");
    assert!(simple.record.model.members.is_empty() && simple.simple_model.is_none());
}

#[test]
fn numbers_and_counts() {
    let mut rng = Seed(4).rng();
    let x: Vec<f64> = (0..240).map(|_| rng.unit()).collect();
    let y: Vec<f64> = x.iter().map(|x| 3.0 * x - 1.0 + 0.6 * (rng.unit() - 0.5)).collect();
    let counts: Vec<f64> = x.iter().map(|x| (4.0 * x + rng.unit()).floor()).collect();
    let names = ["linear-regression", "decision-tree", "poisson-regression"];
    let with = Study::default().trials(4).learners(names.map(LearnerSpec::new).to_vec());
    let table = Table::builder().number("x", x.clone()).number("y", y).build().unwrap();
    let record = study(&with, &table, "y").record;
    assert_eq!(record.task, StudyTask::Regression);
    let best = record.simple_model.as_ref().map_or(&record.model.learner, |simple| &simple.learner);
    assert_eq!(best, "linear-regression");
    let refused = record.leaderboard.entries.iter().find(|c| c.learner == "poisson-regression").unwrap();
    assert!(
        matches!(&refused.outcome, EntryResult::Refused { why } if why.contains("zero or above")),
        "{refused:?}"
    );
    let plots = record.result.numbers.as_ref().unwrap();
    assert!((plots.interval_half_width.unwrap() - 0.27).abs() < 0.04);
    let table = Table::builder().number("x", x).number("n", counts).build().unwrap();
    assert_eq!(study(&with, &table, "n").record.task, StudyTask::Count);
}

#[test]
fn costs_move_the_threshold() {
    use hornbook::evaluation::decisions::LossMatrix;
    let losses = LossMatrix::new(&["no", "yes"], &["no", "yes"], vec![0.0, 9.0, 1.0, 0.0]).unwrap();
    let record = study(&few().losses(losses), &spoiled(300), "y").record;
    let decision = record.result.decision.as_ref().unwrap();
    assert!((decision.threshold.unwrap() - 0.1).abs() < 1e-12);
    assert_eq!(record.leaderboard.measure, "expected loss");
    let (best, plain) = decision.mean_cost.unwrap();
    assert!(best <= plain);
}

#[test]
fn a_study_that_was_stopped_goes_on_where_it_was() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("study");
    let data = iris().dataset().target("species").unwrap();
    let whole = few().run(&data, registry(), &Run::default()).unwrap();

    // Stopped by the third event that says how somebody did.
    let token = CancelToken::default();
    let run = Run::default().canceled_by(token.clone()).observer(std::sync::Arc::new(Stopper::new(token, 3)));
    let folder = StudyFolder::create(&path).unwrap();
    let (ledger, resumed) = folder.checkpoint();
    assert!(!resumed);
    let stopped = few().checkpoint(&ledger, false).run(&data, registry(), &run);
    assert!(matches!(stopped, Err(Error::Canceled)));
    drop(folder);
    let kept = std::fs::read_to_string(&ledger).unwrap().lines().count();
    assert!(kept > 2, "{kept}");

    let folder = StudyFolder::resume(&path).unwrap();
    let (ledger, resumed) = folder.checkpoint();
    assert!(resumed);
    let mut finished = few().checkpoint(&ledger, resumed).run(&data, registry(), &Run::default()).unwrap();
    assert_eq!(timeless(finished.record.clone()), timeless(whole.record));
    let [model, report, record] = folder.write(&mut finished, |_| Ok("report".to_string())).unwrap();
    assert!(model_file::load(model, registry()).is_ok() && report.exists() && !ledger.exists());
    assert_eq!(StudyRecord::read(record).unwrap(), finished.record);
    // Another seed is another study.
    assert!(StudyFolder::resume(&path).is_err());
}

struct Stopper(CancelToken, std::sync::atomic::AtomicUsize);

impl Stopper {
    fn new(token: CancelToken, after: usize) -> Stopper {
        Stopper(token, std::sync::atomic::AtomicUsize::new(after))
    }
}

impl hornbook::Observer for Stopper {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn hornbook::TraceEvent) {
        if event.to_json()["event"] == "evaluated"
            && self.1.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
        {
            self.0.cancel();
        }
    }
}

#[test]
fn a_budget_of_no_time_still_gives_an_answer() {
    let names = ["naive-bayes", "decision-tree", "logistic-regression"];
    let short =
        Study::default().budget(Duration::from_nanos(1)).learners(names.map(LearnerSpec::new).to_vec());
    let finished = study(&short, &iris(), "species");
    assert!(finished.record.method.cut_short);
    assert!(finished.record.answer[0].contains("too short to evaluate"), "{}", finished.record.answer[0]);
    assert_eq!(finished.model.info().learner, "baseline");
    assert!(!finished.record.result.beats_baseline);
    assert!(finished.record.leaderboard.why.contains("No candidate could be evaluated"));
}

#[test]
fn targets_that_nothing_can_be_learned_about() {
    let refused = |table: &Table, target: &str| {
        let data = table.dataset().target(target).unwrap();
        few().run(&data, registry(), &Run::default()).err().unwrap().to_string()
    };
    let rows = 300;
    let names: Vec<Option<String>> = (0..rows).map(|i| Some(format!("n{i}"))).collect();
    let one: Vec<Option<&str>> = vec![Some("a"); rows];
    let table = Table::builder()
        .number("x", (0..rows).map(|i| (i % 7) as f64).collect())
        .category("name", &names)
        .category("one", &one)
        .number("same", vec![2.0; rows])
        .number("gone", vec![f64::NAN; rows])
        .build()
        .unwrap();
    assert!(refused(&table, "name").contains("300 classes in 300 rows"));
    assert!(refused(&table, "one").contains("one class in every row"));
    assert!(refused(&table, "same").contains("the same value in every row"));
    assert!(refused(&table, "gone").contains("no row with a value of the target"));
    let alone = Table::builder().category("kind", &[Some("a"), Some("b")].repeat(30)).build().unwrap();
    assert!(refused(&alone, "kind").contains("no column is left"));
}

/// A study reads nothing of a learner but its declaration: each that it tries says how much work a fit is, and the settings that it says
/// are worth trying are settings of it.
#[test]
fn learners_declare_what_a_study_needs_to_know() {
    let size = |rows: f64| WorkSize { rows, columns: 10.0, classes: 3.0 };
    for declaration in registry().entries().iter().map(|entry| entry.declaration) {
        let none = hornbook_core::Parameters::new();
        let is_tried = !declaration.explicit_only
            && !declaration.composite
            && declaration.poor_score.is_empty()
            && declaration.tasks.iter().any(|task| [Task::Classification, Task::Regression].contains(task));
        let few = declared_work(declaration, &none, size(100.0)).unwrap();
        let many = declared_work(declaration, &none, size(10_000.0)).unwrap();
        assert!(!is_tried || few.is_some(), "{} declares no work", declaration.name);
        if let (Some(few), Some(many)) = (few, many) {
            assert!(few > 0.0 && many >= 20.0 * few && many < 1e12, "{}: {few} and {many}", declaration.name);
        }
        for setting in declaration.study_settings {
            let text = format!("{}({setting})", declaration.name);
            let learner = registry().learner(&LearnerSpec::parse(&text).unwrap()).unwrap();
            let usual = registry().learner(&LearnerSpec::new(declaration.name)).unwrap();
            assert_ne!(learner.parameters(), usual.parameters(), "{text} is the default");
        }
    }
}

#[test]
fn declared_work_follows_the_parameters() {
    let told = |n: u64| hornbook_core::Parameters::from_iter([("n_estimators".to_string(), n.into())]);
    let forest = registry().find("random-forest").unwrap().declaration;
    let size = WorkSize { rows: 1000.0, columns: 9.0, classes: 2.0 };
    let work = |n| declared_work(forest, &told(n), size).unwrap().unwrap();
    assert!((work(200) / work(100) - 2.0).abs() < 1e-12);
    let usual = declared_work(forest, &hornbook_core::Parameters::new(), size).unwrap().unwrap();
    assert!((usual - 100.0 * 1000.0 * 3.0 * 1001f64.ln()).abs() < 1e-6 * usual);
}
