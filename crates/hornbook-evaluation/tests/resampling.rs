//! Splits and evaluations as a user meets them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Error, Observer, ObserverAction, Progress, Run, ToJson};
use hornbook_data::{Dataset, Table};
use hornbook_evaluation::{CrossValidation, EvaluationOptions, Fold, HoldOut, Measure, Resampling, Split};
use hornbook_learner::{Baseline, Learner};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// `n` rows: classes a, a, b in turn, a number, a group of four rows, a time that runs backwards, a weight.
fn table(n: usize) -> Table {
    let number = |f: fn(usize) -> f64| (0..n).map(f).collect::<Vec<f64>>();
    let kinds: Vec<Option<&str>> = (0..n).map(|i| Some(if i % 3 == 2 { "b" } else { "a" })).collect();
    Table::builder()
        .category("kind", &kinds)
        .number("x", number(|i| (i * i % 17) as f64))
        .number("group", number(|i| (i / 4) as f64))
        .number("time", number(|i| -(i as f64)))
        .number("weight", number(|i| (i % 4) as f64))
        .build()
        .unwrap()
}

fn kinds(n: usize) -> Dataset {
    table(n).dataset().target("kind").unwrap()
}

fn only(way: &HoldOut, data: &Dataset) -> Split {
    way.splits(data).unwrap().pop().unwrap()
}

fn sentence<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

