//! Learning, validation and training curves, and what bias and variance make of a learner.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Error, Result, Run, Seed, Task, ToJson};
use hornbook_data::{Dataset, Features, Matrix, Table};
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::model_selection::*;
use hornbook_evaluation::{CrossValidation, EvaluationOptions, HoldOut, Measure, Resampling};
use hornbook_learner::{Baseline, Learner, Model, OutputRequest, Predictor, TargetOutputs};
use hornbook_trees::DecisionTree;
use serde_json::Value;
use std::sync::Arc;

fn tree(depth: Option<u32>) -> DecisionTree {
    DecisionTree { max_depth: depth, ..DecisionTree::default() }
}

/// Points of a square whose class a rule decides, or for a share of them chance.
fn square(rows: usize, noise: f64, seed: Seed, rule: fn(f64, f64) -> bool) -> Result<Dataset> {
    let mut rng = seed.rng();
    let (mut x, mut y, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let (a, b) = (rng.unit(), rng.unit());
        let flipped = rng.unit() < 0.5 * noise;
        x.push(a);
        y.push(b);
        kinds.push(Some(if rule(a, b) != flipped { "odd" } else { "even" }));
    }
    Table::builder().number("x", x).number("y", y).category("kind", &kinds).build()?.dataset().target("kind")
}

/// Points whose class is the parity of their quarter, which no single split can tell.
fn quarters(rows: usize, noise: f64, seed: Seed) -> Result<Dataset> {
    square(rows, noise, seed, |a, b| (a > 0.5) != (b > 0.5))
}

/// Points whose class is whether they lie in the upper right quarter.
fn corner(rows: usize, noise: f64, seed: Seed) -> Dataset {
    square(rows, noise, seed, |a, b| a > 0.5 && b > 0.5).unwrap()
}

/// The exclusive or of two flags, each combination equally often.
fn exclusive_or(times: usize) -> Dataset {
    let rows =
        |of: fn(usize) -> bool| (0..4 * times).map(|i| f64::from(u8::from(of(i)))).collect::<Vec<f64>>();
    let kinds: Vec<Option<&str>> =
        (0..4 * times).map(|i| Some(if (i % 2 == 1) != (i % 4 > 1) { "yes" } else { "no" })).collect();
    let table = Table::builder().number("a", rows(|i| i % 2 == 1)).number("b", rows(|i| i % 4 > 1));
    table.category("kind", &kinds).build().unwrap().dataset().target("kind").unwrap()
}

/// A wave with noise of this width.
fn wave(rows: usize, width: f64, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.unit()).collect();
    let y: Vec<f64> = x.iter().map(|x| (6.0 * x).sin() + width * (rng.unit() - 0.5)).collect();
    Table::builder().number("x", x).number("y", y).build().unwrap().dataset().target("y").unwrap()
}

fn accuracy() -> EvaluationOptions {
    EvaluationOptions::default().measures(&[Measure::Accuracy])
}

fn curve(learner: &dyn Learner, data: &Dataset, options: &LearningCurveOptions) -> Result<LearningCurve> {
    LearningCurve::of(learner, data, options, &accuracy(), &Run::default())
}

fn rows(sizes: &[usize]) -> LearningCurveOptions {
    LearningCurveOptions { sizes: TrainingSizes::Rows(sizes.to_vec()), ..Default::default() }
}

/// The textbook's protocol: 100 examples, every size from 1 to 99, 20 random splits of each.
// proves: 002:E08
#[test]
fn the_textbook_protocol() {
    let data = quarters(100, 0.0, Seed(1)).unwrap();
    let found = curve(&tree(None), &data, &rows(&(1..100).collect::<Vec<_>>())).unwrap();
    assert_eq!(found.points.len(), 99);
    assert!(found.points.iter().all(|point| point.values.len() == 20));
    assert!(found.points.iter().zip(1..).all(|(point, size)| point.rows == f64::from(size)));
    // A single row says nothing about the others; many do.
    let mean =
        |points: &[LearningPoint]| points.iter().map(|p| p.test.mean).sum::<f64>() / points.len() as f64;
    let thirds = [&found.points[..33], &found.points[33..66], &found.points[66..]].map(mean);
    assert!(thirds[0] + 0.1 < thirds[1] && thirds[1] < thirds[2], "{thirds:?}");
    assert!(found.points[0].test.mean < 0.6 && found.points[98].test.mean > 0.8);
    // An unlimited tree knows the rows it was grown on.
    assert!(found.points.iter().all(|point| point.training.mean == 1.0));
    let by_hand = found.points[40].values.iter().sum::<f64>() / 20.0;
    assert!((by_hand - found.points[40].test.mean).abs() < 1e-12);
    assert!(found.points[40].interval.unwrap().contains(by_hand));
}

