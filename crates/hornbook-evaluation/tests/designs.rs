//! Ways of resampling beyond folds and hold-outs, and what evaluations make of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Declaration, Parameters, Result, Run, Value};
use hornbook_data::{Dataset, Features, Table};
use hornbook_evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook_evaluation::calibration::{Calibration, calibrate};
use hornbook_evaluation::{
    Bootstrap632, BootstrapKind, CrossValidation, EvaluationOptions, HoldOut, LeavePOut, Measure, Resampling,
    ShuffleSplit, Split, TimeSeriesSplit, TrainValidationTest,
};
use hornbook_learner::{
    Baseline, Fit, Learner, Model, OutputRequest, Predictions, Predictor, TargetOutputs, TrainingInput,
};
use hornbook_trees::IsolationForest;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// `n` rows: classes a, a, b in turn, a number, groups of four rows, a time of which two rows each are one moment.
fn table(n: usize) -> Table {
    let kinds: Vec<Option<&str>> = (0..n).map(|i| Some(if i % 3 == 2 { "b" } else { "a" })).collect();
    let number = |f: fn(usize) -> f64| (0..n).map(f).collect::<Vec<f64>>();
    Table::builder()
        .category("kind", &kinds)
        .number("x", number(|i| (i * i % 17) as f64))
        .number("group", number(|i| (i / 4) as f64))
        .number("time", number(|i| -((i / 2) as f64)))
        .build()
        .unwrap()
}

fn kinds(n: usize) -> Dataset {
    table(n).dataset().target("kind").unwrap()
}

fn disjoint(split: &Split) -> bool {
    let train: BTreeSet<u32> = split.train.iter().copied().collect();
    !split.test.is_empty() && split.test.iter().all(|row| !train.contains(row))
}

