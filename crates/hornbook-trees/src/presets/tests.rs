use super::*;
use crate::decision_tree::tests::{gain, play_tennis, restaurant, right, rules, some_data, traced, words};
use crate::decision_tree::tree::TreeSplit;
use hornbook_core::Run;
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, LoadModel, Model};
use proptest::prelude::*;
use std::path::Path;

fn tennis() -> Dataset {
    play_tennis().dataset().target("Play").unwrap()
}

fn table(name: &str) -> Table {
    Table::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name)).unwrap()
}

#[test]
fn id3_on_play_tennis() {
    let model = Id3::default().fit(&tennis()).unwrap();
    assert_eq!((model.nodes(), model.leaves(), model.depth()), (8, 5, 2));
    assert_eq!(right(&model, &tennis(), "Play"), 14);
    assert_eq!((model.info().learner.as_str(), model.info().parameters.len()), ("id3", 2));
    // The test that Quinlan proposed for noise leaves one leaf.
    assert_eq!(Id3::default().significance(0.05).fit(&tennis()).unwrap().nodes(), 1);
}

#[test]
fn a_fifteenth_day_changes_the_tree() {
    let text = format!(
        "{}\nSunny Hot Normal Strong No",
        include_str!("../../tests/data/play_tennis.txt").trim_end()
    );
    let table = words("Outlook Temperature Humidity Wind Play", &text);
    let (model, events) = traced(&Id3::default(), &table.dataset().target("Play").unwrap());
    for (column, exact) in
        [("Outlook", 0.279982), ("Humidity", 0.078496), ("Wind", 0.078496), ("Temperature", 0.063641)]
    {
        assert!((gain(&events[0], column, "gain") - exact).abs() < 1e-6, "{column}");
    }
    let sunny = events.iter().find(|e| e["path"] == serde_json::json!(["Outlook = Sunny"])).unwrap();
    assert!((gain(sunny, "Temperature", "gain") - 0.584963).abs() < 1e-6);
    assert!((gain(sunny, "Humidity", "gain") - 0.459148).abs() < 1e-6);
    assert!(
        rules(&model).contains("Outlook = Sunny or missing and Temperature = Mild and Humidity = High"),
        "{}",
        rules(&model)
    );
}

// proves: 000a:H11
#[test]
fn bfs_id3_finds_the_only_tree() {
    let model = BfsId3::default().fit(&tennis()).unwrap();
    let greedy = Id3::default().fit(&tennis()).unwrap();
    // The tree of depth 2 that has all days right is the only one, and ID3's.
    assert_eq!(model.tree, greedy.tree);
    assert!(model.info().summary.converged && model.info().summary.warnings.is_empty());
    // There is none of depth 1.
    let shallow = BfsId3::default().max_depth(1).fit(&tennis()).unwrap();
    assert!(!shallow.info().summary.converged);
    assert!(shallow.info().summary.warnings[0].starts_with("no tree of that depth"));
}

#[test]
fn bfs_id3_beats_the_greedy_tree() {
    // The class is whether a and b differ; c is right a little more often than either, and useless.
    let rows = "0 0 0 n\n0 1 1 y\n1 0 1 y\n1 1 0 n\n0 0 0 n\n0 1 1 y\n1 0 0 y\n1 1 1 n\n0 1 1 y\n1 1 0 n";
    let data = words("a b c class", rows).dataset().target("class").unwrap();
    let greedy = Id3::default().fit(&data).unwrap();
    let smallest = BfsId3::default().fit(&data).unwrap();
    assert_eq!((smallest.depth(), smallest.nodes()), (2, 7));
    assert!(greedy.nodes() > smallest.nodes());
    assert_eq!(right(&smallest, &data, "class"), 10);
    // Of numbers, too.
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .category("c", &["u", "v", "u", "v"].map(Some))
        .build()
        .unwrap();
    let numbers = table.dataset().target("c").unwrap();
    let model = BfsId3::default().fit(&numbers).unwrap();
    assert_eq!((model.depth(), model.leaves()), (2, 4));
    assert_eq!(right(&model, &numbers, "c"), 4);
}

#[test]
fn bfs_id3_says_when_it_gives_up() {
    let alike = words("a class", "0 n\n0 y\n1 y").dataset().target("class").unwrap();
    let model = BfsId3::default().fit(&alike).unwrap();
    assert!(model.info().summary.warnings[0].starts_with("identical rows differ in class"));
    let data = restaurant().dataset().target("WillWait").unwrap();
    let model = BfsId3::default().max_steps(100).fit(&data).unwrap();
    assert!(!model.info().summary.converged);
    assert!(model.info().summary.warnings[0].contains("too many steps"));
    assert_eq!(model.info().learner, "bfs-id3");
    let full = BfsId3::default().fit(&data).unwrap();
    assert!(full.info().summary.converged && full.nodes() <= Id3::default().fit(&data).unwrap().nodes());
    assert_eq!(right(&full, &data, "WillWait"), 12);
    let gap = words("a class", "? n\n0 y").dataset().target("class").unwrap();
    assert!(BfsId3::default().fit(&gap).unwrap_err().to_string().contains("takes no missing values"));
}