#[test]
fn more_rows_help_while_the_curve_rises() {
    let data = quarters(600, 0.2, Seed(2)).unwrap();
    let found = curve(&tree(Some(4)), &data, &rows(&[8, 16, 32, 64, 128, 200])).unwrap();
    let outlook = found.forecast.as_ref().unwrap();
    assert!(found.still_helps() && outlook.twice > outlook.now && outlook.twice < 0.93, "{outlook:?}");
    assert!(found.to_string().contains("twice the rows would bring the accuracy from"), "{found}");
    // The prediction is near what twice the rows do bring.
    let later = curve(&tree(Some(4)), &data, &rows(&[400])).unwrap();
    assert!(
        (later.points[0].test.mean - outlook.twice).abs() < 0.03,
        "{} {outlook}",
        later.points[0].test.mean
    );
    assert!(later.forecast.is_none() && later.notes.iter().any(|note| note.contains("needs four sizes")));

    let data = corner(600, 0.2, Seed(2));
    let known = curve(&Baseline::default(), &data, &LearningCurveOptions::default()).unwrap();
    assert!(!known.still_helps(), "{known}");
    let json = found.to_json();
    assert_eq!(json["points"].as_array().unwrap().len(), 6);
    assert_eq!(json["outlook"]["still_helps"], true);
}

// proves: 000a:D4, 002:E10
#[test]
fn too_simple_and_too_complex() {
    let stump = curve(&tree(Some(1)), &exclusive_or(40), &rows(&[40, 80, 120])).unwrap();
    assert_eq!(stump.diagnosis().unwrap().fit, FitKind::Underfitting, "{stump}");
    let full = curve(&tree(None), &quarters(200, 1.0, Seed(4)).unwrap(), &rows(&[50, 100, 150])).unwrap();
    assert_eq!(full.diagnosis().unwrap().fit, FitKind::Overfitting, "{full}");
    let right = curve(&tree(None), &exclusive_or(40), &rows(&[40, 80, 120])).unwrap();
    assert_eq!(right.diagnosis().unwrap().fit, FitKind::Balanced, "{right}");
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let data = quarters(120, 0.3, Seed(5)).unwrap();
    let of = |threads: usize, seed: u64| {
        let options = LearningCurveOptions { repeats: Some(4), seed, ..Default::default() };
        LearningCurve::of(&tree(Some(3)), &data, &options, &accuracy(), &Run::default().threads(threads))
            .unwrap()
    };
    assert_eq!(of(1, 3), of(2, 3));
    assert_ne!(of(1, 3).points, of(1, 4).points);
}

#[test]
fn held_out_rows_and_designs() {
    let data = corner(200, 0.1, Seed(6));
    let sizes = TrainingSizes::Rows(vec![20, 40, 80, 150]);
    let share =
        LearningCurveOptions { sizes: sizes.clone(), test: TestRows::Share(0.25), ..Default::default() };
    let held_out = curve(&tree(Some(4)), &data, &share).unwrap();
    assert!(held_out.points.iter().all(|point| point.values.len() == 20));
    let folds = TestRows::Design(Arc::new(CrossValidation::new(5)));
    let design = LearningCurveOptions { sizes, test: folds, repeats: Some(2), ..Default::default() };
    let folds = curve(&tree(Some(4)), &data, &design).unwrap();
    assert!(folds.points.iter().all(|point| point.values.len() == 10), "{folds}");
    assert!(folds.points[3].test.mean > folds.points[0].test.mean, "{folds}");
    // All training rows of a fold, and not one more.
    let all = LearningCurveOptions { sizes: TrainingSizes::Shares(vec![1.0]), ..design.clone() };
    assert_eq!(curve(&tree(Some(4)), &data, &all).unwrap().points[0].rows, 160.0);
    let more = LearningCurveOptions { sizes: TrainingSizes::Rows(vec![161]), ..design };
    assert!(curve(&tree(None), &data, &more).unwrap_err().to_string().contains("from 1 to 160"));
}

