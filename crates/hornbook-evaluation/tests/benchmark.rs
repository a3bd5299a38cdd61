//! Learners side by side.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Run, Seed, ToJson};
use hornbook_data::{Dataset, Table};
use hornbook_evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook_evaluation::significance::{
    Alternative, McNemar, PairedOutcomes, corrected_resampled_t, mcnemar,
};
use hornbook_evaluation::{
    CrossValidation, EvaluationOptions, HoldOut, Measure, Resampling, TargetsAndPredictions,
};
use hornbook_learner::{Baseline, Learner};
use hornbook_trees::DecisionTree;

/// A number decides the class, but for some noise; a second target is a noisy line.
fn table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut x, mut z, mut y, mut kinds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let value = rng.unit();
        x.push(value);
        z.push(rng.unit());
        y.push(3.0 * value + 0.3 * rng.unit());
        kinds.push(Some(if (value > 0.4) == (rng.unit() < 0.85) { "yes" } else { "no" }));
    }
    Table::builder().category("kind", &kinds).number("x", x).number("z", z).number("y", y).build().unwrap()
}

fn kinds(rows: usize, seed: u64) -> Dataset {
    table(rows, seed).dataset().target("kind").unwrap().without(&["y"]).unwrap()
}

fn contenders() -> Vec<BenchmarkLearner> {
    let contender =
        |name: &str, learner: Box<dyn Learner>| BenchmarkLearner { name: name.to_string(), learner };
    vec![
        contender("stump", Box::new(DecisionTree::default().max_depth(1))),
        contender("full tree", Box::<DecisionTree>::default()),
        contender("guess", Box::<Baseline>::default()),
    ]
}

// proves: 000a:J22
#[test]
fn on_one_table() {
    let data = kinds(300, 1);
    let design = CrossValidation::new(10).seed(3);
    let result = Benchmark::default()
        .design(design.clone())
        .compare_on(&contenders(), &data, &Run::default())
        .unwrap();
    assert_eq!((result.names.len(), result.pairs.len(), result.measure), (3, 3, Measure::Accuracy));
    assert_eq!(result.ranked()[0], 0, "noise makes the full tree worse than the stump");

    // The tests are those of the folds and rows that evaluating each learner alone gives.
    let test_predictions = |learner: &dyn Learner| {
        let run = Run::default();
        design.evaluate_with(learner, &data, &EvaluationOptions::default(), &run).unwrap()
    };
    let (stump, full) =
        (test_predictions(&DecisionTree::default().max_depth(1)), test_predictions(&DecisionTree::default()));
    assert_eq!(result.evaluations[0], stump);
    let folds =
        |e: &hornbook_evaluation::Evaluation| -> Vec<f64> { e.folds.iter().map(|f| f.values[0].1).collect() };
    let pair = &result.pairs[0];
    let expected =
        corrected_resampled_t(&folds(&stump), &folds(&full), 0.1, Alternative::TwoSided, 0.95).unwrap();
    assert_eq!(pair.folds.as_ref(), Some(&expected));
    let right = |e: &hornbook_evaluation::Evaluation| -> Vec<bool> {
        let TargetsAndPredictions::Classes { truth, predicted, .. } = &e.test_predictions.values else {
            panic!("classes")
        };
        truth.iter().zip(predicted).map(|(t, p)| t == p).collect()
    };
    let outcomes = PairedOutcomes::of(&right(&stump), &right(&full)).unwrap();
    let expected = mcnemar(&outcomes, McNemar::MidP, Alternative::TwoSided, 0.95).unwrap();
    assert_eq!(pair.rows.as_ref(), Some(&expected));
    let posterior = pair.posterior.as_ref().unwrap();
    let sum = posterior.first_greater + posterior.equivalent + posterior.second_greater;
    assert!((sum - 1.0).abs() < 1e-12 && posterior.first_greater > 0.9, "{posterior}");
    assert!(pair.p_value.unwrap() >= pair.folds.as_ref().unwrap().p_value, "adjusted for three pairs");
    let text = result.to_string();
    assert!(text.starts_with("3 learners on 300 rows, 10-fold cross-validation, seed 3\n"), "{text}");
    assert!(text.contains("stump − full tree") && text.contains("corrected resampled t test"));
    assert_eq!(result.to_json()["pairs"][0]["first"], "stump");
}

