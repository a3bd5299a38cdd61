//! The delta rule against books, against scikit-learn, and against itself.

use super::*;
use crate::perceptron::{TargetCoding, UpdateMode};
use crate::row_blocks::RowBlocks;
use crate::testing::{LinearTraceRecorder, boolean, gate};
use crate::testing::{close, data, iris, learned, some_table, weighted};
use crate::training_rows::RowOrder;
use crate::{LinearModel, LinearRegression, LogisticRegression, ResponseType, WeightPenalty};
use hornbook_core::Run;
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, Model, RowSource, TableBatches, TrainingInput};
use proptest::prelude::*;
use std::sync::Arc;

fn in_order() -> DeltaRule {
    DeltaRule::default().shuffle(false).tol(0.0)
}

fn batches(rate: f64) -> DeltaRule {
    in_order().mode(UpdateMode::Batch).reduction(Reduction::Sum).eta0(rate)
}

/// The weights and the loss after each epoch.
fn traced(learner: &DeltaRule, data: &Dataset) -> Vec<(Vec<f64>, f64)> {
    let notes = Arc::new(LinearTraceRecorder::default());
    learner.fit_with(data, &Run::default().observer(notes.clone())).unwrap();
    let of = |json: &serde_json::Value| {
        let weights = json["weights"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        (weights, json["loss"].as_f64().unwrap())
    };
    notes.events().iter().skip(1).map(|(_, json)| of(json)).collect()
}

/// The first step from weights of zero is the rate times the gradient of $E = \frac12 \sum (t - o)^2$,
/// which differences give, too.
// proves: 000a:I8
#[test]
fn a_step_is_against_the_slope() {
    let (rows, targets) = ([[0.5, -1.0], [2.0, 0.3], [-1.5, 0.7]], [1.0, -2.0, 0.5]);
    let column = |place: usize| rows.map(|row| row[place]).to_vec();
    let table =
        Table::builder().number("x1", column(0)).number("x2", column(1)).number("t", targets.to_vec());
    let data = table.build().unwrap().dataset().target("t").unwrap();
    let error = |w: [f64; 3]| -> f64 {
        let output = |row: &[f64; 2]| w[0] + w[1] * row[0] + w[2] * row[1];
        rows.iter().zip(targets).map(|(row, t)| 0.5 * (t - output(row)).powi(2)).sum()
    };
    let (step, _) = traced(&batches(0.1).max_iter(1), &data).remove(0);
    for (place, found) in step.iter().enumerate() {
        let moved = |by: f64| error(std::array::from_fn(|i| if i == place { by } else { 0.0 }));
        let derivative = (moved(1e-4) - moved(-1e-4)) / 2e-4;
        close(&[*found], &[-0.1 * derivative], 1e-9);
        // Analytically: the sum of errors times inputs, with a 1 for the constant.
        let input = |row: &[f64; 2]| if place == 0 { 1.0 } else { row[place - 1] };
        let sum: f64 = rows.iter().zip(targets).map(|(row, t)| t * input(row)).sum();
        close(&[-derivative], &[sum], 1e-9);
    }
}

// proves: 000a:I6, 000a:I7, 000a:I9, 002:H08
#[test]
fn batches_of_the_book() {
    let and = boolean(-1.0, |a, b| a && b);
    let rounds = traced(&batches(0.1).max_iter(3), &and);
    let expected =
        [([-0.2, 0.2, 0.2], 1.04), ([-0.32, 0.32, 0.32], 0.6944), ([-0.392, 0.392, 0.392], 0.569_984)];
    for ((weights, loss), (expected, value)) in rounds.iter().zip(expected) {
        close(weights, &expected, 1e-12);
        close(&[*loss], &[value], 1e-12);
    }
    let settled = batches(0.1).tol(1e-15).fit(&and).unwrap();
    close(&learned(&settled), &[-0.5, 0.5, 0.5], 1e-6);
    close(
        &settled.margin_fit().unwrap().losses[settled.margin_fit().unwrap().losses.len() - 1..],
        &[0.5],
        1e-9,
    );
    assert!(settled.margin_fit().unwrap().is_separated() && settled.info().summary.converged);
    let xor = batches(0.1).tol(1e-15).fit(&boolean(-1.0, |a, b| a != b)).unwrap();
    close(&learned(&xor), &[0.0, 0.0, 0.0], 1e-9);
    assert!(xor.info().summary.converged, "it settles though nothing parts the classes");
}

// proves: 000a:I10, 002:H04, 002:H06
#[test]
fn each_row_of_the_book() {
    // The weights after each of the first rows are those after an epoch over them alone.
    let expected = [[-0.1, 0.1, 0.1], [-0.19, 0.19, 0.01], [-0.289, 0.091, 0.109], [-0.1801, 0.1999, 0.2179]];
    let table = boolean(-1.0, |a, b| a && b).table().clone();
    let learner = in_order().eta0(0.1).max_iter(1);
    let numbers = table.dataset().target("y").unwrap();
    let hornbook_data::Target::Classes(classes) = numbers.target_values().unwrap().1.clone() else {
        panic!()
    };
    let signs: Vec<f64> = classes.codes.iter().map(|&code| f64::from(code) * 2.0 - 1.0).collect();
    let as_numbers = numbers.with_target("sign", hornbook_data::Target::Numbers(signs.into())).unwrap();
    for (count, expected) in (1..=4).zip(expected) {
        let model = learner.fit(&as_numbers.slice(0..count)).unwrap();
        close(&learned(&model), &expected, 1e-12);
    }
    let classes = learner.fit(&boolean(-1.0, |a, b| a && b)).unwrap();
    close(&learned(&classes), &expected[3], 1e-12);
}

fn line() -> Dataset {
    let table = Table::builder().number("x", vec![0.0, 1.0, 2.0, 3.0]).number("y", vec![1.0, 2.0, 2.0, 4.0]);
    table.build().unwrap().dataset().target("y").unwrap()
}

// proves: 001:189, 000b:LD17, 002:H05
#[test]
fn descent_to_least_squares() {
    let rounds = traced(&batches(0.05).max_iter(3), &line());
    for ((weights, _), expected) in rounds.iter().zip([[0.45, 0.9], [0.54, 1.035], [0.5715, 1.0485]]) {
        close(weights, &expected, 1e-12);
    }
    let model = batches(0.05).max_iter(2000).tol(1e-16).fit(&line()).unwrap();
    close(&learned(&model), &[0.9, 0.9], 1e-6);
    let stable = model.info().summary.details["largest_stable_rate"].as_f64().unwrap();
    close(&[stable], &[0.118_975_032_409_334_56], 1e-12);
    // On either side of it.
    let at = |rate: f64| batches(rate).max_iter(5000).fit(&line()).unwrap();
    assert!(at(stable * 0.99).info().summary.warnings.iter().all(|said| !said.contains("too large")));
    let lost = at(stable * 1.01);
    assert!(
        lost.info().summary.warnings[0].contains("too large: the loss diverged"),
        "{:?}",
        lost.info().summary
    );
    assert!(learned(&lost).iter().all(|w| w.is_finite()) && !lost.info().summary.converged);
}

// proves: 002:I06, 000b:LD19
#[test]
fn sigmoid_units_of_the_book() {
    // One row x = (1, 2) without a constant; the other row has no length.
    let one_step = |loss: DeltaRuleLoss| {
        let data = gate(&[&[1.0, 2.0], &[0.0, 0.0]], &[true, false]);
        let learner =
            in_order().unit(Activation::Sigmoid).loss(loss).eta0(0.1).max_iter(1).fit_intercept(false);
        learned(&learner.fit(&data).unwrap())
    };
    close(&one_step(DeltaRuleLoss::Squared), &[0.0, 0.0125, 0.025], 1e-12);
    close(&one_step(DeltaRuleLoss::CrossEntropy), &[0.0, 0.05, 0.1], 1e-12);
}

#[test]
fn a_sigmoid_unit_that_has_learned_already() {
    // w = (0.5, 0.25), x = (1, 2), y = 0, a step of 0.1.
    let data = gate(&[&[1.0, 2.0], &[0.0, 0.0]], &[false, true]).with_weights(vec![1.0, 0.0]).unwrap();
    let design = crate::design::design_of(
        &hornbook_data::Schema::of(&data).unwrap().inputs,
        hornbook_encoding::CategoricalEncoding::OneHot,
    );
    let run = Run::default();
    let blocks = RowBlocks::of(RowSource::Memory(&data), &design, RowOrder::Given, None, &run).unwrap();
    for (loss, value, expected) in [
        (DeltaRuleLoss::Squared, 0.267_223_3, [0.485_626_5, 0.221_253_0]),
        (DeltaRuleLoss::CrossEntropy, 1.313_261_7, [0.426_894_1, 0.103_788_3]),
    ] {
        let learner = DeltaRule::default().unit(Activation::Sigmoid).loss(loss).fit_intercept(false);
        let units = objective::BatchObjective::new(&learner, &blocks);
        let (mut gradient, point) = (vec![0.0; 3], [0.5, 0.25, 0.0]);
        let found = hornbook_math::optimize::Objective::value_and_gradient(&units, &point, &mut gradient);
        close(&[found], &[value], 1e-7);
        close(&[0.5 - 0.1 * gradient[0], 0.25 - 0.1 * gradient[1]], &expected, 1e-7);
        assert_eq!(gradient[2], 0.0);
    }
}

#[test]
fn a_sigmoid_unit_by_likelihood_is_logistic_regression() {
    let data = data(&some_table(200, 2, 3)).only(&["a"]).unwrap();
    let unit = DeltaRule::default()
        .mode(UpdateMode::Batch)
        .learning_rate(LearningRateSchedule::LineSearch)
        .eta0(1.0);
    let unit = unit.unit(Activation::Sigmoid).loss(DeltaRuleLoss::CrossEntropy).max_iter(20_000).tol(1e-15);
    let (one, other) = (
        unit.fit(&data).unwrap(),
        LogisticRegression::default().penalty(WeightPenalty::None).fit(&data).unwrap(),
    );
    close(&learned(&one), &learned(&other), 1e-4);
    let (one, other) = (one.likelihood_fit().unwrap(), other.likelihood_fit().unwrap());
    close(&[one.deviance, one.null_deviance], &[other.deviance, other.null_deviance], 1e-7);
}

#[test]
fn the_weights_of_scikit_learn() {
    let known: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/reference/perceptron.json")).unwrap();
    let data = iris().dataset().target("petal_width").unwrap();
    let data = data.only(&["sepal_length", "sepal_width", "petal_length"]).unwrap();
    for epochs in [1, 5] {
        let model = in_order().eta0(0.005).max_iter(epochs).fit(&data).unwrap();
        let expected = known[format!("squares_{epochs}")].as_array().unwrap();
        close(&learned(&model), &expected.iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>(), 1e-12);
    }
}

#[test]
fn zero_and_one_are_compared_with_a_half() {
    let data = boolean(0.0, |a, b| a && b);
    let of = |coding| {
        let learner = DeltaRule::default()
            .mode(UpdateMode::Batch)
            .learning_rate(LearningRateSchedule::LineSearch)
            .tol(1e-15);
        learner.coding(coding).eta0(1.0).fit(&data).unwrap()
    };
    let (one, other) = (of(TargetCoding::ZeroOne), of(TargetCoding::PlusMinus));
    // Targets of 0 and 1 are half of those of -1 and 1, and one half.
    close(&learned(&one).iter().map(|w| 2.0 * w).collect::<Vec<_>>(), &learned(&other), 1e-4);
    assert!(one.margin_fit().unwrap().is_separated() && other.margin_fit().unwrap().is_separated());
}

#[test]
fn choices_that_do_not_go_together_are_refused() {
    let (numbers, classes) = (line(), boolean(0.0, |a, b| a && b));
    let said = |learner: DeltaRule, data: &Dataset| learner.fit(data).unwrap_err().to_string();
    assert!(said(DeltaRule::default().unit(Activation::Sigmoid), &numbers).contains("unit"));
    assert!(said(DeltaRule::default().loss(DeltaRuleLoss::CrossEntropy), &classes).contains("loss"));
    assert!(
        said(DeltaRule::default().learning_rate(LearningRateSchedule::LineSearch), &classes)
            .contains("learning_rate")
    );
}

#[test]
fn a_rate_that_diverges_is_said() {
    for mode in [UpdateMode::Batch, UpdateMode::Stochastic] {
        for data in [line(), boolean(0.0, |a, b| a && b)] {
            let model = DeltaRule::default().mode(mode).eta0(100.0).fit(&data).unwrap();
            assert!(model.info().summary.warnings[0].contains("the learning rate 100 is too large"));
            assert!(learned(&model).iter().all(|w| w.is_finite()) && !model.info().summary.converged);
            assert!(model.predict(data.table()).is_ok());
        }
    }
}

#[test]
fn odd_tables() {
    let one_class = gate(&[&[1.0], &[2.0]], &[true, true]);
    let model = DeltaRule::default().fit(&one_class).unwrap();
    assert!(model.info().summary.warnings[0].contains("only one class"));
    assert_eq!(model.predict(one_class.table()).unwrap().values.label(0), "2:+");
    let weightless = gate(&[&[1.0], &[2.0]], &[true, false]).with_weights(vec![0.0, 0.0]).unwrap();
    assert!(DeltaRule::default().fit(&weightless).unwrap_err().to_string().contains("weight zero"));
    let infinite = gate(&[&[1.0], &[f64::NEG_INFINITY]], &[true, false]);
    assert!(DeltaRule::default().fit(&infinite).unwrap_err().to_string().contains("infinite"));
    let constant = gate(&[&[7.0, 1.0], &[7.0, -1.0]], &[true, false]);
    let model = DeltaRule::default().max_iter(100).fit(&constant).unwrap();
    assert!(model.margin_fit().unwrap().is_separated());
}

fn models() -> Vec<(LinearModel, Table)> {
    let (two, three) = (some_table(50, 2, 1), some_table(50, 3, 2));
    let learner = DeltaRule::default().eta0(1e-7).max_iter(3);
    let sigmoid = learner.clone().unit(Activation::Sigmoid);
    let numbers = line().table().clone();
    vec![
        (learner.fit(&data(&two)).unwrap(), two.clone()),
        (sigmoid.fit(&data(&two)).unwrap(), two),
        (learner.fit(&data(&three)).unwrap(), three.clone()),
        (sigmoid.fit(&data(&three)).unwrap(), three),
        (learner.fit(&line()).unwrap(), numbers),
    ]
}

#[test]
fn units_and_targets_decide_the_response() {
    let kinds: Vec<ResponseType> = models().into_iter().map(|(model, _)| model.response().clone()).collect();
    assert!(
        matches!(kinds[0], ResponseType::Sign { .. }) && matches!(kinds[1], ResponseType::Logistic { .. })
    );
    assert!(matches!(kinds[2], ResponseType::Scores { .. }) && kinds[4] == ResponseType::Numbers);
}

fn learners() -> Vec<DeltaRule> {
    let base = DeltaRule::default().eta0(1e-7).max_iter(5).tol(0.0);
    vec![
        base.clone(),
        base.clone().momentum(0.5).learning_rate(LearningRateSchedule::Decaying),
        base.clone().mode(UpdateMode::Batch),
        base.clone().mode(UpdateMode::Batch).reduction(Reduction::Sum).unit(Activation::Sigmoid),
        base.unit(Activation::Sigmoid).loss(DeltaRuleLoss::CrossEntropy).batch_size(7),
    ]
}

fn in_batches(learner: &DeltaRule, data: &Dataset, rows: usize) -> LinearModel {
    learner
        .fit_with(TrainingInput::in_batches(&TableBatches::new(data.clone(), rows)), &Run::default())
        .unwrap()
}

/// The same weights and curves to the last bit.
fn same(one: &LinearModel, other: &LinearModel) {
    assert_eq!(learned(one), learned(other));
    let mut details = [one, other].map(|model| model.info().summary.details.clone());
    let rates = details.each_mut().map(|all| all.remove("largest_stable_rate").and_then(|x| x.as_f64()));
    close(&[rates[0].unwrap_or(0.0)], &[rates[1].unwrap_or(0.0)], 1e-9);
    assert_eq!(details[0], details[1]);
}

#[test]
fn numbers_go_on() {
    let learner = batches(0.05).max_iter(2);
    let first = learner.fit(&line()).unwrap();
    let second = learner
        .clone()
        .max_iter(1)
        .fit_with(TrainingInput::from(&line()).with_warm_start(&first), &Run::default())
        .unwrap();
    close(&learned(&second), &[0.5715, 1.0485], 1e-12);
    assert_eq!(second.info().summary.rows, 8);
}

#[test]
fn classes_may_come_later() {
    let table = some_table(90, 3, 3);
    let all = data(&table);
    let hornbook_data::Target::Classes(target) = all.target_values().unwrap().1.clone() else { panic!() };
    let of = |classes: &[u32]| {
        all.select((0..90).filter(|&row| classes.contains(&target.codes[row as usize])).collect())
    };
    for unit in [Activation::Linear, Activation::Sigmoid] {
        for coding in [TargetCoding::ZeroOne, TargetCoding::PlusMinus] {
            let learner = DeltaRule::default().unit(unit).coding(coding).eta0(1e-7).max_iter(3);
            let two = learner.fit(&of(&[0, 1])).unwrap();
            let three = learner
                .clone()
                .eta0(1e-300)
                .fit_with(TrainingInput::from(&all).with_warm_start(&two), &Run::default())
                .unwrap();
            assert_eq!(three.weights().row(1), two.weights().row(0));
            close(&[three.intercepts()[0]], &[-two.intercepts()[0]], 1e-15);
            let more = learner
                .fit_with(TrainingInput::from(&of(&[1])).with_warm_start(&two), &Run::default())
                .unwrap();
            assert!(learned(&more).iter().all(|w| w.is_finite()) && more.explain().to_string().len() > 10);
        }
    }
}

#[test]
fn what_the_loss_does_at_the_end_is_said() {
    let data = data(&some_table(60, 2, 1)).only(&["a"]).unwrap();
    let said = |learner: DeltaRule| learner.fit(&data).unwrap().info().summary.warnings[0].clone();
    let slow = DeltaRule::default().mode(UpdateMode::Batch).eta0(1e-4).max_iter(20);
    assert!(said(slow).contains("the loss still falls after 20 epochs"));
    let restless = DeltaRule::default().eta0(0.02).max_iter(20).tol(0.0);
    assert!(said(restless.clone()).contains("oscillates"), "{}", said(restless));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn one_batch_is_memory_if_rows_are_shuffled(seed in 0u64..1000, classes in 2usize..4) {
        let data = data(&some_table(60, classes, seed));
        let data = data.with_weights((0..60).map(|row| 0.3 + f64::from(row % 4)).collect()).unwrap();
        for learner in learners() {
            same(&in_batches(&learner, &data, 60), &learner.fit(&data).unwrap());
        }
    }

    /// More epochs over the same rows are epochs of one fit.
    #[test]
    fn rounds_go_on(seed in 0u64..1000, classes in 2usize..4) {
        let data = weighted(&some_table(60, classes, seed));
        let zero_one = DeltaRule::default().tol(0.0).coding(TargetCoding::ZeroOne);
        for learner in learners().into_iter().filter(|learner| learner.momentum == 0.0).chain([
            zero_one.clone(),
            zero_one.learning_rate(LearningRateSchedule::Decaying),
        ]) {
            // Rates at which hardly any epoch is worse than the start, whose weights would be kept.
            let learner = learner.shuffle(false).eta0(1e-9);
            let whole = learner.clone().max_iter(5).fit(&data).unwrap();
            let losses = |model: &LinearModel| crate::testing::list(&model.info().summary.details["loss_curve"]);
            let first = learner.clone().max_iter(2).fit(&data).unwrap();
            // Where its second epoch was no better, or none was, it continues from weights that are not its
            // last.
            let curve = losses(&first);
            if curve[1] > curve[0] || learned(&first).iter().all(|&weight| weight == 0.0) {
                continue;
            }
            let second = learner.clone().max_iter(3).fit_with(TrainingInput::from(&data).with_warm_start(&first), &Run::default()).unwrap();
            close(&learned(&second), &learned(&whole), 1e-12);
            close(&losses(&second), &losses(&whole), 1e-12);
            prop_assert_eq!(&second.info().summary.details["rounds"], 5);
        }
    }

    #[test]
    fn numbers_end_at_least_squares(seed in 0u64..1000) {
        let mut rng = hornbook_core::Seed(seed).rng();
        let x: Vec<f64> = (0..40).map(|_| rng.unit() * 2.0 - 1.0).collect();
        let y: Vec<f64> = x.iter().map(|x| 3.0 * x - 1.0 + rng.unit()).collect();
        let table = Table::builder().number("x", x).number("y", y).build().unwrap();
        let data = table.dataset().target("y").unwrap();
        let exact = LinearRegression::default().fit(&data).unwrap();
        let batch = DeltaRule::default().mode(UpdateMode::Batch).eta0(0.5).tol(1e-16).max_iter(5000).fit(&data).unwrap();
        close(&learned(&batch), &learned(&exact), 1e-5);
        let each = DeltaRule::default().eta0(0.2).learning_rate(LearningRateSchedule::Decaying).tol(0.0).max_iter(2000);
        close(&learned(&each.fit(&data).unwrap()), &learned(&exact), 0.05);
    }
}