/// Groups differ in their class and nothing else tells it: a model that has seen a row of a group knows the group.
#[test]
fn groups_stay_whole() {
    let id: Vec<f64> = (0..200).map(|i| f64::from(i / 4)).collect();
    let kinds: Vec<Option<&str>> =
        (0..200).map(|i| Some(if Seed(9).derive(i / 4).0.is_multiple_of(2) { "a" } else { "b" })).collect();
    let table =
        Table::builder().number("id", id.clone()).number("group", id).category("kind", &kinds).build();
    let data = table.unwrap().dataset().target("kind").unwrap();
    let sizes = rows(&[160]);
    let leaking = curve(&tree(None), &data, &sizes).unwrap().points[0].test.mean;
    let data = data.group("group").unwrap();
    let whole = curve(&tree(None), &data, &sizes).unwrap().points[0].test.mean;
    assert!(leaking > 0.9 && whole < 0.7, "{leaking} {whole}");
}

#[test]
fn curves_of_numbers() {
    let scoring = EvaluationOptions::default();
    let options = LearningCurveOptions::default();
    let found =
        LearningCurve::of(&tree(Some(6)), &wave(300, 0.4, 1), &options, &scoring, &Run::default()).unwrap();
    assert_eq!(found.measure, Measure::usual(Task::Regression)[0]);
    let (first, last) = (&found.points[0], &found.points[found.points.len() - 1]);
    assert!(last.test.mean < 0.6 * first.test.mean, "{found}");
    assert!(found.forecast.as_ref().unwrap().twice <= found.forecast.as_ref().unwrap().now);
}

#[test]
fn a_learning_curve_refuses_with_a_sentence() {
    let data = quarters(50, 0.0, Seed(7)).unwrap();
    let sentence =
        |options: LearningCurveOptions| curve(&tree(None), &data, &options).unwrap_err().to_string();
    assert!(sentence(rows(&[10, 50])).contains("from 1 to 49"));
    assert!(sentence(rows(&[0])).contains("from 1 to 49"));
    assert!(sentence(rows(&[])).contains("at least one training size"));
    let shares =
        |share| LearningCurveOptions { sizes: TrainingSizes::Shares(vec![share]), ..Default::default() };
    assert!(sentence(shares(1.5)).contains("shares above 0 and at most 1"));
    assert!(sentence(shares(f64::NAN)).contains("shares above 0"));
    assert!(sentence(LearningCurveOptions { repeats: Some(0), ..Default::default() }).contains("repeats"));
    let test = TestRows::Share(1.0);
    assert!(sentence(LearningCurveOptions { test, ..Default::default() }).contains("above 0 and below 1"));
    let one = data.select(vec![0]);
    let error = curve(&tree(None), &one, &LearningCurveOptions::default()).unwrap_err().to_string();
    assert!(error.contains("and there is one row"), "{error}");
    let canceled = Run::default();
    canceled.cancel_token().cancel();
    let result = LearningCurve::of(&tree(None), &data, &rows(&[10]), &accuracy(), &canceled);
    assert!(matches!(result, Err(Error::Canceled)));
    // What the learner refuses is said.
    let wrong =
        DecisionTree { criterion: Some(hornbook_trees::decision_tree::Criterion::Variance), ..tree(None) };
    let error = curve(&wrong, &data, &rows(&[10])).unwrap_err().to_string();
    assert!(
        error.contains("learned from none of the training sets") && error.contains("variance"),
        "{error}"
    );
}

fn depths(data: &Dataset, values: &ParameterDomain) -> Result<ValidationCurve> {
    let folds = CrossValidation::new(5).seed(1);
    ValidationCurve::of(&tree(None), "max_depth", values, data, &folds, &accuracy(), &Run::default())
}

