//! Linear regressions in the leaves.

use super::*;

/// Two lines that meet at 5, and a column that is twice another.
fn roof() -> Dataset {
    let x: Vec<f64> = (0..40).map(|i| f64::from(i) * 0.25).collect();
    let twice = x.iter().map(|x| 2.0 * x).collect();
    let other: Vec<f64> = (0..40).map(|i| f64::from(i * 7 % 11)).collect();
    let line = |(x, z): (&f64, &f64)| if *x < 5.0 { 3.0 * x + 0.1 * z } else { 25.0 - 2.0 * x + 0.1 * z };
    let y = x.iter().zip(&other).map(line).collect();
    let table = Table::builder().number("x", x).number("twice", twice).number("z", other).number("y", y);
    table.build().unwrap().dataset().target("y").unwrap()
}

// proves: 001:17
#[test]
fn lines_are_found_again() {
    let data = roof();
    let Target::Numbers(y) = data.require_target().unwrap().1 else { panic!() };
    // No node may split: the root is one line, exact with and without a column that depends on another.
    let learner = DecisionTree::default().leaves(Leaves::Linear).min_samples_split(1e9);
    for columns in [&["x", "z"][..], &["x", "twice", "z"][..]] {
        for half in [0..20, 20..40] {
            let part = data.clone().only(columns).unwrap().select(half.clone().collect());
            let model = learner.fit(&part).unwrap();
            let Predictions::Numbers(found) = model.predict(data.table()).unwrap().values else { panic!() };
            assert!(half.map(|r| r as usize).all(|r| (found[r] - y[r]).abs() < 1e-4), "{columns:?}");
        }
    }
    let first = data.only(&["x", "z"]).unwrap().select((0..20).collect());
    let text = learner.fit(&first).unwrap().explain().to_string();
    assert!(text.contains("+ 3 × (x - 2.375) + 0.1 × (z - "), "{text}");
}

#[test]
fn a_model_tree_beats_a_step_function() {
    let x: Vec<f64> = (0..60).map(|i| f64::from(i) * 0.1).collect();
    let y: Vec<f64> = x.iter().map(|x| x * x).collect();
    let data = Table::builder().number("x", x).number("y", y.clone()).build().unwrap().dataset();
    let data = data.target("y").unwrap();
    let error = |learner: DecisionTree| {
        let model = learner.fit(&data).unwrap();
        let Predictions::Numbers(found) = model.predict(data.table()).unwrap().values else { panic!() };
        found.iter().zip(&y).map(|(f, y)| (f - y) * (f - y)).sum::<f64>()
    };
    let steps = DecisionTree::default().max_depth(2);
    let (lines, steps) = (error(steps.clone().leaves(Leaves::Linear)), error(steps));
    assert!(lines < 0.02 * steps, "{lines} {steps}");
}

#[test]
fn missing_numbers_add_nothing_to_a_line() {
    let data = roof().only(&["x", "z"]).unwrap();
    let model = DecisionTree::default().leaves(Leaves::Linear).min_samples_split(1e9).fit(&data).unwrap();
    let unknown = Table::builder().number("x", vec![f64::NAN]).number("z", vec![f64::NAN]).build().unwrap();
    let Predictions::Numbers(found) = model.predict(&unknown).unwrap().values else { panic!() };
    assert!((found[0] - model.tree.tallies[0]).abs() < 1e-12);
    let (features, _) = model.info().schema.features(&unknown).unwrap();
    let text = model.explain_row(&features, 0).unwrap().to_string();
    assert!(
        text.trim_end().ends_with(&format!(" = {:.4}", found[0]).trim_end_matches('0').to_string()),
        "{text}"
    );
    // Pruning to the root leaves the root its line.
    let full = DecisionTree::default().leaves(Leaves::Linear).max_depth(3).fit(&data).unwrap();
    let rule = crate::pruning::PruningRule::CostComplexity { alpha: 1e9 };
    assert_eq!(full.pruned_by(&rule).unwrap().tree, model.tree);
}
