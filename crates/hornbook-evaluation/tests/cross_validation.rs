//! Cross-validation as its definition has it, fold by fold.

use hornbook_core::Seed;
use hornbook_data::{Dataset, Table};
use hornbook_evaluation::{CrossValidation, Resampling};
use hornbook_learner::{Fit, Model, Predictions};
use hornbook_trees::DecisionTree;
use std::collections::BTreeSet;

/// Classes that a tree learns well, but for one row of five.
fn noisy(rows: usize) -> Dataset {
    let mut rng = Seed(8).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.unit()).collect();
    let kinds: Vec<Option<&str>> =
        x.iter().map(|x| Some(if (*x > 0.4) != (rng.unit() < 0.2) { "a" } else { "b" })).collect();
    let table = Table::builder().number("x", x).category("kind", &kinds).build().unwrap();
    table.dataset().target("kind").unwrap()
}

/// The score S_i of each fold is that of a model of T_i = D without D_i on D_i, and S is their mean.
// proves: 001:91, 002:E02
#[test]
fn each_fold_is_scored_by_a_model_of_the_others() {
    let (rows, k) = (60, 6);
    let data = noisy(rows);
    let learner = DecisionTree::default().max_depth(2);
    let way = CrossValidation::new(k).stratified(false).seed(3);
    let splits = way.splits(&data).unwrap();
    let result = way.evaluate(&learner, &data).unwrap();
    assert_eq!((splits.len(), result.folds.len()), (k, k));
    let all: BTreeSet<u32> = (0..rows as u32).collect();
    let mut tested = BTreeSet::new();
    let truth = data.table().column("kind").unwrap();
    let mut sum = 0.0;
    for (split, fold) in splits.iter().zip(&result.folds) {
        let (test, train): (BTreeSet<u32>, BTreeSet<u32>) =
            (split.test.iter().copied().collect(), split.train.iter().copied().collect());
        assert_eq!(test.len(), rows / k, "folds are equal");
        assert!(test.iter().all(|row| tested.insert(*row)), "and disjoint");
        assert_eq!(&all - &test, train, "the training rows are the others");
        // By hand.
        let model = learner.fit(&data.select(split.train.clone())).unwrap();
        let Predictions::Classes(codes, levels) = model.predict(data.table()).unwrap().values else {
            panic!()
        };
        let is_right = |row: &&u32| {
            truth.label(**row as usize).as_deref() == Some(levels[codes[**row as usize] as usize].as_str())
        };
        let accuracy = split.test.iter().filter(is_right).count() as f64 / split.test.len() as f64;
        assert_eq!((fold.train_rows, fold.test_rows), (train.len(), test.len()));
        let (measure, found) = fold.values[0];
        assert_eq!(measure, result.scores[0].measure);
        assert!((found - accuracy).abs() < 1e-12, "fold {}: {found} and {accuracy}", fold.fold);
        sum += accuracy;
    }
    assert_eq!(tested, all);
    let mean = result.scores[0].over_folds.as_ref().unwrap().mean;
    assert!((mean - sum / k as f64).abs() < 1e-12, "{mean}");
    // Training rows are not judged: the error of the tree on its own rows is smaller.
    let whole = learner.fit(&data).unwrap();
    let Predictions::Classes(codes, levels) = whole.predict(data.table()).unwrap().values else { panic!() };
    let own = (0..rows)
        .filter(|&row| truth.label(row).as_deref() == Some(levels[codes[row] as usize].as_str()))
        .count() as f64
        / rows as f64;
    assert!(own > mean, "{own} and {mean}");
}
