//! Criteria: goldens, and what scikit-learn finds on the same rows.

use super::*;
use hornbook_learner::TrainingInput;
use std::path::Path;

/// The cars, with the columns that scikit-learn was given.
pub(super) fn cars(target: &str) -> Dataset {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = Table::read(folder.join("../../data/mtcars.csv")).unwrap();
    let features = ["disp", "hp", "drat", "wt", "qsec"];
    table.dataset().target(target).unwrap().only(&features).unwrap()
}

/// What scikit-learn says: `tests/reference/single_trees.py`.
fn reference(name: &str) -> serde_json::Value {
    let text = include_str!("../../../tests/reference/single_trees.json");
    serde_json::from_str::<serde_json::Value>(text).unwrap()["fits"][name].clone()
}

/// Holds a model to scikit-learn's predictions and impurities.
fn same_as_reference(name: &str, target: &str, learner: &DecisionTree) {
    let data = cars(target);
    let model = learner.fit(&data).unwrap();
    let Predictions::Numbers(found) = model.predict(data.table()).unwrap().values else { panic!() };
    let reference = reference(name);
    let expected = reference["predictions"].as_array().unwrap();
    for (row, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected.as_f64().unwrap()).abs() < 1e-9, "{name}, row {row}: {found} {expected}");
    }
    let mut impurities: Vec<f64> = model.tree.nodes.iter().map(|node| node.impurity).collect();
    impurities.sort_by(f64::total_cmp);
    let expected = reference["impurities"].as_array().unwrap();
    assert_eq!(impurities.len(), expected.len());
    for (found, expected) in impurities.iter().zip(expected) {
        assert!((found - expected.as_f64().unwrap()).abs() < 1e-9, "{name}: {found} {expected}");
    }
}

#[test]
fn numbers_as_scikit_learn_has_them() {
    let small = DecisionTree::default().max_depth(3).min_samples_leaf(3.0);
    same_as_reference("absolute_error", "mpg", &small.clone().criterion(Criterion::AbsoluteError));
    for splits in [Splits::Exact, Splits::Histogram] {
        same_as_reference("poisson", "carb", &small.clone().criterion(Criterion::Poisson).splits(splits));
    }
    same_as_reference("max_leaf_nodes", "mpg", &DecisionTree::default().max_leaf_nodes(6));
    let signs = PerColumn::named([("disp", 1.0), ("qsec", -1.0)]);
    for splits in [Splits::Exact, Splits::Histogram] {
        let bound = DecisionTree::default().max_depth(3).min_samples_leaf(2.0).splits(splits);
        same_as_reference("monotonic", "mpg", &bound.monotonic_cst(signs.clone()));
    }
}

#[test]
fn chi_square_golden() {
    let data = play_tennis().dataset().target("Play").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let (_, events) = traced(&id3().criterion(Criterion::ChiSquare).splits(splits), &data);
        // The merit is the surprise of the test: minus the binary logarithm of its p-value.
        for (column, p) in
            [("Outlook", 0.169766), ("Temperature", 0.751875), ("Humidity", 0.094264), ("Wind", 0.333998)]
        {
            let merit = gain(&events[0], column, "merit");
            assert!((2f64.powf(-merit) - p).abs() < 1e-6, "{column}");
        }
        let chosen =
            events[0]["considered"].as_array().unwrap().iter().find(|c| c["chosen"] == true).unwrap();
        assert_eq!(chosen["question"], "Humidity");
    }
}

#[test]
fn description_lengths_golden() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let (_, events) = traced(&id3().criterion(Criterion::Mdl), &data);
    assert!((events[0]["impurity"].as_f64().unwrap() - 1.0624369181746078).abs() < 1e-12);
    // By scipy's log gamma.
    for (column, bits) in [
        ("Outlook", 0.05274339773857901),
        ("Temperature", -0.07635338240839255),
        ("Humidity", 0.06696277967442464),
        ("Wind", -0.016603291857169213),
    ] {
        assert!((gain(&events[0], column, "gain") - bits).abs() < 1e-12, "{column}");
    }
}

#[test]
fn bits_are_not_spent_on_chance() {
    let mut rng = hornbook_core::Seed(1).rng();
    let x: Vec<f64> = (0..400).map(|_| rng.unit()).collect();
    let noise: Vec<Option<&str>> = (0..400).map(|_| Some(["u", "v"][rng.below(2)])).collect();
    let table = Table::builder().number("x", x).category("c", &noise).build().unwrap();
    let data = table.dataset().target("c").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let learner = DecisionTree::default().splits(splits);
        assert_eq!(learner.clone().criterion(Criterion::Mdl).fit(&data).unwrap().nodes(), 1);
        assert!(learner.fit(&data).unwrap().nodes() > 100);
    }
}

