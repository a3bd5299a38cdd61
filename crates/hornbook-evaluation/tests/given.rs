//! Splits and predictions that were made elsewhere.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Error, Run};
use hornbook_data::{Dataset, Matrix, Table};
use hornbook_evaluation::calibration::{Calibrated, Calibration, calibrate};
use hornbook_evaluation::{
    Bootstrap632, CrossValidation, EvaluationOptions, IntervalMethod, Measure, PredefinedSplits, Resampling,
    Score, TargetsAndPredictions, TestPredictions,
};
use hornbook_learner::Learner;
use hornbook_trees::DecisionTree;

/// `n` rows of two classes that the number half tells apart.
fn data(n: usize) -> Dataset {
    let kinds: Vec<Option<&str>> = (0..n).map(|i| Some(if i * 7 % 10 < 4 { "a" } else { "b" })).collect();
    let x = (0..n).map(|i| ((i * 7 % 10 + i * 3 % 4) as f64).sin() * 3.0 + (i * 7 % 10) as f64).collect();
    Table::builder()
        .number("x", x)
        .category("kind", &kinds)
        .build()
        .unwrap()
        .dataset()
        .target("kind")
        .unwrap()
}

fn sentence<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn given_splits_are_those_of_the_design_they_came_from() {
    let (data, tree) = (data(60), DecisionTree::default());
    let design = CrossValidation::new(4).seed(5);
    let splits = design.splits(&data).unwrap().into_iter().map(|split| (split.train, split.test)).collect();
    let run = Run::default();
    let own = design.folds_with(&tree, &data, &EvaluationOptions::default(), &run).unwrap();
    let given =
        PredefinedSplits::new(splits).folds_with(&tree, &data, &EvaluationOptions::default(), &run).unwrap();
    assert_eq!((&own.folds, &own.test_predictions), (&given.folds, &given.test_predictions));
    assert_eq!(given.design, "4 given splits");
}

#[test]
fn given_splits_name_rows_of_the_table() {
    let weights = (0..8).map(|i| if i == 2 || i == 5 { 0.0 } else { 1.0 }).collect();
    let weighted = data(8).with_weights(weights).unwrap();
    let given = PredefinedSplits::new(vec![(vec![5, 7, 6, 7], vec![1, 0, 2])]);
    let test_predictions = given
        .folds_with(&DecisionTree::default(), &weighted, &EvaluationOptions::default(), &Run::default())
        .unwrap()
        .test_predictions;
    assert_eq!(test_predictions.rows, [0, 1]);
    // A view in another order, with a row twice, and without row 6.
    let view = data(8).select(vec![7, 1, 0, 5, 1]);
    let split = given.splits(&view).unwrap().pop().unwrap();
    assert_eq!((split.train, split.test), (vec![0, 0, 3], vec![1, 2, 4]));
}

#[test]
fn given_splits_are_checked() {
    let plan = |splits| PredefinedSplits::new(splits).plan(&data(6));
    assert!(sentence(plan(vec![])).contains("from 1 to"));
    assert!(
        sentence(plan(vec![(vec![0, 1], vec![6])]))
            .contains("split 1 names row 6, counted from 0, and the table has 6")
    );
    assert!(sentence(plan(vec![(vec![0, 6], vec![1])])).contains("the table has 6"));
    assert!(sentence(plan(vec![(vec![0], vec![1]), (vec![0, 1], vec![1])])).contains("split 2 names row 1"));
    assert!(sentence(plan(vec![(vec![0], vec![1, 1])])).contains("twice for testing"));
    assert!(sentence(plan(vec![(vec![], vec![1])])).contains("no rows to train on"));
    assert!(sentence(plan(vec![(vec![1], vec![])])).contains("no rows to test on"));
    let grouped = data(6).with_groups(vec![0, 0, 1, 1, 2, 2]).unwrap();
    let splits = vec![(vec![0, 2], vec![1]), (vec![0, 1], vec![4])];
    let notes = PredefinedSplits::new(splits).plan(&grouped).unwrap().notes;
    assert_eq!(notes, ["1 of the 2 given splits train and test on rows of the same group (leakage)"]);
}