// proves: 002:B06
#[test]
fn hunt_gives_empty_nodes_the_default_class() {
    let data = restaurant().dataset().target("WillWait").unwrap();
    let learner = Hunt::default().criterion(crate::decision_tree::Criterion::Entropy);
    // No hungry guest at a full restaurant saw French food.
    let french = |model: &DecisionTreeModel| {
        let query =
            words("Alt Bar Fri Hun Pat Price Rain Res Type Est", "Yes No No Yes Full $ No No French 0-10");
        model.predict(&query).unwrap().values.label(0)
    };
    for class in ["Yes", "No"] {
        let model = learner.clone().default_class(class.to_string()).fit(&data).unwrap();
        assert_eq!(french(&model), class);
        assert_eq!(right(&model, &data, "WillWait"), 12);
        let empty = model.tree.nodes.iter().filter(|node| node.weight == 0.0).count();
        assert!(
            empty > 0
                && model.tree.nodes.iter().all(
                    |n| !matches!(&n.split, TreeSplit::Which { children, .. } if children.contains(&u32::MAX))
                )
        );
        let bytes = model.to_bytes().unwrap();
        let again = DecisionTreeModel::from_bytes(model.info().clone(), &bytes).unwrap();
        assert_eq!(again.tree, model.tree);
        assert_eq!(french(&again), class);
    }
    // Without a name it is the most common class of all: of six and six the first.
    assert_eq!(french(&learner.fit(&data).unwrap()), "No");
    let wrong = learner.default_class("Ye".to_string()).fit(&data).unwrap_err().to_string();
    assert!(wrong.contains("'Ye', which is no class of the target") && wrong.contains("'Yes'?"), "{wrong}");
}

#[test]
fn c45_asks_only_what_gains_as_much_as_the_average() {
    // A column that sets one row apart has the better ratio and next to no gain.
    let rows = (0..40).map(|i| {
        let class = if i < 20 { "y" } else { "n" };
        let rare = if i == 0 { "r" } else { "o" };
        let half = if (17..37).contains(&i) { "q" } else { "p" };
        let third = ["s", "t", "u"][(i + i / 20) % 3];
        format!("{rare} {half} {third} {class}")
    });
    let text: Vec<String> = rows.collect();
    let data = words("rare half third class", &text.join("\n")).dataset().target("class").unwrap();
    let (_, events) = traced(&C45::default().min_samples_leaf(0.0), &data);
    let chosen = events[0]["considered"].as_array().unwrap().iter().find(|c| c["chosen"] == true).unwrap();
    assert_eq!(chosen["question"], "half");
    assert!(events[0]["considered"].as_array().unwrap().iter().any(|c| {
        let average = 0.2;
        c["question"] == "rare" && c["gain"].as_f64().unwrap() < average
    }));
}

#[test]
fn c45_is_cut_back() {
    let data = table("iris.csv").dataset().target("species").unwrap();
    let (pruned, full) =
        (C45::default().fit(&data).unwrap(), C45::default().prune(false).fit(&data).unwrap());
    // J48 with its usual settings: 5 leaves, 9 nodes, 147 of 150 right.
    assert_eq!((pruned.leaves(), pruned.nodes(), right(&pruned, &data, "species")), (5, 9, 147));
    assert!(full.nodes() >= pruned.nodes());
    assert!(pruned.tree.fractional);
}

#[test]
fn c45_gives_missing_values_in_fractions() {
    let model = C45::default().prune(false).min_samples_leaf(0.0).fit(&tennis()).unwrap();
    let ask = |rows: &str| {
        let query = words("Outlook Temperature Humidity Wind", rows);
        model.probabilities(&query).unwrap().row(0).to_vec()
    };
    // Classes in order: No, Yes.
    assert!((ask("? Hot High Weak")[1] - 9.0 / 14.0).abs() < 1e-12);
    assert!((ask("? Hot Normal Strong")[1] - 9.0 / 14.0).abs() < 1e-12);
    assert!((ask("? Hot High Strong")[0] - 10.0 / 14.0).abs() < 1e-12);
    assert!((ask("Sunny Hot ? Weak")[0] - 0.6).abs() < 1e-12);
}

#[test]
fn cart_chooses_its_size() {
    let data = table("iris.csv").dataset().target("species").unwrap();
    let model = Cart::default().fit(&data).unwrap();
    // Breiman and others, and rpart: three leaves; the fourth is within the spread of the folds.
    assert!((3..=4).contains(&model.leaves()), "{}", model.leaves());
    let alpha = model.info().summary.details["ccp_alpha"].as_f64().unwrap();
    assert!(alpha > 0.0);
    let again = Cart::default().ccp_alpha(alpha).fit(&data).unwrap();
    assert_eq!(again.tree, model.tree);
    assert!(!model.tree.nodes[0].surrogates.is_empty());
    let full = Cart::default().ccp_alpha(0.0).fit(&data).unwrap();
    assert!(full.leaves() > 6);
    let cars = table("mtcars.csv").dataset().target("mpg").unwrap().without(&["car"]).unwrap();
    let model = Cart::default().fit(&cars).unwrap();
    assert!(
        model.leaves() > 1 && model.leaves() < Cart::default().ccp_alpha(0.0).fit(&cars).unwrap().leaves()
    );
    let one = tennis().select(vec![0]);
    assert_eq!(Cart::default().fit(&one).unwrap().nodes(), 1);
}