// proves: 002:B14, 002:B23
#[test]
fn a_test_before_every_split() {
    // No attribute of PlayTennis is significant at 5 %, and Humidity is at 10 %.
    let data = play_tennis().dataset().target("Play").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let learner = id3().splits(splits).criterion(Criterion::ChiSquare);
        let model = learner.clone().significance(0.05).fit(&data).unwrap();
        assert_eq!((model.nodes(), model.predict(data.table()).unwrap().values.label(0)), (1, "Yes".into()));
        assert!(learner.significance(0.1).fit(&data).unwrap().nodes() > 1);
    }
    let batches = TableBatches::new(data.clone(), 5);
    let learner = id3().splits(Splits::Histogram).significance(0.05);
    assert_eq!(learner.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap().nodes(), 1);
    let learner = id3().min_gain(0.2);
    let model = learner.fit(&data).unwrap();
    assert!(model.tree.nodes.iter().all(|node| node.is_leaf() || node.gain >= 0.2) && model.nodes() > 1);
}

#[test]
fn counts_must_be_counts() {
    let data = |y: [f64; 4]| {
        let table = Table::builder().number("x", vec![1.0, 2.0, 3.0, 4.0]).number("y", y.to_vec());
        table.build().unwrap().dataset().target("y").unwrap()
    };
    let learner = DecisionTree::default().criterion(Criterion::Poisson).splits(Splits::Histogram);
    for (y, part) in
        [([1.0, -1.0, 0.0, 2.0], "numbers of at least 0"), ([0.0; 4], "every number of the target is 0")]
    {
        assert!(learner.fit(&data(y)).unwrap_err().to_string().contains(part));
        let batches = TableBatches::new(data(y), 2);
        assert!(
            learner
                .fit_with(TrainingInput::in_batches(&batches), &Run::default())
                .unwrap_err()
                .to_string()
                .contains(part)
        );
    }
    // A leaf that expects nothing would make one event infinitely wrong.
    assert_eq!(learner.fit(&data([0.0, 0.0, 0.0, 2.0])).unwrap().nodes(), 1);
}

#[test]
fn medians_of_levels() {
    let labels: Vec<Option<&str>> = ["a", "b", "c", "d"].iter().cycle().take(40).map(|l| Some(*l)).collect();
    let y = (0..40)
        .map(|i| {
            if i == 0 {
                1e6
            } else if i % 2 == 0 {
                1.0
            } else {
                9.0
            }
        })
        .collect();
    let table = Table::builder().category("c", &labels).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let learner = DecisionTree::default().criterion(Criterion::AbsoluteError).max_depth(1);
    // One wild number moves no median.
    assert_eq!(
        rules(&learner.fit(&data).unwrap()),
        "if c in {a, c} or missing then 1 (20 rows)\nif c in {b, d} then 9 (20 rows)"
    );
    let model = learner.categories(CategorySplits::Multiway).fit(&data).unwrap();
    assert_eq!((model.leaves(), model.tree.tallies[1]), (4, 1.0));
}

#[test]
fn settings_that_do_not_go_together() {
    let (classes, numbers) = (some_data(60, 1), cars("mpg"));
    let refused = |learner: DecisionTree, data: &Dataset| learner.fit(data).unwrap_err().to_string();
    let tree = DecisionTree::default;
    let absolute = || tree().criterion(Criterion::AbsoluteError);
    for (message, part) in [
        (refused(absolute().splits(Splits::Histogram), &numbers), "have no medians"),
        (refused(absolute().missing(Missing::Fractional), &numbers), "together with the criterion"),
        (refused(absolute().numbers(NumberSplits::Ranges), &numbers), "together with the criterion"),
        (refused(absolute(), &classes), "which is not for classification"),
        (refused(tree().missing(Missing::ClassMode), &numbers), "is for classification"),
        (refused(tree().significance(0.05), &numbers), "is for classification"),
        (refused(tree().pruning(Pruning::Mdl), &numbers), "which is for classification"),
        (refused(tree().leaves(Leaves::Linear), &classes), "which is for regression"),
        (refused(tree().pruning(Pruning::Mdl).ccp_alpha(0.1), &classes), "another pruning method"),
        (
            refused(tree().missing(Missing::Surrogate).categories(CategorySplits::Multiway), &classes),
            "more than two branches",
        ),
    ] {
        assert!(message.contains(part), "{message}");
    }
    let batches = TableBatches::new(classes.clone(), 30);
    for learner in
        [tree().max_leaf_nodes(4), tree().pruning(Pruning::ReducedError), tree().missing(Missing::NodeMode)]
    {
        let error =
            learner.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap_err().to_string();
        assert!(error.contains("in batches"), "{error}");
    }
}