// proves: 002:E07
#[test]
fn a_validation_curve_has_a_valley() {
    let data = quarters(300, 0.4, Seed(8)).unwrap();
    let found = depths(&data, &ParameterDomain::list([1, 2, 3, 4, 6, 9, 14, 20])).unwrap();
    let fits: Vec<FitKind> = found.points.iter().map(|point| point.diagnosis.fit).collect();
    assert_eq!((fits[0], fits[7]), (FitKind::Underfitting, FitKind::Overfitting), "{found}");
    let (first, best, last) = (&found.points[0], &found.points[found.best], &found.points[7]);
    assert!(
        best.validation.mean > first.validation.mean + 0.1 && best.validation.mean > last.validation.mean
    );
    assert!(found.points.windows(2).all(|w| w[0].training.mean <= w[1].training.mean + 1e-12), "{found}");
    let simplest_within_one_se = &found.points[found.simplest_within_one_se];
    assert!(simplest_within_one_se.validation.mean >= best.validation.mean - best.validation.standard_error);
    assert!(simplest_within_one_se.size <= best.size);
    // The full tree overfits by definition in the light of the best one.
    let errors = |p: &ValidationPoint| TrainTestErrors {
        training: 1.0 - p.training.mean,
        truth: 1.0 - p.validation.mean,
    };
    assert!(overfits(errors(last), errors(best)) && !overfits(errors(best), errors(last)));

    let model = found.train(&tree(None), SelectionRule::Best, &data, &Run::default()).unwrap();
    assert_eq!(&model.info().parameters["max_depth"], found.chosen(SelectionRule::Best));
    assert_eq!(model.info().summary.rows, 300);
    assert!(found.to_string().contains("the simplest within one standard error"), "{found}");
    assert_eq!(found.to_json()["points"].as_array().unwrap().len(), 8);
}

/// A validation curve and a tuner judge the same splits.
#[test]
fn a_validation_curve_agrees_with_the_tuner() {
    let data = quarters(150, 0.4, Seed(10)).unwrap();
    let values = ParameterDomain::whole(1, 8);
    let curve = depths(&data, &values).unwrap();
    let space = SearchSpace::default().vary("max_depth", values);
    let tuner = Tuner::new(space, Strategy::Grid { points: 12 })
        .rule(SelectionRule::OneStandardError)
        .scoring(accuracy());
    let tuning = tuner.design(CrossValidation::new(5).seed(1)).tune(&tree(None), &data).unwrap();
    assert_eq!((curve.best, curve.simplest_within_one_se), (tuning.best, tuning.chosen));
    for (point, trial) in curve.points.iter().zip(&tuning.trials) {
        assert_eq!((point.validation.mean, point.size), (trial.mean, trial.size));
    }
}

/// Losses of decisions stay with their rows when training and test rows are told apart.
#[test]
fn both_sides_count_their_own_losses() {
    let data = corner(120, 0.3, Seed(15));
    let losses = LossMatrix::new(&["even", "odd"], &["even", "odd"], vec![0.0, 5.0, 1.0, 0.0]).unwrap();
    let scoring = EvaluationOptions::default().losses(losses);
    let (values, design) = (ParameterDomain::list([2, 20]), HoldOut::new(0.4).seed(3));
    let curve =
        ValidationCurve::of(&tree(None), "max_depth", &values, &data, &design, &scoring, &Run::default());
    let curve = curve.unwrap();
    assert_eq!(curve.measure, Measure::ExpectedLoss);
    let evaluated = design.evaluate_with(&tree(Some(2)), &data, &scoring, &Run::default()).unwrap();
    assert!((curve.points[0].validation.mean - evaluated.scores[0].value).abs() < 1e-12);
    // A full tree makes no mistake on its own rows, and dear ones on others.
    assert!(curve.points[1].training.mean == 0.0 && curve.points[1].validation.mean > 0.2, "{curve}");
}