#[test]
fn groups_and_order_can_be_set() {
    assert!(sentence(data(4).with_groups(vec![0, 1])).contains("group has 2 values"));
    assert!(sentence(data(4).with_order(vec![0.0])).contains("order has 1 values"));
    let grouped = data(9).with_groups((0..9).map(|i| i / 3).collect()).unwrap();
    for split in CrossValidation::new(3).splits(&grouped).unwrap() {
        assert_eq!(split.test.iter().map(|row| row / 3).max(), split.test.iter().map(|row| row / 3).min());
    }
    let ordered = data(8).with_order((0..8).map(|i| -f64::from(i)).collect()).unwrap();
    let split = hornbook_evaluation::HoldOut::new(0.25).splits(&ordered).unwrap().pop().unwrap();
    assert_eq!(split.test, [0, 1]);
}

/// A row that no sample left out was once looked for among the rows left out.
#[test]
fn two_bootstrap_samples_leave_some_rows_out_of_none() {
    let data = data(40);
    let found = Bootstrap632::new(2).evaluate(&DecisionTree::default(), &data).unwrap();
    assert!(found.test_predictions.rows.iter().collect::<std::collections::BTreeSet<_>>().len() < 40);
    let score = &found.scores[0];
    assert!(score.rows == 40 && score.interval.unwrap().contains(score.value));
}

#[test]
fn folds_are_those_of_the_evaluation() {
    let (data, tree, run) = (data(50), DecisionTree::default(), Run::default());
    let scoring =
        EvaluationOptions::default().measures(&[Measure::Accuracy, Measure::RocAuc, Measure::LogLoss]);
    let designs: [Box<dyn Resampling>; 2] =
        [Box::new(CrossValidation::new(5).repeats(2)), Box::new(Bootstrap632::new(6))];
    for design in designs {
        let whole = design.evaluate_with(&tree, &data, &scoring, &run).unwrap();
        let folds = design.folds_with(&tree, &data, &scoring, &run).unwrap();
        assert_eq!(folds.test_predictions, whole.test_predictions);
        for (alone, beside) in folds.folds.iter().zip(&whole.folds) {
            assert_eq!(alone.values, beside.values);
            assert!(alone.baseline.is_empty());
        }
        assert_eq!(folds.folds.len(), whole.folds.len());
    }
}

/// The scores of an evaluation, without what the folds say.
fn scores_alone(scores: &[Score]) -> Vec<Score> {
    scores.iter().map(|score| Score { over_folds: None, ..score.clone() }).collect()
}

#[test]
fn predictions_are_scored_as_in_an_evaluation() {
    let (data, run) = (data(80), Run::default().seed(0));
    let scoring = EvaluationOptions::default().measures(&[
        Measure::Accuracy,
        Measure::RocAuc,
        Measure::Brier,
        Measure::F(1.0),
    ]);
    let whole =
        CrossValidation::new(4).evaluate_with(&DecisionTree::default(), &data, &scoring, &run).unwrap();
    let again = scoring.scores(&whole.test_predictions, None, &run).unwrap();
    assert_eq!(scores_alone(&whole.scores), again);
    // One split from arrays: the rows of a hold-out.
    let TargetsAndPredictions::Classes { levels, truth, probabilities, .. } =
        whole.test_predictions.values.clone()
    else {
        panic!()
    };
    let test_predictions =
        TestPredictions::of_probabilities(levels.clone(), truth.clone(), probabilities, None).unwrap();
    let scores = scoring.scores(&test_predictions, None, &run).unwrap();
    assert_eq!(scores[0].interval, whole.scores[0].interval);
    let labels =
        TestPredictions::of_classes(levels, truth, whole_predictions(&whole.test_predictions), None).unwrap();
    let by_labels =
        EvaluationOptions::default().measures(&[Measure::F(1.0)]).scores(&labels, None, &run).unwrap();
    assert_eq!(by_labels[0].value, whole.scores[3].value);
}

