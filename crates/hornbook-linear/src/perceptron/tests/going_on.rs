//! Files larger than memory, and more rows later.

use super::*;
use crate::{LinearModel, MarginFit};
use hornbook_core::Seed;
use hornbook_data::Dataset;
use hornbook_learner::{TableBatches, TrainingInput};
use proptest::prelude::*;

fn learners() -> Vec<Perceptron> {
    let mut all = Vec::new();
    for mode in [UpdateMode::Stochastic, UpdateMode::Batch] {
        for variant in [PerceptronVariant::Plain, PerceptronVariant::Averaged] {
            let learner = Perceptron::default().mode(mode).variant(variant).max_iter(5);
            all.push(learner.clone());
            all.push(learner.penalty(PerceptronPenalty::L2).margin(0.5).coding(TargetCoding::PlusMinus));
        }
    }
    all
}

fn in_batches(learner: &Perceptron, data: &Dataset, rows: usize) -> LinearModel {
    learner
        .fit_with(TrainingInput::in_batches(&TableBatches::new(data.clone(), rows)), &Run::default())
        .unwrap()
}

/// With weights that are no whole numbers, so that sums in another order would differ.
fn fractions(table: &Table, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    data(table).with_weights((0..table.rows()).map(|_| 0.1 + 3.0 * rng.unit()).collect()).unwrap()
}

/// The same weights and the same facts to the last bit; what a survey knows, to rounding.
fn same(one: &LinearModel, other: &LinearModel) {
    assert_eq!(learned(one), learned(other));
    let (one, other) = (one.margin_fit().unwrap(), other.margin_fit().unwrap());
    let column_stats = |fit: &MarginFit| [&[fit.weight], &fit.deviations[..]].concat();
    close(&column_stats(one), &column_stats(other), 1e-9);
    let known = |fit: &MarginFit| MarginFit { weight: 0.0, deviations: Vec::new(), ..fit.clone() };
    assert_eq!(known(one), known(other));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn one_batch_is_memory_if_rows_are_shuffled(seed in 0u64..1000, classes in 2usize..4) {
        let data = fractions(&some_table(70, classes, seed), seed);
        for learner in learners() {
            same(&in_batches(&learner, &data, 70), &learner.fit(&data).unwrap());
        }
    }

    /// More epochs over the same rows are epochs of one fit, in their orders.
    #[test]
    fn rounds_go_on(seed in 0u64..1000, classes in 2usize..4, shuffle in any::<bool>()) {
        let data = fractions(&some_table(70, classes, seed), seed);
        for mode in [UpdateMode::Stochastic, UpdateMode::Batch] {
            let learner = Perceptron::default().mode(mode).shuffle(shuffle);
            let whole = learner.clone().max_iter(5).fit(&data).unwrap();
            let first = learner.clone().max_iter(2).fit(&data).unwrap();
            let second = learner.clone().max_iter(3).fit_with(TrainingInput::from(&data).with_warm_start(&first), &Run::default()).unwrap();
            same(&second, &whole);
            prop_assert_eq!(second.info().summary.rows, 2 * whole.info().summary.rows);
        }
    }
}

#[test]
fn batches_are_shuffled_by_themselves() {
    let data = data(&some_table(300, 2, 1));
    let learner = Perceptron::default().max_iter(3);
    let (one, again) = (in_batches(&learner, &data, 100), in_batches(&learner, &data, 100));
    assert_eq!(learned(&one), learned(&again));
    assert_ne!(learned(&one), learned(&learner.fit(&data).unwrap()));
}

#[test]
fn the_pocket_needs_all_rows() {
    let batches = TableBatches::new(data(&some_table(30, 2, 1)), 10);
    let learner = Perceptron::default().variant(PerceptronVariant::Pocket);
    let said =
        learner.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap_err().to_string();
    assert!(said.contains("the pocket algorithm needs all rows") && said.contains("averaged"), "{said}");
}

#[test]
fn the_trace_numbers_the_rows_of_all_batches() {
    let rows = |batch_rows| {
        let notes = Arc::new(LinearTraceRecorder::default());
        let batches = TableBatches::new(data(&some_table(30, 2, 1)), batch_rows);
        let learner = Perceptron::default().max_iter(1).shuffle(false);
        learner
            .fit_with(TrainingInput::in_batches(&batches), &Run::default().observer(notes.clone()))
            .unwrap();
        notes.events().iter().filter_map(|(_, json)| json["row"].as_u64()).collect::<Vec<u64>>()
    };
    assert!(rows(7).iter().any(|&row| row > 20));
    assert_eq!(rows(7), rows(30));
}