#[test]
fn a_validation_curve_refuses_with_a_sentence() {
    let data = quarters(60, 0.0, Seed(11)).unwrap();
    let of = |parameter: &str, values: ParameterDomain| {
        let (tree, folds) = (tree(None), HoldOut::new(0.3));
        ValidationCurve::of(&tree, parameter, &values, &data, &folds, &accuracy(), &Run::default())
    };
    assert!(of("depth", ParameterDomain::whole(1, 3)).unwrap_err().to_string().contains("max_depth"));
    assert!(
        of("max_depth", ParameterDomain::List(Vec::new()))
            .unwrap_err()
            .to_string()
            .contains("at least one value")
    );
    let refused = of("criterion", ParameterDomain::list(["variance"])).unwrap_err().to_string();
    assert!(refused.contains("no value of 'criterion' could be evaluated"), "{refused}");
    // One value is refused, the others are judged; one split has no standard error.
    let partly = of("criterion", ParameterDomain::list(["variance", "gini"])).unwrap();
    assert!(partly.points[0].refused.is_some() && partly.best == 1 && partly.simplest_within_one_se == 1);
    assert!(partly.notes.iter().any(|note| note.contains("needs several splits")), "{:?}", partly.notes);
    assert!(partly.to_string().contains("refused"));
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn codes(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|x| x.as_u64().unwrap() as u32).collect()
}

/// `reference/bias_variance.py` made the numbers.
#[test]
fn bias_and_variance_agree_with_mlxtend() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("reference/bias_variance.json")).unwrap();
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let predictions = case["predictions"].as_array().unwrap();
        let found = if case["kind"] == "squared" {
            let truth = numbers(&case["truth"]);
            let values = predictions.iter().flat_map(numbers).collect();
            let matrix = Matrix::new(predictions.len(), truth.len(), values).unwrap();
            let parts = SquaredLossDecomposition::of(&truth, &matrix, 0.0).unwrap();
            vec![("loss", parts.loss), ("bias", parts.squared_bias), ("variance", parts.variance)]
        } else {
            let classes = case["classes"].as_u64().unwrap() as usize;
            let predicted: Vec<Vec<u32>> = predictions.iter().map(codes).collect();
            let parts = ZeroOneLossDecomposition::of(&codes(&case["truth"]), &predicted, classes).unwrap();
            vec![
                ("loss", parts.loss),
                ("bias", parts.bias),
                ("variance", parts.variance),
                ("squared_bias", parts.squared_bias),
                ("squared_variance", parts.squared_variance),
            ]
        };
        assert_eq!(case["expected"].as_object().unwrap().len(), found.len());
        for (name, value) in found {
            let expected = case["expected"][name].as_f64().unwrap();
            assert!(
                (value - expected).abs() <= 1e-12 * expected.abs().max(1.0),
                "{name}: {value} {expected}"
            );
        }
    }
}

fn parts(learner: &dyn Learner, data: &Dataset, options: &BiasVarianceOptions) -> BiasVariance {
    BiasVariance::of(learner, data, options, &Run::default()).unwrap()
}

// proves: 000a:D1, 002:D06
#[test]
fn simple_models_are_biased_and_complex_ones_vary() {
    let data = wave(400, 0.8, 2);
    for samples in [TrainingSamples::Bootstrap, TrainingSamples::Disjoint] {
        let options = BiasVarianceOptions { rounds: 14, samples, ..Default::default() };
        let squared = |learner: &dyn Learner| match parts(learner, &data, &options).parts {
            LossDecomposition::Squared(parts) => parts,
            LossDecomposition::ZeroOne(_) => panic!("numbers have squared losses"),
        };
        let (mean, full) = (squared(&Baseline::default()), squared(&tree(None)));
        assert!(mean.squared_bias > 3.0 * full.squared_bias, "{samples:?}: {mean:?} {full:?}");
        assert!(full.variance > 1.5 * mean.variance, "{samples:?}: {mean:?} {full:?}");
        assert!((full.loss - full.squared_bias - full.variance).abs() < 1e-12);
    }
    let options = BiasVarianceOptions { rounds: 20, ..Default::default() };
    let data = corner(300, 0.4, Seed(12));
    let zero_one = |learner: &dyn Learner| match parts(learner, &data, &options).parts {
        LossDecomposition::ZeroOne(parts) => parts,
        LossDecomposition::Squared(_) => panic!("classes have zero-one losses"),
    };
    let (common, full) = (zero_one(&Baseline::default()), zero_one(&tree(None)));
    assert!(common.bias > full.bias + 0.05 && full.variance > common.variance + 0.05, "{common:?} {full:?}");
    assert!((full.loss - (full.bias + full.harm - full.help)).abs() < 1e-12);
    let text = parts(&tree(None), &data, &options).to_string();
    assert!(text.contains("variance that harms") && text.contains("Kohavi and Wolpert"), "{text}");
}

