//! A learner fills what is missing.

use super::*;
use crate::fill_missing::NumericStrategy;
use hornbook_core::{LearnerSpec, PerColumn, Run, Seed};
use hornbook_data::{Dataset, Feature, Features, Table};
use hornbook_learner::{
    Baseline, Fit, FittedTransformer, LoadModel, Model, Pipeline, Registry, RegistryEntry, Transformer,
};
use hornbook_linear::{BayesianRidge, LinearRegression};
use hornbook_trees::DecisionTree;

fn imputation(estimator: &str) -> IterativeImputation {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<BayesianRidge>(),
            RegistryEntry::of::<Pipeline>(),
            RegistryEntry::of::<crate::ScaleColumns>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<Baseline>(),
        ]
    });
    IterativeImputation::default().estimator(LearnerSpec::parse(estimator).unwrap())
}

/// `b` is twice `a` and three more, and `kind` says whether `a` is large; each is missing now and then.
fn data() -> Dataset {
    let rows = 30;
    let gap = |row: usize, at: usize| row % 7 == at;
    let a = |row: usize| if gap(row, 2) { f64::NAN } else { row as f64 };
    let b = |row: usize| if gap(row, 5) { f64::NAN } else { 2.0 * row as f64 + 3.0 };
    let kind = |row: usize| (!gap(row, 0)).then_some(if row < 15 { "small" } else { "large" });
    Table::builder()
        .number("a", (0..rows).map(a).collect())
        .number("b", (0..rows).map(b).collect())
        .category("kind", &(0..rows).map(kind).collect::<Vec<_>>())
        .build()
        .unwrap()
        .dataset()
}

// proves: 000a:M7
#[test]
fn missing_values_are_predicted_from_the_other_features() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let model = imputation("linear-regression").max_iter(20).tol(1e-9).fit(&numbers).unwrap();
    let made = model.fitted().transform(&numbers.row_features()).unwrap();
    for place in 0..2 {
        let Feature::Number(values) = made.features().column(place) else { panic!("levels") };
        for (row, x) in values.iter().enumerate() {
            let truth = [row as f64, 2.0 * row as f64 + 3.0][place];
            assert!((x - truth).abs() < 1e-6, "column {place}, row {row}: {x} and {truth}");
        }
    }
    assert!(model.explain().to_string().contains("b: predicted by linear-regression in"));
}

#[test]
fn levels_are_predicted_by_a_learner_for_classes() {
    let model = imputation("decision-tree").fit(&data()).unwrap();
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let Feature::Code(codes, levels) = made.features().column(2) else { panic!("numbers") };
    for (row, &code) in codes.iter().enumerate() {
        assert_eq!(levels[code as usize], if row < 15 { "small" } else { "large" }, "row {row}");
    }
    let again =
        IterativeImputationModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    let (a, b) = (made, again.fitted().transform(&data().row_features()).unwrap());
    assert_eq!(format!("{:?}", a.features()), format!("{:?}", b.features()));
}

#[test]
fn what_the_learner_says_names_the_column() {
    let refused = imputation("nobody").fit(&data()).unwrap_err().to_string();
    assert!(refused.contains("nobody"), "{refused}");
    // A learner for numbers leaves levels at the most frequent one.
    let model = imputation("linear-regression").fit(&data()).unwrap();
    let made = model.fitted().transform(&data().row_features()).unwrap();
    let column = made.features().column(2);
    assert!((0..30).all(|row| !column.is_missing(row)));
}

#[test]
fn limits_hold_in_training_and_from_a_file() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let limited = imputation("linear-regression")
        .min_values(PerColumn::named([("a", 5.0)]))
        .max_values(PerColumn::named([("b", 20.0)]));
    let model = limited.fit(&numbers).unwrap();
    let read =
        IterativeImputationModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    for model in [model, read] {
        let made = model.fitted().transform(&numbers.row_features()).unwrap();
        let Feature::Number(a) = made.features().column(0) else { panic!("levels") };
        let Feature::Number(b) = made.features().column(1) else { panic!("levels") };
        // Row 2 lacks a, which is about 2, and row 19 lacks b, which is about 41.
        assert_eq!((a[2], b[19]), (5.0, 20.0));
        assert_eq!(a[1], 1.0);
    }
    let crossed = imputation("baseline")
        .min_values(PerColumn::named([("a", 5.0)]))
        .max_values(PerColumn::named([("a", 4.0)]));
    assert!(crossed.fit(&numbers).unwrap_err().to_string().contains("column 'a' is to be imputed"));
}