/// Every row is tested once a repetition and never trained on in the same split.
fn partitions(splits: &[Split], folds: usize, rows: usize) -> bool {
    splits.chunks(folds).all(|repeat| {
        let mut tested: Vec<u32> = repeat.iter().flat_map(|split| split.test.clone()).collect();
        tested.sort_unstable();
        let whole = |split: &Split| {
            let mut all = [split.train.clone(), split.test.clone()].concat();
            all.sort_unstable();
            all.iter().copied().eq(0..rows as u32)
        };
        tested.iter().copied().eq(0..rows as u32) && repeat.iter().all(whole)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    // proves: 001:91, 002:E02
    #[test]
    fn folds_partition_the_rows(rows in 6usize..90, folds in 2usize..6, repeats in 1usize..3, seed: u64) {
        let way = CrossValidation::new(folds).repeats(repeats).seed(seed);
        prop_assert!(partitions(&way.splits(&kinds(rows)).unwrap(), folds, rows));
        prop_assert!(partitions(&way.splits(&table(rows).dataset().target("x").unwrap()).unwrap(), folds, rows));
        if rows > 4 * folds {
            let grouped = kinds(rows).group("group").unwrap();
            let splits = way.splits(&grouped).unwrap();
            prop_assert!(partitions(&splits, folds, rows));
            for split in &splits {
                let torn = split.test.iter().any(|t| split.train.iter().any(|r| r / 4 == t / 4));
                prop_assert!(!torn && !split.test.is_empty());
            }
        }
    }

    #[test]
    fn threads_do_not_matter(rows in 8usize..60, seed: u64) {
        let way = CrossValidation::new(4).repeats(2).seed(seed);
        for data in [kinds(rows), table(rows).dataset().target("x").unwrap()] {
            let one = way.evaluate_with(&Baseline::default(), &data, &EvaluationOptions::default(), &Run::default().threads(1)).unwrap();
            let two = way.evaluate_with(&Baseline::default(), &data, &EvaluationOptions::default(), &Run::default().threads(2)).unwrap();
            prop_assert_eq!(one.to_json().to_string(), two.to_json().to_string());
        }
    }
}

// proves: 001:91, 002:E02
#[test]
fn folds_are_of_equal_size_and_their_scores_are_averaged() {
    let data = table(60).dataset().target("x").unwrap();
    let result = CrossValidation::new(5).seed(7).evaluate(&Baseline::default(), &data).unwrap();
    assert!(result.folds.iter().all(|fold| (fold.train_rows, fold.test_rows) == (48, 12)));
    let score = &result.scores[0];
    let of_fold = |fold: &Fold| fold.values.iter().find(|(measure, _)| *measure == score.measure).unwrap().1;
    let mean = result.folds.iter().map(of_fold).sum::<f64>() / 5.0;
    assert!((score.over_folds.as_ref().unwrap().mean - mean).abs() < 1e-12, "{mean}");
}

#[test]
fn the_baseline_is_its_own_baseline() {
    let data = kinds(60);
    let any: &dyn Learner = &Baseline::default();
    let result = CrossValidation::new(5).seed(7).evaluate(any, &data).unwrap();
    assert_eq!(result.scores, result.baseline);
    assert_eq!(result.scores[0].to_string(), "accuracy 0.667, 95 % CI 0.541 to 0.773 (Wilson)");
    let confusion = result.confusion.as_ref().unwrap();
    assert_eq!((confusion.at(0, 0), confusion.at(1, 0)), (40.0, 20.0));
    assert_eq!(result.folds.len(), 5);
    assert_eq!(
        result.to_string(),
        "baseline on 60 rows, 5-fold cross-validation, seed 7

metric             value  95 % CI         method          baseline  mean ± SD over folds
accuracy           0.667  0.541 to 0.773  Wilson             0.667  0.667 ± 0.000
balanced accuracy  0.500  none                               0.500  0.500 ± 0.000
macro F1           0.400  0.348 to 0.439  bootstrap, BCa     0.400  0.400 ± 0.000
ROC AUC            0.500  none                               0.500  0.500 ± 0.000
log loss           0.637  0.567 to 0.729  bootstrap, BCa     0.637  0.637 ± 0.000
Brier score        0.222  0.178 to 0.256  bootstrap, BCa     0.222  0.222 ± 0.000

calibration: no evidence of miscalibration (Spiegelhalter's z = 0.00, p = 1.000)

confusion matrix (rows: true class, columns: predicted class)
true class   a  b
a           40  0
b           20  0
"
    );
}

#[test]
fn repeats_do_not_make_rows() {
    let data = kinds(60);
    let once = CrossValidation::new(5).evaluate(&Baseline::default(), &data).unwrap();
    let often = CrossValidation::new(5).repeats(20).evaluate(&Baseline::default(), &data).unwrap();
    let (a, b) = (once.scores[0].interval.unwrap(), often.scores[0].interval.unwrap());
    assert!((a.low - b.low).abs() < 1e-12 && (a.high - b.high).abs() < 1e-12);
    assert_eq!(often.scores[0].rows, 60);
    assert_eq!(often.folds.len(), 100);
}

#[test]
fn rows_of_weight_zero_are_absent() {
    let way = CrossValidation::new(3).seed(1);
    let weighted = kinds(40).weight("weight").unwrap();
    let without = weighted.select((0..40).filter(|i| i % 4 != 0).collect());
    let (a, b) =
        (way.evaluate(&Baseline::default(), &weighted), way.evaluate(&Baseline::default(), &without));
    assert_eq!(a.unwrap(), b.unwrap());
}

// proves: 002:E01
#[test]
fn a_hold_out_keeps_shares_groups_and_order() {
    let data = kinds(30);
    let split = only(&HoldOut::new(0.3).seed(3), &data);
    assert_eq!((split.train.len(), split.test.len()), (21, 9));
    assert_eq!(split.test.iter().filter(|&&row| row % 3 == 2).count(), 3);
    assert_ne!(split, only(&HoldOut::new(0.3).seed(4), &data));

    let grouped = only(&HoldOut::new(0.3), &data.clone().group("group").unwrap());
    assert!(grouped.test.iter().all(|t| grouped.train.iter().all(|r| r / 4 != t / 4)));

    // Time runs backwards: the last are the first rows.
    let ordered = data.order("time").unwrap();
    assert_eq!(only(&HoldOut::new(0.1), &ordered).test, [0, 1, 2]);
    let result =
        HoldOut::new(0.1).evaluate(&Baseline::default(), &ordered.clone().group("group").unwrap()).unwrap();
    assert_eq!(result.folds[0].train_rows, 26);
    assert!(
        result.notes.iter().any(|n| n == "1 earlier rows share a group with the test and are not trained on")
    );
    assert_eq!(result.design, "hold-out of the last 10 %");
    let crossed = CrossValidation::new(3).evaluate(&Baseline::default(), &ordered).unwrap();
    assert!(crossed.notes[0].starts_with("the rows have a time order"), "{:?}", crossed.notes);
}

#[test]
fn regression_measures() {
    let data = table(50).dataset().target("x").unwrap();
    let result = CrossValidation::new(5).evaluate(&Baseline::default(), &data).unwrap();
    let measures: Vec<Measure> = result.scores.iter().map(|s| s.measure).collect();
    assert_eq!(measures, [Measure::Rmse, Measure::Mae, Measure::RSquared]);
    assert!(result.scores.iter().all(|s| s.interval.unwrap().contains(s.value)));
    assert!(result.scores[2].value < 0.0, "a mean of other rows cannot explain variance");
    assert!(result.confusion.is_none());
}

#[test]
fn one_judged_row_has_no_interval_by_resampling() {
    let data = table(4).dataset().target("x").unwrap();
    let result = HoldOut::new(0.2).evaluate(&Baseline::default(), &data).unwrap();
    assert_eq!(result.scores[0].interval, None);
    assert!(result.scores[0].to_string().ends_with("no confidence interval"));
    assert!(result.scores[2].value.is_nan());
    assert_eq!(result.to_json()["scores"][2]["value"], serde_json::Value::Null);
}

#[test]
fn refusals() {
    let way = CrossValidation::new(10);
    assert_eq!(
        sentence(way.splits(&kinds(3))),
        "there are 3 rows for 10 folds; ask for at most 3 folds, or give more rows"
    );
    assert_eq!(
        sentence(way.splits(&kinds(30).group("group").unwrap())),
        "there are 8 groups for 10 folds, and groups stay whole; ask for fewer, or give rows of more groups"
    );
    assert_eq!(
        sentence(
            way.evaluate(&Baseline::default(), &kinds(30).select((0..30).filter(|i| i % 3 == 2).collect()))
        ),
        "every row has the class 'b' in the target 'kind'; there is nothing to tell apart; choose another target \
         or give rows of other classes"
    );
    assert_eq!(
        sentence(CrossValidation::new(1).splits(&kinds(30))),
        "cross-validation: parameter 'folds' is 1; expected an integer at least 2"
    );
    assert_eq!(
        sentence(HoldOut::new(1.0).splits(&kinds(30))),
        "hold-out: parameter 'share' is 1; expected a number above 0 and below 1"
    );
    assert!(HoldOut::new(f64::NAN).splits(&kinds(30)).is_err());
    assert!(CrossValidation::new(2).repeats(0).splits(&kinds(30)).is_err());
    let wide = EvaluationOptions::default().level(1.0);
    assert!(
        CrossValidation::new(2)
            .evaluate_with(&Baseline::default(), &kinds(30), &wide, &Run::default())
            .is_err()
    );
    assert!(HoldOut::new(0.5).splits(&kinds(1).select(vec![])).is_err());
    let rare = kinds(9).select(vec![0, 1, 3, 4, 6, 7, 8]);
    let result = CrossValidation::new(3).evaluate(&Baseline::default(), &rare).unwrap();
    assert_eq!(
        result.notes[0],
        "class 'b' of 'kind' has 1 row, fewer than the 3 parts: some hold none of it"
    );
}

#[test]
fn progress_and_canceling() {
    #[derive(Default)]
    struct Seen(Mutex<Vec<Progress>>);
    impl Observer for Seen {
        fn progress(&self, progress: Progress) -> ObserverAction {
            self.0.lock().unwrap().push(progress);
            ObserverAction::Continue
        }
    }
    let seen = Arc::new(Seen::default());
    let run = Run::default().observer(seen.clone());
    CrossValidation::new(4)
        .evaluate_with(&Baseline::default(), &kinds(20), &EvaluationOptions::default(), &run)
        .unwrap();
    let last = *seen.0.lock().unwrap().iter().max_by_key(|p| p.done).unwrap();
    // Four folds of the learner and four of the baseline beside it.
    assert_eq!(last, Progress { stage: "fold", done: 8, total: Some(8) });
    run.cancel_token().cancel();
    let canceled = CrossValidation::new(4).evaluate_with(
        &Baseline::default(),
        &kinds(20),
        &EvaluationOptions::default(),
        &run,
    );
    assert_eq!(canceled.unwrap_err(), Error::Canceled);
}
