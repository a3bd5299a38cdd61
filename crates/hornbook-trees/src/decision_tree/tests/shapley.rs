//! Shapley values of single trees, whatever they ask.

use super::*;
use crate::decision_tree::tree::{BranchChoice, NONE, TreeSplit, columns_of};
use crate::shapley::tests::by_definition;
use hornbook_data::Feature;
use hornbook_learner::Predictor;

/// Trees with every kind of split and every rule for missing values.
fn learners() -> Vec<DecisionTree> {
    let tree = DecisionTree::default().min_samples_leaf(3.0);
    let multiway = tree.clone().categories(CategorySplits::Multiway);
    vec![
        tree.clone(),
        tree.clone().splits(Splits::Histogram),
        tree.clone().missing(Missing::NodeMode),
        tree.clone().missing(Missing::Fractional),
        tree.clone().missing(Missing::Surrogate),
        multiway.clone(),
        multiway.clone().missing(Missing::Fractional),
        multiway.clone().missing(Missing::ClassMode),
        multiway.clone().numbers(NumberSplits::Ranges).max_ranges(5),
        multiway.numbers(NumberSplits::Ranges).max_ranges(4).missing(Missing::Fractional),
    ]
}

/// The same rows, with the third column to be predicted.
fn of_numbers(data: &Dataset) -> Dataset {
    data.table().dataset().without(&["class"]).unwrap().target("c").unwrap().drop_missing_target().unwrap().0
}

/// Every learner with classes and with numbers, and trees with lines.
fn models(rows: usize) -> Vec<(DecisionTreeModel, Dataset)> {
    let mut all = Vec::new();
    for (seed, learner) in learners().into_iter().enumerate() {
        let data = some_data(rows, seed as u64);
        let numbers = of_numbers(&data);
        let lines = learner.clone().leaves(Leaves::Linear).min_samples_leaf(8.0);
        let about_classes = learner.missing == Missing::ClassMode;
        all.push((learner.fit(&data).unwrap(), data));
        if about_classes {
            continue;
        }
        all.push((learner.fit(&numbers).unwrap(), numbers.clone()));
        all.push((lines.fit(&numbers).unwrap(), numbers));
    }
    all
}

fn scores(model: &DecisionTreeModel, rows: &Features<'_>) -> Vec<f64> {
    match model.raw_predictions(rows).unwrap() {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => model.raw_probabilities(rows).unwrap().into_values(),
    }
}

#[test]
fn contributions_add_up_to_the_prediction() {
    let mut asked = [0; 4];
    for (model, data) in models(400) {
        for node in &model.tree.nodes {
            match node.split {
                TreeSplit::Leaf => {}
                TreeSplit::AtMost { .. } => asked[0] += 1,
                TreeSplit::OneOf { .. } => asked[1] += 1,
                TreeSplit::Which { .. } => asked[2] += 1,
                TreeSplit::Ranges { .. } => asked[3] += 1,
            }
        }
        let rows = data.row_features();
        let scores = scores(&model, &rows);
        let few = data.select((0..15).collect()).row_features();
        for background in [None, Some(&few)] {
            let found = model.shap_values(&rows, background, &Run::default()).unwrap().unwrap();
            for (at, score) in scores.iter().enumerate() {
                let (row, output) = (at / found.outputs(), at % found.outputs());
                let moved: f64 = (0..found.columns()).map(|c| found.value(row, c, output)).sum();
                let sum = found.base()[output] + moved;
                assert!((sum - score).abs() < 1e-10 * score.abs().max(1.0), "row {row}: {sum} {score}");
            }
        }
    }
    assert!(asked.iter().all(|&count| count > 5), "{asked:?}");
}

/// What is expected of a row when only some columns are known, by walking down every way. Those that are not known are
/// taken from another row, if there is one.
struct Game<'a> {
    model: &'a DecisionTreeModel,
    columns: &'a [Feature],
    row: usize,
    other: Option<usize>,
    known: u32,
    output: usize,
}