// proves: 000a:J21
#[test]
fn a_hold_out_is_tested_by_its_rows() {
    let result = Benchmark::default()
        .design(HoldOut::new(0.4))
        .compare_on(&contenders(), &kinds(300, 1), &Run::default())
        .unwrap();
    let pair = &result.pairs[1];
    assert!(pair.folds.is_none() && pair.posterior.is_none());
    assert!(pair.rows.as_ref().unwrap().name.starts_with("McNemar"));
    assert!(pair.p_value.unwrap() < 0.001, "a stump beats a guess");
    let numbers = table(120, 2).dataset().target("y").unwrap().without(&["kind"]).unwrap();
    let result = Benchmark::default()
        .design(HoldOut::new(0.4))
        .compare_on(&contenders(), &numbers, &Run::default())
        .unwrap();
    assert_eq!(result.measure, Measure::Rmse);
    assert!(result.pairs[1].rows.as_ref().unwrap().name.contains("permutation"));
    // Repeated rows are not independent: no test of rows.
    let repeated = Benchmark::default().design(CrossValidation::new(3).repeats(2));
    let result = repeated.compare_on(&contenders(), &numbers, &Run::default()).unwrap();
    assert!(result.pairs.iter().all(|pair| pair.rows.is_none() && pair.folds.is_some()));
    assert!(result.rope > 0.0 && result.rope < 0.1, "1 % of the better RMSE: {}", result.rope);
}

#[test]
fn on_many_tables() {
    let tables: Vec<(String, Dataset)> =
        (0..6).map(|seed| (format!("table {seed}"), kinds(120, seed))).collect();
    let contest = Benchmark::default().design(CrossValidation::new(5));
    let study = contest.compare_across(&contenders(), &tables, &Run::default().threads(2)).unwrap();
    assert_eq!(study, contest.compare_across(&contenders(), &tables, &Run::default().threads(1)).unwrap());
    assert!(study.friedman.p_value < 0.05, "{}", study.friedman);
    assert_eq!(study.diagram.ranks[0].0, "stump");
    assert_eq!((study.posteriors.len(), study.pairs.pairs.len()), (3, 3));
    let text = study.to_string();
    for expected in
        ["3 learners on 6 datasets", "Friedman", "Iman and Davenport", "critical difference", "signed-rank"]
    {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
    assert!(study.diagram.to_svg().starts_with("<svg"));
    let mixed = vec![tables[0].clone(), ("numbers".to_string(), table(80, 1).dataset().target("y").unwrap())];
    let refused = contest.compare_across(&contenders(), &mixed, &Run::default()).unwrap_err().to_string();
    assert!(refused.contains("compare on tables of one task"), "{refused}");
    assert!(contest.compare_across(&contenders(), &tables[..1], &Run::default()).is_err());
}

#[test]
fn refusals() {
    let one = contenders().into_iter().take(1).collect::<Vec<_>>();
    let data = kinds(60, 1);
    let sentence = |contenders: &[BenchmarkLearner]| {
        Benchmark::default().compare_on(contenders, &data, &Run::default()).unwrap_err().to_string()
    };
    assert!(sentence(&one).starts_with("a comparison needs at least two learners"));
    let mut same = contenders();
    same[1].name = "stump".to_string();
    assert!(sentence(&same).starts_with("two learners go by the name 'stump'"));
    let negative = Benchmark::default().rope(-1.0).compare_on(&contenders(), &data, &Run::default());
    assert!(negative.unwrap_err().to_string().contains("rope"));
}

/// A fold without one of the classes has no ROC area: the mean is over those that have one.
#[test]
fn one_class_in_a_fold() {
    let kinds: Vec<Option<&str>> =
        (0..30).map(|i| Some(if i == 4 || i == 9 { "rare" } else { "common" })).collect();
    let x = (0..30).map(f64::from).collect();
    let data = Table::builder().category("kind", &kinds).number("x", x).build().unwrap();
    let data = data.dataset().target("kind").unwrap();
    let scoring =
        EvaluationOptions::default().measures(&[Measure::RocAuc, Measure::Recall, Measure::LogLoss]);
    let result = CrossValidation::new(5)
        .evaluate_with(&DecisionTree::default().max_depth(2), &data, &scoring, &Run::default())
        .unwrap();
    let undefined = result.folds.iter().filter(|fold| fold.values[0].1.is_nan()).count();
    assert_eq!(undefined, 3, "two rare rows are in two of five folds");
    assert!(result.scores.iter().all(|score| score.value.is_finite()));
    assert!(result.notes.iter().any(|note| note.contains("fewer than the 5 parts")));
}