#[test]
fn orders_first_values_and_fewer_features() {
    let numbers = data().only(&["a", "b"]).unwrap();
    let row_without_b = 5;
    let b_of = |learner: IterativeImputation| {
        let model = learner.max_iter(1).fit_with(&numbers, &Run::default().seed(3)).unwrap();
        let made = model.fitted().transform(&numbers.row_features()).unwrap();
        let Feature::Number(b) = made.features().column(1) else { panic!("levels") };
        b[row_without_b]
    };
    let linear = || imputation("linear-regression");
    let ascending = b_of(linear());
    // As many are missing in both: the first of them comes first, and the last backwards.
    assert_eq!(b_of(linear().imputation_order(ImputationOrder::Roman)), ascending);
    assert_eq!(
        b_of(linear().imputation_order(ImputationOrder::Arabic)),
        b_of(linear().imputation_order(ImputationOrder::Descending))
    );
    assert_ne!(b_of(linear().imputation_order(ImputationOrder::Arabic)), ascending);
    assert_ne!(b_of(linear().initial_strategy(NumericStrategy::Constant).fill_value(-50.0)), ascending);
    let random = || linear().imputation_order(ImputationOrder::Random);
    assert_eq!(b_of(random()), b_of(random()));
    let one = imputation("decision-tree").n_nearest_features(1).fit(&data()).unwrap();
    let read = IterativeImputationModel::from_bytes(one.info().clone(), &one.to_bytes().unwrap()).unwrap();
    let made = read.fitted().transform(&data().row_features()).unwrap();
    assert!((0..3).all(|place| (0..30).all(|row| !made.features().column(place).is_missing(row))));
}

#[test]
fn complete_features_have_models_if_asked() {
    let x: Vec<f64> = (0..12).map(f64::from).collect();
    let y: Vec<f64> = (0..12).map(|i| if i == 4 { f64::NAN } else { 3.0 * f64::from(i) }).collect();
    let data = Table::builder().number("x", x).number("y", y).build().unwrap().dataset();
    let new = Table::builder().number("x", vec![f64::NAN]).number("y", vec![30.0]).build().unwrap().dataset();
    let x_of = |learner: IterativeImputation| {
        let model = learner.fit(&data).unwrap();
        let made = model.fitted().transform(&new.row_features()).unwrap();
        let Feature::Number(x) = made.features().column(0) else { panic!("levels") };
        x[0]
    };
    assert_eq!(x_of(imputation("linear-regression")), 5.5);
    assert!((x_of(imputation("linear-regression").skip_complete(false)) - 10.0).abs() < 0.5);
}

/// `y` is about twice `x`, and missing in every sixth row.
fn noisy() -> Dataset {
    let mut rng = Seed(1).rng();
    let x: Vec<f64> = (0..60).map(f64::from).collect();
    let y = |row: usize| if row % 6 == 3 { f64::NAN } else { 2.0 * row as f64 + 12.0 * rng.unit() };
    let y = (0..60).map(y).collect();
    Table::builder().number("x", x).number("y", y).build().unwrap().dataset()
}

/// The missing values of `y` in [`noisy`] as they are imputed by a seed.
fn imputed(learner: &IterativeImputation, seed: u64, threads: usize) -> Vec<f64> {
    let data = noisy();
    let model = learner.fit_with(&data, &Run::default().seed(seed).threads(threads)).unwrap();
    values_of(&model, &data)
}

fn values_of(model: &IterativeImputationModel, data: &Dataset) -> Vec<f64> {
    let made = model.fitted().transform(&data.row_features()).unwrap();
    let Feature::Number(y) = made.features().column(1) else { panic!("levels") };
    y.iter().copied().skip(3).step_by(6).collect()
}

fn sampled(estimator: &str) -> IterativeImputation {
    imputation(estimator).sample_posterior(true).max_iter(2)
}