#[test]
fn presets_are_trees_with_settings() {
    let data = some_data(300, 2);
    assert_eq!(Id3::default().fit(&data).unwrap().tree, Id3::default().tree().fit(&data).unwrap().tree);
    let cart = Cart::default().ccp_alpha(0.01);
    assert_eq!(cart.fit(&data).unwrap().tree, cart.tree().fit(&data).unwrap().tree);
    for threads in [2, 5] {
        let run = Run::default().threads(threads);
        assert_eq!(
            Cart::default().fit_with(&data, &run).unwrap().tree,
            Cart::default().fit_with(&data, &Run::default().threads(1)).unwrap().tree
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// The smallest tree is never larger than the greedy one.
    #[test]
    fn bfs_id3_is_never_larger(seed in 0u64..500) {
        let mut rng = hornbook_core::Seed(seed).rng();
        let rows: Vec<String> = (0..12).map(|_| {
            let bits: Vec<usize> = (0..4).map(|_| rng.below(2)).collect();
            let class = (bits[0] & bits[1]) ^ bits[2];
            format!("{} {} {} {} c{class}", bits[0], bits[1], bits[2], bits[3])
        }).collect();
        let data = words("a b c d class", &rows.join("\n")).dataset().target("class").unwrap();
        let (smallest, greedy) = (BfsId3::default().fit(&data).unwrap(), Id3::default().fit(&data).unwrap());
        prop_assert!(smallest.info().summary.converged);
        prop_assert!(smallest.depth() <= greedy.depth());
        prop_assert!(smallest.depth() < greedy.depth() || smallest.nodes() <= greedy.nodes());
        prop_assert_eq!(right(&smallest, &data, "class"), 12);
    }
}

#[test]
fn thresholds_of_c45_divide_rows_more_evenly_and_pay_for_being_chosen() {
    let rows = 100;
    let classes: Vec<Option<&str>> = (0..rows).map(|i| Some(if i >= 97 { "b" } else { "a" })).collect();
    let table = Table::builder()
        .number("x", (0..rows).map(f64::from).collect())
        .category("class", &classes)
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let learner = C45::default().prune(false);
    // Without C4.5's rules the three rows are cut off; with them, a side holds a tenth of an equal fraction of the classes.
    let plain = learner.tree().fit(&data).unwrap().explain().to_string();
    assert!(plain.contains("x <= 96.5"), "{plain}");
    let strict = learner.fit(&data).unwrap().explain().to_string();
    assert!(strict.contains("x <= 94.5 or missing: a (95 rows)"), "{strict}");
    // Fifty thresholds to choose from cost more bits than one of them tells of classes that take turns.
    let turns: Vec<Option<&str>> = (0..rows).map(|i| Some(if i % 2 == 0 { "a" } else { "b" })).collect();
    let noise = table
        .with_column("turn", hornbook_data::Column::Category(hornbook_data::Categories::from_labels(&turns)));
    let noise = noise.unwrap().dataset().target("turn").unwrap().without(&["class"]).unwrap();
    assert_eq!(learner.fit(&noise).unwrap().leaves(), 1);
    assert!(learner.tree().fit(&noise).unwrap().leaves() > 1);
}

/// Fractions of rows add up to `min_samples_leaf`, and to no gain, but for rounding, which copies and weights do differently.
#[test]
fn c45_weighs_rows_as_copies() {
    let rows = 90;
    let patterns: [&[u32]; 3] = [&[2], &[3], &[0, 3, 2, 1, 1, 2, 1]];
    for (seed, pattern) in (0..60).flat_map(|seed| patterns.map(|pattern| (seed, pattern))) {
        let data = some_data(rows, seed);
        let weight = |row: usize| pattern[row % pattern.len()];
        let weights = (0..rows).map(|row| f64::from(weight(row))).collect();
        let copies = (0..rows).flat_map(|row| vec![row as u32; weight(row) as usize]).collect();
        let (weighted, copied) = (data.clone().with_weights(weights).unwrap(), data.select(copies));
        for prune in [false, true] {
            let learner = C45::default().prune(prune);
            let [one, other] = [&weighted, &copied].map(|data| learner.fit(data).unwrap());
            assert_eq!(one.nodes(), other.nodes(), "seed {seed}, weights {pattern:?}, prune {prune}");
            let [one, other] = [one, other].map(|model| model.probabilities(data.table()).unwrap());
            for row in 0..rows {
                let apart = one.row(row).iter().zip(other.row(row)).map(|(a, b)| (a - b).abs());
                assert!(apart.fold(0.0, f64::max) < 1e-9, "seed {seed}, weights {pattern:?}, row {row}");
            }
        }
    }
}