/// Rows of some classes of a table that has more.
fn of_classes(data: &Dataset, names: &[&str]) -> Dataset {
    let hornbook_data::Target::Classes(classes) = data.target_values().unwrap().1 else { panic!("classes") };
    let is_kept = |row: &u32| names.contains(&&*classes.levels[classes.codes[*row as usize] as usize]);
    data.select((0..data.rows().len() as u32).filter(is_kept).collect())
}

#[test]
fn classes_may_come_later() {
    let all = data(&some_table(200, 3, 5));
    let learner = Perceptron::default().max_iter(1);
    let two = learner.fit(&of_classes(&all, &["u", "v"])).unwrap();
    assert_eq!(two.intercepts().len(), 1);
    // A class that was not known wins no row at first, and the others part as before.
    let again = learner
        .clone()
        .eta0(1e-300)
        .fit_with(TrainingInput::from(&all).with_warm_start(&two), &Run::default())
        .unwrap();
    assert_eq!(again.weights().row(1), two.weights().row(0));
    let negative: Vec<f64> = two.weights().row(0).iter().map(|w| -w).collect();
    assert_eq!(again.weights().row(0), negative);
    assert!(again.weights().row(2).iter().all(|w| w.abs() < 1e-200));
    // Rows of one class move a model of three.
    let three = learner.fit_with(TrainingInput::from(&all).with_warm_start(&two), &Run::default()).unwrap();
    let more = learner
        .fit_with(TrainingInput::from(&of_classes(&all, &["w"])).with_warm_start(&three), &Run::default())
        .unwrap();
    assert_eq!((three.intercepts().len(), more.intercepts().len()), (3, 3));
    assert!(more.info().summary.warnings.iter().all(|said| !said.contains("only one class")));
    // From one class, which has no weights.
    let one = learner.fit(&of_classes(&all, &["u"])).unwrap();
    let more = learner
        .fit_with(TrainingInput::from(&of_classes(&all, &["u", "w"])).with_warm_start(&one), &Run::default())
        .unwrap();
    let fresh = learner.fit(&of_classes(&all, &["u", "w"])).unwrap();
    assert_eq!(learned(&more), learned(&fresh));
}

#[test]
fn the_columns_of_all_rows_are_known() {
    let all = weighted(&some_table(200, 2, 5));
    let learner = Perceptron::default().max_iter(1);
    let whole = learner.fit(&all).unwrap();
    let first = learner.fit(&all.slice(0..70)).unwrap();
    let second = learner
        .fit_with(TrainingInput::from(&all.slice(70..200)).with_warm_start(&first), &Run::default())
        .unwrap();
    close(second.means(), whole.means(), 1e-12);
    let (one, other) = (second.margin_fit().unwrap(), whole.margin_fit().unwrap());
    close(&one.deviations, &other.deviations, 1e-9);
    assert_eq!(second.info().summary.weight, whole.info().summary.weight);
    assert_eq!((one.rounds, one.curve.len()), (2, 2));
}

#[test]
fn a_mean_goes_on_from_itself() {
    let and = crate::testing::boolean(0.0, |a, b| a && b);
    let parted = Perceptron::default().shuffle(false).fit(&and).unwrap();
    let mean = Perceptron::default().variant(PerceptronVariant::Averaged).max_iter(1).shuffle(false);
    // Without a mistake the mean of the weights is the weights.
    assert_eq!(
        learned(&mean.fit_with(TrainingInput::from(&and).with_warm_start(&parted), &Run::default()).unwrap()),
        learned(&parted)
    );
    let or = crate::testing::boolean(0.0, |a, b| a || b);
    let plain = mean
        .clone()
        .variant(PerceptronVariant::Plain)
        .fit_with(TrainingInput::from(&or).with_warm_start(&parted), &Run::default())
        .unwrap();
    // From (-4, 3, 2), the second row is wrong, and the third is at zero then.
    assert_eq!(learned(&plain), [-2.0, 4.0, 3.0]);
    close(
        &learned(&mean.fit_with(TrainingInput::from(&or).with_warm_start(&parted), &Run::default()).unwrap()),
        &[-2.75, 3.5, 2.75],
        1e-15,
    );
}