impl Game<'_> {
    fn from(&self, node: u32) -> f64 {
        let tree = &self.model.tree;
        let Some(column) = tree.nodes[node as usize].split.column() else { return self.end(node) };
        let row = if self.known >> column & 1 == 1 { Some(self.row) } else { self.other };
        let spread = |parts: Vec<(u32, f64)>| parts.iter().map(|&(to, share)| share * self.from(to)).sum();
        match row.map(|row| tree.branch_of(node, self.columns, row).unwrap()) {
            None => spread(tree.branch_shares(node)),
            Some(BranchChoice::Missing(_)) if tree.fractional => spread(tree.branch_shares(node)),
            Some(BranchChoice::To(NONE) | BranchChoice::Missing(NONE)) => self.end(node),
            Some(BranchChoice::To(to) | BranchChoice::Missing(to) | BranchChoice::Surrogate(to, _)) => {
                self.from(to)
            }
        }
    }

    fn end(&self, node: u32) -> f64 {
        let tally = self.model.tree.tally(node as usize);
        match &self.model.tree.nodes[node as usize].leaf_model {
            // A column that nobody knows adds nothing, as a missing one does.
            Some(line) => line.at(|column| {
                let row = if self.known >> column & 1 == 1 { Some(self.row) } else { self.other };
                match (&self.columns[column as usize], row) {
                    (Feature::Number(values), Some(row)) => values[row],
                    _ => f64::NAN,
                }
            }),
            None if self.model.is_numbers() => tally[0],
            None => tally[self.output] / tally.iter().sum::<f64>(),
        }
    }
}

#[test]
fn they_follow_the_definition() {
    for (at, (model, data)) in models(80).into_iter().enumerate() {
        let rows = data.row_features();
        let columns = columns_of(&rows);
        let background: Vec<u32> = (20..26).collect();
        let others = data.select(background.clone()).row_features();
        let alone = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
        let mixed = model.shap_values(&rows, Some(&others), &Run::default()).unwrap().unwrap();
        for row in 0..20 {
            for output in 0..alone.outputs() {
                let worth = |known: u32, other: Option<usize>| {
                    Game { model: &model, columns: &columns, row, other, known, output }.from(0)
                };
                let exact = by_definition(columns.len(), |known| worth(known, None));
                for (column, exact) in exact.iter().enumerate() {
                    let found = alone.value(row, column, output);
                    assert!((found - exact).abs() < 1e-10 * exact.abs().max(1.0), "{at}: {found} {exact}");
                }
                assert!(
                    (alone.base()[output] - worth(0, None)).abs() < 1e-10 * worth(0, None).abs().max(1.0)
                );
                let mean = |known: u32| {
                    background.iter().map(|&other| worth(known, Some(other as usize))).sum::<f64>() / 6.0
                };
                for (column, exact) in by_definition(columns.len(), mean).iter().enumerate() {
                    let found = mixed.value(row, column, output);
                    assert!((found - exact).abs() < 1e-10 * exact.abs().max(1.0), "{at}: {found} {exact}");
                }
            }
        }
    }
}

/// With background rows, the tree is evaluated on mixtures of two rows; where no surrogate speaks, that is all there is.
#[test]
fn a_background_is_mixed_in() {
    for (model, data) in models(60) {
        if model.tree.nodes.iter().any(|node| !node.surrogates.is_empty()) {
            continue;
        }
        let rows = data.row_features();
        let columns = columns_of(&rows);
        let other = 40;
        let single = data.select(vec![other]).row_features();
        let found = model.shap_values(&rows, Some(&single), &Run::default()).unwrap().unwrap();
        for row in 0..12u32 {
            let score = |known: u32| {
                let of = |column: usize| if known >> column & 1 == 1 { row } else { other };
                let mixture = (0..columns.len()).map(|c| data.select(vec![of(c)]).row_features().column(c));
                scores(&model, &Features::Columns(mixture.collect(), 1))[0]
            };
            for (column, exact) in by_definition(columns.len(), score).iter().enumerate() {
                let found = found.value(row as usize, column, 0);
                assert!((found - exact).abs() < 1e-10 * exact.abs().max(1.0), "{found} {exact}");
            }
        }
    }
}