/// The variance of the noise, 0.4²/12, is known here and leaves the bias.
#[test]
fn known_noise_is_no_bias() {
    let noise = 0.16 / 12.0;
    let squared = |noise| {
        let options = BiasVarianceOptions { rounds: 30, noise, ..Default::default() };
        match parts(&tree(Some(5)), &wave(1500, 0.4, 3), &options).parts {
            LossDecomposition::Squared(parts) => parts,
            LossDecomposition::ZeroOne(_) => panic!("numbers have squared losses"),
        }
    };
    let (without, with) = (squared(0.0), squared(noise));
    assert!((without.squared_bias - with.squared_bias - noise).abs() < 1e-12);
    assert!(with.squared_bias.abs() < 0.2 * noise, "{with:?}");
}

#[test]
fn bias_and_variance_do_not_depend_on_threads() {
    let data = quarters(100, 0.4, Seed(13)).unwrap();
    let options = BiasVarianceOptions { rounds: 12, ..Default::default() };
    let of =
        |threads| BiasVariance::of(&tree(None), &data, &options, &Run::default().threads(threads)).unwrap();
    assert_eq!(of(1), of(2));
    let few = BiasVarianceOptions { rounds: 1, ..options };
    let error = BiasVariance::of(&tree(None), &data, &few, &Run::default()).unwrap_err();
    assert!(error.to_string().contains("rounds"), "{error}");
    let many = BiasVarianceOptions { rounds: 100, samples: TrainingSamples::Disjoint, ..options };
    let error = BiasVariance::of(&tree(None), &data, &many, &Run::default()).unwrap_err();
    assert!(error.to_string().contains("100"), "{error}");
}

#[test]
fn the_criteria_of_a_model() {
    // lm(y ~ 1) of 1, 2, 4, 5: mean 3, squared errors 10, n = 4.
    let table = Table::builder().number("y", vec![1.0, 2.0, 4.0, 5.0]).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let model = (&Baseline::default() as &dyn Learner).fit_with(&data, &Run::default()).unwrap();
    let likelihood = -2.0 * ((std::f64::consts::TAU * 2.5).ln() + 1.0);
    let found = InformationCriteria::of(&*model, &data).unwrap();
    assert!((found.log_likelihood - likelihood).abs() < 1e-12);
    assert_eq!((found.parameters, found.rows), (2.0, 4.0));
    assert!((found.aic - (4.0 - 2.0 * likelihood)).abs() < 1e-12);
    assert!((found.bic - (2.0 * 4f64.ln() - 2.0 * likelihood)).abs() < 1e-12);

    // Three of four rows are a: 3 ln ¾ + ln ¼, one free probability.
    let table =
        Table::builder().category("kind", &[Some("a"), Some("a"), Some("b"), Some("a")]).build().unwrap();
    let data = table.dataset().target("kind").unwrap();
    let model = (&Baseline::default() as &dyn Learner).fit_with(&data, &Run::default()).unwrap();
    let found = InformationCriteria::of(&*model, &data).unwrap();
    assert!((found.log_likelihood - (3.0 * 0.75f64.ln() + 0.25f64.ln())).abs() < 1e-12);
    assert_eq!(found.parameters, 1.0);
    // Weights are repeated rows.
    let weighted = data.clone().with_weights(vec![2.0, 1.0, 1.0, 0.0]).unwrap();
    assert_eq!(InformationCriteria::of(&*model, &weighted).unwrap().rows, 4.0);
    assert!((log_likelihood(&*model, &weighted).unwrap() - found.log_likelihood).abs() < 1e-12);
}

