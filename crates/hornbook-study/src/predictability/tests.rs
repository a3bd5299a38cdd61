use super::*;
use hornbook_core::Rng;
use hornbook_data::{Column, Table};
use hornbook_learner::{Learner, Predictions};
use hornbook_linear::Ridge;
use hornbook_math::distributions::normal_quantile;
use hornbook_math::matrix::Matrix;
use hornbook_neighbors::KNeighbors;
use hornbook_trees::RandomForest;
use linear_smoother::SmootherFactor;
use rayon::prelude::*;

const LEVEL: f64 = 0.05;

fn is_full() -> bool {
    std::env::var_os("HORNBOOK_FULL").is_some()
}

fn normal(rng: &mut Rng) -> f64 {
    normal_quantile(rng.unit() + f64::EPSILON / 4.0)
}

fn normals(rng: &mut Rng, count: usize) -> Vec<f64> {
    (0..count).map(|_| normal(rng)).collect()
}

/// Features of normal numbers, a list each.
fn features(rng: &mut Rng, rows: usize, columns: usize) -> Vec<Vec<f64>> {
    (0..columns).map(|_| normals(rng, rows)).collect()
}

fn column_names(features: Vec<Vec<f64>>) -> Vec<(String, Column)> {
    let named = |(at, values): (usize, Vec<f64>)| (format!("x{at}"), Column::Number(values.into()));
    features.into_iter().enumerate().map(named).collect()
}

fn of_numbers(features: Vec<Vec<f64>>, y: Vec<f64>) -> Dataset {
    let mut columns = column_names(features);
    columns.push(("y".to_string(), Column::Number(y.into())));
    Table::new(columns).unwrap().dataset().target("y").unwrap()
}

fn of_classes(features: Vec<Vec<f64>>, y: Vec<f64>) -> Dataset {
    of_numbers(features, y).classify().unwrap()
}

fn tested(data: &Dataset, permutations: usize, seed: u64) -> PredictabilityTest {
    match permutation_test(data, permutations, &Run::default().seed(seed)).unwrap() {
        Predictability::Tested(test) => test,
        Predictability::Untested { reason } => panic!("{reason}"),
    }
}

fn reason(data: &Dataset) -> String {
    match predictability(data, &Run::default()).unwrap() {
        Predictability::Untested { reason } => reason,
        Predictability::Tested(test) => panic!("{test:?}"),
    }
}

/// A series of which each number resembles the one before.
fn series(rng: &mut Rng, rows: usize) -> Vec<f64> {
    let mut value = normal(rng) / (1.0f64 - 0.81).sqrt();
    (0..rows)
        .map(|_| {
            value = 0.9 * value + normal(rng);
            value
        })
        .collect()
}

/// Each row's group, of sizes 2 to 6, and what the group adds to its rows.
fn grouped(rng: &mut Rng, groups: usize) -> (Vec<u32>, Vec<f64>, Vec<f64>) {
    let (mut group_of, mut x, mut y) = (Vec::new(), Vec::new(), Vec::new());
    for group in 0..groups {
        let (of_x, of_y) = (2.0 * normal(rng), 2.0 * normal(rng));
        for _ in 0..2 + rng.below(5) {
            group_of.push(group as u32);
            x.push(of_x + normal(rng));
            y.push(of_y + normal(rng));
        }
    }
    (group_of, x, y)
}