fn whole_predictions(test_predictions: &TestPredictions) -> Vec<u32> {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { predicted, .. } => predicted.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn the_method_of_an_interval_can_be_chosen() {
    let truth: Vec<u32> = (0..60).map(|i| i % 2).collect();
    let p = |i: usize| {
        if i.is_multiple_of(7) { 0.4 } else { 0.2 + 0.01 * (i % 50) as f64 + 0.1 * (i % 2) as f64 }
    };
    let values = (0..60).flat_map(|i| [1.0 - p(i), p(i)]).collect();
    let levels: hornbook_data::Levels = ["no".to_string(), "yes".to_string()].into();
    let test_predictions =
        TestPredictions::of_probabilities(levels, truth, Matrix::new(60, 2, values).unwrap(), None).unwrap();
    let made = |measure, method, groups: Option<&[u32]>| {
        let scoring = EvaluationOptions::default().measures(&[measure]).method(method);
        scoring
            .scores(&test_predictions, groups, &Run::default())
            .map(|scores| scores[0].interval.unwrap().method)
    };
    use IntervalMethod::{Bootstrap, CorrectedBootstrap, DeLong, Student, Wilson};
    for (measure, method) in [
        (Measure::Accuracy, Wilson),
        (Measure::Accuracy, Bootstrap),
        (Measure::RocAuc, DeLong),
        (Measure::RocAuc, CorrectedBootstrap),
        (Measure::LogLoss, Bootstrap),
    ] {
        assert_eq!(made(measure, method, None).unwrap(), method);
    }
    assert!(sentence(made(Measure::LogLoss, Wilson, None)).contains("does not suit the measure 'log loss'"));
    assert!(sentence(made(Measure::Accuracy, DeLong, None)).contains("does not suit"));
    assert!(sentence(made(Measure::Accuracy, Student, None)).contains("does not suit"));
    let groups: Vec<u32> = (0..60).map(|i| i / 3).collect();
    assert!(sentence(made(Measure::Accuracy, Wilson, Some(&groups))).contains("independent rows"));
    assert_eq!(made(Measure::Accuracy, Bootstrap, Some(&groups)).unwrap(), IntervalMethod::GroupBootstrap);
    assert!(sentence(made(Measure::Accuracy, Bootstrap, Some(&groups[..9]))).contains("row 10 has no group"));
    let scoring = EvaluationOptions::default().measures(&[Measure::Accuracy]).method(Wilson);
    let trained =
        Bootstrap632::new(4).evaluate_with(&DecisionTree::default(), &data(30), &scoring, &Run::default());
    assert!(sentence(trained).contains("does not know the rows that were trained on"));
}

#[test]
fn predictions_are_checked() {
    let levels: hornbook_data::Levels = ["a".to_string(), "b".to_string()].into();
    let classes =
        |truth, predicted, weights| TestPredictions::of_classes(levels.clone(), truth, predicted, weights);
    assert!(
        sentence(classes(vec![0, 1], vec![0], None))
            .contains("there are 2 rows, and a predicted class for 1")
    );
    assert!(sentence(classes(vec![0, 2], vec![0, 1], None)).contains("the class of row 2 is 2"));
    assert!(sentence(classes(vec![0, 1], vec![0, 5], None)).contains("the predicted class of row 2 is 5"));
    assert!(sentence(classes(vec![0], vec![0], Some(vec![-1.0]))).contains("the weight of row 1 is -1"));
    assert!(
        sentence(classes(vec![], vec![], None)).contains("weight zero")
            || classes(vec![], vec![], None).is_err()
    );
    assert!(
        sentence(TestPredictions::of_numbers(vec![1.0], vec![f64::NAN], None))
            .contains("in row 1 the truth is 1")
    );
    assert!(sentence(TestPredictions::of_numbers(vec![1.0], vec![], None)).contains("a prediction for 0"));
    let p = Matrix::new(1, 2, vec![0.5, 0.6]).unwrap();
    assert!(
        sentence(TestPredictions::of_probabilities(levels.clone(), vec![0], p, None)).contains("sum to 1.1")
    );
    // Anyone can put parts together that do not belong together.
    let mut loose = TestPredictions::of_numbers(vec![1.0, 2.0], vec![1.0, 2.5], None).unwrap();
    loose.ends = vec![1];
    assert!(
        sentence(EvaluationOptions::default().scores(&loose, None, &Run::default()))
            .contains("do not end with the rows")
    );
}

#[test]
fn a_calibrated_learner_calibrates_as_it_trains() {
    let (data, run) = (data(80), Run::default().seed(3));
    let learner = Calibrated::new(Box::new(DecisionTree::default()), Calibration::Platt, 4);
    let by_learner = learner.fit_boxed(&(&data).into(), &run).unwrap();
    let by_function = calibrate(&DecisionTree::default(), &data, Calibration::Platt, 4, &run).unwrap();
    assert_eq!(by_learner.to_bytes().unwrap(), by_function.to_bytes().unwrap());
    assert_eq!(by_learner.info().calibration, by_function.info().calibration);
    let shallow = [("max_depth".to_string(), 1.into())].into_iter().collect();
    assert_eq!(learner.with_parameters(&shallow).unwrap().parameters()["max_depth"], 1);
    let test_predictions = CrossValidation::new(3).evaluate(&learner, &data).unwrap();
    assert!(test_predictions.scores[0].value > test_predictions.baseline[0].value);
}