/// Where there is nothing to learn, the criteria prefer the model without splits; where there is, they do not.
#[test]
fn the_criteria_choose() {
    let bic = |depth: u32, data: &Dataset| {
        let model = (&tree(Some(depth)) as &dyn Learner).fit_with(data, &Run::default()).unwrap();
        InformationCriteria::of(&*model, data).unwrap().bic
    };
    let noise = quarters(400, 1.0, Seed(14)).unwrap();
    let baseline = (&Baseline::default() as &dyn Learner).fit_with(&noise, &Run::default()).unwrap();
    assert!(InformationCriteria::of(&*baseline, &noise).unwrap().bic < bic(6, &noise));
    let signal = corner(400, 0.2, Seed(14));
    assert!(bic(3, &signal) < bic(1, &signal));
}

/// A model that keeps its size to itself.
#[derive(Debug)]
struct Silent(Box<dyn Model>);

impl Model for Silent {
    fn info(&self) -> &hornbook_learner::ModelInfo {
        self.0.info()
    }

    fn info_mut(&mut self) -> &mut hornbook_learner::ModelInfo {
        self.0.info_mut()
    }

    fn raw_explanation(&self) -> hornbook_learner::Explanation {
        self.0.raw_explanation()
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.to_bytes()
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for Silent {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.0.predictor().unwrap().raw_outputs(rows, request)
    }

    fn raw_row_explanation(
        &self,
        row: &hornbook_learner::ExplainedRow<'_>,
    ) -> Result<hornbook_learner::Explanation> {
        self.0.predictor().unwrap().raw_row_explanation(row)
    }
}

#[test]
fn a_model_without_a_size_has_no_criteria() {
    let data = wave(20, 0.4, 4);
    let model = Silent((&Baseline::default() as &dyn Learner).fit_with(&data, &Run::default()).unwrap());
    let error = InformationCriteria::of(&model, &data).unwrap_err().to_string();
    assert!(error.contains("does not say how many parameters it has"), "{error}");
    let exact = (&tree(None) as &dyn Learner).fit_with(&data, &Run::default()).unwrap();
    assert!(InformationCriteria::of(&*exact, &data).unwrap_err().to_string().contains("has no likelihood"));
}

// proves: 000a:J20
#[test]
fn the_expected_difference_of_two_learners() {
    let draw = |rows: usize, seed: Seed| quarters(rows, 0.2, seed);
    let options =
        ExpectedDifferenceOptions { training_rows: 60, test_rows: 400, rounds: 30, ..Default::default() };
    let (deep, shallow) = (tree(Some(4)), tree(Some(1)));
    let of = |a: &dyn Learner, b: &dyn Learner, threads| {
        let scoring = EvaluationOptions::default().measures(&[Measure::ErrorRate]);
        ExpectedDifference::of(a, b, &draw, &options, &scoring, &Run::default().threads(threads)).unwrap()
    };
    let found = of(&deep, &shallow, 2);
    assert!(found.difference < -0.1 && found.interval.unwrap().high < 0.0, "{found}");
    assert!((found.means[0] - found.means[1] - found.difference).abs() < 1e-12);
    assert_eq!(found.rounds.len(), 30);
    assert_eq!(found, of(&deep, &shallow, 1));
    let turned = of(&shallow, &deep, 2);
    assert!((turned.difference + found.difference).abs() < 1e-12);
    let same = of(&deep, &deep, 2);
    assert_eq!((same.difference, same.interval), (0.0, None));

    let refused = |options: &ExpectedDifferenceOptions,
                   draw: &(dyn Fn(usize, Seed) -> Result<Dataset> + Sync)| {
        let result = ExpectedDifference::of(&deep, &shallow, draw, options, &accuracy(), &Run::default());
        result.unwrap_err().to_string()
    };
    assert!(refused(&ExpectedDifferenceOptions { rounds: 1, ..options }, &draw).contains("rounds"));
    assert!(
        refused(&ExpectedDifferenceOptions { training_rows: 0, ..options }, &draw).contains("training_rows")
    );
    let short = |rows: usize, seed: Seed| quarters(rows - 1, 0.2, seed);
    assert!(refused(&options, &short).contains("459 rows were drawn where 460 were asked for"));
}