#[test]
fn a_question_with_many_branches_is_one_question() {
    // Outlook alone: five of fourteen days are sunny, with two plays; all four cloudy ones play; three of five rainy ones.
    let data = play_tennis().dataset().only(&["Outlook", "Wind"]).unwrap().target("Play").unwrap();
    let model = id3().max_depth(1).fit(&data).unwrap();
    let found = model.shap_values(&data.row_features(), None, &Run::default()).unwrap().unwrap();
    let yes = model.info().schema.target.classes.iter().position(|class| class == "Yes").unwrap();
    assert!((found.base()[yes] - 9.0 / 14.0).abs() < 1e-12);
    let mut seen = Vec::new();
    for row in 0..14 {
        assert_eq!(found.value(row, 1, yes), 0.0);
        seen.push((found.value(row, 0, yes) * 70.0).round() as i32);
    }
    seen.sort_unstable();
    seen.dedup();
    // 2/5, 3/5 and 1 less 9/14, in seventieths.
    assert_eq!(seen, [-17, -3, 25]);
}

#[test]
fn a_fraction_is_not_known_and_a_level_without_branch_stays() {
    // No row of `a` has the level z, so that such rows stay at the internal node.
    let text = ["a x n\n".repeat(5), "b x p\n".repeat(5), "a y p\nb z n\n".to_string()].concat();
    let data = words("first second class", &text).dataset().target("class").unwrap();
    let all = words("first second", "a x\na y\na z\nb x\nb y\nb z\na ?\n? z\n? ?\n");
    for missing in [Missing::Direction, Missing::Fractional] {
        let model = id3().missing(missing).fit(&data).unwrap();
        let stays = |question: &TreeSplit| matches!(question, TreeSplit::Which { children, .. } if children.contains(&NONE));
        assert!(model.tree.nodes.iter().any(|node| stays(&node.split)));
        let (rows, _) = model.info().schema.features(&all).unwrap();
        let expected = model.raw_probabilities(&rows).unwrap();
        let found = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
        for row in 0..9 {
            for class in 0..2 {
                let sum = found.base()[class] + found.value(row, 0, class) + found.value(row, 1, class);
                assert!((sum - expected.at(row, class)).abs() < 1e-12, "row {row}");
            }
        }
        if missing == Missing::Fractional {
            assert_eq!([found.value(6, 1, 0), found.value(7, 0, 0), found.value(8, 0, 0)], [0.0; 3]);
        }
    }
}

#[test]
fn a_background_must_have_rows() {
    let data = some_data(100, 5);
    let model = DecisionTree::default().fit(&data).unwrap();
    let none = data.select(Vec::new()).row_features();
    let error =
        model.shap_values(&data.row_features(), Some(&none), &Run::default()).unwrap_err().to_string();
    assert!(error.contains("no background rows"), "{error}");
}

#[test]
fn threads_change_no_value() {
    let data = some_data(200, 6);
    let model = DecisionTree::default().missing(Missing::Fractional).fit(&data).unwrap();
    let with = |threads| {
        Run::default()
            .threads(threads)
            .install(|| model.shap_values(&data.row_features(), None, &Run::default()).unwrap())
    };
    assert_eq!(with(1), with(2));
}

/// The tree of mtcars that scikit-learn grows too, and what the shap package says of it.
#[test]
fn they_are_those_of_shap() {
    let text = include_str!("../../../tests/reference/shapley.json");
    let reference: serde_json::Value = serde_json::from_str(text).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let data = criteria::cars("mpg");
    let model = DecisionTree::default().max_depth(4).min_samples_leaf(2.0).fit(&data).unwrap();
    let rows = data.row_features();
    for (mine, theirs) in scores(&model, &rows).iter().zip(numbers(&reference["predictions"])) {
        assert!((mine - theirs).abs() < 1e-9);
    }
    let few = data.select((0..8).collect()).row_features();
    // With background rows, shap works in single precision.
    let both = [(None, "path dependent", 1e-9), (Some(&few), "interventional", 1e-6)];
    for (background, name, tolerance) in both {
        let found = model.shap_values(&rows, background, &Run::default()).unwrap().unwrap();
        let base = reference[name]["base"].as_f64().unwrap();
        assert!((found.base()[0] - base).abs() < tolerance * base);
        for row in 0..rows.rows() {
            for (column, exact) in numbers(&reference[name]["values"][row]).iter().enumerate() {
                let apart = (found.value(row, column, 0) - exact).abs();
                assert!(apart < tolerance * exact.abs().max(1.0), "{name}, row {row}: {apart}");
            }
        }
    }
}
