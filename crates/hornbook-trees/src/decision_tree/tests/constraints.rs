//! Predictions that only rise or only fall.

use super::*;
use hornbook_learner::TrainingInput;

/// Numbers with gaps and a category, where the target would not keep to any constraint by itself.
fn wavy(rows: usize, seed: u64, classes: bool) -> Dataset {
    let mut rng = hornbook_core::Seed(seed).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 3];
    let (mut kinds, mut y) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let row = [rng.unit() * 10.0, (rng.unit() * 6.0).floor(), rng.unit()];
        let kind = rng.below(4);
        y.push((row[0]).sin() * 3.0 + row[0] * 0.2 - row[1] * rng.unit() + kind as f64 * row[2]);
        for (column, &value) in columns.iter_mut().zip(&row) {
            column.push(if rng.below(10) == 0 { f64::NAN } else { value });
        }
        kinds.push((rng.below(9) > 0).then(|| format!("k{kind}")));
    }
    let labels: Vec<Option<&str>> = y.iter().map(|&y| Some(if y > 1.0 { "yes" } else { "no" })).collect();
    let [a, b, c] = <[Vec<f64>; 3]>::try_from(columns).unwrap();
    let table =
        Table::builder().number("a", a).number("b", b).number("c", c).category("k", &kinds).number("y", y);
    let table = table.category("label", &labels).build().unwrap();
    let (target, other) = if classes { ("label", "y") } else { ("y", "label") };
    table.dataset().target(target).unwrap().without(&[other]).unwrap()
}

/// The prediction, or the probability of the second class, along a column for rows that are else alike.
fn along(model: &DecisionTreeModel, data: &Dataset, row: u32, column: &str, grid: &[f64]) -> Vec<f64> {
    let table = data.table().take(&vec![row; grid.len()]);
    let numbers = hornbook_data::Column::Number(hornbook_data::Numbers::from(grid.to_vec()));
    let names: Vec<String> = table.names().to_vec();
    let columns = names
        .iter()
        .zip(table.columns())
        .map(|(name, old)| (name.clone(), if name == column { numbers.clone() } else { old.clone() }));
    let table = Table::new(columns.collect()).unwrap();
    if model.is_numbers() {
        let Predictions::Numbers(values) = model.predict(&table).unwrap().values else { panic!() };
        return values;
    }
    let probabilities = model.probabilities(&table).unwrap();
    (0..grid.len()).map(|row| probabilities.at(row, 1)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Everywhere: for any row, along either column, whatever the criterion and the rule for missing values.
    #[test]
    fn constraints_hold_everywhere(seed in 0u64..10_000, which in 0usize..9) {
        let classes = which >= 5;
        let data = wavy(150, seed, classes);
        let tree = DecisionTree::default();
        let learner = match which {
            0 => tree,
            1 => tree.splits(Splits::Histogram),
            2 => tree.criterion(Criterion::AbsoluteError),
            3 => tree.missing(Missing::Surrogate),
            4 => tree.max_leaf_nodes(20).pruning(Pruning::CostComplexity).ccp_alpha(0.01),
            5 => tree.criterion(Criterion::Entropy).missing(Missing::Fractional).max_depth(5),
            6 => tree.criterion(Criterion::ChiSquare).missing(Missing::NodeMode),
            7 => tree.numbers(NumberSplits::Ranges).categories(CategorySplits::Multiway),
            _ => tree.criterion(Criterion::Mdl).missing(Missing::ClassMode),
        };
        let model = learner.monotonic_cst(PerColumn::named([("a", 1.0), ("b", -1.0)])).fit(&data).unwrap();
        let grid: Vec<f64> = (0..50).map(|i| f64::from(i) * 0.25 - 1.0).collect();
        for row in 0..30 {
            let rising = along(&model, &data, row, "a", &grid);
            prop_assert!(rising.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{:?}", rising);
            let falling = along(&model, &data, row, "b", &grid);
            prop_assert!(falling.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12), "{:?}", falling);
        }
    }
}

#[test]
fn constraints_bite_and_batches_keep_them() {
    let data = wavy(400, 3, false);
    let learner = DecisionTree::default().splits(Splits::Histogram).max_depth(6);
    let bound = learner.clone().monotonic_cst(PerColumn::named([("a", 1.0)]));
    let (free, model) = (learner.fit(&data).unwrap(), bound.fit(&data).unwrap());
    assert_ne!(free.tree, model.tree);
    let grid: Vec<f64> = (0..40).map(|i| f64::from(i) * 0.25).collect();
    let wavy_line = along(&free, &data, 1, "a", &grid);
    assert!(wavy_line.windows(2).any(|pair| pair[0] > pair[1]));
    let parts = bound
        .fit_with(TrainingInput::in_batches(&TableBatches::new(data.clone(), 90)), &Run::default())
        .unwrap();
    assert_eq!(parts.nodes(), model.nodes());
    // A constraint of 0 is none.
    let none = learner.monotonic_cst(PerColumn::named([("a", 0.0)])).fit(&data).unwrap();
    assert_eq!(none.tree, free.tree);
}

#[test]
fn constraints_that_make_no_sense() {
    let fit = |name: &str, sign: f64, data: &Dataset| {
        let learner = DecisionTree::default().monotonic_cst(PerColumn::named([(name, sign)]));
        learner.fit(data).unwrap_err().to_string()
    };
    let data = wavy(40, 1, false);
    assert!(fit("aa", 1.0, &data).contains("'aa', which is no column"));
    assert!(fit("k", 1.0, &data).contains("'k', which is categorical"));
    assert!(fit("a", 2.0, &data).contains("1 (increasing), -1 (decreasing) or 0 (unconstrained)"));
    assert!(fit("a", 1.0, &some_data(60, 2)).contains("a target of 3 classes"));
    let linear = DecisionTree::default().leaves(Leaves::Linear).monotonic_cst(PerColumn::named([("a", 1.0)]));
    assert!(linear.fit(&data).unwrap_err().to_string().contains("might violate"));
}