// proves: 002:E03
#[test]
fn leaving_out() {
    let splits = LeavePOut::one().splits(&kinds(7)).unwrap();
    assert_eq!(splits.iter().map(|split| split.test[0]).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    assert!(splits.iter().all(|split| disjoint(split) && split.train.len() == 6));
    let pairs = LeavePOut::rows(2).splits(&kinds(7)).unwrap();
    let different: BTreeSet<Vec<u32>> = pairs.iter().map(|split| split.test.clone()).collect();
    assert_eq!((pairs.len(), different.len()), (21, 21));
    let groups = LeavePOut::one().splits(&kinds(12).group("group").unwrap()).unwrap();
    assert_eq!(groups.iter().map(|split| split.test.clone()).collect::<Vec<_>>()[1], [4, 5, 6, 7]);
    let sentence = LeavePOut::rows(9).splits(&kinds(7)).unwrap_err().to_string();
    assert_eq!(sentence, "there are 7 rows to leave 9 out of; leave out fewer, or give more rows");
    assert!(
        LeavePOut::rows(5).splits(&kinds(300)).unwrap_err().to_string().contains("more than 100000 splits")
    );

    // One row at a time has no ROC area of its own: all rows are ranked together.
    let result = LeavePOut::one().evaluate(&Baseline::default(), &kinds(30)).unwrap();
    assert!(result.score(Measure::RocAuc).unwrap().value.is_finite());
    assert_eq!(result.score(Measure::Accuracy).unwrap().value, 20.0 / 30.0);
}

// proves: 002:E04
#[test]
fn random_subsamples_divide_the_weight_of_rows() {
    let way = ShuffleSplit::new(0.25, 40).seed(3);
    let splits = way.splits(&kinds(40)).unwrap();
    assert!(splits.len() == 40 && splits.iter().all(|split| disjoint(split) && split.test.len() == 10));
    assert_ne!(splits[0].test, splits[1].test);
    let result = way.evaluate(&Baseline::default(), &kinds(40)).unwrap();
    let test_predictions: f64 = result.test_predictions.weights.iter().sum();
    let rows: BTreeSet<u32> = result.test_predictions.rows.iter().copied().collect();
    assert!(
        (test_predictions - rows.len() as f64).abs() < 1e-9,
        "each row counts once, however often it was judged"
    );
    assert_eq!(result.scores[0].rows, rows.len());
}

#[test]
fn time_runs_forward() {
    // Time runs backwards over the rows: the last rows are the first in time.
    let data = kinds(20).order("time").unwrap();
    let splits = TimeSeriesSplit::new(4).splits(&data).unwrap();
    assert_eq!(splits.len(), 4);
    let when = |row: u32| -f64::from(row / 2);
    for split in &splits {
        let last = split.train.iter().map(|&row| when(row)).fold(f64::MIN, f64::max);
        let first = split.test.iter().map(|&row| when(row)).fold(f64::MAX, f64::min);
        assert!(last < first, "{split:?}");
    }
    assert_eq!(splits[0].train, [16, 17, 18, 19]);
    let windowed = TimeSeriesSplit::new(4).window(4).splits(&data).unwrap();
    assert!(windowed.iter().all(|split| split.train.len() == 4));
    let apart = TimeSeriesSplit::new(4).gap(2).splits(&data).unwrap();
    assert_eq!(apart[0].train, [18, 19]);
    let few = TimeSeriesSplit::new(30).splits(&data).unwrap_err().to_string();
    assert!(few.starts_with("20 rows do not fill 31 blocks"), "{few}");
    assert!(TimeSeriesSplit::new(4).gap(9).splits(&data).is_err());
    assert!(TimeSeriesSplit::new(usize::MAX).splits(&data).is_err());
    let result = TimeSeriesSplit::new(3).evaluate(&Baseline::default(), &kinds(20)).unwrap();
    assert!(result.notes[0].contains("the order of its rows is taken for time"));
}

#[test]
fn bootstrap_samples() {
    let splits = Bootstrap632::new(30).seed(1).splits(&kinds(50)).unwrap();
    assert!(splits.iter().all(|split| disjoint(split) && split.train.len() == 50));
    let left_out: usize = splits.iter().map(|split| split.test.len()).sum();
    assert!((left_out as f64 / (30.0 * 50.0) - 0.368).abs() < 0.03);
    let grouped = Bootstrap632::new(5).splits(&kinds(40).group("group").unwrap()).unwrap();
    assert!(grouped.iter().all(|s| s.test.iter().all(|t| s.train.iter().all(|r| r / 4 != t / 4))));
}

/// Remembers its training rows and answers with their classes, and with class a for all others: it overfits as much as
/// a learner can.
struct Memory {
    seen: Mutex<Vec<Vec<u32>>>,
}

#[derive(Debug)]
struct Remembered {
    base: Box<dyn Model>,
    x: Vec<(f64, u32)>,
}

impl Learner for Memory {
    fn declaration(&self) -> &'static Declaration {
        Learner::declaration(&Baseline::default())
    }
    fn parameters(&self) -> Parameters {
        Parameters::new()
    }
    fn set_parameter(&mut self, _: &str, _: &Value) -> Result<()> {
        Ok(())
    }
    fn with_parameters(&self, _: &Parameters) -> Result<Box<dyn Learner>> {
        Ok(Box::new(Memory { seen: Mutex::default() }))
    }
    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        let data = input.dataset()?;
        self.seen.lock().unwrap().push(data.rows().iter().collect());
        let hornbook_data::Target::Classes(classes) = data.require_target()?.1 else { panic!("classes") };
        let hornbook_data::Feature::Number(x) = data.feature(0) else { panic!("numbers") };
        let x = data.rows().iter().map(|row| (x[row as usize], classes.codes[row as usize])).collect();
        Ok(Box::new(Remembered { base: Baseline::default().fit_boxed(input, run)?, x }))
    }
}

impl Model for Remembered {
    fn info(&self) -> &hornbook_learner::ModelInfo {
        self.base.info()
    }

    fn info_mut(&mut self) -> &mut hornbook_learner::ModelInfo {
        self.base.info_mut()
    }