#[test]
fn draws_have_the_mean_and_the_spread_of_the_predictive_distribution() {
    let data = noisy();
    for estimator in ["bayesian-ridge", "pipeline(scale-columns,bayesian-ridge)"] {
        // All but one feature are complete: the model is the same for all seeds.
        let model = imputation(estimator).fit(&data).unwrap();
        let means = values_of(&model, &data);
        let x: Vec<f64> = (0..60).map(f64::from).skip(3).step_by(6).collect();
        let rows = Features::Columns(vec![Feature::Number(x.into())], means.len());
        let regression = model.fitted().members()[0].predictor().unwrap();
        let deviations = regression.row_function("predictive_deviations", &rows, &[]).unwrap().unwrap();
        let seeds = 1000;
        let all: Vec<Vec<f64>> = (0..seeds).map(|seed| imputed(&sampled(estimator), seed, 1)).collect();
        for (at, (mean, deviation)) in means.iter().zip(deviations.values()).enumerate() {
            let found = all.iter().map(|draws| draws[at]).sum::<f64>() / seeds as f64;
            let squares = all.iter().map(|draws| (draws[at] - found).powi(2)).sum::<f64>();
            let spread = (squares / (seeds - 1) as f64).sqrt();
            let standard_error = deviation / (seeds as f64).sqrt();
            assert!((found - mean).abs() < 3.0 * standard_error, "{estimator}, {at}: {found} and {mean}");
            // The standard error of a standard deviation is smaller by the root of 2.
            let tolerance = 3.0 * standard_error / std::f64::consts::SQRT_2;
            assert!((spread - deviation).abs() < tolerance, "{estimator}, {at}: {spread} and {deviation}");
        }
    }
}

#[test]
fn a_seed_is_one_imputation_by_any_threads_and_from_a_file() {
    let learner = sampled("bayesian-ridge");
    let draws = imputed(&learner, 5, 1);
    assert_eq!(imputed(&learner, 5, 2), draws);
    assert!(imputed(&learner, 6, 1).iter().zip(&draws).all(|(other, draw)| other != draw));
    let data = noisy();
    let model = learner.fit_with(&data, &Run::default().seed(5)).unwrap();
    assert!(!Model::is_row_wise(&model));
    assert_eq!(model.info().summary.details["rounds"], 2);
    assert!(
        model.explain().to_string().contains("y: drawn from the posterior of bayesian-ridge in 2 rounds")
    );
    let read =
        IterativeImputationModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(values_of(&read, &data), draws);
}

#[test]
fn draws_keep_the_limits_and_vary_within() {
    let limited = sampled("bayesian-ridge")
        .min_values(PerColumn::named([("y", 45.0)]))
        .max_values(PerColumn::named([("y", 51.0)]));
    let draws: Vec<Vec<f64>> = (0..50).map(|seed| imputed(&limited, seed, 1)).collect();
    assert!(draws.iter().flatten().all(|y| (45.0..=51.0).contains(y)));
    // Of the means, which are about 2x + 6, only that of x = 21 lies between the limits.
    assert!(draws.iter().all(|draw| draw[0] == 45.0 && draw[9] == 51.0));
    let within: Vec<f64> = draws.iter().map(|draw| draw[3]).filter(|y| *y > 45.0 && *y < 51.0).collect();
    assert_eq!(within.len(), 50, "{within:?}");
}

#[test]
fn levels_are_drawn_from_class_probabilities() {
    let kind = |row: usize| (row < 300).then_some(if row.is_multiple_of(3) { "rare" } else { "usual" });
    let kinds: Vec<_> = (0..1200).map(kind).collect();
    let x = (0..1200).map(|row| f64::from(row % 7)).collect();
    let data = Table::builder().number("x", x).category("kind", &kinds).build().unwrap().dataset();
    let model = sampled("baseline").fit(&data).unwrap();
    let made = model.fitted().transform(&data.row_features()).unwrap();
    let Feature::Code(codes, levels) = made.features().column(1) else { panic!("numbers") };
    let rare = codes.iter().skip(300).filter(|&&code| levels[code as usize] == "rare").count();
    // Three standard errors of a third of 900 draws are 42 of them.
    assert!(rare.abs_diff(300) < 43, "{rare}");
}

#[test]
fn without_a_predictive_distribution_nothing_is_drawn() {
    for (estimator, sentence) in [("baseline", "bayesian-ridge"), ("linear-regression", "no posterior")] {
        let refused = sampled(estimator).fit(&noisy()).unwrap_err().to_string();
        assert!(refused.contains(sentence) && refused.contains("column 'y'"), "{refused}");
    }
}