type Shape = (&'static str, fn(&mut Rng) -> Dataset);

/// Tables whose target has nothing to do with the features.
const NOISE: [Shape; 12] = [
    ("numbers", |rng| of_numbers(features(rng, 50, 5), normals(rng, 50))),
    ("heavy tails", |rng| {
        let y = (0..50).map(|_| normal(rng) / normal(rng).abs().max(1e-3)).collect();
        of_numbers(features(rng, 50, 3), y)
    }),
    ("categories", |rng| {
        let label = |rng: &mut Rng, levels| Some(["a", "b", "c", "d", "e", "f"][rng.below(levels)]);
        let column = |rng: &mut Rng, levels| (0..60).map(|_| label(rng, levels)).collect::<Vec<_>>();
        let builder = Table::builder().category("u", &column(rng, 6)).category("v", &column(rng, 3));
        builder.category("y", &column(rng, 2)).build().unwrap().dataset().target("y").unwrap()
    }),
    ("missing values", |rng| {
        let with_gaps =
            |rng: &mut Rng| (0..50).map(|_| if rng.below(3) == 0 { f64::NAN } else { normal(rng) }).collect();
        of_numbers((0..4).map(|_| with_gaps(rng)).collect(), normals(rng, 50))
    }),
    ("95 % and 5 %", |rng| {
        let mut y: Vec<f64> = (0..80).map(|row| f64::from(u8::from(row < 4))).collect();
        rng.shuffle(&mut y);
        of_classes(features(rng, 80, 4), y)
    }),
    ("five classes", |rng| of_classes(features(rng, 60, 4), (0..60).map(|_| rng.below(5) as f64).collect())),
    ("more columns than rows", |rng| of_numbers(features(rng, 40, 80), normals(rng, 40))),
    ("groups", |rng| {
        let (group_of, x, y) = grouped(rng, 16);
        of_numbers(vec![x], y).with_groups(group_of).unwrap()
    }),
    ("groups of one class", |rng| {
        let (group_of, x, _) = grouped(rng, 16);
        let of_group: Vec<f64> = (0..16).map(|_| rng.below(2) as f64).collect();
        let y = group_of.iter().map(|&group| of_group[group as usize]).collect();
        of_classes(vec![x], y).with_groups(group_of).unwrap()
    }),
    ("a time series", |rng| {
        let (x, y) = (vec![series(rng, 120), series(rng, 120)], series(rng, 120));
        of_numbers(x, y).with_order((0..120).map(f64::from).collect()).unwrap()
    }),
    ("weights that belong to the rows", |rng| {
        let x = features(rng, 60, 3);
        let weights = x[0].iter().map(|x| x.exp()).collect();
        of_classes(x, (0..60).map(|_| rng.below(2) as f64).collect()).with_weights(weights).unwrap()
    }),
    ("weights that belong to the classes", |rng| {
        let y: Vec<f64> = (0..60).map(|row| f64::from(u8::from(row < 8))).collect();
        let weights = y.iter().map(|&y| if y == 1.0 { 6.5 } else { 1.0 }).collect();
        of_classes(features(rng, 60, 3), y).with_weights(weights).unwrap()
    }),
];

#[test]
fn the_level_holds() {
    let (studies, permutations) = if is_full() { (400, PERMUTATIONS) } else { (200, 99) };
    let error = (LEVEL * (1.0 - LEVEL) / f64::from(studies)).sqrt();
    for (shape, draw) in NOISE {
        let rejects = |study: &u32| {
            let seed = Seed(2018).derive(u64::from(*study));
            tested(&draw(&mut seed.rng()), permutations, seed.derive(1).0).p_value <= LEVEL
        };
        let alarms = (0..studies).into_par_iter().filter(rejects).count();
        let share = alarms as f64 / f64::from(studies);
        println!("{shape}: {alarms} false alarms in {studies} studies");
        assert!((share - LEVEL).abs() <= 3.0 * error, "{shape}: {share} of {studies} studies and not 0.05");
    }
}

type PlantedEffect = (&'static str, f64, fn(&mut Rng, f64) -> Dataset);

/// Tables whose target depends on the features in one way each, by so much.
const EFFECTS: [PlantedEffect; 3] = [
    ("linear", 0.3, |rng, size| {
        let x = features(rng, 100, 5);
        let y = (0..100).map(|row| size * x[0][row] + normal(rng)).collect();
        of_numbers(x, y)
    }),
    ("exclusive or", 0.6, |rng, size| {
        let x = features(rng, 150, 3);
        let y = (0..150).map(|row| size * (x[0][row] * x[1][row]).signum() + normal(rng)).collect();
        of_numbers(x, y)
    }),
    ("local", 1.0, |rng, size| {
        let x = features(rng, 100, 2);
        let is_near = |row: usize| x[0][row].abs() < 0.7 && x[1][row].abs() < 1.0;
        let y = (0..100).map(|row| size * f64::from(u8::from(is_near(row))) + normal(rng)).collect();
        of_numbers(x, y)
    }),
];

#[test]
fn planted_effects_are_found() {
    for (effect, size, draw) in EFFECTS {
        let finds = |study: &u64| {
            let seed = Seed(7).derive(*study);
            tested(&draw(&mut seed.rng(), 1.5 * size), 199, seed.0).p_value <= LEVEL
        };
        let found = (0..20).into_par_iter().filter(finds).count();
        assert!(found >= 15, "{effect}: {found} of 20");
    }
}

/// The p-value of the same test with learners that are trained anew for each permutation.
fn retrained(data: &Dataset, permutations: u64, seed: Seed) -> f64 {
    let folds = FoldAssignment::of(data, seed.derive(0)).unwrap();
    let Target::Numbers(y) = data.require_target().unwrap().1 else { panic!("numbers") };
    let forest = RandomForest { n_estimators: 20, ..RandomForest::default() };
    let learners: [&dyn Learner; 3] = [&Ridge::default(), &KNeighbors::default(), &forest];
    let of_draw = |draw: u64| -> Vec<f64> {
        let mut y = y.to_vec();
        if draw > 0 {
            seed.derive(draw).rng().shuffle(&mut y);
        }
        let data = data.clone().with_target("y", Target::Numbers(y.clone().into())).unwrap();
        let gain = |learner: &&dyn Learner| -> f64 {
            let of_fold = |fold: usize| -> f64 {
                let (test, train) = folds.split(fold);
                let mean = train.iter().map(|&row| y[row]).sum::<f64>() / train.len() as f64;
                let found = predicted(*learner, &data, &test, &train);
                test.iter().zip(found).map(|(&row, f)| (y[row] - mean).powi(2) - (y[row] - f).powi(2)).sum()
            };
            (0..folds.count()).map(of_fold).sum()
        };
        learners.iter().map(gain).collect()
    };
    let by_draw: Vec<Vec<f64>> = (0..=permutations).map(of_draw).collect();
    let of_learner = |at: usize| by_draw.iter().map(|gains| gains[at]).collect();
    MinP::of(&(0..learners.len()).map(of_learner).collect::<Vec<_>>()).p_value
}

/// What a learner that is trained on some rows predicts for others.
fn predicted(learner: &dyn Learner, data: &Dataset, test: &[usize], train: &[usize]) -> Vec<f64> {
    let view = |rows: &[usize]| data.select(rows.iter().map(|&row| row as u32).collect());
    let model = learner.fit_with(&view(train), &Run::default()).unwrap();
    match model.predict_features(&view(test).row_features()).unwrap() {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

#[test]
fn effects_are_found_two_thirds_as_often_as_by_learners_trained_anew() {
    let (studies, permutations) = if is_full() { (40, 39) } else { (6, 19) };
    let (mut own, mut others) = (0, 0);
    for (effect, size, draw) in EFFECTS {
        let finds = |study: u64| {
            let seed = Seed(21).derive(study);
            let data = draw(&mut seed.rng(), size);
            (tested(&data, 199, seed.0).p_value <= LEVEL, retrained(&data, permutations, seed) <= LEVEL)
        };
        let found: Vec<(bool, bool)> = (0..studies).into_par_iter().map(finds).collect();
        let by_us = found.iter().filter(|pair| pair.0).count();
        let by_them = found.iter().filter(|pair| pair.1).count();
        println!("{effect}: found in {by_us} of {studies} studies, by learners trained anew in {by_them}");
        (own, others) = (own + by_us, others + by_them);
    }
    assert!(3 * own >= 2 * others, "{own} and {others}");
}

#[test]
fn effects_on_classes_groups_and_series_are_found() {
    let mut rng = Seed(11).rng();
    let x = features(&mut rng, 200, 6);
    let is_rare =
        |row: usize| f64::from(u8::from(x[0][row] + 0.3 * normal(&mut Seed(row as u64).rng()) > 1.5));
    let rare = of_classes(x.clone(), (0..200).map(is_rare).collect());
    let middle =
        of_classes(x.clone(), (0..200).map(|row| (x[1][row] * 2.0).round().clamp(-2.0, 2.0)).collect());
    let (group_of, x, _) = grouped(&mut rng, 40);
    let groups = of_numbers(vec![x.clone()], x).with_groups(group_of).unwrap();
    let x = series(&mut rng, 300);
    let y = x.iter().map(|x| x + normal(&mut rng)).collect();
    let time = of_numbers(vec![x], y).with_order((0..300).map(f64::from).collect()).unwrap();
    for (name, data) in [("rare", rare), ("middle", middle), ("groups", groups), ("time", time)] {
        let test = tested(&data, PERMUTATIONS, 3);
        assert!(test.p_value <= 0.01, "{name}: {test:?}");
    }
}

#[test]
fn the_predictor_that_fits_the_effect_is_named() {
    let mut rng = Seed(5).rng();
    let x = features(&mut rng, 200, 40);
    let y = (0..200).map(|row| x[0][row] + x[1][row] + 0.2 * normal(&mut rng)).collect();
    let linear = tested(&of_numbers(x, y), PERMUTATIONS, 1);
    assert!(linear.best.starts_with("ridge regression") && linear.p_value == 0.001, "{linear:?}");
    let x = features(&mut rng, 300, 2);
    let y = (0..300).map(|row| (3.0 * x[0][row]).sin() * (3.0 * x[1][row]).sin()).collect();
    let local = tested(&of_numbers(x, y), PERMUTATIONS, 1);
    assert_eq!((local.best, local.p_value), ("5 nearest neighbors", 0.001));
}

#[test]
fn one_product_predicts_what_learners_trained_for_each_fold_predict() {
    let mut rng = Seed(3).rng();
    let (rows, columns) = (60, 4);
    let x = features(&mut rng, rows, columns);
    let y: Vec<f64> = (0..rows).map(|row| x[0][row] - x[1][row] + normal(&mut rng)).collect();
    let data = of_numbers(x, y.clone());
    let design = DesignMatrix::of(&data, Seed(0), &Run::default()).unwrap();
    let folds = FoldAssignment::of(&data, Seed(1)).unwrap();
    let products = design.matrix.product(&design.matrix.transpose()).unwrap();
    let targets = Matrix::new(rows, 1, y.clone()).unwrap();
    let of_design = (0..columns).map(|at| design.matrix.column(at)).collect();
    let data = of_numbers(of_design, y);
    let compare = |name: &str, factors: Vec<SmootherFactor>, learner: &dyn Learner| {
        let found = LinearSmoother { name: "", factors }.predictions(&targets).unwrap();
        for fold in 0..folds.count() {
            let (test, train) = folds.split(fold);
            let expected = predicted(learner, &data, &test, &train);
            for (&row, expected) in test.iter().zip(expected) {
                let found = found.at(row, 0);
                assert!((found - expected).abs() < 1e-9, "{name}, row {row}: {found} and not {expected}");
            }
        }
    };
    for alpha in [1.0, 30.0] {
        let learner = Ridge { alpha, ..Ridge::default() };
        assert!(!ridge::is_dense(rows, columns));
        compare("primal", ridge::factors(&design.matrix, &products, &folds, alpha).unwrap(), &learner);
        let dual = ridge::dual(&products, &folds, alpha).unwrap();
        compare("dual", vec![SmootherFactor::Dense(dual)], &learner);
    }
    let neighbors = nearest_neighbors::others_by_distance(&products, &folds, 15);
    for k in [5, 15] {
        let learner = KNeighbors { n_neighbors: k as u32, ..KNeighbors::default() };
        compare("neighbors", nearest_neighbors::factors(&neighbors, k), &learner);
    }
}

#[test]
fn trees_predict_means_of_the_other_folds() {
    let mut rng = Seed(8).rng();
    let data = of_numbers(features(&mut rng, 100, 4), normals(&mut rng, 100));
    let design = DesignMatrix::of(&data, Seed(0), &Run::default()).unwrap();
    let folds = FoldAssignment::of(&data, Seed(1)).unwrap();
    let trees = LinearSmoother { name: "", factors: randomized_trees::factors(&design, &folds, Seed(2)) };
    let each = trees.predictions(&Matrix::identity(100)).unwrap();
    for row in 0..100 {
        let weights = each.row(row);
        assert!(
            weights
                .iter()
                .zip(&folds.fold_of)
                .all(|(weight, &fold)| *weight >= 0.0 && (fold != folds.fold_of[row] || *weight == 0.0))
        );
        let sum: f64 = weights.iter().sum();
        assert!(sum > 0.5 && sum < 1.0 + 1e-9, "most leaves have rows of other folds: {sum}");
        assert!(weights.iter().filter(|weight| **weight > 0.0).count() > 20);
    }
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let mut rng = Seed(4).rng();
    let data = of_classes(features(&mut rng, 90, 20), (0..90).map(|_| rng.below(3) as f64).collect());
    let with = |threads, seed| predictability(&data, &Run::default().seed(seed).threads(threads)).unwrap();
    assert_eq!(with(1, 0), with(2, 0));
    assert_eq!(with(1, 0), with(3, 0));
    assert_ne!(with(1, 0), with(1, 1));
}

#[test]
fn rows_of_weight_zero_and_without_a_target_are_absent() {
    let mut rng = Seed(6).rng();
    let x = features(&mut rng, 60, 3);
    let mut y = normals(&mut rng, 60);
    (0..10).for_each(|row| y[row] = f64::NAN);
    let whole = of_numbers(x, y);
    let weights = (0..60).map(|row| if row < 20 { 0.0 } else { 1.0 }).collect();
    let weighted = whole.clone().with_weights(weights).unwrap();
    assert_eq!(tested(&weighted, 199, 0), tested(&whole.slice(20..60), 199, 0));
}

#[test]
fn what_cannot_be_tested_gets_a_reason() {
    let mut rng = Seed(9).rng();
    let data = of_numbers(features(&mut rng, 30, 2), normals(&mut rng, 30));
    assert_eq!(reason(&data.slice(0..9)), "a permutation test needs at least 10 rows, and there are 9");
    assert_eq!(reason(&data.clone().without(&["x0", "x1"]).unwrap()), "no feature varies");
    let three = data.clone().with_groups((0..30).map(|row| row % 3).collect()).unwrap();
    assert_eq!(reason(&three), "a permutation test needs at least 5 groups, and there are 3");
    let offset = data.clone().offset("x0").unwrap();
    assert_eq!(reason(&offset), "predictions contain the offset 'x0', which is not a feature to be tested");
    let constant = of_numbers(features(&mut rng, 30, 2), vec![0.1; 30]);
    assert_eq!(reason(&constant), "the target has the same value in all rows");
    assert_eq!(reason(&constant.classify().unwrap()), "the target has the same value in all rows");
    let ordered = data.with_order((0..30).map(f64::from).collect()).unwrap();
    assert_eq!(reason(&ordered), "a permutation test needs at least 40 moments, and there are 30");
}

#[test]
fn a_canceled_run_ends() {
    let mut rng = Seed(9).rng();
    let data = of_numbers(features(&mut rng, 30, 2), normals(&mut rng, 30));
    let run = Run::default();
    run.cancel_token().cancel();
    assert_eq!(predictability(&data, &run), Err(Error::Canceled));
}

#[test]
fn huge_and_infinite_numbers_do_no_harm() {
    let mut rng = Seed(10).rng();
    let mut x = features(&mut rng, 40, 3);
    x[0].iter_mut().for_each(|x| *x *= 1e308);
    x[1][3] = f64::INFINITY;
    let y: Vec<f64> = x[2].iter().map(|x| x * 1e307).collect();
    let data = of_numbers(x.clone(), y.clone()).with_weights(y.iter().map(|y| y.abs()).collect()).unwrap();
    assert!(tested(&data, PERMUTATIONS, 0).p_value <= 0.05);
    let tiny = of_numbers(x, y.iter().map(|y| y * 1e-307 * 1e-300).collect());
    assert!(tested(&tiny, PERMUTATIONS, 0).p_value <= 0.05);
}
