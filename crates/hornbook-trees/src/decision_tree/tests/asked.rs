//! Which splits are made: costs, ranges, and how many.

use super::*;
use hornbook_learner::TrainingInput;

// proves: 000a:H21, 000a:H22
#[test]
fn gains_over_costs_golden() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let costs = PerColumn::named([("Outlook", 4.0)]);
    for (rule, exact) in [
        (CostRule::Ratio, [0.061687, 0.151836, 0.048127, 0.029223]),
        (CostRule::SquaredRatio, [0.015221, 0.023054, 0.002316, 0.000854]),
    ] {
        for splits in [Splits::Exact, Splits::Histogram] {
            let learner = id3().costs(costs.clone()).cost_rule(rule).splits(splits);
            let (model, events) = traced(&learner, &data);
            for (column, merit) in ["Outlook", "Humidity", "Wind", "Temperature"].iter().zip(exact) {
                assert!((gain(&events[0], column, "merit") - merit).abs() < 1e-6, "{rule:?} {column}");
            }
            assert_eq!(model.tree.nodes[0].split.column(), Some(2), "Humidity is asked first");
        }
    }
    // Equal costs change nothing.
    let equal = id3().costs(PerColumn::named([("Outlook", 1.0)])).fit(&data).unwrap();
    assert_eq!(equal.tree, id3().fit(&data).unwrap().tree);
}

// proves: 000a:H23
#[test]
fn the_expected_cost_of_a_tree() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let costs = PerColumn::named([("Outlook", 4.0)]);
    let plain = id3().fit(&data).unwrap();
    // Every day asks the outlook, and ten of fourteen ask humidity or wind.
    assert!((plain.expected_cost(&data, &costs).unwrap() - (4.0 + 10.0 / 14.0)).abs() < 1e-12);
    let frugal = id3().costs(costs.clone()).fit(&data).unwrap();
    assert!(frugal.expected_cost(&data, &costs).unwrap() < 4.0 + 10.0 / 14.0);
    let wrong = |text: &str, found: hornbook_core::Result<f64>| {
        let error = found.unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    };
    wrong("'Outlok'", plain.expected_cost(&data, &PerColumn::named([("Outlok", 1.0)])));
    wrong("numbers above 0", plain.expected_cost(&data, &PerColumn::named([("Wind", 0.0)])));
    let none = data.clone().with_weights(vec![0.0; 14]).unwrap();
    wrong("no rows", plain.expected_cost(&none, &costs));
    assert!(id3().costs(PerColumn::named([("Wind", -1.0)])).fit(&data).is_err());
}

/// Three classes in four ranges of one number.
fn bands() -> Dataset {
    let x: Vec<f64> = (0..40).map(f64::from).collect();
    let class = |i: usize| Some(["a", "b", "a", "c"][i / 10]);
    let labels: Vec<Option<&str>> = (0..40).map(class).collect();
    Table::builder().number("x", x).category("c", &labels).build().unwrap().dataset().target("c").unwrap()
}

// proves: 002:B13
#[test]
fn several_thresholds_at_once() {
    let data = bands();
    for splits in [Splits::Exact, Splits::Histogram] {
        let learner = DecisionTree::default().numbers(NumberSplits::Ranges).splits(splits);
        let (model, events) = traced(&learner, &data);
        assert_eq!((model.depth(), model.leaves()), (1, 4));
        assert_eq!(
            rules(&model),
            "if x <= 9.5 or missing then a (10 rows)\n\
             if 9.5 < x <= 19.5 then b (10 rows)\n\
             if 19.5 < x <= 29.5 then a (10 rows)\n\
             if x > 29.5 then c (10 rows)"
        );
        assert_eq!(events[0]["considered"][0]["question"], "x at 9.5, 19.5, 29.5");
        // The best of two ranges is what a threshold finds.
        let two = learner.clone().max_ranges(2).max_depth(1).fit(&data).unwrap();
        let one = DecisionTree::default().splits(splits).max_depth(1).fit(&data).unwrap();
        assert_eq!(two.tree.nodes[0].gain, one.tree.nodes[0].gain);
    }
    let batches = TableBatches::new(data.clone(), 7);
    let learner = DecisionTree::default().numbers(NumberSplits::Ranges).splits(Splits::Histogram);
    let parts = learner.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap();
    assert_eq!(parts.tree, learner.fit(&data).unwrap().tree);
}

#[test]
fn ranges_are_the_best_of_all_divisions() {
    let mut rng = hornbook_core::Seed(5).rng();
    for _ in 0..20 {
        let labels: Vec<Option<&str>> = (0..12).map(|_| Some(["a", "b", "c"][rng.below(3)])).collect();
        let x = (0..12).map(f64::from).collect();
        let table = Table::builder().number("x", x).category("c", &labels).build().unwrap();
        let data = table.dataset().target("c").unwrap();
        let learner = DecisionTree::default().numbers(NumberSplits::Ranges).max_ranges(3).max_depth(1);
        let (_, events) = traced(&learner.clone().criterion(Criterion::Entropy), &data);
        let found = gain(&events[0], events[0]["considered"][0]["question"].as_str().unwrap(), "gain");
        let mut best: f64 = 0.0;
        for first in 1..11 {
            for second in first + 1..12 {
                let count = |range: std::ops::Range<usize>| {
                    let mut counts = [0.0; 3];
                    range.for_each(|i| counts[labels[i].unwrap().as_bytes()[0] as usize - 97] += 1.0);
                    counts
                };
                let parts = [count(0..first), count(first..second), count(second..12)];
                let parts: Vec<&[f64]> = parts.iter().map(|p| p.as_slice()).collect();
                best = best.max(hornbook_math::information::information_gain(&parts));
            }
        }
        assert!((found - best).abs() < 1e-12, "{found} {best}");
    }
}

#[test]
fn ranges_and_missing_values() {
    let nan = f64::NAN;
    let x = vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0, nan, nan];
    let y = vec![0.0, 0.0, 9.0, 9.0, 4.0, 4.0, 9.0, 9.0];
    let data = Table::builder().number("x", x).number("y", y).build().unwrap().dataset().target("y").unwrap();
    let learner = DecisionTree::default().numbers(NumberSplits::Ranges);
    for splits in [Splits::Exact, Splits::Histogram] {
        let model = learner.clone().splits(splits).fit(&data).unwrap();
        assert_eq!(
            rules(&model),
            "if x <= 1.5 then 0 (2 rows)\n\
             if 1.5 < x <= 2.5 or missing then 9 (4 rows)\n\
             if x > 2.5 then 4 (2 rows)"
        );
    }
    let model = learner.clone().missing(Missing::Fractional).max_depth(1).fit(&data).unwrap();
    assert!((model.tree.nodes[1].weight - (2.0 + 2.0 / 3.0)).abs() < 1e-12);
    let model = learner.missing(Missing::NodeMode).max_depth(1).fit(&data).unwrap();
    assert_eq!(model.tree.nodes[2].weight, 4.0);
}

#[test]
fn the_best_leaves_first() {
    let data = some_data(600, 8);
    let full = DecisionTree::default().fit(&data).unwrap();
    let mut removed = 0.0;
    for most in [2, 5, 17, 100_000] {
        let model = DecisionTree::default().max_leaf_nodes(most).fit(&data).unwrap();
        assert!(model.leaves() <= most as usize);
        let gains: f64 = model.tree.nodes.iter().map(|node| node.gain * node.weight).sum();
        assert!(gains > removed);
        removed = gains;
        if most > 1000 {
            assert_eq!(model.tree, full.tree);
        } else {
            assert_eq!(model.leaves(), most as usize);
        }
    }
}