    fn raw_explanation(&self) -> hornbook_learner::Explanation {
        self.base.raw_explanation()
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        self.base.to_bytes()
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for Remembered {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let hornbook_data::Feature::Number(x) = rows.column(0) else { panic!("numbers") };
        let known = |x: &f64| self.x.iter().find(|(seen, _)| seen == x).map_or(0, |&(_, class)| class);
        let mut outputs = self.base.predictor().unwrap().raw_outputs(rows, request)?;
        let levels = self.info().schema.target.classes.clone();
        outputs[0].predictions = Predictions::Classes(x.iter().map(known).collect(), levels);
        Ok(outputs)
    }

    fn raw_row_explanation(
        &self,
        row: &hornbook_learner::ExplainedRow<'_>,
    ) -> Result<hornbook_learner::Explanation> {
        self.base.predictor().unwrap().raw_row_explanation(row)
    }
}

fn unique(n: usize) -> Dataset {
    let kinds: Vec<Option<&str>> = (0..n).map(|i| Some(if i % 3 == 2 { "b" } else { "a" })).collect();
    let x = (0..n).map(|i| i as f64).collect();
    Table::builder()
        .number("x", x)
        .category("kind", &kinds)
        .build()
        .unwrap()
        .dataset()
        .target("kind")
        .unwrap()
}

// proves: 002:E05
#[test]
fn the_632_estimates() {
    let data = unique(60);
    let accuracy = |kind| {
        let learner = Memory { seen: Mutex::default() };
        let scoring = EvaluationOptions::default().measures(&[Measure::Accuracy]);
        let way = Bootstrap632::new(40).kind(kind).seed(2);
        way.evaluate_with(&learner, &data, &scoring, &Run::default()).unwrap().scores[0].clone()
    };
    let (alone, plain, plus) = (
        accuracy(BootstrapKind::Alone),
        accuracy(BootstrapKind::Point632),
        accuracy(BootstrapKind::Point632Plus),
    );
    // Rows left out are answered with a: 2/3 right. Rows trained on are all right.
    assert!((alone.value - 2.0 / 3.0).abs() < 1e-12, "{}", alone.value);
    assert!((plain.value - (0.368 + 0.632 * 2.0 / 3.0)).abs() < 1e-12);
    // Without information the predictions, 2/3 a and 1/3 b, are right in 4/9 + 1/9 of the pairs.
    let overfitting: f64 = (1.0 / 3.0) / (4.0 / 9.0);
    let weight = 0.632 / (1.0 - 0.368 * overfitting);
    assert!((plus.value - (1.0 - weight / 3.0)).abs() < 1e-12, "{}", plus.value);
    assert!(plus.interval.unwrap().contains(plus.value) && plain.interval.unwrap().contains(plain.value));
}

/// A learner never gets a row that judges it, whatever the design; and through the public API it gets nothing else: an
/// evaluation takes a learner, not a model or prepared columns.
#[test]
fn learners_see_training_rows_only() {
    let data = unique(48);
    let designs: Vec<Box<dyn Resampling>> = vec![
        Box::new(CrossValidation::new(4).repeats(2)),
        Box::new(HoldOut::new(0.3)),
        Box::new(LeavePOut::one()),
        Box::new(ShuffleSplit::new(0.2, 5)),
        Box::new(Bootstrap632::new(5).kind(BootstrapKind::Alone)),
        Box::new(TimeSeriesSplit::new(3)),
    ];
    for design in designs {
        let learner = Memory { seen: Mutex::default() };
        let scoring = EvaluationOptions::default().measures(&[Measure::Accuracy]);
        let result = design.evaluate_with(&learner, &data, &scoring, &Run::default().threads(1)).unwrap();
        let splits = design.splits(&data).unwrap();
        let mut seen = learner.seen.into_inner().unwrap();
        let mut expected: Vec<Vec<u32>> = splits.iter().map(|split| split.train.clone()).collect();
        seen.sort();
        expected.sort();
        assert_eq!(seen, expected, "{design:?}");
        // It remembers every row it saw, so any leak would show as an accuracy above that of answering a.
        let share = |split: &Split| {
            split.test.iter().filter(|&&row| row % 3 != 2).count() as f64 / split.test.len() as f64
        };
        for (fold, split) in result.folds.iter().zip(&splits) {
            assert!((fold.values[0].1 - share(split)).abs() < 1e-12, "{design:?}");
        }
    }
}

// proves: 001:90, 002:E06
#[test]
fn a_locked_test_is_apart() {
    let data = kinds(60);
    let parts = TrainValidationTest::new(0.2, 0.3).seed(5).divide(&data).unwrap();
    assert_eq!((parts.train.rows().len(), parts.validation.rows().len(), parts.test.rows()), (30, 12, 18));
    let shown = format!("{:?}", parts.test);
    assert_eq!(shown, "LockedTest(18 rows)");
    let model = Baseline::default().fit_with(&parts.train, &Run::default()).unwrap();
    let result = parts.test.evaluate_once(&model, &EvaluationOptions::default(), &Run::default()).unwrap();
    assert_eq!((result.scores[0].rows, result.baseline.len()), (18, 0));
    assert!((result.scores[0].value - 12.0 / 18.0).abs() < 1e-12, "classes are spread evenly");

    let ordered = TrainValidationTest::new(0.2, 0.3).divide(&data.clone().order("time").unwrap()).unwrap();
    let latest = ordered.validation.rows().iter().max().unwrap();
    assert!(ordered.train.rows().iter().all(|row| row > latest), "time runs backwards over the rows");
    let grouped = TrainValidationTest::new(0.2, 0.3).divide(&data.group("group").unwrap()).unwrap();
    let groups = |part: &Dataset| part.rows().iter().map(|row| row / 4).collect::<BTreeSet<u32>>();
    assert!(groups(&grouped.train).is_disjoint(&groups(&grouped.validation)));
    for (validation, test) in [(0.5, 0.5), (0.0, 0.2), (0.2, 1.0)] {
        assert!(TrainValidationTest::new(validation, test).divide(&kinds(60)).is_err());
    }
}

#[test]
fn a_learner_without_a_target_takes_none_and_has_nothing_to_calibrate() {
    let unlabeled =
        "there are no labels to compare its answers with; name a column of labels for scoring only";
    let unused = "the learner 'isolation-forest' is unsupervised and takes no target, and 'kind' is one";
    let (learner, design) = (IsolationForest::default(), CrossValidation::new(3));
    let without = table(30).dataset();
    for (data, sentence) in [(&without, unlabeled), (&kinds(30), unused)] {
        let refused = design.evaluate(&learner, data).unwrap_err().to_string();
        assert!(refused.contains(sentence), "{refused}");
        assert!(calibrate(&learner, data, Calibration::Platt, 3, &Run::default()).is_err());
    }
    let contenders = ["forest", "baseline"].map(|name| BenchmarkLearner {
        name: name.to_string(),
        learner: if name == "forest" { Box::new(learner.clone()) } else { Box::new(Baseline::default()) },
    });
    let compared = Benchmark::default().compare_on(&contenders, &kinds(30), &Run::default());
    assert!(compared.unwrap_err().to_string().contains(unused));
}

// proves: 002:F09
#[test]
fn a_rare_class_is_pointed_out() {
    let kinds: Vec<Option<&str>> = (0..100).map(|i| Some(if i % 50 == 7 { "ill" } else { "well" })).collect();
    let data = Table::builder().category("kind", &kinds).build().unwrap().dataset().target("kind").unwrap();
    let notes = |measure| {
        let scoring = EvaluationOptions::default().measures(&[measure]);
        HoldOut::new(0.5).evaluate_with(&Baseline::default(), &data, &scoring, &Run::default()).unwrap().notes
    };
    let note = "class imbalance: class 'ill' has 2 % of the rows, so accuracy is misleading";
    assert!(notes(Measure::Accuracy).iter().any(|n| n.starts_with(note)));
    assert!(!notes(Measure::RocAuc).iter().any(|n| n.starts_with(note)));
}

/// One spam in ten taken for mail costs 1, a mail taken for spam 10: decisions follow the losses, not the odds.
#[test]
fn losses_decide_inside_the_evaluation() {
    use hornbook_evaluation::decisions::LossMatrix;
    let data = kinds(60);
    let losses =
        LossMatrix::new(&["a", "b", "ask"], &["a", "b"], vec![0.0, 10.0, 1.0, 0.0, 0.9, 0.9]).unwrap();
    let way = CrossValidation::new(5);
    let result = way
        .evaluate_with(
            &Baseline::default(),
            &data,
            &EvaluationOptions::default().losses(losses),
            &Run::default(),
        )
        .unwrap();
    // The baseline knows 2/3 a and 1/3 b: a costs 3.33, b 0.67, to ask 0.9.
    assert_eq!(result.scores[0].measure, Measure::ExpectedLoss);
    assert!((result.scores[0].value - 2.0 / 3.0).abs() < 1e-12, "{}", result.scores[0].value);
    assert!(
        (result.score(Measure::Accuracy).unwrap().value - 1.0 / 3.0).abs() < 1e-12,
        "all are taken for b"
    );
    let cheap = LossMatrix::zero_one(&["a", "b"]).unwrap().with_reject(0.1).unwrap();
    let asked = way
        .evaluate_with(
            &Baseline::default(),
            &data,
            &EvaluationOptions::default().losses(cheap),
            &Run::default(),
        )
        .unwrap();
    assert!((asked.scores[0].value - 0.1).abs() < 1e-12, "every row is rejected");
    let strange = LossMatrix::zero_one(&["a", "c"]).unwrap();
    let refused = way.evaluate_with(
        &Baseline::default(),
        &data,
        &EvaluationOptions::default().losses(strange),
        &Run::default(),
    );
    assert!(refused.unwrap_err().to_string().contains("'c', which is no class"));
}

/// The measures of an evaluation are those of the plain functions.
#[test]
fn measures_agree_with_the_plain_functions() {
    use hornbook_evaluation::measures::{Average, KappaWeights, SortedScores, regression};
    use hornbook_evaluation::{ConfusionMatrix, TargetsAndPredictions, measures};
    use hornbook_trees::DecisionTree;
    let data = table(90).dataset().target("kind").unwrap().weight("group").unwrap();
    let names = Measure::all(hornbook_core::Task::Classification);
    let result = HoldOut::new(0.4)
        .evaluate_with(
            &DecisionTree::default().max_depth(2),
            &data,
            &EvaluationOptions::default().measures(names),
            &Run::default(),
        )
        .unwrap();
    let TargetsAndPredictions::Classes { truth, predicted, probabilities, .. } =
        &result.test_predictions.values
    else {
        panic!("classes")
    };
    let w = Some(&result.test_predictions.weights[..]);
    let matrix = ConfusionMatrix::new(2, truth, predicted, w).unwrap();
    let positive = matrix.class_counts(1);
    let scores: Vec<f64> = (0..truth.len()).map(|row| probabilities.at(row, 1)).collect();
    let ranked = SortedScores::of_class(1, truth, &scores, w).unwrap();
    let expected = [
        (Measure::Accuracy, matrix.accuracy()),
        (Measure::ErrorRate, matrix.error()),
        (Measure::BalancedAccuracy, matrix.balanced_accuracy()),
        (Measure::Precision, positive.precision()),
        (Measure::Recall, positive.recall()),
        (Measure::Specificity, positive.specificity()),
        (Measure::F(1.0), positive.f_beta(1.0)),
        (Measure::MacroF1, matrix.average(measures::ClassMeasure::FBeta(1.0), Average::Macro, f64::NAN)),
        (Measure::Mcc, matrix.matthews()),
        (Measure::Kappa, matrix.kappa(KappaWeights::Equal)),
        (Measure::LogLoss, measures::log_loss(2, truth, probabilities.values(), w).unwrap()),
        (Measure::Brier, measures::brier(2, truth, probabilities.values(), w, true).unwrap()),
        (Measure::RocAuc, ranked.area()),
        (Measure::AveragePrecision, measures::average_precision(&ranked)),
        (Measure::TopK(2), 1.0),
        (Measure::ExpectedLoss, matrix.error()),
    ];
    for (measure, value) in expected {
        let found = result.score(measure).unwrap().value;
        assert!((found - value).abs() < 1e-12, "{measure}: {found} is not {value}");
    }

    let data = table(90).dataset().target("x").unwrap().weight("group").unwrap();
    let names = [
        Measure::Rmse,
        Measure::Mse,
        Measure::Mae,
        Measure::MedianAbsoluteError,
        Measure::MaxError,
        Measure::Mape,
        Measure::Pinball(0.3),
        Measure::RSquared,
        Measure::ExplainedVariance,
        Measure::Pearson,
        Measure::Spearman,
    ];
    let result = HoldOut::new(0.4)
        .evaluate_with(
            &DecisionTree::default().max_depth(3),
            &data,
            &EvaluationOptions::default().measures(&names),
            &Run::default(),
        )
        .unwrap();
    let TargetsAndPredictions::Numbers { truth, predicted } = &result.test_predictions.values else {
        panic!("numbers")
    };
    let w = Some(&result.test_predictions.weights[..]);
    let expected = [
        regression::root_mean_squared_error(truth, predicted, w),
        regression::mean_squared_error(truth, predicted, w),
        regression::mean_absolute_error(truth, predicted, w),
        regression::median_absolute_error(truth, predicted, w),
        regression::max_error(truth, predicted, w),
        regression::mean_absolute_percentage_error(truth, predicted, w),
        regression::quantile_loss(truth, predicted, w, 0.3),
        regression::r_squared(truth, predicted, w),
        regression::explained_variance(truth, predicted, w),
        measures::pearson(truth, predicted, w),
        measures::spearman(truth, predicted, w),
    ];
    for (score, value) in result.scores.iter().zip(expected) {
        let value = value.unwrap();
        let scale = value.abs().max(1.0);
        assert!(
            (score.value - value).abs() < 1e-12 * scale,
            "{}: {} is not {value}",
            score.measure,
            score.value
        );
    }
}

/// Every way to judge follows the losses: a test that was locked away, and what .632+ takes for no information.
#[test]
fn losses_decide_wherever_rows_are_judged() {
    use hornbook_evaluation::LockedTest;
    use hornbook_evaluation::decisions::LossMatrix;
    let losses = LossMatrix::new(&["a", "b"], &["a", "b"], vec![0.0, 10.0, 1.0, 0.0]).unwrap();
    let scoring =
        EvaluationOptions::default().measures(&[Measure::ExpectedLoss, Measure::Accuracy]).losses(losses);
    let (rest, locked) = LockedTest::hold_out(&kinds(60), 0.3, 1).unwrap();
    let model = Baseline::default().fit_with(&rest, &Run::default()).unwrap();
    let result = locked.evaluate_once(&model, &scoring, &Run::default()).unwrap();
    // All rows are taken for b, which costs 1 for the two thirds that are a.
    assert!((result.scores[0].value - 2.0 / 3.0).abs() < 1e-12, "{}", result.scores[0].value);
    assert!((result.scores[1].value - 1.0 / 3.0).abs() < 1e-12);

    // The baseline learns no more than the shares: no information costs as much as it does, so it cannot overfit.
    let loss = |kind| {
        let way = Bootstrap632::new(60).kind(kind).seed(3);
        way.evaluate_with(&Baseline::default(), &kinds(60), &scoring, &Run::default()).unwrap().scores[0]
            .value
    };
    let (plain, plus) = (loss(BootstrapKind::Point632), loss(BootstrapKind::Point632Plus));
    assert!((plain - 2.0 / 3.0).abs() < 0.05, "{plain}");
    assert!((plus - 2.0 / 3.0).abs() < 0.05, "{plus}");
}

/// .632+ under losses: a learner whose probabilities know nothing but whose rows are remembered is weighed by what the
/// losses say of strangers, not by how often they are wrong.
#[test]
fn no_information_is_priced_by_the_losses() {
    use hornbook_evaluation::decisions::LossMatrix;
    use hornbook_trees::DecisionTree;
    let data = unique(60);
    let value = |scale: f64, kind| {
        let losses = LossMatrix::new(&["a", "b"], &["a", "b"], vec![0.0, scale, scale, 0.0]).unwrap();
        let scoring = EvaluationOptions::default().measures(&[Measure::ExpectedLoss]).losses(losses);
        let way = Bootstrap632::new(20).kind(kind).seed(2);
        way.evaluate_with(&DecisionTree::default(), &data, &scoring, &Run::default()).unwrap().scores[0].value
    };
    // Losses in another currency change the estimate by the rate, and by nothing else.
    for kind in [BootstrapKind::Alone, BootstrapKind::Point632, BootstrapKind::Point632Plus] {
        let (one, hundred) = (value(1.0, kind), value(100.0, kind));
        assert!((hundred - 100.0 * one).abs() < 1e-9, "{kind:?}: {hundred} is not a hundred times {one}");
    }
}
